//! Time that is up where a bot stands in: it finishes the turn, and after three in a row keeps the seat
//! until its player is back.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::{Table, choices},
    reading::{act, told, whole_log},
    runner::tests,
    timing::{
        count, deadlines, let_time_run_out, look_at, reveal_all, since, take_turn, time, until_humans_act,
        until_logged, whose_turn,
    },
};

tests![
    a_bot_finishes_the_turn_without_anybody_asking,
    a_bot_finishes_the_turn_of_whoever_has_drawn,
    everybody_sees_who_is_absent,
    whoever_has_not_revealed_in_time_is_stood_in_for,
    those_who_are_late_at_the_same_moment_are_late_together,
    a_whole_table_that_is_late_is_stood_in_for_at_once,
    a_move_of_ones_own_ends_the_absence,
    after_three_turns_in_a_row_a_bot_keeps_the_seat,
    whoever_returns_in_anothers_turn_has_his_next_one,
    whoever_returns_in_his_own_turn_has_all_the_time_for_it,
    whoever_returns_before_the_third_goes_on_in_the_same_turn,
    without_absence_there_is_nothing_to_return_to,
    a_game_that_all_have_left_to_bots_is_abandoned,
    a_game_with_bots_is_abandoned_when_its_human_stays_away,
];

fn game(ruleset: &str) -> Value {
    json!({ "ruleset": ruleset, "clock": { "per_turn": "PT12H", "on_timeout": "bot" } })
}

/// A game of nine-card Golf in which everybody has revealed.
async fn start(app: &App, players: usize) -> (Table, Value) {
    let table = Table::start(app, players, game("nine_card")).await;
    let revealed = reveal_all(&table).await;
    (table, revealed)
}

fn absent(game: &Value) -> Vec<u64> {
    let seats = game["seats"].as_array().expect("a list");
    seats.iter().map(|seat| seat.get("absent").map_or(0, |turns| turns.as_u64().expect("a number"))).collect()
}

async fn a_bot_finishes_the_turn_without_anybody_asking(database: Database) {
    let app = App::start(&database);
    for (number, ruleset) in ["nine_card", "card_golf", "par_fore"].into_iter().enumerate() {
        let players = vec![app.player(&format!("a{number}")).await, app.player(&format!("b{number}")).await];
        let table = Table::start_with(players, game(ruleset)).await;
        let before = match ruleset {
            "nine_card" => reveal_all(&table).await,
            _ => table.seen_by(0).await,
        };
        let seat = whose_turn(&before);
        app.advance_to(time(&before["deadline"]) + TimeDelta::milliseconds(100));
        until_logged(&database, &table.id, "timed_out", 1).await;
        let news = since(&table.players[0], &table.id, &before["version"]).await;
        // The time for the reminder had passed as well, but nobody is reminded of what is over.
        let who = Some(seat as u64);
        let moves = news.len() - 1;
        let drawn = ruleset == "nine_card" && news[1]["move"]["type"] == "draw";
        assert_eq!(moves, if drawn { 2 } else { 1 }, "{ruleset}: {:?}", told(&news));
        let expected = [vec![("timed_out", who, "clock")], vec![("move", who, "bot"); moves]].concat();
        assert_eq!(told(&news), expected, "{ruleset}");
        assert!(time(&news[0]["at"]) >= time(&before["deadline"]));
        let after = table.seen_by(0).await;
        assert_eq!(absent(&after)[seat], 1);
        assert_eq!(absent(&after)[1 - seat], 0);
        let next = whose_turn(&after);
        if ruleset == "nine_card" {
            assert_eq!(next, 1 - seat);
        }
        let began = time(&news[moves]["at"]);
        assert_eq!(deadlines(&after)[next], Some(began + TimeDelta::hours(12)), "the next turn has its own");
        look_at(&database, &table.id).await;
        assert_eq!(table.seen_by(0).await, after, "and that was all");
    }
}

