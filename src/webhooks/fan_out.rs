//! Turns what is new in feeds into deliveries.

use std::collections::HashMap;

use chrono::TimeDelta;

use super::{
    format::{self, Data, Message},
    view::{corrupt, events},
    words::Format,
};
use crate::{
    club::Club,
    games::{
        table::Table,
        words::{NoticeKind, SeatKind},
    },
    refusal::Refusal,
    store::{
        AnyConnection, StoreConnection, deliveries,
        deliveries::DeliveryRow,
        feed::{self, FeedRow},
        players::{self, PlayerRow},
        webhooks::{self, WebhookRow},
    },
};

/// How many items are looked at in one transaction.
const AT_A_TIME: i64 = 50;

/// When a webhook is looked at again in which something is wrong.
const AFTER_FAILURE: TimeDelta = TimeDelta::minutes(1);

/// Looks through the feeds of all webhooks that have to.
pub fn fan_out_all(club: &Club) -> Result<(), Refusal> {
    let mut connection = club.store.connect()?;
    while fan_out(club, &mut connection)? {}
    Ok(())
}

/// Turns new items into deliveries of one webhook, in one transaction; `false` if none has to. Of several
/// processes each takes a webhook of its own.
fn fan_out(club: &Club, connection: &mut StoreConnection<'_>) -> Result<bool, Refusal> {
    let now = club.now();
    if webhooks::next_wake(connection)?.is_none_or(|wake_at| wake_at > now) {
        return Ok(false);
    }
    let mut claimed = None;
    let done = connection.write(|connection| {
        let Some(webhook) = webhooks::claim_to_wake(connection, now)? else { return Ok(false) };
        claimed = Some(webhook.id.clone());
        queue_new_items(club, connection, &webhook)?;
        Ok(true)
    });
    let (Err(refusal), Some(id)) = (&done, claimed) else { return done };
    tracing::warn!(webhook = id, ?refusal, "a webhook could not look at its owner's feed");
    connection.write(|connection| webhooks::put_off(connection, &id, now, now + AFTER_FAILURE))?;
    Ok(true)
}

fn queue_new_items(club: &Club, connection: &mut AnyConnection, webhook: &WebhookRow) -> Result<(), Refusal> {
    let format = Format::read(&webhook.format).ok_or_else(|| corrupt("format"))?;
    let (events, now) = (events(webhook)?, club.now());
    let items = feed::list(connection, &webhook.player_id, webhook.seen, AT_A_TIME)?;
    let mut seen = webhook.seen;
    // Whoever has ended his account is told nothing.
    if let Some(owner) = players::by_ids(connection, &[&webhook.player_id])?.pop() {
        let mut tables = HashMap::new();
        for item in &items {
            seen = item.id;
            let kind = NoticeKind::read(&item.kind).ok_or_else(|| corrupt("item"))?;
            let wanted = events.as_ref().is_none_or(|events| events.contains(&kind))
                && webhook.game_id.as_ref().is_none_or(|game| item.game_id.as_ref() == Some(game));
            if wanted {
                let message = message(club, connection, &owner, &mut tables, item, kind)?;
                let body = format::body(format, &message)?;
                let row = DeliveryRow::queued(webhook, Some(item.id), kind.as_str(), body, now);
                deliveries::insert(connection, &row)?;
            }
        }
    }
    let wake_at = webhook.wake_at.filter(|_| items.len() as i64 == AT_A_TIME);
    Ok(webhooks::set_seen(connection, &webhook.id, seen, wake_at)?)
}

/// What an item tells: no more than the feed itself, and than anybody without a seat sees of a game that
/// the owner may see.
fn message(
    club: &Club,
    connection: &mut AnyConnection,
    owner: &PlayerRow,
    tables: &mut HashMap<String, Option<Table>>,
    item: &FeedRow,
    kind: NoticeKind,
) -> Result<Message, Refusal> {
    if let Some(game) = item.game_id.as_ref().filter(|game| !tables.contains_key(*game)) {
        let table = Table::load(connection, game, club.now())?;
        tables.insert(game.clone(), table.filter(|table| table.is_visible_to(Some(owner))));
    }
    let table = item.game_id.as_ref().and_then(|game| tables.get(game)?.as_ref());
    let about = table.map(Table::ruleset).transpose()?.map(|ruleset| ruleset.about());
    let path = match (table, kind) {
        (Some(table), _) => Some(format!("/v1/games/{}", table.game.id)),
        (None, NoticeKind::WebhookDisabled) => Some("/v1/webhooks".to_owned()),
        (None, _) => None,
    };
    let data = Data {
        id: Some(item.id),
        kind: kind.as_str(),
        game: item.game_id.clone(),
        version: item.version,
        ruleset: about.as_ref().map(|about| about.id),
        title: title(kind, about.as_ref().map_or("a game", |about| about.name)),
        to_act: table.map(to_act).unwrap_or_default(),
        link: path.map(|path| format!("{}{path}", club.outside.public_url.as_deref().unwrap_or_default())),
    };
    Ok(Message { kind: kind.as_str(), timestamp: item.at.and_utc(), data })
}

fn title(kind: NoticeKind, game: &str) -> String {
    match kind {
        NoticeKind::Invited => format!("You are invited to {game}"),
        NoticeKind::GameStarted => format!("The game has begun: {game}"),
        NoticeKind::YourTurn => format!("It is your turn in {game}"),
        NoticeKind::Reminder => format!("A quarter of your time is left in {game}"),
        NoticeKind::SeatAbsent => format!("Somebody's time was up in {game}"),
        NoticeKind::SeatReturned => format!("Somebody is back in {game}"),
        NoticeKind::Kicked => format!("Your seat was cleared in {game}"),
        NoticeKind::CancelVoted => format!("Somebody wants to cancel {game}"),
        NoticeKind::Message => format!("Somebody has said something in {game}"),
        NoticeKind::GameFinished => format!("The game is over: {game}"),
        NoticeKind::GameCancelled => format!("The game was called off: {game}"),
        NoticeKind::WebhookDisabled => "A webhook of yours was switched off".to_owned(),
    }
}

/// The names of the players whose turn it is; not of those for whom a bot plays.
fn to_act(table: &Table) -> Vec<String> {
    let acts = table
        .seats
        .iter()
        .filter(|seat| seat.row.to_act && seat.is_of(SeatKind::Player) && !seat.is_kept_by_bot());
    let names = acts.filter_map(|seat| seat.holder.as_ref()).map(|holder| holder.name.clone());
    names.filter(|name| !name.is_empty()).collect()
}
