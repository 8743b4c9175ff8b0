//! The hole in play, hidden cards and all.

use serde::{Deserialize, Serialize};

use super::{
    events::Event,
    layout::{Layout, Placed},
};
use crate::rulesets::{
    cards::{Card, packs},
    chance::Chance,
    rules::{Seat, left_of},
};

/// One hole from its deal on. Every card of the packs is in exactly one of its places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Hole {
    /// Counted from 1.
    pub number: u8,
    pub dealer: Seat,
    pub layouts: Vec<Layout>,
    /// Face down, the top card last.
    pub stock: Vec<Card>,
    /// The top discard. There always is one: it stays when the others become a new stock.
    pub discard: Card,
    /// The discards below it, the oldest first.
    pub spent: Vec<Card>,
    /// Cards of removed lines.
    pub removed: Vec<Card>,
    /// Whether the stock has been made of discards, which everybody has seen.
    pub reshuffled: bool,
    pub stage: Stage,
    /// Who had no face-down card left first.
    pub went_out: Option<Seat>,
}

/// What the table waits for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Players get ready, each in his own time; one entry a seat.
    Setup(Vec<Due>),
    /// A player's turn, and the card that he has drawn in it.
    Turn { seat: Seat, drawn: Option<Card> },
    /// Nothing: the last hole has been scored.
    Over,
}

/// What a player still has to do before play begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Due {
    Reveal,
    Arrange,
    Nothing,
}

/// How many packs are in play: 3 up to five players, and one more for every four further
/// players, begun or whole.
pub(super) fn decks(players: usize) -> usize {
    3 + players.saturating_sub(5).div_ceil(4)
}

impl Hole {
    /// Shuffles everything and deals, one card at a time from the dealer's left.
    pub fn deal<C: Chance>(
        number: u8,
        dealer: Seat,
        seats: usize,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) -> Self {
        let mut cards = packs(decks(seats), 2);
        chance.shuffle(&mut cards);
        let first = left_of(dealer, seats);
        let layouts = (0..seats).map(|seat| {
            let place = (seat + seats - first) % seats;
            std::array::from_fn(|cell| Some(Placed { card: cards[cell * seats + place], up: false }))
        });
        let layouts: Vec<Layout> = layouts.collect();
        let dealt = layouts.len() * layouts[0].len();
        let discard = cards[dealt];
        let stock: Vec<Card> = cards[dealt + 1..].iter().rev().copied().collect();
        events.push(Event::Shuffle { order: Some(cards) });
        events.push(Event::HoleStarted { hole: number, dealer, first, stock: stock.len(), discard });
        Self {
            number,
            dealer,
            layouts,
            stock,
            discard,
            spent: Vec::new(),
            removed: Vec::new(),
            reshuffled: false,
            stage: Stage::Setup(vec![Due::Reveal; seats]),
            went_out: None,
        }
    }

    /// Whether there is a card to draw, if need be after shuffling the discards.
    pub fn can_draw(&self) -> bool {
        !(self.stock.is_empty() && self.spent.is_empty())
    }

    /// Makes the discards below the top one a new stock.
    pub fn reshuffle<C: Chance>(&mut self, chance: &mut C, events: &mut Vec<Event>) {
        let mut cards = std::mem::take(&mut self.spent);
        chance.shuffle(&mut cards);
        events.push(Event::Shuffle { order: Some(cards.clone()) });
        cards.reverse();
        self.stock = cards;
        self.reshuffled = true;
    }

    /// Lays a card on the discard pile.
    pub fn put_on_discards(&mut self, card: Card) {
        let below = std::mem::replace(&mut self.discard, card);
        self.spent.push(below);
    }
}
