//! The one statement that writes a change of a game on Postgres.

use diesel::{
    PgConnection, RunQueryDsl,
    result::{DatabaseErrorKind, Error},
};

use super::{
    Result, StoreError,
    changes::Change,
    games::{update_text, update_values},
    idempotency::IdempotencyRow,
    prepared::{Prepared, Value},
};

/// The statement. Everything else is written only if the game is, and after it, so rows are locked in the
/// order that everybody keeps to.
///
/// It does not see webhooks that were switched on while it waited for their owner, but the owner's row
/// tells of them. His news get no number then, which is refused, and all is left undone.
const TEXT: &str = concat!(
    "WITH game AS (",
    update_text!(),
    " RETURNING id\n",
    "), seat AS (
    UPDATE seats SET kind = new.kind, player_id = new.player_id, level = new.level, to_act = new.to_act,
        deadline = new.deadline, score = new.score, place = new.place, given_up = new.given_up,
        clock = new.clock, remind_at = new.remind_at, absent = new.absent,
        votes_to_cancel = new.votes_to_cancel
    FROM json_populate_recordset(NULL::seats, CAST(? AS json)) AS new
    WHERE EXISTS (SELECT FROM game) AND seats.game_id = ? AND seats.seat = new.seat
), entry AS (
    INSERT INTO log (game_id, version, kind, seat, by_whom, action, events, at)
    SELECT game.id, new.version, new.kind, new.seat, new.by_whom, new.action, new.events, ?
    FROM game, unnest(?, ?, ?, ?, ?, ?) AS new (version, kind, seat, by_whom, action, events)
), told AS (
    UPDATE players SET feed_last = feed_last + ?
    WHERE EXISTS (SELECT FROM game) AND id = ? AND ended_at IS NULL
    RETURNING id, feed_last, webhooks_on
), hook AS (
    UPDATE webhooks SET wake_at = ?
    FROM told WHERE told.webhooks_on > 0 AND webhooks.player_id = told.id AND webhooks.active
    RETURNING webhooks.id
), item AS (
    INSERT INTO feed (player_id, id, at, kind, game_id, version)
    SELECT told.id, CASE WHEN told.webhooks_on = (SELECT COUNT(*) FROM hook)
        THEN told.feed_last - new.still_to_come END, ?, new.kind, game.id, new.version
    FROM game, told, unnest(?, ?, ?) AS new (still_to_come, kind, version)
), answer AS (
    INSERT INTO idempotency (player_id, key, game_id, fingerprint, etag, created, body, created_at)
    SELECT new.* FROM game, (VALUES (?, ?, ?, ?, ?, ?, ?, ?))
        AS new (player_id, key, game_id, fingerprint, etag, created, body, created_at)
    WHERE new.key IS NOT NULL
)
SELECT FROM game"
);

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
    let mut values = update_values(change.game, change.state, change.from);
    values.extend([Value::from(&seats), (&change.game.id).into(), change.at.into()]);
    values.extend(entries(change));
    values.extend(news(change));
    values.extend(answer_values(answer));
    match RunQueryDsl::execute(&Prepared::<()>::new(TEXT, values), connection) {
        Ok(0) => Err(StoreError::Stale),
        Ok(_) => Ok(true),
        Err(Error::DatabaseError(
            DatabaseErrorKind::NotNullViolation | DatabaseErrorKind::UniqueViolation,
            _,
        )) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The columns of the entries of the log.
fn entries<'a>(change: &'a Change<'_>) -> [Value<'a>; 6] {
    let entries = change.entries;
    [
        Value::Longs(entries.iter().map(|entry| Some(entry.version)).collect()),
        Value::Texts(entries.iter().map(|entry| Some(entry.kind.as_str())).collect()),
        Value::Ints(entries.iter().map(|entry| entry.seat).collect()),
        Value::Texts(entries.iter().map(|entry| Some(entry.by_whom.as_str())).collect()),
        Value::Texts(entries.iter().map(|entry| entry.action.as_deref()).collect()),
        Value::Texts(entries.iter().map(|entry| Some(entry.events.as_str())).collect()),
    ]
}

/// How much is told to whom and when, and the columns of that; instead of its number, how many items
/// come after an item.
fn news<'a>(change: &'a Change<'_>) -> [Value<'a>; 7] {
    let (player_id, news) = match change.told.first() {
        Some((player_id, news)) => (Some(*player_id), news.as_slice()),
        None => (None, &[][..]),
    };
    let number = news.len() as i64;
    [
        number.into(),
        player_id.into(),
        change.at.into(),
        change.at.into(),
        Value::Longs((0..number).rev().map(Some).collect()),
        Value::Texts(news.iter().map(|news| Some(news.kind)).collect()),
        Value::Longs(news.iter().map(|news| news.about.map(|(_, version)| version)).collect()),
    ]
}

/// The answer that is kept; nothing but nulls if none is.
fn answer_values(answer: Option<&IdempotencyRow>) -> [Value<'_>; 8] {
    [
        answer.map(|answer| answer.player_id.as_str()).into(),
        answer.map(|answer| answer.key.as_str()).into(),
        answer.map(|answer| answer.game_id.as_str()).into(),
        answer.map(|answer| answer.fingerprint.as_str()).into(),
        answer.and_then(|answer| answer.etag.as_deref()).into(),
        answer.and_then(|answer| answer.created.as_deref()).into(),
        answer.map(|answer| answer.body.as_str()).into(),
        answer.map(|answer| answer.created_at).into(),
    ]
}
