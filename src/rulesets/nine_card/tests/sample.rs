//! What the suite of all rulesets has to know about this one.

use std::sync::Arc;

use super::super::{
    JokerPairs, Move, NineCard, Options,
    state::{Stage, decks},
};
use crate::rulesets::{
    cards::{Card, packs},
    chance::Chance,
    conformance::Sample,
    courses::NoCourse,
    rules::{Seat, Viewer, left_of},
};

impl Sample for NineCard {
    const EVENT_TYPES: &[&str] = &[
        "first_dealer",
        "shuffle",
        "hole_started",
        "revealed",
        "arranged",
        "play_started",
        "draw",
        "swapped",
        "discarded",
        "took",
        "line_cleared",
        "went_out",
        "hole_finished",
        "game_finished",
    ];

    fn options() -> Vec<Options> {
        let options = |n: u8| Options {
            holes: 1 + n / 8,
            rearrange: n & 1 != 0,
            clear_lines: n & 2 != 0,
            out_penalty: if n & 4 != 0 { 25 } else { 0 },
            joker_pairs: if (n & 1 != 0) == (n & 4 != 0) { JokerPairs::Cancel } else { JokerPairs::Keep },
        };
        (0..16).map(options).collect()
    }

    fn sample_course(_: &Options) -> Arc<NoCourse> {
        Arc::new(NoCourse)
    }

    fn universe(_seats: usize) -> Vec<Move> {
        let cells = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, i64::MIN, i64::MAX];
        let of_cells = cells.into_iter().flat_map(|cell| [Move::Swap { cell }, Move::Take { cell }]);
        let mut triples: Vec<Vec<i64>> = (0..729).map(|n| vec![n / 81, n / 9 % 9, n % 9]).collect();
        triples.retain(|t| t.is_sorted() || t[0] > t[2]);
        triples.extend([vec![], vec![0, 1], vec![0, 1, 2, 3], vec![-1, 0, 1], vec![7, 8, 9]]);
        triples.extend([vec![0, 1, i64::MAX], vec![i64::MIN, 0, 1], vec![4; 10_000]]);
        let keep: Vec<i64> = (0..9).collect();
        let mut orders = vec![keep.clone(), keep.iter().rev().copied().collect(), vec![]];
        orders.extend([keep[1..].to_vec(), (1..10).collect(), (-1..8).collect(), (0..10).collect()]);
        orders.extend([vec![3; 9], vec![i64::MAX; 9], vec![0; 10_000], vec![2, 0, 1, 3, 4, 5, 6, 7, 8]]);
        let revealing = triples.into_iter().map(|cells| Move::Reveal { cells });
        let arranging = orders.into_iter().map(|order| Move::Arrange { order });
        of_cells.chain(revealing).chain(arranging).chain([Move::Draw {}, Move::Discard {}]).collect()
    }

    fn cards(&self) -> Vec<String> {
        let hole = &self.hole;
        let drawn = match hole.stage {
            Stage::Turn { drawn, .. } => drawn,
            Stage::Setup(_) | Stage::Over => None,
        };
        let laid = hole.layouts.iter().flatten().flatten().map(|placed| placed.card);
        let piles = [&hole.stock, &hole.spent, &hole.removed].into_iter().flatten().copied();
        let mut names = names(laid.chain(piles).chain([hole.discard]).chain(drawn));
        names.sort_unstable();
        names
    }

    fn secrets(&self, viewer: Viewer) -> Vec<Vec<String>> {
        let hole = &self.hole;
        let drawn = match hole.stage {
            Stage::Turn { seat, drawn } if !viewer.is(seat) => drawn,
            Stage::Over => return Vec::new(),
            Stage::Turn { .. } | Stage::Setup(_) => None,
        };
        let face_down = hole.layouts.iter().flatten().flatten().filter(|placed| !placed.up);
        let unseen = names(face_down.map(|placed| placed.card));
        let undrawn = names(hole.stock.iter().copied().chain(drawn));
        match hole.reshuffled {
            true => vec![unseen, undrawn],
            false => vec![[unseen, undrawn].concat()],
        }
    }

    fn tells(&self, seat: Seat, action: &Move, viewer: Viewer) -> bool {
        let is_face_down = |cell: i64| {
            let placed = usize::try_from(cell).ok().and_then(|cell| self.hole.layouts[seat][cell]);
            placed.is_some_and(|placed| !placed.up)
        };
        match action {
            Move::Reveal { .. } => true,
            Move::Arrange { .. } => false,
            Move::Draw {} => viewer.is(seat),
            Move::Discard {} => !viewer.is(seat) || self.ends_with(seat),
            Move::Swap { cell } => !viewer.is(seat) || is_face_down(*cell) || self.ends_with(seat),
            Move::Take { cell } => is_face_down(*cell) || self.ends_with(seat),
        }
    }

    fn listed_form(action: &Move) -> Move {
        match action {
            Move::Reveal { cells } => {
                let mut cells = cells.clone();
                cells.sort_unstable();
                Move::Reveal { cells }
            }
            Move::Arrange { order } => {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                Move::Arrange { order: sorted }
            }
            Move::Draw {} | Move::Swap { .. } | Move::Discard {} | Move::Take { .. } => action.clone(),
        }
    }

    fn any_form<C: Chance>(action: &Move, chance: &mut C) -> Move {
        let mut any = action.clone();
        if let Move::Reveal { cells: numbers } | Move::Arrange { order: numbers } = &mut any {
            chance.shuffle(numbers);
        }
        any
    }

    fn is_odd(action: &Move) -> bool {
        match action {
            Move::Draw {} | Move::Discard {} => true,
            Move::Reveal { cells } => cells[0] % 3 == 0 && cells[2] - cells[0] == 2,
            Move::Arrange { .. } | Move::Swap { .. } | Move::Take { .. } => false,
        }
    }

    /// Deals everybody three rows of three equal cards.
    fn odd_shuffle(seats: usize) -> Option<Vec<String>> {
        let mut rest = packs(decks(seats), 2);
        let kinds: Vec<Card> = rest[..3 * seats].to_vec();
        let dealt: Vec<Card> = kinds.chunks(seats).flat_map(|kinds| kinds.repeat(3)).collect();
        for card in &dealt {
            let at = rest.iter().position(|other| other == card).expect("three packs hold three of each");
            rest.swap_remove(at);
        }
        Some(names(dealt.into_iter().chain(rest)))
    }
}

impl NineCard {
    /// Whether the hole ends with the turn of `seat`.
    fn ends_with(&self, seat: Seat) -> bool {
        self.hole.went_out == Some(left_of(seat, self.hole.layouts.len()))
    }
}

fn names(cards: impl Iterator<Item = Card>) -> Vec<String> {
    cards.map(|card| card.to_string()).collect()
}
