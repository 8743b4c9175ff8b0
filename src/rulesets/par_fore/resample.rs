//! Dealing anew what a viewer cannot know.

use super::{
    ParFore,
    matching::matching,
    state::{Held, Lie},
};
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
    /// Another state that agrees with everything `viewer` has been shown. It follows from that and
    /// from chance: where the hidden cards really lie does not matter.
    ///
    /// They are laid out in some way that contradicts nothing, and then change places, two at a time,
    /// as long as that contradicts nothing either. A place gets cards of its own pack only, since
    /// everybody knows the cards of one that was made of discards, and none that its player was seen
    /// not to have; and whoever is to act now must still be the one, as that depends on a hand.
    pub(super) fn dealt_anew<C: Chance>(&self, viewer: Viewer, chance: &mut C) -> Self {
        let places = self.hidden(viewer);
        let mut other = self.laid_out(&places, chance);
        if places.len() > 1 {
            for _ in 0..EXCHANGES * places.len() {
                let (one, two) = (places[chance.pick(places.len())], places[chance.pick(places.len())]);
                other.exchange(one, two);
            }
        }
        other
    }

    /// The cards of these places collected, put in order, shuffled, and laid out again.
    fn laid_out<C: Chance>(&self, places: &[Hidden], chance: &mut C) -> Self {
        let slots: Vec<Held> = places.iter().map(|place| self.at(*place)).collect();
        let mut cards: Vec<(u32, Card)> = slots.iter().map(|slot| (slot.pack, slot.card)).collect();
        cards.sort_unstable();
        let mut order: Vec<usize> = (0..cards.len()).collect();
        chance.shuffle(&mut order);
        let turn = self.turn();
        let lie = turn.map(|turn| self.round.balls[turn.ball].place.lie(self.board()));
        let is_of_lie =
            |card| matches!(lie, Some(Lie::Fairway(suits)) if suits.iter().any(|suit| suit.is_of(card)));
        let with = |forced: Option<usize>| {
            let fits = |slot: usize, place: usize| {
                let (pack, card) = cards[order[place]];
                let fits = slots[slot].pack == pack && slots[slot].could_be(card);
                fits && (forced != Some(slot) || is_of_lie(card))
            };
            let mut other = self.clone();
            for (place, card) in places.iter().zip(matching(places.len(), fits)?) {
                *other.card_at(*place) = cards[order[card]].1;
            }
            (other.turn() == turn).then_some(other)
        };
        // Whoever is to play from the fairway has a card of its suit: if need be, one is put there.
        let owner = turn.map(|turn| turn.ball);
        let is_owners = |slot: &usize| matches!(places[*slot], Hidden::Hand(seat, _) if owner == Some(seat));
        let forced = (0..places.len()).filter(is_owners).map(Some);
        // The cards as they lie are one of these ways, so that there is one.
        std::iter::once(None).chain(forced).find_map(with).unwrap_or_else(|| self.clone())
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
