//! Whether answers take longer when there are many more games of others: the same requests to a small
//! house and to a full one, which are otherwise alike.

mod cast;
mod growth;
mod life;
mod models;
mod reads;
mod stopwatch;
mod world;

use std::{path::Path, rc::Rc, time::Instant};

use clap::Args;
use futures_util::future::join_all;
use tempfile::TempDir;
use tokio::runtime::Builder;

use crate::{
    Plan,
    client::Client,
    database::Database,
    figures, process,
    process::Server,
    report,
    script::{RULESETS, Script},
};
use cast::Cast;
use reads::Read;
use stopwatch::Stopwatch;

/// How often everything is measured. The least median of all rounds counts: noise only adds.
const ROUNDS: usize = 5;
/// How often each read is sent in a round.
const READS: usize = 60;
/// How many seconds of a round a kind of read may take.
const PATIENCE: f64 = 2.0;
/// How often each write is sent in a round.
const LIVES: usize = 30;

/// Limits hold, so that what they cost is measured too, but nobody reaches them; webhooks may call this
/// machine, where nobody answers.
const SETTINGS: &[(&str, &str)] = &[
    ("CLUBHOUSE_LIMIT_LOOPBACK", "true"),
    ("CLUBHOUSE_REGISTRATIONS_PER_HOUR", "1000000000"),
    ("CLUBHOUSE_REQUESTS_PER_MINUTE", "1000000000"),
    ("CLUBHOUSE_OPEN_GAMES", "1000000000"),
    ("CLUBHOUSE_ACTIVE_GAMES", "1000000000"),
    ("CLUBHOUSE_MESSAGES_PER_MINUTE", "1000000000"),
    ("CLUBHOUSE_WEBHOOKS_ANYWHERE", "true"),
];

/// How full the full house is.
#[derive(Debug, Clone, Copy, Args)]
pub struct Others {
    /// How many finished games others have, with `--filled`.
    #[arg(long, default_value_t = 1_000_000)]
    pub finished: u64,
    /// How many active and open games others have, with `--filled`.
    #[arg(long, default_value_t = 100_000)]
    pub active: u64,
}

/// A house whose answers are timed.
struct House {
    is_full: bool,
    server: Server,
    reads: Vec<Read>,
    stopwatch: Stopwatch,
}

impl House {
    fn name(&self) -> &'static str {
        name(self.is_full)
    }

    fn start(&self, database: &Database, folder: &Path) -> Server {
        Server::start_with(&database.url(self.name()), &folder.join(self.name()), SETTINGS)
    }
}

/// Of a house's database.
fn name(is_full: bool) -> &'static str {
    if is_full { "server" } else { "small" }
}

/// Measures both houses on one kind of database, and prints what came out.
pub fn measure(database: &Database, others: Others, plan: Plan) {
    let folder = TempDir::new().expect("a folder");
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    process::migrate(&database.url("server"));
    let server = Server::start_with(&database.url("server"), folder.path(), SETTINGS);
    let (cast, scripts) = runtime.block_on(async {
        let mut client = Client::connect(&server.address).await;
        let mut scripts = Vec::new();
        for ruleset in RULESETS {
            scripts.push(Script::record(&mut client, ruleset, "cast").await);
        }
        (Cast::play(&mut client, &scripts).await, scripts)
    });
    drop(server);
    // What is left behind of the games that were played must not be in one house more than in the other.
    database.settle("server");
    database.copy("server", "small");
    let start = Instant::now();
    world::fill(database, "server", others);
    let filled = start.elapsed();
    for name in ["small", "server"] {
        database.settle(name);
    }
    let size = |name| database.size(name) / 1e6;
    println!(
        "{}, filled: {} finished and {} active games of others, their last {} log entries each",
        database.name(),
        others.finished,
        others.active,
        models::ENTRIES,
    );
    println!("filling took {:.0} s", filled.as_secs_f64());
    println!("the database has {:.0} MB, the small one {:.0} MB\n", size("server"), size("small"));

    let [small, full] = runtime.block_on(time_both(database, folder.path(), &cast, &scripts));
    growth::print(&small, &full);
    let speed = ["small", "server"].map(|name| figures::measure(database, name, name, plan));
    println!("\nthe small house");
    report::print(database.name(), &speed[0], plan);
    println!("the full house");
    report::print(database.name(), &speed[1], plan);
    growth::print_speed(&speed[0], &speed[1]);
}

/// Both houses are open and are asked by turns, so that what else the machine does falls on both alike.
async fn time_both(database: &Database, folder: &Path, cast: &Cast, scripts: &[Script]) -> [Stopwatch; 2] {
    let (mut houses, turn) = (Vec::<House>::new(), Rc::default());
    for is_full in [false, true] {
        let name = name(is_full);
        let folder = folder.join(name);
        std::fs::create_dir(&folder).expect("a folder for its logs");
        let server = Server::start_with(&database.url(name), &folder, SETTINGS);
        let mut client = Client::connect(&server.address).await;
        let reads = reads::all(&mut client, &mut database.connect(name), cast).await;
        houses.push(House { is_full, server, reads, stopwatch: Stopwatch::new(client, &turn) });
    }
    for round in 0..ROUNDS {
        for house in &mut houses {
            // A process may be unlucky with its place in memory and among the cores: each round has another.
            house.server = house.start(database, folder);
            house.stopwatch.begin(Client::connect(&house.server.address).await);
        }
        for time in 0..READS {
            for number in 0..houses[0].reads.len() {
                // What is slow shows it soon.
                if houses.iter().any(|house| house.stopwatch.spent(&house.reads[number].name) > PATIENCE) {
                    continue;
                }
                for House { reads, stopwatch, .. } in &mut houses {
                    let read = &reads[number];
                    let request = &read.requests[time % read.requests.len()];
                    stopwatch.send(&read.name, request, read.expected).await;
                }
                // Neither is always the first.
                houses.reverse();
            }
        }
        for number in 0..LIVES {
            let (script, name) = (&scripts[number % scripts.len()], format!("life-{round}-{number}"));
            // Both at once, and so by turns.
            join_all(houses.iter_mut().map(|house| life::live(&mut house.stopwatch, &name, script))).await;
            houses.reverse();
        }
    }
    houses.sort_by_key(|house| house.is_full);
    let stopwatches: Vec<Stopwatch> = houses.into_iter().map(|house| house.stopwatch).collect();
    stopwatches.try_into().ok().expect("two houses")
}
