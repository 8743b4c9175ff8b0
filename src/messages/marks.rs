//! How far players have read what was said.

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::must_be_seated;
use crate::{
    club::Club,
    games::table::Table,
    refusal::Refusal,
    rulesets::rules::Seat,
    store::{AnyConnection, StoreConnection, StoreError, games, messages, players, players::PlayerRow},
};

/// How far you have read.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMark {
    /// The id of the last message that you have read.
    #[schema(minimum = 0, examples(5))]
    pub up_to: i64,
}

/// How far everybody has read.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Marks {
    /// The id of the newest message; 0 if there is none.
    #[schema(minimum = 0)]
    pub last: i64,
    /// By seat.
    pub marks: Vec<Mark>,
}

/// How far a player has read.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Mark {
    #[schema(value_type = usize)]
    pub seat: Seat,
    /// The id of the last message that he has read; 0 if none.
    #[schema(minimum = 0)]
    pub up_to: i64,
}

/// How far everybody has read, for those at the table.
pub fn read(
    connection: &mut AnyConnection,
    game_id: &str,
    me: &PlayerRow,
    now: NaiveDateTime,
) -> Result<Marks, Refusal> {
    let table = Table::load_for(connection, game_id, Some(me), now)?;
    must_be_seated(&table, me)?;
    let last = messages::last(connection, game_id)?;
    let marks = messages::marks(connection, game_id)?;
    Ok(Marks {
        last,
        marks: marks.into_iter().map(|(seat, up_to)| Mark { seat: seat as Seat, up_to }).collect(),
    })
}

/// The player has read so far; a mark never goes back.
pub fn set(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    me: &PlayerRow,
    new: &NewMark,
) -> Result<Marks, Refusal> {
    let now = club.now();
    let before = connection.read(|connection| read(connection, game_id, me, now))?;
    if !(0..=before.last).contains(&new.up_to) {
        return Err(Refusal::invalid(
            "up_to",
            format!("from 0 to {}, the id of the newest message", before.last),
        ));
    }
    let written = connection.write(|connection| {
        games::refer_to(connection, game_id)?;
        players::hold(connection, &me.id)?;
        messages::mark(connection, game_id, &me.id, new.up_to)
    });
    match written {
        Err(StoreError::NotFound) => Err(Refusal::Unauthorized("that account has ended")),
        Err(error) => Err(error.into()),
        Ok(()) => connection.read(|connection| read(connection, game_id, me, now)),
    }
}
