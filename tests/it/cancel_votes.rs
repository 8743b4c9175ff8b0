//! A game in play is cancelled when all who play it want it.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    calendar::advance,
    client::Client,
    databases::Database,
    play::{Table, choices},
    reading::{act, create, fields, id, path, told, whole_log},
    runner::tests,
    rush::{Post, at_once},
};

tests![
    when_all_have_voted_the_game_is_cancelled,
    a_vote_leaves_the_game_as_it_is_and_stays,
    nobody_votes_twice,
    only_who_plays_has_a_vote,
    whoever_has_created_a_game_without_a_seat_has_no_vote,
    a_seat_that_was_given_up_has_no_vote,
    when_the_last_without_a_vote_resigns_the_others_have_agreed,
    when_the_last_without_a_vote_ends_his_account_the_others_have_agreed,
    when_the_last_without_a_vote_forfeits_the_others_have_agreed,
    whoever_is_absent_is_asked_too,
    bots_need_not_agree,
    what_was_hidden_stays_hidden,
    a_vote_is_safe_to_repeat_and_may_have_a_condition,
    votes_at_the_same_moment_cancel_once,
];

async fn start(app: &App, players: usize, ruleset: &str) -> Table {
    Table::start(app, players, json!({ "ruleset": ruleset })).await
}

async fn vote(table: &Table, seat: usize) -> Value {
    act(&table.players[seat], &table.id, "cancel").await.expect(200).json
}

/// The game is called off: nobody has won, and nobody is to act.
fn assert_cancelled(game: &Value) {
    assert_eq!((&game["status"], &game["outcome"]), (&json!("cancelled"), &Value::Null), "{game:#}");
    assert_eq!((&game["to_act"], &game["deadline"]), (&json!([]), &Value::Null));
    assert_eq!(game["finished_at"], game["updated_at"]);
    for seat in game["seats"].as_array().expect("a list") {
        assert_eq!(seat["deadline"], Value::Null);
    }
    assert_eq!(game["you"]["legal_moves"], if game["you"].is_null() { Value::Null } else { json!([]) });
}

fn played(answer: &Value) -> Vec<(&str, Option<u64>, &str)> {
    told(answer["played"].as_array().expect("a list"))
}

async fn when_all_have_voted_the_game_is_cancelled(database: Database) {
    let app = App::start(&database);
    for ruleset in ["nine_card", "card_golf", "par_fore"] {
        let mut players = Vec::new();
        for name in ["ana", "bob", "cyd"] {
            players.push(app.player(&format!("{name}-{ruleset}")).await);
        }
        let clock = json!({ "per_turn": "P1D", "on_timeout": "forfeit" });
        let table = Table::start_with(players, json!({ "ruleset": ruleset, "clock": clock })).await;
        let before = table.seen_by(0).await;
        assert!(before.get("cancel_votes").is_none(), "nobody wants it");
        let first = vote(&table, 1).await;
        assert_eq!((&first["status"], &first["cancel_votes"]), (&json!("active"), &json!([1])));
        assert_eq!(played(&first), [("cancel_voted", Some(1), "player")]);
        let entry = &first["played"][0];
        assert_eq!((&entry["move"], &entry["events"]), (&Value::Null, &json!([])));
        let second = vote(&table, 0).await;
        assert_eq!((&second["status"], &second["cancel_votes"]), (&json!("active"), &json!([0, 1])));
        // Everybody sees who wants it.
        assert_eq!(table.seen_by(2).await["cancel_votes"], json!([0, 1]));
        let list = app.stranger().get("/v1/games?status=active").await.expect(200).json;
        assert_eq!(list["items"][0]["cancel_votes"], json!([0, 1]));

        let last = vote(&table, 2).await;
        assert_eq!(played(&last), [("cancel_voted", Some(2), "player"), ("cancelled", None, "server")]);
        assert_cancelled(&last);
        for seat in 0..3 {
            let seen = table.seen_by(seat).await;
            assert_cancelled(&seen);
            assert_eq!(seen["state"]["hole"], before["state"]["hole"]);
            assert_eq!(seen["version"], before["version"].as_u64().expect("a number") + 4);
        }
        let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
        if ruleset == "nine_card" {
            table.players[0].post(&table.path("/moves"), &reveal).await.problem(409, "game_cancelled");
        }
        act(&table.players[0], &table.id, "resign").await.problem(409, "game_cancelled");
        act(&table.players[0], &table.id, "cancel").await.problem(409, "game_cancelled");
        let profile = app.stranger().get(&format!("/v1/players/ana-{ruleset}")).await.expect(200).json;
        assert_eq!(profile["games"], json!({ "open": 0, "active": 0, "finished": 0, "won": 0 }));
        let inbox = table.players[0].get("/v1/games?to_act=me").await.expect(200).json;
        assert_eq!(inbox["items"], json!([]));
    }
}

