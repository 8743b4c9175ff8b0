//! The server, in a process of its own, as a user runs it.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// How many connections to the database it may have.
pub const CONNECTIONS: usize = 16;

/// A server; killed when this is dropped.
pub struct Server {
    child: Child,
    /// Such as `127.0.0.1:40123`.
    pub address: String,
    /// How long it took to be ready.
    pub ready_after: Duration,
}

fn program(database_url: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clubhouse"));
    command.env("DATABASE_URL", database_url).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// Brings a database up to date.
pub fn migrate(database_url: &str) {
    let done = program(database_url).arg("migrate").stdout(Stdio::null()).status().expect("the program runs");
    assert!(done.success(), "{database_url} cannot be migrated");
}

impl Server {
    /// Starts one and waits until it is ready. Its logs go to a file in `folder`.
    pub fn start(database_url: &str, folder: &Path) -> Self {
        Self::start_with(database_url, folder, &[])
    }

    /// The same with further settings.
    pub fn start_with(database_url: &str, folder: &Path, settings: &[(&str, &str)]) -> Self {
        let log = File::create(folder.join("server.log")).expect("a file");
        let mut command = program(database_url);
        command.env("CLUBHOUSE_LISTEN", "127.0.0.1:0");
        command.env("CLUBHOUSE_DATABASE_CONNECTIONS", CONNECTIONS.to_string());
        // Only there the seed can be chosen, so that a recorded game can be played again.
        command.env("CLUBHOUSE_SANDBOX", "true");
        command.envs(settings.iter().copied());
        let start = Instant::now();
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("the program runs");
        let mut line = String::new();
        let out = child.stdout.take().expect("is piped");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let word = line.split_whitespace().find_map(|word| word.strip_prefix("http://"));
        let address = word.expect("an address").to_owned();
        while !is_ready(&address) {
            assert!(start.elapsed() < Duration::from_secs(30), "the server does not get ready");
            std::thread::sleep(Duration::from_millis(1));
        }
        Self { child, address, ready_after: start.elapsed() }
    }

    /// The number of its process.
    pub fn id(&self) -> String {
        self.child.id().to_string()
    }
}

fn is_ready(address: &str) -> bool {
    let mut status = [0; 12];
    let request = b"GET /health/ready HTTP/1.1\r\nHost: clubhouse\r\nConnection: close\r\n\r\n";
    let asked = TcpStream::connect(address)
        .and_then(|mut stream| stream.write_all(request).and_then(|()| stream.read_exact(&mut status)));
    asked.is_ok() && status.ends_with(b" 200")
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
