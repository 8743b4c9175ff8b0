//! What happens in a game of Par Fore the Course, for telling it and for playing it again.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{board::Suit, view::Position};
use crate::rulesets::{
    cards::{Card, Shown},
    rules::{Place, Viewer},
};

/// Something that happened in a game of Par Fore the Course. All chance is in the events. The score
/// of a hole is the number of its `stroke` events and the sum of its `penalty` events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeEvent)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A round of cutting: the lowest plays first, those who tie cut again.
    Cut {
        /// Per seat; null for one that is not in this round.
        cards: Vec<Option<Card>>,
    },
    /// The pack was shuffled, or the discards into a new pack.
    Shuffle {
        /// Top card first. Left out while the game goes on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        order: Option<Vec<Card>>,
    },
    /// The balls lie on the tee, and the hands are filled up.
    HoleStarted {
        /// Counted from 1.
        #[schema(minimum = 1, maximum = 9)]
        hole: u8,
        #[schema(minimum = 3, maximum = 5)]
        par: u8,
        /// In yards.
        length: i64,
        /// The seats in the order of their tee shots.
        order: Vec<usize>,
        /// The total of the tee dice that has no spot.
        missing: u8,
        /// The suit in the middle of the green of a par 3.
        #[schema(required = true)]
        centre_suit: Option<Suit>,
    },
    /// A player drew a card.
    Draw {
        seat: usize,
        /// `??` for everybody else while the game goes on.
        card: Shown,
    },
    /// A player rolled dice.
    Dice { seat: usize, dice: Vec<u8>, total: u8 },
    /// A player played a card for a ball: his own, or one that is out of control.
    CardPlayed {
        seat: usize,
        /// Whose ball it is played for.
        ball: usize,
        card: Card,
    },
    /// The top card of the pack was turned up for a ball that is out of control.
    Flipped { seat: usize, card: Card },
    /// A stroke of a player's ball.
    Stroke {
        /// Whose ball it is.
        seat: usize,
        by: StrokeKind,
        /// The card, if one was played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        card: Option<Card>,
        /// His strokes in this hole so far, without penalties.
        strokes: u32,
    },
    /// Penalty strokes.
    Penalty { seat: usize, reason: PenaltyReason, strokes: u32 },
    /// A ball came to rest.
    BallMoved {
        /// Whose ball it is.
        seat: usize,
        to: Position,
    },
    /// Doubles without a card of their number: the ball stays in the sand.
    StaysInSand { seat: usize },
    /// A player discarded the card that puts his ball into the hole.
    Discarded { seat: usize, card: Card },
    /// A putt.
    Putt {
        seat: usize,
        /// How far from the hole it was played.
        feet: u8,
        /// How far from the hole it ended; 0 in the hole.
        left: u8,
    },
    /// A ball is in the hole.
    HoledOut { seat: usize, by: Holing, strokes: u32, penalties: u32 },
    /// All balls are in the hole.
    HoleFinished {
        /// Counted from 1.
        #[schema(minimum = 1, maximum = 9)]
        hole: u8,
        /// Per seat.
        strokes: Vec<u32>,
        /// Per seat.
        penalties: Vec<u32>,
        /// Per seat, strokes and penalties.
        scores: Vec<i32>,
        /// Per seat, over all holes.
        totals: Vec<i32>,
    },
    /// The last hole is over.
    GameFinished {
        /// Each seat's total over all holes.
        totals: Vec<i32>,
        /// Best first.
        places: Vec<Place>,
    },
}

/// What a stroke was made with: the dice from tee, sand or green, or a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeStrokeKind)]
#[serde(rename_all = "snake_case")]
pub enum StrokeKind {
    Tee,
    Card,
    Sand,
    Putt,
}

/// What a penalty is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForePenaltyReason)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyReason {
    LostBall,
    OutOfBounds,
    Water,
}

/// How a ball came into the hole. `matching_card` has the number and suit of a par 4's spot,
/// `double_eagle` is the same off a 3 on a par 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeHoling)]
#[serde(rename_all = "snake_case")]
pub enum Holing {
    Putt,
    HoleInOne,
    MatchingCard,
    DoubleEagle,
    SandDoubles,
}

impl Event {
    /// The event as `viewer` may see it while the game goes on.
    pub(super) fn redacted(&self, viewer: Viewer) -> Self {
        match self {
            Event::Shuffle { .. } => Event::Shuffle { order: None },
            Event::Draw { seat, .. } if !viewer.is(*seat) => Event::Draw { seat: *seat, card: Shown::Hidden },
            Event::Draw { .. }
            | Event::Cut { .. }
            | Event::HoleStarted { .. }
            | Event::Dice { .. }
            | Event::CardPlayed { .. }
            | Event::Flipped { .. }
            | Event::Stroke { .. }
            | Event::Penalty { .. }
            | Event::BallMoved { .. }
            | Event::StaysInSand { .. }
            | Event::Discarded { .. }
            | Event::Putt { .. }
            | Event::HoledOut { .. }
            | Event::HoleFinished { .. }
            | Event::GameFinished { .. } => self.clone(),
        }
    }
}
