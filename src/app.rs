//! Builds the server from its settings and runs it; used by the command line and by tests.

use std::{
    future::Future,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use actix_web::{HttpServer, dev::ServerHandle, web};
use tokio::{
    sync::mpsc::{self, UnboundedReceiver},
    time::MissedTickBehavior,
};

use crate::{
    api::{self, openapi::Specification, quota::Quotas},
    clock::{Clock, SandboxClock},
    club::{Club, Outside},
    config::{Config, Database},
    courier, games,
    hub::Hub,
    pool::Pool,
    refusal::Refusal,
    relay::Relay,
    store::{BadAddress, Store, StoreError, migrations},
    webhooks::{self, call::Caller},
};

/// Why the server could not start, or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Address(#[from] BadAddress),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] rustls::Error),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// How long running requests may take to finish once the server has been told to stop: a little
/// longer than a body may take to come. docker-compose.yml gives the process a little more still.
const SHUTDOWN_SECONDS: u64 = api::BODY_PATIENCE.as_secs() + 2;

/// How often the server looks for what is due: deadlines, reminders, bots that have been left.
const ATTENDANCE: Duration = Duration::from_millis(500);

/// How often what has become useless is thrown away.
const HOUSEKEEPING: Duration = Duration::from_secs(3600);

/// Brings the database up to date; the names of the migrations that ran.
pub fn migrate(database: &Database) -> Result<Vec<String>, Failure> {
    Ok(migrations::migrate(&database.address()?)?)
}

/// A server that is ready to take requests.
pub struct Server {
    club: web::Data<Club>,
    quotas: web::Data<Quotas>,
    specification: web::Data<Specification>,
    workers: usize,
    /// Threads for the work of each worker's requests.
    threads: usize,
    relay: Relay,
    /// Calls webhooks.
    caller: Caller,
    /// The ids of games whose bots have not had the time to move.
    bots_wait: UnboundedReceiver<String>,
}

impl Server {
    /// Migrates and opens the database.
    pub fn open(config: &Config, clock: Arc<dyn Clock>) -> Result<Self, Failure> {
        for name in migrate(&config.database)? {
            tracing::info!(name, "migrated");
        }
        let store = Store::open(config.database.address()?, config.database.connections)?;
        let (wait, bots_wait) = mpsc::unbounded_channel();
        let sandbox = config.sandbox.then(|| Arc::new(SandboxClock::new(clock.clone())));
        let clock = match &sandbox {
            Some(sandbox) => {
                tracing::warn!("this is a sandbox: anybody can move its time and choose seeds");
                sandbox.clone()
            }
            None => clock,
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let limits = config.limits.of_club();
        let bot_patience = Duration::from_millis(config.bot_milliseconds);
        let pool = Pool::new(threads)?;
        let (elsewhere, rings) = mpsc::unbounded_channel();
        // The other half of the connections is for those who do not wait.
        let look_at_once = (config.database.connections as usize / 2).max(1);
        let hub = Arc::new(Hub::new(elsewhere, look_at_once));
        let relay = Relay::start(store.address(), hub.clone(), rings)?;
        if config.webhooks_anywhere {
            tracing::warn!("webhooks may call any address, private ones too");
        }
        let caller = Caller::new(config.webhooks_anywhere)?;
        let outside =
            Outside { public_url: config.public_url.clone(), webhooks_anywhere: config.webhooks_anywhere };
        let club = Club { store, clock, sandbox, hub, limits, pool, bot_patience, bots_wait: wait, outside };
        Ok(Self {
            club: web::Data::new(club),
            relay,
            caller,
            bots_wait,
            quotas: web::Data::new(Quotas::new(&config.limits)),
            specification: web::Data::new(Specification::build()),
            workers: config.workers,
            threads: config.threads()?.div_ceil(config.workers),
        })
    }

    /// Serves on `listener` until `shutdown` is done; requests that run then are finished.
    pub async fn run(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + 'static,
    ) -> Result<(), Failure> {
        let Self { club, quotas, specification, workers, threads, relay, caller, bots_wait } = self;
        let housekeeping = actix_web::rt::spawn(keep_house(club.clone(), quotas.clone()));
        let bots = actix_web::rt::spawn(play_bots(club.clone(), bots_wait));
        let attendance = actix_web::rt::spawn(attend(club.clone()));
        let courier = actix_web::rt::spawn(courier::run(club.clone(), caller));
        let hub = club.hub.clone();
        let server = HttpServer::new(move || api::app(club.clone(), quotas.clone(), specification.clone()))
            .workers(workers)
            .worker_max_blocking_threads(threads)
            // The HTTP layer's own answer to a late request has no body: on a busy machine it has to
            // come later than the one that has.
            .client_request_timeout(Duration::from_secs(30))
            .shutdown_timeout(SHUTDOWN_SECONDS)
            .disable_signals()
            .listen(listener)?
            .run();
        actix_web::rt::spawn(stop_on(shutdown, server.handle(), hub));
        let done = server.await;
        housekeeping.abort();
        bots.abort();
        attendance.abort();
        // It stops by itself when calls that are under way have ended.
        let _ = courier.await;
        drop(relay);
        Ok(done?)
    }
}

async fn stop_on(shutdown: impl Future<Output = ()>, server: ServerHandle, hub: Arc<Hub>) {
    shutdown.await;
    tracing::info!("stopping");
    hub.close();
    server.stop(true).await;
}

async fn keep_house(club: web::Data<Club>, quotas: web::Data<Quotas>) {
    let mut interval = tokio::time::interval(HOUSEKEEPING);
    loop {
        interval.tick().await;
        quotas.forget_quiet();
        club.hub.forget_quiet();
        let club = club.clone();
        let forgotten = web::block(move || {
            Ok((games::idempotency::forget_old(&club)?, webhooks::forget::forget_old(&club)?))
        });
        match forgotten.await {
            Ok(Ok((answers, deliveries))) => tracing::debug!(answers, deliveries, "forgot what is old"),
            Ok(Err::<_, Refusal>(error)) => tracing::warn!(%error, "housekeeping failed"),
            Err(error) => tracing::warn!(%error, "housekeeping failed"),
        }
    }
}

/// Plays for bots that have not had the time to move, when they are called.
async fn play_bots(club: web::Data<Club>, mut waiting: UnboundedReceiver<String>) {
    while let Some(game) = waiting.recv().await {
        let club = club.clone();
        let played = web::block(move || -> Result<(), Refusal> {
            games::bots::take_turns(&club, &mut club.store.connect()?, &game)
        });
        match played.await {
            Ok(Ok(())) => {}
            // Whoever looks for what is due will call them again.
            Ok(Err(refusal)) => tracing::warn!(?refusal, "bots could not move"),
            Err(error) => tracing::warn!(%error, "bots could not move"),
        }
    }
}

/// Does what is due, as soon as it is.
async fn attend(club: web::Data<Club>) {
    let mut interval = tokio::time::interval(ATTENDANCE);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        let club = club.clone();
        match web::block(move || games::attend::attend_all(&club)).await {
            Ok(Ok(())) => {}
            Ok(Err(refusal)) => tracing::warn!(?refusal, "what is due could not be done"),
            Err(error) => tracing::warn!(%error, "what is due could not be done"),
        }
    }
}
