//! Forgets what was sent long ago.

use chrono::TimeDelta;

use crate::{club::Club, refusal::Refusal, store::deliveries};

/// How long what was sent can be looked up.
const KEPT: TimeDelta = TimeDelta::days(30);

/// Forgets old deliveries; how many.
pub fn forget_old(club: &Club) -> Result<usize, Refusal> {
    let since = club.now() - KEPT;
    Ok(club.store.connect()?.write(|connection| deliveries::delete_old(connection, since))?)
}
