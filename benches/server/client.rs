//! A client that costs little: it sends bytes as they are and reads of an answer what it must.

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// A connection that is kept.
pub struct Client {
    stream: TcpStream,
    received: Vec<u8>,
    head: usize,
    length: usize,
}

impl Client {
    /// To an address such as `127.0.0.1:40123`.
    pub async fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).await.expect("the server takes it");
        stream.set_nodelay(true).expect("a setting");
        Self { stream, received: Vec::with_capacity(1 << 16), head: 0, length: 0 }
    }

    /// Sends a request and waits for the whole answer; its status.
    pub async fn send(&mut self, request: &[u8]) -> u16 {
        self.stream.write_all(request).await.expect("it is sent");
        self.received.clear();
        (self.head, self.length) = (0, usize::MAX);
        while self.received.len() < self.head.saturating_add(self.length) {
            let read = self.stream.read_buf(&mut self.received).await.expect("it answers");
            assert!(read > 0, "the server has hung up: {}", String::from_utf8_lossy(request));
            if self.head == 0
                && let Some(end) = self.received.windows(4).position(|bytes| bytes == b"\r\n\r\n")
            {
                self.head = end + 4;
                self.length = self.header("content-length").map_or(0, |text| text.parse().expect("a number"));
            }
        }
        let status = std::str::from_utf8(&self.received[9..12]).expect("a status");
        status.parse().expect("a status")
    }

    /// A header of the last answer, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let head = std::str::from_utf8(&self.received[..self.head]).expect("text");
        head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The body of the last answer.
    pub fn body(&self) -> &[u8] {
        &self.received[self.head..]
    }

    /// Sends a request that has to succeed; the JSON of its answer.
    pub async fn json(&mut self, request: &[u8]) -> serde_json::Value {
        let status = self.send(request).await;
        let body = String::from_utf8_lossy(self.body());
        assert!(matches!(status, 200 | 201), "{}: {status} {body}", String::from_utf8_lossy(request));
        serde_json::from_str(&body).expect("JSON")
    }
}

/// A request up to its body, but for the length of that.
pub fn head(method: &str, path: &str, token: Option<&str>) -> String {
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    format!("{method} {path} HTTP/1.1\r\nHost: clubhouse\r\n{token}")
}

/// The end of a request with a body.
pub fn tail(body: &str) -> String {
    format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

/// A whole POST.
pub fn post(path: &str, token: Option<&str>, body: &str) -> Vec<u8> {
    (head("POST", path, token) + &tail(body)).into_bytes()
}

/// A whole GET, with further headers, each with its line end.
pub fn get(path: &str, token: Option<&str>, more: &str) -> Vec<u8> {
    (head("GET", path, token) + more + "\r\n").into_bytes()
}
