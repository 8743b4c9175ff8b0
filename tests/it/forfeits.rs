//! Time that is up where that gives the seat up: the game ends, or a bot plays on.

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
        count, deadlines, let_time_run_out, look_at, reveal_all, since, take_turn, time, until,
        until_humans_act, whose_turn,
    },
};

tests![
    the_other_one_of_two_wins,
    a_forfeit_in_the_midst_of_a_turn_ends_the_game_too,
    a_bot_plays_on_for_one_of_three_and_he_comes_last,
    all_but_one_at_the_same_moment_leave_him_the_winner,
    the_last_human_beats_the_bots_too,
    a_partner_plays_on,
    two_partners_lose,
    whoever_resigned_before_counts_as_gone,
    without_a_human_a_game_is_abandoned,
    two_at_the_same_moment_leave_nobody,
    whoever_has_forfeited_looks_on_without_a_seat,
];

fn game(ruleset: &str) -> Value {
    json!({ "ruleset": ruleset, "clock": { "per_turn": "PT12H", "on_timeout": "forfeit" } })
}

async fn the_other_one_of_two_wins(database: Database) {
    let app = App::start(&database);
    for (number, ruleset) in ["nine_card", "card_golf", "par_fore"].into_iter().enumerate() {
        let players = vec![app.player(&format!("a{number}")).await, app.player(&format!("b{number}")).await];
        let table = Table::start_with(players, game(ruleset)).await;
        let before = match ruleset {
            "nine_card" => reveal_all(&table).await,
            _ => table.seen_by(0).await,
        };
        let seat = whose_turn(&before);
        app.advance_to(time(&before["deadline"]) - TimeDelta::seconds(20));
        look_at(&database, &table.id).await;
        assert_eq!(
            (table.seen_by(0).await["status"].clone(), count(&database, &table.id, "timed_out")),
            (json!("active"), 0)
        );
        let_time_run_out(&app, &database, &table, 1).await;
        let over = table.seen_by(0).await;
        let places = json!([
            { "place": 1, "seats": [1 - seat], "score": 0 },
            { "place": 2, "seats": [seat], "score": 0 },
        ]);
        assert_eq!(over["outcome"], json!({ "places": places, "reason": "timeout" }), "{ruleset}");
        assert_eq!((&over["status"], &over["to_act"]), (&json!("finished"), &json!([])));
        assert_eq!(over["seats"][seat]["given_up"], "forfeited");
        assert!(over["seats"][1 - seat].get("given_up").is_none());
        assert!(over["seats"][seat].get("absent").is_none());
        assert_eq!(deadlines(&over), [None, None]);
        let entry = whole_log(&table.players[0], &table.id).await.pop().expect("an entry");
        assert_eq!(told(std::slice::from_ref(&entry)), [("timed_out", Some(seat as u64), "clock")]);
        assert_eq!((&over["version"], &over["finished_at"]), (&entry["version"], &entry["at"]));
        let profile = table.players[1 - seat].get("/v1/players/me").await.expect(200).json;
        let name = profile["name"].as_str().expect("a name");
        let games = app.stranger().get(&format!("/v1/games?player={name}&status=finished")).await.expect(200);
        assert_eq!(games.json["items"][0]["outcome"]["reason"], "timeout");
        // It is over: the next deadline would have been that of the other one.
        app.clock.advance(TimeDelta::days(2));
        look_at(&database, &table.id).await;
        assert_eq!(table.seen_by(0).await, over);
    }
}

async fn a_forfeit_in_the_midst_of_a_turn_ends_the_game_too(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, game("nine_card")).await;
    let seat = whose_turn(&reveal_all(&table).await);
    let draw = json!({ "type": "draw" });
    let drawn = table.players[seat].post(&table.path("/moves"), &draw).await.expect(200).json;
    let_time_run_out(&app, &database, &table, 1).await;
    let news = since(&table.players[0], &table.id, &drawn["version"]).await;
    assert_eq!(told(&news), [("timed_out", Some(seat as u64), "clock")], "no bot moves for him");
    assert_eq!(table.seen_by(0).await["outcome"]["places"][0]["seats"], json!([1 - seat]));
    table.players[seat].post(&table.path("/moves"), &draw).await.problem(403, "forbidden");
}

/// Plays at random for the seats that are not `gone`, to the end.
async fn play_out(table: &Table, gone: usize) -> Value {
    let (mut choices, someone) = (choices(3), (gone + 1) % table.players.len());
    loop {
        let game = until("the bot has moved", async || {
            let game = table.seen_by(someone).await;
            let waits = game["to_act"].as_array().expect("a list").iter().any(|seat| *seat == gone);
            (!waits).then_some(game)
        })
        .await;
        if table.play_on(&game, &mut choices).await.is_none() {
            return game;
        }
    }
}

