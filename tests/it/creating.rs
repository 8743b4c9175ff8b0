//! Setting up a game: what is filled in, what is allowed, and how others get to it.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    reading::{act, create, id, path, told, whole_log},
    runner::tests,
};

tests![
    everything_but_the_ruleset_has_a_default,
    every_option_is_kept_and_has_a_range,
    options_out_of_range_are_named,
    a_game_of_another_form_is_malformed,
    two_to_thirteen_seats_are_allowed,
    nobody_has_two_seats,
    unknown_names_in_seats_are_refused,
    a_clock_is_read_and_shown,
    unknown_rulesets_and_visibilities_are_refused,
    a_private_game_has_a_code_for_those_who_sit_at_it,
    the_code_is_void_once_the_game_has_started,
    every_seat_may_be_kept_for_somebody,
    a_game_may_be_created_without_oneself,
    only_players_create_games,
];

async fn refuse(client: &Client, more: Value) -> Answer {
    let mut body = json!({ "ruleset": "nine_card" });
    body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let answer = client.post("/v1/games", &body).await;
    assert!((400..500).contains(&answer.status), "{more} was taken: {}", answer.text);
    answer
}

/// Refused games must not have been created.
async fn no_games(client: &Client) {
    for list in ["/v1/games", "/v1/games?player=me"] {
        assert_eq!(client.get(list).await.expect(200).json["items"], json!([]));
    }
}

async fn everything_but_the_ruleset_has_a_default(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let created = ana.post("/v1/games", &json!({ "ruleset": "nine_card" })).await.expect(201);
    let game = &created.json;
    let options = json!({ "holes": 9, "rearrange": false, "clear_lines": false, "out_penalty": 0,
                          "joker_pairs": "cancel" });
    assert_eq!(game["options"], options);
    assert_eq!(game["visibility"], "public");
    assert_eq!(game["clock"], Value::Null);
    assert_eq!(game["status"], "open");
    let seats = game["seats"].as_array().expect("a list");
    assert_eq!(seats.len(), 2);
    assert_eq!((&seats[0]["type"], &seats[0]["name"]), (&json!("player"), &json!("ana")));
    assert_eq!(seats[1]["type"], "open");
    assert_eq!(game["you"]["seat"], 0);
    assert_eq!(created.header("location"), path(&id(&created), ""));
    let read = ana.get(created.header("location")).await.expect(200);
    assert_eq!(read.etag(), created.etag());
    assert_eq!(told(&whole_log(&ana, &id(&created)).await), [("created", Some(0), "player")]);
    assert_eq!(game["version"], 1);
}

async fn every_option_is_kept_and_has_a_range(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for (option, value) in [
        ("holes", json!(1)),
        ("holes", json!(18)),
        ("rearrange", json!(true)),
        ("clear_lines", json!(true)),
        ("out_penalty", json!(0)),
        ("out_penalty", json!(25)),
        ("out_penalty", json!(100)),
        ("joker_pairs", json!("keep")),
        ("joker_pairs", json!("cancel")),
    ] {
        let created = create(&ana, json!({ "options": { option: value } })).await.json;
        assert_eq!(created["options"][option], value);
        assert_eq!(created["options"].as_object().expect("an object").len(), 5, "the others are filled in");
    }
    let all = json!({ "holes": 3, "rearrange": true, "clear_lines": true, "out_penalty": 7,
                      "joker_pairs": "keep" });
    assert_eq!(create(&ana, json!({ "options": all })).await.json["options"], all);
}

async fn options_out_of_range_are_named(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for (option, value) in [
        ("holes", json!(0)),
        ("holes", json!(19)),
        ("holes", json!(-1)),
        ("holes", json!(256)),
        ("holes", json!(4294967297_u64)),
        ("out_penalty", json!(-1)),
        ("out_penalty", json!(101)),
        ("out_penalty", json!(1000)),
        ("joker_pairs", json!("both")),
    ] {
        let refused = refuse(&ana, json!({ "options": { option: value } })).await;
        let problem = refused.problem(422, "bad_options");
        assert_eq!(problem.json["errors"][0]["field"], format!("options.{option}"), "{value}");
    }
    let both = refuse(&ana, json!({ "options": { "holes": 0, "out_penalty": 101 } })).await;
    assert_eq!(both.json["errors"].as_array().map(Vec::len), Some(2), "all that is wrong is told at once");
    no_games(&ana).await;
}

