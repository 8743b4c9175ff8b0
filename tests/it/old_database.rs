//! A database from before the last migrations: what is in it stays, and games go on.

use clubhouse::store::{Address, migrations::migrate};
use diesel::{Connection, PgConnection, SqliteConnection, connection::SimpleConnection};
use diesel_migrations::{FileBasedMigrations, MigrationHarness};
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

tests![a_game_from_before_the_courses_goes_on];

const ROWS: &str = include_str!("fixtures/first_tables.sql");
const GAME: &str = "ijkf9M1jxhHD";
const WAITING: &str = "vmkT4jfeJZGV";
const JOIN_CODE: &str = "V5tmNoNMcb1NKRgp";
const ANA: &str = "chk_3Nyg9SYVn5cZVOGwm06D2AGLfysYPwaSEoUKFw8x";
const BOB: &str = "chk_EwKbigaL7n0JRB6uXv5aG8QR49nwtsbIFTdox5m3";

/// Runs the first migration only, and puts in what was stored then.
fn fill(database: &Database) {
    let migrations = FileBasedMigrations::from_path("migrations").expect("the migrations are there");
    match database.kind {
        Kind::Sqlite => {
            let path = database.url.trim_start_matches("sqlite://");
            let mut connection = SqliteConnection::establish(path).expect("the file opens");
            connection.run_next_migration(migrations).expect("it runs");
            connection.batch_execute(ROWS).expect("the rows fit");
        }
        Kind::Postgres => {
            let mut connection = PgConnection::establish(&database.url).expect("Postgres answers");
            connection.run_next_migration(migrations).expect("it runs");
            connection.batch_execute(ROWS).expect("the rows fit");
        }
    }
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
