//! Requests that put something into the queue and may be repeated under an Idempotency-Key.

use super::{change::hold, view::Delivery};
use crate::{
    club::Club,
    games::{
        answer::Answer,
        change::{Request, refuse},
        draft::to_json,
        idempotency,
    },
    refusal::Refusal,
    store::{AnyConnection, StoreConnection, StoreError, deliveries::DeliveryRow, webhooks::WebhookRow},
};

/// Runs `queue` with the webhook locked, and stores its answer if the request has a key.
pub(super) fn post(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    id: &str,
    queue: impl Fn(&mut AnyConnection, &WebhookRow) -> Result<DeliveryRow, Refusal>,
) -> Result<Answer, Refusal> {
    // With the player's row locked, a twin has either ended or not begun.
    connection.write(|connection| {
        let (_, webhook) = hold(connection, &request.player, id)?;
        if let Some(answer) = idempotency::replay(club, connection, request)? {
            return Ok(answer);
        }
        let body = to_json(&Delivery::new(queue(connection, &webhook)?)?)?;
        let answer = Answer { created: None, tag: None, body, replayed: false };
        match idempotency::remember(club, connection, request, &answer) {
            Err(StoreError::Duplicate) => Err(Refusal::KeyInUse),
            done => done.map(|()| answer).map_err(|error| refuse(error, request)),
        }
    })
}
