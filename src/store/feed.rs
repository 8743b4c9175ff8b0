//! What players have been told.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{
    AnyConnection, Result,
    schema::{feed, players},
    webhooks,
};

/// One thing that a player has been told.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = feed)]
pub struct FeedRow {
    pub player_id: String,
    /// 1, 2, 3 … for each player.
    pub id: i64,
    pub at: NaiveDateTime,
    pub kind: String,
    pub game_id: Option<String>,
    /// The log entry of the game that it is about.
    pub version: Option<i64>,
}

/// Takes the next `count` numbers of a player's feed, for items of that time: the first of them; `None`
/// if the account has ended. Until the transaction ends nobody else gets any, so the numbers become
/// visible in order. The player's webhooks will look for the items.
pub fn take_numbers(
    connection: &mut AnyConnection,
    player_id: &str,
    count: usize,
    at: NaiveDateTime,
) -> Result<Option<i64>> {
    let rows = diesel::update(players::table.find(player_id).filter(players::ended_at.is_null()))
        .set(players::feed_last.eq(players::feed_last + count as i64))
        .execute(connection)?;
    if rows == 0 {
        return Ok(None);
    }
    webhooks::wake(connection, player_id, at)?;
    let last: i64 = players::table.find(player_id).select(players::feed_last).first(connection)?;
    Ok(Some(last - count as i64 + 1))
}

pub fn insert(connection: &mut AnyConnection, item: &FeedRow) -> Result<()> {
    diesel::insert_into(feed::table).values(item).execute(connection)?;
    Ok(())
}

/// A player's items with an id above `after`, in order.
pub fn list(connection: &mut AnyConnection, player_id: &str, after: i64, limit: i64) -> Result<Vec<FeedRow>> {
    Ok(feed::table
        .filter(feed::player_id.eq(player_id))
        .filter(feed::id.gt(after))
        .order(feed::id)
        .limit(limit)
        .load(connection)?)
}
