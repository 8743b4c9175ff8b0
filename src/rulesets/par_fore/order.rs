//! Whose ball is to be played, and who plays it.

use super::{ParFore, state::Lie};
use crate::rulesets::rules::{Seat, left_of};

/// Who is to do something about which ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    pub actor: Seat,
    /// Whose ball it is.
    pub ball: Seat,
    /// Whether the ball is out of control, so that not its owner's hand decides.
    pub out_of_control: bool,
}

impl ParFore {
    /// Who is to act; `None` when the game is over.
    pub(super) fn turn(&self) -> Option<Turn> {
        let ball = if self.over { None } else { self.ball_to_play() }?;
        let out_of_control = self.is_out_of_control(ball);
        let actor = if out_of_control { left_of(ball, self.seats()) } else { ball };
        Some(Turn { actor, ball, out_of_control })
    }

    /// First everybody's tee shot, in order. Then the ball that has come to the green from elsewhere
    /// than the tee; then the furthest from the hole, those on the green last. Of balls that are
    /// equally far the one that came to rest first.
    fn ball_to_play(&self) -> Option<Seat> {
        let round = &self.round;
        let board = self.board();
        let on_tee = |seat: &&Seat| round.balls[**seat].place.lie(board) == Lie::Tee;
        if let Some(seat) = round.order.iter().find(on_tee) {
            return Some(*seat);
        }
        let in_play = |seat: &Seat| round.balls[*seat].place.lie(board) != Lie::Holed;
        let distance = |seat: &Seat| {
            let ball = &round.balls[*seat];
            let key = match ball.place.lie(board) {
                Lie::Green(feet) => (false, i64::from(feet)),
                _ => (true, ball.place.distance_squared(board)),
            };
            (key, std::cmp::Reverse(ball.arrived))
        };
        round.putting.or_else(|| (0..self.seats()).filter(in_play).max_by_key(distance))
    }

    /// Off the fairway, and on it without a card of its suit. This is judged when the ball is to be
    /// played.
    fn is_out_of_control(&self, ball: Seat) -> bool {
        match self.round.balls[ball].place.lie(self.board()) {
            Lie::OffFairway => true,
            Lie::Fairway(suits) => !self.cards.has(ball, |card| suits.iter().any(|suit| suit.is_of(card))),
            Lie::Tee | Lie::Free | Lie::Sand | Lie::Green(_) | Lie::Holed => false,
        }
    }

    /// Everybody sees who is to act, and so learns that a ball on the fairway is out of control
    /// because its owner has no card of the suit.
    pub(super) fn note_what_the_turn_tells(&mut self) {
        let Some(Turn { ball, out_of_control: true, .. }) = self.turn() else { return };
        if let Lie::Fairway(suits) = self.round.balls[ball].place.lie(self.course.hole(self.round.number)) {
            self.cards.lacks(ball, |card| suits.iter().any(|suit| suit.is_of(card)));
        }
    }
}
