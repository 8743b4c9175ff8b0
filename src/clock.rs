//! The time, as an interface.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    hands: Mutex<Hands>,
    moving: Mutex<()>,
}

#[derive(Default)]
struct Hands {
    /// How far the time is ahead of the base's.
    ahead: TimeDelta,
    /// The time, while it does not run.
    held: Option<DateTime<Utc>>,
}

impl SandboxClock {
    pub fn new(base: Arc<dyn Clock>) -> Self {
        Self { base, hands: Mutex::default(), moving: Mutex::default() }
    }

    /// Waits until nobody else moves the time; nobody else does until what this gives is dropped.
    pub fn moving(&self) -> MutexGuard<'_, ()> {
        self.moving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the time does not run.
    pub fn is_held(&self) -> bool {
        self.hands().held.is_some()
    }

    /// Moves the time on to `then`, never back, and holds it there, so that what is due at that time can
    /// be done at that time.
    pub fn hold_at(&self, then: DateTime<Utc>) {
        let mut hands = self.hands();
        hands.held = Some(then.max(self.read(&hands)));
    }

    /// Lets the time run on from where it is.
    pub fn run(&self) {
        let mut hands = self.hands();
        if let Some(held) = hands.held.take() {
            hands.ahead = held - self.base.now();
        }
    }

    fn hands(&self) -> MutexGuard<'_, Hands> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, hands: &Hands) -> DateTime<Utc> {
        hands.held.unwrap_or_else(|| self.base.now() + hands.ahead)
    }
}

impl Clock for SandboxClock {
    fn now(&self) -> DateTime<Utc> {
        self.read(&self.hands())
    }
}
