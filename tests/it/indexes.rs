//! The indexes that lists live on, in a house that has seen much.

use std::sync::{Arc, Mutex};

use clubhouse::store::{
    Address, AnyConnection, Store, courses, deliveries, games, messages, migrations::migrate, seats, tokens,
    webhooks,
};
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl,
    connection::{InstrumentationEvent, SimpleConnection},
    sql_types::Text,
};

use crate::support::{
    databases::{Database, Kind},
    runner::tests,
};

tests![
    the_inbox_is_read_from_an_index,
    ones_own_games_are_read_from_indexes,
    a_players_games_of_one_status_are_read_from_his_seats,
    invitations_are_read_from_an_index,
    public_games_are_read_from_indexes,
    open_games_of_one_ruleset_are_read_from_an_index,
    who_sits_at_tables_is_read_from_indexes,
    due_deadlines_are_read_from_an_index,
    courses_are_read_from_an_index,
    what_goes_with_an_account_is_found_by_indexes,
    what_webhooks_have_to_do_is_read_from_an_index,
];

fn postgres(database: &Database) -> PgConnection {
    PgConnection::establish(&database.url).expect("Postgres answers")
}

fn address(database: &Database) -> Address {
    Address::parse(&database.url).expect("a good address")
}

/// 10000 games, of which 1 in 4 waits for somebody, and 10000 courses, all of 50 players.
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
        format!(
            "INSERT INTO courses (id, ruleset, owner_id, course, created_at) \
                 {} SELECT 'c_' || i, CASE i % 49 WHEN 0 THEN 'card_golf' ELSE 'par_fore' END, \
                 'p' || (i % 50 + 1), '', {} FROM n",
            numbers(10000),
            match database.kind {
                Kind::Sqlite => "'2026-01-01 00:00:00.' || (100000 + i)",
                Kind::Postgres => "('2026-01-01 00:00:00.' || (100000 + i))::timestamp",
            }
        ),
        "ANALYZE".to_owned(),
    ];
    for statement in &rows {
        database.execute(statement);
    }
}

/// The very queries that `read` sends, as diesel tells them.
fn sent_by(database: &Database, read: impl FnOnce(&mut AnyConnection)) -> Vec<String> {
    let store = Store::open(address(database), 1).expect("it opens");
    let mut connection = store.connect().expect("a connection");
    let sent = Arc::new(Mutex::new(Vec::new()));
    let seen = sent.clone();
    connection.set_instrumentation(move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let query = query.to_string();
            let text = query.split(" -- binds").next().unwrap_or_default();
            seen.lock().expect("no panic").push(text.to_owned());
        }
    });
    read(&mut connection);
    sent.lock().expect("no panic").clone()
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
            let plan = diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(&mut database.sqlite());
            plan.expect("a plan").into_iter().map(|line: SqlitePlan| line.detail).collect()
        }
        Kind::Postgres => {
            let plan = diesel::sql_query(format!("EXPLAIN {sql}")).load(&mut postgres(database));
            plan.expect("a plan").into_iter().map(|line: PostgresPlan| line.plan).collect()
        }
    };
    plan.join("\n")
}

/// How Postgres goes about a page once it has seen that the values make no difference.
fn plan_for_any_values(database: &Database, sql: &str, values: &[&str]) -> String {
    let mut connection = postgres(database);
    let prepare = format!("SET plan_cache_mode = force_generic_plan; PREPARE page AS {sql}");
    connection.batch_execute(&prepare).expect("a good statement");
    let plan = diesel::sql_query(format!("EXPLAIN EXECUTE page ({})", values.join(", ")));
    let plan: Vec<PostgresPlan> = plan.load(&mut connection).expect("a plan");
    plan.into_iter().map(|line| line.plan).collect::<Vec<_>>().join("\n")
}

/// Checks how a page is read, planned for these values or for any.
fn check_page(database: &Database, sql: &str, values: &[&str], index: &str) {
    check_plan(&plan(database, sql, values), index);
    if database.kind == Kind::Postgres {
        check_plan(&plan_for_any_values(database, sql, values), index);
    }
}

/// The rows come from that index, in order, and no table is read from one end to the other.
fn check_plan(plan: &str, index: &str) {
    assert!(plan.contains(index), "{plan}");
    let whole = ["games", "seats", "courses", "notes", "tokens"].map(|table| format!("Seq Scan on {table}"));
    let words =
        ["SCAN games", "SCAN seats", "SCAN players", "SCAN notes", "TEMP B-TREE FOR ORDER BY", "Sort Key"];
    for word in words.into_iter().chain(whole.iter().map(String::as_str)) {
        assert!(!plan.contains(word), "{word}: {plan}");
    }
}

