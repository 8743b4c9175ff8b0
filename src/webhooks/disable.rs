//! Switches off what does not work.

use super::words::DisabledReason;
use crate::{
    games::words::NoticeKind,
    store::{AnyConnection, Result, StoreError, deliveries, feed, players, webhooks},
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
    if !webhooks::disable(connection, owner, webhook, reason.as_str(), now)? {
        return Ok(false);
    }
    deliveries::give_up_all(connection, webhook, "the webhook was switched off")?;
    let news = feed::News { kind: NoticeKind::WebhookDisabled.as_str(), about: None };
    feed::tell(connection, owner, now, &[news])?;
    Ok(true)
}
