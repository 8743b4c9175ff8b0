//! The same table again.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::Table,
    reading::{act, create, fields, id, path, told, whole_log},
    rematches::{finished, game, rematch, three, who},
    runner::tests,
};

tests![
    the_table_is_the_same_and_the_others_are_invited,
    both_games_link_to_each_other,
    the_others_come_and_it_starts,
    a_course_that_was_deleted_is_played_again,
    a_table_that_started_smaller_stays_smaller,
    whoever_has_resigned_may_ask,
    a_game_cancelled_by_vote_has_a_rematch,
    the_seat_of_an_account_that_has_ended_is_open,
    a_game_against_bots_alone_starts_at_once,
    a_rematch_has_a_rematch,
];

/// A private game of Card Golf with options, a clock and a bot, which ana and cyd have lost to bob and the
/// bot by giving up. Its seats are a bot's, ana's, bob's and cyd's.
async fn lost(app: &App, players: &[Client; 3], course: &str) -> String {
    let [ana, bob, cyd] = players;
    let setup = json!({
        "ruleset": "card_golf",
        "options": { "holes": 3, "course": course },
        "seats": [
            { "type": "bot", "level": "hard" }, { "type": "you" },
            { "type": "player", "name": "bob" }, { "type": "open" },
        ],
        "visibility": "private",
        "clock": { "per_turn": "P3DT12H", "on_timeout": "forfeit" },
    });
    let created = ana.post("/v1/games", &setup).await.expect(201);
    let game = id(&created);
    act(bob, &game, "join").await.expect(200);
    cyd.post("/v1/join", &json!({ "code": created.json["join_code"] })).await.expect(200);
    act(ana, &game, "resign").await.expect(200);
    assert_eq!(act(cyd, &game, "resign").await.expect(200).json["status"], "finished");
    app.stranger().get(&path(&game, "")).await.problem(404, "not_found");
    game
}

async fn the_table_is_the_same_and_the_others_are_invited(database: Database) {
    let app = App::start(&database);
    let players = three(&app).await;
    let old = lost(&app, &players, "st_andrews").await;
    let before = game(&players[1], &old).await;
    app.clock.advance(chrono::TimeDelta::days(40));
    let answer = rematch(&players[1], &old).await.expect(201);
    let new = id(&answer);
    assert_ne!(new, old);
    assert_eq!(answer.header("location"), path(&new, ""));
    let seen = players[1].get(&path(&new, "")).await.expect(200);
    assert_eq!(seen.etag(), answer.etag());
    let mut same = answer.json.clone();
    let played = same.as_object_mut().and_then(|game| game.remove("played")).expect("entries");
    assert_eq!(same, seen.json);

    let new_game = seen.json;
    for field in ["ruleset", "options", "visibility", "clock"] {
        assert_eq!(new_game[field], before[field], "{field}");
    }
    let seats =
        [("bot", Some("hard")), ("invited", Some("ana")), ("player", Some("bob")), ("invited", Some("cyd"))];
    assert_eq!(who(&new_game), seats);
    assert_eq!((&new_game["status"], &new_game["you"]["seat"]), (&json!("open"), &json!(2)));
    for field in ["started_at", "finished_at", "outcome", "state", "deadline"] {
        assert_eq!(new_game[field], Value::Null, "{field}");
    }
    for seat in new_game["seats"].as_array().expect("a list") {
        assert_eq!((&seat["score"], seat.get("given_up")), (&Value::Null, None));
    }
    assert!(new_game["created_at"].as_str() > before["finished_at"].as_str());
    let log = whole_log(&players[1], &new).await;
    let entries =
        [("created", Some(2), "player"), ("invited", Some(1), "player"), ("invited", Some(3), "player")];
    assert_eq!(told(&log), entries);
    assert_eq!((json!(log), &new_game["version"]), (played, &json!(3)));
    // It is private too, with a code of its own, and it is found by those who are invited.
    app.stranger().get(&path(&new, "")).await.problem(404, "not_found");
    assert!(new_game["join_code"].as_str().is_some_and(|code| code.len() >= 11));
    for invited in [&players[0], &players[2]] {
        let list = invited.get("/v1/games?invited=me").await.expect(200).json;
        assert_eq!(list["items"][0]["id"], json!(new));
    }
}

