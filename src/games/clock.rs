//! Time to think: the clock of a game, and the clock of the turn that a seat is in.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use super::{
    bots,
    draft::{Draft, to_json},
    table::{Table, TableSeat, corrupt},
    words::{OnTimeout, SeatKind, Status},
};
use crate::{
    deadlines::{Hours, PerTurn, TurnClock, Vacations},
    refusal::Refusal,
    rulesets::rules::Seat,
    store::seats::no_deadline,
};

/// How long an open game waits for somebody to join.
const WAITING: TimeDelta = TimeDelta::days(14);

/// How much time players have, and what happens when it is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// The time for a turn, an ISO 8601 duration from a minute to 30 days.
    #[schema(value_type = String, examples("P3D"))]
    pub per_turn: PerTurn,
    pub on_timeout: OnTimeout,
}

/// The clock of a game to be created.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClock {
    /// The time for a turn, an ISO 8601 duration from a minute to 30 days. From a day on the clock
    /// stands still in players' days off, quiet hours and vacations.
    #[schema(examples("P3D"))]
    per_turn: String,
    /// What happens when it is over.
    #[serde(default = "by_a_bot")]
    #[schema(default = "bot")]
    on_timeout: OnTimeout,
}

fn by_a_bot() -> OnTimeout {
    OnTimeout::Bot
}

impl NewClock {
    /// # Errors
    /// `Invalid` if the time for a turn is none.
    pub fn read(&self) -> Result<Clock, Refusal> {
        let per_turn =
            PerTurn::read(&self.per_turn).map_err(|error| Refusal::invalid("clock.per_turn", error))?;
        Ok(Clock { per_turn, on_timeout: self.on_timeout })
    }
}

/// Reads what is stored as JSON; the default if nothing is.
pub fn stored<T: DeserializeOwned + Default>(what: &str, json: Option<&str>) -> Result<T, Refusal> {
    let read = |json| serde_json::from_str(json).map_err(|_| corrupt(what));
    Ok(json.map(read).transpose()?.unwrap_or_default())
}

impl TableSeat {
    /// The clock of the turn that the seat is in.
    pub fn clock(&self) -> Result<Option<TurnClock>, Refusal> {
        let read = |clock: &String| serde_json::from_str(clock).map_err(|_| corrupt("clock"));
        self.row.clock.as_ref().map(read).transpose()
    }

    /// When the player's time is up, if he is to act and has a clock.
    pub fn deadline(&self) -> Option<NaiveDateTime> {
        Some(self.row.deadline).filter(|&deadline| self.row.to_act && deadline != no_deadline())
    }

    /// Until when the seat's clock stands still, if it does at `now`.
    pub fn paused_until(&self, now: NaiveDateTime) -> Option<DateTime<Utc>> {
        let deadline = self.deadline()?.and_utc();
        self.clock().ok().flatten()?.paused_before(deadline, now.and_utc())
    }

    fn hours(&self) -> Result<Hours, Refusal> {
        stored("hours", self.holder.as_ref().and_then(|holder| holder.hours.as_deref()))
    }

    fn vacations(&self) -> Result<Vacations, Refusal> {
        stored("vacations", self.holder.as_ref().and_then(|holder| holder.vacations.as_deref()))
    }
}

impl Table {
    /// The game's clock; `None` if there is no limit.
    pub fn clock(&self) -> Result<Option<Clock>, Refusal> {
        let read = |clock: &String| serde_json::from_str(clock).map_err(|_| corrupt("clock"));
        self.game.clock.as_ref().map(read).transpose()
    }

    /// When an open game is called off if nobody joins it.
    pub fn expires_at(&self) -> Option<NaiveDateTime> {
        let is_open = self.game.status == Status::Open.as_str();
        self.game.waiting_since.filter(|_| is_open).map(|since| since + WAITING)
    }

    /// When the server has to look at the game by itself; `None` if never.
    pub fn wake_at(&self) -> Option<NaiveDateTime> {
        if self.game.status != Status::Active.as_str() {
            return self.expires_at();
        }
        let deadlines = self.seats.iter().filter_map(TableSeat::deadline);
        let reminders = self.seats.iter().filter_map(|seat| seat.row.remind_at);
        let bots = self.waits_for_bots().then(|| self.now + bots::STALLED);
        deadlines.chain(reminders).chain(bots).min()
    }
}

impl Draft {
    /// Begins a turn: from now on the seat's time runs, if a human is in it and the game has a clock.
    pub fn start_clock(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.stop_clock(seat);
        let taken = &self.table.seats[seat];
        let Some(clock) = self.table.clock()? else { return Ok(()) };
        if !taken.is_of(SeatKind::Player) || taken.is_kept_by_bot() {
            return Ok(());
        }
        let (hours, vacations) = (taken.hours()?, taken.vacations()?);
        let now = self.table.now.and_utc();
        self.set_clock(seat, &TurnClock::start(now, clock.per_turn.length(), &hours, &vacations))
    }

    /// Ends a turn: the seat has no deadline.
    pub fn stop_clock(&mut self, seat: Seat) {
        let row = &mut self.table.seats[seat].row;
        row.deadline = no_deadline();
        row.clock = None;
        row.remind_at = None;
    }

    /// Lets the player's present vacations count in the turn that he is in; whether his clock stands
    /// still at other times then, which mostly gives him another deadline. A turn whose time was up before
    /// they were set is over all the same.
    pub fn count_vacations(&mut self, seat: Seat) -> Result<bool, Refusal> {
        let taken = &self.table.seats[seat];
        let Some(before) = taken.clock()? else { return Ok(false) };
        let clock = before.with_vacations(&taken.vacations()?);
        if clock.pauses() == before.pauses() {
            return Ok(false);
        }
        let was_reminded = taken.row.remind_at.is_none();
        self.set_clock(seat, &clock)?;
        if was_reminded {
            self.table.seats[seat].row.remind_at = None;
        }
        Ok(true)
    }

    fn set_clock(&mut self, seat: Seat, clock: &TurnClock) -> Result<(), Refusal> {
        let row = &mut self.table.seats[seat].row;
        row.deadline = clock.deadline().naive_utc();
        row.remind_at = Some(clock.remind_at().naive_utc());
        row.clock = Some(to_json(clock)?);
        Ok(())
    }
}
