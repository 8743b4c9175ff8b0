//! Lets a vacation count in the turns that have begun.

use super::{
    change::ATTEMPTS,
    draft::Draft,
    table::Table,
    words::{By, EntryKind, Status},
};
use crate::{
    club::Club,
    refusal::Refusal,
    store::{StoreConnection, StoreError, players::PlayerRow, seats},
};

/// Gives the player his new deadlines, in every game in which his time runs. What is left to do
/// because the server stops meanwhile is done when the old deadline comes.
pub fn move_deadlines(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    player: &PlayerRow,
) -> Result<(), Refusal> {
    for game_id in seats::games_with_clock_running(connection, &player.id)? {
        move_deadline(club, connection, &game_id, player)?;
    }
    Ok(())
}

fn move_deadline(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    player: &PlayerRow,
) -> Result<(), Refusal> {
    for _ in 0..ATTEMPTS {
        let now = club.now();
        let table = connection.read(|connection| Table::load(connection, game_id, now))?;
        let Some(table) = table else { return Ok(()) };
        let seat = table.seat_of(&player.id).filter(|_| table.game.status == Status::Active.as_str());
        let Some(seat) = seat else { return Ok(()) };
        // Whoever goes on vacation again and again could bring the game to its limit; for him it
        // counts from the next turn on.
        let is_long = table.game.version >= club.limits.log_entries / 2;
        let is_late = table.seats[seat].deadline().is_none_or(|deadline| deadline <= now);
        let mut draft = Draft::new(table);
        if is_long || is_late || !draft.count_vacations(seat)? {
            return Ok(());
        }
        draft.log(EntryKind::DeadlineMoved, Some(seat), By::Player)?;
        match connection.write(|connection| draft.commit(connection)) {
            Err(StoreError::Stale) => {}
            Err(error) => return Err(error.into()),
            Ok(()) => {
                draft.ring(club);
                return Ok(());
            }
        }
    }
    Err(Refusal::Busy("the game kept changing".to_owned()))
}
