//! What a game looks like on the wire, field by field, in each of its stages.

use chrono::DateTime;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::{Table, choices},
    quick::play_quickly,
    reading::{act, create, fields, id, path, whole_log},
    runner::tests,
};

tests![
    an_open_game_waits_for_players,
    an_active_game_shows_the_table,
    a_finished_game_has_an_outcome,
    a_cancelled_game_has_none,
    whoever_has_no_seat_sees_what_anybody_sees,
    a_summary_leaves_out_state_and_moves,
    to_act_and_legal_moves_agree,
    a_drawn_card_is_shown_to_its_player_alone,
    the_hole_just_finished_can_still_be_seen,
    equal_scores_share_a_place,
];

const GAME: [&str; 17] = [
    "clock",
    "created_at",
    "deadline",
    "finished_at",
    "id",
    "options",
    "outcome",
    "ruleset",
    "seats",
    "started_at",
    "state",
    "status",
    "to_act",
    "updated_at",
    "version",
    "visibility",
    "you",
];
const PLAYER_SEAT: [&str; 7] = ["deadline", "display_name", "name", "player_id", "score", "seat", "type"];
const NINE_CARD_VIEW: [&str; 12] = [
    "dealer",
    "discard",
    "drawn",
    "hole",
    "hole_scores",
    "holes",
    "last_hole",
    "layouts",
    "phase",
    "stock",
    "totals",
    "went_out",
];

const FACE_DOWN: [&str; 9] = ["??"; 9];

async fn read(client: &Client, id: &str) -> Value {
    let mut game = client.get(&path(id, "")).await.expect(200).json;
    // An open game has one more.
    let expires_at = game.as_object_mut().expect("an object").remove("expires_at");
    assert_eq!(expires_at.is_some(), game["status"] == "open");
    assert_eq!(fields(&game), GAME);
    assert_eq!(game["id"], id);
    assert_eq!(game["ruleset"], "nine_card");
    assert_eq!((&game["clock"], &game["deadline"]), (&Value::Null, &Value::Null));
    game
}

/// Whether these are times, in UTC, and which of them are there.
fn times(game: &Value) -> [bool; 4] {
    ["created_at", "updated_at", "started_at", "finished_at"].map(|field| {
        let Some(text) = game[field].as_str() else { return false };
        assert!(text.ends_with('Z') && DateTime::parse_from_rfc3339(text).is_ok(), "{text}");
        true
    })
}

fn one_hole() -> Value {
    json!({ "ruleset": "nine_card", "options": { "holes": 1 } })
}

async fn play_out(table: &Table, number: u64) {
    let mut choices = choices(number);
    while play_quickly(table, &mut choices).await.is_some() {}
}

async fn an_open_game_waits_for_players(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("Bob").await);
    ana.patch("/v1/players/me", &json!({ "display_name": "Ana" })).await.expect(200);
    let account = ana.get("/v1/players/me").await.expect(200).json;
    let seats = json!([{"type":"you"},{"type":"player","name":"bob"},{"type":"open"}]);
    let game = read(&ana, &id(&create(&ana, json!({ "seats": seats })).await)).await;
    assert_eq!(game["status"], "open");
    assert_eq!(times(&game), [true, true, false, false]);
    assert_eq!((&game["started_at"], &game["finished_at"]), (&Value::Null, &Value::Null));
    assert_eq!((&game["state"], &game["outcome"]), (&Value::Null, &Value::Null));
    assert_eq!(game["to_act"], json!([]));
    assert_eq!(game["you"], json!({ "seat": 0, "legal_moves": [] }));
    assert_eq!(fields(&game["seats"][0]), PLAYER_SEAT);
    assert_eq!(game["seats"][0]["player_id"], account["id"]);
    assert_eq!(
        (&game["seats"][0]["name"], &game["seats"][0]["display_name"]),
        (&json!("ana"), &json!("Ana"))
    );
    assert_eq!((&game["seats"][1]["type"], &game["seats"][1]["name"]), (&json!("invited"), &json!("Bob")));
    assert_eq!(game["seats"][2], json!({ "seat": 2, "type": "open", "score": null, "deadline": null }));
    assert_eq!(read(&bob, game["id"].as_str().expect("an id")).await["you"], Value::Null);
}

