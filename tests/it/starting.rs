//! The creator's own ways out of an open game: starting it early, and calling it off.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    reading::{act, create, id, path, told, whole_log},
    runner::tests,
};

tests![
    a_game_starts_early_without_its_empty_seats,
    seats_close_ranks_around_one_that_was_empty,
    only_the_creator_starts,
    a_start_needs_enough_players,
    before_the_start_only_the_creator_cancels_and_afterwards_all_who_play,
    a_cancelled_game_stays_as_it_is,
];

fn names(game: &Value) -> Vec<&str> {
    game["seats"].as_array().expect("a list").iter().filter_map(|seat| seat["name"].as_str()).collect()
}

async fn a_game_starts_early_without_its_empty_seats(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let seats = json!([{"type":"you"},{"type":"open"},{"type":"open"},{"type":"player","name":"eve"}]);
    let id = id(&create(&ana, json!({ "visibility": "public", "seats": seats })).await);
    act(&bob, &id, "join").await.expect(200);
    let started = act(&ana, &id, "start").await.expect(200).json;
    assert_eq!(started["status"], "active");
    assert_eq!(names(&started), ["ana", "bob"]);
    assert_eq!(started["to_act"], json!([0, 1]));
    assert_eq!(started["state"]["layouts"].as_array().map(Vec::len), Some(2), "nobody else was dealt to");
    let log = whole_log(&ana, &id).await;
    let all = [
        ("created", Some(0), "player"),
        ("invited", Some(3), "player"),
        ("joined", Some(1), "player"),
        ("seat_removed", Some(3), "server"),
        ("seat_removed", Some(2), "server"),
        ("started", None, "server"),
    ];
    assert_eq!(told(&log), all);
    assert_eq!(started["version"], log.len());
    assert_eq!(json!(log[3..]), started["played"]);
    // The invitation has gone with its seat.
    assert_eq!(eve.get("/v1/games?invited=me").await.expect(200).json["items"], json!([]));
    act(&eve, &id, "join").await.problem(409, "game_full");
    act(&eve, &id, "decline").await.problem(403, "forbidden");
    act(&ana, &id, "start").await.problem(409, "game_started");
}

async fn seats_close_ranks_around_one_that_was_empty(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let seats = json!([{"type":"open"},{"type":"you"},{"type":"open"},{"type":"open"},{"type":"open"}]);
    let id = id(&create(&ana, json!({ "seats": seats })).await);
    bob.post(&path(&id, "/join"), &json!({ "seat": 4 })).await.expect(200);
    eve.post(&path(&id, "/join"), &json!({ "seat": 2 })).await.expect(200);
    let started = act(&ana, &id, "start").await.expect(200).json;
    assert_eq!(names(&started), ["ana", "eve", "bob"], "clockwise as before");
    for (index, client) in [&ana, &eve, &bob].into_iter().enumerate() {
        let game = client.get(&path(&id, "")).await.expect(200).json;
        assert_eq!((&game["you"]["seat"], &game["seats"][index]["seat"]), (&json!(index), &json!(index)));
        let listed = client.get("/v1/games?to_act=me").await.expect(200).json;
        assert_eq!(listed["items"][0]["you"], json!({ "seat": index }));
    }
    // Each plays the seat that he has now.
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    let revealed = bob.post(&path(&id, "/moves"), &reveal).await.expect(200).json;
    assert_eq!(revealed["played"][0]["seat"], 2);
    assert_ne!(revealed["state"]["layouts"][2][0], "??");
}

async fn only_the_creator_starts(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let id = id(&create(&ana, json!({ "seats": [{"type":"you"},{"type":"open"},{"type":"open"}] })).await);
    act(&bob, &id, "join").await.expect(200);
    for client in [&bob, &eve] {
        act(client, &id, "start").await.problem(403, "forbidden");
    }
    assert_eq!(ana.get(&path(&id, "")).await.expect(200).json["status"], "open");
}

async fn a_start_needs_enough_players(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let seats = json!([{"type":"you"},{"type":"player","name":"bob"},{"type":"open"}]);
    let id = id(&create(&ana, json!({ "seats": seats })).await);
    let before = ana.get(&path(&id, "")).await.expect(200);
    act(&ana, &id, "start").await.problem(409, "not_enough_players");
    assert_eq!(ana.get(&path(&id, "")).await.expect(200).text, before.text, "an invitation is nobody yet");
    act(&bob, &id, "join").await.expect(200);
    act(&ana, &id, "start").await.expect(200);
}

async fn before_the_start_only_the_creator_cancels_and_afterwards_all_who_play(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let open = id(&create(&ana, json!({ "seats": [{"type":"you"},{"type":"open"},{"type":"open"}] })).await);
    act(&bob, &open, "join").await.expect(200);
    act(&bob, &open, "cancel").await.problem(403, "forbidden");
    let cancelled = act(&ana, &open, "cancel").await.expect(200).json;
    assert_eq!(cancelled["status"], "cancelled");
    let log = whole_log(&ana, &open).await;
    assert_eq!(told(&log).last(), Some(&("cancelled", Some(0), "player")));
    assert_eq!(cancelled["version"], log.len());
    let active = id(&create(&ana, json!({})).await);
    act(&bob, &active, "join").await.expect(200);
    let eve = app.player("eve").await;
    act(&eve, &active, "cancel").await.problem(403, "forbidden");
    let voted = act(&bob, &active, "cancel").await.expect(200).json;
    assert_eq!((&voted["status"], &voted["cancel_votes"]), (&json!("active"), &json!([1])));
    act(&bob, &active, "cancel").await.problem(409, "already_voted");
    assert_eq!(act(&ana, &active, "cancel").await.expect(200).json["status"], "cancelled");
    // Also for him who has not created it there is nothing left to cancel.
    for player in [&ana, &bob] {
        act(player, &active, "cancel").await.problem(409, "game_cancelled");
    }
    act(&eve, &active, "cancel").await.problem(403, "forbidden");
}

async fn a_cancelled_game_stays_as_it_is(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let id = id(&create(&ana, json!({ "seats": [{"type":"you"},{"type":"open"},{"type":"open"}] })).await);
    act(&bob, &id, "join").await.expect(200);
    act(&ana, &id, "cancel").await.expect(200);
    let before = ana.get(&path(&id, "")).await.expect(200);
    let refused = async |client: &Client, what: &str, body: Value| {
        client.post(&path(&id, what), &body).await.problem(409, "game_cancelled");
    };
    for what in ["/start", "/cancel"] {
        refused(&ana, what, json!({})).await;
    }
    refused(&ana, "/kick", json!({ "seat": 1 })).await;
    for what in ["/leave", "/resign"] {
        refused(&bob, what, json!({})).await;
    }
    refused(&bob, "/moves", json!({ "type": "draw" })).await;
    assert_eq!(ana.get(&path(&id, "")).await.expect(200).text, before.text);
    let open = ana.get("/v1/games?status=open").await.expect(200).json;
    assert_eq!(open["items"], json!([]));
}