async fn both_games_link_to_each_other(database: Database) {
    let app = App::start(&database);
    let players = three(&app).await;
    let old = finished(&players, json!({})).await;
    let stranger = app.stranger();
    let before = stranger.get(&path(&old, "")).await.expect(200);
    assert_eq!((before.json.get("rematch"), before.json.get("rematch_of")), (None, None));
    let answer = rematch(&players[2], &old).await.expect(201);
    let new = id(&answer);
    assert_eq!((&answer.json["rematch_of"], answer.json.get("rematch")), (&json!(old), None));
    let after = stranger.get_if_changed(&path(&old, ""), before.etag()).await.expect(200);
    assert_eq!((&after.json["rematch"], after.json.get("rematch_of")), (&json!(new), None));
    let log = whole_log(&stranger, &old).await;
    assert_eq!(told(&log).last(), Some(&("rematch", Some(2), "player")));
    assert_eq!(
        (after.json["version"].as_u64(), &after.json["updated_at"]),
        (Some(log.len() as u64), &log[log.len() - 1]["at"])
    );
    // Nothing else has changed about the old game: neither how it ended nor what lay on the table.
    for field in fields(&before.json) {
        if !["version", "updated_at"].contains(&field) {
            assert_eq!(after.json[field], before.json[field], "{field}");
        }
    }
    let export = stranger.get(&path(&old, "/export")).await.expect(200).json;
    assert_eq!(
        (&export["game"]["rematch"], export["log"].as_array().map(Vec::len)),
        (&json!(new), Some(log.len()))
    );
    let list = stranger.get("/v1/games?status=finished").await.expect(200).json;
    assert_eq!(list["items"][0]["rematch"], json!(new));
}

async fn the_others_come_and_it_starts(database: Database) {
    let app = App::start(&database);
    let players = three(&app).await;
    let clock = json!({ "per_turn": "P1D", "on_timeout": "bot" });
    let old = finished(&players, json!({ "clock": clock })).await;
    let new = id(&rematch(&players[1], &old).await.expect(201));
    act(&players[0], &new, "join").await.expect(200);
    // Whoever asked has created it: he can clear a seat, and the old creator cannot.
    let kick = json!({ "seat": 2 });
    players[0].post(&path(&new, "/kick"), &kick).await.problem(403, "forbidden");
    act(&players[1], &new, "leave").await.problem(403, "forbidden");
    act(&players[2], &new, "decline").await.expect(200);
    let eve = app.player("eve").await;
    let started = act(&eve, &new, "join").await.expect(200).json;
    assert_eq!(started["status"], "active");
    let names = [("player", Some("ana")), ("player", Some("bob")), ("player", Some("eve"))];
    assert_eq!(who(&started), names);
    assert!(started["seats"][2]["deadline"].is_string());
    assert_eq!(started["rematch_of"], json!(old));
}

async fn a_course_that_was_deleted_is_played_again(database: Database) {
    let app = App::start(&database);
    let players = three(&app).await;
    let yards = [350, 170, 420, 510, 300, 390, 150, 440, 480];
    let course = json!({ "ruleset": "card_golf", "name": "Holm Links", "yards": yards });
    let course = id(&players[0].post("/v1/courses", &course).await.expect(201));
    let old = lost(&app, &players, &course).await;
    let before = game(&players[1], &old).await;
    players[0].delete(&format!("/v1/courses/{course}")).await.expect(204);
    let new = id(&rematch(&players[1], &old).await.expect(201));
    act(&players[0], &new, "join").await.expect(200);
    let started = act(&players[2], &new, "join").await.expect(200).json;
    assert_eq!(started["status"], "active");
    for part in ["course", "length", "holes"] {
        assert_eq!(started["state"][part], before["state"][part], "{part}");
    }
    assert_eq!(started["state"]["course"]["name"], "Holm Links");
}

async fn a_table_that_started_smaller_stays_smaller(database: Database) {
    let app = App::start(&database);
    let [ana, bob, _] = three(&app).await;
    let seats = json!([{ "type": "open" }, { "type": "you" }, { "type": "open" }, { "type": "open" }]);
    let old = id(&create(&ana, json!({ "seats": seats })).await);
    bob.post(&path(&old, "/join"), &json!({ "seat": 3 })).await.expect(200);
    act(&ana, &old, "start").await.expect(200);
    act(&ana, &old, "resign").await.expect(200);
    let again = rematch(&bob, &old).await.expect(201).json;
    assert_eq!(who(&again), [("invited", Some("ana")), ("player", Some("bob"))]);
}