async fn a_game_of_another_form_is_malformed(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for more in [
        json!({ "options": { "holes": "9" } }),
        json!({ "options": { "holes": 2.5 } }),
        json!({ "options": { "holes": null } }),
        json!({ "options": { "rearrange": 1 } }),
        json!({ "options": { "clear_lines": "true" } }),
        json!({ "options": { "joker_pairs": true } }),
        json!({ "options": { "decks": 3 } }),
        json!({ "options": [] }),
        json!({ "options": [9, false, false, 0, "cancel"] }),
        json!({ "options": null }),
        json!({ "seats": 2 }),
        json!({ "seats": ["you", "open"] }),
        json!({ "seats": [["you"], ["open"]] }),
        json!({ "seats": [{"type":"you"},{}] }),
        json!({ "seats": [{"type":"you"},{"type":"open","name":"bob"}] }),
        json!({ "seats": [{"type":"you"},{"type":"player"}] }),
        json!({ "seats": [{"type":"you","seat":0},{"type":"open"}] }),
        json!({ "visibility": true }),
        json!({ "clock": "P3D" }),
        json!({ "players": 2 }),
    ] {
        refuse(&ana, more).await.problem(400, "malformed");
    }
    ana.post("/v1/games", &json!({})).await.problem(400, "malformed");
    ana.post("/v1/games", &json!({ "ruleset": 9 })).await.problem(400, "malformed");
    no_games(&ana).await;
}

async fn two_to_thirteen_seats_are_allowed(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let seats = |n: usize| {
        let mut seats = vec![json!({ "type": "open" }); n];
        if let Some(first) = seats.first_mut() {
            *first = json!({ "type": "you" });
        }
        json!({ "seats": seats })
    };
    for n in [0, 1, 14, 100] {
        let problem = refuse(&ana, seats(n)).await.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "seats");
    }
    no_games(&ana).await;
    for n in [2, 13] {
        let created = create(&ana, seats(n)).await.json;
        assert_eq!(created["seats"].as_array().map(Vec::len), Some(n));
        let numbers = created["seats"].as_array().into_iter().flatten().map(|seat| seat["seat"].as_u64());
        assert!(numbers.eq((0..n as u64).map(Some)));
    }
}

async fn nobody_has_two_seats(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    app.player("Bob").await;
    for seats in [
        json!([{"type":"you"},{"type":"you"}]),
        json!([{"type":"you"},{"type":"player","name":"Bob"},{"type":"player","name":"Bob"}]),
        json!([{"type":"you"},{"type":"player","name":"Bob"},{"type":"player","name":"bob"}]),
        json!([{"type":"you"},{"type":"player","name":"ana"}]),
        json!([{"type":"open"},{"type":"player","name":"ANA"}]),
    ] {
        refuse(&ana, json!({ "seats": seats })).await.problem(422, "invalid");
    }
    no_games(&ana).await;
}

async fn unknown_names_in_seats_are_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let long = "x".repeat(10_000);
    for name in ["nobody", "", "me", "b b", "🦀", "a\0", "%", &long] {
        let seats = json!([{"type":"you"},{"type":"player","name":name}]);
        let problem = refuse(&ana, json!({ "seats": seats })).await.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "seats[1].name", "{name:?}");
    }
    no_games(&ana).await;
}

async fn a_clock_is_read_and_shown(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for per_turn in ["PT1M", "PT90M", "P3D", "P1W", "P1DT12H", "P30D"] {
        let clock = json!({ "per_turn": per_turn, "on_timeout": "forfeit" });
        assert_eq!(create(&ana, json!({ "clock": clock })).await.json["clock"], clock);
    }
    let by_default = json!({ "per_turn": "P3D", "on_timeout": "bot" });
    assert_eq!(create(&ana, json!({ "clock": { "per_turn": "P3D" } })).await.json["clock"], by_default);
    assert_eq!(create(&ana, json!({ "clock": null })).await.json["clock"], Value::Null);
    for per_turn in
        ["PT59S", "P30DT1S", "P31D", "P1M", "P1Y", "P0D", "-P1D", "3 days", "P", "PT", "", "p3d", "P1.5D"]
    {
        let refused = refuse(&ana, json!({ "clock": { "per_turn": per_turn, "on_timeout": "bot" } })).await;
        let problem = refused.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "clock.per_turn", "{per_turn}");
    }
    let unknown = json!({ "clock": { "per_turn": "P3D", "on_timeout": "explode" } });
    assert_eq!(
        refuse(&ana, unknown).await.problem(422, "invalid").json["errors"][0]["field"],
        "clock.on_timeout"
    );
}

async fn unknown_rulesets_and_visibilities_are_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for ruleset in ["", "chess", "NINE_CARD", "nine_card ", "nine\0card"] {
        let answer = ana.post("/v1/games", &json!({ "ruleset": ruleset })).await.problem(422, "invalid");
        assert_eq!(answer.json["errors"][0]["field"], "ruleset");
    }
    for visibility in ["secret", "Public", ""] {
        refuse(&ana, json!({ "visibility": visibility })).await.problem(422, "invalid");
    }
    no_games(&ana).await;
}

