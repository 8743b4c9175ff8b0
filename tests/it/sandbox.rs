//! A sandbox, in which time is moved and seeds are chosen.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::support::{
    app::App,
    calendar::{advance, instant},
    client::{Answer, Client},
    databases::Database,
    mirror::mirror,
    play::Table,
    process::Process,
    reading::{act, create, fields, id, path, whole_log},
    runner::tests,
    rush::{Post, at_once},
};

tests![
    a_server_is_no_sandbox_unless_it_is_told_to_be,
    the_log_says_so,
    time_is_moved_on_and_never_back,
    what_is_no_duration_moves_nothing,
    a_repeated_request_moves_time_once,
    a_week_of_time_outs_each_at_its_own_time,
    what_else_falls_due_happens_at_its_time_too,
    bots_move_on_the_way,
    the_same_seed_and_the_same_moves_make_the_same_game,
    a_seed_has_64_digits,
];

const CLOCK: &str = "/v1/sandbox/clock";
const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn sandbox(database: &Database) -> App {
    App::start_with(database, |config| config.sandbox = true)
}

async fn move_by(client: &Client, by: &str) -> Answer {
    client.post(CLOCK, &json!({ "advance": by })).await
}

async fn a_server_is_no_sandbox_unless_it_is_told_to_be(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    assert_eq!(app.stranger().get("/").await.expect(200).json["sandbox"], false);
    move_by(&ana, "P7D").await.problem(404, "not_found");
    move_by(&ana, "yesterday").await.problem(404, "not_found");
    let game = json!({ "ruleset": "nine_card", "seed": SEED });
    ana.post("/v1/games", &game).await.problem(422, "not_available");
    assert_eq!(ana.get("/v1/games?player=me").await.expect(200).json["items"], json!([]));
    // No seed at all is no choice.
    create(&ana, json!({ "seed": null })).await;

    let app = sandbox(&database);
    let ana = app.with_token_of(&ana);
    assert_eq!(app.stranger().get("/").await.expect(200).json["sandbox"], true);
    assert_eq!(fields(&move_by(&ana, "PT1S").await.expect(200).json), ["now"]);
    move_by(&app.stranger(), "PT1S").await.problem(401, "unauthorized");
}

async fn the_log_says_so(database: Database) {
    for (environment, is_sandbox) in [
        (vec![], false),
        (vec![("CLUBHOUSE_SANDBOX", "0")], false),
        (vec![("CLUBHOUSE_SANDBOX", "1")], true),
        (vec![("CLUBHOUSE_SANDBOX", "true")], true),
    ] {
        let mut server = Process::serve(&database.url, &environment);
        let stranger = Client::new(&server.base, None);
        assert_eq!(stranger.get("/").await.expect(200).json["sandbox"], is_sandbox, "{environment:?}");
        server.kill();
        let printed = server.printed();
        assert_eq!(printed.contains("sandbox"), is_sandbox, "{environment:?}: {printed}");
        if is_sandbox {
            let line = printed.lines().find(|line| line.contains("sandbox")).expect("a line");
            assert!(line.contains("WARN"), "{line}");
        }
    }
}

async fn time_is_moved_on_and_never_back(database: Database) {
    let app = sandbox(&database);
    let ana = app.player("ana").await;
    let mut before = instant(&create(&ana, json!({})).await.json["created_at"]);
    let (start, mut moved) = (before, TimeDelta::zero());
    for (by, length) in [
        ("P7D", TimeDelta::days(7)),
        ("PT1S", TimeDelta::seconds(1)),
        ("PT90M", TimeDelta::minutes(90)),
        ("P1DT12H", TimeDelta::hours(36)),
        ("P2W", TimeDelta::weeks(2)),
        ("P366D", TimeDelta::days(366)),
    ] {
        moved += length;
        let now = advance(&ana, by).await;
        assert!(now - before >= length, "{by}");
        assert!(now - (start + moved) < TimeDelta::minutes(2), "{by}: the rest is what requests take");
        before = now;
        // Everything goes by that time.
        let created = instant(&create(&ana, json!({})).await.json["created_at"]);
        assert!(created >= now && created - now < TimeDelta::minutes(2), "{created}");
    }
}

