//! The use cases of what is said at a table, one a file. Nothing knows of HTTP.

pub mod list;
pub mod marks;
pub mod notes;
pub mod post;

use crate::{
    games::{table::Table, words::SeatKind},
    refusal::Refusal,
    store::players::PlayerRow,
};

/// The player must have, or have had, a seat.
fn must_be_seated(table: &Table, me: &PlayerRow) -> Result<(), Refusal> {
    match seats_of_players(table).any(|(_, id)| id == me.id) {
        true => Ok(()),
        false => Err(Refusal::Forbidden("only players at this table may do that")),
    }
}

/// The seats that players have, or have given up, and whose they are.
fn seats_of_players(table: &Table) -> impl Iterator<Item = (usize, &str)> {
    let seats = table.seats.iter().enumerate().filter(|(_, seat)| seat.is_of(SeatKind::Player));
    seats.filter_map(|(seat, taken)| Some((seat, taken.row.player_id.as_deref()?)))
}
