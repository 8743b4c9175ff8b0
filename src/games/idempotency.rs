//! Requests that are safe to repeat: the first answer is stored with the change itself, and given
//! again.

use chrono::{NaiveDateTime, TimeDelta};

use super::{answer::Answer, change::Request};
use crate::{
    club::Club,
    refusal::Refusal,
    store::{
        AnyConnection,
        idempotency::{self, IdempotencyRow, Kept},
    },
};

/// How long answers are kept.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// An Idempotency-Key and what it was sent with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub key: String,
    /// Which game the request is about; empty if none. A key that a client takes for one game
    /// stays free for every other one.
    pub game_id: String,
    /// SHA-256 of method, path and body, hexadecimal.
    pub fingerprint: String,
}

fn since(club: &Club) -> NaiveDateTime {
    club.now() - KEPT
}

/// The answer that was given to the request before.
///
/// # Errors
/// `KeyReused` if the key came with another request, unless each was to a game of its own.
pub fn replay(
    club: &Club,
    connection: &mut AnyConnection,
    request: &Request,
) -> Result<Option<Answer>, Refusal> {
    let Some(key) = &request.key else { return Ok(None) };
    let mut rows = idempotency::find(connection, &request.player.id, &key.key, since(club))?;
    if let Some(same) = rows.iter().position(|row| row.fingerprint == key.fingerprint) {
        let row = rows.swap_remove(same);
        return Ok(Some(Answer { created: row.created, tag: row.etag, body: row.body, replayed: true }));
    }
    let is_free = |row: &IdempotencyRow| {
        row.game_id != key.game_id && !row.game_id.is_empty() && !key.game_id.is_empty()
    };
    if rows.iter().all(is_free) { Ok(None) } else { Err(Refusal::KeyReused) }
}

/// Stores the answer. To be called in the transaction of the change itself.
///
/// # Errors
/// `Duplicate` if a twin of the request was faster.
pub fn remember(
    club: &Club,
    connection: &mut AnyConnection,
    request: &Request,
    answer: &Answer,
) -> crate::store::Result<()> {
    idempotency::insert(connection, kept(club, request, answer).as_ref())
}

/// The answer as it is to be stored; `None` for a request without a key.
pub fn kept(club: &Club, request: &Request, answer: &Answer) -> Option<Kept> {
    let key = request.key.as_ref()?;
    let row = IdempotencyRow {
        player_id: request.player.id.clone(),
        key: key.key.clone(),
        game_id: key.game_id.clone(),
        fingerprint: key.fingerprint.clone(),
        etag: answer.tag.clone(),
        created: answer.created.clone(),
        body: answer.body.clone(),
        created_at: club.now(),
    };
    Some(Kept { row, since: since(club) })
}

/// Forgets answers that are no longer given again; how many.
pub fn forget_old(club: &Club) -> Result<usize, Refusal> {
    let since = since(club);
    Ok(club.store.connect()?.write(|connection| idempotency::delete_old(connection, since))?)
}
