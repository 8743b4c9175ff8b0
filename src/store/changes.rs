//! A change of a game, written with everything that belongs to it.

use chrono::NaiveDateTime;

use super::{
    AnyConnection, Result, changes_at_once,
    feed::{self, News},
    games::{self, GameRow},
    idempotency::IdempotencyRow,
    log::{self, LogRow},
    players,
    seats::{self, SeatRow},
};

/// How many entries of the log are written at once.
const MOST_ENTRIES: usize = 8;

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
    pub told: Vec<Told<'a>>,
    /// When it is made.
    pub at: NaiveDateTime,
}

/// What a player is told.
pub struct Told<'a> {
    pub player_id: &'a str,
    /// Whether he has webhooks that are switched on, as far as we have seen.
    pub has_webhooks: bool,
    pub news: Vec<News<'a>>,
}

/// Writes a change, if the game still has the version that it had before. To be called first in a
/// transaction, or after [`lock`].
///
/// # Errors
/// `Stale` if somebody was faster.
pub fn write(connection: &mut AnyConnection, change: &Change<'_>) -> Result<()> {
    games::update(connection, change.game, change.state, change.from)?;
    for told in &change.told {
        feed::tell(connection, told.player_id, change.at, &told.news)?;
    }
    change.seats.iter().try_for_each(|seat| seats::update(connection, seat))?;
    change.entries.iter().try_for_each(|entry| log::insert(connection, entry))
}

/// Writes a change together with the answer that is kept for a request, outside of any transaction and
/// with a single statement; `false` if that cannot be done, and then nothing is written. Every statement is
/// a round trip to Postgres, which costs as much as the work in it; SQLite has no use for it.
///
/// # Errors
/// `Stale` if somebody was faster.
pub fn write_at_once(
    connection: &mut AnyConnection,
    change: &Change<'_>,
    answer: Option<&IdempotencyRow>,
) -> Result<bool> {
    // One statement locks the rows of several players in any order. And each number of entries has a
    // statement of its own.
    let is_simple = change.told.len() <= 1 && change.entries.len() <= MOST_ENTRIES;
    match connection {
        AnyConnection::Postgres(connection) if is_simple => {
            changes_at_once::write(connection, change, answer)
        }
        AnyConnection::Postgres(_) | AnyConnection::Sqlite(_) => Ok(false),
    }
}

/// Takes the rows of a game and of players, in the order that everybody keeps to so that two changes
/// do not lock each other out.
///
/// # Errors
/// `Stale` if the game does not have that version any more.
pub fn lock(connection: &mut AnyConnection, game_id: &str, from: i64, players: &[&str]) -> Result<()> {
    games::hold(connection, game_id, from)?;
    players::hold_all(connection, players)
}
