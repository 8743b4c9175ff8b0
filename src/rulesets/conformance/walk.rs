//! Sampled games: every number of players, every option, random moves.

use std::{collections::VecDeque, fmt::Display, sync::Arc};

use super::Sample;
use crate::rulesets::{
    chance::{Chance, Script, Seed, Stream},
    rules::{Seat, Step, Viewer},
};

/// No sampled game may have more moves.
const BOUND: u64 = 20_000;

/// For how many moves an odd game stays odd.
const ODD_MOVES: u64 = 400;

/// A game to be played.
pub struct Setup<R: Sample> {
    pub options: R::Options,
    pub seats: usize,
    number: u64,
}

/// A move in a sampled game.
pub struct Turn<'a, R: Sample> {
    /// 1 for the first move.
    pub version: u64,
    pub before: &'a R,
    pub seat: Seat,
    pub action: &'a R::Move,
    pub after: &'a Step<R>,
}

/// A game that was played.
pub struct Record<R: Sample> {
    pub first: Step<R>,
    pub moves: Vec<(Seat, R::Move)>,
    /// Those of the deal, and then those of each move.
    pub events: Vec<Vec<R::Event>>,
    pub last: R,
}

/// Every `stride`th of all setups. A stride that has no divisor in common with the number of
/// options, and is not a multiple of 3, reaches all of them, odd and not.
pub fn setups<R: Sample>(stride: usize) -> impl Iterator<Item = Setup<R>> {
    let options = R::options();
    let players = R::ABOUT.min_players..=R::ABOUT.max_players;
    let all = players.flat_map(move |seats| options.clone().into_iter().map(move |options| (seats, options)));
    all.enumerate()
        .map(|(number, (seats, options))| Setup::new(options, seats, number as u64))
        .step_by(stride)
}

impl<R: Sample> Setup<R> {
    /// The game with that number; every third is an odd one.
    pub fn new(options: R::Options, seats: usize, number: u64) -> Self {
        Self { options, seats, number }
    }

    /// What to say when a check fails.
    pub fn name(&self) -> String {
        format!("game {} of {} with {:?}", self.number, self.seats, self.options)
    }

    fn is_odd(&self) -> bool {
        self.number.is_multiple_of(3)
    }

    /// The chance for one version of the game.
    pub fn chance(&self, version: u64) -> Odd {
        let first = (version == 0 && self.is_odd()).then(|| R::odd_shuffle(self.seats)).flatten();
        Odd { first, stream: seed(self.number).stream(version) }
    }

    /// Chance that has nothing to do with the game's own.
    pub fn other_chance(&self, version: u64) -> Stream {
        seed(self.number + (1 << 32)).stream(version)
    }

    /// The course that the options ask for.
    pub fn course(&self) -> Arc<R::Course> {
        R::sample_course(&self.options)
    }

    pub fn deal(&self) -> Step<R> {
        R::deal(&self.options, &self.course(), self.seats, &mut self.chance(0))
    }

    /// Plays the game to its end, and shows every move.
    pub fn play(&self, mut each: impl FnMut(Turn<R>)) -> Record<R> {
        let first = self.deal();
        let mut events = vec![first.events.clone()];
        let mut state = first.state.clone();
        let mut moves = Vec::new();
        let mut player = seed(self.number + (2 << 32)).stream(0);
        while state.places().is_none() {
            let version = moves.len() as u64 + 1;
            assert!(version <= BOUND, "{} does not end", self.name());
            let (seat, action) = self.choose(&state, version, &mut player);
            let step = state.apply(seat, &action, &mut self.chance(version)).unwrap_or_else(|illegal| {
                panic!("{}: seat {seat} may not {action:?}: {illegal:?}", self.name())
            });
            each(Turn { version, before: &state, seat, action: &action, after: &step });
            moves.push((seat, action));
            events.push(step.events);
            state = step.state;
        }
        Record { first, moves, events, last: state }
    }

    fn choose(&self, state: &R, version: u64, player: &mut Stream) -> (Seat, R::Move) {
        let to_act = state.to_act();
        assert!(!to_act.is_empty(), "{} goes on, but nobody is to act", self.name());
        let seat = to_act[player.pick(to_act.len())];
        let mut moves = state.legal_moves(seat);
        assert!(!moves.is_empty(), "{}: seat {seat} is to act, but has no move", self.name());
        if self.is_odd() && version <= ODD_MOVES && moves.iter().any(R::is_odd) && player.pick(10) > 0 {
            moves.retain(R::is_odd);
        }
        let action = moves.swap_remove(player.pick(moves.len()));
        (seat, R::any_form(&action, player))
    }

    /// Every seat, and somebody without one.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + use<R> {
        (0..self.seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }
}

fn seed(number: u64) -> Seed {
    Seed::from_hex(&format!("{number:064x}")).expect("these are 64 digits")
}

/// The stream, but for the first shuffle, which may be given.
pub struct Odd {
    first: Option<Vec<String>>,
    stream: Stream,
}

impl Chance for Odd {
    fn shuffle<T: Display>(&mut self, cards: &mut [T]) {
        match self.first.take() {
            Some(order) => {
                Script { shuffles: VecDeque::from([order]), ..Script::default() }.shuffle(cards);
            }
            None => self.stream.shuffle(cards),
        }
    }

    fn pick(&mut self, n: usize) -> usize {
        self.stream.pick(n)
    }

    fn die(&mut self) -> u8 {
        self.stream.die()
    }
}
