//! A game of Card Golf as somebody may see it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    CardGolf,
    ball::Lie,
    card::Card,
    state::{Held, side_of},
};
use crate::rulesets::rules::Viewer;

/// A game of Card Golf as you may see it. Lists are per seat, but for those that are per side: with
/// four players seats 0 and 2 are side 0, seats 1 and 3 side 1; else every seat is a side.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = CardGolfView)]
pub struct View {
    /// The hole in play, counted from 1.
    #[schema(minimum = 1, maximum = 18)]
    pub hole: u8,
    /// How many holes the game has.
    #[schema(minimum = 1, maximum = 18)]
    pub holes: u8,
    pub course: CourseName,
    /// The length of the hole in yards, as it is played: rounded to the nearest 20.
    #[schema(minimum = 80, maximum = 700)]
    pub length: i64,
    pub dealer: usize,
    /// How many cards are left in the pack.
    pub pack: usize,
    /// How many cards lie before the players.
    pub spent: usize,
    /// Your cards, clubs from the longest to the shortest, then putts and hazards; null if you have no
    /// seat.
    #[schema(required = true)]
    pub hand: Option<Vec<Card>>,
    pub hand_sizes: Vec<usize>,
    /// Per side.
    pub balls: Vec<BallView>,
    /// Turns that the players are going to miss.
    pub missed_turns: Vec<u32>,
    /// The cards that lie before the players, those last played last.
    pub played: Vec<Vec<Card>>,
    /// Per side.
    pub holes_won: Vec<i32>,
    /// The winning side of each finished hole; null for a halved one.
    pub results: Vec<Option<usize>>,
}

/// The course of a game; its export has the whole of it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = CardGolfCourseName)]
pub struct CourseName {
    pub id: String,
    pub name: String,
}

/// A side's ball.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = CardGolfBall)]
pub struct BallView {
    /// Who plays it.
    pub seats: Vec<usize>,
    /// Yards from the tee; more than the hole's length beyond the hole.
    #[schema(minimum = 0)]
    pub at: i64,
    /// Yards left to the hole, from either side.
    #[schema(minimum = 0)]
    pub to_hole: i64,
    pub lie: Lie,
    /// 1 while a first Putt stands, so that the next one holes out; else 0.
    #[schema(minimum = 0, maximum = 1)]
    pub putts: u8,
    /// Whether a hazard has been played on it since its last stroke; no other may be until the next.
    pub protected: bool,
}

impl CardGolf {
    pub(super) fn seen_by(&self, viewer: Viewer) -> View {
        let hole = &self.hole;
        let mut played = vec![Vec::new(); hole.seats()];
        hole.played.iter().for_each(|card| played[card.seat].push(card.card));
        View {
            hole: hole.number,
            holes: self.options.holes,
            course: CourseName { id: self.course.id.clone(), name: self.course.name.clone() },
            length: hole.length,
            dealer: hole.dealer,
            pack: hole.pack.len(),
            spent: hole.played.len(),
            hand: match viewer {
                Viewer::Seat(seat) => hole.hands.get(seat).map(|hand| cards(hand)),
                Viewer::Spectator => None,
            },
            hand_sizes: hole.hands.iter().map(Vec::len).collect(),
            balls: self.balls(),
            missed_turns: hole.missed_turns.clone(),
            played,
            holes_won: self.holes_won(),
            results: self.results.clone(),
        }
    }

    /// The balls, which everybody sees.
    pub(super) fn balls(&self) -> Vec<BallView> {
        let hole = &self.hole;
        let seats = hole.seats();
        let of_side = |side| (0..seats).filter(|&seat| side_of(seat, seats) == side).collect();
        let balls = hole.balls.iter().enumerate().map(|(side, ball)| BallView {
            seats: of_side(side),
            at: ball.spot.at,
            to_hole: ball.spot.to_hole(hole.length),
            lie: ball.spot.lie,
            putts: ball.putt_stands.into(),
            protected: ball.protected,
        });
        balls.collect()
    }
}

fn cards(hand: &[Held]) -> Vec<Card> {
    hand.iter().map(|held| held.card).collect()
}
