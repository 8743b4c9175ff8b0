//! Deadlines, reminders, the inbox in the order of deadlines, and open games that nobody joins.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::{Table, choices},
    reading::{act, create, told, whole_log},
    runner::tests,
    timing::{count, deadlines, look_at, reveal_all, since, time, until, until_logged, whose_turn},
};

tests![
    without_a_clock_nothing_has_a_deadline,
    a_deadline_is_when_the_turn_began_and_the_time_for_it,
    what_others_do_does_not_move_a_deadline,
    drawing_and_swapping_are_one_turn,
    every_turn_of_every_ruleset_has_a_deadline_of_its_own,
    a_bot_has_no_deadline,
    the_inbox_has_the_nearest_deadline_first,
    a_reminder_is_noted_once_when_a_quarter_of_the_time_is_left,
    the_server_wakes_for_the_reminder_and_for_the_deadline,
    whoever_is_in_time_is_left_alone,
    a_game_that_is_over_has_no_deadline_and_nothing_fires,
    an_open_game_expires_after_fourteen_days,
    a_join_starts_the_fourteen_days_anew,
    a_request_sent_again_after_the_time_is_up_has_its_first_answer,
];

fn with_clock(per_turn: &str) -> Value {
    json!({ "ruleset": "nine_card", "clock": { "per_turn": per_turn, "on_timeout": "bot" } })
}

fn minutes(minutes: i64) -> TimeDelta {
    TimeDelta::minutes(minutes)
}

async fn last_entry(table: &Table) -> Value {
    whole_log(&table.players[0], &table.id).await.pop().expect("an entry")
}

async fn without_a_clock_nothing_has_a_deadline(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let game = table.seen_by(0).await;
    assert_eq!(game["status"], "active");
    assert_eq!((&game["clock"], &game["deadline"]), (&Value::Null, &Value::Null));
    assert_eq!(deadlines(&game), [None, None]);
    app.clock.advance(TimeDelta::days(400));
    look_at(&database, &table.id).await;
    assert_eq!(table.seen_by(0).await["version"], game["version"], "nobody hurries anybody");
}

async fn a_deadline_is_when_the_turn_began_and_the_time_for_it(database: Database) {
    let app = App::start(&database);
    let players = vec![app.player("ana").await, app.player("bob").await];
    for (per_turn, length) in [
        ("PT1M", minutes(1)),
        ("PT12H", TimeDelta::hours(12)),
        ("P3D", TimeDelta::days(3)),
        ("P1DT30M", TimeDelta::days(1) + minutes(30)),
        ("P30D", TimeDelta::days(30)),
    ] {
        let table = Table::start_with(players.clone(), with_clock(per_turn)).await;
        let game = table.seen_by(0).await;
        assert_eq!(game["clock"], json!({ "per_turn": per_turn, "on_timeout": "bot" }));
        let started = last_entry(&table).await;
        assert_eq!(started["kind"], "started");
        // Everybody has to reveal, and everybody's turn began with the deal.
        let deadline = time(&started["at"]) + length;
        assert_eq!(deadlines(&game), [Some(deadline), Some(deadline)], "{per_turn}");
        assert_eq!(time(&game["deadline"]), deadline);
        // An open game does not hurry anybody.
        let open = create(&players[0], with_clock(per_turn)).await.json;
        assert_eq!((&open["status"], &open["deadline"]), (&json!("open"), &Value::Null));
        assert_eq!(deadlines(&open), [None, None]);
        act(&players[0], open["id"].as_str().expect("an id"), "cancel").await.expect(200);
    }
    for per_turn in ["PT59S", "P30DT1S", "P31D", "P1M", "PT0S", "3d", ""] {
        let problem = players[0].post("/v1/games", &with_clock(per_turn)).await.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "clock.per_turn", "{per_turn}");
    }
}

