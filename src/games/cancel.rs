//! Calls a game off: before the start by whoever created it, afterwards by all who play it.

use super::{
    answer::Answer,
    change::{Request, change},
    draft::Draft,
    table::TableSeat,
    words::{By, EntryKind, SeatKind, Status},
};
use crate::{club::Club, refusal::Refusal, store::StoreConnection};

/// The creator calls an open game off; in an active one that is a vote.
pub fn cancel(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| match draft.table.status()? {
        Status::Active => vote(draft, request),
        Status::Open => call_off(draft, request),
        // Whoever votes when the last one has just done so is not told that it was not his to do.
        Status::Finished | Status::Cancelled if draft.table.is_insider(Some(&request.player)) => {
            super::must_be_active(&draft.table)
        }
        Status::Finished | Status::Cancelled => super::must_be_creator(&draft.table, request),
    })
}

/// The creator calls a game off that has not started.
pub fn cancel_open(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| call_off(draft, request))
}

fn call_off(draft: &mut Draft, request: &Request) -> Result<(), Refusal> {
    super::must_be_creator(&draft.table, request)?;
    super::must_be_open(&draft.table)?;
    let seat = draft.table.seat_of(&request.player.id);
    draft.log(EntryKind::Cancelled, seat, By::Player)?;
    draft.cancel();
    Ok(())
}

fn vote(draft: &mut Draft, request: &Request) -> Result<(), Refusal> {
    let seat = super::own_seat(&draft.table, request)?;
    if draft.table.seats[seat].row.votes_to_cancel {
        return Err(Refusal::AlreadyVoted);
    }
    draft.table.seats[seat].row.votes_to_cancel = true;
    draft.log(EntryKind::CancelVoted, Some(seat), By::Player)?;
    draft.cancel_if_all_agree()
}

impl Draft {
    /// Cancels the game, without a winner, once all humans who have not given up want it.
    pub fn cancel_if_all_agree(&mut self) -> Result<(), Refusal> {
        let plays = |seat: &&TableSeat| seat.is_of(SeatKind::Player) && !seat.is_given_up();
        let mut playing = self.table.seats.iter().filter(plays).peekable();
        if playing.peek().is_some() && playing.all(|seat| seat.row.votes_to_cancel) {
            self.log(EntryKind::Cancelled, None, By::Server)?;
            self.cancel();
        }
        Ok(())
    }
}
