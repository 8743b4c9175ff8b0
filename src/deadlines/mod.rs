//! The time for a turn: how long it is, when it stands still, and when it is over.
//!
//! * [`duration`] is the time for a turn, as people write it.
//! * [`hours`] are the days off and the quiet hours of an account, in its time zone.
//! * [`vacation`] is what an account has taken of its vacation, and what it has planned.
//! * [`turn`] puts these together: the clock of one turn of one seat.
//!
//! Nothing here asks what time it is. Instants are UTC, to the millisecond; local times follow the rules
//! of the time zone, in which a time can exist twice, or not at all, and so can a day.

pub mod duration;
pub mod hours;
pub mod turn;
pub mod vacation;
mod zone;

#[cfg(test)]
mod tests;

pub use duration::{PerTurn, read_duration};
pub use hours::{Hours, QuietHours, day_name, read_days_off, read_quiet_hours, read_time_zone};
pub use turn::{Pause, Reason, TurnClock};
pub use vacation::{DAYS_A_YEAR, Vacation, Vacations};
pub use zone::{local_date, local_year};
