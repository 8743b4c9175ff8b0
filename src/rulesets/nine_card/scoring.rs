//! What layouts score.

use super::{
    layout::{CELLS, Faces},
    options::JokerPairs,
};
use crate::rulesets::{cards::Card, rules::Seat};

/// What each cell scores: 0 in a pair, else the card's value; an empty cell scores 0.
pub(super) fn points(layout: &Faces, joker_pairs: JokerPairs) -> [i32; CELLS] {
    std::array::from_fn(|cell| match layout[cell] {
        None => 0,
        Some(Card::Joker) if joker_pairs == JokerPairs::Keep => value(Card::Joker),
        Some(card) if is_paired(layout, cell, card) => 0,
        Some(card) => value(card),
    })
}

/// The strokes added to the score of `went_out`: `out_penalty` unless nobody scored lower.
pub(super) fn penalty(raw: &[i32], went_out: Seat, out_penalty: u8) -> u8 {
    let is_lowest = raw.iter().all(|&score| raw[went_out] <= score);
    if is_lowest { 0 } else { out_penalty }
}

/// Whether a card of equal rank lies next to the cell, horizontally or vertically. Jokers are
/// equal to each other.
fn is_paired(layout: &Faces, cell: usize, card: Card) -> bool {
    let next_to = |other: usize| (cell / 3).abs_diff(other / 3) + (cell % 3).abs_diff(other % 3) == 1;
    (0..CELLS)
        .filter(|&other| next_to(other))
        .any(|other| layout[other].is_some_and(|other| other.rank() == card.rank()))
}

/// What a card scores that is in no pair.
fn value(card: Card) -> i32 {
    match card.rank() {
        None => -2,
        Some(13) => 0,
        Some(rank) => i32::from(rank.min(10)),
    }
}
