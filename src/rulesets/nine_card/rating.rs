//! A rule of thumb for bots.

use super::{
    layout::{CELLS, Faces},
    moves::Move,
    options::JokerPairs,
    scoring,
    view::View,
};
use crate::rulesets::{cards::Shown, rules::Seat};

/// What a card that nobody has seen is taken to cost: the average of a pack is 5.5, and some will
/// make a pair.
const UNSEEN: f64 = 5.0;

/// What drawing is worth: about so much can be gained with an unknown card.
const DRAW: f64 = 2.0;

/// What it is worth to turn a card up that can do harm later.
const TURNED_UP: f64 = 0.3;

/// What going out costs for whoever is not the lowest.
const OUT_TOO_EARLY: f64 = 4.0;

type Cells = [Option<Shown>; CELLS];

/// How good each move looks, in points gained.
pub(super) fn rate(view: &View, seat: Seat, moves: &[Move]) -> Vec<f64> {
    let layout = &view.layouts[seat];
    let now = cost(layout);
    let gain = |cell: i64, card: Option<Shown>| {
        let Ok(cell) = usize::try_from(cell) else { return 0.0 };
        let mut after = *layout;
        after[cell] = card;
        let mut gain = now - cost(&after);
        if layout[cell] == Some(Shown::Hidden) {
            gain += TURNED_UP;
            let goes_out = !after.contains(&Some(Shown::Hidden)) && view.went_out.is_none();
            let others = view.layouts.iter().enumerate().filter(|(other, _)| *other != seat);
            let lowest = others.map(|(_, other)| cost(other)).fold(f64::MAX, f64::min);
            if goes_out && cost(&after) > lowest {
                gain -= OUT_TOO_EARLY;
            }
        }
        gain
    };
    let rating = |action: &Move| match action {
        Move::Reveal { .. } | Move::Arrange { .. } | Move::Discard {} => 0.0,
        Move::Draw {} => DRAW,
        Move::Swap { cell } => gain(*cell, view.drawn),
        Move::Take { cell } => gain(*cell, Some(Shown::Face(view.discard))),
    };
    moves.iter().map(rating).collect()
}

/// What a layout costs, as far as it can be seen.
fn cost(layout: &Cells) -> f64 {
    let unseen = layout.iter().filter(|cell| **cell == Some(Shown::Hidden)).count();
    let faces: Faces = layout.map(|cell| match cell {
        Some(Shown::Face(card)) => Some(card),
        Some(Shown::Hidden) | None => None,
    });
    let seen: i32 = scoring::points(&faces, JokerPairs::Cancel).iter().sum();
    f64::from(seen) + UNSEEN * unseen as f64
}
