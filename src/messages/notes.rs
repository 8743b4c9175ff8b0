//! What a player notes for himself about a game. Nobody else sees it.

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::must_be_seated;
use crate::{
    club::Club,
    games::table::Table,
    refusal::Refusal,
    store::{AnyConnection, StoreConnection, StoreError, games, messages, players, players::PlayerRow},
    text,
};

/// How many characters a note may have.
const LONGEST: usize = 5000;

/// What you have noted about a game.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Up to 5000 characters; empty if there is nothing.
    #[schema(max_length = 5000, examples("He keeps the putter."))]
    pub text: String,
}

/// What the player has noted.
pub fn read(
    connection: &mut AnyConnection,
    game_id: &str,
    me: &PlayerRow,
    now: NaiveDateTime,
) -> Result<Note, Refusal> {
    must_be_seated(&Table::load_for(connection, game_id, Some(me), now)?, me)?;
    Ok(Note { text: messages::note(connection, game_id, &me.id)? })
}

/// Replaces what the player has noted.
pub fn write(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    me: &PlayerRow,
    note: Note,
) -> Result<Note, Refusal> {
    let now = club.now();
    connection.read(|connection| read(connection, game_id, me, now))?;
    if !note.text.is_empty() && text::lines(&note.text, LONGEST).is_none() {
        return Err(Refusal::invalid(
            "text",
            "up to 5000 characters of any script, without control characters",
        ));
    }
    let written = connection.write(|connection| {
        games::refer_to(connection, game_id)?;
        players::hold(connection, &me.id)?;
        messages::set_note(connection, game_id, &me.id, &note.text)
    });
    match written {
        Err(StoreError::NotFound) => Err(Refusal::Unauthorized("that account has ended")),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(note),
    }
}
