//! What happens while somebody else holds a lock.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{
    app::App,
    databases::Database,
    lock::Lock,
    play::Table,
    runner::tests,
    rush::{Post, at_once, kinds, log},
};

tests![
    whoever_waits_too_long_is_told_so_and_reads_go_on,
    a_short_wait_is_not_noticed,
    whoever_ends_his_account_while_he_waits_for_a_seat_does_not_get_it,
];

/// What the server waits for a lock.
const PATIENCE: Duration = Duration::from_secs(10);

async fn whoever_waits_too_long_is_told_so_and_reads_go_on(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let before = table.seen_by(0).await;
    let lock = Lock::hold(&database, &table.id);
    let started = Instant::now();

    let action = json!({ "type": "reveal", "cells": [0, 1, 2] });
    let path = table.path("/moves");
    let with_key = Post::new(&table.players[0], &path, &action).with("Idempotency-Key", "k");
    let waiting = tokio::spawn(at_once(vec![
        with_key,
        Post::new(&table.players[1], &path, &action),
        Post::new(&table.players[1], &path, &action),
    ]));
    let mut reads = 0;
    while !waiting.is_finished() {
        assert_eq!(table.seen_by(reads % 2).await["version"], before["version"]);
        app.stranger().get("/health/ready").await.expect(200);
        app.stranger().get("/v1/games").await.expect(200);
        reads += 1;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(reads > 10, "reads do not wait for the lock: {reads}");

    let [keyed, plain, third] = waiting.await.expect("all are answered").try_into().expect("three answers");
    keyed.problem(409, "idempotency_key_in_use");
    for answer in [plain, third] {
        let answer = answer.problem(503, "unavailable");
        let seconds: u64 = answer.header("retry-after").parse().expect("seconds");
        assert!((1..=60).contains(&seconds), "{seconds}");
    }
    let waited = started.elapsed();
    assert!(waited >= PATIENCE - Duration::from_secs(1), "they gave up after {waited:?}");
    assert!(waited < PATIENCE + Duration::from_secs(5), "they waited for each other, too: {waited:?}");

    lock.release();
    let again = table.players[0].post_with(&path, &action, ("Idempotency-Key", "k")).await.expect(200);
    assert!(!again.headers.contains_key("idempotency-replayed"), "nothing had been done");
    table.players[1].post(&path, &action).await.expect(200);
    let log = log(&table.players[0], &table.path("")).await;
    assert_eq!(kinds(&log), ["created", "joined", "started", "move", "move"]);
}

async fn a_short_wait_is_not_noticed(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let lock = Lock::hold(&database, &table.id);
    let action = json!({ "type": "reveal", "cells": [0, 1, 2] });
    let post = |player| Post::new(player, &table.path("/moves"), &action).with("Idempotency-Key", "k");
    // A twin waits like the first one and gets the same answer.
    let [ana, ben] = &table.players[..] else { panic!("two players") };
    let waiting = tokio::spawn(at_once(vec![post(ana), post(ana), post(ben)]));
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!waiting.is_finished());
    lock.release();
    let answers = waiting.await.expect("all are answered");
    for answer in &answers {
        answer.clone().expect(200);
    }
    assert_eq!(answers[0].text, answers[1].text);
    assert_eq!(table.seen_by(0).await["version"], 5);
}

async fn whoever_ends_his_account_while_he_waits_for_a_seat_does_not_get_it(database: Database) {
    let app = App::start(&database);
    let (ana, ben) = (app.player("ana").await, app.player("ben").await);
    let game = ana.post("/v1/games", &json!({ "ruleset": "nine_card" })).await.expect(201).json;
    let id = game["id"].as_str().expect("an id").to_owned();
    let path = format!("/v1/games/{id}");

    let lock = Lock::hold(&database, &id);
    let joining = tokio::spawn(at_once(vec![Post::new(&ben, &format!("{path}/join"), &json!({}))]));
    tokio::time::sleep(Duration::from_millis(300)).await;
    let ending = tokio::spawn(at_once(vec![Post::end_of_account(&ben)]));
    tokio::time::sleep(Duration::from_millis(700)).await;
    lock.release();

    ending.await.expect("it is answered")[0].clone().expect(204);
    let joined = joining.await.expect("it is answered")[0].status;
    let told = log(&ana, &path).await;
    match joined {
        200 => assert_eq!(kinds(&told), ["created", "joined", "started", "resigned"]),
        status => assert_eq!((status, kinds(&told)), (401, vec!["created"])),
    }
}