async fn a_private_game_has_a_code_for_those_who_sit_at_it(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let seats = json!([{"type":"you"},{"type":"open"},{"type":"player","name":"bob"},{"type":"open"}]);
    let private = json!({ "visibility": "private", "seats": seats });
    let created = create(&ana, private.clone()).await;
    let code = created.json["join_code"].as_str().expect("a code").to_owned();
    // 11 of 62 characters hold 65 bits.
    assert!(code.len() >= 11 && code.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{code}");
    assert_ne!(create(&ana, private).await.json["join_code"], code);
    let game = path(&id(&created), "");
    assert_eq!(ana.get(&game).await.expect(200).json["join_code"], code);
    // Who is merely invited may read the game, but has no seat yet.
    let invited = bob.get(&game).await.expect(200);
    assert!(!invited.text.contains(&code), "{}", invited.text);
    assert!(!bob.get("/v1/games?invited=me").await.expect(200).text.contains(&code));
    let joined = eve.post("/v1/join", &json!({ "code": code })).await.expect(200);
    assert_eq!(joined.json["join_code"], code);
    assert_eq!(eve.get(&game).await.expect(200).json["join_code"], code);
    let listed = eve.get("/v1/games?player=me").await.expect(200).json;
    assert_eq!(listed["items"][0]["join_code"], code);
    let public = create(&ana, json!({})).await;
    assert!(public.json.get("join_code").is_none(), "nobody needs one for a public game");
}

async fn the_code_is_void_once_the_game_has_started(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let created = create(&ana, json!({ "visibility": "private" })).await;
    let code = json!({ "code": created.json["join_code"] });
    let started = bob.post("/v1/join", &code).await.expect(200);
    assert_eq!(started.json["status"], "active");
    assert!(started.json.get("join_code").is_none());
    let read = ana.get(&path(&id(&created), "")).await.expect(200).json;
    assert!(read.get("join_code").is_none());
    for client in [&ana, &bob, &eve] {
        client.post("/v1/join", &code).await.problem(404, "not_found");
    }
    // So is that of a game that was called off.
    let other = create(&ana, json!({ "visibility": "private" })).await;
    assert!(act(&ana, &id(&other), "cancel").await.expect(200).json.get("join_code").is_none());
    eve.post("/v1/join", &json!({ "code": other.json["join_code"] })).await.problem(404, "not_found");
}

async fn every_seat_may_be_kept_for_somebody(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("Eve").await);
    let seats = json!([{"type":"player","name":"eve"},{"type":"you"},{"type":"player","name":"bob"}]);
    let created = create(&ana, json!({ "seats": seats })).await;
    let invited =
        [("created", Some(1), "player"), ("invited", Some(0), "player"), ("invited", Some(2), "player")];
    assert_eq!(told(&whole_log(&ana, &id(&created)).await), invited);
    assert_eq!(created.json["version"], 3);
    assert_eq!(created.json["seats"][0]["type"], "invited");
    assert_eq!(created.json["seats"][0]["name"], "Eve", "the name as its owner writes it");
    for (client, seat) in [(&bob, 2), (&eve, 0)] {
        let list = client.get("/v1/games?invited=me").await.expect(200).json;
        assert_eq!(list["items"][0]["id"], created.json["id"]);
        assert_eq!(list["items"][0]["you"], Value::Null, "an invitation is no seat yet");
        let joined = act(client, &id(&created), "join").await.expect(200).json;
        assert_eq!(joined["you"]["seat"], seat);
        assert_eq!(client.get("/v1/games?invited=me").await.expect(200).json["items"], json!([]));
    }
    assert_eq!(ana.get(&path(&id(&created), "")).await.expect(200).json["status"], "active");
}

async fn a_game_may_be_created_without_oneself(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let seats = json!([{"type":"open"},{"type":"player","name":"bob"}]);
    let created = create(&ana, json!({ "visibility": "private", "seats": seats })).await;
    assert_eq!(created.json["you"], Value::Null);
    let code = json!({ "code": created.json["join_code"] });
    assert!(code["code"].is_string(), "the creator can pass it on");
    assert_eq!(whole_log(&ana, &id(&created)).await[0]["seat"], Value::Null);
    act(&bob, &id(&created), "join").await.expect(200);
    let started = eve.post("/v1/join", &code).await.expect(200).json;
    assert_eq!((&started["status"], &started["you"]["seat"]), (&json!("active"), &json!(0)));
    let watched = ana.get(&path(&id(&created), "")).await.expect(200).json;
    assert_eq!((&watched["status"], &watched["you"]), (&json!("active"), &Value::Null));
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    ana.post(&path(&id(&created), "/moves"), &reveal).await.problem(403, "forbidden");
}

async fn only_players_create_games(database: Database) {
    let app = App::start(&database);
    let stranger = app.stranger();
    stranger.post("/v1/games", &json!({ "ruleset": "nine_card" })).await.problem(401, "unauthorized");
    assert_eq!(stranger.get("/v1/games").await.expect(200).json["items"], json!([]));
}
