//! The state of a game: read when somebody asks for it first, and written once it has changed.

use std::{cell::OnceCell, sync::Arc};

use crate::{
    refusal::Refusal,
    rulesets::registry::{AnyCourse, AnyGame},
    store::StoreError,
};

/// The state of a game, with the course that it is played on.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    course: AnyCourse,
    /// As it was loaded; `None` if the game had not started.
    stored: Option<String>,
    read: OnceCell<Arc<AnyGame>>,
    has_changed: bool,
}

impl State {
    /// That of a game on that course, as it was stored; `None` if the game has not started.
    pub fn new(course: AnyCourse, stored: Option<String>) -> Self {
        Self { course, stored, read: OnceCell::new(), has_changed: false }
    }

    pub fn course(&self) -> &AnyCourse {
        &self.course
    }

    /// The full state, hidden cards and all; `None` until the game starts.
    pub fn get(&self) -> Result<Option<Arc<AnyGame>>, Refusal> {
        if let (None, Some(stored)) = (self.read.get(), &self.stored) {
            let read = self
                .course
                .stored_game(stored)
                .map_err(|error| Refusal::Internal(format!("stored state does not read: {error}")))?;
            return Ok(Some(self.read.get_or_init(|| Arc::new(read)).clone()));
        }
        Ok(self.read.get().cloned())
    }

    /// Puts another state in its place.
    pub fn set(&mut self, state: Arc<AnyGame>) {
        self.read = OnceCell::from(state);
        self.has_changed = true;
    }

    /// What is to be stored; `None` if it has not changed.
    pub fn changed(&self) -> crate::store::Result<Option<String>> {
        let changed = self.read.get().filter(|_| self.has_changed).map(serde_json::to_string);
        changed
            .transpose()
            .map_err(|error| StoreError::Corrupt(format!("a state does not serialise: {error}")))
    }
}
