//! The settings of a game of Card Golf.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::course::HOLES;
use crate::rulesets::rules::BadOption;

/// The settings of a game of Card Golf; what is left out gets its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CardGolfOptions)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many holes are played: the first ones of the course.
    #[schema(minimum = 1, maximum = 18, default = 18)]
    pub holes: u8,
    /// The id of a course.
    #[schema(default = "st_andrews")]
    pub course: String,
    /// Whether the game ends as soon as nobody can draw level with the leader any more.
    #[schema(default = true)]
    pub stop_when_decided: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { holes: HOLES as u8, course: "st_andrews".into(), stop_when_decided: true }
    }
}

impl Options {
    /// Every option that is out of its range.
    pub(super) fn check(&self) -> Vec<BadOption> {
        let holes = !(1..=HOLES).contains(&usize::from(self.holes));
        holes
            .then(|| BadOption { option: "holes", detail: "play 1 to 18 holes".into() })
            .into_iter()
            .collect()
    }
}
