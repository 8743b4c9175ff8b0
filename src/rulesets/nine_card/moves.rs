//! The moves of nine-card Golf.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move in nine-card Golf. Cells are numbered 0 to 8, row by row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = NineCardMove)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Move {
    /// Before play: turn three of your cards face up.
    #[schema(example = json!({"type": "reveal", "cells": [0, 4, 8]}))]
    Reveal {
        /// Three different cells, in any order; legal moves list them ascending.
        cells: Vec<i64>,
    },
    /// Before play, with the option `rearrange`: permute your cards, or keep them.
    #[schema(example = json!({"type": "arrange", "order": [8, 1, 2, 3, 4, 5, 6, 7, 0]}))]
    Arrange {
        /// A permutation of 0 to 8: cell *i* gets the card that lay in cell `order[i]`. Legal
        /// moves list only the identity, which keeps the cards as they lie.
        order: Vec<i64>,
    },
    /// Draw the top card of the stock; you alone see it.
    #[schema(example = json!({"type": "draw"}))]
    Draw {},
    /// Put the card that you drew into a cell; the card that lay there is discarded face up.
    #[schema(example = json!({"type": "swap", "cell": 4}))]
    Swap {
        /// A cell that holds a card, face up or face down.
        cell: i64,
    },
    /// Discard the card that you drew.
    #[schema(example = json!({"type": "discard"}))]
    Discard {},
    /// Take the top discard into a cell; the card that lay there is discarded face up.
    #[schema(example = json!({"type": "take", "cell": 4}))]
    Take {
        /// A cell that holds a card, face up or face down.
        cell: i64,
    },
}

impl Move {
    /// The `type` of every move.
    pub(super) const TYPES: &[&str] = &["reveal", "arrange", "draw", "swap", "discard", "take"];
}
