//! A player's deadlines as a calendar that other programs subscribe to.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use icalendar::{Calendar, Component, Event, EventLike, Property};
use serde::Serialize;
use utoipa::ToSchema;

use super::secret::TokenHash;
use crate::{
    club::Club,
    games::{table::Table, words::Status},
    ids,
    refusal::Refusal,
    store::{
        AnyConnection, StoreConnection, StoreError,
        games::{self, Filter},
        players::{self, PlayerRow},
        seats::no_deadline,
    },
};

/// How many deadlines a calendar has at most.
const MOST: i64 = 1000;

/// The address of your calendar.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CalendarLink {
    /// Whoever has it can read your deadlines. It is shown this once.
    #[schema(examples("/v1/calendar/Zp3vN8sKq1XwT6yRb0LmC4uHe9JdAf7GoVi2SxQt.ics"))]
    pub path: String,
}

/// Gives the player's calendar a new address; the one before stops working.
pub fn renew(connection: &mut StoreConnection<'_>, me: &PlayerRow) -> Result<CalendarLink, Refusal> {
    let secret = ids::token_secret();
    let hash = TokenHash::of(&secret);
    set(connection, me, Some(hash.as_str()))?;
    Ok(CalendarLink { path: format!("/v1/calendar/{secret}.ics") })
}

/// Takes the player's calendar away.
pub fn delete(connection: &mut StoreConnection<'_>, me: &PlayerRow) -> Result<(), Refusal> {
    set(connection, me, None)
}

fn set(connection: &mut StoreConnection<'_>, me: &PlayerRow, hash: Option<&str>) -> Result<(), Refusal> {
    match connection.write(|connection| players::set_calendar(connection, &me.id, hash)) {
        Err(StoreError::NotFound) => Err(Refusal::Unauthorized("that account has ended")),
        done => Ok(done?),
    }
}

/// The deadlines of whoever has that calendar, as an iCalendar document. `base` is the address of the
/// server.
pub fn read(
    club: &Club,
    connection: &mut AnyConnection,
    secret: &str,
    base: &str,
) -> Result<String, Refusal> {
    let hash = TokenHash::of(secret);
    let owner = players::by_calendar(connection, hash.as_str())?.ok_or(Refusal::NotFound("calendar"))?;
    let filter = Filter { status: Some(Status::Active.as_str()), ..Filter::default() };
    let due = games::inbox(connection, &owner.id, &filter, None, MOST)?;
    // Those without a deadline come last.
    let due = due.into_iter().take_while(|(deadline, _)| *deadline != no_deadline());
    let (deadlines, rows): (Vec<NaiveDateTime>, Vec<_>) = due.unzip();
    let tables = Table::load_seats(connection, rows, club.now())?;
    let mut calendar = Calendar::new();
    calendar.name("Clubhouse");
    for (table, deadline) in tables.iter().zip(deadlines) {
        calendar.push(event(table, deadline.and_utc(), base)?);
    }
    Ok(calendar.to_string())
}

/// That the player has to act, and by when; nothing of what lies on the table.
fn event(table: &Table, deadline: DateTime<Utc>, base: &str) -> Result<Event, Refusal> {
    let name = table.ruleset()?.about().name;
    let link = format!("{base}/v1/games/{}", table.game.id);
    let mut event = Event::new();
    event
        .uid(&format!("{}@clubhouse", table.game.id))
        .summary(&format!("Your turn in {name} ends"))
        .starts(deadline)
        .ends(deadline + TimeDelta::minutes(1))
        .timestamp(table.game.updated_at.and_utc())
        .append_property(Property::new("URL", &link));
    Ok(event.done())
}