async fn what_is_no_duration_moves_nothing(database: Database) {
    let app = sandbox(&database);
    let ana = app.player("ana").await;
    let before = advance(&ana, "PT1S").await;
    for wrong in [
        "",
        "7",
        "P",
        "PT",
        "P0D",
        "PT0S",
        "P1Y",
        "P1M",
        "P367D",
        "-P1D",
        "P-1D",
        "P1.5D",
        "PT0.5S",
        "p7d",
        "P7D ",
        "7 days",
        "P99999999999D",
        "2027-01-01T00:00:00Z",
    ] {
        let problem = move_by(&ana, wrong).await.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "advance", "{wrong:?}");
    }
    for wrong in [json!({}), json!({ "advance": 7 }), json!({ "advance": null }), json!({ "by": "P7D" })] {
        ana.post(CLOCK, &wrong).await.problem(400, "malformed");
    }
    let both = json!({ "advance": "P7D", "to": "2030-01-01T00:00:00Z" });
    ana.post(CLOCK, &both).await.problem(400, "malformed");
    let created = instant(&create(&ana, json!({})).await.json["created_at"]);
    assert!(created - before < TimeDelta::minutes(2), "{created}");
}

async fn a_repeated_request_moves_time_once(database: Database) {
    let app = sandbox(&database);
    let ana = app.player("ana").await;
    let body = json!({ "advance": "PT10H" });
    let key = ("Idempotency-Key", "on");
    let first = ana.post_with(CLOCK, &body, key).await.expect(200);
    let again = ana.post_with(CLOCK, &body, key).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.text), ("true", &first.text));
    let other = json!({ "advance": "PT11H" });
    ana.post_with(CLOCK, &other, key).await.problem(422, "idempotency_key_reused");
    let created = instant(&create(&ana, json!({})).await.json["created_at"]);
    assert!(created - instant(&first.json["now"]) < TimeDelta::minutes(2), "{created}");
    // A twin at the same moment is the same request too; others come one after the other.
    let twin = || Post::new(&ana, CLOCK, &body).with("Idempotency-Key", "twins");
    let answers = at_once(vec![twin(), twin(), twin()]).await;
    assert!(answers.iter().all(|answer| (answer.status, &answer.text) == (200, &answers[0].text)));
    let before = instant(&answers[0].json["now"]);
    at_once((0..3).map(|_| Post::new(&ana, CLOCK, &body)).collect()).await;
    let now = advance(&ana, "PT1S").await - before;
    assert!(now >= TimeDelta::hours(30) && now < TimeDelta::hours(31), "{now}");
    // Without a key the same request is another one.
    assert!(advance(&ana, "PT10H").await >= instant(&first.json["now"]) + TimeDelta::hours(10));
}

/// A seat, the kind of an entry, and when it was made after the start.
fn at_what_time(
    log: &[Value],
    start: DateTime<Utc>,
    wanted: &[&str],
) -> Vec<(Option<u64>, String, TimeDelta)> {
    let entry = |entry: &Value| {
        let kind = entry["kind"].as_str().expect("a kind").to_owned();
        (entry["seat"].as_u64(), kind, instant(&entry["at"]) - start)
    };
    log.iter().map(entry).filter(|(_, kind, _)| wanted.contains(&kind.as_str())).collect()
}

