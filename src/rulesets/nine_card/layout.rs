//! A layout: nine cells in three rows, numbered row by row.

use serde::{Deserialize, Serialize};

use crate::rulesets::cards::Card;

/// How many cells a layout has.
pub(super) const CELLS: usize = 9;

/// The rows and columns.
const LINES: [[usize; 3]; 6] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];

/// A card in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Placed {
    pub card: Card,
    /// Whether it lies face up.
    pub up: bool,
}

/// The nine cells; `None` for one that was emptied.
pub(super) type Layout = [Option<Placed>; CELLS];

/// A layout with all its cards turned up.
pub type Faces = [Option<Card>; CELLS];

/// The layout with everything turned up.
pub(super) fn faces(layout: &Layout) -> Faces {
    layout.map(|cell| cell.map(|placed| placed.card))
}

/// Whether no card lies face down any more.
pub(super) fn is_exposed(layout: &Layout) -> bool {
    layout.iter().flatten().all(|placed| placed.up)
}

/// Every row and column of three face-up cards of equal rank and suit, with the card. Jokers have
/// no suit, so that they never make one.
pub(super) fn equal_lines(layout: &Layout) -> Vec<([usize; 3], Card)> {
    let open = |cell: usize| layout[cell].filter(|placed| placed.up).map(|placed| placed.card);
    let equal = |line: [usize; 3]| {
        let card = open(line[0]).filter(|&card| card != Card::Joker)?;
        (open(line[1]) == Some(card) && open(line[2]) == Some(card)).then_some((line, card))
    };
    LINES.into_iter().filter_map(equal).collect()
}
