//! What players say at a table, how far they have read it, and what they note for themselves.

use chrono::NaiveDateTime;
use diesel::{dsl::max, prelude::*};

use super::{
    AnyConnection, Result,
    page::Page,
    schema::{messages, notes, players, read_marks, seats},
};

/// A message at a table.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = messages)]
pub struct MessageRow {
    pub game_id: String,
    /// 1, 2, 3 … in each game.
    pub id: i64,
    pub player_id: String,
    pub text: String,
    pub at: NaiveDateTime,
}

/// The id of a game's newest message; 0 if there is none.
pub fn last(connection: &mut AnyConnection, game_id: &str) -> Result<i64> {
    let last: Option<i64> =
        messages::table.filter(messages::game_id.eq(game_id)).select(max(messages::id)).first(connection)?;
    Ok(last.unwrap_or_default())
}

/// Adds a message. Of two that take the same number one has to wait, and then to try again; so numbers
/// become visible in order.
///
/// # Errors
/// `Duplicate` if somebody else was faster.
pub fn insert(connection: &mut AnyConnection, message: &MessageRow) -> Result<()> {
    diesel::insert_into(messages::table).values(message).execute(connection)?;
    Ok(())
}

/// How many messages the player has written at that table since then.
pub fn count_since(
    connection: &mut AnyConnection,
    game_id: &str,
    player_id: &str,
    since: NaiveDateTime,
) -> Result<i64> {
    Ok(messages::table
        .filter(messages::game_id.eq(game_id))
        .filter(messages::player_id.eq(player_id))
        .filter(messages::at.gt(since))
        .count()
        .get_result(connection)?)
}

/// A game's messages with an id above `after`, in order, each with the names of whoever wrote it.
pub fn list(
    connection: &mut AnyConnection,
    game_id: &str,
    after: i64,
    limit: i64,
) -> Result<Vec<(MessageRow, String, String)>> {
    let query = messages::table
        .inner_join(players::table)
        .filter(messages::game_id.eq(game_id))
        .filter(messages::id.gt(after))
        .order(messages::id)
        .select((messages::all_columns, players::name, players::display_name));
    Ok(Page::of(query, limit).load(connection)?)
}

/// How far each player who has a seat has read, by seat; 0 if not at all.
pub fn marks(connection: &mut AnyConnection, game_id: &str) -> Result<Vec<(i32, i64)>> {
    let on_mark =
        read_marks::game_id.eq(seats::game_id).and(seats::player_id.eq(read_marks::player_id.nullable()));
    let marks: Vec<(i32, Option<i64>)> = seats::table
        .left_join(read_marks::table.on(on_mark))
        .filter(seats::game_id.eq(game_id))
        .filter(seats::kind.eq("player"))
        .order(seats::seat)
        .select((seats::seat, read_marks::up_to.nullable()))
        .load(connection)?;
    Ok(marks.into_iter().map(|(seat, up_to)| (seat, up_to.unwrap_or_default())).collect())
}

/// Notes that the player has read so far; never less than before.
pub fn mark(connection: &mut AnyConnection, game_id: &str, player_id: &str, up_to: i64) -> Result<()> {
    let own = read_marks::table.find((game_id, player_id));
    let rows = diesel::update(own.filter(read_marks::up_to.le(up_to)))
        .set(read_marks::up_to.eq(up_to))
        .execute(connection)?;
    let is_there = rows > 0 || own.select(read_marks::up_to).first::<i64>(connection).optional()?.is_some();
    if !is_there {
        diesel::insert_into(read_marks::table)
            .values((
                read_marks::game_id.eq(game_id),
                read_marks::player_id.eq(player_id),
                read_marks::up_to.eq(up_to),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// What the player has noted for himself about the game; empty if nothing.
pub fn note(connection: &mut AnyConnection, game_id: &str, player_id: &str) -> Result<String> {
    let note = notes::table.find((game_id, player_id)).select(notes::text).first(connection).optional()?;
    Ok(note.unwrap_or_default())
}

/// Replaces what the player has noted.
pub fn set_note(connection: &mut AnyConnection, game_id: &str, player_id: &str, text: &str) -> Result<()> {
    let rows = diesel::update(notes::table.find((game_id, player_id)))
        .set(notes::text.eq(text))
        .execute(connection)?;
    if rows == 0 {
        diesel::insert_into(notes::table)
            .values((notes::game_id.eq(game_id), notes::player_id.eq(player_id), notes::text.eq(text)))
            .execute(connection)?;
    }
    Ok(())
}

/// Takes away what a player has noted for himself, in all games.
pub fn delete_notes(connection: &mut AnyConnection, player_id: &str) -> Result<()> {
    diesel::delete(notes::table.filter(notes::player_id.eq(player_id))).execute(connection)?;
    Ok(())
}
