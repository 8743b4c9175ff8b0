//! The one way in which a player changes a game. What is due without him is done in `attend.rs`.
//!
//! The game is loaded and judged outside of any transaction; the transaction then begins with an
//! update that is conditional on the version. Whoever was too late loads and judges again, so
//! nobody is refused merely because somebody else moved first.

use std::{cell::RefCell, time::Instant};

use super::{
    answer::Answer,
    draft::{Draft, to_json},
    idempotency::{self, Key},
    table::Table,
    view::GameChanged,
};
use crate::{
    club::Club,
    refusal::Refusal,
    store::{self, AnyConnection, StoreConnection, StoreError, players::PlayerRow},
};

/// Who wants to change something, and on what conditions.
#[derive(Debug, Clone)]
pub struct Request {
    pub player: PlayerRow,
    /// The change may be made only to a game that is still known by one of these tags.
    pub if_match: Option<IfMatch>,
    /// Makes the request safe to repeat.
    pub key: Option<Key>,
    /// Whether the limits of games and courses hold for the player.
    pub limited: bool,
    /// The game that it is about, if it was read together with the player. Whoever judges the request
    /// first takes it.
    pub seen: RefCell<Option<Table>>,
}

/// The condition of an `If-Match`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IfMatch {
    Any,
    Tags(Vec<String>),
}

/// How often a change is judged again before the server calls itself busy.
pub const ATTEMPTS: usize = 200;

/// Judges a change of a game and stores it, with its answer.
///
/// `judge` is called with the game as it is now, perhaps several times.
pub fn change(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
    judge: impl Fn(&mut Draft, &mut StoreConnection<'_>) -> Result<(), Refusal>,
) -> Result<Answer, Refusal> {
    attempt(club, connection, game_id, request, |table| table.is_visible_to(Some(&request.player)), judge)
}

/// The same for a game that the player need not be able to see: `judge` has to make sure that it
/// is his to change.
pub fn change_unseen(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
    judge: impl Fn(&mut Draft, &mut StoreConnection<'_>) -> Result<(), Refusal>,
) -> Result<Answer, Refusal> {
    attempt(club, connection, game_id, request, |_| true, judge)
}

fn attempt(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    game_id: &str,
    request: &Request,
    may_know: impl Fn(&Table) -> bool,
    judge: impl Fn(&mut Draft, &mut StoreConnection<'_>) -> Result<(), Refusal>,
) -> Result<Answer, Refusal> {
    let until = Instant::now() + club.bot_patience;
    for _ in 0..ATTEMPTS {
        let table = match request.seen.take() {
            Some(table) => Some(table),
            None => Table::load(connection, game_id, club.now())?,
        };
        // The change itself may have hidden the game: whoever has left a private one does not see
        // it any more.
        if let Some(answer) = idempotency::replay(club, connection, request)? {
            return Ok(answer);
        }
        let table = table.filter(&may_know).ok_or(Refusal::NotFound("game"))?;
        check_tag(&table, request)?;
        let mut draft = Draft::new(table);
        judge(&mut draft, connection)?;
        draft.play_bots(club, until)?;
        draft.stop_at(club.limits.log_entries)?;
        let answer = answer(&draft, request)?;
        match store_change(club, connection, request, &answer, &mut draft) {
            Ok(()) => {
                draft.announce(club);
                return Ok(answer);
            }
            // Somebody else was faster, perhaps a twin of this request.
            Err(StoreError::Stale | StoreError::Duplicate) => {}
            Err(error) => return Err(refuse(error, request)),
        }
    }
    Err(Refusal::Busy("the game kept changing".to_owned()))
}

fn store_change(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    answer: &Answer,
    draft: &mut Draft,
) -> crate::store::Result<()> {
    let kept = idempotency::kept(club, request, answer);
    if draft.commit_at_once(connection, kept.as_ref())? {
        return Ok(());
    }
    connection.write(|connection| {
        draft.commit(connection)?;
        store::idempotency::insert(connection, kept.as_ref())
    })
}

/// Runs `write` in a transaction and stores the answer in it, if the request has a key.
pub fn store(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    answer: &Answer,
    write: impl FnOnce(&mut AnyConnection) -> crate::store::Result<()>,
) -> crate::store::Result<()> {
    connection.write(|connection| {
        write(connection)?;
        idempotency::remember(club, connection, request, answer)
    })
}

/// A lock that could not be had for a request with a key means that its twin still runs; a row that
/// is not there is the account, which has just ended.
pub fn refuse(error: StoreError, request: &Request) -> Refusal {
    match (error, &request.key) {
        (StoreError::Busy(_), Some(_)) => Refusal::KeyInUse,
        (StoreError::NotFound, _) => Refusal::Unauthorized("that account has ended"),
        (error, _) => error.into(),
    }
}

/// Whether the game is still as the request wants it.
pub fn check_tag(table: &Table, request: &Request) -> Result<(), Refusal> {
    match &request.if_match {
        Some(IfMatch::Tags(tags)) if !tags.contains(&table.tag(Some(&request.player))) => {
            Err(Refusal::Stale { version: table.game.version })
        }
        _ => Ok(()),
    }
}

fn answer(draft: &Draft, request: &Request) -> Result<Answer, Refusal> {
    let me = Some(&request.player);
    let body = GameChanged::new(&draft.table, &draft.entries, me)?;
    Ok(Answer { created: None, tag: Some(draft.table.tag(me)), body: to_json(&body)?, replayed: false })
}