async fn an_active_game_shows_the_table(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, json!({ "ruleset": "nine_card" })).await;
    let game = read(&table.players[1], &table.id).await;
    assert_eq!(game["status"], "active");
    assert_eq!(times(&game), [true, true, true, false]);
    assert_eq!(game["outcome"], Value::Null);
    assert_eq!(game["to_act"], json!([0, 1, 2]), "everybody reveals in his own time");
    assert_eq!(game["you"]["seat"], 1);
    for seat in game["seats"].as_array().expect("a list") {
        assert_eq!(fields(seat), PLAYER_SEAT);
        assert_eq!(
            (&seat["type"], &seat["score"], &seat["deadline"]),
            (&json!("player"), &json!(0), &Value::Null)
        );
    }
    let state = &game["state"];
    assert_eq!(fields(state), NINE_CARD_VIEW);
    assert_eq!((&state["hole"], &state["holes"], &state["phase"]), (&json!(1), &json!(9), &json!("reveal")));
    assert!(state["dealer"].as_u64() < Some(3));
    // Three packs of 54, less nine for each and the one turned up.
    assert_eq!(state["stock"], 3 * 54 - 3 * 9 - 1);
    assert_ne!(state["discard"], "??", "the discard lies open");
    assert_eq!(
        (&state["drawn"], &state["went_out"], &state["last_hole"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(state["layouts"], json!(vec![FACE_DOWN; 3]));
    assert_eq!((&state["totals"], &state["hole_scores"]), (&json!([0, 0, 0]), &json!([[], [], []])));
}

async fn a_finished_game_has_an_outcome(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, one_hole()).await;
    play_out(&table, 11).await;
    let game = read(&table.players[2], &table.id).await;
    assert_eq!(game["status"], "finished");
    assert_eq!(times(&game), [true, true, true, true]);
    assert_eq!(game["finished_at"], game["updated_at"]);
    assert_eq!(game["to_act"], json!([]));
    assert_eq!(game["you"], json!({ "seat": 2, "legal_moves": [] }));
    assert_eq!(fields(&game["outcome"]), ["places", "reason"]);
    assert_eq!(game["outcome"]["reason"], "completed");
    assert_eq!(game["outcome"]["places"], ranked(&game));
    let state = &game["state"];
    assert_eq!(fields(state), NINE_CARD_VIEW);
    assert!(!state["layouts"].to_string().contains("??"), "everything is turned up: {state}");
    assert_eq!(state["drawn"], Value::Null);
    assert_eq!(state["last_hole"]["layouts"], state["layouts"]);
    for seat in 0..3 {
        assert_eq!(game["seats"][seat]["score"], state["totals"][seat]);
        assert_eq!(state["hole_scores"][seat], json!([state["totals"][seat]]));
    }
}

/// The places that the scores at the seats make: the lowest first, equal ones together.
fn ranked(game: &Value) -> Value {
    let scores: Vec<i64> =
        game["seats"].as_array().into_iter().flatten().filter_map(|seat| seat["score"].as_i64()).collect();
    let mut distinct = scores.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let place = |score: &i64| {
        let seats: Vec<usize> = (0..scores.len()).filter(|&seat| scores[seat] == *score).collect();
        let better = scores.iter().filter(|other| *other < score).count();
        json!({ "place": better + 1, "seats": seats, "score": score })
    };
    distinct.iter().map(place).collect()
}

async fn a_cancelled_game_has_none(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let id = id(&create(&ana, json!({})).await);
    act(&ana, &id, "cancel").await.expect(200);
    let game = read(&ana, &id).await;
    assert_eq!(game["status"], "cancelled");
    assert!(!times(&game)[2], "it never started");
    assert_eq!((&game["state"], &game["outcome"]), (&Value::Null, &Value::Null));
    assert_eq!((&game["to_act"], &game["you"]["legal_moves"]), (&json!([]), &json!([])));
}

async fn whoever_has_no_seat_sees_what_anybody_sees(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, one_hole()).await;
    let eve = app.player("eve").await;
    for number in 0..2 {
        let seen = app.stranger().get(&table.path("")).await.expect(200);
        assert_eq!(seen.json["you"], Value::Null);
        assert_eq!(eve.get(&table.path("")).await.expect(200).text, seen.text);
        let mut own = read(&table.players[number], &table.id).await;
        own["you"] = Value::Null;
        assert_eq!(own, seen.json, "before anybody has drawn, a player sees no more");
        play_out(&table, 12).await;
    }
}

async fn a_summary_leaves_out_state_and_moves(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, one_hole()).await;
    let eve = app.player("eve").await;
    for status in ["active", "finished"] {
        let mine = table.players[1].get("/v1/games?player=me").await.expect(200).json;
        let others = eve.get(&format!("/v1/games?status={status}")).await.expect(200).json;
        for (page, you, client) in
            [(mine, json!({ "seat": 1 }), &table.players[1]), (others, Value::Null, &eve)]
        {
            let mut expected = read(client, &table.id).await;
            expected.as_object_mut().expect("an object").remove("state");
            expected["you"] = you;
            assert_eq!(page["items"], json!([expected]));
        }
        play_out(&table, 13).await;
    }
}

