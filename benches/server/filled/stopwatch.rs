//! Times requests, one after the other.

use std::{rc::Rc, time::Instant};

use serde_json::Value;
use tokio::sync::Mutex;

use crate::client::Client;

/// How long each request of some kinds took, by rounds.
pub struct Stopwatch {
    client: Client,
    /// Fair: of two that have a request each goes after the other.
    turn: Rc<Mutex<()>>,
    kinds: Vec<Kind>,
    round: usize,
}

struct Kind {
    name: String,
    /// In microseconds.
    rounds: Vec<Vec<u32>>,
}

impl Stopwatch {
    /// Of all with the same `turn` one sends a request at a time.
    pub fn new(client: Client, turn: &Rc<Mutex<()>>) -> Self {
        Self { client, turn: turn.clone(), kinds: Vec::new(), round: 0 }
    }

    /// Begins the next round, with a connection that the server has not given up.
    pub fn begin(&mut self, client: Client) {
        self.client = client;
        self.round += 1;
    }

    /// Sends a request and notes how long it took.
    pub async fn send(&mut self, name: &str, request: &[u8], expected: u16) {
        let _turn = self.turn.lock().await;
        let start = Instant::now();
        let status = self.client.send(request).await;
        let took = start.elapsed().as_micros() as u32;
        let body = String::from_utf8_lossy(self.client.body());
        assert_eq!(status, expected, "{name}: {body}\n{}", String::from_utf8_lossy(request));
        let place = self.kinds.iter().position(|kind| kind.name == name).unwrap_or_else(|| {
            self.kinds.push(Kind { name: name.to_owned(), rounds: Vec::new() });
            self.kinds.len() - 1
        });
        let rounds = &mut self.kinds[place].rounds;
        rounds.resize_with(self.round, Vec::new);
        rounds[self.round - 1].push(took);
    }

    /// How many seconds a kind of request has taken in this round.
    pub fn spent(&self, name: &str) -> f64 {
        let kind = self.kinds.iter().find(|kind| kind.name == name);
        let times = kind.and_then(|kind| kind.rounds.get(self.round.checked_sub(1)?));
        times.into_iter().flatten().map(|&micros| f64::from(micros)).sum::<f64>() / 1e6
    }

    /// The JSON of the last answer.
    pub fn answer(&self) -> Value {
        serde_json::from_slice(self.client.body()).expect("JSON")
    }

    /// Each kind of request with its median in each round, in milliseconds.
    pub fn medians(&self) -> impl Iterator<Item = (&str, Vec<f64>)> {
        self.kinds.iter().map(|kind| {
            let medians = kind.rounds.iter().map(|times| {
                let mut times = times.clone();
                times.sort_unstable();
                f64::from(times[times.len() / 2]) / 1e3
            });
            (kind.name.as_str(), medians.collect())
        })
    }
}
