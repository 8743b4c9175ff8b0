//! Trying moves out: determinised Monte Carlo, for any ruleset.
//!
//! Again and again a game is imagined that could be the real one. In it each of the best rated moves
//! is played, and then everybody plays by the rule of thumb, now and then carelessly, until the hole
//! is over. All moves are tried in the same games with the same chance, so that luck does not decide
//! between them.

use super::{Seen, choose::best};
use crate::rulesets::{
    chance::Chance,
    rules::{Rules, ScoreOrder, Seat, Viewer},
};

/// How many of the best rated moves are tried.
const CANDIDATES: usize = 6;

/// How many moves are played in imagined games for one decision, at least: the last game is finished.
const MOVES: usize = 4000;

/// How many games are imagined at most.
const GAMES: usize = 120;

/// After how many moves an imagined game is given up.
const LONGEST: usize = 400;

/// Of how many moves in imagined games one is any legal move.
const CARELESS: usize = 12;

/// Chance that starts from one number: the same for every move that is tried.
struct Dice(u64);

impl Dice {
    /// SplitMix64, which is enough for imagined games.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Chance for Dice {
    fn shuffle<T: std::fmt::Display>(&mut self, cards: &mut [T]) {
        for i in (1..cards.len()).rev() {
            cards.swap(i, self.pick(i + 1));
        }
    }

    fn pick(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn die(&mut self) -> u8 {
        self.pick(6) as u8 + 1
    }
}

/// The move that does best in imagined games; of equals the better rated one.
pub fn search<R: Rules, C: Chance>(seen: &Seen<R>, moves: Vec<R::Move>, chance: &mut C) -> Option<R::Move> {
    let candidates = candidates(seen, moves);
    if candidates.len() < 2 {
        return candidates.into_iter().next();
    }
    let mut dice = Dice((0..4).fold(0, |seed, _| seed << 16 | chance.pick(1 << 16) as u64));
    let mut sums = vec![0.0; candidates.len()];
    let (mut played, mut games) = (0, 0);
    while played < MOVES && games < GAMES {
        let imagined = seen.imagine(&mut dice);
        let luck = dice.next();
        for (candidate, sum) in candidates.iter().zip(&mut sums) {
            let (result, moves) = try_out(&imagined, seen.seat(), candidate, Dice(luck));
            *sum += result;
            played += moves;
        }
        games += 1;
    }
    best(&sums, candidates)
}

/// The best rated moves, best first.
fn candidates<R: Rules>(seen: &Seen<R>, moves: Vec<R::Move>) -> Vec<R::Move> {
    let ratings = R::rate(&seen.view(), seen.seat(), &moves);
    let mut rated: Vec<(f64, R::Move)> = ratings.into_iter().zip(moves).collect();
    rated.sort_by(|one, two| two.0.total_cmp(&one.0));
    rated.into_iter().take(CANDIDATES).map(|(_, action)| action).collect()
}

/// How well a move does in an imagined game, and how many moves that took.
fn try_out<R: Rules>(imagined: &R, seat: Seat, action: &R::Move, mut dice: Dice) -> (f64, usize) {
    let before = imagined.scores();
    let Ok(step) = imagined.apply(seat, action, &mut dice) else { return (0.0, 1) };
    let mut state = step.state;
    let mut moves = 1;
    while moves < LONGEST && state.scores() == before {
        let Some(&next) = state.to_act().first() else { break };
        let Some(action) = rule_of_thumb(&state, next, &mut dice) else { break };
        let Ok(step) = state.apply(next, &action, &mut dice) else { break };
        state = step.state;
        moves += 1;
    }
    (gain::<R>(seat, &before, &state.scores()), moves)
}

fn rule_of_thumb<R: Rules>(state: &R, seat: Seat, dice: &mut Dice) -> Option<R::Move> {
    let mut moves = state.legal_moves(seat);
    if moves.len() < 2 {
        return moves.pop();
    }
    if dice.pick(CARELESS) == 0 {
        let any = dice.pick(moves.len());
        return Some(moves.swap_remove(any));
    }
    best(&R::rate(&state.view(Viewer::Seat(seat)), seat, &moves), moves)
}

/// What the side of the seat has gained on the others.
fn gain<R: Rules>(seat: Seat, before: &[i32], after: &[i32]) -> f64 {
    let seats = before.len();
    let side = R::side(seats, seat);
    let change = |other: Seat| f64::from(after[other] - before[other]);
    let mean = |of_side: bool| {
        let all: Vec<f64> =
            (0..seats).filter(|other| (R::side(seats, *other) == side) == of_side).map(change).collect();
        if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 }
    };
    let ahead = mean(true) - mean(false);
    match R::ABOUT.score_order {
        ScoreOrder::High => ahead,
        ScoreOrder::Low => -ahead,
    }
}
