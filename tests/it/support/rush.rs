//! Requests at the same instant.

use std::sync::Arc;

use reqwest::Method;
use serde_json::Value;
use tokio::sync::Barrier;

use super::{
    app::App,
    client::{Answer, Client, send},
};

/// A POST to be sent, or another request with a body.
pub struct Post {
    client: Client,
    method: Method,
    path: String,
    body: Value,
    header: Option<(String, String)>,
}

impl Post {
    pub fn new(client: &Client, path: &str, body: &Value) -> Self {
        let (client, path, body) = (client.clone(), path.to_owned(), body.clone());
        Self { client, method: Method::POST, path, body, header: None }
    }

    /// The same with a header.
    pub fn with(self, name: &str, value: &str) -> Self {
        Self { header: Some((name.to_owned(), value.to_owned())), ..self }
    }

    /// A change of the client's account.
    pub fn change_of_account(client: &Client, changes: &Value) -> Self {
        Self { method: Method::PATCH, ..Self::new(client, "/v1/players/me", changes) }
    }

    /// The end of the client's account.
    pub fn end_of_account(client: &Client) -> Self {
        let nothing = Value::Object(serde_json::Map::new());
        Self { method: Method::DELETE, ..Self::new(client, "/v1/players/me", &nothing) }
    }
}

/// Sends all of them at the same instant; the answers in the same order.
pub async fn at_once(posts: Vec<Post>) -> Vec<Answer> {
    let start = Arc::new(Barrier::new(posts.len()));
    let send = |post: Post| {
        let start = start.clone();
        tokio::spawn(async move {
            let request = post.client.request(post.method, &post.path).json(&post.body);
            let request = match post.header {
                Some((name, value)) => request.header(name, value),
                None => request,
            };
            start.wait().await;
            send(request).await
        })
    };
    let running: Vec<_> = posts.into_iter().map(send).collect();
    let mut answers = Vec::new();
    for task in running {
        answers.push(task.await.expect("the request is answered as documented"));
    }
    answers
}

impl App {
    /// The same player as a client of this server, with connections of his own.
    pub fn with_token_of(&self, client: &Client) -> Client {
        Client::new(&self.base, client.token.clone())
    }
}

/// The first hundred entries of the log of the game at that address.
pub async fn log(client: &Client, game: &str) -> Vec<Value> {
    let page = client.get(&format!("{game}/log?limit=100")).await.expect(200).json;
    assert_eq!(page["next"], Value::Null, "the log is longer than a page");
    page["items"].as_array().expect("a list").clone()
}

/// The kinds of log entries.
pub fn kinds(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["kind"].as_str().expect("a kind")).collect()
}
