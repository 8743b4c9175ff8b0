//! A change of a game, written with everything that belongs to it.

use chrono::NaiveDateTime;

use super::{
    AnyConnection, Result, StoreError,
    changes_at_once,
    feed::{self, News},
    games::{self, GameRow},
    log::{self, LogRow},
    players,
    seats::{self, SeatRow},
    webhooks,
};

/// A change of a game.
pub struct Change<'a> {
    /// The game after it.
    pub game: &'a GameRow,
    /// Its state, if that has changed.
    pub state: Option<&'a str>,
    /// The version that the game had before.
    pub from: i64,
    /// The seats that have changed; their number has not.
    pub seats: Vec<&'a SeatRow>,
    /// The entries of the log that it makes.
    pub entries: &'a [LogRow],
    /// What players are told of it, in the order of their ids.
    pub told: Vec<(&'a str, Vec<News<'a>>)>,
    /// When it is made.
    pub at: NaiveDateTime,
}

/// Writes a change, if the game still has the version that it had before. To be called first in a
/// transaction, or after [`lock`].
///
/// # Errors
/// `Stale` if somebody was faster.
pub fn write(connection: &mut AnyConnection, change: &Change<'_>) -> Result<()> {
    match connection {
        AnyConnection::Postgres(_) => write_at_once(connection, change),
        AnyConnection::Sqlite(_) => write_one_by_one(connection, change),
    }
}

/// Takes the rows of a game and of players, in the order that everybody keeps to so that two changes
/// do not lock each other out.
///
/// # Errors
/// `Stale` if the game does not have that version any more.
pub fn lock(connection: &mut AnyConnection, game_id: &str, from: i64, players: &[&str]) -> Result<()> {
    match connection {
        AnyConnection::Postgres(_) => {
            games::hold(connection, game_id, from)?;
            players::hold_all(connection, players)
        }
        // The transaction has the only right to write.
        AnyConnection::Sqlite(_) => Ok(()),
    }
}

/// Every statement is a round trip to Postgres, so it gets one that writes all.
fn write_at_once(connection: &mut AnyConnection, change: &Change<'_>) -> Result<()> {
    if change.told.len() > 1 {
        // One statement locks rows in any order.
        let players: Vec<&str> = change.told.iter().map(|(player_id, _)| *player_id).collect();
        lock(connection, &change.game.id, change.from, &players)?;
    }
    let AnyConnection::Postgres(postgres) = &mut *connection else { return Ok(()) };
    let with_webhooks = changes_at_once::write(postgres, change)?.ok_or(StoreError::Stale)?;
    match with_webhooks.is_empty() {
        true => Ok(()),
        // The statement has not seen webhooks that were switched on while it waited for their owner.
        false => webhooks::wake(connection, &with_webhooks, change.at),
    }
}

fn write_one_by_one(connection: &mut AnyConnection, change: &Change<'_>) -> Result<()> {
    games::update(connection, change.game, change.state, change.from)?;
    for (player_id, news) in &change.told {
        feed::tell(connection, player_id, change.at, news)?;
    }
    change.seats.iter().try_for_each(|seat| seats::update(connection, seat))?;
    change.entries.iter().try_for_each(|entry| log::insert(connection, entry))
}
