//! What is said at a table, how far it was read, and notes to oneself.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::Table,
    reading::{act, create, fields, id, path},
    runner::tests,
    rush::{Post, at_once},
};

tests![
    players_talk_and_the_others_are_told,
    a_message_is_one_to_a_thousand_characters,
    strangers_neither_write_nor_read,
    a_game_may_let_everybody_read,
    who_has_read_how_far_is_told_to_the_table,
    notes_are_for_oneself,
    many_who_speak_at_once_are_all_heard_in_one_order,
    who_speaks_while_a_private_game_is_called_off_locks_nobody_out,
    a_message_that_is_sent_again_is_said_once,
    nobody_says_too_much_in_a_minute,
    messages_change_nothing_about_the_game,
    messages_come_as_they_are_said,
    whoever_ends_his_account_leaves_his_words_without_a_name,
];

async fn say(client: &Client, game: &str, text: &str) -> Value {
    client.post(&path(game, "/messages"), &json!({ "text": text })).await.expect(201).json
}

async fn heard(client: &Client, game: &str) -> Vec<Value> {
    let page = client.get(&path(game, "/messages?limit=100")).await.expect(200).json;
    page["items"].as_array().expect("a list").clone()
}

async fn feed_kinds(client: &Client) -> Vec<Value> {
    let page = client.get("/v1/feed?limit=100").await.expect(200).json;
    page["items"].as_array().expect("a list").iter().map(|item| item["kind"].clone()).collect()
}

async fn players_talk_and_the_others_are_told(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, json!({ "ruleset": "nine_card" })).await;
    let said = say(&table.players[1], &table.id, " Good luck,\nall of you! ").await;
    assert_eq!(fields(&said), ["at", "display_name", "id", "name", "seat", "text"]);
    assert_eq!((&said["id"], &said["seat"], &said["name"]), (&json!(1), &json!(1), &json!("p1")));
    assert_eq!(said["text"], "Good luck,\nall of you!");
    say(&table.players[0], &table.id, "You too").await;
    for player in &table.players {
        let heard = heard(player, &table.id).await;
        assert_eq!(heard[0], said);
        assert_eq!(
            (&heard[1]["id"], &heard[1]["seat"], &heard[1]["text"]),
            (&json!(2), &json!(0), &json!("You too"))
        );
    }
    for (player, others) in [(0, 1), (1, 1), (2, 2)] {
        let told = feed_kinds(&table.players[player]).await;
        assert_eq!(told.iter().filter(|kind| **kind == "message").count(), others);
    }
    let page = table.players[0].get(&table.path("/messages?after=1")).await.expect(200).json;
    assert_eq!(page["items"].as_array().map(Vec::len), Some(1));
    // Also when the game is over, and by whoever has given up.
    act(&table.players[0], &table.id, "resign").await.expect(200);
    say(&table.players[0], &table.id, "Have fun").await;
    act(&table.players[1], &table.id, "resign").await.expect(200);
    assert_eq!(say(&table.players[2], &table.id, "I won").await["id"], 4);
}

async fn a_message_is_one_to_a_thousand_characters(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let game = id(&create(&ana, json!({})).await);
    let longest = "ñ".repeat(1000);
    assert_eq!(say(&ana, &game, &longest).await["text"], longest);
    for bad in ["", "  ", "\n", "a\0b", "a\tb", "a\u{202e}b", "\u{3164}", &"n".repeat(1001)] {
        let refused =
            ana.post(&path(&game, "/messages"), &json!({ "text": bad })).await.problem(422, "invalid");
        assert_eq!(refused.json["errors"][0]["field"], "text");
    }
    for bad in [json!({}), json!({ "text": 1 }), json!({ "text": "a", "to": "bob" })] {
        ana.post(&path(&game, "/messages"), &bad).await.problem(400, "malformed");
    }
    assert_eq!(heard(&ana, &game).await.len(), 1);
}

