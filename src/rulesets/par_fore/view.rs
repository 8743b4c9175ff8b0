//! A game of Par Fore the Course as somebody may see it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    ParFore,
    board::Suit,
    state::{Lie, Place},
};
use crate::rulesets::{
    cards::Card,
    rules::{Rules, Viewer},
};

/// A game of Par Fore the Course as you may see it. Lists are per seat.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ParForeView)]
pub struct View {
    /// The hole in play, counted from 1.
    #[schema(minimum = 1, maximum = 9)]
    pub hole: u8,
    /// How many holes the game has.
    #[schema(minimum = 1, maximum = 9)]
    pub holes: u8,
    #[schema(minimum = 3, maximum = 5)]
    pub par: u8,
    pub course: CourseName,
    /// The seats in the order of their tee shots.
    pub order: Vec<usize>,
    /// How many cards are left in the pack.
    pub pack: usize,
    /// Your cards, by rank; null if you have no seat.
    #[schema(required = true)]
    pub hand: Option<Vec<Card>>,
    pub hand_sizes: Vec<usize>,
    pub balls: Vec<BallView>,
    /// Whose ball the player to act plays for, because it is out of control; null if none is.
    #[schema(required = true)]
    pub out_of_control: Option<usize>,
    /// Per seat a list with one score for every finished hole.
    pub hole_scores: Vec<Vec<i32>>,
    /// Over all finished holes.
    pub totals: Vec<i32>,
}

/// The course of a game; its export has the whole of it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ParForeCourseName)]
pub struct CourseName {
    pub id: String,
    pub name: String,
}

/// Where a ball is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForePosition)]
pub struct Position {
    /// `tee`, a total of the tee dice such as `14`, a face card such as `KH`, `cluster`, `drop`,
    /// `green` or `hole`.
    #[schema(examples("14"))]
    pub spot: String,
    pub lie: LieView,
    /// The suits of a fairway spot; else empty.
    pub suits: Vec<Suit>,
    /// Yards to the hole, rounded; null on the green and in the hole. Who is furthest is judged by
    /// the exact distances of the board.
    #[schema(required = true)]
    pub yards: Option<i64>,
    /// Feet to the hole, on the green; else null.
    #[schema(required = true)]
    pub feet: Option<u8>,
}

/// A player's ball, and what it has cost in this hole.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ParForeBall)]
pub struct BallView {
    #[serde(flatten)]
    #[schema(inline)]
    pub position: Position,
    /// Without penalties.
    pub strokes: u32,
    pub penalties: u32,
}

/// What a ball lies on. `free` is the cluster or the drop area, `fairway_face` a face card on the
/// fairway: from both any numbered card can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeLie)]
#[serde(rename_all = "snake_case")]
pub enum LieView {
    Tee,
    Fairway,
    FairwayFace,
    Free,
    OffFairway,
    Sand,
    Green,
    Holed,
}

impl ParFore {
    pub(super) fn seen_by(&self, viewer: Viewer) -> View {
        let board = self.board();
        let balls = self.round.balls.iter().map(|ball| BallView {
            position: self.position(ball.place),
            strokes: ball.strokes,
            penalties: ball.penalties,
        });
        View {
            hole: self.round.number,
            holes: self.options.holes,
            par: board.par,
            course: CourseName { id: self.course.id.clone(), name: self.course.name.clone() },
            order: self.round.order.clone(),
            pack: self.cards.pack.len(),
            hand: match viewer {
                Viewer::Seat(seat) if seat < self.seats() => Some(self.cards.sorted(seat)),
                Viewer::Seat(_) | Viewer::Spectator => None,
            },
            hand_sizes: self.cards.hands.iter().map(Vec::len).collect(),
            balls: balls.collect(),
            out_of_control: self.turn().filter(|turn| turn.out_of_control).map(|turn| turn.ball),
            hole_scores: self.hole_scores.clone(),
            totals: self.scores(),
        }
    }

    /// A place as it is shown.
    pub(super) fn position(&self, place: Place) -> Position {
        let board = self.board();
        let (lie, suits) = match place.lie(board) {
            Lie::Tee => (LieView::Tee, Vec::new()),
            Lie::Fairway(suits) => (LieView::Fairway, suits.to_vec()),
            Lie::Free if matches!(place, Place::Face(_)) => (LieView::FairwayFace, Vec::new()),
            Lie::Free => (LieView::Free, Vec::new()),
            Lie::OffFairway => (LieView::OffFairway, Vec::new()),
            Lie::Sand => (LieView::Sand, Vec::new()),
            Lie::Green(_) => (LieView::Green, Vec::new()),
            Lie::Holed => (LieView::Holed, Vec::new()),
        };
        let yards = || (place.distance_squared(board) as f64).sqrt().round() as i64;
        Position {
            spot: match place {
                Place::Tee => "tee".into(),
                Place::Total(total) => total.to_string(),
                Place::Face(card) => card.to_string(),
                Place::Cluster => "cluster".into(),
                Place::Drop => "drop".into(),
                Place::Green(_) => "green".into(),
                Place::Holed => "hole".into(),
            },
            lie,
            suits,
            yards: (!matches!(place, Place::Green(_) | Place::Holed)).then(yards),
            feet: match place {
                Place::Green(feet) => Some(feet),
                _ => None,
            },
        }
    }
}
