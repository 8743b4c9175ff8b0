//! Gets up before the start.

use super::{
    answer::Answer,
    change::{Request, change},
    words::{By, EntryKind},
};
use crate::{club::Club, refusal::Refusal, store::StoreConnection};

/// The player's seat turns open.
pub fn leave(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        let seat = super::own_seat(&draft.table, request)?;
        if draft.table.is_created_by(&request.player.id) {
            return Err(Refusal::Forbidden("whoever created a game cannot leave it: cancel it instead"));
        }
        super::must_be_open(&draft.table)?;
        draft.free_seat(seat);
        draft.log(EntryKind::Left, Some(seat), By::Player)
    })
}
