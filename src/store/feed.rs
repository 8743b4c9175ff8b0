//! What players have been told.

use chrono::NaiveDateTime;
use diesel::{
    prelude::*,
    sql_types::{BigInt, Integer},
};

use super::{AnyConnection, Result, page::Page, prepared::Prepared, schema::feed, webhooks};

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

/// Something to be told to a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    pub kind: &'static str,
    /// The id of the game that it is about, and the entry of its log.
    pub about: Option<(String, i64)>,
}

/// Tells a player, unless his account has ended, and lets his webhooks look for it. Until the transaction
/// ends nobody else gets numbers in his feed, so they become visible in order.
pub fn tell(connection: &mut AnyConnection, player_id: &str, at: NaiveDateTime, news: &[News]) -> Result<()> {
    let count = news.len() as i64;
    let text = "UPDATE players SET feed_last = feed_last + ? WHERE id = ? AND ended_at IS NULL \
                RETURNING feed_last, webhooks_on";
    let numbers = Prepared::<(BigInt, Integer)>::new(text, vec![count.into(), player_id.into()]);
    let numbers: Option<(i64, i32)> = numbers.load(connection)?.pop();
    let Some((last, webhooks_on)) = numbers else { return Ok(()) };
    for (news, id) in news.iter().zip(last - count + 1..) {
        let item = FeedRow {
            player_id: player_id.to_owned(),
            id,
            at,
            kind: news.kind.to_owned(),
            game_id: news.about.as_ref().map(|(game_id, _)| game_id.clone()),
            version: news.about.as_ref().map(|(_, version)| *version),
        };
        diesel::insert_into(feed::table).values(item).execute(connection)?;
    }
    match webhooks_on {
        0 => Ok(()),
        _ => webhooks::wake(connection, &[player_id.to_owned()], at),
    }
}

/// A player's items with an id above `after`, in order.
pub fn list(connection: &mut AnyConnection, player_id: &str, after: i64, limit: i64) -> Result<Vec<FeedRow>> {
    let query = feed::table.filter(feed::player_id.eq(player_id)).filter(feed::id.gt(after)).order(feed::id);
    Ok(Page::of(query, limit).load(connection)?)
}
