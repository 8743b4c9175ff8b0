//! Two players with clocks, from the noon of a Monday on.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc, Weekday};
use serde_json::{Value, json};

use super::{
    calendar::{coming, instant, utc},
    client::Client,
    play::Table,
    reading::whole_log,
};

/// A noon from which a test begins.
pub fn noon() -> DateTime<Utc> {
    utc(monday(), 12, 0)
}

/// The next Monday.
pub fn monday() -> NaiveDate {
    coming(Weekday::Mon)
}

/// The day so many days after that Monday.
pub fn day(number: i64) -> NaiveDate {
    monday() + TimeDelta::days(number)
}

/// Changes the player's own account.
pub async fn change(client: &Client, changes: Value) -> Value {
    client.patch("/v1/players/me", &changes).await.expect(200).json
}

/// Sets a vacation from the one day after the first Monday to the other.
pub async fn take_off(client: &Client, from: i64, until: i64) {
    let days = json!({ "from": day(from).to_string(), "until": day(until).to_string() });
    change(client, json!({ "vacation": days })).await;
}

/// A game in which the clocks of both run.
pub async fn start(players: &[&Client; 2], per_turn: &str) -> Table {
    let game = json!({ "ruleset": "nine_card", "clock": { "per_turn": per_turn, "on_timeout": "bot" } });
    Table::start_with(players.map(Client::clone).to_vec(), game).await
}

/// Turns up the first three cards.
pub async fn reveal(table: &Table, seat: usize) {
    let action = json!({ "type": "reveal", "cells": [0, 1, 2] });
    table.players[seat].post(&table.path("/moves"), &action).await.expect(200);
}

/// How the deadline of that seat comes about.
pub async fn explained(table: &Table, seat: usize) -> Value {
    table.seen_by(seat).await["you"]["clock_explained"].clone()
}

/// The deadline of that seat.
pub async fn deadline(table: &Table, seat: usize) -> DateTime<Utc> {
    instant(&table.seen_by(seat).await["seats"][seat]["deadline"])
}

/// When the turn of that seat began, which was just now.
pub async fn since(table: &Table, seat: usize) -> DateTime<Utc> {
    let since = instant(&explained(table, seat).await["since"]);
    assert!(since >= noon() && since < noon() + TimeDelta::minutes(2), "{since}");
    since
}

/// The last entry of the log.
pub async fn last(table: &Table) -> Value {
    whole_log(&table.players[0], &table.id).await.last().expect("an entry").clone()
}
