//! Changes an account: what others see of it, and when its player's clocks stand still.

use chrono::NaiveDate;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::profile::Account;
use crate::{
    club::Club,
    deadlines::{Hours, read_days_off, read_quiet_hours, read_time_zone},
    games::{draft::to_json, vacation::move_deadlines},
    refusal::Refusal,
    store::{
        StoreConnection, StoreError,
        players::{self, Changes, PlayerRow},
    },
    strict, text,
};

/// What to change about yourself; what is left out stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerChanges {
    /// 1 to 40 characters of any script.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 40, examples("Ana María"))]
    pub display_name: Option<String>,
    /// Where you live: a name from the IANA time zone database.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = String, required = false, examples("Europe/Berlin"))]
    pub time_zone: Option<String>,
    /// Up to three days of the week on which your clocks stand still, from your next turn on.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Vec<String>, required = false, max_items = 3, examples(json!(["saturday", "sunday"])))]
    pub days_off: Option<Vec<String>>,
    /// Up to twelve hours of each day in which they do, from your next turn on; null for none.
    #[serde(default, deserialize_with = "object_or_null")]
    #[schema(value_type = Option<QuietHours>, required = false)]
    pub quiet_hours: Option<Option<QuietHours>>,
    /// Days on which they do, and that counts at once; null ends a vacation. It takes the place of the
    /// one before.
    #[serde(default, deserialize_with = "object_or_null")]
    #[schema(value_type = Option<VacationDays>, required = false)]
    pub vacation: Option<Option<VacationDays>>,
}

/// Hours of every day, by the clock of one's time zone. They may go past midnight.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$", examples("22:00"))]
    pub from: String,
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$", examples("07:00"))]
    pub until: String,
}

/// Days of a vacation, in one's time zone: from the first to the last. There are 30 in a calendar
/// year.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VacationDays {
    /// Today or later.
    #[schema(format = Date, examples("2027-07-01"))]
    pub from: String,
    /// The last day.
    #[schema(format = Date, examples("2027-07-14"))]
    pub until: String,
}

/// A field that may be left out, but then is not null unless its type says so.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn object_or_null<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    strict::option(deserializer).map(Some)
}

/// Changes the account, and gives it back as it is then. A vacation gives new deadlines in all games
/// in which the player's time runs.
pub fn change(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    me: &PlayerRow,
    changes: &PlayerChanges,
) -> Result<Account, Refusal> {
    let changed = connection.write(|connection| {
        let mut me = match players::held(connection, &me.id) {
            Err(StoreError::NotFound) => {
                return Err(Refusal::Unauthorized("that account has ended"));
            }
            held => held?,
        };
        let changes = judge(club, &me, changes)?;
        players::change(connection, &me.id, &changes)?;
        me.display_name = changes.display_name.unwrap_or(me.display_name);
        me.hours = changes.hours.or(me.hours);
        me.vacations = changes.vacations.or(me.vacations);
        Ok(me)
    })?;
    if changes.vacation.is_some()
        && let Err(refusal) = move_deadlines(club, connection, &changed)
    {
        // It is set, and counts all the same: in each game when the old deadline comes, at the latest.
        tracing::warn!(?refusal, "not every deadline could be moved at once");
    }
    Account::new(&changed, club.clock.now())
}

/// What the changes come to. Nothing is a change that changes nothing.
fn judge(club: &Club, me: &PlayerRow, changes: &PlayerChanges) -> Result<Changes, Refusal> {
    let display_name =
        changes.display_name.as_deref().map(|name| check_text("display_name", name)).transpose()?;
    let before = me.hours()?;
    let hours = Hours {
        time_zone: match &changes.time_zone {
            Some(zone) => read_time_zone(zone).map_err(|error| Refusal::invalid("time_zone", error))?,
            None => before.time_zone,
        },
        days_off: match &changes.days_off {
            Some(days) => read_days_off(days).map_err(|error| Refusal::invalid("days_off", error))?,
            None => before.days_off.clone(),
        },
        quiet_hours: match &changes.quiet_hours {
            Some(Some(hours)) => Some(
                read_quiet_hours(&hours.from, &hours.until)
                    .map_err(|error| Refusal::invalid("quiet_hours", error))?,
            ),
            Some(None) => None,
            None => before.quiet_hours,
        },
    };
    let now = club.clock.now();
    let vacations = match &changes.vacation {
        Some(Some(days)) => {
            let (from, until) =
                (read_day("vacation.from", &days.from)?, read_day("vacation.until", &days.until)?);
            let set = me.vacations()?.set(from, until, hours.time_zone, now);
            Some(set.map_err(|error| Refusal::invalid("vacation", error))?)
        }
        Some(None) => Some(me.vacations()?.end(now)),
        None => None,
    };
    Ok(Changes {
        display_name: display_name.or_else(|| Some(me.display_name.clone())),
        hours: Some(to_json(&hours)?),
        vacations: vacations.as_ref().map(to_json).transpose()?,
    })
}

fn read_day(field: &str, text: &str) -> Result<NaiveDate, Refusal> {
    // chrono takes `2027-7-1` too, and signs.
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| text.len() == 10);
    day.ok_or_else(|| Refusal::invalid(field, "a date, such as 2027-07-01"))
}

/// A text of one line for people, without the spaces around it.
pub fn check_text(field: &str, text: &str) -> Result<String, Refusal> {
    let wrong = || Refusal::invalid(field, "1 to 40 characters of any script, without control characters");
    text::line(text, 40).map(str::to_owned).ok_or_else(wrong)
}
