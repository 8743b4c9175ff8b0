//! The clock of one turn of one seat.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{hours::Hours, vacation::Vacations, zone};

/// From this length on, the clock of a turn stands still at times, in seconds: a day.
const STANDS_STILL_FROM: i64 = 86_400;

/// How many pieces of time are looked at before the clock is taken to stop: far more than any settings
/// that can be read need, so that none can go on for ever.
const MOST_PIECES: usize = 10_000;

/// The clock of one turn of one seat, stored with it. If the time for the turn is a day or more, it stands
/// still in vacations, on days off and in quiet hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnClock {
    since: DateTime<Utc>,
    /// In seconds.
    per_turn: i64,
    hours: Option<Hours>,
    vacations: Vec<(DateTime<Utc>, DateTime<Utc>)>,
}

/// Why a clock stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[schema(as = PauseReason)]
#[serde(rename_all = "snake_case")]
// In the order of their rank: where several hold, the first is named.
pub enum Reason {
    /// The player has a vacation.
    Vacation,
    /// It is one of the player's days off.
    DayOff,
    /// These are the player's quiet hours.
    QuietHours,
}

/// A time in which a clock stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Pause {
    /// When it begins.
    pub from: DateTime<Utc>,
    /// When it is over.
    pub until: DateTime<Utc>,
    /// Why it is.
    pub reason: Reason,
}

impl TurnClock {
    /// The clock of a turn that begins now and has that length, cut to whole seconds.
    pub fn start(now: DateTime<Utc>, length: TimeDelta, hours: &Hours, vacations: &Vacations) -> Self {
        let per_turn = length.num_seconds().max(0);
        let hours = (per_turn >= STANDS_STILL_FROM).then(|| hours.clone());
        Self { since: now, per_turn, hours, vacations: Vec::new() }.with_vacations(vacations)
    }

    /// The same turn with the vacations that the account has now.
    ///
    /// Changing these never changes what has been, so a turn that has not run out has not run out with the
    /// new ones either.
    pub fn with_vacations(&self, vacations: &Vacations) -> Self {
        let mut spans = vacations.spans();
        spans.retain(|(_, ends)| self.stands_still() && *ends > self.since);
        Self { vacations: spans, ..self.clone() }
    }

    /// When the turn began.
    pub fn since(&self) -> DateTime<Utc> {
        self.since
    }

    /// How long the turn is, not counting pauses.
    pub fn length(&self) -> TimeDelta {
        TimeDelta::try_seconds(self.per_turn).unwrap_or(TimeDelta::MAX)
    }

    /// The instant when the time for the turn has run, at the earliest.
    pub fn deadline(&self) -> DateTime<Utc> {
        self.run(self.length()).0
    }

    /// The instant when three quarters of the time for the turn have run, at the earliest.
    pub fn remind_at(&self) -> DateTime<Utc> {
        let milliseconds = self.per_turn.saturating_mul(750);
        self.run(TimeDelta::try_milliseconds(milliseconds).unwrap_or(TimeDelta::MAX)).0
    }

    /// When the clock stands still from the beginning to the deadline, in order. Pieces that touch have
    /// different reasons.
    pub fn pauses(&self) -> Vec<Pause> {
        self.run(self.length()).1
    }

    /// If the clock stands still now, the instant when it goes on: after all pauses that follow without a
    /// gap. `None` also before the beginning and after the deadline.
    pub fn paused_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.paused_before(self.deadline(), now)
    }

    /// The same for whoever knows the deadline: lists ask this of many seats, and a whole turn is long.
    pub fn paused_before(&self, deadline: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if now < self.since || now >= deadline {
            return None;
        }
        let mut until = now;
        for _ in 0..MOST_PIECES {
            match self.piece(until) {
                (Some(_), next) if next > until => until = next,
                _ => break,
            }
        }
        (until > now).then_some(until)
    }

    /// Whether the clock stands still at times.
    fn stands_still(&self) -> bool {
        self.per_turn >= STANDS_STILL_FROM
    }

    /// The instant when the clock has run for that long, at the earliest, and its pauses until then.
    fn run(&self, length: TimeDelta) -> (DateTime<Utc>, Vec<Pause>) {
        let mut left = length;
        let mut now = self.since;
        let mut pauses: Vec<Pause> = Vec::new();
        for _ in 0..MOST_PIECES {
            if left <= TimeDelta::zero() {
                break;
            }
            let (reason, until) = self.piece(now);
            match (reason, pauses.last_mut()) {
                (None, _) if left <= until - now => {
                    return (now.checked_add_signed(left).unwrap_or(until), pauses);
                }
                (None, _) => left -= until - now,
                (Some(reason), Some(last)) if last.reason == reason && last.until == now => {
                    last.until = until;
                }
                (Some(reason), _) => pauses.push(Pause { from: now, until, reason }),
            }
            if until == now {
                break;
            }
            now = until;
        }
        (now, pauses)
    }

    /// Why the clock stands still at an instant, if it does, and until when that surely does not change.
    fn piece(&self, now: DateTime<Utc>) -> (Option<Reason>, DateTime<Utc>) {
        let mut reason = None;
        let mut until = DateTime::<Utc>::MAX_UTC;
        let mut look_at = |(from, to): (DateTime<Utc>, DateTime<Utc>), why: Reason| {
            if from <= now && now < to {
                reason = Some(reason.map_or(why, |other: Reason| other.min(why)));
                until = until.min(to);
            } else if from > now && from < to {
                until = until.min(from);
            }
        };
        for span in &self.vacations {
            look_at(*span, Reason::Vacation);
        }
        let off_at_times = |hours: &&Hours| self.stands_still() && hours.is_off_at_times();
        let Some(hours) = self.hours.as_ref().filter(off_at_times) else {
            return (reason, until);
        };
        // Quiet hours that began yesterday may still last; and where a clock was put back over midnight,
        // tomorrow may already have begun.
        let today = zone::local_date(hours.time_zone, now);
        let first = today.pred_opt().unwrap_or(today);
        let days = first.iter_days().take_while(|day| *day <= today.succ_opt().unwrap_or(today));
        for day in days {
            hours.day_off(day).into_iter().for_each(|span| look_at(span, Reason::DayOff));
            hours.quiet_on(day).into_iter().for_each(|span| look_at(span, Reason::QuietHours));
        }
        // What begins on later days has not been looked at.
        let horizon = today.succ_opt().map(|tomorrow| zone::day_end(hours.time_zone, tomorrow));
        (reason, until.min(horizon.filter(|horizon| *horizon > now).unwrap_or(until)))
    }
}
