//! The real program, in a process of its own.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::{Arc, Mutex, mpsc},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use super::client::Client;

/// How long a process may take for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server in a process of its own; killed when this is dropped.
pub struct Process {
    /// Such as `http://127.0.0.1:40123`.
    pub base: String,
    /// The line that it has printed at its start.
    pub first_line: String,
    child: Child,
    printed: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
}

/// The program with no environment but what is given.
pub fn program(arguments: &[&str], environment: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clubhouse"));
    command.args(arguments).env_clear().envs(environment.iter().copied());
    command.stdin(Stdio::null());
    command
}

/// Runs the program to its end.
pub fn output(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    program(arguments, environment).output().expect("the program runs")
}

impl Process {
    /// A server on a free port.
    pub fn serve(database_url: &str, environment: &[(&str, &str)]) -> Self {
        let mut command = program(&[], environment);
        command.env("DATABASE_URL", database_url).env("CLUBHOUSE_LISTEN", "127.0.0.1:0");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let printed = Arc::new(Mutex::default());
        let (first, receiver) = mpsc::channel();
        let mut first = Some(first);
        let out = child.stdout.take().expect("is piped");
        let errors = child.stderr.take().expect("is piped");
        let readers = vec![
            collect(out, printed.clone(), move |line| {
                if let Some(first) = first.take() {
                    let _ = first.send(line.to_owned());
                }
            }),
            collect(errors, printed.clone(), |_| {}),
        ];
        let mut process = Self { base: String::new(), first_line: String::new(), child, printed, readers };
        process.first_line = receiver
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|_| panic!("no line at the start: {}", process.printed.lock().unwrap()));
        let base = process.first_line.split_whitespace().find(|word| word.starts_with("http://"));
        process.base = base.expect("the first line has the address").to_owned();
        process
    }

    /// The player with that client, as a client of this server.
    pub fn with_token_of(&self, client: &Client) -> Client {
        Client::new(&self.base, client.token.clone())
    }

    /// A client with a new account.
    pub async fn player(&self, name: &str) -> Client {
        let body = serde_json::json!({ "name": name });
        let answer = Client::new(&self.base, None).post("/v1/players", &body).await.expect(201);
        Client::new(&self.base, answer.json["token"].as_str().map(str::to_owned))
    }

    /// Ends the process without any warning.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Sends `TERM` or `INT`.
    pub fn signal(&self, signal: &str) {
        let kill = format!("kill -{signal} {}", self.child.id());
        let done = Command::new("sh").args(["-c", &kill]).status().expect("sh runs");
        assert!(done.success(), "{kill}");
    }

    /// Waits for the end of the process; how it ended.
    pub async fn ended_within(&mut self, patience: Duration) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its state is known") {
                return status;
            }
            assert!(start.elapsed() < patience, "it still runs after {patience:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Everything that it has printed; it must have ended.
    pub fn printed(&mut self) -> String {
        for reader in self.readers.drain(..) {
            reader.join().expect("it was read");
        }
        self.printed.lock().expect("no reader has panicked").clone()
    }
}

fn collect(
    stream: impl Read + Send + 'static,
    into: Arc<Mutex<String>>,
    mut also: impl FnMut(&str) + Send + 'static,
) -> JoinHandle<()> {
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            into.lock().expect("no reader has panicked").push_str(&format!("{line}\n"));
            also(&line);
        }
    })
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
