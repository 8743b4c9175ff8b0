//! Clears a seat before the start.

use super::{
    answer::Answer,
    change::{Request, change},
    words::{By, EntryKind, SeatKind},
};
use crate::{club::Club, refusal::Refusal, store::StoreConnection};

/// The creator clears somebody's seat, or an invitation; the seat turns open.
pub fn kick(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
    seat: i64,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        super::must_be_creator(&draft.table, request)?;
        super::must_be_open(&draft.table)?;
        let seat = super::read_seat(&draft.table, seat)?;
        if draft.table.seats[seat].kind()? == SeatKind::Open {
            return Err(Refusal::invalid("seat", "nobody has that seat"));
        }
        if draft.table.seat_of(&request.player.id) == Some(seat) {
            return Err(Refusal::invalid("seat", "that is your own seat: cancel the game instead"));
        }
        draft.note_kicked(seat);
        draft.free_seat(seat);
        draft.log(EntryKind::Kicked, Some(seat), By::Player)
    })
}
