//! How much memory listeners cost that wait for news and get none.
//!
//! `cargo bench --bench listeners` opens streams of one player's feed at a real server on SQLite, waits for
//! signs of life on all of them, and prints what the server's memory has grown to.
//! `CLUBHOUSE_LISTENERS` says how many.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::Semaphore,
};

/// How many connections are being opened at a time; more would not fit into the queue of the socket.
const AT_A_TIME: usize = 200;

/// Longer than a stream goes without a sign of life.
const IDLE: Duration = Duration::from_secs(20);

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &std::path::Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clubhouse"));
        command.env("DATABASE_URL", format!("sqlite://{}/clubhouse.db", folder.display()));
        command.env("CLUBHOUSE_LISTEN", "127.0.0.1:0").env("RUST_LOG", "warn");
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program runs");
        let mut line = String::new();
        let out = child.stdout.take().expect("is piped");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let word = line.split_whitespace().find_map(|word| word.strip_prefix("http://"));
        Self { child, address: word.expect("an address").to_owned() }
    }

    /// The memory in use, in megabytes.
    fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
        let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        kilobytes / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Opens a stream of the feed and reads its first piece.
async fn listen(address: &str, token: &str, opening: &Semaphore) -> TcpStream {
    let _turn = opening.acquire().await.expect("is not closed");
    let mut stream = TcpStream::connect(address).await.expect("the server takes it");
    let request = format!(
        "GET /v1/feed HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nAccept: text/event-stream\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut answer = vec![0; 4096];
    let read = stream.read(&mut answer).await.expect("it answers");
    assert!(answer[..read].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer[..read]));
    stream
}

#[tokio::main]
async fn main() {
    let listeners = std::env::var("CLUBHOUSE_LISTENERS").ok().and_then(|text| text.parse().ok());
    let listeners: usize = listeners.unwrap_or(10_000);
    let most = rlimit::increase_nofile_limit(u64::MAX).expect("a limit");
    assert!(most as usize > listeners + 100, "this machine lets a process open {most} files only");
    let folder = tempfile::TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let account = reqwest::Client::new().post(format!("http://{}/v1/players", server.address));
    let account = account.body(r#"{"name":"ana"}"#).send().await.expect("an answer");
    let account: serde_json::Value = account.json().await.expect("JSON");
    let token = account["token"].as_str().expect("a token").to_owned();

    println!("before: {:.0} MB", server.memory());
    let (start, opening) = (Instant::now(), std::sync::Arc::new(Semaphore::new(AT_A_TIME)));
    let tasks: Vec<_> = (0..listeners)
        .map(|_| {
            let (address, token, opening) = (server.address.clone(), token.clone(), opening.clone());
            tokio::spawn(async move { listen(&address, &token, &opening).await })
        })
        .collect();
    let mut streams = Vec::new();
    for task in tasks {
        streams.push(task.await.expect("it listens"));
    }
    println!("{listeners} listeners after {:.1} s: {:.0} MB", start.elapsed().as_secs_f64(), server.memory());
    tokio::time::sleep(IDLE).await;
    let mut alive = 0;
    for stream in &mut streams {
        let mut piece = [0; 64];
        let read = tokio::time::timeout(Duration::from_secs(5), stream.read(&mut piece)).await;
        alive += usize::from(matches!(read, Ok(Ok(read)) if read > 0));
    }
    println!("{alive} of them have had a sign of life: {:.0} MB", server.memory());
}
