//! Sends what is in the queue.

use chrono::TimeDelta;

use super::{
    call::{Call, Caller, Ending},
    disable::disable,
    schedule, sign,
    view::secrets,
    words::{DeliveryStatus, DisabledReason},
};
use crate::{
    club::Club,
    hub::Topic,
    ids,
    refusal::Refusal,
    store::{
        deliveries::{self, Busy, DeliveryRow},
        webhooks::{self, WebhookRow},
    },
};

/// How long a process may take for a call before another one takes it over: longer than it ever does.
const LEASE: TimeDelta = TimeDelta::seconds(60);

/// The answer of a receiver who never wants to hear from us again.
const GONE: u16 = 410;

/// Something that is to be sent by whoever has this. Not to be printed: it holds secrets.
pub struct Job {
    delivery: DeliveryRow,
    webhook: WebhookRow,
    claim: String,
}

impl Job {
    /// Where it goes.
    pub fn host(&self) -> &str {
        &self.delivery.host
    }

    /// The webhook's id.
    pub fn webhook(&self) -> &str {
        &self.webhook.id
    }
}

/// Takes the first thing that is due and that nobody who is busy is to get. Whatever comes of it, others
/// leave it alone for a minute. A webhook is called for one thing at a time, so that what goes well comes
/// in its order; to whom another process is just sending something is `busy` afterwards.
pub fn claim(club: &Club, busy: &mut Busy) -> Result<Option<Job>, Refusal> {
    let mut connection = club.store.connect()?;
    let now = club.now();
    if deliveries::next_due(&mut connection)?.is_none_or(|due| due > now) {
        return Ok(None);
    }
    loop {
        let claimed = connection.write(|connection| {
            let Some(mut delivery) = deliveries::claim_due(connection, now, busy)? else { return Ok(None) };
            let free = webhooks::lock_if_free(connection, &delivery.webhook_id)?;
            let Some(webhook) = free else { return Ok(Some(Err(delivery.webhook_id))) };
            if deliveries::is_under_way(connection, &webhook.id, now)? {
                return Ok(Some(Err(webhook.id)));
            }
            let claim = ids::id();
            deliveries::lease(connection, &delivery.id, &claim, now + LEASE)?;
            delivery.attempts += 1;
            Ok::<_, Refusal>(Some(Ok(Job { delivery, webhook, claim })))
        })?;
        match claimed {
            None => return Ok(None),
            Some(Ok(job)) => return Ok(Some(job)),
            Some(Err(elsewhere)) => busy.webhooks.push(elsewhere),
        }
    }
}

/// What to send for a job.
pub fn call_of(club: &Club, job: &Job) -> Result<Call, Refusal> {
    let timestamp = club.clock.now().timestamp();
    let (id, body) = (job.delivery.id.clone(), job.delivery.body.clone());
    let signature = sign::sign(&secrets(club, &job.webhook), &id, timestamp, &body)?;
    let headers =
        [("webhook-id", id), ("webhook-timestamp", timestamp.to_string()), ("webhook-signature", signature)];
    Ok(Call { url: job.webhook.url.clone(), headers, body })
}

/// Makes the call of a job.
pub async fn send(club: &Club, caller: &Caller, job: &Job) -> Result<Ending, Refusal> {
    Ok(caller.call(call_of(club, job)?, club.clock.now()).await)
}

/// Writes down how a job has ended. What has failed for too long switches its webhook off.
pub fn settle(club: &Club, job: &Job, ending: &Ending) -> Result<(), Refusal> {
    let (now, delivery) = (club.now(), &job.delivery);
    let told = club.store.connect()?.write(|connection| {
        let active = webhooks::find(connection, &job.webhook.id)?.is_some_and(|webhook| webhook.active);
        let (status, next_at, reason) = judge(delivery, ending, active, now);
        let told = match reason {
            // First, since whoever locks both begins with the webhook.
            Some(reason) => disable(connection, &job.webhook.player_id, &job.webhook.id, reason, now)?,
            None => false,
        };
        let is_delivered = status == DeliveryStatus::Delivered;
        let written = deliveries::Ending {
            status: status.as_str().to_owned(),
            next_at,
            claim: None,
            last_status: ending.status.map(i32::from),
            last_error: ending.error.map(str::to_owned),
            delivered_at: is_delivered.then_some(now),
        };
        deliveries::end(connection, &delivery.id, &job.claim, &written)?;
        Ok::<_, Refusal>(told)
    })?;
    if told {
        club.hub.ring(Topic::Player(job.webhook.player_id.clone()));
    }
    Ok(())
}

/// What comes of a delivery, when it is sent again, and why the webhook is switched off.
fn judge(
    delivery: &DeliveryRow,
    ending: &Ending,
    active: bool,
    now: chrono::NaiveDateTime,
) -> (DeliveryStatus, Option<chrono::NaiveDateTime>, Option<DisabledReason>) {
    if ending.is_success() {
        return (DeliveryStatus::Delivered, None, None);
    }
    if ending.status == Some(GONE) {
        return (DeliveryStatus::Failed, None, Some(DisabledReason::Gone));
    }
    // A test, or something of a webhook that is off, is sent once.
    if delivery.feed_id.is_none() || !active {
        return (DeliveryStatus::Failed, None, None);
    }
    let (begun, asked) = (delivery.begun_at, ending.retry_after);
    match schedule::next(delivery.attempts, begun, now, schedule::jitter(), asked) {
        Some(next) => (DeliveryStatus::Pending, Some(next), None),
        None => (DeliveryStatus::Failed, None, Some(DisabledReason::Failing)),
    }
}
