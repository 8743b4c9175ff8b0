//! Dealing anew what a viewer cannot know.

use super::{CardGolf, card::Card};
use crate::rulesets::{
    chance::{Chance, mix},
    rules::Viewer,
};

impl CardGolf {
    /// Another state that agrees with everything `viewer` has been shown.
    ///
    /// He knows which cards each pack of the hole was made of: the first is the whole pack, a later
    /// one the cards that had been played. So the cards of one pack, in others' hands or still
    /// undrawn, can be dealt anew among themselves. Nothing a player has done tells more of his
    /// hand, as nobody ever has to play a card.
    pub(super) fn dealt_anew<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Self {
        let mut other = self.clone();
        // After the end every event is shown, and with the shuffles every hand.
        if self.over {
            return other;
        }
        let hole = &mut other.hole;
        for pack in 0..=hole.reshuffles {
            let others = hole.hands.iter_mut().enumerate().filter(|(seat, _)| !viewer.is(*seat));
            let held = others.flat_map(|(_, hand)| hand).filter(|held| held.pack == pack);
            let mut places: Vec<&mut Card> = held.map(|held| &mut held.card).collect();
            if pack == hole.reshuffles {
                places.extend(&mut hole.pack);
            }
            mix(places, chance);
        }
        hole.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        other
    }
}
