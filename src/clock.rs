//! The time, as an interface.

use chrono::{DateTime, SubsecRound, Utc};

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now, to the millisecond, so that it survives being stored on either database.
    fn now(&self) -> DateTime<Utc>;
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(3)
    }
}
