//! The games and belongings of others, written by SQL that is the same for both databases but for times.

use chrono::Utc;
use diesel::connection::SimpleConnection;

use super::{
    Others,
    models::{self, DELIVERIES, ITEMS},
};
use crate::database::{Database, Link};

/// Rows are written at once or not at all: nothing has to be safe or checked on the way.
const BEFORE_POSTGRES: &str = "SET session_replication_role = replica; SET synchronous_commit = off; \
    SET work_mem = '256MB'";
const BEFORE_SQLITE: &str = "PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; \
    PRAGMA cache_size = -500000";
const AFTER_POSTGRES: &str = "RESET ALL";
const AFTER_SQLITE: &str = "PRAGMA journal_mode = WAL";

const DAY: u64 = 24 * 3600;

/// The newest games are of each status alike, as those of the cast are: a page is as long in both houses.
const NEWEST: u64 = 3000;

/// How many numbers each kind of id has for itself.
const IDS: u64 = 10_000_000;

/// Whose id it is.
#[derive(Clone, Copy)]
enum Of {
    Game,
    Player,
    Token,
    Course,
    Webhook,
    Delivery,
}

/// SQL for an id that looks like the server's: 12 letters and digits, each number's another one.
fn id(of: Of, number: &str) -> String {
    const SIX: u64 = 62_u64.pow(6);
    let number = format!("({number} + {})", of as u64 * IDS);
    let mut letters = Vec::new();
    // Factors that have nothing in common with 62, so that the first half never comes twice.
    for (factor, more) in [(35_104_476_161_u64, 0), (21_695_759_423, 12_345_678_901_u64)] {
        for place in 0..6 {
            letters.push(format!(
                "substr('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', \
                 CAST(({number} * {factor} + {more}) % {SIX} / {} % 62 AS INTEGER) + 1, 1)",
                62_u64.pow(place)
            ));
        }
    }
    letters.join(" || ")
}

/// SQL for a time, from SQL for seconds since 1970.
fn time(link: &Link, seconds: &str) -> String {
    match link {
        Link::Postgres(_) => format!("(to_timestamp({seconds}) AT TIME ZONE 'UTC')"),
        Link::Sqlite(_) => format!("strftime('%Y-%m-%d %H:%M:%f', {seconds}, 'unixepoch')"),
    }
}

/// A table of numbers from 0 to below `to`, to be put before a SELECT.
fn numbers(to: u64) -> String {
    format!(
        "WITH RECURSIVE n (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {})",
        to.saturating_sub(1)
    )
}

