//! The days off and the quiet hours of an account, in its time zone.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Timelike, Utc, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::zone;

/// How many days a week may be off.
const MOST_DAYS_OFF: usize = 3;

/// How long the quiet hours may be on the dial, in minutes.
const LONGEST_QUIET_MINUTES: u32 = 12 * 60;

/// When a player does not play. By default he always may: UTC, no days off, no quiet hours.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Hours {
    /// Whose local times the others are.
    pub time_zone: Tz,
    /// Days that are off every week, at most three; see [`read_days_off`].
    pub days_off: Vec<Weekday>,
    /// Hours that are off every day; see [`read_quiet_hours`].
    pub quiet_hours: Option<QuietHours>,
}

/// Hours that are off every day, from the first time until the second, which is on the next day unless it
/// is later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    /// When they begin, to the minute.
    pub from: NaiveTime,
    /// When they end, to the minute.
    pub until: NaiveTime,
}

impl Hours {
    /// Whether the clock ever stands still.
    pub fn is_off_at_times(&self) -> bool {
        !self.days_off.is_empty() || self.quiet_hours.is_some()
    }

    /// From when until when that local day is off, if it is.
    pub(super) fn day_off(&self, day: NaiveDate) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let is_off = self.days_off.contains(&day.weekday());
        is_off.then(|| (zone::day_start(self.time_zone, day), zone::day_end(self.time_zone, day)))
    }

    /// From when until when the quiet hours are that begin on that local day.
    pub(super) fn quiet_on(&self, day: NaiveDate) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let QuietHours { from, until } = self.quiet_hours?;
        let last_day = if from < until { day } else { day.succ_opt()? };
        Some((
            zone::first(self.time_zone, day.and_time(from)),
            zone::last(self.time_zone, last_day.and_time(until)),
        ))
    }
}

/// Reads the name of a time zone, exactly as the IANA database has it.
pub fn read_time_zone(name: &str) -> Result<Tz, String> {
    name.parse().map_err(|_| "a time zone of the IANA database, such as Europe/Berlin or UTC".to_owned())
}

/// Reads English names of weekdays, whole or their first three letters, in small letters or capitals. They
/// come in the order of the week, each once; more than three different ones are an error.
pub fn read_days_off(names: &[String]) -> Result<Vec<Weekday>, String> {
    let mut days = names
        .iter()
        .map(|name| name.parse::<Weekday>())
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| "days of the week in English, such as saturday or sat".to_owned())?;
    put_in_order(&mut days);
    if days.len() > MOST_DAYS_OFF {
        return Err(format!("at most {MOST_DAYS_OFF} days of the week can be off"));
    }
    Ok(days)
}

/// Reads quiet hours from two times such as `22:00` and `07:00`. They may cross midnight, last at most 12
/// hours on the dial, and do not end when they begin.
pub fn read_quiet_hours(from: &str, until: &str) -> Result<QuietHours, String> {
    let (Some(from), Some(until)) = (read_time(from), read_time(until)) else {
        return Err("times from 00:00 to 23:59, such as 22:00 and 07:00".into());
    };
    let minutes = |time: NaiveTime| time.hour() * 60 + time.minute();
    let length = (minutes(until) + 24 * 60 - minutes(from)) % (24 * 60);
    match length {
        0 => Err("quiet hours end at another time than they begin".into()),
        length if length > LONGEST_QUIET_MINUTES => Err("quiet hours last at most 12 hours".into()),
        _ => Ok(QuietHours { from, until }),
    }
}

/// Reads a time that is written `HH:MM`.
fn read_time(text: &str) -> Option<NaiveTime> {
    let &[h1, h2, b':', m1, m2] = text.as_bytes() else { return None };
    let number = |tens: u8, ones: u8| {
        let is_number = tens.is_ascii_digit() && ones.is_ascii_digit();
        is_number.then(|| u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
    };
    NaiveTime::from_hms_opt(number(h1, h2)?, number(m1, m2)?, 0)
}

/// Puts weekdays in the order of the week, each once.
fn put_in_order(days: &mut Vec<Weekday>) {
    days.sort_by_key(Weekday::num_days_from_monday);
    days.dedup();
}

/// The whole name of a weekday, in small letters.
pub fn day_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "monday",
        Weekday::Tue => "tuesday",
        Weekday::Wed => "wednesday",
        Weekday::Thu => "thursday",
        Weekday::Fri => "friday",
        Weekday::Sat => "saturday",
        Weekday::Sun => "sunday",
    }
}

/// [`Hours`] as they are stored and sent.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    time_zone: String,
    days_off: Vec<String>,
    quiet_hours: Option<WrittenQuietHours>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenQuietHours {
    from: String,
    until: String,
}

impl From<Hours> for Written {
    fn from(hours: Hours) -> Self {
        let mut days = hours.days_off;
        put_in_order(&mut days);
        let text = |time: NaiveTime| time.format("%H:%M").to_string();
        Self {
            time_zone: hours.time_zone.name().to_owned(),
            days_off: days.into_iter().map(|day| day_name(day).to_owned()).collect(),
            quiet_hours: hours
                .quiet_hours
                .map(|quiet| WrittenQuietHours { from: text(quiet.from), until: text(quiet.until) }),
        }
    }
}

impl TryFrom<Written> for Hours {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let quiet_hours = written.quiet_hours.map(|quiet| read_quiet_hours(&quiet.from, &quiet.until));
        Ok(Self {
            time_zone: read_time_zone(&written.time_zone)?,
            days_off: read_days_off(&written.days_off)?,
            quiet_hours: quiet_hours.transpose()?,
        })
    }
}
