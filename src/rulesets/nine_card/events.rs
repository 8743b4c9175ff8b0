//! What happens in a game of nine-card Golf, for telling it and for playing it again.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rulesets::{
    cards::{Card, Shown},
    rules::{Place, Viewer},
};

/// Something that happened in a game of nine-card Golf. All chance is in the events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = NineCardEvent)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The dealer of the first hole was drawn at random.
    FirstDealer { seat: usize },
    /// All packs were shuffled for a deal, or the discards below the top one into a new stock.
    Shuffle {
        /// Top card first. Left out while the game goes on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        order: Option<Vec<Card>>,
    },
    /// Nine cards were dealt to each player, face down, and one was turned up.
    HoleStarted {
        /// Counted from 1.
        #[schema(minimum = 1, maximum = 18)]
        hole: u8,
        dealer: usize,
        /// Who will take the first turn: the dealer's left-hand neighbour.
        first: usize,
        /// How many cards are left in the stock.
        stock: usize,
        /// The card that was turned up to begin the discard pile.
        discard: Card,
    },
    /// A player turned three cards face up.
    Revealed {
        seat: usize,
        /// Ascending.
        cells: Vec<usize>,
        /// The cards in these cells, in the same order.
        cards: Vec<Card>,
    },
    /// A player rearranged his cards, or kept them.
    Arranged {
        seat: usize,
        /// Cell *i* got the card that lay in cell `order[i]`; an empty cell keeps its place.
        order: Vec<usize>,
    },
    /// Everybody is ready, and the first turn begins.
    PlayStarted { seat: usize },
    /// A player drew the top card of the stock, to look at.
    Draw {
        seat: usize,
        /// `??` for everybody else while the game goes on.
        card: Shown,
    },
    /// A player put the card that he had drawn into his layout.
    Swapped { seat: usize, cell: usize, card: Card, discarded: Card },
    /// A player discarded the card that he had drawn.
    Discarded { seat: usize, card: Card },
    /// A player took the top discard into his layout.
    Took { seat: usize, cell: usize, card: Card, discarded: Card },
    /// Three equal cards in a row or column were removed from a layout.
    LineCleared {
        seat: usize,
        /// The row or column, ascending. Lines that are removed at once may share a cell.
        cells: Vec<usize>,
        /// The card of which there were three.
        card: Card,
    },
    /// A player has no face-down card left; every other player has one more turn.
    WentOut { seat: usize },
    /// All cards were turned up and scored.
    HoleFinished(HoleResult),
    /// The last hole is over.
    GameFinished {
        /// Each seat's total over all holes.
        totals: Vec<i32>,
        /// Best first.
        places: Vec<Place>,
    },
}

/// How a hole of nine-card Golf ended. Lists are per seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = NineCardHoleResult)]
pub struct HoleResult {
    /// Counted from 1.
    #[schema(minimum = 1, maximum = 18)]
    pub hole: u8,
    /// Who went out first.
    pub went_out: usize,
    /// All cards turned up: nine cells each, null for a cell that was emptied.
    pub layouts: Vec<[Option<Card>; 9]>,
    /// What each of the nine cells scored; 0 for an empty one.
    pub points: Vec<[i32; 9]>,
    /// The strokes that were added to the score of the player who went out; 0 if he was lowest.
    pub penalty: u8,
    /// The scores of the hole, penalty included.
    pub scores: Vec<i32>,
    /// The totals after the hole.
    pub totals: Vec<i32>,
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
            | Event::Revealed { .. }
            | Event::Arranged { .. }
            | Event::PlayStarted { .. }
            | Event::Swapped { .. }
            | Event::Discarded { .. }
            | Event::Took { .. }
            | Event::LineCleared { .. }
            | Event::WentOut { .. }
            | Event::HoleFinished(_)
            | Event::GameFinished { .. } => self.clone(),
        }
    }
}