/// Nobody plays. On the first day both have to turn cards up, and a bot does it for them; then X and Y are
/// on turn for a day each. With his third time-out in a row, X's after four days, a bot keeps X's seat;
/// with Y's, a day later, only bots are left, and the game is abandoned.
async fn a_week_of_time_outs_each_at_its_own_time(database: Database) {
    let app = sandbox(&database);
    let players = vec![app.player("ana").await, app.player("bob").await];
    let clock = json!({ "per_turn": "P1D", "on_timeout": "bot" });
    let table = Table::start_with(players, json!({ "ruleset": "nine_card", "clock": clock })).await;
    let start = instant(&table.seen_by(0).await["started_at"]);
    let now = advance(&table.players[0], "P7D").await;
    let game = table.seen_by(0).await;
    assert_eq!(game["outcome"], json!({ "places": [], "reason": "abandoned" }));
    let log = whole_log(&table.players[0], &table.id).await;
    let third = log.iter().filter(|entry| entry["kind"] == "timed_out").nth(2).expect("a third time-out");
    let x = third["seat"].as_u64();
    let y = Some(1 - x.expect("a seat"));
    let expected: Vec<(Option<u64>, &str, TimeDelta)> = vec![
        (Some(0), "reminded", TimeDelta::hours(18)),
        (Some(1), "reminded", TimeDelta::hours(18)),
        (Some(0), "timed_out", TimeDelta::days(1)),
        (Some(1), "timed_out", TimeDelta::days(1)),
        (x, "reminded", TimeDelta::hours(24 + 18)),
        (x, "timed_out", TimeDelta::days(2)),
        (y, "reminded", TimeDelta::hours(48 + 18)),
        (y, "timed_out", TimeDelta::days(3)),
        (x, "reminded", TimeDelta::hours(72 + 18)),
        (x, "timed_out", TimeDelta::days(4)),
        (y, "reminded", TimeDelta::hours(96 + 18)),
        (y, "timed_out", TimeDelta::days(5)),
    ];
    let seen = at_what_time(&log, start, &["reminded", "timed_out"]);
    let seen: Vec<_> = seen.iter().map(|(seat, kind, after)| (*seat, kind.as_str(), *after)).collect();
    assert_eq!(seen, expected);
    assert_eq!(instant(&game["finished_at"]), start + TimeDelta::days(5));
    assert!(now >= start + TimeDelta::days(7) && now < start + TimeDelta::days(7) + TimeDelta::minutes(2));
    let moves = log.iter().filter(|entry| entry["kind"] == "move");
    assert!(moves.clone().all(|entry| entry["by"] == "bot"), "nobody has played");
    // Two reveals, and three turns: of one move where the discard was taken, else of two. The game ends
    // with the last time-out.
    assert!((5..=8).contains(&moves.count()));
}

/// An open game waits for 14 days. With `forfeit` whoever is late has lost.
async fn what_else_falls_due_happens_at_its_time_too(database: Database) {
    let app = sandbox(&database);
    let players = vec![app.player("ana").await, app.player("bob").await];
    let open = create(&players[0], json!({})).await;
    let clock = json!({ "per_turn": "PT90M", "on_timeout": "forfeit" });
    let table = Table::start_with(players, json!({ "ruleset": "nine_card", "clock": clock })).await;
    let start = instant(&table.seen_by(0).await["started_at"]);
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    table.players[0].post(&table.path("/moves"), &reveal).await.expect(200);
    advance(&table.players[0], "P20D").await;
    let game = table.seen_by(0).await;
    assert_eq!(game["outcome"]["reason"], "timeout");
    assert_eq!(game["outcome"]["places"][0]["seats"], json!([0]));
    assert_eq!(instant(&game["finished_at"]), start + TimeDelta::minutes(90));
    let expired = table.players[0].get(&path(&id(&open), "")).await.expect(200).json;
    assert_eq!(expired["status"], "cancelled");
    let end = instant(&open.json["created_at"]) + TimeDelta::days(14);
    assert_eq!((instant(&expired["finished_at"]), instant(&open.json["expires_at"])), (end, end));
}

