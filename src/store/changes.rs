//! A change of a game, written with everything that belongs to it.

use chrono::NaiveDateTime;

use super::{
    AnyConnection, Result, StoreConnection, changes_at_once,
    feed::{self, News},
    games::{self, GameRow},
    idempotency::{self, Kept},
    log::{self, LogRow},
    players,
    seats::{self, SeatRow},
};

/// How many entries of the log are written at once.
const MOST_ENTRIES: usize = 8;

/// A change of a game.
pub struct Change {
    /// The game after it.
    pub game: GameRow,
    /// Its state, if that has changed.
    pub state: Option<String>,
    /// The version that the game had before.
    pub from: i64,
    /// Whether it had another status.
    pub has_new_status: bool,
    /// The seats that have changed; their number has not.
    pub seats: Vec<SeatRow>,
    /// The entries of the log that it makes.
    pub entries: Vec<LogRow>,
    /// What players are told of it, in the order of their ids.
    pub told: Vec<Told>,
    /// When it is made.
    pub at: NaiveDateTime,
}

/// What a player is told.
pub struct Told {
    pub player_id: String,
    /// Whether he has webhooks that are switched on, as far as we have seen.
    pub has_webhooks: bool,
    pub news: Vec<News>,
}

/// Writes a change, if the game still has the version that it had before. To be called first in a
/// transaction, or after [`lock`].
///
/// # Errors
/// `Stale` if somebody was faster.
pub fn write(connection: &mut AnyConnection, change: &Change) -> Result<()> {
    games::update(connection, &change.game, change.state.as_deref(), change.from)?;
    for told in &change.told {
        feed::tell(connection, &told.player_id, change.at, &told.news)?;
    }
    change.seats.iter().try_for_each(|seat| seats::update(connection, seat))?;
    if change.has_new_status {
        seats::show_status(connection, &change.game)?;
    }
    change.entries.iter().try_for_each(|entry| log::insert(connection, entry))
}

/// Writes a change together with the answer that is kept for a request, outside of any transaction.
/// Postgres is sent a single statement, since each is a round trip, which costs as much as the work in it;
/// for SQLite the change is handed over to the writer. `false` if it has to be written in a transaction,
/// and then nothing is written.
///
/// # Errors
/// `Stale` if somebody was faster; `Duplicate` if a twin of the request was.
pub fn write_at_once(
    connection: &mut StoreConnection<'_>,
    change: Change,
    answer: Option<&Kept>,
) -> Result<bool> {
    if let Some(scribe) = connection.scribe() {
        let answer = answer.cloned();
        scribe.write(move |connection| {
            write(connection, &change)?;
            idempotency::insert(connection, answer.as_ref())
        })?;
        return Ok(true);
    }
    // One statement locks the rows of several players in any order. And each number of entries has a
    // statement of its own.
    let is_simple = change.told.len() <= 1 && change.entries.len() <= MOST_ENTRIES && !change.has_new_status;
    match &mut **connection {
        AnyConnection::Postgres(connection) if is_simple => {
            changes_at_once::write(connection, &change, answer.map(|answer| &answer.row))
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
