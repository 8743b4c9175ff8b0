//! Computer players: they sit at the table from the beginning and move in the request that makes it
//! their turn.

use clubhouse::rulesets::chance::{Chance, Stream};
use serde_json::{Value, json};

use crate::support::{
    app::App, client::Client, databases::Database, mirror::mirror, play::choices, runner::tests,
};

tests![
    a_game_of_nine_card_against_bots_is_played_without_waiting,
    a_game_of_card_golf_against_bots_is_played_without_waiting,
    a_game_of_par_fore_against_bots_is_played_without_waiting,
    twelve_hard_bots_at_a_table_for_thirteen_harm_nobody,
    a_bot_moves_when_the_last_human_joins,
    a_bot_that_was_left_in_the_midst_is_picked_up,
    a_bot_has_a_level_and_no_name,
    a_request_that_is_sent_again_does_not_move_the_bots_again,
    a_game_is_not_for_bots_alone,
    a_bot_can_be_cleared_from_a_table_that_waits,
];

fn bots(levels: &[&str]) -> Vec<Value> {
    levels.iter().map(|level| json!({ "type": "bot", "level": level })).collect()
}

/// Plays the only human's legal moves at random to the end. Whenever an answer has come it is his turn
/// again, or the game is over: nobody has to ask a second time.
async fn play_out(human: &Client, mut game: Value, choices: &mut Stream) -> Value {
    let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    loop {
        if game["status"] == "finished" {
            return human.get(&format!("{path}/export")).await.expect(200).json;
        }
        let legal = game["you"]["legal_moves"].as_array().expect("a list").clone();
        assert!(!legal.is_empty(), "it is not his turn: {:#}", game["to_act"]);
        let action = &legal[choices.pick(legal.len())];
        let answer = human.post(&format!("{path}/moves"), action).await.expect(200).json;
        check_played(&game, &answer, action);
        game = answer;
    }
}

/// `played` holds his move and then those of the bots, a log entry each.
fn check_played(before: &Value, after: &Value, action: &Value) {
    let played = after["played"].as_array().expect("a list");
    assert_eq!((&played[0]["by"], &played[0]["move"]), (&json!("player"), action));
    for entry in &played[1..] {
        assert_eq!((&entry["by"], &entry["kind"]), (&json!("bot"), &json!("move")));
    }
    let versions: Vec<u64> =
        played.iter().map(|entry| entry["version"].as_u64().expect("a version")).collect();
    let first = before["version"].as_u64().expect("a version") + 1;
    assert_eq!(versions, (first..first + played.len() as u64).collect::<Vec<_>>());
    assert_eq!(after["version"].as_u64(), versions.last().copied());
}

async fn play(database: &Database, ruleset: &str, options: Value, levels: &[&str]) {
    let app = App::start(database);
    let ana = app.player("ana").await;
    let seats = [vec![json!({ "type": "you" })], bots(levels)].concat();
    let game = json!({ "ruleset": ruleset, "options": options, "seats": seats });
    let created = ana.post("/v1/games", &game).await.expect(201).json;
    assert_eq!(created["status"], "active", "it starts at once");
    let export = play_out(&ana, created, &mut choices(levels.len() as u64)).await;
    let mut mirror = mirror(&export);
    for entry in export["log"].as_array().expect("a log") {
        mirror.follow(entry, export["seed"].as_str().expect("a seed"));
    }
    assert_eq!(export["game"]["state"], mirror.state(None));
    assert_eq!(export["game"]["outcome"]["reason"], "completed");
}

async fn a_game_of_nine_card_against_bots_is_played_without_waiting(database: Database) {
    play(&database, "nine_card", json!({ "holes": 1 }), &["easy", "medium"]).await;
}

async fn a_game_of_card_golf_against_bots_is_played_without_waiting(database: Database) {
    play(&database, "card_golf", json!({ "holes": 1 }), &["easy", "medium", "medium"]).await;
}

async fn a_game_of_par_fore_against_bots_is_played_without_waiting(database: Database) {
    play(&database, "par_fore", json!({ "holes": 3 }), &["medium", "easy"]).await;
}