async fn what_others_do_does_not_move_a_deadline(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, with_clock("PT12H")).await;
    let before = deadlines(&table.seen_by(0).await);
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    app.clock.advance(minutes(60));
    let after = table.players[1].post(&table.path("/moves"), &reveal).await.expect(200).json;
    assert_eq!(after["to_act"], json!([0, 2]));
    assert_eq!(deadlines(&after), [before[0], None, before[2]]);
    assert_eq!(Some(time(&after["deadline"])), before[0], "the earliest of the seats'");
    app.clock.advance(minutes(60));
    let after = table.players[0].post(&table.path("/moves"), &reveal).await.expect(200).json;
    assert_eq!(deadlines(&after), [None, None, before[2]]);
    // With the last reveal the first turn begins, an hour later than everything before.
    app.clock.advance(minutes(60));
    let after = table.players[2].post(&table.path("/moves"), &reveal).await.expect(200).json;
    let turn = time(&last_entry(&table).await["at"]) + TimeDelta::hours(12);
    let first = whose_turn(&after);
    for (seat, deadline) in deadlines(&after).into_iter().enumerate() {
        assert_eq!(deadline, (seat == first).then_some(turn), "seat {seat}");
    }
    assert!(Some(turn) >= before[0].map(|at| at + TimeDelta::hours(3)));
    assert_eq!(time(&after["deadline"]), turn);
}

async fn drawing_and_swapping_are_one_turn(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, with_clock("PT12H")).await;
    let game = reveal_all(&table).await;
    let (seat, before) = (whose_turn(&game), deadlines(&game));
    assert!(before[seat].is_some());
    app.clock.advance(minutes(60));
    let player = &table.players[seat];
    let drawn = player.post(&table.path("/moves"), &json!({ "type": "draw" })).await.expect(200).json;
    assert_eq!((deadlines(&drawn), whose_turn(&drawn)), (before, seat), "he has drawn, and his time runs on");
    app.clock.advance(minutes(60));
    let swap = json!({ "type": "swap", "cell": 4 });
    let swapped = player.post(&table.path("/moves"), &swap).await.expect(200).json;
    let next = time(&swapped["played"][0]["at"]) + TimeDelta::hours(12);
    assert_eq!(whose_turn(&swapped), 1 - seat);
    assert_eq!((deadlines(&swapped)[seat], deadlines(&swapped)[1 - seat]), (None, Some(next)));
}

async fn every_turn_of_every_ruleset_has_a_deadline_of_its_own(database: Database) {
    let app = App::start(&database);
    let players = vec![app.player("ana").await, app.player("bob").await, app.player("cy").await];
    for ruleset in ["nine_card", "card_golf", "par_fore"] {
        let clock = json!({ "per_turn": "PT6H" });
        let table = Table::start_with(players.clone(), json!({ "ruleset": ruleset, "clock": clock })).await;
        let mut before = match ruleset {
            "nine_card" => reveal_all(&table).await,
            _ => table.seen_by(0).await,
        };
        assert_eq!(before["clock"], json!({ "per_turn": "PT6H", "on_timeout": "bot" }), "the default");
        let mut choices = choices(11);
        for _ in 0..24 {
            app.clock.advance(minutes(7));
            let Some(after) = table.play_on(&before, &mut choices).await else { break };
            if after["to_act"].as_array().is_none_or(|seats| seats.len() != 1) {
                break;
            }
            let entry = &after["played"][0];
            let began = time(&entry["at"]) + TimeDelta::hours(6);
            let expected = match entry["move"]["type"].as_str() {
                Some("draw") if ruleset == "nine_card" => time(&before["deadline"]),
                _ => began,
            };
            let seat = whose_turn(&after);
            assert_eq!(deadlines(&after)[seat], Some(expected), "{ruleset}, after {}", entry["move"]);
            assert_eq!(deadlines(&after).iter().flatten().count(), 1, "the others have none");
            before = after;
        }
    }
}