async fn a_bot_finishes_the_turn_of_whoever_has_drawn(database: Database) {
    let app = App::start(&database);
    let (table, before) = start(&app, 2).await;
    let seat = whose_turn(&before);
    let draw = json!({ "type": "draw" });
    let drawn = table.players[seat].post(&table.path("/moves"), &draw).await.expect(200).json;
    let_time_run_out(&app, &database, &table, 1).await;
    let news = since(&table.players[0], &table.id, &drawn["version"]).await;
    let who = Some(seat as u64);
    assert_eq!(told(&news), [("timed_out", who, "clock"), ("move", who, "bot")]);
    let kind = news[1]["move"]["type"].as_str().expect("a move");
    assert!(["swap", "discard"].contains(&kind), "{kind}");
    let after = table.seen_by(0).await;
    assert_eq!((&after["state"]["drawn"], whose_turn(&after)), (&Value::Null, 1 - seat));
}

async fn everybody_sees_who_is_absent(database: Database) {
    let app = App::start(&database);
    let (table, before) = start(&app, 2).await;
    let seat = whose_turn(&before);
    let_time_run_out(&app, &database, &table, 1).await;
    for client in [&table.players[0], &table.players[1], &app.stranger()] {
        let seen = client.get(&table.path("")).await.expect(200).json;
        let late = &seen["seats"][seat];
        assert_eq!(
            (&late["absent"], &late["type"], &late["name"]),
            (&json!(1), &json!("player"), &json!(format!("p{seat}")))
        );
        assert!(late.get("given_up").is_none());
        assert!(seen["seats"][1 - seat].get("absent").is_none());
        let list = client.get("/v1/games").await.expect(200).json;
        assert_eq!(list["items"][0]["seats"][seat]["absent"], 1);
    }
}

async fn whoever_has_not_revealed_in_time_is_stood_in_for(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, game("nine_card")).await;
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    let before = table.players[1].post(&table.path("/moves"), &reveal).await.expect(200).json;
    let_time_run_out(&app, &database, &table, 2).await;
    let news = since(&table.players[0], &table.id, &before["version"]).await;
    let expected = [
        ("timed_out", Some(0), "clock"),
        ("timed_out", Some(2), "clock"),
        ("move", Some(0), "bot"),
        ("move", Some(2), "bot"),
    ];
    assert_eq!(told(&news), expected);
    assert_eq!((&news[2]["move"]["type"], &news[3]["move"]["type"]), (&json!("reveal"), &json!("reveal")));
    let after = table.seen_by(0).await;
    assert_eq!((absent(&after), &after["state"]["phase"]), (vec![1, 0, 1], &json!("play")));
}

async fn those_who_are_late_at_the_same_moment_are_late_together(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, game("nine_card")).await;
    let before = table.seen_by(0).await;
    let_time_run_out(&app, &database, &table, 2).await;
    let after = table.seen_by(0).await;
    assert_eq!((absent(&after), &after["status"]), (vec![1, 1], &json!("active")));
    let news = since(&table.players[0], &table.id, &before["version"]).await;
    assert_eq!(news.iter().filter(|entry| entry["kind"] == "move").count(), 2);
    // The turn that has begun has twelve hours, though nobody has been there for it to begin.
    let began = time(&news.last().expect("an entry")["at"]);
    assert_eq!(time(&after["deadline"]), began + TimeDelta::hours(12));
}

async fn a_whole_table_that_is_late_is_stood_in_for_at_once(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 13, game("nine_card")).await;
    let_time_run_out(&app, &database, &table, 13).await;
    let after = table.seen_by(0).await;
    assert_eq!((absent(&after), &after["state"]["phase"]), (vec![1; 13], &json!("play")));
    // 13 have come, the game was created and started; then each was late, and each was stood in for.
    assert_eq!(after["version"], 1 + 12 + 1 + 13 + 13);
}

async fn a_move_of_ones_own_ends_the_absence(database: Database) {
    let app = App::start(&database);
    let (table, before) = start(&app, 2).await;
    let (seat, mut choices) = (whose_turn(&before), choices(1));
    let mut timeouts = 0;
    // Twice late, then in time, then twice late again: never three in a row.
    for expected in [1, 2, 0, 1, 2] {
        assert_eq!(whose_turn(&table.seen_by(0).await), seat);
        if expected == 0 {
            while whose_turn(&take_turn(&table, &mut choices).await) == seat {}
        } else {
            timeouts += 1;
            let_time_run_out(&app, &database, &table, timeouts).await;
        }
        let game = table.seen_by(0).await;
        assert_eq!(absent(&game)[seat], expected);
        assert_eq!(absent(&game)[1 - seat], 0);
        // The other one takes what lies there.
        let take = json!({ "type": "take", "cell": 0 });
        table.players[1 - seat].post(&table.path("/moves"), &take).await.expect(200);
    }
    assert!(deadlines(&table.seen_by(0).await)[seat].is_some());
}

