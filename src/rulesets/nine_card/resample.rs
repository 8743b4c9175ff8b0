//! Dealing anew what a viewer cannot know.

use super::{
    NineCard,
    state::{Hole, Stage},
};
use crate::rulesets::{
    cards::Card,
    chance::{Chance, mix},
    rules::Viewer,
};

impl NineCard {
    /// Another state that agrees with everything `viewer` has been shown.
    ///
    /// At first the stock, the face-down cards and a card that somebody else has drawn are simply
    /// all that was never seen. Once the stock has been made of discards, everybody knows of which
    /// cards: they and the face-down cards must not be mixed.
    pub(super) fn dealt_anew<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Self {
        let mut other = self.clone();
        let Hole { layouts, stock, stage, reshuffled, .. } = &mut other.hole;
        let drawn = match stage {
            Stage::Turn { seat, drawn } if !viewer.is(*seat) => drawn.as_mut(),
            // After the end every event is shown, the order of the stock too.
            Stage::Over => return other,
            Stage::Turn { .. } | Stage::Setup(_) => None,
        };
        let mut undrawn: Vec<&mut Card> = stock.iter_mut().chain(drawn).collect();
        let face_down = layouts.iter_mut().flatten().flatten().filter(|placed| !placed.up);
        let mut unseen: Vec<&mut Card> = face_down.map(|placed| &mut placed.card).collect();
        if *reshuffled {
            mix(undrawn, chance);
        } else {
            unseen.append(&mut undrawn);
        }
        mix(unseen, chance);
        other
    }
}
