//! Webhooks. A transaction that changes both locks the owner first: players, webhooks, deliveries.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{
    AnyConnection, Result, StoreError,
    page::Page,
    schema::{players, webhooks},
};

/// A webhook. Not to be printed: it holds secrets, and with some services the URL is one.
#[derive(Clone, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = webhooks, treat_none_as_null = true)]
pub struct WebhookRow {
    pub id: String,
    pub player_id: String,
    pub url: String,
    /// Whom the URL names.
    pub host: String,
    /// `standard`, `slack`, `discord`
    pub format: String,
    /// The kinds of items that it is for, as JSON; `None` for all.
    pub events: Option<String>,
    /// Only items about this game.
    pub game_id: Option<String>,
    pub secret: String,
    pub old_secret: Option<String>,
    pub old_secret_until: Option<NaiveDateTime>,
    pub active: bool,
    /// When and why the server has switched it off.
    pub disabled_at: Option<NaiveDateTime>,
    pub disabled_reason: Option<String>,
    /// The id of the last item of its owner's feed that was looked at for it.
    pub seen: i64,
    /// When to look for items after that.
    pub wake_at: Option<NaiveDateTime>,
    pub created_at: NaiveDateTime,
}

/// Adds a webhook. Its owner has to be held.
pub fn insert(connection: &mut AnyConnection, webhook: &WebhookRow) -> Result<()> {
    diesel::insert_into(webhooks::table).values(webhook).execute(connection)?;
    count_on(connection, &webhook.player_id)
}

pub fn find(connection: &mut AnyConnection, id: &str) -> Result<Option<WebhookRow>> {
    Ok(webhooks::table.find(id).first(connection).optional()?)
}

/// The webhook with that id, locked until the transaction ends; `None` if it is locked already. Does not
/// wait, so it may be asked for in any order.
pub fn lock_if_free(connection: &mut AnyConnection, id: &str) -> Result<Option<WebhookRow>> {
    let found = match connection {
        AnyConnection::Postgres(connection) => {
            webhooks::table.find(id).for_no_key_update().skip_locked().first(connection)
        }
        // The transaction has the only right to write.
        AnyConnection::Sqlite(connection) => webhooks::table.find(id).first(connection),
    };
    Ok(found.optional()?)
}

/// A player's webhook with that id.
pub fn of_player(connection: &mut AnyConnection, player_id: &str, id: &str) -> Result<Option<WebhookRow>> {
    Ok(webhooks::table.find(id).filter(webhooks::player_id.eq(player_id)).first(connection).optional()?)
}

/// The same, locked until the transaction ends. Its owner has to be held already.
///
/// # Errors
/// `NotFound` if he has none with that id.
pub fn held(connection: &mut AnyConnection, player_id: &str, id: &str) -> Result<WebhookRow> {
    // An update that changes nothing is the one lock on a row that both databases have.
    let rows = diesel::update(webhooks::table.find(id).filter(webhooks::player_id.eq(player_id)))
        .set(webhooks::player_id.eq(player_id))
        .execute(connection)?;
    if rows == 0 {
        return Err(StoreError::NotFound);
    }
    Ok(webhooks::table.find(id).first(connection)?)
}

/// Writes a webhook that is held.
pub fn update(connection: &mut AnyConnection, webhook: &WebhookRow) -> Result<()> {
    diesel::update(webhooks::table.find(&webhook.id)).set(webhook).execute(connection)?;
    count_on(connection, &webhook.player_id)
}

/// Notes with the owner, who has to be held, how many of his webhooks are on.
fn count_on(connection: &mut AnyConnection, player_id: &str) -> Result<()> {
    let on = webhooks::table.filter(webhooks::player_id.eq(player_id)).filter(webhooks::active);
    let on: i64 = on.count().get_result(connection)?;
    diesel::update(players::table.find(player_id))
        .set(players::webhooks_on.eq(i32::try_from(on).unwrap_or(i32::MAX)))
        .execute(connection)?;
    Ok(())
}

