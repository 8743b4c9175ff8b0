//! Which moves a player has.

use super::{
    NineCard,
    layout::{CELLS, Layout},
    moves::Move,
    state::{Due, Stage},
};
use crate::rulesets::rules::Seat;

/// The cells in the order of their numbers.
const NUMBERS: std::ops::Range<i64> = 0..CELLS as i64;

impl NineCard {
    /// Every move of `seat`; of `reveal` the ascending cells only, of `arrange` the identity.
    pub(super) fn moves_of(&self, seat: Seat) -> Vec<Move> {
        match &self.hole.stage {
            Stage::Setup(dues) => match dues.get(seat) {
                Some(Due::Reveal) => reveals(),
                Some(Due::Arrange) => vec![Move::Arrange { order: NUMBERS.collect() }],
                Some(Due::Nothing) | None => Vec::new(),
            },
            Stage::Turn { seat: turn, drawn } if *turn == seat => {
                let cells = filled(&self.hole.layouts[seat]);
                match drawn {
                    Some(_) => cells.map(|cell| Move::Swap { cell }).chain([Move::Discard {}]).collect(),
                    None => {
                        let draw = self.hole.can_draw().then_some(Move::Draw {});
                        draw.into_iter().chain(cells.map(|cell| Move::Take { cell })).collect()
                    }
                }
            }
            Stage::Turn { .. } | Stage::Over => Vec::new(),
        }
    }
}

/// The 84 ways to turn up three of nine cards.
fn reveals() -> Vec<Move> {
    let triples = NUMBERS.flat_map(|a| {
        (a + 1..NUMBERS.end).flat_map(move |b| (b + 1..NUMBERS.end).map(move |c| vec![a, b, c]))
    });
    triples.map(|cells| Move::Reveal { cells }).collect()
}

/// The numbers of the cells that hold a card.
fn filled(layout: &Layout) -> impl Iterator<Item = i64> {
    NUMBERS.zip(layout).filter(|(_, cell)| cell.is_some()).map(|(number, _)| number)
}