async fn the_inbox_is_read_from_an_index(database: Database) {
    fill(&database);
    let (mut at, mut last) = Default::default();
    let sent = sent_by(&database, |connection| {
        let filter = games::Filter::default();
        let games = games::inbox(connection, "p11", &filter, None, 21).expect("it is read");
        assert_eq!(games.len(), 21, "so many wait for that player, and more");
        (at, last) = (games[20].0, games[20].1.id.clone());
        games::inbox(connection, "p11", &filter, Some((at, &last)), 21).expect("it is read");
    });
    let [first, next] = &sent[..] else { panic!("a page of the inbox takes one query: {sent:#?}") };
    check_page(&database, first, &["'p11'", "3", "21"], "seats_inbox");
    let (at, last) = (format!("'{at}'"), format!("'{last}'"));
    check_page(&database, next, &["'p11'", "3", &at, &at, &last, "21"], "seats_inbox");
}

async fn ones_own_games_are_read_from_indexes(database: Database) {
    fill(&database);
    let sent = sent_by(&database, |connection| {
        let filter = games::Filter { at_home: Some("p11".to_owned()), ..Default::default() };
        assert_eq!(games::list(connection, &filter, None, 21).expect("it is read").len(), 21);
    });
    let [query] = &sent[..] else { panic!("a page takes one query: {sent:#?}") };
    let plan = plan(&database, query, &["'p11'", "'p11'", "'private'", "21"]);
    // Whose they are comes from indexes; of so many, Postgres may then read the games in one go.
    for index in ["games_by_creator", "seats_by_player"] {
        assert!(plan.contains(index), "{index}: {plan}");
    }
}

async fn a_players_games_of_one_status_are_read_from_his_seats(database: Database) {
    fill(&database);
    let sent = sent_by(&database, |connection| {
        let (status, seated) = (Some("finished"), Some("p11".to_owned()));
        let filter = games::Filter { status, seated, public_only: true, ..Default::default() };
        assert_eq!(games::list(connection, &filter, None, 21).expect("it is read").len(), 21);
    });
    let [query] = &sent[..] else { panic!("a page takes one query: {sent:#?}") };
    let plan = plan(&database, query, &["''", "'p11'", "21"]);
    assert!(plan.contains("seats_by_player"), "{plan}");
    assert!(!plan.contains("games_public_by_status"), "{plan}");
}

async fn invitations_are_read_from_an_index(database: Database) {
    fill(&database);
    database.execute("UPDATE seats SET kind = 'invited' WHERE game_id LIKE '%77'; ANALYZE");
    let sent = sent_by(&database, |connection| {
        let filter = games::Filter { invited: Some("p20".to_owned()), ..Default::default() };
        assert_eq!(games::list(connection, &filter, None, 21).expect("it is read").len(), 21);
    });
    let [query] = &sent[..] else { panic!("a page takes one query: {sent:#?}") };
    let plan = plan(&database, query, &["'p20'", "21"]);
    assert!(plan.contains("seats_invited"), "{plan}");
    if database.kind == Kind::Postgres {
        let plan = plan_for_any_values(&database, query, &["'p20'", "21"]);
        assert!(plan.contains("seats_invited"), "{plan}");
    }
}

async fn public_games_are_read_from_indexes(database: Database) {
    fill(&database);
    database.execute("UPDATE games SET status = 'open' WHERE id LIKE '%77'; ANALYZE");
    let pages = |status| {
        let (mut at, mut last) = Default::default();
        let sent = sent_by(&database, |connection| {
            let filter = games::Filter { status, public_only: true, ..Default::default() };
            let page = games::list(connection, &filter, None, 21).expect("it is read");
            (at, last) = (format!("'{}'", page[20].created_at), page[20].id.clone());
            let next = games::list(connection, &filter, Some((page[20].created_at, &last)), 21);
            let next = next.expect("it is read");
            assert!(page.len() == 21 && next.len() == 21 && next.iter().all(|game| game.id < last));
        });
        let [first, next] = <[String; 2]>::try_from(sent).expect("a page takes one query");
        (first, next, at, format!("'{last}'"))
    };
    let (first, next, at, last) = pages(Some("open"));
    check_page(&database, &first, &["21"], "games_public_by_status");
    check_page(&database, &next, &[&at, &at, &last, "21"], "games_public_by_status");
    // Of all games an index is read from one end, but not to the other.
    let (first, next, at, last) = pages(None);
    for (query, values) in [(first, vec!["21"]), (next, vec![&at, &at, &last, "21"])] {
        let plan = plan(&database, &query, &values);
        assert!(
            plan.contains("games_public") && !plan.contains("ORDER BY") && !plan.contains("Sort"),
            "{plan}"
        );
    }
}