async fn a_bot_has_no_deadline(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let mut game = with_clock("PT12H");
    game["seats"] = json!([{ "type": "bot", "level": "easy" }, { "type": "you" }]);
    let game = ana.post("/v1/games", &game).await.expect(201).json;
    let entry = &whole_log(&ana, game["id"].as_str().expect("an id")).await[1];
    assert_eq!(entry["kind"], "started");
    assert_eq!(deadlines(&game), [None, Some(time(&entry["at"]) + TimeDelta::hours(12))]);
}

async fn inbox(client: &Client) -> Vec<Value> {
    let page = client.get("/v1/games?to_act=me").await.expect(200).json;
    page["items"].as_array().expect("a list").iter().map(|game| game["id"].clone()).collect()
}

async fn the_inbox_has_the_nearest_deadline_first(database: Database) {
    let app = App::start(&database);
    let players = vec![app.player("ana").await, app.player("bob").await];
    let mut tables = Vec::new();
    for game in [with_clock("P3D"), json!({ "ruleset": "nine_card" }), with_clock("PT1H"), with_clock("P1D")]
    {
        tables.push(Table::start_with(players.clone(), game).await);
    }
    let [slow, endless, fast, middle] = &tables[..] else { panic!("four tables") };
    let ids = |tables: &[&Table]| tables.iter().map(|table| json!(table.id)).collect::<Vec<_>>();
    assert_eq!(inbox(&players[0]).await, ids(&[fast, middle, slow, endless]));
    // Page by page it is the same.
    let page = players[0].get("/v1/games?to_act=me&limit=3").await.expect(200).json;
    let rest = format!("/v1/games?to_act=me&limit=3&cursor={}", page["next"].as_str().expect("more"));
    assert_eq!(players[0].get(&rest).await.expect(200).json["items"][0]["id"], json!(endless.id));
    // What he has done is not in it; 23 hours and a half later a new game of an hour comes after what
    // is due in less.
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    players[0].post(&fast.path("/moves"), &reveal).await.expect(200);
    assert_eq!(inbox(&players[0]).await, ids(&[middle, slow, endless]));
    assert_eq!(inbox(&players[1]).await, ids(&[fast, middle, slow, endless]));
    app.clock.advance(minutes(23 * 60 + 30));
    let late = Table::start_with(players.clone(), with_clock("PT1H")).await;
    let of_others: Vec<Value> =
        inbox(&players[1]).await.into_iter().filter(|id| *id != json!(fast.id)).collect();
    assert_eq!(of_others, ids(&[middle, &late, slow, endless]));
}

async fn a_reminder_is_noted_once_when_a_quarter_of_the_time_is_left(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, with_clock("PT12H")).await;
    let game = reveal_all(&table).await;
    let (seat, deadline) = (whose_turn(&game), time(&game["deadline"]));
    let reminder = deadline - TimeDelta::hours(3);
    app.advance_to(reminder - minutes(1));
    look_at(&database, &table.id).await;
    assert_eq!(table.seen_by(0).await["version"], game["version"], "a minute before there is none");
    app.advance_to(reminder + TimeDelta::milliseconds(100));
    look_at(&database, &table.id).await;
    let news = since(&table.players[0], &table.id, &game["version"]).await;
    assert_eq!(told(&news), [("reminded", Some(seat as u64), "clock")]);
    let now = table.seen_by(0).await;
    assert_eq!((time(&now["deadline"]), &now["to_act"]), (deadline, &game["to_act"]), "nothing else changes");
    assert!(now["seats"][seat].get("absent").is_none());
    // Once a turn, also when the turn has come to its middle.
    let player = &table.players[seat];
    player.post(&table.path("/moves"), &json!({ "type": "draw" })).await.expect(200);
    app.advance_to(deadline - minutes(1));
    look_at(&database, &table.id).await;
    look_at(&database, &table.id).await;
    assert_eq!(count(&database, &table.id, "reminded"), 1);
    // And once again in the next one.
    player.post(&table.path("/moves"), &json!({ "type": "discard" })).await.expect(200);
    look_at(&database, &table.id).await;
    assert_eq!(count(&database, &table.id, "reminded"), 1);
    let next = time(&table.seen_by(0).await["deadline"]);
    app.advance_to(next - TimeDelta::hours(3) + TimeDelta::milliseconds(100));
    until_logged(&database, &table.id, "reminded", 2).await;
    let entry = last_entry(&table).await;
    assert_eq!((&entry["kind"], &entry["seat"]), (&json!("reminded"), &json!(1 - seat)));
}

