//! A real server on a real socket, in a thread of this process, with a clock that tests move.

use std::{
    net::TcpListener,
    sync::{Arc, Mutex},
    thread::JoinHandle,
};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use clap::{Args, Command, FromArgMatches};
use clubhouse::{app::Server, clock::Clock, config::Config};
use tokio::sync::oneshot;

use super::{client::Client, databases::Database};

/// A running server. It stops when this is dropped.
pub struct App {
    /// Such as `http://127.0.0.1:40123`.
    pub base: String,
    pub clock: Arc<TestClock>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Time that stands where a test has put it, and goes on from there.
#[derive(Debug, Default)]
pub struct TestClock {
    ahead: Mutex<TimeDelta>,
}

impl TestClock {
    /// Moves the time on.
    pub fn advance(&self, by: TimeDelta) {
        *self.ahead.lock().expect("no test has panicked here") += by;
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        (Utc::now() + *self.ahead.lock().expect("no test has panicked here")).trunc_subsecs(3)
    }
}

impl App {
    /// A server with default settings.
    pub fn start(database: &Database) -> Self {
        Self::start_with(database, |_| {})
    }

    /// A server with other settings.
    pub fn start_with(database: &Database, configure: impl FnOnce(&mut Config)) -> Self {
        let mut config = default_config();
        config.database.url = database.url.clone();
        config.workers = 2;
        // However busy this machine is, bots move in the request.
        config.bot_milliseconds = 60_000;
        configure(&mut config);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let clock = Arc::new(TestClock::default());
        let (stop, stopped) = oneshot::channel();
        let for_server = clock.clone();
        let thread = std::thread::spawn(move || {
            let shutdown = async {
                let _ = stopped.await;
            };
            let server = Server::open(&config, for_server).expect("the server opens");
            actix_web::rt::System::new().block_on(server.run(listener, shutdown)).expect("the server runs");
        });
        Self { base, clock, stop: Some(stop), thread: Some(thread) }
    }

    /// A client without a token.
    pub fn stranger(&self) -> Client {
        Client::new(&self.base, None)
    }

    /// A client with an account of that name.
    pub async fn player(&self, name: &str) -> Client {
        let body = serde_json::json!({ "name": name });
        let answer = self.stranger().post("/v1/players", &body).await.expect(201);
        Client::new(&self.base, answer.json["token"].as_str().map(str::to_owned))
    }

    /// Stops the server, letting running requests finish.
    pub fn stop(mut self) {
        self.stop_now();
    }

    fn stop_now(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("the server has panicked");
        }
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.stop_now();
    }
}

/// The settings without any environment or flag.
fn default_config() -> Config {
    let command = Config::augment_args(Command::new("test"));
    let command = command.mut_args(|argument| argument.env(None::<&str>));
    let matches = command.try_get_matches_from(["test"]).expect("no flag is required");
    Config::from_arg_matches(&matches).expect("the defaults are valid")
}
