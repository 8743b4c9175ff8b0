//! Card Golf: strokes and hazards from the hand, hole by hole, over the courses of the world. Who
//! holes out in the fewest turns wins the hole, and who wins most holes the game. `rules.md` has
//! the rules as they are played here.

mod ball;
mod card;
mod course;
mod deck;
mod events;
mod finish;
mod hazard;
mod moves;
mod options;
mod rating;
mod resample;
mod state;
mod stroke;
mod turn;
mod view;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use ball::Lie;
pub use card::{Card, Shown};
pub use course::{Course, Plan};
pub use events::{Event, Position};
pub use moves::Move;
pub use options::Options;
pub use view::{BallView, View};

use super::{
    chance::Chance,
    rules::{About, BadOption, Illegal, Place, Rules, ScoreOrder, Seat, Step, Viewer},
};
use state::{Hole, side_of};

/// The full state of a game of Card Golf, hidden cards and all.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardGolf {
    options: Options,
    /// Shared by all states on it in memory; it never changes, and is not stored with them.
    #[serde(skip_serializing)]
    course: Arc<Course>,
    hole: Hole,
    /// The winning side of each finished hole; `None` for a halved one.
    results: Vec<Option<usize>>,
    over: bool,
}

/// What is stored of a [`CardGolf`].
#[derive(Debug, Deserialize)]
pub struct Stored {
    options: Options,
    hole: Hole,
    results: Vec<Option<usize>>,
    over: bool,
}

impl Rules for CardGolf {
    type Course = Course;
    type Stored = Stored;
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    const ABOUT: About = About {
        id: "card_golf",
        name: "Card Golf",
        summary: "Clubs, putts and hazards from your hand over famous courses; most holes won wins.",
        min_players: 2,
        max_players: 4,
        score_order: ScoreOrder::High,
        move_types: Move::TYPES,
        rules: include_str!("rules.md"),
    };

    fn side(seats: usize, seat: Seat) -> usize {
        side_of(seat, seats)
    }

    fn check(options: &Options) -> Vec<BadOption> {
        options.check()
    }

    fn course(options: &Options) -> Option<&str> {
        Some(&options.course)
    }

    fn deal<C: Chance>(options: &Options, course: &Arc<Course>, seats: usize, chance: &mut C) -> Step<Self> {
        let dealer = chance.pick(seats);
        let mut events = vec![Event::FirstDealer { seat: dealer }];
        let hole = Hole::deal(course, 1, dealer, seats, chance, &mut events);
        let (options, course) = (options.clone(), course.clone());
        Step { state: Self { options, course, hole, results: Vec::new(), over: false }, events }
    }

    fn restore(stored: Stored, course: &Arc<Course>) -> Self {
        let Stored { options, hole, results, over } = stored;
        Self { options, course: course.clone(), hole, results, over }
    }

    fn to_act(&self) -> Vec<Seat> {
        if self.over { Vec::new() } else { vec![self.hole.turn] }
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        if self.to_act().contains(&seat) { self.moves_of(seat) } else { Vec::new() }
    }

    fn apply<C: Chance>(&self, seat: Seat, action: &Move, chance: &mut C) -> Result<Step<Self>, Illegal> {
        if self.over {
            return Err(Illegal::new("game_finished", "the game is over"));
        }
        if seat != self.hole.turn {
            let detail = format!("wait for your turn: it is that of seat {}", self.hole.turn);
            return Err(Illegal::new("not_your_turn", detail));
        }
        let mut state = self.clone();
        let mut events = Vec::new();
        state.take_turn(seat, action, chance, &mut events)?;
        Ok(Step { state, events })
    }

    fn scores(&self) -> Vec<i32> {
        let (won, seats) = (self.holes_won(), self.hole.seats());
        (0..seats).map(|seat| won[side_of(seat, seats)]).collect()
    }

    fn places(&self) -> Option<Vec<Place>> {
        self.over.then(|| self.final_places())
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
