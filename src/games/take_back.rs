//! Comes back after having been absent.

use super::{
    answer::Answer,
    change::{Request, change},
    words::{By, EntryKind},
};
use crate::{club::Club, refusal::Refusal, store::StoreConnection};

/// The player is back. If a bot has kept his seat, his turns are his own again, and if he is to act, his
/// time begins now; otherwise his absences are no longer counted, and a running deadline stays.
pub fn take_back(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        let seat = super::own_seat(&draft.table, request)?;
        super::must_be_active(&draft.table)?;
        let was_kept = draft.table.seats[seat].is_kept_by_bot();
        if draft.table.seats[seat].row.absent == 0 {
            return Err(Refusal::NotAbsent);
        }
        draft.table.seats[seat].row.absent = 0;
        draft.log(EntryKind::Returned, Some(seat), By::Player)?;
        if was_kept && draft.table.seats[seat].row.to_act {
            draft.start_clock(seat)?;
            draft.note_turn(seat);
        }
        Ok(())
    })
}
