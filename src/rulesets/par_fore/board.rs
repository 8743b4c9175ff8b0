//! The board of a hole: spots for dice and face cards, and where they are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{rulesets::cards::Card, strict};

/// A point on a hole, in yards: along it from the tee, and across, right positive. The hole itself
/// is at `[length, 0]`.
pub type At = [i64; 2];

/// A hole: a spot for every total of the tee dice but one, and for every face card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeHole)]
#[serde(deny_unknown_fields)]
pub struct Hole {
    /// Counted from 1; it has to be that of its place in the list.
    #[schema(minimum = 1, maximum = 9)]
    pub number: u8,
    #[schema(minimum = 3, maximum = 5)]
    pub par: u8,
    /// In yards, from the tee to the hole.
    #[schema(minimum = 50, maximum = 1000)]
    pub length: i64,
    /// The total that has no spot: a ball that rolls it is lost.
    #[schema(minimum = 2, maximum = 18)]
    pub missing: u8,
    /// By total: 3 to 18 with three dice, 2 to 12 with the two of a par 3.
    #[serde(deserialize_with = "strict::numbered")]
    #[schema(value_type = std::collections::BTreeMap<String, Spot>)]
    pub tee: BTreeMap<u8, Spot>,
    /// By face card, all twelve.
    #[serde(deserialize_with = "strict::map")]
    #[schema(value_type = std::collections::BTreeMap<String, Spot>)]
    pub faces: BTreeMap<Card, Spot>,
    /// The all-suit cluster of a par 5.
    #[serde(default, deserialize_with = "strict::option", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cluster: Option<Mark>,
    /// The drop area of a hole with water.
    #[serde(default, deserialize_with = "strict::option", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub drop: Option<Mark>,
    /// The suit in the middle of the green of a par 3.
    #[serde(default, deserialize_with = "strict::optional_word", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub centre_suit: Option<Suit>,
}

/// A spot on which a ball can come to rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeSpot)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    #[serde(deserialize_with = "strict::word")]
    pub lie: Ground,
    /// Of the fairway: one suit, or two on 3 and 18.
    #[serde(default, deserialize_with = "strict::words", skip_serializing_if = "Vec::is_empty")]
    pub suits: Vec<Suit>,
    #[schema(value_type = [i64; 2])]
    pub at: At,
}

/// A point that is marked on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeMark)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    #[schema(value_type = [i64; 2])]
    pub at: At,
}

/// What a spot lies on. `fairway_face` is a face card on the fairway.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeGround)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    Fairway,
    OffFairway,
    Water,
    Sand,
    Green,
    OutOfBounds,
    FairwayFace,
}

/// A suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeSuit)]
#[serde(rename_all = "snake_case")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// Whether the card is of this suit.
    pub fn is_of(self, card: Card) -> bool {
        matches!(card, Card::Suited { suit, .. } if suit == self as u8)
    }
}

/// The number of a numbered card, Ace 1 to 10; `None` for a face card.
pub(super) fn number(card: Card) -> Option<u8> {
    card.rank().filter(|rank| *rank <= 10)
}

impl Hole {
    /// How many dice the tee shot has.
    pub fn dice(&self) -> usize {
        if self.par == 3 { 2 } else { 3 }
    }

    /// The totals that the tee dice can make.
    pub fn totals(&self) -> std::ops::RangeInclusive<u8> {
        let dice = self.dice() as u8;
        dice..=6 * dice
    }

    /// The square of the distance from a point to the hole, in square yards, exact.
    pub fn distance_squared(&self, at: At) -> i64 {
        let along = self.length - at[0];
        along * along + at[1] * at[1]
    }
}
