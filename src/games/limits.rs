//! How many games a player may have at once.

use super::change::Request;
use crate::{
    club::Club,
    refusal::Refusal,
    store::{AnyConnection, games},
};

/// Whether the player may create another game.
pub fn check_create(club: &Club, connection: &mut AnyConnection, request: &Request) -> Result<(), Refusal> {
    if !request.limited {
        return Ok(());
    }
    let (open, _) = games::count_in_play(connection, &request.player.id)?;
    below(open, club.limits.open_games, "open games of your own: cancel one of them")?;
    check_join(club, connection, request)
}

/// Whether the player may take a seat in another game.
pub fn check_join(club: &Club, connection: &mut AnyConnection, request: &Request) -> Result<(), Refusal> {
    if !request.limited {
        return Ok(());
    }
    let (_, active) = games::count_in_play(connection, &request.player.id)?;
    below(active, club.limits.active_games, "active games: end one of them")
}

fn below(count: i64, limit: i64, what: &str) -> Result<(), Refusal> {
    if count < limit {
        return Ok(());
    }
    Err(Refusal::TooMany(format!("you have {count} {what} first")))
}
