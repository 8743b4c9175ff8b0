//! The hole in play, hidden cards and all.

use serde::{Deserialize, Serialize};

use super::{ball::Ball, card::Card, course::Course, deck::deck, events::Event};
use crate::rulesets::{
    chance::Chance,
    rules::{Seat, left_of},
};

/// How many cards each player is dealt.
const HAND: usize = 6;

/// One hole from its deal on. Every card of the pack is in exactly one of its places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Hole {
    /// Counted from 1.
    pub number: u8,
    /// In yards, rounded.
    pub length: i64,
    pub dealer: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// Per side.
    pub balls: Vec<Ball>,
    /// Per seat, sorted.
    pub hands: Vec<Vec<Held>>,
    /// Face down, the top card last.
    pub pack: Vec<Card>,
    /// The cards that lie before the players, in the order in which they were played.
    pub played: Vec<Played>,
    /// How often played cards have been made a new pack.
    pub reshuffles: u32,
    /// Per seat, turns that will be missed.
    pub missed_turns: Vec<u32>,
    /// Per seat, whether it has passed since the last other move.
    pub passed: Vec<bool>,
}

/// A card in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Held {
    pub card: Card,
    /// From which pack of the hole it was drawn: after so many reshuffles. Everybody knows which
    /// cards were in a pack that was made of played ones.
    pub pack: u32,
}

/// A card that lies before a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Played {
    pub seat: Seat,
    pub card: Card,
}

/// How many sides there are: four players are partners, two and two.
pub(super) fn sides(seats: usize) -> usize {
    if seats == 4 { 2 } else { seats }
}

/// The side of a seat; partners sit opposite each other.
pub(super) fn side_of(seat: Seat, seats: usize) -> usize {
    seat % sides(seats)
}

impl Hole {
    /// Shuffles the pack and deals, one card at a time from the dealer's left.
    pub fn deal<C: Chance>(
        course: &Course,
        number: u8,
        dealer: Seat,
        seats: usize,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) -> Self {
        let mut cards = deck().pack();
        chance.shuffle(&mut cards);
        let first = left_of(dealer, seats);
        let hands = (0..seats).map(|seat| {
            let place = (seat + seats - first) % seats;
            let cards = cards.iter().skip(place).step_by(seats).take(HAND);
            let mut hand: Vec<Held> = cards.map(|&card| Held { card, pack: 0 }).collect();
            hand.sort_unstable();
            hand
        });
        let hands: Vec<Vec<Held>> = hands.collect();
        let pack: Vec<Card> = cards[HAND * seats..].iter().rev().copied().collect();
        let length = course.length(number);
        events.push(Event::Shuffle { order: Some(cards) });
        events.push(Event::HoleStarted {
            hole: number,
            name: course.hole_name(number),
            length,
            par: course.par(number),
            dealer,
            first,
            pack: pack.len(),
        });
        Self {
            number,
            length,
            dealer,
            turn: first,
            balls: vec![Ball::on_tee(); sides(seats)],
            hands,
            pack,
            played: Vec::new(),
            reshuffles: 0,
            missed_turns: vec![0; seats],
            passed: vec![false; seats],
        }
    }

    pub fn seats(&self) -> usize {
        self.hands.len()
    }

    pub fn side_of(&self, seat: Seat) -> usize {
        side_of(seat, self.seats())
    }

    /// The ball that `seat` plays.
    pub fn ball_of(&self, seat: Seat) -> &Ball {
        &self.balls[self.side_of(seat)]
    }

    pub fn holds(&self, seat: Seat, card: Card) -> bool {
        self.hands[seat].iter().any(|held| held.card == card)
    }

    /// Puts a card from the hand of `from` before the player at `before`.
    pub fn lay(&mut self, from: Seat, card: Card, before: Seat) {
        let hand = &mut self.hands[from];
        if let Some(at) = hand.iter().position(|held| held.card == card) {
            hand.remove(at);
            self.played.push(Played { seat: before, card });
        }
    }

    /// Whether there is a card to draw, if need be after shuffling the played ones.
    pub fn can_draw(&self) -> bool {
        !(self.pack.is_empty() && self.played.is_empty())
    }

    /// Draws the top card of the pack into a hand.
    pub fn draw<C: Chance>(&mut self, seat: Seat, chance: &mut C, events: &mut Vec<Event>) -> Option<Card> {
        if self.pack.is_empty() && self.can_draw() {
            self.reshuffle(chance, events);
        }
        let card = self.pack.pop()?;
        let hand = &mut self.hands[seat];
        hand.push(Held { card, pack: self.reshuffles });
        hand.sort_unstable();
        Some(card)
    }

    /// Makes the played cards a new pack; what they did stays in force.
    fn reshuffle<C: Chance>(&mut self, chance: &mut C, events: &mut Vec<Event>) {
        let mut cards: Vec<Card> = self.played.drain(..).map(|played| played.card).collect();
        chance.shuffle(&mut cards);
        events.push(Event::Shuffle { order: Some(cards.clone()) });
        cards.reverse();
        self.pack = cards;
        self.reshuffles += 1;
    }
}
