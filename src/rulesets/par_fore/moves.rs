//! The moves of Par Fore the Course.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move in Par Fore the Course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeMove)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Move {
    /// Roll the dice, from the tee or from the sand.
    #[schema(example = json!({"type": "roll"}))]
    Roll {},
    /// Play a card for your ball, or for your right-hand neighbour's when it is out of control.
    #[schema(example = json!({"type": "play", "card": "5C"}))]
    Play { card: String },
    /// Alone and out of control: the top card of the pack is played for your ball.
    #[schema(example = json!({"type": "flip"}))]
    Flip {},
    /// Putt until the ball is in the hole.
    #[schema(example = json!({"type": "putt"}))]
    Putt {},
}

impl Move {
    /// The `type` of every move.
    pub(super) const TYPES: &[&str] = &["roll", "play", "flip", "putt"];
}
