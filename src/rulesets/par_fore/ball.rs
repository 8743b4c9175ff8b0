//! What happens to a ball: strokes, penalties, coming to rest.

use super::{
    ParFore,
    board::Ground,
    events::{Event, Holing, PenaltyReason, StrokeKind},
    state::Place,
};
use crate::rulesets::{cards::Card, rules::Seat};

impl ParFore {
    /// Counts a stroke.
    pub(super) fn stroke(&mut self, seat: Seat, by: StrokeKind, card: Option<Card>, events: &mut Vec<Event>) {
        self.round.balls[seat].strokes += 1;
        events.push(Event::Stroke { seat, by, card, strokes: self.round.balls[seat].strokes });
    }

    /// Counts penalty strokes.
    pub(super) fn penalty(&mut self, seat: Seat, reason: PenaltyReason, events: &mut Vec<Event>) {
        let strokes = match reason {
            PenaltyReason::LostBall | PenaltyReason::OutOfBounds => 2,
            PenaltyReason::Water => 1,
        };
        self.round.balls[seat].penalties += strokes;
        events.push(Event::Penalty { seat, reason, strokes });
    }

    /// Brings a ball to a spot of the board; out of water it is dropped.
    pub(super) fn come_to(&mut self, seat: Seat, place: Place, events: &mut Vec<Event>) {
        let ground = place.spot(self.board()).map(|spot| spot.lie);
        if ground == Some(Ground::Water) {
            self.penalty(seat, PenaltyReason::Water, events);
            self.rest(seat, Place::Drop, events);
        } else {
            self.rest(seat, place, events);
        }
    }

    /// The ball comes to rest.
    pub(super) fn rest(&mut self, seat: Seat, place: Place, events: &mut Vec<Event>) {
        self.round.rest(seat, place);
        events.push(Event::BallMoved { seat, to: self.position(place) });
    }

    pub(super) fn hole_out(&mut self, seat: Seat, by: Holing, events: &mut Vec<Event>) {
        self.round.putting = None;
        self.round.rest(seat, Place::Holed);
        let ball = &self.round.balls[seat];
        events.push(Event::HoledOut { seat, by, strokes: ball.strokes, penalties: ball.penalties });
    }
}