async fn open_games_of_one_ruleset_are_read_from_an_index(database: Database) {
    fill(&database);
    database.execute(
        "UPDATE games SET ruleset = 'par_fore' WHERE id NOT LIKE '%07'; \
         UPDATE games SET status = 'open' WHERE id LIKE '%7'; ANALYZE",
    );
    let sent = sent_by(&database, |connection| {
        let (status, ruleset) = (Some("open"), Some("nine_card".to_owned()));
        let filter = games::Filter { status, ruleset, public_only: true, ..Default::default() };
        assert_eq!(games::list(connection, &filter, None, 21).expect("it is read").len(), 21);
    });
    let [query] = &sent[..] else { panic!("a page takes one query: {sent:#?}") };
    check_page(&database, query, &["'nine_card'", "21"], "games_open");
}

async fn who_sits_at_tables_is_read_from_indexes(database: Database) {
    fill(&database);
    database.execute(
        "INSERT INTO players (id, name, display_name, name_key, created_at) \
         SELECT a || id, a || id, 'A', a || id, created_at FROM games, (SELECT 'a' AS a UNION SELECT 'z') AS b; \
         ANALYZE",
    );
    let sent = sent_by(&database, |connection| {
        let found = seats::of_games(connection, &["g4", "g8"]).expect("they are read");
        assert_eq!(found.iter().filter(|(_, holder)| holder.is_some()).count(), 2);
    });
    let [query] = &sent[..] else { panic!("the seats of a page take one query: {sent:#?}") };
    let plan = match database.kind {
        Kind::Postgres => plan_for_any_values(&database, query, &["ARRAY['g4', 'g8']"]),
        Kind::Sqlite => plan(&database, query, &["'g4'", "'g8'"]),
    };
    let indexes = match database.kind {
        Kind::Postgres => ["seats_pkey", "players_by_id"],
        Kind::Sqlite => ["sqlite_autoindex_seats_1", "sqlite_autoindex_players_1"],
    };
    assert!(indexes.iter().all(|index| plan.contains(index)), "{plan}");
}

async fn due_deadlines_are_read_from_an_index(database: Database) {
    fill(&database);
    database.execute("UPDATE games SET wake_at = '2026-06-01 00:00:00' WHERE status = 'active'; ANALYZE");
    let noon = chrono::DateTime::from_timestamp(1_800_000_000, 0).expect("a time").naive_utc();
    let sent = sent_by(&database, |connection| {
        assert!(games::next_wake(connection).expect("it is read") < Some(noon));
        assert!(games::claim_due(connection, noon).expect("it is read").is_some());
    });
    let [next, claim] = &sent[..] else { panic!("each takes one query: {sent:#?}") };
    check_plan(&plan(&database, next, &["1"]), "games_to_wake");
    check_plan(&plan(&database, claim, &["'2026-06-02 00:00:00'", "1"]), "games_to_wake");
}

async fn courses_are_read_from_an_index(database: Database) {
    fill(&database);
    let filter = |ruleset: Option<&str>, owner_id: Option<&str>| courses::Filter {
        ruleset: ruleset.map(str::to_owned),
        owner_id: owner_id.map(str::to_owned),
    };
    let cases = [
        (filter(None, None), vec![], "courses_by_age"),
        (filter(Some("card_golf"), None), vec!["'card_golf'"], "courses_by_ruleset"),
        (filter(None, Some("p11")), vec!["'p11'"], "courses_by_owner"),
    ];
    for (filter, values, index) in cases {
        let (mut at, mut last) = Default::default();
        let sent = sent_by(&database, |connection| {
            let page = courses::list(connection, &filter, None, 21).expect("it is read");
            (at, last) = (page[20].0.created_at, page[20].0.id.clone());
            let next = courses::list(connection, &filter, Some((at, &last)), 21).expect("it is read");
            assert!(next.iter().all(|(row, owner)| row.created_at > at && row.owner_id == *owner));
        });
        let [first, next] = &sent[..] else { panic!("a page of courses takes one query: {sent:#?}") };
        let (at, last) = (format!("'{at}'"), format!("'{last}'"));
        // Of the names of each owner one is read.
        let values = [&["1"], values.as_slice()].concat();
        check_page(&database, first, &[values.as_slice(), &["21"]].concat(), index);
        let values = [values.as_slice(), &[&at, &at, &last, "21"]].concat();
        check_page(&database, next, &values, index);
    }
}