/// Lets the player whose turn it is be late three times in a row, while the other one moves; his seat.
/// It is the other one's turn then.
async fn stay_away(app: &App, database: &Database, table: &Table) -> usize {
    let seat = whose_turn(&table.seen_by(0).await);
    for times in 1..=3 {
        let_time_run_out(app, database, table, times).await;
        assert_eq!(absent(&table.seen_by(0).await)[seat], times as u64);
        if times < 3 {
            take(table, 1 - seat).await;
        }
    }
    seat
}

async fn take(table: &Table, seat: usize) -> Value {
    let take = json!({ "type": "take", "cell": 0 });
    table.players[seat].post(&table.path("/moves"), &take).await.expect(200).json
}

async fn inbox_length(client: &Client) -> usize {
    client.get("/v1/games?to_act=me").await.expect(200).json["items"].as_array().expect("a list").len()
}

async fn after_three_turns_in_a_row_a_bot_keeps_the_seat(database: Database) {
    let app = App::start(&database);
    let (table, _) = start(&app, 2).await;
    let seat = stay_away(&app, &database, &table).await;
    let (here, away) = (&table.players[1 - seat], &table.players[seat]);
    // The bot moves in the request that makes it its turn, and its time is nobody's.
    let after = take(&table, 1 - seat).await;
    let who = Some(seat as u64);
    let played = after["played"].as_array().expect("a list");
    assert_eq!(told(played)[1..], vec![("move", who, "bot"); played.len() - 1]);
    assert!(played.len() > 1);
    assert_eq!((whose_turn(&after), deadlines(&after)[seat]), (1 - seat, None));
    assert_eq!((absent(&after)[seat], &after["seats"][seat]["type"]), (3, &json!("player")));
    let seen = table.seen_by(seat).await;
    assert_eq!(seen["you"], json!({ "seat": seat, "legal_moves": [] }), "it is his, and not his to play");
    let draw = json!({ "type": "draw" });
    away.post(&table.path("/moves"), &draw).await.problem(409, "seat_absent");
    assert_eq!((inbox_length(away).await, inbox_length(here).await), (0, 1));
    // And so it goes on, without any time running out.
    for _ in 0..3 {
        let after = take(&table, 1 - seat).await;
        assert_eq!((whose_turn(&after), absent(&after)[seat]), (1 - seat, 3));
    }
    assert_eq!(count(&database, &table.id, "timed_out"), 3);
}

async fn whoever_returns_in_anothers_turn_has_his_next_one(database: Database) {
    let app = App::start(&database);
    let (table, _) = start(&app, 2).await;
    let seat = stay_away(&app, &database, &table).await;
    take(&table, 1 - seat).await;
    let before = table.seen_by(1 - seat).await;
    let returned = act(&table.players[seat], &table.id, "return").await.expect(200).json;
    let played = returned["played"].as_array().expect("a list");
    assert_eq!(told(played), [("returned", Some(seat as u64), "player")]);
    assert_eq!(absent(&returned), [0, 0]);
    assert_eq!((whose_turn(&returned), deadlines(&returned)), (1 - seat, deadlines(&before)));
    let move_of_other = take(&table, 1 - seat).await;
    assert_eq!(whose_turn(&move_of_other), seat, "the bot has left");
    let began = time(&move_of_other["played"][0]["at"]);
    assert_eq!(deadlines(&move_of_other)[seat], Some(began + TimeDelta::hours(12)));
    assert_eq!(inbox_length(&table.players[seat]).await, 1);
    take(&table, seat).await;
}

