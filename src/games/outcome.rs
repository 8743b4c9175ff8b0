//! How a game ended.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::words::Reason;
use crate::rulesets::rules::Place;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// Best first; empty if the game was abandoned.
    pub places: Vec<Place>,
    pub reason: Reason,
}
