//! Games with a clock, and waiting for what a server does by itself.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use clubhouse::{clock::Clock, rulesets::chance::Stream};
use serde_json::Value;

use super::{app::App, client::Client, databases::Database, play::Table, reading::whole_log};

/// How long a server may take for what it does by itself, however busy this machine is.
const PATIENCE: Duration = Duration::from_secs(20);

/// Asks again and again until there is an answer.
pub async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = ask().await {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "in {PATIENCE:?} it has not come to this: {what}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// A time that stands in an answer.
#[track_caller]
pub fn time(value: &Value) -> DateTime<Utc> {
    let text = value.as_str().unwrap_or_else(|| panic!("not a time: {value}"));
    text.parse().unwrap_or_else(|_| panic!("not a time: {text}"))
}

/// The deadlines of a game's seats.
pub fn deadlines(game: &Value) -> Vec<Option<DateTime<Utc>>> {
    let seats = game["seats"].as_array().expect("a list");
    seats.iter().map(|seat| Some(&seat["deadline"]).filter(|at| !at.is_null()).map(time)).collect()
}

impl App {
    /// Moves the server's time to that moment; it must not have passed.
    pub fn advance_to(&self, moment: DateTime<Utc>) {
        let by = moment - self.clock.now();
        assert!(by > TimeDelta::zero(), "this machine is too slow: {moment} has passed");
        self.clock.advance(by);
    }
}

/// How many entries of that kind the game's log has. Nobody visits the game for it.
pub fn count(database: &Database, id: &str, kind: &str) -> i64 {
    database.number(&format!("SELECT count(*) FROM log WHERE game_id = '{id}' AND kind = '{kind}'"))
}

/// Waits until the log has so many entries of that kind.
pub async fn until_logged(database: &Database, id: &str, kind: &str, times: i64) {
    until(&format!("{times} × {kind}"), async || (count(database, id, kind) >= times).then_some(())).await;
    assert_eq!(count(database, id, kind), times, "{kind}");
}

/// Lets the time of whoever has the earliest deadline run out, for the `times`th time in this game.
pub async fn let_time_run_out(app: &App, database: &Database, table: &Table, times: i64) {
    app.advance_to(time(&table.seen_by(0).await["deadline"]) + TimeDelta::milliseconds(100));
    until_logged(database, &table.id, "timed_out", times).await;
}

/// Makes the server look at the game now, whether or not it had to, and waits until it has.
pub async fn look_at(database: &Database, id: &str) {
    database.execute(&format!("UPDATE games SET wake_at = created_at WHERE id = '{id}'"));
    let waits = format!("SELECT count(*) FROM games WHERE id = '{id}' AND wake_at = created_at");
    until("the server looks at the game", async || (database.number(&waits) == 0).then_some(())).await;
}

/// The log's last entries, from after that version.
pub async fn since(client: &Client, id: &str, version: &Value) -> Vec<Value> {
    let after = version.as_u64().expect("a version");
    let log = whole_log(client, id).await;
    log.into_iter().filter(|entry| entry["version"].as_u64() > Some(after)).collect()
}

/// Waits until no bot is to act any more; the game as seat 0 sees it.
pub async fn until_humans_act(table: &Table, bots: &[usize]) -> Value {
    until("the bots have moved", async || {
        let game = table.seen_by(0).await;
        let to_act = game["to_act"].as_array().expect("a list");
        let waits = to_act.iter().any(|seat| bots.iter().any(|bot| seat == bot));
        (!waits).then_some(game)
    })
    .await
}

/// Reveals the cells 0, 1 and 2 for every seat that has to reveal; the game then.
pub async fn reveal_all(table: &Table) -> Value {
    for player in &table.players {
        let reveal = serde_json::json!({ "type": "reveal", "cells": [0, 1, 2] });
        player.post(&table.path("/moves"), &reveal).await.expect(200);
    }
    table.seen_by(0).await
}

/// The only seat that is to act.
#[track_caller]
pub fn whose_turn(game: &Value) -> usize {
    let to_act = game["to_act"].as_array().expect("a list");
    assert_eq!(to_act.len(), 1, "{to_act:?}");
    to_act[0].as_u64().expect("a seat") as usize
}

/// One legal move, at random, for the seat whose turn it is; the answer.
pub async fn take_turn(table: &Table, choices: &mut Stream) -> Value {
    table.play_any(choices).await.expect("the game goes on")
}
