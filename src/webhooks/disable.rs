//! Switches off what does not work.

use super::words::DisabledReason;
use crate::{
    games::{notice::tell_of_no_game, words::NoticeKind},
    store::{AnyConnection, Result, StoreError, deliveries, players, webhooks},
};

/// Switches a webhook off, ends what it has in the queue, and tells its owner; `false` if it was off
/// already or its owner is gone.
pub(super) fn disable(
    connection: &mut AnyConnection,
    owner: &str,
    webhook: &str,
    reason: DisabledReason,
    now: chrono::NaiveDateTime,
) -> Result<bool> {
    match players::hold(connection, owner) {
        Err(StoreError::NotFound) => return Ok(false),
        held => held?,
    }
    if !webhooks::disable(connection, webhook, reason.as_str(), now)? {
        return Ok(false);
    }
    deliveries::give_up_all(connection, webhook, "the webhook was switched off")?;
    tell_of_no_game(connection, owner, now, NoticeKind::WebhookDisabled)?;
    Ok(true)
}
