//! The statements of a move for SQLite, of which each connection keeps the prepared form.

use chrono::NaiveDateTime;
use diesel::{
    QueryResult, RunQueryDsl, SqliteConnection,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Bool, Integer, Nullable, Text, Timestamp},
    sqlite::Sqlite,
};

pub const READ: usize = 0;
pub const WRITE_GAME: usize = 1;
pub const WRITE_SEATS: usize = 2;
pub const WRITE_LOG: usize = 3;

const TEXTS: [&str; 4] = [
    "SELECT p.id, p.name, p.display_name, p.name_key, p.created_at, p.ended_at, p.hours, p.vacations, \
     p.feed_last, p.calendar_hash, \
     g.id, g.ruleset, g.status, g.visibility, g.version, g.creator_id, g.seed, g.options, g.course_copy, g.state, \
     g.clock, g.outcome, g.join_code, g.created_at, g.updated_at, g.started_at, g.finished_at, g.wake_at, \
     g.waiting_since, g.rematch_of, g.rematch, g.public_messages, \
     a.game_id, a.seat, a.kind, a.player_id, a.level, a.to_act, a.deadline, a.score, a.place, a.given_up, \
     a.clock, a.remind_at, a.absent, a.votes_to_cancel, ha.name, ha.display_name, ha.hours, ha.vacations, \
     b.game_id, b.seat, b.kind, b.player_id, b.level, b.to_act, b.deadline, b.score, b.place, b.given_up, \
     b.clock, b.remind_at, b.absent, b.votes_to_cancel, hb.name, hb.display_name, hb.hours, hb.vacations \
     FROM tokens t JOIN players p ON p.id = t.player_id JOIN games g \
     JOIN seats a ON a.game_id = g.id AND a.seat = 0 JOIN players ha ON ha.id = a.player_id \
     JOIN seats b ON b.game_id = g.id AND b.seat = 1 JOIN players hb ON hb.id = b.player_id \
     WHERE t.hash = ? AND p.ended_at IS NULL AND g.id = ?",
    "UPDATE games SET version = ?, state = ?, updated_at = ?, wake_at = ? WHERE id = ? AND version = ?",
    "UPDATE seats SET to_act = (seat = ?), deadline = CASE WHEN seat = ? THEN ? ELSE ? END, \
     clock = CASE WHEN seat = ? THEN ? END, remind_at = CASE WHEN seat = ? THEN ? END WHERE game_id = ?",
    "INSERT INTO log (game_id, version, kind, seat, by_whom, action, events, at) \
     VALUES (?, ?, 'move', ?, 'player', ?, ?, ?)",
];

/// One of the texts with its values.
pub struct Statement<'a, const NUMBER: usize>(pub &'a [Value<'a>]);

#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    Text(&'a str),
    Number(i64),
    Time(NaiveDateTime),
}

impl<const NUMBER: usize> QueryFragment<Sqlite> for Statement<'_, NUMBER> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        let mut pieces = TEXTS[NUMBER].split('?');
        out.push_sql(pieces.next().unwrap_or_default());
        for (value, piece) in self.0.iter().zip(pieces) {
            match value {
                Value::Text(text) => out.push_bind_param::<Text, _>(text)?,
                Value::Number(number) => out.push_bind_param::<BigInt, _>(number)?,
                Value::Time(time) => out.push_bind_param::<Timestamp, _>(time)?,
            }
            out.push_sql(piece);
        }
        Ok(())
    }
}

impl<const NUMBER: usize> QueryId for Statement<'_, NUMBER> {
    type QueryId = Statement<'static, NUMBER>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl<const NUMBER: usize> RunQueryDsl<SqliteConnection> for Statement<'_, NUMBER> {}

/// The columns of `players`.
type PlayerColumns = (
    (Text, Text, Text, Text, Timestamp),
    (Nullable<Timestamp>, Nullable<Text>, Nullable<Text>, BigInt, Nullable<Text>),
);
pub type Player = (
    (String, String, String, String, NaiveDateTime),
    (Option<NaiveDateTime>, Option<String>, Option<String>, i64, Option<String>),
);

/// The columns of `games`.
type GameColumns = (
    Text,
    Text,
    Text,
    Text,
    BigInt,
    Text,
    Text,
    Text,
    (Nullable<Text>, Nullable<Text>, Nullable<Text>, Nullable<Text>, Nullable<Text>),
    (Timestamp, Timestamp, Nullable<Timestamp>, Nullable<Timestamp>, Nullable<Timestamp>),
    (Nullable<Timestamp>, Nullable<Text>, Nullable<Text>, Bool),
);
type Game = (
    String,
    String,
    String,
    String,
    i64,
    String,
    String,
    String,
    (Option<String>, Option<String>, Option<String>, Option<String>, Option<String>),
    (NaiveDateTime, NaiveDateTime, Option<NaiveDateTime>, Option<NaiveDateTime>, Option<NaiveDateTime>),
    (Option<NaiveDateTime>, Option<String>, Option<String>, bool),
);

/// The columns of `seats`, and what is read of whoever has one.
type SeatColumns = (
    (Text, Integer, Text, Nullable<Text>, Nullable<Text>, Bool, Timestamp),
    (Nullable<Integer>, Nullable<Integer>, Nullable<Text>, Nullable<Text>),
    (Nullable<Timestamp>, Integer, Bool),
    (Text, Text, Nullable<Text>, Nullable<Text>),
);
type Seat = (
    (String, i32, String, Option<String>, Option<String>, bool, NaiveDateTime),
    (Option<i32>, Option<i32>, Option<String>, Option<String>),
    (Option<NaiveDateTime>, i32, bool),
    (String, String, Option<String>, Option<String>),
);

/// All that a move has to know.
pub type Row = (Player, Game, Seat, Seat);

impl Query for Statement<'_, READ> {
    type SqlType = (PlayerColumns, GameColumns, SeatColumns, SeatColumns);
}
