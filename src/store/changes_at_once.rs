//! The one statement that writes a change of a game on Postgres.

use chrono::NaiveDateTime;
use diesel::{
    OptionalExtension, PgConnection, RunQueryDsl,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{Array, Nullable, Text, Timestamp},
};
use serde::Serialize;

use super::{Result, StoreError, changes::Change, feed::News, games};

/// What a player is told, as it is written; `nth` counts what he is told by this change, from 1.
#[derive(Serialize)]
struct Item<'a> {
    player_id: &'a str,
    nth: i64,
    kind: &'static str,
    version: Option<i64>,
}

/// The statement: rows that are to be written go as JSON, whatever their number, so it is always the same
/// and the database prepares it once.
struct WriteAtOnce<'a> {
    /// Updates the game.
    game: &'a dyn QueryFragment<Pg>,
    at: NaiveDateTime,
    seats: String,
    entries: String,
    items: String,
}

const SEATS: &str = " RETURNING id), seat AS (
    UPDATE seats SET kind = new.kind, player_id = new.player_id, level = new.level, to_act = new.to_act,
        deadline = new.deadline, score = new.score, place = new.place, given_up = new.given_up,
        clock = new.clock, remind_at = new.remind_at, absent = new.absent,
        votes_to_cancel = new.votes_to_cancel
    FROM game, json_populate_recordset(NULL::seats, CAST(";

const ENTRIES: &str = " AS json)) AS new
    WHERE seats.game_id = game.id AND seats.seat = new.seat
), entry AS (
    INSERT INTO log (game_id, version, kind, seat, by_whom, action, events, at)
    SELECT game.id, new.version, new.kind, new.seat, new.by_whom, new.action, new.events, new.at
    FROM game, json_populate_recordset(NULL::log, CAST(";

const ITEMS: &str = " AS json)) AS new
), new AS (
    SELECT * FROM json_to_recordset(CAST(";

const TOLD: &str = " AS json)) AS new (player_id TEXT, nth BIGINT, kind TEXT, version BIGINT)
), told AS (
    UPDATE players SET feed_last = feed_last + news.number
    FROM game, (SELECT player_id, COUNT(*) AS number FROM new GROUP BY player_id) AS news
    WHERE players.id = news.player_id AND players.ended_at IS NULL
    RETURNING players.id, players.feed_last - news.number AS before, players.webhooks_on
), item AS (
    INSERT INTO feed (player_id, id, at, kind, game_id, version)
    SELECT told.id, told.before + new.nth, ";

const RESULT: &str = ", new.kind, game.id, new.version
    FROM game, told JOIN new ON new.player_id = told.id
)
SELECT (SELECT array_agg(told.id) FILTER (WHERE told.webhooks_on > 0) FROM told) FROM game";

impl QueryFragment<Pg> for WriteAtOnce<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH game AS (");
        self.game.walk_ast(out.reborrow())?;
        out.push_sql(SEATS);
        out.push_bind_param::<Text, _>(&self.seats)?;
        out.push_sql(ENTRIES);
        out.push_bind_param::<Text, _>(&self.entries)?;
        out.push_sql(ITEMS);
        out.push_bind_param::<Text, _>(&self.items)?;
        out.push_sql(TOLD);
        out.push_bind_param::<Timestamp, _>(&self.at)?;
        out.push_sql(RESULT);
        Ok(())
    }
}

impl Query for WriteAtOnce<'_> {
    type SqlType = Nullable<Array<Text>>;
}

/// The statement's text does not depend on what it writes.
struct Name;

impl QueryId for WriteAtOnce<'_> {
    type QueryId = Name;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl RunQueryDsl<PgConnection> for WriteAtOnce<'_> {}

/// Writes a change, if the game still has the version that it had before. The ids of those who were told
/// something and have webhooks; `None` if somebody was faster, and then nothing is written.
pub fn write(connection: &mut PgConnection, change: &Change<'_>) -> Result<Option<Vec<String>>> {
    let statement = WriteAtOnce {
        game: &games::updating(change.game, change.state, change.from),
        at: change.at,
        seats: to_json(&change.seats)?,
        entries: to_json(&change.entries)?,
        items: to_json(&items(change))?,
    };
    let with_webhooks: Option<Option<Vec<String>>> = statement.get_result(connection).optional()?;
    Ok(with_webhooks.map(Option::unwrap_or_default))
}

fn items<'a>(change: &'a Change<'_>) -> Vec<Item<'a>> {
    let of_player = |(player_id, news): &'a (&str, Vec<News<'_>>)| {
        let item = move |(nth, news): (i64, &'a News<'_>)| Item {
            player_id,
            nth,
            kind: news.kind,
            version: news.about.map(|(_, version)| version),
        };
        (1..).zip(news).map(item)
    };
    change.told.iter().flat_map(of_player).collect()
}

fn to_json<T: Serialize>(rows: &T) -> Result<String> {
    serde_json::to_string(rows).map_err(|error| StoreError::Other(error.to_string()))
}