/// Fills a database in which the cast has played.
pub fn fill(database: &Database, name: &str, others: Others) {
    let mut link = database.connect(name);
    let (before, after) = match link {
        Link::Postgres(_) => (BEFORE_POSTGRES, AFTER_POSTGRES),
        Link::Sqlite(_) => (BEFORE_SQLITE, AFTER_SQLITE),
    };
    let mut statements = vec![before.to_owned()];
    statements.extend(models::statements());
    statements.extend(games(&link, others));
    statements.extend(belongings(&link, others));
    statements.push(after.to_owned());
    for statement in statements {
        link.batch_execute(&statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
}

/// One player for ten games.
fn players(others: Others) -> u64 {
    ((others.finished + others.active) / 10).max(2)
}

/// Games with all that belongs to them.
fn games(link: &Link, Others { finished, active }: Others) -> Vec<String> {
    let (now, players) = (Utc::now().timestamp(), players(Others { finished, active }));
    let soon = now + 2 * 3600;
    // In the order of their numbers, the last ones newer than anything that is measured: from the seconds
    // after it.
    let all = finished + active;
    let newest = NEWEST.min(finished).min(active) / 3 * 3;
    let (older, older_finished) = (all - newest, finished - newest / 3);
    let old = all - all / 20;
    let created = format!(
        "CASE WHEN i < {old} THEN {now} - {} * ({old} - i) / {old}.0 ELSE {now} + 10 * (i - {old}) / {}.0 END",
        730 * DAY,
        all / 20,
    );
    // With three days for a turn, of which the last fourth begins with a reminder.
    let part = "(i * 7919 % 1000003 / 1000003.0)";
    let due = format!("{soon} + {} * {part}", 3 * DAY);
    let reminded = format!("{soon} + {} * {part} - {}", 3 * DAY, 18 * 3600);
    let remind = format!("CASE WHEN {part} > 0.26 THEN {} END", time(link, &reminded));
    let waits = format!("{soon} + {} * {part}", 7 * DAY);
    let (host, guest) = ("i % {players}", "(i + i / {players} + 1) % {players}");
    let [host, guest] = [host, guest]
        .map(|number| id(Of::Player, &format!("({})", number.replace("{players}", &players.to_string()))));
    let from_models = "CROSS JOIN models m";
    let of_model = "m.status = f.status AND m.place = f.pick % m.of_so_many";
    vec![
        format!(
            "CREATE TEMP TABLE filling AS {} SELECT i, {} AS id, {host} AS host, {guest} AS guest, status, \
             CASE WHEN i >= {older} THEN i / 3 WHEN status = 'open' THEN running / 20 \
             WHEN status = 'active' THEN running ELSE i END AS pick, {} AS at, {} AS due, \
             {remind} AS remind, {} AS waits \
             FROM (SELECT i, i - ended AS running, CASE WHEN i >= {older} \
             THEN CASE i % 3 WHEN 0 THEN 'finished' WHEN 1 THEN 'active' ELSE 'open' END \
             WHEN (i + 1) * {older_finished} / {older} > ended \
             THEN 'finished' WHEN (i - ended) % 20 = 0 THEN 'open' ELSE 'active' END AS status \
             FROM (SELECT i, i * {older_finished} / {older} AS ended FROM n) n) n",
            numbers(all),
            id(Of::Game, "i"),
            time(link, &created),
            time(link, &due),
            time(link, &waits),
        ),
        format!(
            "INSERT INTO games (id, ruleset, status, visibility, version, creator_id, seed, options, course_copy, \
             state, clock, outcome, created_at, updated_at, started_at, finished_at, wake_at, waiting_since, \
             public_messages) \
             SELECT f.id, m.ruleset, f.status, CASE WHEN f.status <> 'open' AND i % 4 = 1 THEN 'private' ELSE 'public' END, \
             m.version, f.host, m.seed, m.options, m.course_copy, m.state, m.clock, m.outcome, f.at, f.at, \
             CASE WHEN f.status <> 'open' THEN f.at END, CASE WHEN f.status = 'finished' THEN f.at END, \
             CASE f.status WHEN 'active' THEN COALESCE(f.remind, f.due) WHEN 'open' THEN f.waits END, \
             CASE WHEN f.status = 'open' THEN f.at END, m.public_messages \
             FROM filling f {from_models} WHERE {of_model}"
        ),
        format!(
            "INSERT INTO seats (game_id, seat, kind, player_id, level, to_act, deadline, score, place, given_up, \
             clock, remind_at, absent, votes_to_cancel, public_status) \
             SELECT f.id, s.seat, s.kind, CASE WHEN s.player_id IS NULL THEN NULL WHEN s.seat = 0 THEN f.host \
             ELSE f.guest END, s.level, s.to_act, CASE WHEN s.to_act THEN f.due ELSE s.deadline END, s.score, \
             s.place, s.given_up, s.clock, CASE WHEN s.to_act THEN f.remind END, s.absent, s.votes_to_cancel, \
             CASE WHEN f.status = 'open' OR i % 4 <> 1 THEN f.status END \
             FROM filling f {from_models} CROSS JOIN model_seats s WHERE {of_model} AND s.game_id = m.id"
        ),
        format!(
            "INSERT INTO log (game_id, version, kind, seat, by_whom, action, events, at) \
             SELECT f.id, l.version, l.kind, l.seat, l.by_whom, l.action, l.events, f.at \
             FROM filling f {from_models} CROSS JOIN model_log l WHERE {of_model} AND l.game_id = m.id"
        ),
        format!(
            "INSERT INTO feed (player_id, id, at, kind, game_id, version) \
             SELECT CASE t.seat WHEN 0 THEN f.host ELSE f.guest END, \
             (f.i / {players} * 2 + t.seat) * {ITEMS} + {ITEMS} + 1 - t.number, f.at, t.kind, f.id, t.version \
             FROM filling f {from_models} CROSS JOIN model_feed t WHERE {of_model} AND t.game_id = m.id"
        ),
        format!(
            "INSERT INTO messages (game_id, id, player_id, text, at) \
             SELECT f.id, s.id, CASE s.seat WHEN 0 THEN f.host ELSE f.guest END, s.text, f.at \
             FROM filling f {from_models} CROSS JOIN model_messages s WHERE {of_model} AND s.game_id = m.id"
        ),
        "INSERT INTO read_marks (game_id, player_id, up_to) SELECT id, guest, 1 FROM filling WHERE i % 4 = 0"
            .to_owned(),
        "INSERT INTO notes (game_id, player_id, text) SELECT id, host, (SELECT text FROM notes LIMIT 1) \
         FROM filling WHERE i % 10 = 0"
            .to_owned(),
    ]
}

/// Players with what they have besides games.
fn belongings(link: &Link, others: Others) -> Vec<String> {
    let (now, players) = (Utc::now().timestamp(), players(others));
    let last = ((others.finished + others.active) / players + 2) * 2 * ITEMS as u64;
    let at = time(link, &format!("{now} - {} * ({players} - i) / {players}.0", 730 * DAY));
    let lately = time(link, &format!("{now} - {} * ({players} - i) / {players}.0", 20 * DAY));
    let today = time(link, &format!("{now} - {} * ({players} - i) / {players}.0", DAY / 2));
    let player = id(Of::Player, "i");
    let numbers = numbers(players);
    let secret = "5e".repeat(26);
    vec![
        format!(
            "INSERT INTO players (id, name, display_name, name_key, created_at, feed_last) {numbers} \
             SELECT id, name, name, lower(name), at, {last} \
             FROM (SELECT i, id, substr(id, 1, 5) || '-' || i AS name, {at} AS at \
             FROM (SELECT i, {player} AS id FROM n) n) n"
        ),
        format!(
            "INSERT INTO tokens (id, player_id, hash, label, created_at) {numbers} \
             SELECT id, player, id || '{secret}', 'first', {at} \
             FROM (SELECT i, {} AS id, {player} AS player FROM n) n",
            id(Of::Token, "i")
        ),
        format!(
            "INSERT INTO courses (id, ruleset, owner_id, course, created_at) {numbers} \
             SELECT 'c_' || {}, m.ruleset, {player}, m.course, {at} \
             FROM n CROSS JOIN model_courses m WHERE i % 10 = 0 AND m.place = i / 10 % m.of_so_many",
            id(Of::Course, "i")
        ),
        format!(
            "INSERT INTO webhooks (id, player_id, url, host, format, secret, active, seen, created_at) {numbers} \
             SELECT {}, {player}, m.url, m.host, m.format, m.secret, m.active, {last}, {at} \
             FROM n CROSS JOIN model_webhooks m WHERE i % 50 = 0 AND m.place = i / 50 % m.of_so_many",
            id(Of::Webhook, "i")
        ),
        format!(
            "INSERT INTO deliveries (id, webhook_id, feed_id, kind, body, host, status, attempts, begun_at, \
             last_status, last_error, created_at, delivered_at) {numbers} \
             SELECT {}, {}, i % {DELIVERIES} + 1, m.kind, m.body, m.host, m.status, m.attempts, {lately}, \
             m.last_status, m.last_error, {lately}, m.delivered_at \
             FROM n CROSS JOIN model_deliveries m \
             WHERE i / {DELIVERIES} * 50 < {players} AND m.place = i % m.of_so_many",
            id(Of::Delivery, "i"),
            id(Of::Webhook, &format!("(i / {DELIVERIES} * 50)")),
        ),
        format!(
            "INSERT INTO idempotency (player_id, key, game_id, fingerprint, body, created_at) {numbers} \
             SELECT {player}, 'key' || i, {}, '{}', (SELECT state FROM models WHERE status = 'active' LIMIT 1), \
             {today} FROM n WHERE i % 10 = 0",
            id(Of::Game, "i"),
            "5e".repeat(32),
        ),
    ]
}
