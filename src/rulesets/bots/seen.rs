//! What a bot may know.

use crate::rulesets::{
    chance::Chance,
    rules::{Rules, Seat, Viewer},
};

/// A game as a seat may know it. The full state is out of reach.
#[derive(Debug)]
pub struct Seen<'a, R> {
    state: &'a R,
    seat: Seat,
}

impl<'a, R: Rules> Seen<'a, R> {
    /// What `seat` may know of the game.
    pub fn new(state: &'a R, seat: Seat) -> Self {
        Self { state, seat }
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The game as the seat is shown it.
    pub fn view(&self) -> R::View {
        self.state.view(Viewer::Seat(self.seat))
    }

    pub fn legal_moves(&self) -> Vec<R::Move> {
        self.state.legal_moves(self.seat)
    }

    /// Another game that agrees with all that the seat has been shown.
    pub fn imagine<C: Chance>(&self, chance: &mut C) -> R {
        self.state.resample(Viewer::Seat(self.seat), chance)
    }
}