async fn whoever_returns_in_his_own_turn_has_all_the_time_for_it(database: Database) {
    let app = App::start(&database);
    let (table, before) = start(&app, 2).await;
    let seat = whose_turn(&before);
    // As it is while the bot thinks: it is to act, has no deadline, and nobody hurries it.
    database.execute(&format!(
        "UPDATE seats SET absent = 3, deadline = '9999-12-31 00:00:00', clock = NULL, remind_at = NULL
         WHERE game_id = '{id}' AND seat = {seat};
         UPDATE games SET wake_at = NULL WHERE id = '{id}'",
        id = table.id
    ));
    assert_eq!(deadlines(&table.seen_by(0).await), [None, None]);
    assert_eq!(inbox_length(&table.players[seat]).await, 0);
    app.clock.advance(TimeDelta::hours(5));
    let player = &table.players[seat];
    player.post(&table.path("/moves"), &json!({ "type": "draw" })).await.problem(409, "seat_absent");
    let returned = act(player, &table.id, "return").await.expect(200).json;
    assert_eq!((whose_turn(&returned), absent(&returned)), (seat, vec![0, 0]));
    let began = time(&returned["played"][0]["at"]);
    assert_eq!(deadlines(&returned)[seat], Some(began + TimeDelta::hours(12)));
    assert!(!returned["you"]["legal_moves"].as_array().expect("a list").is_empty());
    let_time_run_out(&app, &database, &table, 1).await;
    assert_eq!(absent(&table.seen_by(0).await)[seat], 1, "it counts from the beginning");
}

async fn whoever_returns_before_the_third_goes_on_in_the_same_turn(database: Database) {
    let app = App::start(&database);
    let (table, before) = start(&app, 2).await;
    let seat = whose_turn(&before);
    let_time_run_out(&app, &database, &table, 1).await;
    let turn = take(&table, 1 - seat).await;
    assert_eq!((whose_turn(&turn), absent(&turn)[seat]), (seat, 1));
    app.clock.advance(TimeDelta::hours(5));
    let returned = act(&table.players[seat], &table.id, "return").await.expect(200).json;
    assert_eq!(absent(&returned), [0, 0]);
    assert_eq!(deadlines(&returned), deadlines(&turn), "to return is no way to more time");
    act(&table.players[seat], &table.id, "return").await.problem(409, "not_absent");
}

async fn without_absence_there_is_nothing_to_return_to(database: Database) {
    let app = App::start(&database);
    let (table, before) = start(&app, 2).await;
    for player in &table.players {
        act(player, &table.id, "return").await.problem(409, "not_absent");
    }
    act(&app.player("eve").await, &table.id, "return").await.problem(403, "forbidden");
    act(&app.stranger(), &table.id, "return").await.problem(401, "unauthorized");
    assert_eq!(table.seen_by(0).await, before);
    act(&table.players[0], &table.id, "resign").await.expect(200);
    act(&table.players[1], &table.id, "return").await.problem(409, "game_finished");
}

async fn a_game_that_all_have_left_to_bots_is_abandoned(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, game("nine_card")).await;
    // Both have not revealed; then it is one after the other, until both have missed three.
    let_time_run_out(&app, &database, &table, 2).await;
    for times in 3..=5 {
        let_time_run_out(&app, &database, &table, times).await;
        let game = table.seen_by(0).await;
        assert_eq!(game["status"], "active", "somebody may still come");
        assert_eq!(absent(&game).iter().sum::<u64>(), times as u64);
    }
    let_time_run_out(&app, &database, &table, 6).await;
    let over = table.seen_by(0).await;
    assert_eq!(over["outcome"], json!({ "places": [], "reason": "abandoned" }));
    assert_eq!((&over["status"], absent(&over)), (&json!("finished"), vec![3, 3]));
    assert_eq!(whole_log(&table.players[0], &table.id).await.pop().expect("an entry")["kind"], "timed_out");
    act(&table.players[0], &table.id, "return").await.problem(409, "game_finished");
}

async fn a_game_with_bots_is_abandoned_when_its_human_stays_away(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let mut game = game("card_golf");
    game["seats"] = json!([{ "type": "bot", "level": "easy" }, { "type": "you" }]);
    let id = ana.post("/v1/games", &game).await.expect(201).json["id"].as_str().expect("an id").to_owned();
    let table = Table { id, players: vec![ana] };
    for times in 1..=3 {
        let game = until_humans_act(&table, &[0]).await;
        assert_eq!((&game["status"], &game["to_act"]), (&json!("active"), &json!([1])));
        app.advance_to(time(&game["deadline"]) + TimeDelta::milliseconds(100));
        until_logged(&database, &table.id, "timed_out", times).await;
    }
    let over = table.seen_by(0).await;
    assert_eq!(over["outcome"], json!({ "places": [], "reason": "abandoned" }));
}
