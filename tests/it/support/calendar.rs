//! Days and instants, for tests of time.

use std::{
    future::Future,
    time::{Duration, Instant},
};

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc, Weekday};
use clubhouse::clock::Clock;
use serde_json::{Value, json};

use super::{app::App, client::Client};

/// How long [`eventually`] waits.
const PATIENCE: Duration = Duration::from_secs(30);

/// The next such day that is at least three days ahead, so that every test can travel to it.
pub fn coming(day: Weekday) -> NaiveDate {
    let days = Utc::now().date_naive().iter_days().skip(3);
    days.into_iter().find(|date| date.weekday() == day).expect("every week has one")
}

/// The first of March of next year: far from both ends of a calendar year.
pub fn next_march() -> NaiveDate {
    NaiveDate::from_ymd_opt(Utc::now().year() + 1, 3, 1).expect("a date")
}

/// That time of the day in UTC.
pub fn utc(day: NaiveDate, hour: u32, minute: u32) -> DateTime<Utc> {
    day.and_hms_opt(hour, minute, 0).expect("a time of the day").and_utc()
}

/// That time of the day in Tokyo, where it is nine hours later than in UTC all the year.
pub fn tokyo(day: NaiveDate, hour: u32, minute: u32) -> DateTime<Utc> {
    utc(day, hour, minute) - TimeDelta::hours(9)
}

/// The instant that an answer names.
#[track_caller]
pub fn instant(value: &Value) -> DateTime<Utc> {
    let text = value.as_str().unwrap_or_else(|| panic!("no time: {value}"));
    assert!(text.ends_with('Z'), "{text}");
    text.parse().expect("a time")
}

impl App {
    /// Moves the time on to that instant; how much is left of the request that did not take long
    /// is seen in what the server says.
    pub fn travel_to(&self, to: DateTime<Utc>) {
        let by = to - self.clock.now();
        assert!(by > TimeDelta::zero(), "time does not go back to {to}");
        self.clock.advance(by);
    }
}

/// Moves a sandbox's time on; the time then.
pub async fn advance(client: &Client, by: &str) -> DateTime<Utc> {
    let answer = client.post("/v1/sandbox/clock", &json!({ "advance": by })).await.expect(200);
    instant(&answer.json["now"])
}

/// Asks again and again until there is something.
pub async fn eventually<T, F: Future<Output = Option<T>>>(what: &str, mut look: impl FnMut() -> F) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "never: {what}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}
