//! Calls a game off before the start.

use super::{
    answer::Answer,
    change::{Request, change},
    words::{By, EntryKind},
};
use crate::{club::Club, refusal::Refusal, store::StoreConnection};

/// The creator calls the game off.
pub fn cancel(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        super::must_be_creator(&draft.table, request)?;
        super::must_be_open(&draft.table)?;
        let seat = draft.table.seat_of(&request.player.id);
        draft.log(EntryKind::Cancelled, seat, By::Player)?;
        draft.cancel();
        Ok(())
    })
}