async fn a_vote_leaves_the_game_as_it_is_and_stays(database: Database) {
    let app = App::start(&database);
    let table = start(&app, 2, "nine_card").await;
    let before = table.seen_by(0).await;
    let after = vote(&table, 1).await;
    for field in ["state", "to_act", "seats", "started_at", "finished_at", "options"] {
        assert_eq!(table.seen_by(0).await[field], before[field], "{field}");
    }
    assert_eq!(after["you"]["seat"], 1);
    let mut choices = choices(7);
    for _ in 0..20 {
        let game = table.play_any(&mut choices).await.expect("the game goes on");
        assert_eq!((&game["status"], &game["cancel_votes"]), (&json!("active"), &json!([1])));
    }
    assert_cancelled(&vote(&table, 0).await);
}

async fn nobody_votes_twice(database: Database) {
    let app = App::start(&database);
    let table = start(&app, 2, "nine_card").await;
    vote(&table, 0).await;
    let before = table.seen_by(0).await;
    act(&table.players[0], &table.id, "cancel").await.problem(409, "already_voted");
    assert_eq!(table.seen_by(0).await, before);
}

async fn only_who_plays_has_a_vote(database: Database) {
    let app = App::start(&database);
    let eve = app.player("eve").await;
    let table = start(&app, 2, "nine_card").await;
    act(&eve, &table.id, "cancel").await.problem(403, "forbidden");
    act(&app.stranger(), &table.id, "cancel").await.problem(401, "unauthorized");
    let body = json!({ "seat": 1 });
    table.players[0].post(&table.path("/cancel"), &body).await.problem(400, "malformed");
    let game = json!({ "ruleset": "nine_card", "visibility": "private" });
    let hidden = Table::start_with(table.players.clone(), game).await;
    act(&eve, &hidden.id, "cancel").await.problem(404, "not_found");
    for table in [&table, &hidden] {
        assert!(table.seen_by(0).await.get("cancel_votes").is_none());
    }
}

/// Before the start he could have called it off alone.
async fn whoever_has_created_a_game_without_a_seat_has_no_vote(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let seats = json!([{ "type": "open" }, { "type": "open" }]);
    let game = id(&create(&ana, json!({ "seats": seats })).await);
    act(&bob, &game, "join").await.expect(200);
    act(&bob, &game, "cancel").await.problem(403, "forbidden");
    act(&eve, &game, "join").await.expect(200);
    act(&ana, &game, "cancel").await.problem(403, "forbidden");
    act(&bob, &game, "cancel").await.expect(200);
    assert_cancelled(&act(&eve, &game, "cancel").await.expect(200).json);
}

async fn a_seat_that_was_given_up_has_no_vote(database: Database) {
    let app = App::start(&database);
    let table = start(&app, 4, "nine_card").await;
    act(&table.players[3], &table.id, "resign").await.expect(200);
    act(&table.players[3], &table.id, "cancel").await.problem(403, "forbidden");
    // A vote goes with the seat.
    assert_eq!(vote(&table, 2).await["cancel_votes"], json!([2]));
    let resigned = act(&table.players[2], &table.id, "resign").await.expect(200).json;
    assert_eq!((&resigned["status"], resigned.get("cancel_votes")), (&json!("active"), None));
    assert_eq!(vote(&table, 0).await["cancel_votes"], json!([0]));
    let last = vote(&table, 1).await;
    assert_eq!(played(&last), [("cancel_voted", Some(1), "player"), ("cancelled", None, "server")]);
    assert_cancelled(&last);
    assert_eq!(last["cancel_votes"], json!([0, 1]));
}

