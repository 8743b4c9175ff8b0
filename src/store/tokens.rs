//! Tokens, by their hashes.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{
    AnyConnection, Result, StoreError,
    page::Page,
    players::PlayerRow,
    schema::{players, tokens},
};

/// A token of a player. The secret itself is not here.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = tokens)]
pub struct TokenRow {
    pub id: String,
    pub player_id: String,
    pub hash: String,
    pub label: String,
    pub created_at: NaiveDateTime,
}

pub fn insert(connection: &mut AnyConnection, token: &TokenRow) -> Result<()> {
    diesel::insert_into(tokens::table).values(token).execute(connection)?;
    Ok(())
}

/// Whose token has that hash. Of an account that has ended none counts, not even one that was made
/// at the same moment.
pub fn owner(connection: &mut AnyConnection, hash: &str) -> Result<Option<PlayerRow>> {
    Ok(tokens::table
        .inner_join(players::table)
        .filter(tokens::hash.eq(hash))
        .filter(players::ended_at.is_null())
        .select(players::all_columns)
        .first(connection)
        .optional()?)
}

/// A player's tokens, oldest first, from after `(created_at, id)`.
pub fn of_player(
    connection: &mut AnyConnection,
    player_id: &str,
    after: Option<(NaiveDateTime, &str)>,
    limit: i64,
) -> Result<Vec<TokenRow>> {
    let mut query = tokens::table.filter(tokens::player_id.eq(player_id)).into_boxed();
    if let Some((at, id)) = after {
        query =
            query.filter(tokens::created_at.ge(at)).filter(tokens::created_at.gt(at).or(tokens::id.gt(id)));
    }
    Ok(Page::of(query.order((tokens::created_at, tokens::id)), limit).load(connection)?)
}

/// How many tokens a player has.
pub fn count(connection: &mut AnyConnection, player_id: &str) -> Result<i64> {
    Ok(tokens::table.filter(tokens::player_id.eq(player_id)).count().get_result(connection)?)
}

/// Revokes one of a player's tokens.
///
/// # Errors
/// `NotFound` if he has none with that id.
pub fn delete(connection: &mut AnyConnection, player_id: &str, id: &str) -> Result<()> {
    let rows =
        diesel::delete(tokens::table.find(id).filter(tokens::player_id.eq(player_id))).execute(connection)?;
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// Revokes all of a player's tokens.
pub fn delete_all(connection: &mut AnyConnection, player_id: &str) -> Result<()> {
    diesel::delete(tokens::table.filter(tokens::player_id.eq(player_id))).execute(connection)?;
    Ok(())
}