/// What the server is woken by stands in the database to the millisecond, once it has looked: it may look
/// too early, never too late.
async fn the_server_wakes_for_the_reminder_and_for_the_deadline(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, with_clock("PT12H")).await;
    let game = reveal_all(&table).await;
    let seat = whose_turn(&game);
    let wakes_for = |what: &str| {
        database.number(&format!(
            "SELECT count(*) FROM games JOIN seats ON seats.game_id = games.id
             WHERE games.id = '{}' AND seats.seat = {seat} AND games.wake_at = seats.{what}",
            table.id
        ))
    };
    look_at(&database, &table.id).await;
    assert_eq!((wakes_for("remind_at"), wakes_for("deadline")), (1, 0));
    app.advance_to(time(&game["deadline"]) - TimeDelta::hours(3) + TimeDelta::milliseconds(1));
    until_logged(&database, &table.id, "reminded", 1).await;
    assert_eq!((wakes_for("remind_at"), wakes_for("deadline")), (0, 1));
    app.advance_to(time(&game["deadline"]) + TimeDelta::milliseconds(1));
    until_logged(&database, &table.id, "timed_out", 1).await;
}

async fn whoever_is_in_time_is_left_alone(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, with_clock("PT12H")).await;
    let game = reveal_all(&table).await;
    let (seat, deadline) = (whose_turn(&game), time(&game["deadline"]));
    app.advance_to(deadline - TimeDelta::seconds(30));
    look_at(&database, &table.id).await;
    assert_eq!(count(&database, &table.id, "timed_out"), 0);
    let legal = table.seen_by(seat).await["you"]["legal_moves"].clone();
    let take = legal.as_array().expect("a list").iter().find(|action| action["type"] == "take");
    table.players[seat].post(&table.path("/moves"), take.expect("one may")).await.expect(200);
    app.advance_to(deadline + TimeDelta::seconds(30));
    look_at(&database, &table.id).await;
    assert_eq!(count(&database, &table.id, "timed_out"), 0, "that deadline is met");
    // As soon as the next one has passed, one look is enough.
    app.advance_to(time(&table.seen_by(0).await["deadline"]) + TimeDelta::milliseconds(100));
    look_at(&database, &table.id).await;
    assert_eq!(count(&database, &table.id, "timed_out"), 1);
}

async fn a_game_that_is_over_has_no_deadline_and_nothing_fires(database: Database) {
    let app = App::start(&database);
    let players = vec![app.player("ana").await, app.player("bob").await];
    let resigned = Table::start_with(players.clone(), with_clock("PT1H")).await;
    act(&players[0], &resigned.id, "resign").await.expect(200);
    let cancelled = Table::start_with(players.clone(), with_clock("PT1H")).await;
    for player in &players {
        act(player, &cancelled.id, "cancel").await.expect(200);
    }
    let mut played = with_clock("PT1H");
    played["ruleset"] = json!("par_fore");
    played["options"] = json!({ "holes": 1 });
    let played = Table::start_with(players.clone(), played).await;
    played.play_out(&mut choices(4)).await;
    for (table, status) in [(resigned, "finished"), (cancelled, "cancelled"), (played, "finished")] {
        let game = table.seen_by(0).await;
        assert_eq!((&game["status"], &game["deadline"]), (&json!(status), &Value::Null));
        assert_eq!(deadlines(&game), [None, None]);
        let due = format!("SELECT count(*) FROM games WHERE id = '{}' AND wake_at IS NOT NULL", table.id);
        assert_eq!(database.number(&due), 0, "the server has no need to look at it");
        app.clock.advance(TimeDelta::hours(2));
        look_at(&database, &table.id).await;
        assert_eq!(table.seen_by(0).await, game);
    }
}

