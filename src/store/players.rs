//! Accounts.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{AnyConnection, Result, StoreError, schema::players};

/// An account.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = players)]
pub struct PlayerRow {
    pub id: String,
    /// Empty once the account has ended, as is `display_name`.
    pub name: String,
    pub display_name: String,
    /// The name in lower case; it stays.
    pub name_key: String,
    pub created_at: NaiveDateTime,
    pub ended_at: Option<NaiveDateTime>,
    /// When his clocks stand still: time zone, days off and quiet hours, as JSON.
    pub hours: Option<String>,
    /// His vacations, as JSON.
    pub vacations: Option<String>,
    /// The id of the newest item in his feed.
    pub feed_last: i64,
    /// SHA-256 of the secret in the address of his calendar, hexadecimal.
    pub calendar_hash: Option<String>,
    /// How many of his webhooks are switched on.
    pub webhooks_on: i32,
}

/// Adds an account.
///
/// # Errors
/// `Duplicate` if the name is, or was, somebody's.
pub fn insert(connection: &mut AnyConnection, player: &PlayerRow) -> Result<()> {
    diesel::insert_into(players::table).values(player).execute(connection)?;
    Ok(())
}

/// Whether an account could have that name. Others are not looked for: not every database takes
/// every text.
pub fn can_be_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The account with that name, without regard to case, unless it has ended.
pub fn by_name(connection: &mut AnyConnection, name: &str) -> Result<Option<PlayerRow>> {
    if !can_be_name(name) {
        return Ok(None);
    }
    Ok(players::table
        .filter(players::name_key.eq(name.to_ascii_lowercase()))
        .filter(players::ended_at.is_null())
        .first(connection)
        .optional()?)
}

/// What a player can change about his account; what is `None` stays.
#[derive(Debug, Clone, Default, AsChangeset)]
#[diesel(table_name = players)]
pub struct Changes {
    pub display_name: Option<String>,
    pub hours: Option<String>,
    pub vacations: Option<String>,
}

/// The accounts with these ids that have not ended.
pub fn by_ids(connection: &mut AnyConnection, ids: &[&str]) -> Result<Vec<PlayerRow>> {
    Ok(players::table
        .filter(players::id.eq_any(ids.to_vec()))
        .filter(players::ended_at.is_null())
        .load(connection)?)
}

/// Changes an account.
///
/// # Errors
/// `NotFound` if it has ended.
pub fn change(connection: &mut AnyConnection, id: &str, changes: &Changes) -> Result<()> {
    let rows = diesel::update(players::table.find(id).filter(players::ended_at.is_null()))
        .set(changes)
        .execute(connection)?;
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// The account with that id, locked until the transaction ends.
///
/// # Errors
/// `NotFound` if it has ended.
pub fn held(connection: &mut AnyConnection, id: &str) -> Result<PlayerRow> {
    hold(connection, id)?;
    Ok(players::table.find(id).first(connection)?)
}

/// Gives the player's calendar that secret's hash, or takes it away.
///
/// # Errors
/// `NotFound` if the account has ended.
pub fn set_calendar(connection: &mut AnyConnection, id: &str, hash: Option<&str>) -> Result<()> {
    let rows = diesel::update(players::table.find(id).filter(players::ended_at.is_null()))
        .set(players::calendar_hash.eq(hash))
        .execute(connection)?;
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// The account whose calendar's secret has that hash.
pub fn by_calendar(connection: &mut AnyConnection, hash: &str) -> Result<Option<PlayerRow>> {
    Ok(players::table
        .filter(players::calendar_hash.eq(hash))
        .filter(players::ended_at.is_null())
        .first(connection)
        .optional()?)
}

/// Keeps an account from ending before the transaction is over.
///
/// # Errors
/// `NotFound` if it has ended.
pub fn hold(connection: &mut AnyConnection, id: &str) -> Result<()> {
    // An update that changes nothing is the one lock on a row that both databases have.
    let rows = diesel::update(players::table.find(id).filter(players::ended_at.is_null()))
        .set(players::ended_at.eq(None::<NaiveDateTime>))
        .execute(connection)?;
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// Locks accounts until the transaction ends, in the order of their ids.
pub fn hold_all(connection: &mut AnyConnection, ids: &[&str]) -> Result<()> {
    let accounts = players::table.filter(players::id.eq_any(ids)).order(players::id).select(players::id);
    match connection {
        AnyConnection::Postgres(connection) => {
            accounts.for_no_key_update().load::<String>(connection)?;
        }
        // The transaction has the only right to write.
        AnyConnection::Sqlite(_) => {}
    }
    Ok(())
}

/// Ends an account: its names go, but for the one that must not be given again.
pub fn end(connection: &mut AnyConnection, id: &str, now: NaiveDateTime) -> Result<()> {
    diesel::update(players::table.find(id))
        .set((
            players::name.eq(""),
            players::display_name.eq(""),
            players::ended_at.eq(now),
            players::hours.eq(None::<String>),
            players::vacations.eq(None::<String>),
            players::calendar_hash.eq(None::<String>),
        ))
        .execute(connection)?;
    Ok(())
}
