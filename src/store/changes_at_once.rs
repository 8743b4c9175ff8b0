//! The one statement that writes a change of a game on Postgres.

use chrono::NaiveDateTime;
use diesel::{
    PgConnection, RunQueryDsl,
    result::{DatabaseErrorKind, Error},
};

use super::{
    Result, StoreError,
    changes::{Change, Told},
    games::{update_text, update_values},
    idempotency::IdempotencyRow,
    prepared::{Prepared, Value},
};

/// The game. Everything else is written only if the game is, and after it, so rows are locked in the
/// order that everybody keeps to.
const GAME: &str = concat!("WITH game AS (", update_text!(), " RETURNING id)");

const SEATS: &str = ", seat AS (
    UPDATE seats SET kind = new.kind, player_id = new.player_id, level = new.level, to_act = new.to_act,
        deadline = new.deadline, score = new.score, place = new.place, given_up = new.given_up,
        clock = new.clock, remind_at = new.remind_at, absent = new.absent,
        votes_to_cancel = new.votes_to_cancel
    FROM json_populate_recordset(NULL::seats, CAST(? AS json)) AS new
    WHERE EXISTS (SELECT FROM game) AND seats.game_id = ? AND seats.seat = new.seat
)";

const ENTRIES: &str = ", entry AS (
    INSERT INTO log (game_id, version, kind, seat, by_whom, action, events, at)
    SELECT game.id, new.version, new.kind, new.seat, new.by_whom, new.action, new.events, ?
    FROM game, unnest(?, ?, ?, ?, ?, ?) AS new (version, kind, seat, by_whom, action, events)
)";

const TOLD: &str = ", told AS (
    UPDATE players SET feed_last = feed_last + ?
    WHERE EXISTS (SELECT FROM game) AND id = ? AND ended_at IS NULL
    RETURNING id, feed_last, webhooks_on
)";

const HOOKS: &str = ", hook AS (
    UPDATE webhooks SET wake_at = ?
    FROM told WHERE webhooks.player_id = told.id AND webhooks.active
    RETURNING webhooks.id
)";

/// For whoever has no webhooks, as far as we have seen.
const NO_HOOKS: &str = ", hook AS (SELECT WHERE FALSE)";

/// The statement does not see webhooks that were switched on while it waited for their owner, but the
/// owner's row tells of them. His news get no number then, which is refused, and all is left undone.
const ITEMS: &str = ", item AS (
    INSERT INTO feed (player_id, id, at, kind, game_id, version)
    SELECT told.id, CASE WHEN told.webhooks_on = (SELECT COUNT(*) FROM hook)
        THEN told.feed_last - new.still_to_come END, ?, new.kind, game.id, new.version
    FROM game, told, unnest(?, ?, ?) AS new (still_to_come, kind, version)
)";

const ANSWER: &str = ", answer AS (
    INSERT INTO idempotency (player_id, key, game_id, fingerprint, etag, created, body, created_at)
    SELECT new.* FROM game, (VALUES (?, ?, ?, ?, ?, ?, ?, ?)) AS new
)";

const END: &str = " SELECT FROM game";

/// A statement in the making. What is not needed is left out of it: the database pays for every part, even
/// if that does nothing.
#[derive(Default)]
struct Parts<'a> {
    text: String,
    values: Vec<Value<'a>>,
}

impl<'a> Parts<'a> {
    fn add(&mut self, text: &str, values: impl IntoIterator<Item = Value<'a>>) {
        self.text.push_str(text);
        self.values.extend(values);
    }
}

/// Writes a change of which at most one player is told, if the game still has the version that it had
/// before, and keeps the answer to a request. `false` if it has to be written in a transaction, because a
/// webhook was switched on at this moment, or the request's key was taken by an answer that is perhaps too
/// old; then nothing is written.
///
/// # Errors
/// `Stale` if somebody was faster.
pub fn write(
    connection: &mut PgConnection,
    change: &Change<'_>,
    answer: Option<&IdempotencyRow>,
) -> Result<bool> {
    let seats = serde_json::to_string(&change.seats).map_err(|error| StoreError::Other(error.to_string()))?;
    let mut parts = Parts::default();
    parts.add(GAME, update_values(change.game, change.state, change.from));
    if !change.seats.is_empty() {
        parts.add(SEATS, [(&seats).into(), (&change.game.id).into()]);
    }
    parts.add(ENTRIES, entries(change));
    if let Some(told) = change.told.first() {
        parts.add(TOLD, [(told.news.len() as i64).into(), told.player_id.into()]);
        match told.has_webhooks {
            true => parts.add(HOOKS, [change.at.into()]),
            false => parts.add(NO_HOOKS, []),
        }
        parts.add(ITEMS, items(told, change.at));
    }
    if let Some(answer) = answer {
        parts.add(ANSWER, values_of(answer));
    }
    parts.add(END, []);
    match RunQueryDsl::execute(&Prepared::<()>::new(parts.text, parts.values), connection) {
        Ok(0) => Err(StoreError::Stale),
        Ok(_) => Ok(true),
        Err(Error::DatabaseError(
            DatabaseErrorKind::NotNullViolation | DatabaseErrorKind::UniqueViolation,
            _,
        )) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// When, and the columns of the entries of the log.
fn entries<'a>(change: &'a Change<'_>) -> [Value<'a>; 7] {
    let entries = change.entries;
    [
        change.at.into(),
        Value::Longs(entries.iter().map(|entry| Some(entry.version)).collect()),
        Value::Texts(entries.iter().map(|entry| Some(entry.kind.as_str())).collect()),
        Value::Ints(entries.iter().map(|entry| entry.seat).collect()),
        Value::Texts(entries.iter().map(|entry| Some(entry.by_whom.as_str())).collect()),
        Value::Texts(entries.iter().map(|entry| entry.action.as_deref()).collect()),
        Value::Texts(entries.iter().map(|entry| Some(entry.events.as_str())).collect()),
    ]
}

/// When, and the columns of what a player is told; instead of its number, how many items come after an
/// item.
fn items<'a>(told: &'a Told<'_>, at: NaiveDateTime) -> [Value<'a>; 4] {
    [
        at.into(),
        Value::Longs((0..told.news.len() as i64).rev().map(Some).collect()),
        Value::Texts(told.news.iter().map(|news| Some(news.kind)).collect()),
        Value::Longs(told.news.iter().map(|news| news.about.map(|(_, version)| version)).collect()),
    ]
}

fn values_of(answer: &IdempotencyRow) -> [Value<'_>; 8] {
    [
        (&answer.player_id).into(),
        (&answer.key).into(),
        (&answer.game_id).into(),
        (&answer.fingerprint).into(),
        (&answer.etag).into(),
        (&answer.created).into(),
        (&answer.body).into(),
        answer.created_at.into(),
    ]
}
