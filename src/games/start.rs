//! Starts a game with the seats that are filled.

use super::{
    answer::Answer,
    change::{Request, change},
    table::TableSeat,
    words::SeatKind,
};
use crate::{club::Club, refusal::Refusal, store::StoreConnection};

/// The creator starts without waiting for more; empty seats are taken away.
pub fn start(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
) -> Result<Answer, Refusal> {
    change(club, connection, game_id, request, |draft, _| {
        super::must_be_creator(&draft.table, request)?;
        super::must_be_open(&draft.table)?;
        let about = draft.table.ruleset()?.about();
        let is_filled = |seat: &&TableSeat| seat.is_of(SeatKind::Player) || seat.is_of(SeatKind::Bot);
        let filled = draft.table.seats.iter().filter(is_filled).count();
        if filled < about.min_players {
            return Err(Refusal::NotEnoughPlayers(format!(
                "{} needs {} players or more, and {filled} have come",
                about.name, about.min_players
            )));
        }
        if !draft.table.seats.iter().any(|seat| seat.is_of(SeatKind::Player)) {
            return Err(Refusal::NotEnoughPlayers("no human has come yet".to_owned()));
        }
        draft.remove_empty_seats()?;
        draft.start_if_full()
    })
}
