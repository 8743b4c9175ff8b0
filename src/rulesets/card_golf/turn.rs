//! Turns: which moves there are, what they do, and whose turn is next.

use super::{
    CardGolf,
    card::{Card, UnknownCard},
    events::Event,
    moves::Move,
};
use crate::rulesets::{
    chance::Chance,
    rules::{Illegal, Seat, left_of},
    shown,
};

impl CardGolf {
    /// A move of `seat` in his turn.
    pub(super) fn take_turn<C: Chance>(
        &mut self,
        seat: Seat,
        action: &Move,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        match action {
            Move::Stroke { card, holed_out } => {
                let stroke = self.stroke(seat, card_named(card)?, *holed_out)?;
                self.play_stroke(seat, &stroke, events);
            }
            Move::Hazard { card, target } => {
                let (hazard, target) = self.hazard(seat, card_named(card)?, *target)?;
                self.play_hazard(seat, hazard, target, events);
            }
            Move::Draw {} => {
                let card = self.hole.draw(seat, chance, events).ok_or_else(|| {
                    Illegal::new("nothing_to_draw", "there is no card left to draw: play a card, or pass")
                })?;
                events.push(Event::Draw { seat, card: shown::Shown::Face(card) });
            }
            Move::Pass {} if self.hole.can_draw() => {
                let detail = "you may pass only when no card is left to draw: draw, or play a card";
                return Err(Illegal::new("may_not_pass", detail));
            }
            Move::Pass {} => events.push(Event::Passed { seat }),
        }
        match action {
            Move::Pass {} => self.hole.passed[seat] = true,
            _ => self.hole.passed.fill(false),
        }
        self.end_turn(seat, chance, events);
        Ok(())
    }

    /// Every move of the player whose turn it is: strokes, each followed by the same with
    /// Holed-Out, hazards by target, then the others.
    pub(super) fn moves_of(&self, seat: Seat) -> Vec<Move> {
        let mut cards: Vec<Card> = self.hole.hands[seat].iter().map(|held| held.card).collect();
        cards.dedup();
        let mut moves = Vec::new();
        for card in cards {
            for holed_out in [false, true] {
                if self.stroke(seat, card, holed_out).is_ok() {
                    moves.push(Move::Stroke { card: card.to_string(), holed_out });
                }
            }
            for target in 0..self.hole.seats() as i64 {
                if self.hazard(seat, card, target).is_ok() {
                    moves.push(Move::Hazard { card: card.to_string(), target });
                }
            }
        }
        moves.push(if self.hole.can_draw() { Move::Draw {} } else { Move::Pass {} });
        moves
    }

    /// Passes the turn on, over those who miss theirs, or ends the hole.
    fn end_turn<C: Chance>(&mut self, seat: Seat, chance: &mut C, events: &mut Vec<Event>) {
        let holed = self.hole.balls.iter().filter(|ball| ball.is_holed()).count();
        let everybody_passed = self.hole.passed.iter().all(|&passed| passed);
        let mut had = seat;
        while holed < self.hole.balls.len() && !everybody_passed {
            if holed > 0 && had == self.hole.dealer {
                break;
            }
            let next = left_of(had, self.hole.seats());
            if self.hole.missed_turns[next] == 0 {
                self.hole.turn = next;
                return;
            }
            self.hole.missed_turns[next] -= 1;
            events.push(Event::TurnMissed { seat: next, missed_turns: self.hole.missed_turns[next] });
            had = next;
        }
        self.finish_hole(chance, events);
    }
}

/// Reads the name of a card.
fn card_named(name: &str) -> Result<Card, Illegal> {
    name.parse().map_err(|error: UnknownCard| Illegal::new("unknown_card", error.to_string()))
}
