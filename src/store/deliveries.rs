//! What webhooks are to send, and what they have sent.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{AnyConnection, Result, page::Page, schema::deliveries};

/// One thing that is sent to one webhook.
#[derive(Debug, Clone, PartialEq, Queryable, Insertable)]
#[diesel(table_name = deliveries)]
pub struct DeliveryRow {
    /// Also the `webhook-id`.
    pub id: String,
    pub webhook_id: String,
    /// The item of the owner's feed; `None` for a test.
    pub feed_id: Option<i64>,
    pub kind: String,
    pub body: String,
    /// The webhook's.
    pub host: String,
    /// `pending`, `delivered`, `failed`
    pub status: String,
    /// How often it was sent since `begun_at`.
    pub attempts: i32,
    pub begun_at: NaiveDateTime,
    /// When it is to be sent next, if it is pending; while it is being sent, when that has failed.
    pub next_at: Option<NaiveDateTime>,
    /// Of whoever is sending it.
    pub claim: Option<String>,
    pub last_status: Option<i32>,
    pub last_error: Option<String>,
    pub created_at: NaiveDateTime,
    pub delivered_at: Option<NaiveDateTime>,
}

pub fn insert(connection: &mut AnyConnection, delivery: &DeliveryRow) -> Result<()> {
    diesel::insert_into(deliveries::table).values(delivery).execute(connection)?;
    Ok(())
}

/// A webhook's delivery with that id.
pub fn find(connection: &mut AnyConnection, webhook_id: &str, id: &str) -> Result<Option<DeliveryRow>> {
    let query = deliveries::table.find(id).filter(deliveries::webhook_id.eq(webhook_id));
    Ok(query.first(connection).optional()?)
}

/// A webhook's deliveries, newest first, from after `(created_at, id)`.
pub fn list(
    connection: &mut AnyConnection,
    webhook_id: &str,
    after: Option<(NaiveDateTime, &str)>,
    limit: i64,
) -> Result<Vec<DeliveryRow>> {
    let mut query = deliveries::table.filter(deliveries::webhook_id.eq(webhook_id)).into_boxed();
    if let Some((at, id)) = after {
        query = query
            .filter(deliveries::created_at.le(at))
            .filter(deliveries::created_at.lt(at).or(deliveries::id.lt(id)));
    }
    let query = query.order((deliveries::created_at.desc(), deliveries::id.desc()));
    Ok(Page::of(query, limit).load(connection)?)
}

/// Whether a test of that webhook is still to be sent.
pub fn has_pending_test(connection: &mut AnyConnection, webhook_id: &str) -> Result<bool> {
    let pending = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook_id))
        .filter(deliveries::next_at.is_not_null())
        .filter(deliveries::feed_id.is_null());
    Ok(diesel::select(diesel::dsl::exists(pending)).get_result(connection)?)
}

/// When the first of all deliveries is due; `None` if none ever is.
pub fn next_due(connection: &mut AnyConnection) -> Result<Option<NaiveDateTime>> {
    Ok(deliveries::table
        .filter(deliveries::next_at.is_not_null())
        .order(deliveries::next_at)
        .select(deliveries::next_at.assume_not_null())
        .first(connection)
        .optional()?)
}

/// Who is not to be called just now.
#[derive(Debug, Clone, Default)]
pub struct Busy {
    pub hosts: Vec<String>,
    /// The ids of webhooks.
    pub webhooks: Vec<String>,
}

/// The first delivery that is due at `now` and that nobody who is busy is to get. It is locked until the
/// transaction ends, and so is nobody else's meanwhile: other processes pass over it.
pub fn claim_due(
    connection: &mut AnyConnection,
    now: NaiveDateTime,
    busy: &Busy,
) -> Result<Option<DeliveryRow>> {
    let due = deliveries::table
        .filter(deliveries::next_at.le(now))
        .filter(deliveries::host.ne_all(busy.hosts.clone()))
        .filter(deliveries::webhook_id.ne_all(busy.webhooks.clone()))
        .order((deliveries::next_at, deliveries::feed_id))
        .limit(1);
    let claimed = match connection {
        AnyConnection::Postgres(connection) => due.for_update().skip_locked().first(connection),
        // The transaction has the only right to write.
        AnyConnection::Sqlite(connection) => due.first(connection),
    };
    Ok(claimed.optional()?)
}

