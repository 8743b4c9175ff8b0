//! Somebody who is called by webhooks, on a socket of this machine.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A call that has come.
#[derive(Debug, Clone)]
pub struct Received {
    pub path: String,
    /// By their names in lower case.
    pub headers: HashMap<String, String>,
    pub body: String,
}

/// How a call is answered.
#[derive(Debug, Clone)]
pub enum Reply {
    Status(u16),
    /// With a header more.
    With(u16, &'static str, String),
    /// A body without an end.
    Flood,
    /// Never.
    Silence,
}

/// A receiver; it stops when this is dropped.
pub struct Receiver {
    /// Such as `http://127.0.0.1:40123`.
    pub base: String,
    received: Arc<Mutex<Vec<Received>>>,
    replies: Arc<Mutex<Replies>>,
    task: JoinHandle<()>,
}

struct Replies {
    next: VecDeque<Reply>,
    otherwise: Reply,
    /// How many bytes of a flood were taken.
    flooded: usize,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no {name}: {:?}", self.headers))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Whether one of the signatures is what the standard's own library makes of the secret.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let timestamp = self.header("webhook-timestamp").parse().expect("seconds");
        let webhook = standardwebhooks::Webhook::new(secret).expect("a secret");
        let signature = webhook.sign(self.header("webhook-id"), timestamp, self.body.as_bytes());
        self.header("webhook-signature").split(' ').any(|one| one == signature.as_ref().expect("signed"))
    }
}

impl Receiver {
    /// One that answers 204.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let received = Arc::<Mutex<Vec<Received>>>::default();
        let replies = Replies { next: VecDeque::new(), otherwise: Reply::Status(204), flooded: 0 };
        let replies = Arc::new(Mutex::new(replies));
        let (into, from) = (received.clone(), replies.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, into.clone(), from.clone()));
            }
        });
        Self { base, received, replies, task }
    }

    /// Answers the next calls like that, and then as before.
    pub fn answer_next(&self, replies: impl IntoIterator<Item = Reply>) {
        self.replies.lock().expect("no panic inside").next.extend(replies);
    }

    /// Answers all calls like that.
    pub fn answer_all(&self, reply: Reply) {
        self.replies.lock().expect("no panic inside").otherwise = reply;
    }

    pub fn flooded(&self) -> usize {
        self.replies.lock().expect("no panic inside").flooded
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().expect("no panic inside").clone()
    }

    /// All calls, when there have been so many; the order is that in which they have come.
    pub async fn wait_for(&self, calls: usize) -> Vec<Received> {
        let start = Instant::now();
        loop {
            let received = self.received();
            if received.len() >= calls {
                return received;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "{} of {calls} calls have come: {received:#?}",
                received.len()
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits for a while and sees that there were so many calls and no more.
    pub async fn stays_at(&self, calls: usize) {
        tokio::time::sleep(Duration::from_millis(900)).await;
        assert_eq!(self.received().len(), calls, "{:#?}", self.received());
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(mut stream: TcpStream, into: Arc<Mutex<Vec<Received>>>, from: Arc<Mutex<Replies>>) {
    let Some(received) = read(&mut stream).await else { return };
    let reply = {
        let mut replies = from.lock().expect("no panic inside");
        let next = replies.next.pop_front();
        next.unwrap_or_else(|| replies.otherwise.clone())
    };
    into.lock().expect("no panic inside").push(received);
    let head = |status: u16, more: &str| {
        format!("HTTP/1.1 {status} Whatever\r\n{more}content-length: 0\r\nconnection: close\r\n\r\n")
    };
    let _ = match reply {
        Reply::Status(204) => stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").await,
        Reply::Status(status) => stream.write_all(head(status, "").as_bytes()).await,
        Reply::With(status, name, value) => {
            stream.write_all(head(status, &format!("{name}: {value}\r\n")).as_bytes()).await
        }
        Reply::Flood => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n").await;
            while stream.write_all(&[b'x'; 65536]).await.is_ok() {
                from.lock().expect("no panic inside").flooded += 65536;
            }
            Ok(())
        }
        Reply::Silence => {
            tokio::time::sleep(PATIENCE * 2).await;
            Ok(())
        }
    };
    let _ = stream.shutdown().await;
}

async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break String::from_utf8(bytes.drain(..end + 4).collect()).ok()?;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let mut lines = head.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length: usize = headers.get("content-length")?.parse().ok()?;
    while bytes.len() < length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    Some(Received { path, headers, body: String::from_utf8(bytes).ok()? })
}
