//! Sends something again.

use super::post::post;
use crate::{
    club::Club,
    games::{answer::Answer, change::Request},
    refusal::Refusal,
    store::{StoreConnection, deliveries},
};

/// Puts something back into the queue as it was, with the same id; what waits there is sent at once.
/// Of a webhook that is off it is sent once.
pub fn redeliver(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    webhook: &str,
    id: &str,
) -> Result<Answer, Refusal> {
    let missing = || Refusal::NotFound("delivery");
    post(club, connection, request, webhook, |connection, webhook| {
        let delivery = deliveries::find(connection, &webhook.id, id)?.ok_or_else(missing)?;
        let now = club.now();
        if !deliveries::requeue(connection, &delivery.id, &webhook.host, now)? {
            deliveries::hurry(connection, &delivery.id, now)?;
        }
        deliveries::find(connection, &webhook.id, id)?.ok_or_else(missing)
    })
}
