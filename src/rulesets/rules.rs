//! What a game is to the rest of the house: one trait, and the few types it speaks in.
//!
//! A ruleset is pure. It is given moves and chance, and answers with new states and events; it
//! never sees a request, a database, a clock or an account.

use std::{fmt::Debug, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use super::{chance::Chance, courses::Course};

/// A place at the table, `0..n` clockwise: the seat on the left is the next higher one, cyclically.
pub type Seat = usize;

/// The seat on the left.
pub fn left_of(seat: Seat, seats: usize) -> Seat {
    (seat + 1) % seats
}

/// Whose eyes a view or an event is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// The player in that seat.
    Seat(Seat),
    /// Anybody else: knows only what lies open on the table.
    Spectator,
}

impl Viewer {
    /// Whether this is the player in `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// Which end of the score wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScoreOrder {
    /// The lowest score wins, as in stroke play.
    Low,
    /// The highest score wins, as with holes won in match play.
    High,
}

/// What does not change about a ruleset.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// The id on the wire, such as `nine_card`.
    pub id: &'static str,
    /// The name that people use.
    pub name: &'static str,
    /// One sentence for a list.
    pub summary: &'static str,
    pub min_players: usize,
    pub max_players: usize,
    pub score_order: ScoreOrder,
    /// The `type` of every move the ruleset has.
    pub move_types: &'static [&'static str],
    /// The rules as played, rulings included, as Markdown.
    pub rules: &'static str,
}

/// A refused move: nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that was broken, in snake_case, for programs.
    pub reason: &'static str,
    /// What was wrong and what would be right, for people.
    pub detail: String,
}

impl Illegal {
    pub fn new(reason: &'static str, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

/// A setting of a ruleset that is out of its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadOption {
    pub option: &'static str,
    /// What is allowed, for people.
    pub detail: String,
}

/// A rank at the end of a game, and the seats that share it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Place {
    /// 1 is the best; equal results share a place (1, 1, 3).
    #[schema(minimum = 1)]
    pub place: usize,
    /// The seats that share it, ascending.
    pub seats: Vec<usize>,
    pub score: i32,
}

/// A state together with the events that led to it from the one before.
#[derive(Debug, Clone, PartialEq)]
pub struct Step<R: Rules> {
    pub state: R,
    /// Complete: nothing is hidden. Show them only through [`Rules::redact`].
    pub events: Vec<R::Event>,
}

/// A ruleset. The implementing type is the full state of one game, hidden cards and all.
///
/// It serialises without its course, and reads as [`Rules::Stored`]: so there is no state without the
/// course that it is played on.
///
/// The state must not be shown to anybody as it is; that is why it has no schema. What a viewer
/// may see is built field by field in [`Rules::view`] and [`Rules::redact`].
pub trait Rules: Clone + Debug + PartialEq + Serialize + Send + Sync + 'static {
    type Course: Course;
    /// A state that was stored, not yet on its course.
    type Stored: DeserializeOwned;
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + ToSchema;
    type Move: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + ToSchema;
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + ToSchema;
    type View: Clone + Debug + PartialEq + Serialize + Send + Sync + ToSchema;

    const ABOUT: About;

    /// The side of a seat at a table of so many: who wins and loses together. Every seat is one of
    /// its own unless the ruleset has partners.
    fn side(_seats: usize, seat: Seat) -> usize {
        seat
    }

    /// Every option that is out of its range; empty if all are well.
    fn check(options: &Self::Options) -> Vec<BadOption>;

    /// The id of the course that the options ask for; `None` if the ruleset has none.
    fn course(options: &Self::Options) -> Option<&str>;

    /// Starts a game. `options` have passed [`Rules::check`], `course` is the one they ask for, and
    /// `seats` lies within [`About::min_players`] and [`About::max_players`].
    fn deal<C: Chance>(
        options: &Self::Options,
        course: &Arc<Self::Course>,
        seats: usize,
        chance: &mut C,
    ) -> Step<Self>;

    /// The state that was stored of a game on that course.
    fn restore(stored: Self::Stored, course: &Arc<Self::Course>) -> Self;

    /// The seats that may move now, ascending; empty when the game is over.
    fn to_act(&self) -> Vec<Seat>;

    /// Whether whoever is to act has begun his turn already, so that what he plays next still belongs
    /// to it. A player has so much time for a turn, not for a move.
    fn is_mid_turn(&self) -> bool {
        false
    }

    /// Every move that `seat` may make now, in a stable order; empty when it is not to act.
    ///
    /// Of moves that are permutations or sets a ruleset may list one form only; it then says so
    /// in its rules.
    fn legal_moves(&self, seat: Seat) -> Vec<Self::Move>;

    /// Plays `action` for `seat`. The state itself is never touched, so a refusal changes nothing.
    fn apply<C: Chance>(
        &self,
        seat: Seat,
        action: &Self::Move,
        chance: &mut C,
    ) -> Result<Step<Self>, Illegal>;

    /// The score of each seat so far.
    fn scores(&self) -> Vec<i32>;

    /// The final places, best first; `None` while the game goes on.
    fn places(&self) -> Option<Vec<Place>>;

    /// The state as `viewer` may see it.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The event as `viewer` may see it while the game goes on.
    fn redact(event: &Self::Event, viewer: Viewer) -> Self::Event;

    /// A rule of thumb for bots: how good each of these moves looks to `seat` from its view alone, more
    /// is better.
    fn rate(view: &Self::View, seat: Seat, moves: &[Self::Move]) -> Vec<f64>;

    /// Another state that agrees with everything `viewer` has been shown, drawn at random: what he
    /// cannot know is dealt anew.
    fn resample<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Self;
}

/// Ranks scores into places; `order` says which end wins. Equal scores share a place (1, 1, 3).
pub fn places_by_score(scores: &[i32], order: ScoreOrder) -> Vec<Place> {
    let mut seats: Vec<Seat> = (0..scores.len()).collect();
    seats.sort_by_key(|&seat| match order {
        ScoreOrder::Low => i64::from(scores[seat]),
        ScoreOrder::High => -i64::from(scores[seat]),
    });
    let mut places: Vec<Place> = Vec::new();
    for (index, &seat) in seats.iter().enumerate() {
        match places.last_mut() {
            Some(last) if last.score == scores[seat] => last.seats.push(seat),
            _ => places.push(Place { place: index + 1, seats: vec![seat], score: scores[seat] }),
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_place_and_the_next_one_is_left_out() {
        let place = |place, seats: &[Seat], score| Place { place, seats: seats.to_vec(), score };
        assert_eq!(
            places_by_score(&[7, 3, 7, 3], ScoreOrder::Low),
            [place(1, &[1, 3], 3), place(3, &[0, 2], 7)]
        );
        assert_eq!(places_by_score(&[2, 5, 2], ScoreOrder::High), [place(1, &[1], 5), place(2, &[0, 2], 2)]);
    }
}
