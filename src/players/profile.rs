//! What is shown of a player.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::change::{QuietHours, VacationDays};
use crate::{
    deadlines::{Hours, Vacations, day_name, local_year},
    games::clock::stored,
    refusal::Refusal,
    store::{AnyConnection, players, players::PlayerRow, seats},
};

/// An account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Player {
    pub id: String,
    /// Unique without regard to case; never changes.
    pub name: String,
    /// What people are shown.
    pub display_name: String,
    pub created_at: DateTime<Utc>,
}

/// Your own account, with when your clocks stand still.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Account {
    #[serde(flatten)]
    #[schema(inline)]
    pub player: Player,
    /// A name from the IANA time zone database.
    #[schema(examples("Europe/Berlin"))]
    pub time_zone: String,
    /// Days of the week on which your clocks stand still.
    #[schema(value_type = Vec<String>)]
    pub days_off: Vec<&'static str>,
    /// Hours of each day in which they do.
    #[schema(required = true)]
    pub quiet_hours: Option<QuietHours>,
    /// The vacation that you are on, or that is to come.
    #[schema(required = true)]
    pub vacation: Option<VacationDays>,
    /// How many days of vacation are left in this calendar year.
    #[schema(minimum = 0, maximum = 30)]
    pub vacation_days_left: i64,
}

/// A player as everybody may see him.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Profile {
    #[serde(flatten)]
    #[schema(inline)]
    pub player: Player,
    /// Public games only.
    pub games: GameCounts,
}

/// How many public games a player has a seat in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GameCounts {
    pub open: i64,
    pub active: i64,
    pub finished: i64,
    /// Of the finished ones, those in which he came first, alone or not.
    pub won: i64,
}

impl From<PlayerRow> for Player {
    fn from(row: PlayerRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            display_name: row.display_name,
            created_at: row.created_at.and_utc(),
        }
    }
}

impl PlayerRow {
    /// When the player's clocks stand still, vacations aside.
    pub fn hours(&self) -> Result<Hours, Refusal> {
        stored("hours", self.hours.as_deref())
    }

    pub fn vacations(&self) -> Result<Vacations, Refusal> {
        stored("vacations", self.vacations.as_deref())
    }
}

impl Account {
    pub fn new(me: &PlayerRow, now: DateTime<Utc>) -> Result<Self, Refusal> {
        let (hours, vacations) = (me.hours()?, me.vacations()?);
        Ok(Self {
            player: Player::from(me.clone()),
            time_zone: hours.time_zone.name().to_owned(),
            days_off: hours.days_off.iter().map(|day| day_name(*day)).collect(),
            quiet_hours: hours.quiet_hours.map(|quiet| QuietHours {
                from: quiet.from.format("%H:%M").to_string(),
                until: quiet.until.format("%H:%M").to_string(),
            }),
            vacation: vacations.current(now).map(|vacation| VacationDays {
                from: vacation.from.to_string(),
                until: vacation.until.to_string(),
            }),
            vacation_days_left: vacations.days_left(local_year(hours.time_zone, now)),
        })
    }
}

/// The profile of the player with that name.
pub fn profile(connection: &mut AnyConnection, name: &str) -> Result<Profile, Refusal> {
    let player = players::by_name(connection, name)?.ok_or(Refusal::NotFound("player"))?;
    let tally = seats::tally(connection, &player.id)?;
    let games =
        GameCounts { open: tally.open, active: tally.active, finished: tally.finished, won: tally.won };
    Ok(Profile { player: player.into(), games })
}
