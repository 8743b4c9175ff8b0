//! The logs of games.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{AnyConnection, Result, page::Page, schema::log};

/// One change of a game.
#[derive(Debug, Clone, PartialEq, Queryable, Insertable)]
#[diesel(table_name = log)]
pub struct LogRow {
    pub game_id: String,
    pub version: i64,
    pub kind: String,
    pub seat: Option<i32>,
    /// `player`, `bot`, `clock`, `server`
    pub by_whom: String,
    /// The move, as JSON.
    pub action: Option<String>,
    /// Complete, as a JSON list.
    pub events: String,
    pub at: NaiveDateTime,
}

pub fn insert(connection: &mut AnyConnection, entry: &LogRow) -> Result<()> {
    diesel::insert_into(log::table).values(entry).execute(connection)?;
    Ok(())
}

/// A game's entries with a version above `after`, in order.
pub fn list(connection: &mut AnyConnection, game_id: &str, after: i64, limit: i64) -> Result<Vec<LogRow>> {
    let query =
        log::table.filter(log::game_id.eq(game_id)).filter(log::version.gt(after)).order(log::version);
    Ok(Page::of(query, limit).load(connection)?)
}
