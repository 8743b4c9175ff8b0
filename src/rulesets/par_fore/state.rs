//! The hole in play, hidden cards and all.

use serde::{Deserialize, Serialize};

use super::{
    board::{self, Ground, Spot, Suit},
    events::Event,
};
use crate::rulesets::{
    cards::{Card, Shown},
    chance::Chance,
    rules::Seat,
};

/// How many cards a full hand has.
pub(super) const HAND: usize = 5;

/// The cards: they stay in the hands from hole to hole. Every card of the pack is in exactly one of
/// these places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Cards {
    /// Per seat, in the order in which the cards were drawn, as far as others can know it.
    pub hands: Vec<Vec<Held>>,
    /// Face down, the top card last.
    pub pack: Vec<Card>,
    /// Face up, the latest last.
    pub discards: Vec<Card>,
    /// How often discards have been made a new pack.
    pub reshuffles: u32,
}

/// A card in a hand, and what everybody knows of its place there. All but the card follows from what
/// everybody has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Held {
    pub card: Card,
    /// From which pack it was drawn: after so many reshuffles.
    pub pack: u32,
    /// The cards that could be there for all that has been seen since one was drawn: bit *n* is the
    /// *n*th card of a pack in order. What was drawn later could be more.
    pub could_be: u64,
}

/// The hole in play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Round {
    /// The number of the hole, counted from 1.
    pub number: u8,
    /// The seats in the order of their tee shots.
    pub order: Vec<Seat>,
    /// Per seat.
    pub balls: Vec<Ball>,
    /// Whose ball has come to the green from elsewhere than the tee and is to be putted out.
    pub putting: Option<Seat>,
    /// How often a ball has come to rest.
    pub arrivals: u32,
}

/// A player's ball, and what it has cost so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Ball {
    pub place: Place,
    pub strokes: u32,
    pub penalties: u32,
    /// When it came to rest, among all balls of the hole.
    pub arrived: u32,
}

/// Where a ball is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    Tee,
    /// The spot of a total of the tee dice.
    Total(u8),
    /// The spot of a face card.
    Face(Card),
    Cluster,
    Drop,
    /// On the green, so many feet from the hole.
    Green(u8),
    Holed,
}

/// How a ball is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lie<'a> {
    Tee,
    /// On a fairway spot with these suits.
    Fairway(&'a [Suit]),
    /// On the cluster, the drop area, or a face card on the fairway.
    Free,
    OffFairway,
    Sand,
    Green(u8),
    Holed,
}

impl Place {
    /// The spot of the board on which the ball lies, if it is one that dice or face cards lead to.
    pub fn spot(self, hole: &board::Hole) -> Option<&Spot> {
        match self {
            Place::Total(total) => hole.tee.get(&total),
            Place::Face(card) => hole.faces.get(&card),
            Place::Tee | Place::Cluster | Place::Drop | Place::Green(_) | Place::Holed => None,
        }
    }

    pub fn lie(self, hole: &board::Hole) -> Lie<'_> {
        match self {
            Place::Tee => Lie::Tee,
            Place::Cluster | Place::Drop => Lie::Free,
            Place::Green(feet) => Lie::Green(feet),
            Place::Holed => Lie::Holed,
            Place::Total(_) | Place::Face(_) => match self.spot(hole) {
                Some(Spot { lie: Ground::Fairway, suits, .. }) => Lie::Fairway(suits),
                Some(Spot { lie: Ground::FairwayFace, .. }) => Lie::Free,
                Some(Spot { lie: Ground::Sand, .. }) => Lie::Sand,
                _ => Lie::OffFairway,
            },
        }
    }

    /// The square of the distance to the hole, in square yards; 0 on the green.
    pub fn distance_squared(self, hole: &board::Hole) -> i64 {
        let at = match self {
            Place::Tee => Some([0, 0]),
            Place::Cluster => hole.cluster.map(|mark| mark.at),
            Place::Drop => hole.drop.map(|mark| mark.at),
            Place::Total(_) | Place::Face(_) => self.spot(hole).map(|spot| spot.at),
            Place::Green(_) | Place::Holed => None,
        };
        at.map_or(0, |at| hole.distance_squared(at))
    }
}

