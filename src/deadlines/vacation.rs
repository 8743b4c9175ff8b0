//! What an account has taken of its vacation, and what it has planned.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, Months, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::zone;

/// How many days of vacation there are in a calendar year.
pub const DAYS_A_YEAR: i64 = 30;

/// How often a vacation can be set in this year and the last, those that never began included. Each takes
/// time wherever a clock is read, and an entry in the log of every running game.
const MOST: usize = 100;

/// A vacation. Its days are local dates of the time zone in which it was set; clocks go by its instants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vacation {
    /// The first day.
    pub from: NaiveDate,
    /// The last day; when it was ended early, the day on which that was.
    pub until: NaiveDate,
    /// The instant when it begins.
    pub starts: DateTime<Utc>,
    /// The instant when it is over.
    pub ends: DateTime<Utc>,
    /// Whose calendar its days are of.
    #[serde(default)]
    pub zone: Tz,
}

/// All vacations of an account in order, past ones too; at most one of them is not over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Vacations(Vec<Vacation>);

impl Vacations {
    /// Sets the vacation from one local date until another, that day included, in place of the one that
    /// runs or is to come. What has already been of it stays. The error says for people what is wrong.
    pub fn set(
        &self,
        from: NaiveDate,
        until: NaiveDate,
        zone: Tz,
        now: DateTime<Utc>,
    ) -> Result<Self, String> {
        let today = zone::local_date(zone, now);
        if from < today {
            return Err(format!("a vacation begins today, {today}, or later"));
        }
        if until < from {
            return Err("a vacation ends on the day when it begins, or later".into());
        }
        let latest = today.checked_add_months(Months::new(12)).unwrap_or(NaiveDate::MAX);
        if from > latest {
            return Err(format!("a vacation begins within a year, by {latest}"));
        }
        let vacation = Vacation {
            from,
            until,
            starts: zone::day_start(zone, from).max(now),
            ends: zone::day_end(zone, until),
            zone,
        };
        if vacation.ends <= vacation.starts {
            // The calendar has skipped the day, or was put back over midnight.
            return Err("these days have no time left in them".into());
        }
        let mut all = self.end(now);
        all.0.retain(|past| past.ends.year() >= today.year() - 1);
        if all.0.len() >= MOST {
            return Err("you have changed your vacation too often".into());
        }
        for year in from.year()..=until.year() {
            let left = all.days_left(year);
            let used = all.days(year);
            let more = vacation.days(year).filter(|day| !used.contains(day)).count();
            if i64::try_from(more).is_ok_and(|more| more > left) {
                return Err(format!(
                    "there are {DAYS_A_YEAR} days of vacation in a year: {left} more of {year}, not {more}"
                ));
            }
        }
        all.0.push(vacation);
        Ok(all)
    }

    /// Ends the vacation that runs, now, or takes back the one that is to come: of that nothing is left but
    /// that it was set.
    pub fn end(&self, now: DateTime<Utc>) -> Self {
        let cut = |vacation: &Vacation| {
            if vacation.starts >= now {
                return Vacation { starts: now, ends: now, ..*vacation };
            }
            let is_over = vacation.ends <= now;
            // The player's time zone may be another by now, where today is another day.
            let today = zone::local_date(vacation.zone, now).clamp(vacation.from, vacation.until);
            let until = if is_over { vacation.until } else { today };
            Vacation { until, ends: vacation.ends.min(now), ..*vacation }
        };
        Self(self.0.iter().map(cut).collect())
    }

    /// The vacation that runs or is to come.
    pub fn current(&self, now: DateTime<Utc>) -> Option<&Vacation> {
        self.0.iter().find(|vacation| vacation.ends > now)
    }

    /// How many of the year's days are neither used nor planned; see [`super::local_year`] for the year
    /// that it is for an account.
    pub fn days_left(&self, year: i32) -> i64 {
        let used = i64::try_from(self.days(year).len()).unwrap_or(i64::MAX);
        (DAYS_A_YEAR - used).max(0)
    }

    /// From when until when each of them is.
    pub fn spans(&self) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
        let taken = self.0.iter().filter(|vacation| vacation.has_time());
        taken.map(|vacation| (vacation.starts, vacation.ends)).collect()
    }

    /// All of them, in order, but for those that were taken back before they began.
    pub fn all(&self) -> Vec<Vacation> {
        self.0.iter().copied().filter(Vacation::has_time).collect()
    }

    /// When the days of a year begin that are used or planned. The same date in zones that are far from each
    /// other is not the same day, or somebody who moves between them would have it twice for one.
    fn days(&self, year: i32) -> BTreeSet<DateTime<Utc>> {
        self.0
            .iter()
            .filter(|vacation| vacation.has_time())
            .flat_map(|vacation| vacation.days(year))
            .collect()
    }
}

impl Vacation {
    /// Whether it was not taken back before it began.
    fn has_time(&self) -> bool {
        self.starts < self.ends
    }

    /// When its days begin that are in that year.
    fn days(&self, year: i32) -> impl Iterator<Item = DateTime<Utc>> + use<> {
        let (last, zone) = (self.until, self.zone);
        let first = NaiveDate::from_ymd_opt(year, 1, 1).map(|new_year| self.from.max(new_year));
        first
            .into_iter()
            .flat_map(|day| day.iter_days())
            .take_while(move |day| *day <= last && day.year() == year)
            .map(move |day| zone::day_start(zone, day))
    }
}
