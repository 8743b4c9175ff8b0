//! A database from before the last migrations: what is in it stays, and games go on.

use clubhouse::store::{
    Address,
    migrations::{Migrations, migrate},
};
use diesel::{Connection, PgConnection, connection::SimpleConnection};
use diesel_migrations::MigrationHarness;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::{Database, Kind},
    laying_out::{course_path, lay_out, nine_holes},
    play::{Table, choices},
    reading::whole_log,
    runner::tests,
};

tests![a_game_from_before_the_courses_goes_on, games_that_held_their_courses_go_on_and_share_copies];

const ROWS: &str = include_str!("fixtures/first_tables.sql");
const COURSE_COPIES: &str = "20261130000008";
const GAME: &str = "ijkf9M1jxhHD";
const WAITING: &str = "vmkT4jfeJZGV";
const JOIN_CODE: &str = "V5tmNoNMcb1NKRgp";
const ANA: &str = "chk_3Nyg9SYVn5cZVOGwm06D2AGLfysYPwaSEoUKFw8x";
const BOB: &str = "chk_EwKbigaL7n0JRB6uXv5aG8QR49nwtsbIFTdox5m3";

/// Runs the first migration only, and puts in what was stored then.
fn fill(database: &Database) {
    match database.kind {
        Kind::Sqlite => {
            let mut connection = database.sqlite();
            connection.run_next_migration(Migrations).expect("it runs");
            connection.batch_execute(ROWS).expect("the rows fit");
        }
        Kind::Postgres => {
            let mut connection = PgConnection::establish(&database.url).expect("Postgres answers");
            connection.run_next_migration(Migrations).expect("it runs");
            connection.batch_execute(ROWS).expect("the rows fit");
        }
    }
}

/// Takes back the migration that gave courses copies of their own, and any after it.
fn revert(database: &Database) {
    let mut undo: Box<dyn FnMut() -> String> = match database.kind {
        Kind::Sqlite => {
            let mut connection = database.sqlite();
            Box::new(move || connection.revert_last_migration(Migrations).expect("it reverts").to_string())
        }
        Kind::Postgres => {
            let mut connection = PgConnection::establish(&database.url).expect("Postgres answers");
            Box::new(move || connection.revert_last_migration(Migrations).expect("it reverts").to_string())
        }
    };
    while undo() != COURSE_COPIES {}
}

async fn a_game_from_before_the_courses_goes_on(database: Database) {
    fill(&database);
    let app = App::start(&database);
    let players = [ANA, BOB].map(|token| Client::new(&app.base, Some(token.to_owned()))).to_vec();
    let table = Table { id: GAME.to_owned(), players };
    assert_eq!(table.players[0].get("/v1/players/me").await.expect(200).json["display_name"], "Ana María");
    let address = Address::parse(&database.url).expect("a good address");
    assert_eq!(migrate(&address).expect("it runs"), Vec::<String>::new(), "the server has migrated it");
    let game = table.seen_by(0).await;
    assert_eq!((&game["status"], &game["version"]), (&json!("active"), &json!(29)));
    assert_eq!((&game["to_act"], &game["state"]["drawn"]), (&json!([0]), &json!("TS")));
    assert_eq!(table.seen_by(1).await["state"]["drawn"], "??");
    assert_eq!(whole_log(&app.stranger(), GAME).await.len(), 29);

    let finished = table.play_out(&mut choices(12)).await;
    assert_eq!(finished["outcome"]["reason"], "completed");
    let export = app.stranger().get(&table.path("/export")).await.expect(200).json;
    assert_eq!((&export["course"], &export["log"][28]["version"]), (&Value::Null, &json!(29)));

    // What is new is there, for old accounts too.
    let course = lay_out(&table.players[0], &nine_holes("Holm Links")).await;
    assert_eq!(app.stranger().get(&course_path(&course)).await.expect(200).json["owner"], "ana");

    let joined = table.players[1].post("/v1/join", &json!({ "code": JOIN_CODE })).await.expect(200).json;
    assert_eq!((&joined["id"], &joined["status"]), (&json!(WAITING), &json!("active")));
}

async fn games_that_held_their_courses_go_on_and_share_copies(database: Database) {
    let app = App::start(&database);
    let players = vec![app.player("ana").await, app.player("bob").await];
    let links = lay_out(&players[0], &nine_holes("Holm Links")).await;
    let mut tables = Vec::new();
    for (number, (ruleset, course)) in [
        ("par_fore", json!("par_fore")),
        ("card_golf", links["id"].clone()),
        ("par_fore", json!("par_fore")),
        ("nine_card", Value::Null),
    ]
    .into_iter()
    .enumerate()
    {
        let options = if course.is_null() { json!({}) } else { json!({ "course": course, "holes": 1 }) };
        let game = json!({ "ruleset": ruleset, "options": options });
        let table = Table::start_with(players.clone(), game).await;
        let mut choices = choices(number as u64);
        for _ in 0..5 {
            table.play_any(&mut choices).await.expect("it goes on");
        }
        tables.push(table);
    }
    let waiting = json!({ "ruleset": "card_golf", "options": { "course": links["id"] } });
    let waiting = players[0].post("/v1/games", &waiting).await.expect(201).json;
    assert_eq!(database.number("SELECT count(*) FROM course_copies"), 2);
    assert_eq!(database.number("SELECT count(*) FROM course_copies WHERE length(id) = 64"), 2);
    let mut seen = Vec::new();
    for table in &tables {
        seen.push(table.seen_by(1).await);
    }
    players[0].delete(&course_path(&links)).await.expect(204);
    let profile = app.stranger().get("/v1/players/ana").await.expect(200).json;
    assert_eq!(profile["games"], json!({ "open": 1, "active": 4, "finished": 0, "won": 0 }));
    app.stop();

    // As it was then: games and states hold their courses.
    revert(&database);
    let count = |of: &str| database.number(&format!("SELECT count(*) FROM games WHERE {of}"));
    assert_eq!((count("course IS NOT NULL"), count("state LIKE '{\"course\":{%'")), (4, 3));

    let app = App::start(&database);
    assert_eq!(app.stranger().get("/v1/players/ana").await.expect(200).json, profile);
    for (table, before) in tables.iter_mut().zip(seen) {
        table.players = table.players.iter().map(|player| app.with_token_of(player)).collect();
        assert_eq!(table.seen_by(1).await, before);
        if before["ruleset"] != "nine_card" {
            assert_eq!(table.play_out(&mut choices(9)).await["status"], "finished");
            let export = app.stranger().get(&table.path("/export")).await.expect(200).json;
            assert_eq!(export["course"]["id"], before["options"]["course"]);
        }
    }
    assert_eq!(count("state LIKE '%\"course\":{%'"), 0, "what is written since does not hold it");
    assert_eq!(database.number("SELECT count(*) FROM course_copies"), 2);
    let of_games = "SELECT count(*) FROM course_copies JOIN games ON games.id = course_copies.id";
    assert_eq!((database.number(of_games), count("course_copy IS NOT NULL")), (2, 4));
    let path = format!("/v1/games/{}/join", waiting["id"].as_str().expect("an id"));
    let started = tables[0].players[1].post(&path, &json!({})).await.expect(200).json;
    assert_eq!(started["state"]["course"]["name"], "Holm Links");
}
