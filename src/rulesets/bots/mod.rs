//! Computer players. They know of a game what their seat may know, and nothing else: [`Seen`] gives
//! them the view, the legal moves, and other games that could just as well be the real one.

mod choose;
mod search;
mod seen;

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::ToSchema;

pub use choose::choose;
pub use seen::Seen;

/// How well a bot plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Often plays by the rule of thumb, and often anything at all.
    Easy,
    /// Plays by the ruleset's rule of thumb.
    Medium,
    /// Tries its moves out in games that could be the real one.
    Hard,
}

impl Level {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The level with that word.
    pub fn read(text: &str) -> Option<Self> {
        [Self::Easy, Self::Medium, Self::Hard].into_iter().find(|level| level.as_str() == text)
    }
}

/// From a text only: serde's own would take `{"word":null}` too.
impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| D::Error::unknown_variant(&text, &["easy", "medium", "hard"]))
    }
}
