//! The schema: there and back again, by many at once, and with the indexes that lists live on.

use std::sync::{Arc, Barrier, Mutex};

use clubhouse::store::{
    Address, Store, StoreConnection,
    games::{Filter, inbox, list},
    migrations::{migrate, revert},
};
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::{InstrumentationEvent, SimpleConnection},
    sql_types::Text,
};
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
    the_inbox_is_read_from_an_index,
    ones_own_games_are_read_from_indexes,
    due_deadlines_are_read_from_an_index,
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
        Kind::Sqlite => query.load(&mut sqlite(database)),
        Kind::Postgres => query.load(&mut postgres(database)),
    }
    .expect("the query runs");
    lines.into_iter().map(|line| line.line).collect()
}

fn sqlite(database: &Database) -> SqliteConnection {
    SqliteConnection::establish(database.url.trim_start_matches("sqlite://")).expect("the file opens")
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
        ("games", "id ruleset status options course state version seed clock created_at updated_at"),
        ("seats", "game_id seat player_id to_act deadline score place"),
        ("log", "game_id version kind seat by_whom action events at"),
        ("idempotency", "player_id key fingerprint body created_at"),
    ] {
        for column in columns.split(' ') {
            lines(&database, &format!("SELECT CAST({column} AS TEXT) AS line FROM {table}"));
        }
    }
    for index in ["seats_inbox", "seats_due", "seats_by_player", "seats_invited", "games_public"] {
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

/// A house that has seen many games: 10000 of them, of which 1 in 4 waits for somebody.
fn fill(database: &Database) {
    migrate(&address(database)).expect("up");
    let numbers =
        |to: u32| format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {to})");
    let at = "'2026-01-01 00:00:00'";
    let rows = [
        format!(
            "INSERT INTO players (id, name, display_name, name_key, created_at) \
                 {} SELECT 'p' || i, 'p' || i, 'P', 'p' || i, {at} FROM n",
            numbers(50)
        ),
        format!(
            "INSERT INTO games (id, ruleset, status, visibility, version, creator_id, seed, options, created_at, updated_at) \
                 {} SELECT 'g' || i, 'nine_card', CASE i % 4 WHEN 0 THEN 'active' ELSE 'finished' END, \
                 'public', 9, 'p1', '', '', {at}, {at} FROM n",
            numbers(10000)
        ),
        format!(
            "INSERT INTO seats (game_id, seat, kind, player_id, to_act, deadline) \
                 {} SELECT 'g' || i, 0, 'player', 'p' || (i / 4 % 50 + 1), i % 4 = 0, '9999-12-31 00:00:00' FROM n",
            numbers(10000)
        ),
        "ANALYZE".to_owned(),
    ];
    for statement in &rows {
        match database.kind {
            Kind::Sqlite => sqlite(database).batch_execute(statement),
            Kind::Postgres => postgres(database).batch_execute(statement),
        }
        .expect("the rows are good");
    }
}

#[derive(QueryableByName)]
struct SqlitePlan {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[derive(QueryableByName)]
struct PostgresPlan {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    plan: String,
}

/// How the database would go about it; `values` stand for the parameters.
fn plan(database: &Database, sql: &str, values: &[&str]) -> String {
    let mut sql = sql.to_owned();
    for (index, value) in values.iter().enumerate().rev() {
        sql = sql.replace(&format!("${}", index + 1), value);
    }
    for value in values {
        sql = sql.replacen('?', value, 1);
    }
    let plan: Vec<String> = match database.kind {
        Kind::Sqlite => {
            let plan = diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(&mut sqlite(database));
            plan.expect("a plan").into_iter().map(|line: SqlitePlan| line.detail).collect()
        }
        Kind::Postgres => {
            let plan = diesel::sql_query(format!("EXPLAIN {sql}")).load(&mut postgres(database));
            plan.expect("a plan").into_iter().map(|line: PostgresPlan| line.plan).collect()
        }
    };
    plan.join("\n")
}

/// The rows come from that index, and no table is read from one end to the other.
fn check_plan(plan: &str, index: &str) {
    assert!(plan.contains(index), "{plan}");
    for word in ["SCAN games", "SCAN seats", "Seq Scan", "TEMP B-TREE FOR ORDER BY"] {
        assert!(!plan.contains(word), "{word}: {plan}");
    }
}

/// The very queries that are sent meanwhile, as diesel tells them.
fn queries(database: &Database, work: impl FnOnce(&mut StoreConnection<'_>)) -> Vec<String> {
    let store = Store::open(address(database), 1).expect("it opens");
    let mut connection = store.connect().expect("a connection");
    let sent = Arc::new(Mutex::new(Vec::new()));
    let seen = sent.clone();
    connection.set_instrumentation(move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let text = query.to_string();
            let query = text.split(" -- binds").next().unwrap_or_default();
            seen.lock().expect("no panic").push(query.to_owned());
        }
    });
    work(&mut connection);
    sent.lock().expect("no panic").clone()
}

async fn the_inbox_is_read_from_an_index(database: Database) {
    fill(&database);
    let mut end = None;
    let sent = queries(&database, |connection| {
        let games = inbox(connection, "p11", &Filter::default(), None, 21).expect("it is read");
        assert_eq!(games.len(), 21, "so many wait for that player, and more");
        let (at, last) = (games[20].0, games[20].1.id.clone());
        inbox(connection, "p11", &Filter::default(), Some((at, &last)), 21).expect("it is read");
        end = Some((format!("'{at}'"), format!("'{last}'")));
    });
    let [first, next] = &sent[..] else { panic!("a page of the inbox takes one query: {sent:#?}") };
    check_plan(&plan(&database, first, &["'p11'", "21"]), "seats_inbox");
    let (at, last) = end.expect("the first page has an end");
    check_plan(&plan(&database, next, &["'p11'", &at, &at, &last, "21"]), "seats_inbox");
}

async fn ones_own_games_are_read_from_indexes(database: Database) {
    fill(&database);
    let sent = queries(&database, |connection| {
        let filter = Filter { at_home: Some("p11".to_owned()), ..Filter::default() };
        assert_eq!(list(connection, &filter, None, 21).expect("it is read").len(), 21);
    });
    let [query] = &sent[..] else { panic!("a page takes one query: {sent:#?}") };
    let plan = plan(&database, query, &["'p11'", "'player'", "'p11'", "'private'", "21"]);
    // Whose they are comes from indexes; of so many, Postgres may then read the games in one go.
    for index in ["games_by_creator", "seats_by_player"] {
        assert!(plan.contains(index), "{index}: {plan}");
    }
}

async fn due_deadlines_are_read_from_an_index(database: Database) {
    fill(&database);
    let due = "SELECT game_id, seat FROM seats WHERE to_act AND deadline <= '2026-06-01 00:00:00' \
               ORDER BY deadline LIMIT 10";
    check_plan(&plan(&database, due, &[]), "seats_due");
}