async fn a_bot_plays_on_for_one_of_three_and_he_comes_last(database: Database) {
    let app = App::start(&database);
    let mut game = game("par_fore");
    game["options"] = json!({ "holes": 1 });
    let table = Table::start(&app, 3, game).await;
    let before = table.seen_by(0).await;
    let seat = whose_turn(&before);
    let_time_run_out(&app, &database, &table, 1).await;
    let after = table.seen_by(0).await;
    assert_eq!((&after["status"], &after["outcome"]), (&json!("active"), &Value::Null));
    let late = &after["seats"][seat];
    assert_eq!((&late["given_up"], &late["type"]), (&json!("forfeited"), &json!("player")));
    assert_eq!((&late["deadline"], late.get("absent")), (&Value::Null, None));
    // Nobody has to ask for the bot to move: another's turn comes, and has its own deadline.
    let bot = format!("SELECT count(*) FROM log WHERE game_id = '{}' AND by_whom = 'bot'", table.id);
    until("the bot has moved", async || (database.number(&bot) > 0).then_some(())).await;
    let finished = play_out(&table, seat).await;
    let places = finished["outcome"]["places"].as_array().expect("places");
    let last = places.last().expect("a place");
    assert_eq!((&last["place"], &last["seats"]), (&json!(3), &json!([seat])), "whatever his score");
    assert_eq!(last["score"], finished["state"]["totals"][seat]);
    assert_eq!(finished["outcome"]["reason"], "completed");
    let log = whole_log(&table.players[0], &table.id).await;
    let of_seat = |entry: &&Value| entry["seat"] == seat && entry["kind"] == "move";
    assert!(log.iter().filter(of_seat).all(|entry| entry["by"] == "bot"));
    assert_eq!(count(&database, &table.id, "timed_out"), 1);
}

async fn all_but_one_at_the_same_moment_leave_him_the_winner(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, game("nine_card")).await;
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    let before = table.players[1].post(&table.path("/moves"), &reveal).await.expect(200).json;
    let_time_run_out(&app, &database, &table, 2).await;
    let over = table.seen_by(1).await;
    // Both have nothing, and so share their place.
    let places =
        json!([{ "place": 1, "seats": [1], "score": 0 }, { "place": 2, "seats": [0, 2], "score": 0 }]);
    assert_eq!(over["outcome"], json!({ "places": places, "reason": "timeout" }));
    let news = since(&table.players[1], &table.id, &before["version"]).await;
    assert_eq!(told(&news), [("timed_out", Some(0), "clock"), ("timed_out", Some(2), "clock")]);
}

async fn the_last_human_beats_the_bots_too(database: Database) {
    let app = App::start(&database);
    let players = vec![app.player("ana").await, app.player("bob").await];
    let mut game = game("nine_card");
    game["seats"] = json!([{ "type": "you" }, { "type": "bot", "level": "easy" }, { "type": "open" }]);
    let id = players[0].post("/v1/games", &game).await.expect(201).json["id"].clone();
    let table = Table { id: id.as_str().expect("an id").to_owned(), players };
    act(&table.players[1], &table.id, "join").await.expect(200);
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    table.players[1].post(&table.path("/moves"), &reveal).await.expect(200);
    let_time_run_out(&app, &database, &table, 1).await;
    let places = json!([
        { "place": 1, "seats": [2], "score": 0 },
        { "place": 2, "seats": [1], "score": 0 },
        { "place": 3, "seats": [0], "score": 0 },
    ]);
    assert_eq!(table.seen_by(0).await["outcome"], json!({ "places": places, "reason": "timeout" }));
}

/// A game of Card Golf for two sides in which the first to act has forfeited, and his bot has moved.
async fn with_one_partner(app: &App, database: &Database, holes: u32) -> (Table, usize) {
    let mut game = game("card_golf");
    game["options"] = json!({ "holes": holes });
    let table = Table::start(app, 4, game).await;
    let seat = whose_turn(&table.seen_by(0).await);
    let_time_run_out(app, database, &table, 1).await;
    let after = until_humans_act(&table, &[seat]).await;
    assert_eq!((&after["status"], &after["outcome"]), (&json!("active"), &Value::Null));
    assert_eq!(after["seats"][seat]["given_up"], "forfeited");
    assert!(after["seats"][(seat + 2) % 4].get("given_up").is_none(), "his partner plays on");
    (table, seat)
}

async fn a_partner_plays_on(database: Database) {
    let app = App::start(&database);
    let (table, seat) = with_one_partner(&app, &database, 1).await;
    let finished = play_out(&table, seat).await;
    assert_eq!(finished["outcome"]["reason"], "completed");
    // The side keeps its result, with partners in one place.
    let places = match &finished["state"]["holes_won"] {
        won if *won == json!([1, 0]) => json!([[1, [0, 2], 1], [2, [1, 3], 0]]),
        won if *won == json!([0, 1]) => json!([[1, [1, 3], 1], [2, [0, 2], 0]]),
        _ => json!([[1, [0, 1, 2, 3], 0]]),
    };
    let found = finished["outcome"]["places"].as_array().expect("places").iter();
    let found: Vec<Value> =
        found.map(|place| json!([place["place"], place["seats"], place["score"]])).collect();
    assert_eq!(json!(found), places);
}

