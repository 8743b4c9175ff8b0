//! Cards that are played for a ball.

use super::{
    ParFore,
    board::number,
    events::{Event, Holing, StrokeKind},
    order::Turn,
    state::{Lie, Place},
};
use crate::rulesets::{
    cards::Card,
    chance::Chance,
    rules::{Illegal, Seat},
};

impl ParFore {
    /// Whether the player whose turn it is may play that card for the ball.
    pub(super) fn check_card(&self, turn: Turn, card: Card) -> Result<(), Illegal> {
        let lie = self.round.balls[turn.ball].place.lie(self.board());
        if matches!(lie, Lie::Tee | Lie::Sand | Lie::Green(_) | Lie::Holed) {
            let detail = match lie {
                Lie::Green(_) => "the ball is on the green: putt",
                _ => "roll the dice: no card is played from here",
            };
            return Err(Illegal::new("no_card_here", detail));
        }
        if turn.out_of_control && turn.actor == turn.ball {
            let detail =
                "out of control and alone: the top card of the pack is played, by {\"type\":\"flip\"}";
            return Err(Illegal::new("flip_instead", detail));
        }
        if !self.cards.holds(turn.actor, card) {
            return Err(Illegal::new("card_not_in_hand", format!("you do not hold {card}")));
        }
        if turn.out_of_control {
            return Ok(());
        }
        let is_face = number(card).is_none();
        let (fits, numbered_first): (Box<dyn Fn(Card) -> bool + '_>, bool) = match lie {
            Lie::Fairway(suits) => {
                (Box::new(move |card| suits.iter().any(|suit| suit.is_of(card))), self.board().par == 5)
            }
            _ => (Box::new(|_| true), true),
        };
        if !fits(card) {
            return Err(Illegal::new("wrong_suit", "play a card of the suit that the ball lies on"));
        }
        let has_numbered = || self.cards.has(turn.actor, |card| fits(card) && number(card).is_some());
        if is_face && numbered_first && has_numbered() {
            let detail = "a face card may be played here only without a numbered card that can be played";
            return Err(Illegal::new("numbered_card_first", detail));
        }
        Ok(())
    }

    /// Plays a legal card of the hand of whoever is to act.
    pub(super) fn play_card(&mut self, turn: Turn, card: Card, events: &mut Vec<Event>) {
        let Turn { actor, ball, out_of_control } = turn;
        self.cards.discard(actor, card);
        events.push(Event::CardPlayed { seat: actor, ball, card });
        if !out_of_control && number(card).is_none() {
            self.note_what_a_face_card_tells(ball);
        }
        self.take_card(ball, card, out_of_control, events);
    }

    /// Plays the top card of the pack for a ball that is out of control, in solo play.
    pub(super) fn flip<C: Chance>(
        &mut self,
        turn: Turn,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        if !(turn.out_of_control && turn.actor == turn.ball) {
            let detail = "a card of the pack is played only for a ball that is out of control, in solo play";
            return Err(Illegal::new("no_flip_here", detail));
        }
        if let Some(card) = self.cards.next(chance, events) {
            self.cards.discards.push(card);
            events.push(Event::Flipped { seat: turn.ball, card });
            self.take_card(turn.ball, card, true, events);
        }
        Ok(())
    }

    /// What a card does that is played for a ball.
    fn take_card(&mut self, ball: Seat, card: Card, out_of_control: bool, events: &mut Vec<Event>) {
        self.stroke(ball, StrokeKind::Card, Some(card), events);
        let Some(feet) = number(card) else { return self.come_to(ball, Place::Face(card), events) };
        let board = self.board();
        let place = self.round.balls[ball].place;
        let matches = match (place, place.lie(board)) {
            (Place::Total(total), Lie::Fairway(suits)) => {
                !out_of_control && total == feet && suits.iter().any(|suit| suit.is_of(card))
            }
            _ => false,
        };
        let on_fairway = matches!(place.lie(board), Lie::Fairway(_));
        match board.par {
            4 if matches => self.hole_out(ball, Holing::MatchingCard, events),
            5 if matches && place == Place::Total(3) => self.hole_out(ball, Holing::DoubleEagle, events),
            5 if !matches && (out_of_control || on_fairway) => self.rest(ball, Place::Cluster, events),
            _ => {
                self.round.putting = Some(ball);
                self.rest(ball, Place::Green(feet), events);
            }
        }
    }

    /// Where a face card must not be played while there is a numbered one, everybody sees by it that
    /// there is none.
    fn note_what_a_face_card_tells(&mut self, seat: Seat) {
        let board = self.course.hole(self.round.number);
        match self.round.balls[seat].place.lie(board) {
            Lie::Free => self.cards.lacks(seat, |card| number(card).is_some()),
            Lie::Fairway(suits) if board.par == 5 => {
                let of_suit = |card| suits.iter().any(|suit| suit.is_of(card));
                self.cards.lacks(seat, |card| of_suit(card) && number(card).is_some());
            }
            _ => {}
        }
    }
}