async fn strangers_neither_write_nor_read(database: Database) {
    let app = App::start(&database);
    let (ana, eve, bob) = (app.player("ana").await, app.player("eve").await, app.player("bob").await);
    let seats = json!([{ "type": "you" }, { "type": "player", "name": "bob" }]);
    let public = id(&create(&ana, json!({ "seats": seats })).await);
    let private = id(&create(&ana, json!({ "seats": seats, "visibility": "private" })).await);
    say(&ana, &public, "Is anybody there?").await;
    say(&ana, &private, "Nobody else").await;
    let text = json!({ "text": "Hello" });
    // Bob is invited, and not at the table yet.
    for (client, game, status, code) in [
        (&eve, &public, 403, "forbidden"),
        (&bob, &public, 403, "forbidden"),
        (&bob, &private, 403, "forbidden"),
        (&eve, &private, 404, "not_found"),
    ] {
        client.post(&path(game, "/messages"), &text).await.problem(status, code);
        client.patch(&path(game, "/messages/read"), &json!({ "up_to": 0 })).await.problem(status, code);
        client.patch(&path(game, "/notes"), &text).await.problem(status, code);
        for part in ["/messages", "/messages?wait=5", "/messages/read", "/notes"] {
            client.get(&path(game, part)).await.problem(status, code);
        }
    }
    let nobody = app.stranger();
    nobody.get(&path(&public, "/messages")).await.problem(403, "forbidden");
    nobody.get(&path(&private, "/messages")).await.problem(404, "not_found");
    nobody.get(&path(&public, "/messages/read")).await.problem(401, "unauthorized");
    nobody.post(&path(&public, "/messages"), &text).await.problem(401, "unauthorized");
    act(&bob, &private, "join").await.expect(200);
    assert_eq!(heard(&bob, &private).await[0]["text"], "Nobody else");
}

async fn a_game_may_let_everybody_read(database: Database) {
    let app = App::start(&database);
    let (ana, eve) = (app.player("ana").await, app.player("eve").await);
    let created = create(&ana, json!({ "public_messages": true })).await;
    assert_eq!(created.json["public_messages"], true);
    let game = id(&created);
    say(&ana, &game, "Who comes?").await;
    for reader in [&eve, &app.stranger()] {
        assert_eq!(heard(reader, &game).await[0]["text"], "Who comes?");
    }
    eve.post(&path(&game, "/messages"), &json!({ "text": "I" })).await.problem(403, "forbidden");
    eve.get(&path(&game, "/messages/read")).await.problem(403, "forbidden");
    let private = id(&create(&ana, json!({ "public_messages": true, "visibility": "private" })).await);
    eve.get(&path(&private, "/messages")).await.problem(404, "not_found");
}

async fn who_has_read_how_far_is_told_to_the_table(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let (ana, bob) = (&table.players[0], &table.players[1]);
    for text in ["one", "two", "three"] {
        say(ana, &table.id, text).await;
    }
    let address = table.path("/messages/read");
    let marks = |ana: i64, bob: i64| json!({ "last": 3, "marks": [{ "seat": 0, "up_to": ana }, { "seat": 1, "up_to": bob }] });
    assert_eq!(bob.get(&address).await.expect(200).json, marks(0, 0));
    assert_eq!(bob.patch(&address, &json!({ "up_to": 2 })).await.expect(200).json, marks(0, 2));
    // It never goes back.
    assert_eq!(bob.patch(&address, &json!({ "up_to": 1 })).await.expect(200).json, marks(0, 2));
    assert_eq!(ana.patch(&address, &json!({ "up_to": 3 })).await.expect(200).json, marks(3, 2));
    assert_eq!(bob.get(&address).await.expect(200).json, marks(3, 2));
    for wrong in [-1, 4] {
        bob.patch(&address, &json!({ "up_to": wrong })).await.problem(422, "invalid");
    }
}

async fn notes_are_for_oneself(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let (ana, bob) = (&table.players[0], &table.players[1]);
    let address = table.path("/notes");
    assert_eq!(ana.get(&address).await.expect(200).json, json!({ "text": "" }));
    for text in ["Bob keeps\nhis jokers.", "He does not.", ""] {
        let note = json!({ "text": text });
        assert_eq!(ana.patch(&address, &note).await.expect(200).json, note);
        assert_eq!(ana.get(&address).await.expect(200).json, note);
        assert_eq!(bob.get(&address).await.expect(200).json, json!({ "text": "" }));
    }
    ana.patch(&address, &json!({ "text": "n".repeat(5000) })).await.expect(200);
    ana.patch(&address, &json!({ "text": "n".repeat(5001) })).await.problem(422, "invalid");
    ana.patch(&address, &json!({ "text": "a\0" })).await.problem(422, "invalid");
}

async fn many_who_speak_at_once_are_all_heard_in_one_order(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 4, json!({ "ruleset": "nine_card" })).await;
    let speaking: Vec<_> = (0..24)
        .map(|number| {
            let (player, game) = (table.players[number % 4].clone(), table.id.clone());
            tokio::spawn(async move { say(&player, &game, &number.to_string()).await })
        })
        .collect();
    let mut said = Vec::new();
    for one in speaking {
        said.push(one.await.expect("it is said"));
    }
    said.sort_by_key(|message| message["id"].as_i64());
    let heard = heard(&table.players[0], &table.id).await;
    assert_eq!(heard, said);
    let ids: Vec<i64> = heard.iter().filter_map(|message| message["id"].as_i64()).collect();
    assert_eq!(ids, (1..=24).collect::<Vec<_>>());
}

