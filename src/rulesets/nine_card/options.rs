//! The settings of a game of nine-card Golf.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{rulesets::rules::BadOption, strict};

/// The settings of a game of nine-card Golf; what is left out gets its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NineCardOptions)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many holes (deals) are played.
    #[schema(minimum = 1, maximum = 18, default = 9)]
    pub holes: u8,
    /// Whether players may rearrange their cards after turning three of them up.
    #[schema(default = false)]
    pub rearrange: bool,
    /// Whether a row or column of three face-up cards of equal rank and suit is removed. The
    /// cards scored 0 already, so this can only hurt.
    #[schema(default = false)]
    pub clear_lines: bool,
    /// Strokes added to the score of the player who went out first, if somebody scored lower.
    #[schema(minimum = 0, maximum = 100, default = 0)]
    pub out_penalty: u8,
    #[serde(deserialize_with = "strict::word")]
    pub joker_pairs: JokerPairs,
}

/// What a pair of Jokers does: `cancel` scores them 0 like any pair, `keep` leaves them at −2 each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NineCardJokerPairs, default = "cancel")]
#[serde(rename_all = "snake_case")]
pub enum JokerPairs {
    #[default]
    Cancel,
    Keep,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            holes: 9,
            rearrange: false,
            clear_lines: false,
            out_penalty: 0,
            joker_pairs: JokerPairs::default(),
        }
    }
}

impl Options {
    /// Every option that is out of its range.
    pub(super) fn check(&self) -> Vec<BadOption> {
        let holes = (!(1..=18).contains(&self.holes))
            .then(|| BadOption { option: "holes", detail: "play 1 to 18 holes".into() });
        let out_penalty = (self.out_penalty > 100)
            .then(|| BadOption { option: "out_penalty", detail: "the penalty is 0 to 100 strokes".into() });
        holes.into_iter().chain(out_penalty).collect()
    }
}
