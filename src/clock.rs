//! The time, as an interface.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

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

/// A clock for developers, who can move it on: nobody wants to wait for a week to see a deadline.
pub struct SandboxClock {
    base: Arc<dyn Clock>,
    ahead: Mutex<TimeDelta>,
}

impl SandboxClock {
    pub fn new(base: Arc<dyn Clock>) -> Self {
        Self { base, ahead: Mutex::new(TimeDelta::zero()) }
    }

    /// Moves the time on to `then`, never back.
    pub fn move_to(&self, then: DateTime<Utc>) {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        *ahead = (then - self.base.now()).max(*ahead);
    }
}

impl Clock for SandboxClock {
    fn now(&self) -> DateTime<Utc> {
        let ahead = *self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        self.base.now() + ahead
    }
}
