//! Hazard cards.

use super::{
    CardGolf,
    ball::{Lie, Spot},
    card::{Card, Hazard},
    events::Event,
    stroke::not_in_hand,
};
use crate::rulesets::rules::{Illegal, Seat};

impl CardGolf {
    /// The hazard and the seat to which it would be handed.
    pub(super) fn hazard(&self, seat: Seat, card: Card, target: i64) -> Result<(Hazard, Seat), Illegal> {
        let Card::Hazard(hazard) = card else {
            let detail = format!("{card} is no hazard: play it with {{\"type\":\"stroke\"}}");
            return Err(Illegal::new("not_a_hazard", detail));
        };
        if !self.hole.holds(seat, card) {
            return Err(not_in_hand(card));
        }
        let seats = self.hole.seats();
        let target = usize::try_from(target).ok().filter(|&target| target < seats).ok_or_else(|| {
            Illegal::new("no_such_seat", format!("there is no seat {target}: seats are 0 to {}", seats - 1))
        })?;
        if self.hole.side_of(target) == self.hole.side_of(seat) {
            return Err(Illegal::new("not_an_opponent", "hand a hazard to an opponent"));
        }
        self.check_exposed(target, hazard)?;
        Ok((hazard, target))
    }

    /// Whether the ball of `target` may meet that hazard now.
    fn check_exposed(&self, target: Seat, hazard: Hazard) -> Result<(), Illegal> {
        let ball = self.hole.ball_of(target);
        let (reason, detail) = match (ball.spot.lie, hazard) {
            (Lie::Holed, _) => ("target_holed_out", "that ball is in the hole"),
            (Lie::Tee, _) => ("target_on_tee", "that ball has not left the tee"),
            (_, Hazard::MissedPutt) if ball.putt_stands => return Ok(()),
            (_, Hazard::MissedPutt) => (
                "no_putt_to_cancel",
                "Missed Putt may be played only while a first Putt from 20 yards stands",
            ),
            (Lie::Green | Lie::PinHigh, _) => {
                ("target_on_green", "that ball is on the green, where only Missed Putt can be played")
            }
            _ if ball.protected => {
                ("target_protected", "no second hazard may be played on a ball before its next stroke")
            }
            _ => return Ok(()),
        };
        Err(Illegal::new(reason, detail))
    }

    /// Hands a legal hazard over.
    pub(super) fn play_hazard(&mut self, seat: Seat, hazard: Hazard, target: Seat, events: &mut Vec<Event>) {
        let (length, side) = (self.hole.length, self.hole.side_of(target));
        let card = Card::Hazard(hazard);
        self.hole.lay(seat, card, target);
        events.push(Event::Hazard { seat, target, side, card });
        let ball = &mut self.hole.balls[side];
        ball.protected = true;
        let from = ball.spot;
        let mut move_to = |to: Spot, events: &mut Vec<Event>| {
            ball.spot = to;
            events.push(Event::BallMoved { side, from: from.seen(length), to: to.seen(length) });
        };
        match hazard {
            Hazard::LostBall | Hazard::OutOfBounds => {
                // A ball off the tee has had a stroke, and none has been cancelled since.
                if let Some(to) = ball.came_from.take() {
                    ball.spot = to;
                    events.push(Event::StrokeCancelled {
                        side,
                        from: from.seen(length),
                        to: to.seen(length),
                    });
                }
                self.lose_turn(target, events);
            }
            Hazard::Water => self.lose_turn(target, events),
            Hazard::Bunker => move_to(Spot { lie: Lie::Bunker, ..from }, events),
            Hazard::BadBunker => move_to(Spot { lie: Lie::BadBunker, ..from }, events),
            Hazard::Slice => move_to(Spot { lie: Lie::RightRough, ..from }, events),
            Hazard::Pull => move_to(Spot { lie: Lie::LeftRough, ..from }, events),
            Hazard::MissedPutt => {
                ball.putt_stands = false;
                events.push(Event::PuttCancelled { side });
            }
        }
    }

    fn lose_turn(&mut self, seat: Seat, events: &mut Vec<Event>) {
        self.hole.missed_turns[seat] += 1;
        events.push(Event::TurnLost { seat, missed_turns: self.hole.missed_turns[seat] });
    }
}
