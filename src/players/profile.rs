//! What is shown of a player.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    refusal::Refusal,
    store::{AnyConnection, games, players, players::PlayerRow},
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

/// The profile of the player with that name.
pub fn profile(connection: &mut AnyConnection, name: &str) -> Result<Profile, Refusal> {
    let player = players::by_name(connection, name)?.ok_or(Refusal::NotFound("player"))?;
    let tally = games::tally(connection, &player.id, true)?;
    let games =
        GameCounts { open: tally.open, active: tally.active, finished: tally.finished, won: tally.won };
    Ok(Profile { player: player.into(), games })
}
