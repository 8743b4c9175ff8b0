//! Makes a webhook.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{address, sign, view::Webhook, words::Format};
use crate::{
    club::Club,
    games::{draft::to_json, table::Table, words::NoticeKind},
    ids,
    refusal::{FieldError, Refusal},
    store::{
        AnyConnection, StoreConnection, StoreError, players,
        players::PlayerRow,
        webhooks::{self, WebhookRow},
    },
};

/// A webhook to be made.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// Where to call: https, a public address, at most 2000 characters.
    #[schema(max_length = 2000, examples("https://example.org/clubhouse"))]
    pub url: String,
    /// Which kinds of items of your feed are sent; all if left out or null.
    #[serde(default)]
    #[schema(min_items = 1)]
    pub events: Option<Vec<NoticeKind>>,
    /// The id of a game: only items about it are sent.
    #[serde(default)]
    pub game: Option<String>,
    #[serde(default = "standard")]
    #[schema(required = false, default = "standard")]
    pub format: Format,
}

fn standard() -> Format {
    Format::Standard
}

/// Makes a webhook for what is new in the player's feed from now on; also its secret.
pub fn create(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    me: &PlayerRow,
    new: &NewWebhook,
) -> Result<(Webhook, String), Refusal> {
    let url = read_url(club, &new.url);
    let events = read_events(new.events.as_deref());
    let game = new.game.as_deref().map(|game| check_game(club, connection, me, game)).transpose();
    // A failure of the database is none of the request.
    let (url, events) = match (url, events, game) {
        (Ok(url), Ok(events), Ok(_)) => (url, events),
        (url, events, game) => {
            return Err(together([url.err(), events.err(), game.err()].into_iter().flatten()));
        }
    };
    let (secret, limit) = (sign::new_secret(), club.limits.webhooks);
    let made = connection.write(|connection| {
        // Nobody makes two at once, so that the limit holds, and nothing new comes into the feed.
        let me = players::held(connection, &me.id)?;
        if webhooks::count(connection, &me.id)? >= limit {
            return Ok(None);
        }
        let row = WebhookRow {
            id: ids::id(),
            player_id: me.id,
            host: host_of(&url),
            url: url.into(),
            format: new.format.as_str().to_owned(),
            events,
            game_id: new.game.clone(),
            secret: secret.clone(),
            old_secret: None,
            old_secret_until: None,
            active: true,
            disabled_at: None,
            disabled_reason: None,
            seen: me.feed_last,
            wake_at: None,
            created_at: club.now(),
        };
        webhooks::insert(connection, &row)?;
        Ok(Some(row))
    });
    match made {
        Ok(Some(row)) => Ok((Webhook::new(club, &row)?, secret)),
        Ok(None) => {
            Err(Refusal::TooMany(format!("you have {limit} webhooks, which is the limit: delete one first")))
        }
        Err(StoreError::NotFound) => Err(Refusal::Unauthorized("that account has ended")),
        Err(error) => Err(error.into()),
    }
}

/// All wrong fields as one refusal.
fn together(refusals: impl Iterator<Item = Refusal>) -> Refusal {
    let mut errors: Vec<FieldError> = Vec::new();
    for refusal in refusals {
        match refusal {
            Refusal::Invalid(more) => errors.extend(more),
            other => return other,
        }
    }
    Refusal::Invalid(errors)
}

pub(super) fn read_url(club: &Club, url: &str) -> Result<url::Url, Refusal> {
    address::read(url, club.outside.webhooks_anywhere).map_err(|right| Refusal::invalid("url", right))
}

/// Whom a URL names; calls to one host are few at a time, whatever the port.
pub(super) fn host_of(url: &url::Url) -> String {
    url.host_str().unwrap_or_default().trim_end_matches('.').to_owned()
}

/// The kinds of items as they are stored; `None` for all.
pub(super) fn read_events(events: Option<&[NoticeKind]>) -> Result<Option<String>, Refusal> {
    let Some(events) = events else { return Ok(None) };
    if events.is_empty() {
        return Err(Refusal::invalid("events", "at least one kind, or null for all"));
    }
    let mut each: Vec<NoticeKind> = Vec::new();
    for &kind in events {
        if !each.contains(&kind) {
            each.push(kind);
        }
    }
    to_json(&each).map(Some)
}

/// A game has to be one that the player can see.
pub(super) fn check_game(
    club: &Club,
    connection: &mut AnyConnection,
    me: &PlayerRow,
    game: &str,
) -> Result<(), Refusal> {
    let unknown = || Refusal::invalid("game", "the id of a game that you may see");
    // No game has another id, and not every database takes every text.
    if !game.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(unknown());
    }
    match Table::load_for(connection, game, Some(me), club.now()) {
        Ok(_) => Ok(()),
        Err(Refusal::NotFound(_)) => Err(unknown()),
        Err(refusal) => Err(refusal),
    }
}
