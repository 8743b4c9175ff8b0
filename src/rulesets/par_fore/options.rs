//! The settings of a game of Par Fore the Course.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::course::HOLES;
use crate::rulesets::rules::BadOption;

/// The settings of a game of Par Fore the Course; what is left out gets its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeOptions)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many holes are played: the first ones of the course.
    #[schema(minimum = 1, maximum = 9, default = 9)]
    pub holes: u8,
    /// The id of a course.
    #[schema(default = "par_fore")]
    pub course: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { holes: HOLES as u8, course: "par_fore".into() }
    }
}

impl Options {
    /// Every option that is out of its range.
    pub(super) fn check(&self) -> Vec<BadOption> {
        let is_well = (1..=HOLES).contains(&usize::from(self.holes));
        let holes = || BadOption { option: "holes", detail: "play 1 to 9 holes".into() };
        (!is_well).then(holes).into_iter().collect()
    }
}
