//! Games played to their end by random legal moves.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{
    app::App,
    databases::Database,
    play::{Table, choices},
    reading::whole_log,
    runner::tests,
};

tests![
    two_players_play_nine_holes_to_the_end,
    three_players_play_nine_holes_to_the_end,
    six_players_play_nine_holes_to_the_end,
    thirteen_players_play_a_hole_to_the_end,
    every_set_of_options_can_be_played_to_the_end,
    a_finished_game_looks_the_same_to_all_and_takes_no_more_moves,
];

async fn two_players_play_nine_holes_to_the_end(database: Database) {
    play(&database, 2, 9).await;
}

async fn three_players_play_nine_holes_to_the_end(database: Database) {
    play(&database, 3, 9).await;
}

async fn six_players_play_nine_holes_to_the_end(database: Database) {
    play(&database, 6, 9).await;
}

async fn thirteen_players_play_a_hole_to_the_end(database: Database) {
    play(&database, 13, 1).await;
}

async fn every_set_of_options_can_be_played_to_the_end(database: Database) {
    let app = App::start(&database);
    let players = [app.player("ana").await, app.player("ben").await, app.player("cy").await];
    let mut number = 0;
    for rearrange in [false, true] {
        for clear_lines in [false, true] {
            for out_penalty in [0, 25] {
                for joker_pairs in ["cancel", "keep"] {
                    number += 1;
                    let options = json!({
                        "holes": 1 + number % 2, "rearrange": rearrange, "clear_lines": clear_lines,
                        "out_penalty": out_penalty, "joker_pairs": joker_pairs,
                    });
                    let game = json!({ "ruleset": "nine_card", "options": options });
                    let seated = players[..2 + number as usize / 2 % 2].to_vec();
                    let table = Table::start_with(seated, game).await;
                    let finished = table.play_out(&mut choices(number)).await;
                    assert_eq!(finished["options"], options);
                    check_the_end(&table, &finished).await;
                }
            }
        }
    }
}

async fn a_finished_game_looks_the_same_to_all_and_takes_no_more_moves(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card", "options": { "holes": 1 } })).await;
    let mut finished = table.play_out(&mut choices(5)).await;
    for seat in 0..2 {
        let seen = table.seen_by(seat).await;
        assert_eq!(seen["you"], json!({ "seat": seat, "legal_moves": [] }));
        for action in [json!({ "type": "draw" }), json!({ "type": "reveal", "cells": [0, 1, 2] })] {
            table.players[seat].post(&table.path("/moves"), &action).await.problem(409, "game_finished");
        }
        table.players[seat].post(&table.path("/resign"), &json!({})).await.problem(409, "game_finished");
    }
    let mut unseated = app.stranger().get(&table.path("")).await.expect(200).json;
    assert_eq!(unseated["you"], Value::Null);
    // What was hidden is turned up in the end, so nothing but the seat differs.
    unseated["you"].take();
    finished["you"].take();
    assert_eq!(unseated, finished);
}

async fn play(database: &Database, players: usize, holes: usize) {
    let app = App::start(database);
    let game = json!({ "ruleset": "nine_card", "options": { "holes": holes } });
    let table = Table::start(&app, players, game).await;
    let finished = table.play_out(&mut choices((players * 100 + holes) as u64)).await;
    check_the_end(&table, &finished).await;
}

/// Everything that must be so of any finished game, reckoned anew from what it tells.
async fn check_the_end(table: &Table, game: &Value) {
    let players = table.players.len();
    assert_eq!(game["status"], "finished");
    assert_eq!(game["to_act"], json!([]));
    assert!(game["finished_at"].is_string(), "{}", game["finished_at"]);
    assert_eq!(game["finished_at"], game["updated_at"]);
    assert_eq!(game["state"]["hole"], game["options"]["holes"]);

    let totals = check_scores(game, players);
    assert_eq!(game["outcome"], json!({ "places": places(&totals), "reason": "completed" }));
    check_log(table, game, &totals).await;
}

/// The totals, which must be the sums of the holes, and what the seats show.
fn check_scores(game: &Value, players: usize) -> Vec<i64> {
    let hole_scores = game["state"]["hole_scores"].as_array().expect("a list");
    assert_eq!(hole_scores.len(), players);
    let mut totals = Vec::new();
    for scores in hole_scores {
        let scores = scores.as_array().expect("a list");
        assert_eq!(scores.len() as u64, game["options"]["holes"].as_u64().expect("a number"));
        totals.push(scores.iter().map(|score| score.as_i64().expect("a score")).sum());
    }
    assert_eq!(game["state"]["totals"], json!(totals));
    let seats = game["seats"].as_array().expect("a list");
    assert_eq!(seats.len(), players);
    for (index, seat) in seats.iter().enumerate() {
        assert_eq!(seat["seat"], index);
        assert_eq!(seat["type"], "player");
        assert_eq!(seat["score"], totals[index]);
        assert_eq!(seat["deadline"], Value::Null);
    }
    let last: Vec<&Value> =
        hole_scores.iter().map(|scores| &scores[scores.as_array().unwrap().len() - 1]).collect();
    assert_eq!(game["state"]["last_hole"]["scores"], json!(last));
    totals
}

/// Lowest first; equal totals share a place, and as many places after it are left out.
fn places(totals: &[i64]) -> Value {
    let mut by_total = BTreeMap::<i64, Vec<usize>>::new();
    for (seat, &total) in totals.iter().enumerate() {
        by_total.entry(total).or_default().push(seat);
    }
    let mut place = 1;
    let mut places = Vec::new();
    for (total, seats) in by_total {
        let shared_by = seats.len();
        places.push(json!({ "place": place, "seats": seats, "score": total }));
        place += shared_by;
    }
    places.into()
}

async fn check_log(table: &Table, game: &Value, totals: &[i64]) {
    let log = whole_log(&table.players[0], &table.id).await;
    assert_eq!(game["version"], log.len());
    for (index, entry) in log.iter().enumerate() {
        assert_eq!(entry["version"], index + 1);
        let is_move = entry["kind"] == "move";
        assert_eq!(is_move, entry["move"].is_object(), "{entry:#}");
        assert_eq!(is_move, entry["by"] == "player" && index > table.players.len(), "{entry:#}");
    }
    let kinds: Vec<&str> = log.iter().map(|entry| entry["kind"].as_str().expect("a kind")).collect();
    let joined = table.players.len() - 1;
    assert_eq!(kinds[0], "created");
    assert!(kinds[1..=joined].iter().all(|kind| *kind == "joined"), "{kinds:?}");
    assert_eq!(kinds[joined + 1], "started");
    assert!(kinds[joined + 2..].iter().all(|kind| *kind == "move"), "{kinds:?}");

    let last = log.last().expect("an entry")["events"].as_array().expect("a list").clone();
    let finish = last.iter().find(|event| event["type"] == "game_finished").expect("the end is an event");
    assert_eq!(finish["totals"], json!(totals));
    let export = table.players[0].get(&table.path("/export")).await.expect(200).json;
    assert_eq!(export["log"], json!(log), "a finished game's log hides nothing, nor does its export");
}
