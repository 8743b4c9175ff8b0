//! Games that are set up in one call, and logs that are read to their end.

use serde_json::{Value, json};

use super::client::{Answer, Client};

/// Creates a game of nine-card Golf; `more` is what goes beyond the ruleset.
pub async fn create(client: &Client, more: Value) -> Answer {
    let mut body = more;
    body["ruleset"] = json!("nine_card");
    client.post("/v1/games", &body).await.expect(201)
}

/// The id of the game in that answer.
pub fn id(answer: &Answer) -> String {
    answer.json["id"].as_str().expect("an id").to_owned()
}

/// The address of a game, with something appended.
pub fn path(id: &str, rest: &str) -> String {
    format!("/v1/games/{id}{rest}")
}

/// Posts an empty body to a part of a game.
pub async fn act(client: &Client, id: &str, what: &str) -> Answer {
    client.post(&path(id, &format!("/{what}")), &json!({})).await
}

/// The whole log, as the client may see it, page by page.
pub async fn whole_log(client: &Client, id: &str) -> Vec<Value> {
    let (mut entries, mut query) = (Vec::new(), "limit=100".to_owned());
    loop {
        let page = client.get(&path(id, &format!("/log?{query}"))).await.expect(200).json;
        entries.extend(page["items"].as_array().expect("a list").iter().cloned());
        match page["next"].as_str() {
            Some(next) => query = format!("limit=100&cursor={next}"),
            None => return entries,
        }
    }
}

/// What stands in each entry besides move and events: kind, seat and author.
pub fn told(log: &[Value]) -> Vec<(&str, Option<u64>, &str)> {
    fn text<'a>(entry: &'a Value, field: &str) -> &'a str {
        entry[field].as_str().expect("a text")
    }
    log.iter().map(|entry| (text(entry, "kind"), entry["seat"].as_u64(), text(entry, "by"))).collect()
}

/// The names of an object's fields, in alphabetical order.
pub fn fields(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}
