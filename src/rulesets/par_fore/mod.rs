//! Par Fore the Course: dice from the tee, cards to the green, and a neighbour who plays for you when
//! you are out of control. The lowest total wins. `rules.md` has the rules as they are played here.

mod ball;
mod board;
mod cards;
mod course;
mod cut;
mod events;
mod finish;
mod matching;
mod moves;
mod options;
mod order;
mod rating;
mod resample;
mod rolls;
mod state;
mod view;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use board::{Ground, Hole, Mark, Spot, Suit};
pub use course::{Course, Plan};
pub use events::{Event, Holing, PenaltyReason, StrokeKind};
pub use moves::Move;
pub use options::Options;
pub use view::{BallView, LieView, Position, View};

use super::{
    cards::{Card, packs},
    chance::Chance,
    rules::{About, BadOption, Illegal, Place, Rules, ScoreOrder, Seat, Step, Viewer, places_by_score},
};
use finish::clockwise;
use order::Turn;
use state::{Cards, Lie, Round};

/// The full state of a game of Par Fore the Course, hidden cards and all.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParFore {
    options: Options,
    /// Shared by all states on it in memory; it never changes, and is not stored with them.
    #[serde(skip_serializing)]
    course: Arc<Course>,
    cards: Cards,
    round: Round,
    /// Per seat, one for every finished hole.
    hole_scores: Vec<Vec<i32>>,
    over: bool,
}

/// What is stored of a [`ParFore`].
#[derive(Debug, Deserialize)]
pub struct Stored {
    options: Options,
    cards: Cards,
    round: Round,
    hole_scores: Vec<Vec<i32>>,
    over: bool,
}

impl Rules for ParFore {
    type Course = Course;
    type Stored = Stored;
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    const ABOUT: About = About {
        id: "par_fore",
        name: "Par Fore the Course",
        summary: "Dice from the tee, cards to the green; out of control your neighbour plays for you.",
        min_players: 1,
        max_players: 4,
        score_order: ScoreOrder::Low,
        move_types: Move::TYPES,
        rules: include_str!("rules.md"),
    };

    fn check(options: &Options) -> Vec<BadOption> {
        options.check()
    }

    fn course(options: &Options) -> Option<&str> {
        Some(&options.course)
    }

    fn deal<C: Chance>(options: &Options, course: &Arc<Course>, seats: usize, chance: &mut C) -> Step<Self> {
        let mut events = Vec::new();
        let order = clockwise(cut::cut(seats, chance, &mut events), seats);
        let mut cards = packs(1, 0);
        chance.shuffle(&mut cards);
        events.push(Event::Shuffle { order: Some(cards.clone()) });
        cards.reverse();
        let mut state = Self {
            options: options.clone(),
            course: course.clone(),
            cards: Cards { hands: vec![Vec::new(); seats], pack: cards, discards: Vec::new(), reshuffles: 0 },
            round: Round::new(1, order.clone()),
            hole_scores: vec![Vec::new(); seats],
            over: false,
        };
        state.start_hole(1, order, chance, &mut events);
        Step { state, events }
    }

    fn restore(stored: Stored, course: &Arc<Course>) -> Self {
        let Stored { options, cards, round, hole_scores, over } = stored;
        Self { options, course: course.clone(), cards, round, hole_scores, over }
    }

    fn to_act(&self) -> Vec<Seat> {
        self.turn().map(|turn| turn.actor).into_iter().collect()
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        match self.turn() {
            Some(turn) if turn.actor == seat => self.moves_in(turn),
            _ => Vec::new(),
        }
    }

    fn apply<C: Chance>(&self, seat: Seat, action: &Move, chance: &mut C) -> Result<Step<Self>, Illegal> {
        let Some(turn) = self.turn() else { return Err(Illegal::new("game_finished", "the game is over")) };
        if turn.actor != seat {
            let detail = match turn.out_of_control && turn.ball == seat {
                true => format!("your ball is out of control: seat {} plays a card for it", turn.actor),
                false => format!("wait for your turn: it is that of seat {}", turn.actor),
            };
            return Err(Illegal::new("not_your_turn", detail));
        }
        let mut state = self.clone();
        let mut events = Vec::new();
        match action {
            Move::Roll {} => state.roll(turn.ball, chance, &mut events)?,
            Move::Putt {} => state.putt(turn.ball, chance, &mut events)?,
            Move::Flip {} => state.flip(turn, chance, &mut events)?,
            Move::Play { card } => {
                let card = card_named(card)?;
                state.check_card(turn, card)?;
                state.play_card(turn, card, &mut events);
            }
        }
        state.settle(chance, &mut events);
        Ok(Step { state, events })
    }

    fn scores(&self) -> Vec<i32> {
        self.hole_scores.iter().map(|scores| scores.iter().sum()).collect()
    }

    fn places(&self) -> Option<Vec<Place>> {
        self.over.then(|| places_by_score(&self.scores(), Self::ABOUT.score_order))
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

impl ParFore {
    fn seats(&self) -> usize {
        self.cards.hands.len()
    }

    /// The board of the hole in play.
    fn board(&self) -> &Hole {
        self.course.hole(self.round.number)
    }

    /// Every move of the player whose turn it is.
    fn moves_in(&self, turn: Turn) -> Vec<Move> {
        match self.round.balls[turn.ball].place.lie(self.board()) {
            Lie::Tee | Lie::Sand => vec![Move::Roll {}],
            Lie::Green(_) => vec![Move::Putt {}],
            Lie::Holed => Vec::new(),
            Lie::OffFairway | Lie::Fairway(_) if turn.out_of_control && turn.actor == turn.ball => {
                vec![Move::Flip {}]
            }
            Lie::OffFairway | Lie::Fairway(_) | Lie::Free => {
                let mut cards = self.cards.sorted(turn.actor);
                cards.retain(|card| self.check_card(turn, *card).is_ok());
                cards.iter().map(|card| Move::Play { card: card.to_string() }).collect()
            }
        }
    }
}

/// Reads the name of a card.
fn card_named(name: &str) -> Result<Card, Illegal> {
    let detail = "there is no such card in the pack: write rank and suit, such as `TD` or `7H`";
    let card = name.parse().ok().filter(|card| *card != Card::Joker);
    card.ok_or_else(|| Illegal::new("unknown_card", detail))
}
