//! The same minute by minute, without a word of the zones' own arithmetic from local times to instants.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::deadlines::{Hours, Pause, Reason};

/// How many days of it are known before a turn and after its beginning.
const BEFORE: i64 = 4;
const AFTER: i64 = 50;

/// A time of days and the local time of each minute in it.
pub struct Simulation {
    first: DateTime<Utc>,
    local: Vec<NaiveDateTime>,
}

impl Simulation {
    pub fn new(zone: Tz, since: DateTime<Utc>) -> Self {
        let first = since - TimeDelta::days(BEFORE);
        let local = (0..(BEFORE + AFTER) * 1440)
            .map(|minute| (first + TimeDelta::minutes(minute)).with_timezone(&zone).naive_local())
            .collect();
        Self { first, local }
    }

    fn index(&self, instant: DateTime<Utc>) -> usize {
        usize::try_from((instant - self.first).num_minutes()).unwrap_or(0).min(self.local.len())
    }

    /// The first and the last minute with that local time; or that after the gap, twice.
    fn minutes(&self, local: NaiveDateTime) -> (usize, usize) {
        // No zone is further from UTC than 14 hours, and no change moves the clock by more than a day.
        let near = self.index(local.and_utc() - TimeDelta::hours(40))
            ..self.index(local.and_utc() + TimeDelta::hours(40));
        let mut found = near.clone().filter(|minute| self.local[*minute] == local);
        match found.next() {
            Some(first) => (first, found.next_back().unwrap_or(first)),
            None => {
                let is_after = |minute: &usize| {
                    *minute > 0 && self.local[*minute] > local && self.local[*minute - 1] < local
                };
                let after = near.clone().find(is_after).unwrap_or(near.start);
                (after, after)
            }
        }
    }

    /// The deadline, the reminder, and the pauses until the deadline of a turn of that many minutes.
    pub fn run(
        &self,
        since: DateTime<Utc>,
        minutes: usize,
        hours: &Hours,
        vacations: &[(DateTime<Utc>, DateTime<Utc>)],
    ) -> (DateTime<Utc>, DateTime<Utc>, Vec<Pause>) {
        let mut reasons = vec![None; self.local.len()];
        // The weakest first.
        for day in self.days() {
            let Some(quiet) = hours.quiet_hours else { continue };
            let last = if quiet.until > quiet.from { day } else { day.succ_opt().unwrap() };
            let from = self.minutes(day.and_time(quiet.from)).0;
            let until = self.minutes(last.and_time(quiet.until)).1;
            (from..until).for_each(|minute| reasons[minute] = Some(Reason::QuietHours));
        }
        for day in self.days().filter(|day| hours.days_off.contains(&day.weekday())) {
            let start = |day: NaiveDate| self.minutes(day.and_time(NaiveTime::MIN)).0;
            (start(day)..start(day.succ_opt().unwrap()))
                .for_each(|minute| reasons[minute] = Some(Reason::DayOff));
        }
        for (from, until) in vacations {
            (self.index(*from)..self.index(*until))
                .for_each(|minute| reasons[minute] = Some(Reason::Vacation));
        }

        let instant = |minute: usize| self.first + TimeDelta::minutes(i64::try_from(minute).unwrap());
        let mut pauses: Vec<Pause> = Vec::new();
        let mut remind_at = since;
        let mut ran = 0;
        for (minute, reason) in reasons.into_iter().enumerate().skip(self.index(since)) {
            match (reason, pauses.last_mut()) {
                (None, _) => ran += 1,
                (Some(reason), Some(last)) if last.reason == reason && last.until == instant(minute) => {
                    last.until = instant(minute + 1);
                }
                (Some(reason), _) => {
                    pauses.push(Pause { from: instant(minute), until: instant(minute + 1), reason });
                }
            }
            if ran * 4 == minutes * 3 && reason.is_none() {
                remind_at = instant(minute + 1);
            }
            if ran == minutes {
                return (instant(minute + 1), remind_at, pauses);
            }
        }
        panic!("the simulation is too short");
    }

    /// Days whose times are all known, or nearly.
    fn days(&self) -> impl Iterator<Item = NaiveDate> + use<> {
        let first = self.local[0].date() + TimeDelta::days(1);
        let last = self.local[self.local.len() - 1].date() - TimeDelta::days(2);
        first.iter_days().take_while(move |day| *day <= last)
    }
}