async fn to_act_and_legal_moves_agree(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, one_hole()).await;
    let mut choices = choices(14);
    for step in 0..25 {
        for seat in 0..3 {
            let game = table.seen_by(seat).await;
            let to_act = game["to_act"].as_array().expect("a list").contains(&json!(seat));
            let legal = game["you"]["legal_moves"].as_array().expect("a list");
            assert_eq!(to_act, !legal.is_empty(), "seat {seat}: {game:#}");
            if game["state"]["phase"] == "reveal" && to_act {
                // Three of nine cells, in ascending order.
                assert_eq!(legal.len(), 84);
            } else if to_act {
                // Nine cells, and draw or discard.
                assert_eq!(legal.len(), 10);
            }
        }
        if step == 1 {
            let waiting = table.seen_by(0).await["to_act"].as_array().map(Vec::len);
            assert_eq!(waiting, Some(2), "one has revealed");
        }
        if play_quickly(&table, &mut choices).await.is_none() {
            break;
        }
    }
}

async fn a_drawn_card_is_shown_to_its_player_alone(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, one_hole()).await;
    for player in &table.players {
        let reveal = json!({ "type": "reveal", "cells": [0, 4, 8] });
        player.post(&table.path("/moves"), &reveal).await.expect(200);
    }
    let before = table.seen_by(0).await;
    let seat = before["to_act"][0].as_u64().expect("a seat") as usize;
    assert_eq!(before["state"]["dealer"], json!(1 - seat), "the dealer's left begins");
    let layout: Vec<bool> =
        before["state"]["layouts"][0].as_array().into_iter().flatten().map(|card| card == "??").collect();
    assert_eq!(layout, [false, true, true, true, false, true, true, true, false]);
    let drew =
        table.players[seat].post(&table.path("/moves"), &json!({ "type": "draw" })).await.expect(200).json;
    let card = &drew["state"]["drawn"];
    assert_ne!(card, "??");
    assert_eq!(drew["played"][0]["events"], json!([{ "type": "draw", "seat": seat, "card": card }]));
    assert_eq!(drew["state"]["stock"].as_u64().map(|n| n + 1), before["state"]["stock"].as_u64());
    for (client, shown) in [
        (&table.players[seat], card.clone()),
        (&table.players[1 - seat], json!("??")),
        (&app.stranger(), json!("??")),
    ] {
        assert_eq!(read(client, &table.id).await["state"]["drawn"], shown);
    }
    let moved = table.players[seat].post(&table.path("/moves"), &json!({ "type": "swap", "cell": 1 })).await;
    let moved = moved.expect(200).json;
    assert_eq!(moved["state"]["layouts"][seat][1], *card, "it lies open now");
    assert_eq!((&moved["state"]["drawn"], &moved["to_act"]), (&Value::Null, &json!([1 - seat])));
}

async fn the_hole_just_finished_can_still_be_seen(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card", "options": { "holes": 2 } })).await;
    let mut choices = choices(15);
    let last = loop {
        let (_, answer) = play_quickly(&table, &mut choices).await.expect("there is a second hole");
        if answer.json["state"]["hole"] == 2 {
            break answer.json;
        }
    };
    let state = &last["state"];
    assert_eq!((&state["phase"], &last["to_act"]), (&json!("reveal"), &json!([0, 1])));
    assert_eq!(state["layouts"], json!(vec![FACE_DOWN; 2]), "dealt anew");
    let finished = &state["last_hole"];
    assert_eq!(finished["hole"], 1);
    assert!(!finished["layouts"].to_string().contains("??"));
    assert_eq!(finished["scores"], state["totals"]);
    for seat in 0..2 {
        assert_eq!(last["seats"][seat]["score"], state["totals"][seat]);
        assert_eq!(state["hole_scores"][seat], json!([state["totals"][seat]]));
    }
    let log = whole_log(&app.stranger(), &table.id).await;
    assert_eq!(log.last(), last["played"].as_array().and_then(|played| played.last()));
}

/// Among thirteen, two nearly always come out equal; else they play again.
async fn equal_scores_share_a_place(database: Database) {
    let app = App::start(&database);
    let mut players = Vec::new();
    for number in 0..13 {
        players.push(app.player(&format!("p{number}")).await);
    }
    let mut choices = choices(16);
    for _ in 0..20 {
        let table = Table::start_with(players.clone(), one_hole()).await;
        while play_quickly(&table, &mut choices).await.is_some() {}
        let game = table.seen_by(0).await;
        let places = game["outcome"]["places"].as_array().expect("a list");
        assert_eq!(game["outcome"]["places"], ranked(&game));
        if places.len() < 13 {
            return;
        }
    }
    panic!("thirteen different scores in each of twenty games");
}
