//! Clients that follow a list of events, by every way there is, and are cut off now and then.

use std::time::Duration;

use clubhouse::rulesets::chance::{Chance, Stream};
use reqwest::Method;
use serde_json::Value;

use super::client::Client;

/// How events come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Pages,
    LongPoll,
    Sse,
    Lines,
}

impl Way {
    pub const ALL: [Self; 4] = [Self::Pages, Self::LongPoll, Self::Sse, Self::Lines];
}

/// Somebody who follows the events at an address.
pub struct Follower {
    /// The same player at one or several servers; after each cut he goes to another one.
    pub clients: Vec<Client>,
    pub path: String,
    pub way: Way,
    /// Which field numbers an event.
    pub number: &'static str,
    /// What has been received, in order.
    pub seen: Vec<Value>,
    /// How often he was cut off.
    pub cuts: usize,
}

impl Follower {
    fn last(&self) -> i64 {
        self.seen.last().map_or(0, |event| event[self.number].as_i64().expect("a number"))
    }

    /// Follows until an event for which `is_last` holds has come.
    pub async fn follow(mut self, is_last: impl Fn(&Value) -> bool, mut chance: Stream) -> Self {
        while !self.seen.last().is_some_and(&is_last) {
            let client = self.clients[self.cuts % self.clients.len()].clone();
            self.cuts += 1;
            let patience = Duration::from_millis(20 + chance.pick(400) as u64);
            // Whatever is under way then is lost, as if the line had been cut.
            let _ = tokio::time::timeout(patience, self.receive(&client)).await;
        }
        self
    }

    async fn receive(&mut self, client: &Client) {
        match self.way {
            Way::Pages | Way::LongPoll => self.poll(client).await,
            Way::Sse => self.stream(client, "text/event-stream").await,
            Way::Lines => self.stream(client, "application/x-ndjson").await,
        }
    }

    async fn poll(&mut self, client: &Client) {
        let wait = if self.way == Way::LongPoll { "&wait=20" } else { "" };
        loop {
            let page = client.get(&format!("{}?after={}&limit=7{wait}", self.path, self.last())).await;
            let page = page.expect(200).json;
            self.seen.extend(page["items"].as_array().expect("a list").iter().cloned());
        }
    }

    async fn stream(&mut self, client: &Client, kind: &str) {
        let request = client.request(Method::GET, &self.path).header("Accept", kind);
        let request = request.header("Last-Event-ID", self.last());
        let mut response = request.send().await.expect("the server answers");
        assert_eq!(
            (response.status().as_u16(), &response.headers()["content-type"]),
            (200, &kind.parse().expect("a header"))
        );
        let mut text = String::new();
        while let Ok(Some(piece)) = response.chunk().await {
            text.push_str(std::str::from_utf8(&piece).expect("UTF-8"));
            let end = if self.way == Way::Sse { "\n\n" } else { "\n" };
            while let Some((event, rest)) = text.split_once(end) {
                if let Some(event) = read_event(event, self.way, self.number) {
                    self.seen.push(event);
                }
                text = rest.to_owned();
            }
        }
    }
}

/// An event as it was sent; `None` for a sign of life.
fn read_event(text: &str, way: Way, number: &str) -> Option<Value> {
    if way != Way::Sse {
        return (!text.is_empty()).then(|| serde_json::from_str(text).expect("JSON"));
    }
    if text.starts_with(':') {
        return None;
    }
    let (id, data) = text.split_once('\n').expect("two lines");
    let event: Value = serde_json::from_str(data.strip_prefix("data: ").expect("data")).expect("JSON");
    assert_eq!(id, format!("id: {}", event[number]));
    Some(event)
}
