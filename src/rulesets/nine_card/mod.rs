//! Nine-card Golf: three rows of three cards, swapped for better ones until somebody's last card
//! lies open. The lowest total wins. `rules.md` has the rules as they are played here.

mod events;
mod finish;
mod layout;
mod legal;
mod moves;
mod options;
mod rating;
mod resample;
mod scoring;
mod setup;
mod state;
mod turn;
mod view;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use events::{Event, HoleResult};
pub use moves::Move;
pub use options::{JokerPairs, Options};
pub use view::{Phase, View};

use super::{
    chance::Chance,
    courses::NoCourse,
    rules::{About, BadOption, Illegal, Place, Rules, ScoreOrder, Seat, Step, Viewer, places_by_score},
};
use state::{Due, Hole, Stage};

/// The full state of a game of nine-card Golf, hidden cards and all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NineCard {
    options: Options,
    hole: Hole,
    /// Per seat, one for every finished hole.
    hole_scores: Vec<Vec<i32>>,
    last_hole: Option<HoleResult>,
}

impl Rules for NineCard {
    type Course = NoCourse;
    type Stored = Self;
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    const ABOUT: About = About {
        id: "nine_card",
        name: "Nine-card Golf",
        summary: "Swap the nine cards of your layout, most of them unseen, for pairs and low cards.",
        min_players: 2,
        max_players: 13,
        score_order: ScoreOrder::Low,
        move_types: Move::TYPES,
        rules: include_str!("rules.md"),
    };

    fn check(options: &Options) -> Vec<BadOption> {
        options.check()
    }

    fn course(_: &Options) -> Option<&str> {
        None
    }

    fn deal<C: Chance>(options: &Options, _: &Arc<NoCourse>, seats: usize, chance: &mut C) -> Step<Self> {
        let dealer = chance.pick(seats);
        let mut events = vec![Event::FirstDealer { seat: dealer }];
        let hole = Hole::deal(1, dealer, seats, chance, &mut events);
        let hole_scores = vec![Vec::new(); seats];
        Step { state: Self { options: options.clone(), hole, hole_scores, last_hole: None }, events }
    }

    fn restore(stored: Self, _: &Arc<NoCourse>) -> Self {
        stored
    }

    fn to_act(&self) -> Vec<Seat> {
        match &self.hole.stage {
            Stage::Setup(dues) => (0..dues.len()).filter(|&seat| dues[seat] != Due::Nothing).collect(),
            Stage::Turn { seat, .. } => vec![*seat],
            Stage::Over => Vec::new(),
        }
    }

    fn is_mid_turn(&self) -> bool {
        matches!(self.hole.stage, Stage::Turn { drawn: Some(_), .. })
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        self.moves_of(seat)
    }

    fn apply<C: Chance>(&self, seat: Seat, action: &Move, chance: &mut C) -> Result<Step<Self>, Illegal> {
        let mut state = self.clone();
        let mut events = Vec::new();
        match &self.hole.stage {
            Stage::Setup(dues) => {
                let due =
                    dues.get(seat).ok_or_else(|| Illegal::new("not_your_turn", "nobody has that seat"))?;
                state.get_ready(seat, *due, action, &mut events)?;
            }
            Stage::Turn { seat: turn, drawn } if *turn == seat => {
                state.take_turn(seat, *drawn, action, chance, &mut events)?;
            }
            Stage::Turn { seat: turn, .. } => {
                let detail = format!("wait for your turn: it is that of seat {turn}");
                return Err(Illegal::new("not_your_turn", detail));
            }
            Stage::Over => return Err(Illegal::new("game_finished", "the game is over")),
        }
        Ok(Step { state, events })
    }

    fn scores(&self) -> Vec<i32> {
        self.hole_scores.iter().map(|scores| scores.iter().sum()).collect()
    }

    fn places(&self) -> Option<Vec<Place>> {
        let over = self.hole.stage == Stage::Over;
        over.then(|| places_by_score(&self.scores(), Self::ABOUT.score_order))
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Event {
        event.redacted(viewer)
    }

    fn rate(view: &View, seat: Seat, moves: &[Move]) -> Vec<f64> {
        rating::rate(view, seat, moves)
    }

    fn resample<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Self {
        self.dealt_anew(viewer, chance)
    }
}
