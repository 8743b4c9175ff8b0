//! The schema: there and back again, and by many at once.

use std::sync::{Arc, Barrier};

use clubhouse::store::{
    Address,
    migrations::{migrate, revert},
};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_types::Text};
use serde_json::json;

use crate::support::{
    app::App,
    databases::{Database, Kind},
    play::{Table, choices},
    process::{Process, output, program},
    runner::tests,
};

tests![
    down_and_up_again_leaves_the_same_schema,
    the_schema_has_the_tables_and_indexes_of_the_design,
    many_who_migrate_at_once_all_succeed_and_one_works,
    servers_that_start_at_once_on_an_empty_database_all_serve,
    a_restart_keeps_everything,
];

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// The lines that a query gives.
fn lines(database: &Database, query: &str) -> Vec<String> {
    let query = diesel::sql_query(query);
    let lines: Vec<Line> = match database.kind {
        Kind::Sqlite => query.load(&mut database.sqlite()),
        Kind::Postgres => query.load(&mut postgres(database)),
    }
    .expect("the query runs");
    lines.into_iter().map(|line| line.line).collect()
}

fn postgres(database: &Database) -> PgConnection {
    PgConnection::establish(&database.url).expect("Postgres answers")
}

/// Everything that the migrations have made, as text.
fn schema(database: &Database) -> Vec<String> {
    lines(
        database,
        match database.kind {
            Kind::Sqlite => {
                "SELECT type || ' ' || name || ': ' || coalesce(sql, '') AS line FROM sqlite_master \
                 WHERE tbl_name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' ORDER BY 1"
            }
            Kind::Postgres => {
                "SELECT line FROM ( \
                   SELECT table_name AS owner, concat_ws(' ', 'column', table_name, column_name, \
                     ordinal_position, data_type, is_nullable, column_default) AS line \
                     FROM information_schema.columns WHERE table_schema = 'public' \
                   UNION ALL SELECT tablename, 'index ' || indexname || ': ' || indexdef \
                     FROM pg_indexes WHERE schemaname = 'public' \
                   UNION ALL SELECT conrelid::regclass::text, 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) \
                     FROM pg_constraint WHERE connamespace = 'public'::regnamespace \
                 ) AS everything WHERE owner NOT LIKE '\\_\\_diesel%' ORDER BY 1"
            }
        },
    )
}

fn address(database: &Database) -> Address {
    Address::parse(&database.url).expect("a good address")
}

async fn down_and_up_again_leaves_the_same_schema(database: Database) {
    let address = address(&database);
    let up = migrate(&address).expect("up");
    let before = schema(&database);
    assert!(before.len() > 20, "{before:#?}");
    // Rows must not stand in the way.
    let app = App::start(&database);
    Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await.play_any(&mut choices(1)).await;
    app.stop();

    let mut down = revert(&address).expect("down");
    assert_eq!(schema(&database), Vec::<String>::new(), "nothing is left behind");
    down.reverse();
    assert_eq!(down, up);
    assert_eq!(migrate(&address).expect("up again"), up);
    assert_eq!(schema(&database), before);
    assert_eq!(migrate(&address).expect("nothing to do"), Vec::<String>::new());

    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card", "options": { "holes": 1 } })).await;
    assert_eq!(table.play_out(&mut choices(2)).await["status"], "finished");
}

async fn the_schema_has_the_tables_and_indexes_of_the_design(database: Database) {
    migrate(&address(&database)).expect("up");
    let schema = schema(&database).join("\n");
    for (table, columns) in [
        ("players", "id name display_name name_key created_at"),
        ("tokens", "id player_id hash label created_at"),
        (
            "games",
            "id ruleset status options course_copy state version seed clock wake_at created_at updated_at",
        ),
        ("seats", "game_id seat player_id to_act deadline score place"),
        ("log", "game_id version kind seat by_whom action events at"),
        ("courses", "id ruleset owner_id course created_at"),
        ("course_copies", "id course"),
        ("idempotency", "player_id key fingerprint body created_at"),
    ] {
        for column in columns.split(' ') {
            lines(&database, &format!("SELECT CAST({column} AS TEXT) AS line FROM {table}"));
        }
    }
    for index in ["seats_inbox", "games_to_wake", "seats_by_player", "seats_invited", "games_public"] {
        assert!(schema.contains(&format!("index {index}:")), "{index}: {schema}");
    }
    // So that the data can be spread by game, the game's id comes first.
    for key in ["PRIMARY KEY (game_id, seat)", "PRIMARY KEY (game_id, version)"] {
        assert!(schema.contains(key), "{key}: {schema}");
    }
}

async fn many_who_migrate_at_once_all_succeed_and_one_works(database: Database) {
    let url = [("DATABASE_URL", database.url.as_str())];
    let processes: Vec<_> = (0..6)
        .map(|_| {
            let mut migrate = program(&["migrate"], &url);
            migrate.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            migrate.spawn().expect("the program runs")
        })
        .collect();
    let start = Arc::new(Barrier::new(6));
    let threads: Vec<_> = (0..6)
        .map(|_| {
            let (start, address) = (start.clone(), address(&database));
            std::thread::spawn(move || {
                start.wait();
                migrate(&address).expect("it succeeds or finds it done").len()
            })
        })
        .collect();
    let by_threads = threads.into_iter().map(|thread| thread.join().expect("no panic")).filter(|&n| n > 0);
    let mut workers = by_threads.count();
    for process in processes {
        let done = process.wait_with_output().expect("it ends");
        assert!(done.status.success(), "{done:?}");
        let printed = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(printed.starts_with("migrated ") || printed == "the database is up to date\n", "{printed}");
        workers += usize::from(printed.starts_with("migrated "));
    }
    assert_eq!(workers, 1);
    assert_eq!(output(&["migrate"], &url).stdout, b"the database is up to date\n");
}

async fn servers_that_start_at_once_on_an_empty_database_all_serve(database: Database) {
    let url = database.url.clone();
    let start = |_| {
        let url = url.clone();
        tokio::task::spawn_blocking(move || Process::serve(&url, &[]))
    };
    let starting: Vec<_> = (0..4).map(start).collect();
    let mut servers = Vec::new();
    for server in starting {
        servers.push(server.await.expect("it starts"));
    }
    for (number, server) in servers.iter().enumerate() {
        let player = server.player(&format!("p{number}")).await;
        for other in &servers {
            other.with_token_of(&player).get("/v1/players/me").await.expect(200);
        }
    }
}

async fn a_restart_keeps_everything(database: Database) {
    let app = App::start(&database);
    let mut table = Table::start(&app, 2, json!({ "ruleset": "nine_card", "visibility": "private" })).await;
    for round in 0..6 {
        table.play_any(&mut choices(round)).await;
    }
    let paths =
        [table.path(""), table.path("/log"), "/v1/games?player=me".into(), "/v1/players/me/tokens".into()];
    let mut before = Vec::new();
    for path in &paths {
        before.push(table.players[0].get(path).await.expect(200));
    }
    app.stop();

    let app = App::start(&database);
    table.players = table.players.iter().map(|player| app.with_token_of(player)).collect();
    for (path, before) in paths.iter().zip(before) {
        let after = table.players[0].get(path).await.expect(200);
        assert_eq!((&after.text, after.etag()), (&before.text, before.etag()));
    }
    assert!(table.play_any(&mut choices(7)).await.is_some());
}
