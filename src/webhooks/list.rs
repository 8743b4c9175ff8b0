//! Shows webhooks, and what they have sent.

use chrono::NaiveDateTime;

use super::view::{Delivery, Webhook};
use crate::{
    club::Club,
    refusal::Refusal,
    store::{
        AnyConnection, deliveries,
        players::PlayerRow,
        webhooks::{self, WebhookRow},
    },
};

/// Where a page begins after.
type After<'a> = Option<(NaiveDateTime, &'a str)>;

/// One of the player's webhooks.
pub(super) fn own(connection: &mut AnyConnection, me: &PlayerRow, id: &str) -> Result<WebhookRow, Refusal> {
    webhooks::of_player(connection, &me.id, id)?.ok_or(Refusal::NotFound("webhook"))
}

/// One of the player's webhooks, as it is shown.
pub fn read(
    club: &Club,
    connection: &mut AnyConnection,
    me: &PlayerRow,
    id: &str,
) -> Result<Webhook, Refusal> {
    Webhook::new(club, &own(connection, me, id)?)
}

/// A page of the player's webhooks, newest first, and whether there are more.
pub fn list(
    club: &Club,
    connection: &mut AnyConnection,
    me: &PlayerRow,
    after: After<'_>,
    limit: usize,
) -> Result<(Vec<Webhook>, bool), Refusal> {
    let mut rows = webhooks::list(connection, &me.id, after, limit as i64 + 1)?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    Ok((rows.iter().map(|row| Webhook::new(club, row)).collect::<Result<_, _>>()?, more))
}

/// A page of what one of the player's webhooks has sent and is to send, newest first, and whether there
/// is more.
pub fn deliveries(
    connection: &mut AnyConnection,
    me: &PlayerRow,
    id: &str,
    after: After<'_>,
    limit: usize,
) -> Result<(Vec<Delivery>, bool), Refusal> {
    let webhook = own(connection, me, id)?;
    let mut rows = deliveries::list(connection, &webhook.id, after, limit as i64 + 1)?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    Ok((rows.into_iter().map(Delivery::new).collect::<Result<_, _>>()?, more))
}
