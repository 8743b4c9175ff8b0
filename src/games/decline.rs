//! Turns an invitation down.

use super::{
    answer::Answer,
    change::{Request, change},
    words::{By, EntryKind},
};
use crate::{club::Club, refusal::Refusal, store::StoreConnection};

/// The seat that was kept for the player turns open.
pub fn decline(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        let invited = draft.table.invitation_of(&request.player.id);
        let seat = invited.ok_or(Refusal::Forbidden("you are not invited to this game"))?;
        super::must_be_open(&draft.table)?;
        draft.free_seat(seat);
        draft.log(EntryKind::Declined, Some(seat), By::Player)
    })
}
