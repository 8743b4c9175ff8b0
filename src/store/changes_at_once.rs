//! The one statement that writes a change of a game on Postgres.

use diesel::{
    PgConnection, RunQueryDsl,
    result::{DatabaseErrorKind, Error},
};

use super::{
    Result, StoreError,
    changes::Change,
    feed::News,
    games::{update_text, update_values},
    idempotency::IdempotencyRow,
    log::LogRow,
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

/// With a row for each entry of the log.
const ENTRIES: &str = ", entry AS (
    INSERT INTO log (game_id, version, kind, seat, by_whom, action, events, at)
    SELECT game.id, new.* FROM game, (VALUES ";

const ENTRY: &str = "(?, ?, ?, ?, ?, ?, ?)";

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

/// With how many webhooks must have been woken, and a row for each item of the feed.
///
/// The statement does not see webhooks that were switched on while it waited for their owner, but the
/// owner's row tells of them. His news get no number then, which is refused, and all is left undone.
const ITEMS: &str = ", item AS (
    INSERT INTO feed (player_id, game_id, id, kind, version, at)
    SELECT told.id, game.id, CASE WHEN told.webhooks_on = ";
const OF_ITEMS: &str = " THEN told.feed_last - new.still_to_come END,
        new.kind, new.version, new.at
    FROM game, told, (VALUES ";
const WOKEN: &str = "(SELECT COUNT(*) FROM hook)";
const NONE_WOKEN: &str = "0";

const ITEM: &str = "(?, ?, ?, ?)";
const ITEMS_END: &str = ") AS new (still_to_come, kind, version, at))";

const ANSWER: &str = ", answer AS (
    INSERT INTO idempotency (player_id, key, game_id, fingerprint, etag, created, body, created_at)
    SELECT new.* FROM game, (VALUES (?, ?, ?, ?, ?, ?, ?, ?)) AS new
)";

const END: &str = " SELECT FROM game";

/// A statement in the making. What is not needed is left out of it: every part costs the database, even if
/// there is nothing to be done.
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

    /// Adds a list of rows, each with the same text.
    fn add_rows<const COLUMNS: usize>(
        &mut self,
        text: &str,
        rows: impl Iterator<Item = [Value<'a>; COLUMNS]>,
    ) {
        let mut comma = "";
        for row in rows {
            self.text.push_str(comma);
            self.add(text, row);
            comma = ", ";
        }
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
    change: &Change,
    answer: Option<&IdempotencyRow>,
) -> Result<bool> {
    let seats = serde_json::to_string(&change.seats).map_err(|error| StoreError::Other(error.to_string()))?;
    let mut parts = Parts::default();
    parts.add(GAME, update_values(&change.game, change.state.as_deref(), change.from));
    if !change.seats.is_empty() {
        parts.add(SEATS, [(&seats).into(), (&change.game.id).into()]);
    }
    parts.add(ENTRIES, []);
    parts.add_rows(ENTRY, change.entries.iter().map(values_of_entry));
    parts.add(") AS new)", []);
    if let Some(told) = change.told.first() {
        parts.add(TOLD, [(told.news.len() as i64).into(), (&told.player_id).into()]);
        if told.has_webhooks {
            parts.add(HOOKS, [change.at.into()]);
        }
        parts.add(ITEMS, []);
        parts.add(if told.has_webhooks { WOKEN } else { NONE_WOKEN }, []);
        parts.add(OF_ITEMS, []);
        let still_to_come = (0..told.news.len() as i64).rev();
        let row = |(still_to_come, news): (i64, &News)| {
            let version = news.about.as_ref().map(|(_, version)| *version);
            [still_to_come.into(), news.kind.into(), version.into(), change.at.into()]
        };
        parts.add_rows(ITEM, still_to_come.zip(&told.news).map(row));
        parts.add(ITEMS_END, []);
    }
    if let Some(answer) = answer {
        parts.add(ANSWER, values_of_answer(answer));
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

fn values_of_entry(entry: &LogRow) -> [Value<'_>; 7] {
    [
        entry.version.into(),
        (&entry.kind).into(),
        entry.seat.into(),
        (&entry.by_whom).into(),
        (&entry.action).into(),
        (&entry.events).into(),
        entry.at.into(),
    ]
}

fn values_of_answer(answer: &IdempotencyRow) -> [Value<'_>; 8] {
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