/// A player's webhooks, newest first, from after `(created_at, id)`.
pub fn list(
    connection: &mut AnyConnection,
    player_id: &str,
    after: Option<(NaiveDateTime, &str)>,
    limit: i64,
) -> Result<Vec<WebhookRow>> {
    let mut query = webhooks::table.filter(webhooks::player_id.eq(player_id)).into_boxed();
    if let Some((at, id)) = after {
        query = query
            .filter(webhooks::created_at.le(at))
            .filter(webhooks::created_at.lt(at).or(webhooks::id.lt(id)));
    }
    let query = query.order((webhooks::created_at.desc(), webhooks::id.desc()));
    Ok(Page::of(query, limit).load(connection)?)
}

/// The ids of all of a player's webhooks.
pub fn ids(connection: &mut AnyConnection, player_id: &str) -> Result<Vec<String>> {
    Ok(webhooks::table.filter(webhooks::player_id.eq(player_id)).select(webhooks::id).load(connection)?)
}

/// How many webhooks a player has.
pub fn count(connection: &mut AnyConnection, player_id: &str) -> Result<i64> {
    Ok(webhooks::table.filter(webhooks::player_id.eq(player_id)).count().get_result(connection)?)
}

/// Deletes a webhook whose deliveries are gone already. Its owner has to be held.
pub fn delete(connection: &mut AnyConnection, player_id: &str, id: &str) -> Result<()> {
    diesel::delete(webhooks::table.find(id)).execute(connection)?;
    count_on(connection, player_id)
}

/// Lets players' webhooks look for items in their feeds. The players have to be held.
///
/// It writes even what is written already: so whoever is just looking through the feed without these
/// items has ended before, or will find the rows locked.
pub fn wake(connection: &mut AnyConnection, player_ids: &[String], at: NaiveDateTime) -> Result<()> {
    let webhooks = webhooks::table.filter(webhooks::player_id.eq_any(player_ids)).filter(webhooks::active);
    diesel::update(webhooks).set(webhooks::wake_at.eq(at)).execute(connection)?;
    Ok(())
}

/// When the first of all webhooks has to look for items; `None` if none has.
pub fn next_wake(connection: &mut AnyConnection) -> Result<Option<NaiveDateTime>> {
    Ok(webhooks::table
        .filter(webhooks::wake_at.is_not_null())
        .order(webhooks::wake_at)
        .select(webhooks::wake_at.assume_not_null())
        .first(connection)
        .optional()?)
}

/// A webhook that has to look for items at `now`. It is locked until the transaction ends, and so is
/// nobody else's meanwhile: other processes pass over it.
pub fn claim_to_wake(connection: &mut AnyConnection, now: NaiveDateTime) -> Result<Option<WebhookRow>> {
    let due = webhooks::table.filter(webhooks::wake_at.le(now)).order(webhooks::wake_at).limit(1);
    let claimed = match connection {
        AnyConnection::Postgres(connection) => due.for_update().skip_locked().first(connection),
        // The transaction has the only right to write.
        AnyConnection::Sqlite(connection) => due.first(connection),
    };
    Ok(claimed.optional()?)
}

/// Notes up to which item a webhook has looked, and when it has to look again.
pub fn set_seen(
    connection: &mut AnyConnection,
    id: &str,
    seen: i64,
    wake_at: Option<NaiveDateTime>,
) -> Result<()> {
    diesel::update(webhooks::table.find(id))
        .set((webhooks::seen.eq(seen), webhooks::wake_at.eq(wake_at)))
        .execute(connection)?;
    Ok(())
}

/// Puts off when a webhook that has to look at `now` does so.
pub fn put_off(
    connection: &mut AnyConnection,
    id: &str,
    now: NaiveDateTime,
    wake_at: NaiveDateTime,
) -> Result<()> {
    diesel::update(webhooks::table.find(id).filter(webhooks::wake_at.le(now)))
        .set(webhooks::wake_at.eq(wake_at))
        .execute(connection)?;
    Ok(())
}

/// Switches a webhook off; `false` if it was off. Its owner has to be held already.
pub fn disable(
    connection: &mut AnyConnection,
    player_id: &str,
    id: &str,
    reason: &str,
    now: NaiveDateTime,
) -> Result<bool> {
    let rows = diesel::update(webhooks::table.find(id).filter(webhooks::active))
        .set((
            webhooks::active.eq(false),
            webhooks::wake_at.eq(None::<NaiveDateTime>),
            webhooks::disabled_at.eq(now),
            webhooks::disabled_reason.eq(reason),
        ))
        .execute(connection)?;
    count_on(connection, player_id)?;
    Ok(rows > 0)
}
