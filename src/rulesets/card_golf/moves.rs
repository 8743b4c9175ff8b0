//! The moves of Card Golf.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move in Card Golf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CardGolfMove)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Move {
    /// Play a stroke card: a distance card, a Putt or a Sunk Putt.
    #[schema(example = json!({"type": "stroke", "card": "7_iron_120"}))]
    Stroke {
        card: String,
        /// Whether Holed-Out is played together with it, to hole out from more than 20 yards.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(default = false)]
        holed_out: bool,
    },
    /// Hand a hazard card to an opponent.
    #[schema(example = json!({"type": "hazard", "card": "bunker", "target": 1}))]
    Hazard {
        card: String,
        /// The opponent's seat.
        target: i64,
    },
    /// Draw the top card of the pack; you alone see it.
    #[schema(example = json!({"type": "draw"}))]
    Draw {},
    /// Do nothing; only when there is no card left to draw.
    #[schema(example = json!({"type": "pass"}))]
    Pass {},
}

impl Move {
    /// The `type` of every move.
    pub(super) const TYPES: &[&str] = &["stroke", "hazard", "draw", "pass"];
}