/// Once a bot keeps bob's seat it moves at once, and ana's time begins at that instant.
async fn bots_move_on_the_way(database: Database) {
    let app = sandbox(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let clock = json!({ "per_turn": "P1D", "on_timeout": "bot" });
    let seats = json!([{ "type": "you" }, { "type": "bot", "level": "easy" }, { "type": "open" }]);
    let game = id(&create(&ana, json!({ "seats": seats, "clock": clock })).await);
    act(&bob, &game, "join").await.expect(200);
    advance(&ana, "P7D").await;
    let log = whole_log(&ana, &game).await;
    let out: Vec<&Value> = log.iter().filter(|entry| entry["kind"] == "timed_out").collect();
    assert_eq!(out.len(), 6, "three of each");
    for entry in &log[3..] {
        let by_clock = entry["by"] == "clock" || entry["kind"] == "started";
        assert!(by_clock || entry["by"] == "bot" || entry["by"] == "player", "{entry}");
    }
    for pair in out[1..].windows(2) {
        let gap = instant(&pair[1]["at"]) - instant(&pair[0]["at"]);
        assert_eq!(gap, TimeDelta::days(1), "bots take no time");
    }
    assert_eq!(ana.get(&path(&game, "")).await.expect(200).json["outcome"]["reason"], "abandoned");
}

/// A game with that seed, in which each of eight moves is the first legal one: its seed, and every event of
/// it. All chance in it must follow from the seed, as it is documented.
async fn played_with(client: &Client, other: &Client, seed: &str) -> (Value, Vec<Value>) {
    let game = json!({ "ruleset": "par_fore", "seed": seed });
    let table = Table::start_with(vec![client.clone(), other.clone()], game).await;
    for _ in 0..8 {
        let seat = table.seen_by(0).await["to_act"][0].as_u64().expect("a seat") as usize;
        let legal = table.seen_by(seat).await["you"]["legal_moves"][0].clone();
        table.players[seat].post(&table.path("/moves"), &legal).await.expect(200);
    }
    act(other, &table.id, "resign").await.expect(200);
    let export = client.get(&table.path("/export")).await.expect(200).json;
    let log = export["log"].as_array().expect("a list").clone();
    let mut mirror = mirror(&export);
    log.iter().for_each(|entry| mirror.follow(entry, seed));
    (export["seed"].clone(), log.iter().map(|entry| json!([entry["move"], entry["events"]])).collect())
}

async fn the_same_seed_and_the_same_moves_make_the_same_game(database: Database) {
    let app = sandbox(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let first = played_with(&ana, &bob, SEED).await;
    assert_eq!(first.0, SEED);
    assert_eq!(played_with(&ana, &bob, SEED).await, first);
    let other = SEED.replace("1f", "20");
    let second = played_with(&ana, &bob, &other).await;
    assert_eq!(second.0, other);
    assert_ne!(second.1, first.1);
    // Another server deals the same.
    let again = App::start_with(&database, |config| config.sandbox = true);
    let (ana, bob) = (again.with_token_of(&ana), again.with_token_of(&bob));
    assert_eq!(played_with(&ana, &bob, SEED).await, first);
}

async fn a_seed_has_64_digits(database: Database) {
    let app = sandbox(&database);
    let ana = app.player("ana").await;
    let (short, long, letters) = (&SEED[1..], format!("{SEED}0"), SEED.replace('0', "g"));
    for wrong in ["", "7", short, &long, &letters, &SEED.to_uppercase(), &format!(" {}", &SEED[1..])] {
        let game = json!({ "ruleset": "nine_card", "seed": wrong });
        let problem = ana.post("/v1/games", &game).await.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "seed", "{wrong:?}");
    }
    for wrong in [json!(7), json!(["00"]), json!(true)] {
        ana.post("/v1/games", &json!({ "ruleset": "nine_card", "seed": wrong }))
            .await
            .problem(400, "malformed");
    }
    assert_eq!(ana.get("/v1/games?player=me").await.expect(200).json["items"], json!([]));
}
