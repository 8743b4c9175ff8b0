//! What happens in a game of Card Golf, for telling it and for playing it again.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    ball::{Lie, Spot},
    card::{Card, Shown},
    view::BallView,
};
use crate::rulesets::rules::{Place, Viewer};

/// Something that happened in a game of Card Golf. All chance is in the events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = CardGolfEvent)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The dealer of the first hole was drawn at random.
    FirstDealer { seat: usize },
    /// The whole pack was shuffled for a deal, or the played cards for a new pack.
    Shuffle {
        /// Top card first. Left out while the game goes on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        order: Option<Vec<Card>>,
    },
    /// Six cards were dealt to each player, and the balls lie on the tee.
    HoleStarted {
        /// Counted from 1.
        #[schema(minimum = 1, maximum = 18)]
        hole: u8,
        /// The hole's name, if the course has names.
        #[schema(required = true)]
        name: Option<String>,
        /// In yards, as it is played: rounded to the nearest 20.
        length: i64,
        /// The hole's par, if the course has pars.
        #[schema(required = true)]
        par: Option<i64>,
        dealer: usize,
        /// Who takes the first turn: the dealer's left-hand neighbour.
        first: usize,
        /// How many cards are left in the pack.
        pack: usize,
    },
    /// A player drew the top card of the pack.
    Draw {
        seat: usize,
        /// `??` for everybody else while the game goes on.
        card: Shown,
    },
    /// A player played a stroke card for his side's ball.
    Stroke {
        seat: usize,
        side: usize,
        card: Card,
        /// Whether Holed-Out was played together with it.
        holed_out: bool,
        from: Position,
        to: Position,
        /// 1 if it was a first Putt, which now stands; else 0.
        #[schema(minimum = 0, maximum = 1)]
        putts: u8,
    },
    /// A side's ball is in the hole.
    HoledOut {
        /// Whose stroke it was.
        seat: usize,
        side: usize,
    },
    /// The first ball is in: play goes on until the dealer has had his turn.
    LastTurns { dealer: usize },
    /// A player handed a hazard card to an opponent.
    Hazard {
        seat: usize,
        /// Who was handed the card.
        target: usize,
        /// Whose ball it meets.
        side: usize,
        card: Card,
    },
    /// The last stroke of a ball was cancelled: it is back where that was played from.
    StrokeCancelled { side: usize, from: Position, to: Position },
    /// A ball was moved into the rough or a bunker.
    BallMoved { side: usize, from: Position, to: Position },
    /// A first Putt does not stand any more.
    PuttCancelled { side: usize },
    /// A player is going to miss a turn.
    TurnLost {
        seat: usize,
        /// How many turns he is going to miss now.
        missed_turns: u32,
    },
    /// A player has missed his turn.
    TurnMissed {
        seat: usize,
        /// How many more he is going to miss.
        missed_turns: u32,
    },
    /// A player did nothing, as there was no card left to draw.
    Passed { seat: usize },
    /// A hole is over.
    HoleFinished {
        /// Counted from 1.
        #[schema(minimum = 1, maximum = 18)]
        hole: u8,
        /// The side that won it; null if it was halved.
        #[schema(required = true)]
        winner: Option<usize>,
        /// Per seat 1 if its side has won the hole, else 0.
        scores: Vec<i32>,
        /// Per side, over all holes.
        holes_won: Vec<i32>,
        /// Per side, where its ball was at the end.
        balls: Vec<BallView>,
    },
    /// The last hole is over, or nobody could draw level any more.
    GameFinished {
        /// Per side.
        holes_won: Vec<i32>,
        /// How many holes were not played any more.
        holes_left: u8,
        /// Each seat's score: the holes that its side has won.
        totals: Vec<i32>,
        /// Best first; partners share theirs.
        places: Vec<Place>,
    },
}

/// Where a ball is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CardGolfPosition)]
pub struct Position {
    /// Yards from the tee; more than the hole's length beyond the hole.
    #[schema(minimum = 0)]
    pub at: i64,
    /// Yards left to the hole, from either side.
    #[schema(minimum = 0)]
    pub to_hole: i64,
    pub lie: Lie,
}

impl Spot {
    /// The position as it is told.
    pub(super) fn seen(self, length: i64) -> Position {
        Position { at: self.at, to_hole: self.to_hole(length), lie: self.lie }
    }
}

impl Event {
    /// The event as `viewer` may see it while the game goes on.
    pub(super) fn redacted(&self, viewer: Viewer) -> Self {
        match self {
            Event::Shuffle { .. } => Event::Shuffle { order: None },
            Event::Draw { seat, .. } if !viewer.is(*seat) => Event::Draw { seat: *seat, card: Shown::Hidden },
            Event::Draw { .. }
            | Event::FirstDealer { .. }
            | Event::HoleStarted { .. }
            | Event::Stroke { .. }
            | Event::HoledOut { .. }
            | Event::LastTurns { .. }
            | Event::Hazard { .. }
            | Event::StrokeCancelled { .. }
            | Event::BallMoved { .. }
            | Event::PuttCancelled { .. }
            | Event::TurnLost { .. }
            | Event::TurnMissed { .. }
            | Event::Passed { .. }
            | Event::HoleFinished { .. }
            | Event::GameFinished { .. } => self.clone(),
        }
    }
}