async fn when_the_last_without_a_vote_resigns_the_others_have_agreed(database: Database) {
    let app = App::start(&database);
    let table = start(&app, 3, "nine_card").await;
    vote(&table, 0).await;
    vote(&table, 1).await;
    let resigned = act(&table.players[2], &table.id, "resign").await.expect(200).json;
    assert_eq!(played(&resigned), [("resigned", Some(2), "player"), ("cancelled", None, "server")]);
    assert_cancelled(&resigned);
    // With one who has voted and one who resigns the game is won all the same.
    let table = Table::start_with(table.players[..2].to_vec(), json!({ "ruleset": "nine_card" })).await;
    vote(&table, 0).await;
    let resigned = act(&table.players[1], &table.id, "resign").await.expect(200).json;
    assert_eq!(
        (&resigned["status"], &resigned["outcome"]["reason"]),
        (&json!("finished"), &json!("resigned"))
    );
    assert_eq!(resigned["outcome"]["places"][0]["seats"], json!([0]));
}

async fn when_the_last_without_a_vote_ends_his_account_the_others_have_agreed(database: Database) {
    let app = App::start(&database);
    let table = start(&app, 3, "par_fore").await;
    vote(&table, 0).await;
    vote(&table, 2).await;
    table.players[1].delete("/v1/players/me").await.expect(204);
    assert_cancelled(&table.seen_by(0).await);
    let log = whole_log(&table.players[0], &table.id).await;
    assert_eq!(told(&log)[log.len() - 2..], [("resigned", Some(1), "player"), ("cancelled", None, "server")]);
}

async fn reveal(table: &Table, seat: usize) {
    let action = json!({ "type": "reveal", "cells": [0, 1, 2] });
    table.players[seat].post(&table.path("/moves"), &action).await.expect(200);
}

async fn when_the_last_without_a_vote_forfeits_the_others_have_agreed(database: Database) {
    let app = App::start_with(&database, |config| config.sandbox = true);
    let clock = json!({ "per_turn": "P1D", "on_timeout": "forfeit" });
    let table = Table::start(&app, 3, json!({ "ruleset": "nine_card", "clock": clock })).await;
    for seat in [0, 1] {
        reveal(&table, seat).await;
        vote(&table, seat).await;
    }
    advance(&table.players[0], "P2D").await;
    let log = whole_log(&table.players[0], &table.id).await;
    assert_eq!(told(&log)[log.len() - 2..], [("timed_out", Some(2), "clock"), ("cancelled", None, "server")]);
    assert_eq!(log[log.len() - 1]["at"], log[log.len() - 2]["at"]);
    let game = table.seen_by(0).await;
    assert_cancelled(&game);
    assert_eq!(game["seats"][2]["given_up"], "forfeited");
}

/// Whoever is absent can come back, so he has not given up.
async fn whoever_is_absent_is_asked_too(database: Database) {
    let app = App::start_with(&database, |config| config.sandbox = true);
    let clock = json!({ "per_turn": "P1D", "on_timeout": "bot" });
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card", "clock": clock })).await;
    // ana plays whenever she is to act, and bob never does.
    let mut choices = choices(4);
    while table.seen_by(0).await["seats"][1]["absent"] != 3 {
        let game = table.seen_by(0).await;
        let legal = game["you"]["legal_moves"].as_array().expect("a list");
        match legal.is_empty() {
            true => drop(advance(&table.players[0], "P1D").await),
            false => {
                let pick = clubhouse::rulesets::chance::Chance::pick(&mut choices, legal.len());
                table.players[0].post(&table.path("/moves"), &legal[pick]).await.expect(200);
            }
        }
    }
    let voted = vote(&table, 0).await;
    assert_eq!((&voted["status"], &voted["cancel_votes"]), (&json!("active"), &json!([0])));
    // He need not take his seat back for it.
    assert_cancelled(&vote(&table, 1).await);
}

async fn bots_need_not_agree(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let bot = || json!({ "type": "bot", "level": "easy" });
    let alone = id(&create(&ana, json!({ "seats": [{ "type": "you" }, bot(), bot()] })).await);
    let cancelled = act(&ana, &alone, "cancel").await.expect(200).json;
    assert_eq!(played(&cancelled), [("cancel_voted", Some(0), "player"), ("cancelled", None, "server")]);
    assert_cancelled(&cancelled);
    let seats = json!([bot(), { "type": "you" }, bot(), { "type": "open" }]);
    let two = id(&create(&ana, json!({ "seats": seats })).await);
    act(&bob, &two, "join").await.expect(200);
    let first = act(&bob, &two, "cancel").await.expect(200).json;
    assert_eq!((&first["status"], &first["cancel_votes"]), (&json!("active"), &json!([3])));
    assert_cancelled(&act(&ana, &two, "cancel").await.expect(200).json);
    // A round of Par Fore that somebody plays alone.
    let seats = json!([{ "type": "you" }]);
    let solo = ana.post("/v1/games", &json!({ "ruleset": "par_fore", "seats": seats })).await.expect(201);
    assert_cancelled(&act(&ana, &id(&solo), "cancel").await.expect(200).json);
}

