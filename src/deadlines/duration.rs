//! The time for a turn, as people write it.

use std::fmt;

use chrono::TimeDelta;
use iso8601::{Duration, parsers::parse_duration};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The longest text read, in bytes: [`PerTurn`] keeps the text, and zeros could make it endless.
const LONGEST_TEXT: usize = 32;

/// The longest duration that [`read_duration`] takes, in days.
const LONGEST_DAYS: i64 = 366;

/// The time for a turn, from [`PerTurn::MIN`] to [`PerTurn::MAX`], with the text it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerTurn {
    text: String,
    length: TimeDelta,
}

impl PerTurn {
    /// The shortest: one minute.
    pub const MIN: TimeDelta = TimeDelta::minutes(1);
    /// The longest: 30 days.
    pub const MAX: TimeDelta = TimeDelta::days(30);

    /// Reads an ISO 8601 duration; the error says what is allowed.
    pub fn read(text: &str) -> Result<Self, String> {
        read_duration(text)
            .filter(|length| (Self::MIN..=Self::MAX).contains(length))
            .map(|length| Self { text: text.to_owned(), length })
            .ok_or_else(|| {
                "an ISO 8601 duration from PT1M to P30D, such as P3D or PT12H; \
                 years and months have no fixed length, and there are no fractions"
                    .to_owned()
            })
    }

    /// How long it is, in whole seconds.
    pub fn length(&self) -> TimeDelta {
        self.length
    }

    /// The text it was read from.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for PerTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for PerTurn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for PerTurn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Reads an ISO 8601 duration in weeks, or in days, hours, minutes and seconds: more than nothing, and at
/// most 366 days. A day is 24 hours. Nothing else is taken: no years or months, fractions, signs, small
/// letters or spaces.
pub fn read_duration(text: &str) -> Option<TimeDelta> {
    // The parser would forget digits after the third of a fraction, take `PT` and `P1DT`, and read
    // `P00000101T000000` as a date.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"PWDTHMS".contains(&byte));
    let date = text.split('T').next().unwrap_or_default();
    if text.len() > LONGEST_TEXT || !is_plain || text.ends_with('T') || date.contains('M') {
        return None;
    }
    let (rest, parsed) = parse_duration(text.as_bytes()).ok()?;
    if !rest.is_empty() {
        return None;
    }
    let seconds = match parsed {
        Duration::Weeks(weeks) => i64::from(weeks) * 7 * 86_400,
        Duration::YMDHMS { year: 0, month: 0, day, hour, minute, second, millisecond: 0 } => {
            i64::from(day) * 86_400 + i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second)
        }
        Duration::YMDHMS { .. } => return None,
    };
    (1..=LONGEST_DAYS * 86_400).contains(&seconds).then(|| TimeDelta::try_seconds(seconds)).flatten()
}
