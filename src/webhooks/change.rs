//! Changes a webhook, and switches it on and off.

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::{
    create::{check_game, host_of, read_events, read_url},
    view::Webhook,
    words::Format,
};
use crate::{
    club::Club,
    games::words::NoticeKind,
    refusal::Refusal,
    store::{
        AnyConnection, StoreConnection, StoreError, deliveries,
        players::{self, PlayerRow},
        webhooks::{self, WebhookRow},
    },
};

/// What to change about a webhook; what is left out stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookChanges {
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = String, required = false, max_length = 2000, examples("https://example.org/clubhouse"))]
    pub url: Option<String>,
    /// Null for all.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Vec<NoticeKind>>, required = false, min_items = 1)]
    pub events: Option<Option<Vec<NoticeKind>>>,
    /// Null for all.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false)]
    pub game: Option<Option<String>>,
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Format, required = false)]
    pub format: Option<Format>,
    /// Switched on, it is for what is new from then on; switched off, nothing is sent again.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = bool, required = false)]
    pub active: Option<bool>,
}

/// A field that may be left out, but then is not null unless its type says so.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Changes one of the player's webhooks, and gives it back as it is then.
pub fn change(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    me: &PlayerRow,
    id: &str,
    changes: &WebhookChanges,
) -> Result<Webhook, Refusal> {
    let row = connection.write(|connection| {
        let (me, mut row) = hold(connection, me, id)?;
        apply(club, connection, &me, &mut row, changes)?;
        webhooks::update(connection, &row)?;
        Ok::<_, Refusal>(row)
    })?;
    Webhook::new(club, &row)
}

/// The player and his webhook, both locked until the transaction ends.
pub(super) fn hold(
    connection: &mut AnyConnection,
    me: &PlayerRow,
    id: &str,
) -> Result<(PlayerRow, WebhookRow), Refusal> {
    let me = match players::held(connection, &me.id) {
        Err(StoreError::NotFound) => return Err(Refusal::Unauthorized("that account has ended")),
        held => held?,
    };
    match webhooks::held(connection, &me.id, id) {
        Err(StoreError::NotFound) => Err(Refusal::NotFound("webhook")),
        held => Ok((me, held?)),
    }
}

fn apply(
    club: &Club,
    connection: &mut AnyConnection,
    me: &PlayerRow,
    row: &mut WebhookRow,
    changes: &WebhookChanges,
) -> Result<(), Refusal> {
    if let Some(url) = &changes.url {
        let url = read_url(club, url)?;
        row.host = host_of(&url);
        row.url = url.into();
        deliveries::move_to_host(connection, &row.id, &row.host)?;
    }
    if let Some(events) = &changes.events {
        row.events = read_events(events.as_deref())?;
    }
    if let Some(game) = &changes.game {
        if let Some(game) = game {
            check_game(club, connection, me, game)?;
        }
        row.game_id = game.clone();
    }
    if let Some(format) = changes.format {
        row.format = format.as_str().to_owned();
    }
    match changes.active {
        Some(true) if !row.active => {
            (row.active, row.disabled_at, row.disabled_reason) = (true, None, None);
            (row.seen, row.wake_at) = (me.feed_last, None);
        }
        Some(false) if row.active => {
            (row.active, row.wake_at) = (false, None);
            deliveries::give_up_all(connection, &row.id, "the webhook was switched off")?;
        }
        Some(_) | None => {}
    }
    Ok(())
}