impl Round {
    pub fn new(number: u8, order: Vec<Seat>) -> Self {
        let ball = Ball { place: Place::Tee, strokes: 0, penalties: 0, arrived: 0 };
        Self { number, balls: vec![ball; order.len()], order, putting: None, arrivals: 0 }
    }

    /// Notes that a ball has come to rest.
    pub fn rest(&mut self, seat: Seat, place: Place) {
        self.arrivals += 1;
        self.balls[seat].place = place;
        self.balls[seat].arrived = self.arrivals;
    }
}

impl Cards {
    pub fn holds(&self, seat: Seat, card: Card) -> bool {
        self.hands[seat].iter().any(|held| held.card == card)
    }

    /// Whether the hand has a card of that kind.
    pub fn has(&self, seat: Seat, kind: impl Fn(Card) -> bool) -> bool {
        self.hands[seat].iter().any(|held| kind(held.card))
    }

    /// The cards of a hand by rank and suit.
    pub fn sorted(&self, seat: Seat) -> Vec<Card> {
        let mut cards: Vec<Card> = self.hands[seat].iter().map(|held| held.card).collect();
        cards.sort_unstable();
        cards
    }

    /// Discards a card from a hand.
    ///
    /// Nobody else sees when it was drawn, so the first place goes where it could have been, and the
    /// card there takes the place of the one discarded. No hand is ruled out by that which others
    /// could not rule out: whatever fitted the first such place fits the later ones too.
    pub fn discard(&mut self, seat: Seat, card: Card) {
        let place = self.place_of(seat, card);
        let hand = &mut self.hands[seat];
        if let (Some(place), Some(at)) = (place, hand.iter().position(|held| held.card == card)) {
            hand[at].card = hand[place].card;
            hand.remove(place);
            self.discards.push(card);
        }
    }

    /// The first place of the hand where a card of it could be for all that others have seen.
    pub fn place_of(&self, seat: Seat, card: Card) -> Option<usize> {
        let hand = &self.hands[seat];
        let pack = hand.iter().find(|held| held.card == card)?.pack;
        hand.iter().position(|held| held.pack == pack && held.could_be(card))
    }

    /// Takes the top card of the pack; the discards become a new pack first if there is none.
    pub fn next<C: Chance>(&mut self, chance: &mut C, events: &mut Vec<Event>) -> Option<Card> {
        if self.pack.is_empty() {
            let mut cards = std::mem::take(&mut self.discards);
            chance.shuffle(&mut cards);
            events.push(Event::Shuffle { order: Some(cards.clone()) });
            cards.reverse();
            self.pack = cards;
            self.reshuffles += 1;
        }
        self.pack.pop()
    }

    /// Fills a hand up.
    pub fn fill<C: Chance>(&mut self, seat: Seat, chance: &mut C, events: &mut Vec<Event>) {
        while self.hands[seat].len() < HAND {
            // The hands of four players hold less than half of the cards.
            let Some(card) = self.next(chance, events) else { break };
            self.hands[seat].push(Held { card, pack: self.reshuffles, could_be: u64::MAX });
            events.push(Event::Draw { seat, card: Shown::Face(card) });
        }
    }

    /// Notes that everybody has seen that the hand has no card of that kind.
    pub fn lacks(&mut self, seat: Seat, kind: impl Fn(Card) -> bool) {
        let none = (0..52).filter(|bit| kind(card_of_bit(*bit))).fold(0, |mask, bit| mask | 1_u64 << bit);
        self.hands[seat].iter_mut().for_each(|held| held.could_be &= !none);
    }
}

impl Held {
    /// Whether it could be that card for all that has been seen.
    pub fn could_be(&self, card: Card) -> bool {
        self.could_be & 1 << bit_of(card) != 0
    }
}

fn bit_of(card: Card) -> u32 {
    match card {
        Card::Suited { rank, suit } => u32::from(suit) * 13 + u32::from(rank) - 1,
        Card::Joker => 52,
    }
}

fn card_of_bit(bit: u32) -> Card {
    Card::Suited { rank: (bit % 13) as u8 + 1, suit: (bit / 13) as u8 }
}
