//! Tries a webhook out.

use super::{
    format::{self, Data, Message},
    post::post,
    view::corrupt,
    words::{DeliveryStatus, Format},
};
use crate::{
    club::Club,
    games::{answer::Answer, change::Request},
    ids,
    refusal::Refusal,
    store::{
        StoreConnection,
        deliveries::{self, DeliveryRow},
        webhooks::WebhookRow,
    },
};

/// What a test is called in place of a kind.
const TEST: &str = "test";

/// Puts a test into the queue of one of the player's webhooks, also if that is off. It is sent once.
pub fn test_call(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    id: &str,
) -> Result<Answer, Refusal> {
    post(club, connection, request, id, |connection, webhook| {
        if deliveries::has_pending_test(connection, &webhook.id)? {
            return Err(Refusal::TooMany("a test is under way: wait for its end".to_owned()));
        }
        let row = delivery(club, webhook)?;
        deliveries::insert(connection, &row)?;
        Ok(row)
    })
}

fn delivery(club: &Club, webhook: &WebhookRow) -> Result<DeliveryRow, Refusal> {
    let format = Format::read(&webhook.format).ok_or_else(|| corrupt("format"))?;
    let now = club.now();
    let data = Data {
        id: None,
        kind: TEST,
        game: None,
        version: None,
        ruleset: None,
        title: "This is a test of your webhook".to_owned(),
        to_act: Vec::new(),
        link: None,
    };
    let body = format::body(format, &Message { kind: TEST, timestamp: now.and_utc(), data })?;
    Ok(DeliveryRow::queued(webhook, None, TEST, body, now))
}

impl DeliveryRow {
    /// One that is due at once.
    pub(super) fn queued(
        webhook: &WebhookRow,
        feed_id: Option<i64>,
        kind: &str,
        body: String,
        now: chrono::NaiveDateTime,
    ) -> Self {
        Self {
            id: format!("msg_{}", ids::id()),
            webhook_id: webhook.id.clone(),
            feed_id,
            kind: kind.to_owned(),
            body,
            host: webhook.host.clone(),
            status: DeliveryStatus::Pending.as_str().to_owned(),
            attempts: 0,
            begun_at: now,
            next_at: Some(now),
            claim: None,
            last_status: None,
            last_error: None,
            created_at: now,
            delivered_at: None,
        }
    }
}