async fn two_partners_lose(database: Database) {
    let app = App::start(&database);
    let (table, seat) = with_one_partner(&app, &database, 9).await;
    let partner = (seat + 2) % 4;
    while whose_turn(&until_humans_act(&table, &[seat]).await) != partner {
        take_turn(&table, &mut choices(1)).await;
    }
    let_time_run_out(&app, &database, &table, 2).await;
    let (lost, won) = if seat % 2 == 0 { ([0, 2], [1, 3]) } else { ([1, 3], [0, 2]) };
    let over = table.seen_by(0).await;
    let places = json!([{ "place": 1, "seats": won, "score": 0 }, { "place": 2, "seats": lost, "score": 0 }]);
    assert_eq!(over["outcome"], json!({ "places": places, "reason": "timeout" }));
}

async fn whoever_resigned_before_counts_as_gone(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, game("nine_card")).await;
    reveal_all(&table).await;
    let seat = whose_turn(&table.seen_by(0).await);
    let (second, third) = ((seat + 1) % 3, (seat + 2) % 3);
    let resigned = act(&table.players[second], &table.id, "resign").await.expect(200).json;
    assert_eq!((&resigned["status"], whose_turn(&resigned)), (&json!("active"), seat));
    let_time_run_out(&app, &database, &table, 1).await;
    let over = table.seen_by(0).await;
    assert_eq!(over["outcome"]["reason"], "timeout");
    assert_eq!(over["outcome"]["places"][0], json!({ "place": 1, "seats": [third], "score": 0 }));
    let given_up = |seat: usize| over["seats"][seat]["given_up"].clone();
    assert_eq!((given_up(second), given_up(seat)), (json!("resigned"), json!("forfeited")));
}

async fn start_with_bots(client: &Client, ruleset: &str, bots: usize) -> Table {
    let mut game = game(ruleset);
    game["seats"] = [vec![json!({ "type": "you" })], vec![json!({ "type": "bot", "level": "easy" }); bots]]
        .concat()
        .into();
    let created = client.post("/v1/games", &game).await.expect(201).json;
    Table { id: created["id"].as_str().expect("an id").to_owned(), players: vec![client.clone()] }
}

async fn without_a_human_a_game_is_abandoned(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for (ruleset, bots) in [("nine_card", 1), ("card_golf", 3), ("par_fore", 0), ("par_fore", 2)] {
        let table = start_with_bots(&ana, ruleset, bots).await;
        let_time_run_out(&app, &database, &table, 1).await;
        let over = table.seen_by(0).await;
        assert_eq!(over["outcome"], json!({ "places": [], "reason": "abandoned" }), "{ruleset}, {bots}");
        assert_eq!((&over["status"], &over["to_act"]), (&json!("finished"), &json!([])));
    }
}

async fn two_at_the_same_moment_leave_nobody(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for (number, others) in [1, 2].into_iter().enumerate() {
        let mut players = vec![ana.clone()];
        for other in 0..others {
            players.push(app.player(&format!("other{number}{other}")).await);
        }
        let table = Table::start_with(players, game("nine_card")).await;
        let_time_run_out(&app, &database, &table, others + 1).await;
        let over = table.seen_by(0).await;
        assert_eq!(over["outcome"], json!({ "places": [], "reason": "abandoned" }), "{others} others");
        let seats = over["seats"].as_array().expect("a list");
        assert!(seats.iter().all(|seat| seat["given_up"] == "forfeited"));
    }
}

async fn whoever_has_forfeited_looks_on_without_a_seat(database: Database) {
    let app = App::start(&database);
    let mut game = game("card_golf");
    game["visibility"] = json!("private");
    let table = Table::start(&app, 3, game).await;
    let seat = whose_turn(&table.seen_by(0).await);
    let legal = table.seen_by(seat).await["you"]["legal_moves"].clone();
    let_time_run_out(&app, &database, &table, 1).await;
    until_humans_act(&table, &[seat]).await;
    let player = &table.players[seat];
    let seen = player.get(&table.path("")).await.expect(200).json;
    assert_eq!((&seen["you"], &seen["state"]["hand"]), (&Value::Null, &Value::Null));
    player.post(&table.path("/moves"), &legal[0]).await.problem(403, "forbidden");
    act(player, &table.id, "resign").await.problem(403, "forbidden");
    act(player, &table.id, "return").await.problem(403, "forbidden");
    act(player, &table.id, "cancel").await.problem(403, "forbidden");
    assert_eq!(player.get("/v1/games?to_act=me").await.expect(200).json["items"], json!([]));
    let games = player.get("/v1/games?player=me").await.expect(200).json;
    assert_eq!(games["items"][0]["id"], json!(table.id));
    whole_log(player, &table.id).await;
    app.stranger().get(&table.path("")).await.problem(404, "not_found");
}