/// Whether something is being sent to the webhook.
pub fn is_under_way(connection: &mut AnyConnection, webhook_id: &str, now: NaiveDateTime) -> Result<bool> {
    let sent = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook_id))
        .filter(deliveries::claim.is_not_null())
        .filter(deliveries::next_at.gt(now));
    Ok(diesel::select(diesel::dsl::exists(sent)).get_result(connection)?)
}

/// Notes that it is being sent: nobody else does before `until`.
pub fn lease(connection: &mut AnyConnection, id: &str, claim: &str, until: NaiveDateTime) -> Result<()> {
    diesel::update(deliveries::table.find(id))
        .set((
            deliveries::attempts.eq(deliveries::attempts + 1),
            deliveries::claim.eq(claim),
            deliveries::next_at.eq(until),
        ))
        .execute(connection)?;
    Ok(())
}

/// How an attempt has ended.
#[derive(Debug, Clone, PartialEq, AsChangeset)]
#[diesel(table_name = deliveries, treat_none_as_null = true)]
pub struct Ending {
    pub status: String,
    pub next_at: Option<NaiveDateTime>,
    pub claim: Option<String>,
    pub last_status: Option<i32>,
    pub last_error: Option<String>,
    pub delivered_at: Option<NaiveDateTime>,
}

/// Notes how an attempt has ended; `false` if somebody else has taken it over, or it is gone.
pub fn end(connection: &mut AnyConnection, id: &str, claim: &str, ending: &Ending) -> Result<bool> {
    let own = deliveries::table.find(id).filter(deliveries::claim.eq(claim));
    Ok(diesel::update(own).set(ending).execute(connection)? > 0)
}

/// Puts one back into the queue, as if it were new; `false` if it is in the queue.
pub fn requeue(connection: &mut AnyConnection, id: &str, host: &str, now: NaiveDateTime) -> Result<bool> {
    let rows = diesel::update(deliveries::table.find(id).filter(deliveries::next_at.is_null()))
        .set((
            deliveries::status.eq("pending"),
            deliveries::attempts.eq(0),
            deliveries::begun_at.eq(now),
            deliveries::next_at.eq(now),
            deliveries::host.eq(host),
        ))
        .execute(connection)?;
    Ok(rows > 0)
}

/// Sends one that waits at once, unless it is being sent.
pub fn hurry(connection: &mut AnyConnection, id: &str, now: NaiveDateTime) -> Result<()> {
    let waits =
        deliveries::table.find(id).filter(deliveries::next_at.gt(now)).filter(deliveries::claim.is_null());
    diesel::update(waits).set(deliveries::next_at.eq(now)).execute(connection)?;
    Ok(())
}

/// Ends all that a webhook has in the queue without sending it; not what is being sent.
pub fn give_up_all(connection: &mut AnyConnection, webhook_id: &str, why: &str) -> Result<()> {
    let waiting = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook_id))
        .filter(deliveries::next_at.is_not_null())
        .filter(deliveries::claim.is_null());
    diesel::update(waiting)
        .set((
            deliveries::status.eq("failed"),
            deliveries::next_at.eq(None::<NaiveDateTime>),
            deliveries::last_error.eq(why),
        ))
        .execute(connection)?;
    Ok(())
}

/// Notes that what a webhook has in the queue goes to another host.
pub fn move_to_host(connection: &mut AnyConnection, webhook_id: &str, host: &str) -> Result<()> {
    let waiting = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook_id))
        .filter(deliveries::next_at.is_not_null());
    diesel::update(waiting).set(deliveries::host.eq(host)).execute(connection)?;
    Ok(())
}

/// Deletes all of a webhook's deliveries.
pub fn delete_all(connection: &mut AnyConnection, webhook_id: &str) -> Result<()> {
    diesel::delete(deliveries::table.filter(deliveries::webhook_id.eq(webhook_id))).execute(connection)?;
    Ok(())
}

/// Forgets those from before `since` that are done; how many there were.
pub fn delete_old(connection: &mut AnyConnection, since: NaiveDateTime) -> Result<usize> {
    let old =
        deliveries::table.filter(deliveries::created_at.lt(since)).filter(deliveries::next_at.is_null());
    Ok(diesel::delete(old).execute(connection)?)
}
