//! Rolls of the dice: from the tee, from the sand, and on the green.

use super::{
    ParFore,
    board::{Ground, number},
    events::{Event, Holing, PenaltyReason, StrokeKind},
    state::{Lie, Place},
};
use crate::rulesets::{
    cards::Card,
    chance::Chance,
    rules::{Illegal, Seat},
};

/// Putts of so many feet are made without rolling.
const SHORT: u8 = 2;

/// How many dice are rolled from the sand and on the green.
const DICE: usize = 2;

impl ParFore {
    /// A `roll` of the owner of a ball on the tee or in the sand.
    pub(super) fn roll<C: Chance>(
        &mut self,
        seat: Seat,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        match self.round.balls[seat].place.lie(self.board()) {
            Lie::Tee => self.tee_shot(seat, chance, events),
            Lie::Sand => self.sand_shot(seat, chance, events),
            _ => {
                let detail = "the dice are rolled from the tee and from the sand only";
                return Err(Illegal::new("no_roll_here", detail));
            }
        }
        Ok(())
    }

    fn tee_shot<C: Chance>(&mut self, seat: Seat, chance: &mut C, events: &mut Vec<Event>) {
        let (dice, total) = throw(seat, self.board().dice(), chance, events);
        self.stroke(seat, StrokeKind::Tee, None, events);
        let board = self.board();
        let ground = board.tee.get(&total).map(|spot| spot.lie);
        match ground {
            None => return self.penalty(seat, PenaltyReason::LostBall, events),
            Some(Ground::OutOfBounds) => return self.penalty(seat, PenaltyReason::OutOfBounds, events),
            Some(_) => {}
        }
        let centre = board.centre_suit.filter(|_| ground == Some(Ground::Green) && dice == [1, 1]);
        if let Some(suit) = centre {
            let is_ace = |card| number(card) == Some(1) && suit.is_of(card);
            match self.cards.sorted(seat).into_iter().find(|card| is_ace(*card)) {
                Some(ace) => return self.hole_by_discard(seat, ace, Holing::HoleInOne, events),
                None => self.cards.lacks(seat, is_ace),
            }
        }
        match ground {
            Some(Ground::Green) => self.rest(seat, Place::Green(total), events),
            _ => self.come_to(seat, Place::Total(total), events),
        }
    }

    fn sand_shot<C: Chance>(&mut self, seat: Seat, chance: &mut C, events: &mut Vec<Event>) {
        let (dice, total) = throw(seat, DICE, chance, events);
        self.stroke(seat, StrokeKind::Sand, None, events);
        if dice[0] != dice[1] {
            self.round.putting = Some(seat);
            return self.rest(seat, Place::Green(total), events);
        }
        let is_double = |card| number(card) == Some(dice[0]);
        // Sorted by rank and suit: the first suit is the one to go.
        match self.cards.sorted(seat).into_iter().find(|card| is_double(*card)) {
            Some(card) => {
                self.hole_by_discard(seat, card, Holing::SandDoubles, events);
                self.cards.lacks(seat, |other| is_double(other) && other < card);
            }
            None => {
                self.cards.lacks(seat, is_double);
                events.push(Event::StaysInSand { seat });
            }
        }
    }

    /// Discards a card that puts the ball into the hole; it is no stroke.
    fn hole_by_discard(&mut self, seat: Seat, card: Card, by: Holing, events: &mut Vec<Event>) {
        self.cards.discard(seat, card);
        events.push(Event::Discarded { seat, card });
        self.hole_out(seat, by, events);
    }

    /// A `putt` of the owner of a ball on the green, roll after roll until it is in the hole.
    pub(super) fn putt<C: Chance>(
        &mut self,
        seat: Seat,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        let Lie::Green(mut feet) = self.round.balls[seat].place.lie(self.board()) else {
            return Err(Illegal::new("not_on_green", "only a ball on the green is putted"));
        };
        while feet > 0 {
            let rolled = (feet > SHORT).then(|| throw(seat, DICE, chance, events).1);
            let left = rolled.filter(|total| *total < feet).unwrap_or(0);
            self.stroke(seat, StrokeKind::Putt, None, events);
            events.push(Event::Putt { seat, feet, left });
            feet = left;
        }
        self.hole_out(seat, Holing::Putt, events);
        Ok(())
    }
}

/// Rolls so many dice; they and their total.
fn throw<C: Chance>(seat: Seat, dice: usize, chance: &mut C, events: &mut Vec<Event>) -> (Vec<u8>, u8) {
    let dice: Vec<u8> = (0..dice).map(|_| chance.die()).collect();
    let total = dice.iter().sum();
    events.push(Event::Dice { seat, dice: dice.clone(), total });
    (dice, total)
}
