//! Changing what one's own account says of time.

use chrono::{NaiveDate, TimeDelta};
use serde_json::{Value, json};

use super::client::{Answer, Client};

/// The address of one's own account.
pub const ME: &str = "/v1/players/me";

/// Changes one's own account.
pub async fn change(client: &Client, changes: Value) -> Answer {
    client.patch(ME, &changes).await
}

/// A vacation from the one day to the other.
pub fn days(from: NaiveDate, until: NaiveDate) -> Value {
    json!({ "vacation": { "from": from.to_string(), "until": until.to_string() } })
}

/// A vacation of so many days.
pub fn vacation(from: NaiveDate, length: i64) -> Value {
    days(from, from + TimeDelta::days(length - 1))
}

/// The answer must blame that field and no other.
#[track_caller]
pub fn assert_invalid(answer: Answer, field: &str) {
    let problem = answer.problem(422, "invalid");
    assert_eq!(problem.json["errors"][0]["field"], field, "{}", problem.text);
    assert_eq!(problem.json["errors"].as_array().map(Vec::len), Some(1));
}
