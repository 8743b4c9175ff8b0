//! Lets time pass in a sandbox, so that a week can be tried in a second.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::Answer,
    attend::attend,
    bots::take_turns,
    change::{Request, refuse, store},
    draft::to_json,
    idempotency,
};
use crate::{
    clock::SandboxClock,
    club::Club,
    deadlines::read_duration,
    refusal::Refusal,
    store::{StoreConnection, StoreError, games},
};

/// How far to move the time.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    /// An ISO 8601 duration of up to 366 days.
    #[schema(examples("P7D"))]
    advance: String,
}

/// The time of a sandbox.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxTime {
    pub now: DateTime<Utc>,
}

fn must_be_sandbox(club: &Club) -> Result<&SandboxClock, Refusal> {
    club.sandbox.as_deref().ok_or(Refusal::NoSandbox)
}

/// The time of the sandbox.
pub fn read(club: &Club) -> Result<SandboxTime, Refusal> {
    must_be_sandbox(club)?;
    Ok(SandboxTime { now: club.clock.now() })
}

/// Moves the sandbox's time on. Whatever falls due on the way happens at its time, one after the
/// other, and has happened when this returns.
pub fn advance(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    by: &Advance,
) -> Result<Answer, Refusal> {
    let clock = must_be_sandbox(club)?;
    // A twin of the request waits here too, and then has the same answer.
    let _moving = clock.moving();
    if let Some(answer) = idempotency::replay(club, connection, request)? {
        return Ok(answer);
    }
    let wrong =
        || Refusal::invalid("advance", "an ISO 8601 duration from PT1S to P366D, such as P7D or PT12H");
    let by = read_duration(&by.advance).ok_or_else(wrong)?;
    let target = club.clock.now().checked_add_signed(by).filter(|then| *then < latest()).ok_or_else(wrong)?;
    let passed = pass(club, connection, clock, target);
    clock.run();
    passed?;
    let body = to_json(&SandboxTime { now: club.clock.now() })?;
    let answer = Answer { created: None, tag: None, body, replayed: false };
    match store(club, connection, request, &answer, |_| Ok(())) {
        // A twin of the request was faster.
        Err(StoreError::Duplicate) => {
            idempotency::replay(club, connection, request)?.ok_or(Refusal::KeyInUse)
        }
        Err(error) => Err(refuse(error, request)),
        Ok(()) => Ok(answer),
    }
}

/// Holds the time at every moment at which something is due, until that is done, and then at `target`.
fn pass(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    clock: &SandboxClock,
    target: DateTime<Utc>,
) -> Result<(), Refusal> {
    while let Some(next) = games::next_wake(connection)?.filter(|next| next.and_utc() <= target) {
        clock.hold_at(next.and_utc());
        while let Some(attended) = attend(club, connection)? {
            if attended.bots_wait {
                take_turns(club, connection, &attended.game_id)?;
            }
        }
    }
    clock.hold_at(target);
    Ok(())
}

/// Deadlines have to be earlier than what stands for none.
fn latest() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(366 * 1000)
}