async fn what_goes_with_an_account_is_found_by_indexes(database: Database) {
    fill(&database);
    database.execute(
        "INSERT INTO notes (game_id, player_id, text) \
         SELECT id, 'p' || (length(id) + version), 'n' FROM games WHERE id <> 'g1'; \
         INSERT INTO notes (game_id, player_id, text) VALUES ('g1', 'p1', 'n'); \
         INSERT INTO tokens (id, player_id, hash, label, created_at) \
         SELECT id, 'p' || (length(id) + version), id, '', created_at FROM games WHERE id <> 'g1'; ANALYZE",
    );
    let sent = sent_by(&database, |connection| {
        courses::delete_all(connection, "p1").expect("they go");
        messages::delete_notes(connection, "p1").expect("they go");
        tokens::delete_all(connection, "p1").expect("they go");
    });
    let indexes = ["courses_by_owner", "notes_by_player", "tokens_by_player"];
    assert_eq!(sent.len(), indexes.len(), "{sent:#?}");
    for (delete, index) in sent.iter().zip(indexes) {
        check_plan(&plan(&database, delete, &["'p1'"]), index);
    }
}

/// 1000 webhooks, of which 1 in 100 has to look for items, and 10000 deliveries, of which 1 in 100 is
/// due.
fn fill_webhooks(database: &Database) {
    fill(database);
    let numbers =
        |to: u32| format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {to})");
    let at = "'2026-01-01 00:00:00'";
    let sometimes = match database.kind {
        Kind::Sqlite => format!("CASE i % 100 WHEN 0 THEN {at} END"),
        Kind::Postgres => format!("CASE i % 100 WHEN 0 THEN timestamp {at} END"),
    };
    let at = if database.kind == Kind::Postgres { "timestamp '2026-01-01 00:00:00'" } else { at };
    database.execute(&format!(
        "INSERT INTO webhooks (id, player_id, url, host, format, secret, active, seen, wake_at, created_at) \
         {} SELECT 'w' || i, 'p' || (i % 50 + 1), '', 'h' || (i % 9), '', '', TRUE, 0, {sometimes}, {at} FROM n",
        numbers(1000)
    ));
    database.execute(&format!(
        "INSERT INTO deliveries (id, webhook_id, feed_id, kind, body, host, status, attempts, begun_at, next_at, created_at) \
         {} SELECT 'd' || i, 'w' || (i % 1000 + 1), i, '', '', 'h' || (i % 9), '', 0, {at}, {sometimes}, {at} FROM n; ANALYZE",
        numbers(10000)
    ));
}

async fn what_webhooks_have_to_do_is_read_from_an_index(database: Database) {
    fill_webhooks(&database);
    let noon = chrono::DateTime::from_timestamp(1_800_000_000, 0).expect("a time").naive_utc();
    let sent = sent_by(&database, |connection| {
        assert!(webhooks::next_wake(connection).expect("it is read") < Some(noon));
        assert!(webhooks::claim_to_wake(connection, noon).expect("it is read").is_some());
        assert!(deliveries::next_due(connection).expect("it is read") < Some(noon));
        let free = deliveries::claim_due(connection, noon, &deliveries::Busy::default())
            .expect("it is read")
            .expect("one is due");
        let busy = deliveries::Busy { hosts: vec![free.host.clone()], webhooks: vec!["w7".to_owned()] };
        let other = deliveries::claim_due(connection, noon, &busy).expect("it is read");
        assert_ne!(other.expect("another is due").host, free.host);
        assert_eq!(deliveries::list(connection, "w7", None, 5).expect("it is read").len(), 5);
        deliveries::has_pending_test(connection, "w7").expect("it is read");
    });
    let [wake, claim, due, _, busy, list, _] = &sent[..] else { panic!("one query each: {sent:#?}") };
    let then = "'2026-06-02 00:00:00'";
    check_plan(&plan(&database, wake, &["1"]), "webhooks_to_wake");
    check_plan(&plan(&database, claim, &[then, "1"]), "webhooks_to_wake");
    check_plan(&plan(&database, due, &["1"]), "deliveries_due");
    let [host, webhook] = match database.kind {
        Kind::Postgres => ["ARRAY['h0']", "ARRAY['w7']"],
        Kind::Sqlite => ["'h0'", "'w7'"],
    };
    check_plan(&plan(&database, busy, &[then, host, webhook, "1"]), "deliveries_due");
    check_page(&database, list, &["'w7'", "5"], "deliveries_by_webhook");
}