/// The game may be played on elsewhere, and nobody has a right to know what lay where.
async fn what_was_hidden_stays_hidden(database: Database) {
    let app = App::start(&database);
    let eve = app.player("eve").await;
    let mut players = vec![app.player("ana").await, app.player("bob").await];
    for ruleset in ["nine_card", "card_golf", "par_fore"] {
        let table = Table::start_with(players, json!({ "ruleset": ruleset })).await;
        let mut choices = choices(5);
        for _ in 0..9 {
            table.play_any(&mut choices).await.expect("the game goes on");
        }
        let viewers = [&table.players[0], &table.players[1], &eve, &app.stranger()];
        let mut before = Vec::new();
        for viewer in viewers {
            let state = viewer.get(&table.path("")).await.expect(200).json["state"].clone();
            before.push((state, whole_log(viewer, &table.id).await));
        }
        match ruleset {
            "nine_card" => assert!(before[3].0["layouts"].to_string().contains("??")),
            _ => assert_eq!(before[3].0["hand"], Value::Null),
        }
        vote(&table, 0).await;
        assert_cancelled(&vote(&table, 1).await);
        for (viewer, (state, log)) in viewers.into_iter().zip(before) {
            let game = viewer.get(&table.path("")).await.expect(200).json;
            assert_eq!(game["state"], state, "{ruleset}");
            let after = whole_log(viewer, &table.id).await;
            assert_eq!(after[..log.len()], log, "{ruleset}: nothing is turned up in the log");
            assert_eq!(after.len(), log.len() + 3);
            let problem = viewer.get(&table.path("/export")).await.problem(409, "game_cancelled");
            assert_eq!(fields(&problem.json), ["code", "detail", "status", "title", "type"]);
        }
        players = table.players;
    }
}

async fn a_vote_is_safe_to_repeat_and_may_have_a_condition(database: Database) {
    let app = App::start(&database);
    let table = start(&app, 2, "nine_card").await;
    let (ana, cancel) = (&table.players[0], path(&table.id, "/cancel"));
    let seen = ana.get(&table.path("")).await.expect(200);
    reveal(&table, 1).await;
    ana.post_with(&cancel, &json!({}), ("If-Match", seen.etag())).await.problem(412, "stale");
    assert!(table.seen_by(0).await.get("cancel_votes").is_none());
    let key = ("Idempotency-Key", "vote");
    let first = ana.post_with(&cancel, &json!({}), key).await.expect(200);
    let again = ana.post_with(&cancel, &json!({}), key).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.text), ("true", &first.text));
    let bob: &Client = &table.players[1];
    let tag = bob.get(&table.path("")).await.expect(200).etag().to_owned();
    let last = bob.post_with(&cancel, &json!({}), ("If-Match", &tag)).await.expect(200);
    assert_cancelled(&last.json);
    assert_eq!(bob.get(&table.path("")).await.expect(200).etag(), last.etag());
}

async fn votes_at_the_same_moment_cancel_once(database: Database) {
    let app = App::start(&database);
    let mut players = Vec::new();
    for name in ["ana", "bob", "cyd", "dan"] {
        players.push(app.player(name).await);
    }
    for _ in 0..3 {
        let table = Table::start_with(players, json!({ "ruleset": "nine_card" })).await;
        let cancel = table.path("/cancel");
        let votes = table.players.iter().map(|player| Post::new(player, &cancel, &json!({})));
        let answers = at_once(votes.collect()).await;
        let done = answers.into_iter().map(|answer| answer.expect(200).json["status"].clone());
        assert_eq!(done.filter(|status| status == "cancelled").count(), 1);
        assert_cancelled(&table.seen_by(0).await);
        let log = whole_log(&table.players[0], &table.id).await;
        let voted = log.iter().filter(|entry| entry["kind"] == "cancel_voted").count();
        let cancelled = log.iter().filter(|entry| entry["kind"] == "cancelled").count();
        assert_eq!((voted, cancelled), (4, 1));
        players = table.players;
    }
}
