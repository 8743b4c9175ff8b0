//! First answers to requests that carried an Idempotency-Key.

use chrono::NaiveDateTime;
use diesel::{prelude::*, query_dsl::methods};

use super::{AnyConnection, Result, StoreError, schema::idempotency};

/// The stored answer to a player's request.
#[derive(Debug, Clone, PartialEq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = idempotency, treat_none_as_null = true)]
pub struct IdempotencyRow {
    pub player_id: String,
    pub key: String,
    /// Which game the request was about; empty if none.
    pub game_id: String,
    /// SHA-256 of method, path and body, hexadecimal.
    pub fingerprint: String,
    pub etag: Option<String>,
    /// The id of what was created.
    pub created: Option<String>,
    pub body: String,
    pub created_at: NaiveDateTime,
}

/// An answer that is to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    pub row: IdempotencyRow,
    /// One from before that is no longer given again, and is replaced.
    pub since: NaiveDateTime,
}

/// The answers stored under that key since `since`, at most one for each game.
pub fn find(
    connection: &mut AnyConnection,
    player_id: &str,
    key: &str,
    since: NaiveDateTime,
) -> Result<Vec<IdempotencyRow>> {
    Ok(idempotency::table
        .filter(idempotency::player_id.eq(player_id))
        .filter(idempotency::key.eq(key))
        .filter(idempotency::created_at.ge(since))
        .load(connection)?)
}

/// Stores an answer, if there is one to be stored.
///
/// # Errors
/// `Duplicate` if a twin of the request was faster.
pub fn insert(connection: &mut AnyConnection, answer: Option<&Kept>) -> Result<()> {
    let Some(Kept { row, since }) = answer else { return Ok(()) };
    let upsert = diesel::insert_into(idempotency::table)
        .values(row)
        .on_conflict((idempotency::player_id, idempotency::key, idempotency::game_id))
        .do_update()
        .set(row);
    let kept_or_replaced = methods::FilterDsl::filter(upsert, idempotency::created_at.lt(since));
    let rows = match connection {
        AnyConnection::Postgres(connection) => kept_or_replaced.execute(connection)?,
        AnyConnection::Sqlite(connection) => kept_or_replaced.execute(connection)?,
    };
    if rows == 0 { Err(StoreError::Duplicate) } else { Ok(()) }
}

/// Forgets the answers from before `since`; how many there were.
pub fn delete_old(connection: &mut AnyConnection, since: NaiveDateTime) -> Result<usize> {
    Ok(diesel::delete(idempotency::table.filter(idempotency::created_at.lt(since))).execute(connection)?)
}
