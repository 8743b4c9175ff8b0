//! What a bot plays.

use super::{Level, Seen, search::search};
use crate::rulesets::{chance::Chance, rules::Rules};

/// Of how many easy moves one is any legal move.
const CARELESS: usize = 2;

/// The bot's move; `None` only if it has none. The same for the same chance.
pub fn choose<R: Rules, C: Chance>(seen: &Seen<R>, level: Level, chance: &mut C) -> Option<R::Move> {
    let mut moves = seen.legal_moves();
    if moves.len() < 2 {
        return moves.pop();
    }
    match level {
        Level::Easy if chance.pick(CARELESS) == 0 => {
            let any = chance.pick(moves.len());
            Some(moves.swap_remove(any))
        }
        Level::Easy | Level::Medium => best(&R::rate(&seen.view(), seen.seat(), &moves), moves),
        Level::Hard => search(seen, moves, chance),
    }
}

/// The best rated move, the first of equals.
pub fn best<M>(ratings: &[f64], mut moves: Vec<M>) -> Option<M> {
    let mut best = 0;
    for (index, rating) in ratings.iter().enumerate().take(moves.len()) {
        if *rating > ratings[best] {
            best = index;
        }
    }
    (!moves.is_empty()).then(|| moves.swap_remove(best))
}
