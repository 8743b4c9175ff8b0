//! What is shown of a webhook and of its deliveries: never a secret.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::words::{DeliveryStatus, DisabledReason, Format};
use crate::{
    club::Club,
    games::words::NoticeKind,
    refusal::Refusal,
    store::{deliveries::DeliveryRow, webhooks::WebhookRow},
};

/// A webhook, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Webhook {
    pub id: String,
    pub url: String,
    pub format: Format,
    /// The kinds of items of your feed that are sent; null for all.
    #[schema(required = true)]
    pub events: Option<Vec<NoticeKind>>,
    /// Only items about the game with that id; null for all.
    #[schema(required = true)]
    pub game: Option<String>,
    /// Whether anything is sent.
    pub active: bool,
    /// When the server has switched it off; null if it has not.
    #[schema(required = true)]
    pub disabled_at: Option<DateTime<Utc>>,
    /// Why.
    #[schema(required = true)]
    pub disabled_reason: Option<DisabledReason>,
    /// Until when the secret before this one signs too; null if it does not.
    #[schema(required = true)]
    pub old_secret_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// Something that is sent to a webhook.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Delivery {
    /// Also the `webhook-id`: the same however often it is sent.
    #[schema(pattern = "^msg_[A-Za-z0-9]+$")]
    pub id: String,
    /// The kind of the item, or `test`.
    #[serde(rename = "type")]
    #[schema(examples("your_turn"))]
    pub kind: String,
    /// The item's id in your feed; null for a test.
    #[schema(required = true)]
    pub item: Option<i64>,
    pub status: DeliveryStatus,
    /// How often it was sent since it was put into the queue.
    #[schema(minimum = 0)]
    pub attempts: i32,
    /// The HTTP status of the last answer; null if there was none.
    #[schema(required = true)]
    pub last_status: Option<i32>,
    /// What was wrong the last time, beyond the status.
    #[schema(required = true)]
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
    /// When it is sent next; null while it is being sent, and if it is not sent any more.
    #[schema(required = true)]
    pub next_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub delivered_at: Option<DateTime<Utc>>,
}

pub(super) fn corrupt(what: &str) -> Refusal {
    Refusal::Internal(format!("stored {what} of a webhook does not read"))
}

/// The kinds of items that a webhook is for; `None` for all.
pub(super) fn events(row: &WebhookRow) -> Result<Option<Vec<NoticeKind>>, Refusal> {
    let read = |events: &String| serde_json::from_str(events).map_err(|_| corrupt("kinds"));
    row.events.as_ref().map(read).transpose()
}

/// The secrets that sign at this moment, the newest first.
pub(super) fn secrets<'a>(club: &Club, row: &'a WebhookRow) -> Vec<&'a str> {
    let old = row.old_secret.as_deref().filter(|_| row.old_secret_until.is_some_and(|at| at > club.now()));
    [Some(row.secret.as_str()), old].into_iter().flatten().collect()
}

impl Webhook {
    pub fn new(club: &Club, row: &WebhookRow) -> Result<Self, Refusal> {
        let reason = |reason: &String| DisabledReason::read(reason).ok_or_else(|| corrupt("reason"));
        Ok(Self {
            id: row.id.clone(),
            url: row.url.clone(),
            format: Format::read(&row.format).ok_or_else(|| corrupt("format"))?,
            events: events(row)?,
            game: row.game_id.clone(),
            active: row.active,
            disabled_at: row.disabled_at.map(|at| at.and_utc()),
            disabled_reason: row.disabled_reason.as_ref().map(reason).transpose()?,
            old_secret_until: row.old_secret_until.filter(|at| *at > club.now()).map(|at| at.and_utc()),
            created_at: row.created_at.and_utc(),
        })
    }
}

impl Delivery {
    pub fn new(row: DeliveryRow) -> Result<Self, Refusal> {
        Ok(Self {
            status: DeliveryStatus::read(&row.status).ok_or_else(|| corrupt("status"))?,
            id: row.id,
            kind: row.kind,
            item: row.feed_id,
            attempts: row.attempts,
            last_status: row.last_status,
            last_error: row.last_error,
            created_at: row.created_at.and_utc(),
            next_at: row.next_at.filter(|_| row.claim.is_none()).map(|at| at.and_utc()),
            delivered_at: row.delivered_at.map(|at| at.and_utc()),
        })
    }
}
