//! Gives a game up.

use super::{
    answer::Answer,
    change::{Request, change},
    table::Table,
    words::{By, EntryKind, Reason},
};
use crate::{
    club::Club,
    refusal::Refusal,
    rulesets::rules::{Place, Seat},
    store::StoreConnection,
};

/// The player gives up. Of two players, the other one has won.
pub fn resign(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        let seat = super::own_seat(&draft.table, request)?;
        super::must_be_active(&draft.table)?;
        check(&draft.table)?;
        let scores = super::active_state(&draft.table)?.scores();
        let place = |place, seat: Seat| Place {
            place,
            seats: vec![seat],
            score: scores.get(seat).copied().unwrap_or_default(),
        };
        draft.log(EntryKind::Resigned, Some(seat), By::Player)?;
        draft.finish(vec![place(1, 1 - seat), place(2, seat)], Reason::Resigned)
    })
}

/// Whether somebody can resign at that table at all.
///
/// # Errors
/// `NotAvailable` among more than two: the others have to go on without him, and for that a bot
/// has to take his seat.
pub fn check(table: &Table) -> Result<(), Refusal> {
    if table.seats.len() <= 2 {
        return Ok(());
    }
    Err(Refusal::NotAvailable(
        "resignation among more than two players is not available yet: play on, please",
    ))
}
