//! How many games a player may have at once.

use super::change::Request;
use crate::{
    club::Club,
    refusal::Refusal,
    store::{AnyConnection, games},
};

/// Refuses if the player has as many active games as he may, or as many open ones.
pub fn check(club: &Club, connection: &mut AnyConnection, request: &Request) -> Result<(), Refusal> {
    if !request.limited {
        return Ok(());
    }
    let (open, active) = games::count_in_play(connection, &request.player.id)?;
    for (count, limit, kind) in
        [(open, club.limits.open_games, "open"), (active, club.limits.active_games, "active")]
    {
        if count >= limit {
            return Err(Refusal::TooMany(format!(
                "you have {count} {kind} games, which is the limit: end or cancel one of them first"
            )));
        }
    }
    Ok(())
}
