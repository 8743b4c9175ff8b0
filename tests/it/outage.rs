//! What happens when the database hangs up, or is not there for a while. A file cannot be lost that way: on
//! SQLite nobody notices anything.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::{Database, Kind},
    play::Table,
    runner::tests,
};

tests![
    nobody_waits_longer_for_a_lost_database_because_many_do,
    whoever_asks_while_connections_are_lost_is_told_to_try_again_at_most,
];

/// What the server waits for a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks for all of them at the same time.
async fn get_all(paths: Vec<(Client, String)>) -> Vec<Answer> {
    let asking = paths.into_iter().map(|(client, path)| tokio::spawn(async move { client.get(&path).await }));
    join_all(asking).await.into_iter().map(|answer| answer.expect("it is answered")).collect()
}

/// So many who look at the game, at its log, or at all games.
fn paths(table: &Table, many: usize) -> Vec<(Client, String)> {
    let path = |number| match number % 6 {
        0 => table.path("/log"),
        3 => "/v1/games".to_owned(),
        _ => table.path(""),
    };
    (0..many).map(|number| (table.players[number % 2].clone(), path(number))).collect()
}

async fn nobody_waits_longer_for_a_lost_database_because_many_do(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    database.shut();
    let started = Instant::now();
    for answer in get_all(paths(&table, 150)).await {
        match database.kind {
            Kind::Postgres => drop(answer.problem(503, "unavailable")),
            Kind::Sqlite => drop(answer.expect(200)),
        }
    }
    let waited = started.elapsed();
    assert!(waited < PATIENCE + Duration::from_secs(5), "they waited for each other, too: {waited:?}");
    database.open_again();
    for answer in get_all(paths(&table, 12)).await {
        answer.expect(200);
    }
}

async fn whoever_asks_while_connections_are_lost_is_told_to_try_again_at_most(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let action = json!({ "type": "reveal", "cells": [0, 1, 2] });
    for _ in 0..10 {
        get_all(paths(&table, 40)).await;
        database.hang_up();
        let moved =
            table.players[0].post_with(&table.path("/moves"), &action, ("Idempotency-Key", "k")).await;
        for answer in get_all(paths(&table, 40)).await.into_iter().chain([moved]) {
            match (answer.status, database.kind) {
                (503, Kind::Postgres) => drop(answer.problem(503, "unavailable")),
                _ => drop(answer.expect(200)),
            }
        }
    }
    // The move was made once, however often it was sent.
    table.players[0].post_with(&table.path("/moves"), &action, ("Idempotency-Key", "k")).await.expect(200);
    assert_eq!(table.seen_by(0).await["version"], 4);
}