async fn whoever_has_resigned_may_ask(database: Database) {
    let app = App::start(&database);
    let players = three(&app).await;
    let old = lost(&app, &players, "st_andrews").await;
    let again = rematch(&players[2], &old).await.expect(201).json;
    assert_eq!((&again["you"]["seat"], again["seats"][3].get("given_up")), (&json!(3), None));
    act(&players[0], again["id"].as_str().expect("an id"), "join").await.expect(200);
    let started = act(&players[1], again["id"].as_str().expect("an id"), "join").await.expect(200).json;
    assert_eq!(started["status"], "active");
}

async fn a_game_cancelled_by_vote_has_a_rematch(database: Database) {
    let app = App::start(&database);
    let [ana, bob, _] = three(&app).await;
    let table = Table::start_with(vec![ana, bob], json!({ "ruleset": "nine_card" })).await;
    for player in &table.players {
        act(player, &table.id, "cancel").await.expect(200);
    }
    let again = rematch(&table.players[1], &table.id).await.expect(201).json;
    assert_eq!(who(&again), [("invited", Some("ana")), ("player", Some("bob"))]);
    assert_eq!((&again["status"], again.get("cancel_votes")), (&json!("open"), None));
    let old = table.seen_by(0).await;
    assert_eq!((&old["status"], &old["rematch"]), (&json!("cancelled"), &again["id"]));
    rematch(&table.players[0], &table.id).await.problem(409, "rematch_exists");
}

async fn the_seat_of_an_account_that_has_ended_is_open(database: Database) {
    let app = App::start(&database);
    let players = three(&app).await;
    let old = finished(&players, json!({})).await;
    players[2].delete("/v1/players/me").await.expect(204);
    let again = rematch(&players[0], &old).await.expect(201).json;
    assert_eq!(who(&again), [("player", Some("ana")), ("invited", Some("bob")), ("open", None)]);
    let entries = [("created", Some(0), "player"), ("invited", Some(1), "player")];
    assert_eq!(told(again["played"].as_array().expect("a list")), entries);
    // Whoever comes may have it.
    let eve = app.player("eve").await;
    let joined = act(&eve, again["id"].as_str().expect("an id"), "join").await.expect(200).json;
    assert_eq!(joined["you"]["seat"], 2);
}

async fn a_game_against_bots_alone_starts_at_once(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let bots =
        json!([{ "type": "bot", "level": "easy" }, { "type": "you" }, { "type": "bot", "level": "medium" }]);
    for (ruleset, seats) in [("nine_card", bots), ("par_fore", json!([{ "type": "you" }]))] {
        let setup = json!({ "ruleset": ruleset, "seats": seats });
        let old = id(&ana.post("/v1/games", &setup).await.expect(201));
        act(&ana, &old, "resign").await.expect(200);
        let answer = rematch(&ana, &old).await.expect(201);
        assert_eq!(answer.json["status"], "active");
        assert_eq!(who(&answer.json), who(&game(&ana, &old).await), "{ruleset}");
        let played = told(answer.json["played"].as_array().expect("a list"));
        let mine = answer.json["you"]["seat"].as_u64();
        assert_eq!(played[..2], [("created", mine, "player"), ("started", None, "server")]);
        assert_eq!(answer.json["to_act"], json!([mine]), "the bots have moved already");
        // The cards are dealt anew.
        act(&ana, &id(&answer), "resign").await.expect(200);
        let mut seeds = Vec::new();
        for game in [&old, &id(&answer)] {
            seeds.push(ana.get(&path(game, "/export")).await.expect(200).json["seed"].clone());
        }
        assert_ne!(seeds[0], seeds[1]);
    }
}

async fn a_rematch_has_a_rematch(database: Database) {
    let app = App::start(&database);
    let [ana, bob, _] = three(&app).await;
    let first = finished(&[ana.clone(), bob.clone()], json!({ "visibility": "private" })).await;
    let second = id(&rematch(&ana, &first).await.expect(201));
    act(&bob, &second, "join").await.expect(200);
    rematch(&bob, &second).await.problem(409, "game_active");
    act(&ana, &second, "resign").await.expect(200);
    let third = id(&rematch(&bob, &second).await.expect(201));
    let middle = game(&ana, &second).await;
    assert_eq!((&middle["rematch_of"], &middle["rematch"]), (&json!(first), &json!(third)));
    assert_eq!(game(&ana, &third).await["rematch_of"], json!(second));
    assert_eq!(game(&ana, &first).await["rematch"], json!(second));
}
