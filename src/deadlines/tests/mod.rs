//! Tests of deadlines. Local times are written with their offset, so that each shows what was meant.

mod duration;
mod hours;
mod properties;
mod simulation;
mod turn;
mod turn_vacation;
mod vacation;
mod zones;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc, Weekday};

use super::{Hours, Pause, Reason, TurnClock, Vacations, read_quiet_hours, read_time_zone};

const DAY: TimeDelta = TimeDelta::days(1);

/// An instant from RFC 3339.
fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn hours(zone: &str, days_off: &[Weekday], quiet: Option<(&str, &str)>) -> Hours {
    Hours {
        time_zone: read_time_zone(zone).unwrap(),
        days_off: days_off.to_vec(),
        quiet_hours: quiet.map(|(from, until)| read_quiet_hours(from, until).unwrap()),
    }
}

/// The clock of a turn of a day, without vacations.
fn a_day(since: &str, hours: &Hours) -> TurnClock {
    TurnClock::start(at(since), DAY, hours, &Vacations::default())
}

fn pause(from: &str, until: &str, reason: Reason) -> Pause {
    Pause { from: at(from), until: at(until), reason }
}