/// What does not fit into the request is played in the background, and others are served meanwhile.
async fn twelve_hard_bots_at_a_table_for_thirteen_harm_nobody(database: Database) {
    let app = App::start_with(&database, |config| config.bot_milliseconds = 50);
    let ana = app.player("ana").await;
    let seats = [vec![json!({ "type": "you" })], bots(&["hard"; 12])].concat();
    let game = json!({ "ruleset": "nine_card", "options": { "holes": 1 }, "seats": seats });
    let created = ana.post("/v1/games", &game).await.expect(201).json;
    let path = format!("/v1/games/{}", created["id"].as_str().expect("an id"));
    let mut turns = 0;
    for _ in 0..3000 {
        let seen = ana.get(&path).await.expect(200).json;
        if let Some(action) = seen["you"]["legal_moves"].get(0) {
            ana.post(&format!("{path}/moves"), action).await.expect(200);
            turns += 1;
        }
        if turns == 3 {
            return;
        }
        app.stranger().get("/v1/rulesets").await.expect(200);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the bots have not come round to Ana in five minutes");
}

async fn a_bot_moves_when_the_last_human_joins(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let seats = json!([{ "type": "you" }, { "type": "open" }, { "type": "bot", "level": "easy" }]);
    let game = json!({ "ruleset": "nine_card", "seats": seats });
    let created = ana.post("/v1/games", &game).await.expect(201).json;
    assert_eq!(created["status"], "open");
    let path = format!("/v1/games/{}", created["id"].as_str().expect("an id"));
    let joined = bob.post(&format!("{path}/join"), &json!({})).await.expect(200).json;
    assert_eq!(joined["status"], "active");
    assert_eq!(joined["to_act"], json!([0, 1]), "the bot has revealed its cards already");
    let told: Vec<(&Value, &Value)> = joined["played"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| (&entry["kind"], &entry["by"]))
        .collect();
    let expected = [("joined", "player"), ("started", "server"), ("move", "bot")];
    assert_eq!(json!(told), json!(expected));
}

/// As if a server had been killed between a player's change and the bot's.
async fn a_bot_that_was_left_in_the_midst_is_picked_up(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let created = ana.post("/v1/games", &json!({ "ruleset": "nine_card" })).await.expect(201).json;
    let id = created["id"].as_str().expect("an id").to_owned();
    let path = format!("/v1/games/{id}");
    bob.post(&format!("{path}/join"), &json!({})).await.expect(200);
    ana.post(&format!("{path}/moves"), &json!({ "type": "reveal", "cells": [0, 1, 2] })).await.expect(200);
    database.execute(&format!(
        "UPDATE seats SET kind = 'bot', level = 'easy', player_id = NULL WHERE game_id = '{id}' AND seat = 1;
         UPDATE games SET wake_at = updated_at WHERE id = '{id}'"
    ));
    for _ in 0..100 {
        let seen = ana.get(&path).await.expect(200).json;
        if seen["to_act"] == json!([0]) {
            let log = ana.get(&format!("{path}/log?limit=100")).await.expect(200).json;
            let by: Vec<&Value> =
                log["items"].as_array().expect("a list").iter().skip(3).map(|entry| &entry["by"]).collect();
            assert!(by.contains(&&json!("bot")), "{by:?}");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("nobody has played for the bot in ten seconds");
}

async fn a_bot_has_a_level_and_no_name(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let seats = [vec![json!({ "type": "you" })], bots(&["hard"])].concat();
    let created =
        ana.post("/v1/games", &json!({ "ruleset": "card_golf", "seats": seats })).await.expect(201).json;
    let bot = json!({ "seat": 1, "type": "bot", "level": "hard", "score": 0, "deadline": null });
    assert_eq!(created["seats"][1], bot);
    assert!(created["seats"][0].get("level").is_none());
    let seats = |level: Value| json!({ "ruleset": "card_golf", "seats": [{ "type": "you" }, { "type": "bot", "level": level }] });
    ana.post("/v1/games", &seats(json!("godlike"))).await.problem(422, "invalid");
    ana.post("/v1/games", &seats(json!(3))).await.problem(400, "malformed");
    let without = json!({ "ruleset": "card_golf", "seats": [{ "type": "you" }, { "type": "bot" }] });
    ana.post("/v1/games", &without).await.problem(400, "malformed");
}

async fn a_request_that_is_sent_again_does_not_move_the_bots_again(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let seats = [vec![json!({ "type": "you" })], bots(&["easy"])].concat();
    let created =
        ana.post("/v1/games", &json!({ "ruleset": "nine_card", "seats": seats })).await.expect(201).json;
    let path = format!("/v1/games/{}/moves", created["id"].as_str().expect("an id"));
    let reveal = json!({ "type": "reveal", "cells": [0, 4, 8] });
    let first = ana.post_with(&path, &reveal, ("Idempotency-Key", "k")).await.expect(200);
    let again = ana.post_with(&path, &reveal, ("Idempotency-Key", "k")).await.expect(200);
    assert_eq!(again.text, first.text);
    let now = ana.get(&path.replace("/moves", "")).await.expect(200).json;
    assert_eq!(now["version"], first.json["version"]);
}

async fn a_game_is_not_for_bots_alone(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let alone = json!({ "ruleset": "nine_card", "seats": bots(&["easy", "hard"]) });
    let problem = ana.post("/v1/games", &alone).await.problem(422, "invalid");
    assert_eq!(problem.json["errors"][0]["field"], "seats");
    // Nor do bots begin while nobody has come.
    let seats = [bots(&["easy", "easy"]), vec![json!({ "type": "open" })]].concat();
    let open =
        ana.post("/v1/games", &json!({ "ruleset": "nine_card", "seats": seats })).await.expect(201).json;
    assert_eq!(open["status"], "open");
    let path = format!("/v1/games/{}/start", open["id"].as_str().expect("an id"));
    ana.post(&path, &json!({})).await.problem(409, "not_enough_players");
}

async fn a_bot_can_be_cleared_from_a_table_that_waits(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let seats = [vec![json!({ "type": "you" }), json!({ "type": "open" })], bots(&["easy"])].concat();
    let open =
        ana.post("/v1/games", &json!({ "ruleset": "nine_card", "seats": seats })).await.expect(201).json;
    let path = format!("/v1/games/{}/kick", open["id"].as_str().expect("an id"));
    let kicked = ana.post(&path, &json!({ "seat": 2 })).await.expect(200).json;
    assert_eq!(kicked["seats"][2], json!({ "seat": 2, "type": "open", "score": null, "deadline": null }));
}