async fn an_open_game_expires_after_fourteen_days(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let open = create(&ana, json!({})).await.json;
    let id = open["id"].as_str().expect("an id");
    let path = format!("/v1/games/{id}");
    let expires_at = time(&open["created_at"]) + TimeDelta::days(14);
    assert_eq!(time(&open["expires_at"]), expires_at);
    app.advance_to(expires_at - minutes(1));
    look_at(&database, id).await;
    let waiting = ana.get(&path).await.expect(200).json;
    assert_eq!((&waiting["status"], &waiting["version"]), (&json!("open"), &json!(1)));
    app.advance_to(expires_at + TimeDelta::milliseconds(100));
    until_logged(&database, id, "expired", 1).await;
    let game = ana.get(&path).await.expect(200).json;
    assert_eq!((&game["status"], &game["outcome"]), (&json!("cancelled"), &Value::Null));
    assert!(game.get("expires_at").is_none());
    let entry = whole_log(&ana, id).await.pop().expect("an entry");
    assert_eq!(told(std::slice::from_ref(&entry)), [("expired", None, "clock")]);
    assert_eq!(game["finished_at"], entry["at"]);
    act(&bob, id, "join").await.problem(409, "game_cancelled");
    look_at(&database, id).await;
    assert_eq!(count(&database, id, "expired"), 1);
}

async fn a_join_starts_the_fourteen_days_anew(database: Database) {
    let app = App::start(&database);
    let (ana, bob, cy) = (app.player("ana").await, app.player("bob").await, app.player("cy").await);
    let seats = json!([{ "type": "you" }, { "type": "open" }, { "type": "open" }]);
    let open = create(&ana, json!({ "seats": seats })).await.json;
    let id = open["id"].as_str().expect("an id");
    app.clock.advance(TimeDelta::days(13));
    let joined = act(&bob, id, "join").await.expect(200).json;
    let anew = time(&joined["played"][0]["at"]) + TimeDelta::days(14);
    assert_eq!(time(&joined["expires_at"]), anew);
    assert!(anew >= time(&open["expires_at"]) + TimeDelta::days(13));
    app.advance_to(anew - minutes(1));
    look_at(&database, id).await;
    assert_eq!(count(&database, id, "expired"), 0, "the first fourteen days do not matter any more");
    // Once it has begun, it does not expire.
    let started = act(&cy, id, "join").await.expect(200).json;
    assert_eq!((&started["status"], started.get("expires_at")), (&json!("active"), None));
    app.advance_to(anew + TimeDelta::days(15));
    look_at(&database, id).await;
    assert_eq!(count(&database, id, "expired"), 0);
}

async fn a_request_sent_again_after_the_time_is_up_has_its_first_answer(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, with_clock("PT1H")).await;
    let game = reveal_all(&table).await;
    let seat = whose_turn(&game);
    let (path, draw, key) = (table.path("/moves"), json!({ "type": "draw" }), ("Idempotency-Key", "k"));
    let first = table.players[seat].post_with(&path, &draw, key).await.expect(200);
    app.clock.advance(minutes(61));
    until_logged(&database, &table.id, "timed_out", 1).await;
    let later = until("the bot has moved", async || {
        Some(table.seen_by(0).await).filter(|game| game["to_act"] != json!([seat]))
    })
    .await;
    let again = table.players[seat].post_with(&path, &draw, key).await.expect(200);
    assert_eq!(again.text, first.text);
    assert_eq!(again.header("idempotency-replayed"), "true");
    let now = table.seen_by(0).await;
    assert_eq!(now, later, "nothing has happened, and he is as absent as before");
    assert_eq!(now["seats"][seat]["absent"], 1);
}