async fn who_speaks_while_a_private_game_is_called_off_locks_nobody_out(database: Database) {
    let app = App::start(&database);
    let (ana, ben) = (app.player("ana").await, app.player("ben").await);
    for _ in 0..10 {
        let seats = json!([{ "type": "you" }, { "type": "open" }, { "type": "open" }]);
        let created = create(&ana, json!({ "visibility": "private", "seats": seats })).await;
        let game = id(&created);
        ben.post("/v1/join", &json!({ "code": created.json["join_code"] })).await.expect(200);
        // Its code goes with the game, and for that Postgres takes a lock that a message has to wait for.
        let mut posts = vec![Post::new(&ana, &path(&game, "/cancel"), &json!({}))];
        for n in 0..10 {
            let who = if n % 2 == 0 { &ana } else { &ben };
            posts.push(Post::new(who, &path(&game, "/messages"), &json!({ "text": "Off?" })));
        }
        // Of a deadlock Postgres ends one side, which is told that the server is busy.
        for answer in at_once(posts).await {
            assert!(answer.is_success(), "{}", answer.json);
        }
    }
}

async fn a_message_that_is_sent_again_is_said_once(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let (address, text) = (table.path("/messages"), json!({ "text": "Once" }));
    let first = table.players[0].post_with(&address, &text, ("Idempotency-Key", "k")).await.expect(201);
    let again = table.players[0].post_with(&address, &text, ("Idempotency-Key", "k")).await.expect(201);
    assert_eq!((&again.text, again.header("idempotency-replayed")), (&first.text, "true"));
    let other = json!({ "text": "Twice" });
    let reused = table.players[0].post_with(&address, &other, ("Idempotency-Key", "k")).await;
    reused.problem(422, "idempotency_key_reused");
    assert_eq!(heard(&table.players[1], &table.id).await.len(), 1);
}

async fn nobody_says_too_much_in_a_minute(database: Database) {
    let app = App::start_with(&database, |config| {
        config.limits.limit_loopback = true;
        config.limits.messages_per_minute = 3;
    });
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    for text in ["one", "two", "three"] {
        say(&table.players[0], &table.id, text).await;
    }
    let (address, more) = (table.path("/messages"), json!({ "text": "four" }));
    let refused = table.players[0].post(&address, &more).await.problem(429, "too_many_requests");
    assert!(refused.header("retry-after").parse::<u64>().is_ok());
    say(&table.players[1], &table.id, "I may").await;
    app.clock.advance(TimeDelta::seconds(61));
    say(&table.players[0], &table.id, "four").await;
    assert_eq!(heard(&table.players[1], &table.id).await.len(), 5);
}

async fn messages_change_nothing_about_the_game(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let before = table.players[0].get(&table.path("")).await;
    say(&table.players[1], &table.id, "Hurry up").await;
    table.players[0].get_if_changed(&table.path(""), before.etag()).await.expect(304);
    // A move that was judged meanwhile does not lose what was said.
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    table.players[0].post(&table.path("/moves"), &reveal).await.expect(200);
    assert_eq!(heard(&table.players[0], &table.id).await.len(), 1);
}

async fn messages_come_as_they_are_said(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let waiting = {
        let (bob, address) = (table.players[1].clone(), table.path("/messages?wait=30"));
        tokio::spawn(async move { bob.get(&address).await.expect(200).json })
    };
    let request = table.players[1].request(Method::GET, &table.path("/messages"));
    let mut stream =
        request.header("Accept", "application/x-ndjson").send().await.expect("the server answers");
    assert_eq!(stream.chunk().await.expect("a sign of life").as_deref(), Some(&b"\n"[..]));
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert!(!waiting.is_finished());
    let said = say(&table.players[0], &table.id, "Now").await;
    assert_eq!(waiting.await.expect("an answer")["items"], json!([said]));
    let line = stream.chunk().await.expect("a line").expect("not the end");
    assert_eq!(serde_json::from_slice::<Value>(&line).expect("JSON"), said);
}

async fn whoever_ends_his_account_leaves_his_words_without_a_name(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, json!({ "ruleset": "nine_card" })).await;
    say(&table.players[2], &table.id, "Goodbye").await;
    table.players[2].delete("/v1/players/me").await.expect(204);
    let heard = heard(&table.players[0], &table.id).await;
    assert_eq!((&heard[0]["text"], &heard[0]["name"]), (&json!("Goodbye"), &Value::Null));
    say(&table.players[0], &table.id, "He is gone").await;
}
