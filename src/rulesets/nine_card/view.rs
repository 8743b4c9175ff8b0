//! A game of nine-card Golf as somebody may see it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    NineCard,
    events::HoleResult,
    layout::{CELLS, Layout},
    state::{Due, Stage},
};
use crate::rulesets::{
    cards::{Card, Shown},
    rules::{Rules, Viewer},
};

/// A game of nine-card Golf as you may see it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = NineCardView)]
pub struct View {
    /// The hole in play, counted from 1.
    #[schema(minimum = 1, maximum = 18)]
    pub hole: u8,
    /// How many holes the game has.
    #[schema(minimum = 1, maximum = 18)]
    pub holes: u8,
    #[schema(inline)]
    pub phase: Phase,
    pub dealer: usize,
    /// How many cards are left in the stock.
    pub stock: usize,
    /// The top discard; there always is one.
    pub discard: Card,
    /// The card drawn in this turn: `??` for everybody but the player whose turn it is.
    #[schema(required)]
    pub drawn: Option<Shown>,
    /// Per seat nine cells, row by row; null for a cell that was emptied.
    pub layouts: Vec<[Option<Shown>; CELLS]>,
    /// Who went out first in this hole.
    #[schema(required)]
    pub went_out: Option<usize>,
    /// Per seat, over all finished holes.
    pub totals: Vec<i32>,
    /// Per seat a list with one score for every finished hole.
    pub hole_scores: Vec<Vec<i32>>,
    /// How the last finished hole ended; null in the first one.
    #[schema(required)]
    pub last_hole: Option<HoleResult>,
}

/// What the hole is at: `reveal` while anyone has to turn three cards up, then `arrange` while
/// anyone may rearrange his cards, then `play`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = NineCardPhase)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Reveal,
    Arrange,
    Play,
}

impl NineCard {
    pub(super) fn seen_by(&self, viewer: Viewer) -> View {
        let hole = &self.hole;
        View {
            hole: hole.number,
            holes: self.options.holes,
            phase: phase(&hole.stage),
            dealer: hole.dealer,
            stock: hole.stock.len(),
            discard: hole.discard,
            drawn: drawn(&hole.stage, viewer),
            layouts: hole.layouts.iter().map(open_cards).collect(),
            went_out: hole.went_out,
            totals: self.scores(),
            hole_scores: self.hole_scores.clone(),
            last_hole: self.last_hole.clone(),
        }
    }
}

fn phase(stage: &Stage) -> Phase {
    match stage {
        Stage::Setup(dues) if dues.contains(&Due::Reveal) => Phase::Reveal,
        Stage::Setup(_) => Phase::Arrange,
        Stage::Turn { .. } | Stage::Over => Phase::Play,
    }
}

fn drawn(stage: &Stage, viewer: Viewer) -> Option<Shown> {
    match *stage {
        Stage::Turn { seat, drawn: Some(card) } if viewer.is(seat) => Some(Shown::Face(card)),
        Stage::Turn { drawn: Some(_), .. } => Some(Shown::Hidden),
        Stage::Turn { drawn: None, .. } | Stage::Setup(_) | Stage::Over => None,
    }
}

fn open_cards(layout: &Layout) -> [Option<Shown>; CELLS] {
    layout.map(|cell| {
        cell.map(|placed| match placed.up {
            true => Shown::Face(placed.card),
            false => Shown::Hidden,
        })
    })
}
