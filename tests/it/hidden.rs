//! Nobody is told a hidden card. Games are played to the end while every viewer keeps all that he
//! is sent; afterwards the export says what lay where, and everything kept is held against it.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    mirror::mirror,
    play::{Table, choices},
    quick::play_quickly,
    reading::{act, path, whole_log},
    runner::tests,
};

tests![
    two_players_are_told_no_hidden_card_in_two_holes,
    three_players_who_rearrange_are_told_no_hidden_card,
    four_players_are_told_no_hidden_card,
    a_stock_made_of_discards_is_as_secret_as_the_first_one,
    two_players_of_card_golf_are_told_no_hidden_card,
    three_players_of_card_golf_are_told_no_hidden_card,
    partners_are_told_no_hidden_card_of_each_other,
    a_pack_made_of_played_cards_is_as_secret_as_the_first_one,
    two_players_of_par_fore_are_told_no_hidden_card,
    four_players_of_par_fore_are_told_no_hidden_card,
];

/// Somebody who looks on: his seat, if he has one.
struct Viewer {
    client: Client,
    seat: Option<usize>,
}

/// Something that a viewer was sent when the game had that version.
struct Kept {
    seat: Option<usize>,
    version: usize,
    what: What,
    answer: Answer,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum What {
    /// A game with its state, perhaps with `played`.
    Game,
    /// A page of the log.
    Log,
    /// Nothing that could hold a card.
    NoCards,
}

async fn two_players_are_told_no_hidden_card_in_two_holes(database: Database) {
    spy_on_a_game(&database, "nine_card", 2, json!({ "holes": 2 })).await;
}

async fn three_players_who_rearrange_are_told_no_hidden_card(database: Database) {
    spy_on_a_game(&database, "nine_card", 3, json!({ "holes": 1, "rearrange": true, "clear_lines": true }))
        .await;
}

async fn four_players_are_told_no_hidden_card(database: Database) {
    spy_on_a_game(&database, "nine_card", 4, json!({ "holes": 1, "out_penalty": 25, "joker_pairs": "keep" }))
        .await;
}

async fn two_players_of_card_golf_are_told_no_hidden_card(database: Database) {
    spy_on_a_game(&database, "card_golf", 2, json!({ "holes": 3 })).await;
}

async fn three_players_of_card_golf_are_told_no_hidden_card(database: Database) {
    spy_on_a_game(&database, "card_golf", 3, json!({ "holes": 2, "course": "carnoustie" })).await;
}

async fn partners_are_told_no_hidden_card_of_each_other(database: Database) {
    let options = json!({ "holes": 2, "course": "muirfield", "stop_when_decided": false });
    spy_on_a_game(&database, "card_golf", 4, options).await;
}

async fn two_players_of_par_fore_are_told_no_hidden_card(database: Database) {
    spy_on_a_game(&database, "par_fore", 2, json!({ "holes": 6 })).await;
}

async fn four_players_of_par_fore_are_told_no_hidden_card(database: Database) {
    spy_on_a_game(&database, "par_fore", 4, json!({ "holes": 3 })).await;
}

async fn spy_on_a_game(database: &Database, ruleset: &str, players: usize, options: Value) {
    let app = App::start(database);
    let table = Table::start(&app, players, json!({ "ruleset": ruleset, "options": options })).await;
    let viewers = viewers(&app, &table).await;
    let mut choices = choices(players as u64);
    let mut kept = Vec::new();
    for step in 0.. {
        look_around(&table, &viewers, step, &mut kept).await;
        let Some((seat, answer)) = play_quickly(&table, &mut choices).await else { break };
        let version = answer.json["version"].as_u64().expect("a version") as usize;
        kept.push(Kept { seat: Some(seat), version, what: What::Game, answer });
    }
    let export = viewers[0].client.get(&table.path("/export")).await.expect(200).json;
    assert!(kept.len() > 300, "only {} answers were kept", kept.len());
    check(&kept, &export);
    for viewer in &viewers {
        let log = whole_log(&viewer.client, &table.id).await;
        assert_eq!(json!(log), export["log"], "after the end the log is complete for everybody");
    }
}

async fn viewers(app: &App, table: &Table) -> Vec<Viewer> {
    let stranger = app.player("stranger").await;
    let seated = table.players.iter().cloned().enumerate();
    let mut viewers: Vec<Viewer> = seated.map(|(seat, client)| Viewer { client, seat: Some(seat) }).collect();
    viewers.push(Viewer { client: stranger, seat: None });
    viewers.push(Viewer { client: app.stranger(), seat: None });
    viewers
}

/// Everybody looks at everything, and tries what he may not do.
async fn look_around(table: &Table, viewers: &[Viewer], step: usize, kept: &mut Vec<Kept>) {
    let now = viewers[0].client.get(&table.path("")).await.expect(200).json;
    let version = now["version"].as_u64().expect("a version") as usize;
    let over = now["status"] == "finished";
    for viewer in viewers {
        let (client, seat) = (&viewer.client, viewer.seat);
        let mut keep = |what, answer| kept.push(Kept { seat, version, what, answer });
        keep(What::Game, client.get(&table.path("")).await.expect(200));
        // All of the log now and then, else what is new.
        let after = if step.is_multiple_of(10) { 0 } else { version.saturating_sub(2) };
        keep(What::Log, client.get(&table.path(&format!("/log?limit=100&after={after}"))).await.expect(200));
        keep(What::NoCards, client.get("/v1/games").await.expect(200));
        keep(What::NoCards, client.get("/v1/games?player=p0").await.expect(200));
        if seat.is_some() {
            keep(What::NoCards, client.get("/v1/games?to_act=me").await.expect(200));
        }
        if !over {
            keep(What::NoCards, client.get(&table.path("/export")).await.problem(409, "game_active"));
        }
        // No move at all for anybody: 401, 403, 409, or 422 with all legal moves.
        let wrong = match now["ruleset"].as_str() {
            Some("card_golf") => json!({ "type": "hazard", "card": "slice", "target": 9 }),
            Some("par_fore") => json!({ "type": "flip" }),
            _ => json!({ "type": "swap", "cell": 9 }),
        };
        let wrong = client.post(&table.path("/moves"), &wrong).await;
        assert!([401, 403, 409, 422].contains(&wrong.status), "{}", wrong.text);
        keep(What::NoCards, wrong);
    }
}

/// Holds everything kept against the export of the finished game; how often cards were
/// shuffled in the midst of a hole.
fn check(kept: &[Kept], export: &Value) -> usize {
    let game = &export["game"];
    let log = export["log"].as_array().expect("a list");
    let seed = export["seed"].as_str().expect("a seed");
    let mut mirror = mirror(export);
    for version in 1..=log.len() {
        mirror.follow(&log[version - 1], seed);
        let over = version == log.len();
        for kept in kept.iter().filter(|kept| kept.version == version) {
            let redacted = |entry: &Value| if over { entry.clone() } else { redact(entry, kept.seat) };
            let mut rest = kept.answer.json.clone();
            match kept.what {
                What::Game => {
                    assert_eq!(rest["version"], version);
                    assert_eq!(rest["state"], mirror.state(kept.seat), "version {version}, {:?}", kept.seat);
                    let fields = rest.as_object_mut().expect("an object");
                    fields.remove("state");
                    if let Some(Value::Array(played)) = fields.remove("played") {
                        let expected: Vec<Value> =
                            log[version - played.len()..version].iter().map(redacted).collect();
                        assert_eq!(played, expected);
                    }
                }
                What::Log => {
                    let items = rest["items"].as_array().expect("a list");
                    for entry in items {
                        let number = entry["version"].as_u64().expect("a version") as usize;
                        assert_eq!(*entry, redacted(&log[number - 1]), "version {version}, {:?}", kept.seat);
                    }
                    rest = Value::Null;
                }
                What::NoCards => {}
            }
            // State and events were checked and taken out above.
            let mut texts = Vec::new();
            collect(&rest, &mut texts);
            let headers = kept.answer.headers.values();
            texts.extend(headers.map(|value| value.to_str().expect("plain ASCII").to_owned()));
            let named: Vec<&String> = texts.iter().filter(|text| mirror.tells(kept.seat, text)).collect();
            assert!(named.is_empty(), "{:?} was sent {named:?}", kept.seat);
        }
    }
    assert_eq!(mirror.state(None), game["state"], "the export's last state");
    mirror.reshuffles()
}

/// A complete entry as somebody in that seat, or without one, must be shown it.
fn redact(entry: &Value, seat: Option<usize>) -> Value {
    let mut entry = entry.clone();
    for event in entry["events"].as_array_mut().expect("a list") {
        let own = seat.is_some_and(|seat| event["seat"] == seat);
        if event["type"] == "shuffle" {
            event.as_object_mut().expect("an object").remove("order");
        } else if event["type"] == "draw" && !own {
            event["card"] = json!("??");
        }
    }
    entry
}

/// Every text in a document, the names of fields included.
fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            texts.push(name.clone());
            collect(value, texts);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Both players draw and discard until the stock is used up and the discards become a new one.
async fn a_stock_made_of_discards_is_as_secret_as_the_first_one(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let viewers = viewers(&app, &table).await;
    for player in &table.players {
        let reveal = json!({ "type": "reveal", "cells": [0, 4, 8] });
        player.post(&table.path("/moves"), &reveal).await.expect(200);
    }
    let started = table.seen_by(0).await;
    let mut seat = started["to_act"][0].as_u64().expect("a seat") as usize;
    let (draw, discard) = (json!({ "type": "draw" }), json!({ "type": "discard" }));
    let mut kept = Vec::new();
    // Three packs of 54, less 18 cards dealt and one turned up; then one draw more.
    for turn in 0..=3 * 54 - 19 {
        let answer = table.players[seat].post(&table.path("/moves"), &draw).await.expect(200);
        if turn == 3 * 54 - 19 {
            let version = answer.json["version"].as_u64().expect("a version") as usize;
            let events = answer.json["played"][0]["events"].as_array().expect("a list");
            assert_eq!(events[0], json!({ "type": "shuffle" }));
            assert_eq!(events[1]["type"], "draw");
            kept.push(Kept { seat: Some(seat), version, what: What::Game, answer });
            look_around(&table, &viewers, 1, &mut kept).await;
            break;
        }
        table.players[seat].post(&table.path("/moves"), &discard).await.expect(200);
        seat = 1 - seat;
    }
    act(&table.players[1], &table.id, "resign").await.expect(200);
    let export = app.stranger().get(&path(&table.id, "/export")).await.expect(200).json;
    // Nothing is turned up by a resignation, so that the last state still has hidden cards.
    let reshuffles = check(&kept, &export);
    assert_eq!(reshuffles, 1);
}

/// Both players of Card Golf draw, and one of them plays two cards meanwhile, until the pack is used
/// up and these two become a new one.
async fn a_pack_made_of_played_cards_is_as_secret_as_the_first_one(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "card_golf" })).await;
    let viewers = viewers(&app, &table).await;
    let mut kept = Vec::new();
    let mut strokes = 0;
    loop {
        let game = table.seen_by(0).await;
        let seat = game["to_act"][0].as_u64().expect("a seat") as usize;
        let seen = table.seen_by(seat).await;
        let legal = seen["you"]["legal_moves"].as_array().expect("a list");
        // The first stroke leaves the hole far away, so that the second does not end it either.
        let stroke = legal.iter().find(|action| action["type"] == "stroke" && strokes < 2);
        let action = stroke.or(legal.last()).expect("a move").clone();
        strokes += usize::from(action["type"] == "stroke");
        let answer = table.players[seat].post(&table.path("/moves"), &action).await.expect(200);
        let events = answer.json["played"][0]["events"].as_array().expect("a list").clone();
        if events[0] == json!({ "type": "shuffle" }) {
            let version = answer.json["version"].as_u64().expect("a version") as usize;
            kept.push(Kept { seat: Some(seat), version, what: What::Game, answer });
            look_around(&table, &viewers, 1, &mut kept).await;
            break;
        }
    }
    act(&table.players[1], &table.id, "resign").await.expect(200);
    let export = app.stranger().get(&path(&table.id, "/export")).await.expect(200).json;
    assert_eq!(check(&kept, &export), 1);
}
