//! What every use case needs: the database, the time, and the limits of the house.

use std::{sync::Arc, time::Duration};

use chrono::NaiveDateTime;

use tokio::sync::mpsc::UnboundedSender;

use crate::{
    clock::{Clock, SandboxClock},
    hub::Hub,
    pool::Pool,
    store::Store,
};

/// The means of the use cases.
pub struct Club {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// Moves that clock, if this is a sandbox.
    pub sandbox: Option<Arc<SandboxClock>>,
    pub limits: Limits,
    /// Wakes those who wait for news.
    pub hub: Arc<Hub>,
    /// Where bots think.
    pub pool: Pool,
    /// How long a request may wait for bots.
    pub bot_patience: Duration,
    /// Takes the ids of games whose bots have not had the time to move.
    pub bots_wait: UnboundedSender<String>,
    pub outside: Outside,
}

/// What the house knows of the world outside.
#[derive(Debug, Clone)]
pub struct Outside {
    /// Where this server is reached, without a slash at the end.
    pub public_url: Option<String>,
    /// Whether webhooks may call any address, and without TLS.
    pub webhooks_anywhere: bool,
}

impl Club {
    /// Now, as it is stored.
    pub fn now(&self) -> NaiveDateTime {
        self.clock.now().naive_utc()
    }
}

/// How much a player may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Open games that a player has created.
    pub open_games: i64,
    /// Active games that a player has a seat in.
    pub active_games: i64,
    /// Log entries of one game; with the last of them it is abandoned.
    pub log_entries: i64,
    /// Tokens of a player.
    pub tokens: i64,
    /// Messages of a player at a table in a minute.
    pub messages: i64,
    /// Courses of a player.
    pub courses: i64,
    /// Webhooks of a player.
    pub webhooks: i64,
}
