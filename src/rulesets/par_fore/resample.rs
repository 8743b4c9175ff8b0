//! Dealing anew what a viewer cannot know.

use super::{ParFore, state::Held};
use crate::rulesets::{
    cards::Card,
    chance::Chance,
    rules::{Seat, Viewer},
};

/// How many exchanges are tried for each hidden card.
const EXCHANGES: usize = 4;

/// Where a hidden card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hidden {
    /// The card at that place of a hand.
    Hand(Seat, usize),
    /// The card at that place of the pack.
    Pack(usize),
}

impl ParFore {
    /// Another state that agrees with everything `viewer` has been shown.
    ///
    /// Hidden cards change places, two at a time, as long as that contradicts nothing: both must be
    /// from the same pack, since everybody knows the cards of one that was made of discards; a
    /// hand must not get a card that its player was seen not to have; and whoever is to act now must
    /// still be the one, as that depends on a hand.
    pub(super) fn dealt_anew<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Self {
        let mut other = self.exchanged(viewer, chance);
        other.cards.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        other
    }

    /// The same, each new card in the place of the one that it stands for.
    pub(super) fn exchanged<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Self {
        let mut other = self.clone();
        let places = self.hidden(viewer);
        if places.len() > 1 {
            for _ in 0..EXCHANGES * places.len() {
                let (one, two) = (places[chance.pick(places.len())], places[chance.pick(places.len())]);
                other.exchange(one, two);
            }
        }
        other
    }

    /// Every place whose card `viewer` does not know; none after the end, when every event is shown.
    pub(super) fn hidden(&self, viewer: Viewer) -> Vec<Hidden> {
        if self.over {
            return Vec::new();
        }
        let hands = self.cards.hands.iter().enumerate().filter(|(seat, _)| !viewer.is(*seat));
        let hands =
            hands.flat_map(|(seat, hand)| (0..hand.len()).map(move |place| Hidden::Hand(seat, place)));
        hands.chain((0..self.cards.pack.len()).map(Hidden::Pack)).collect()
    }

    /// Lets the cards at these places change places if they might as well lie the other way round;
    /// whether they did.
    pub(super) fn exchange(&mut self, one: Hidden, two: Hidden) -> bool {
        let (first, second) = (self.at(one), self.at(two));
        if first.pack != second.pack || !first.could_be(second.card) || !second.could_be(first.card) {
            return false;
        }
        let turn = self.turn();
        self.change_places(one, two);
        let same = self.turn() == turn;
        if !same {
            self.change_places(one, two);
        }
        same
    }

    pub(super) fn at(&self, place: Hidden) -> Held {
        match place {
            Hidden::Hand(seat, place) => self.cards.hands[seat][place],
            Hidden::Pack(place) => {
                Held { card: self.cards.pack[place], pack: self.cards.reshuffles, could_be: u64::MAX }
            }
        }
    }

    fn change_places(&mut self, one: Hidden, two: Hidden) {
        let (first, second) = (self.at(one).card, self.at(two).card);
        *self.card_at(one) = second;
        *self.card_at(two) = first;
    }

    fn card_at(&mut self, place: Hidden) -> &mut Card {
        match place {
            Hidden::Hand(seat, place) => &mut self.cards.hands[seat][place].card,
            Hidden::Pack(place) => &mut self.cards.pack[place],
        }
    }
}
