//! The end of a hole, and what comes after it.

use super::{
    CardGolf,
    events::Event,
    state::{Hole, side_of, sides},
};
use crate::rulesets::{
    chance::Chance,
    rules::{Place, Rules, ScoreOrder, Seat, left_of, places_by_score},
};

impl CardGolf {
    /// Notes who has won the hole; then deals the next one, or ends the game.
    pub(super) fn finish_hole<C: Chance>(&mut self, chance: &mut C, events: &mut Vec<Event>) {
        let seats = self.hole.seats();
        let holed: Vec<usize> =
            (0..self.hole.balls.len()).filter(|&side| self.hole.balls[side].is_holed()).collect();
        let winner = match holed[..] {
            [side] => Some(side),
            _ => None,
        };
        self.results.push(winner);
        self.hole.missed_turns.fill(0);
        events.push(Event::HoleFinished {
            hole: self.hole.number,
            winner,
            scores: (0..seats).map(|seat| i32::from(winner == Some(side_of(seat, seats)))).collect(),
            holes_won: self.holes_won(),
            balls: self.balls(),
        });
        let holes_left = self.options.holes - self.hole.number;
        if holes_left == 0 || self.options.stop_when_decided && self.lead() > i32::from(holes_left) {
            self.over = true;
            events.push(Event::GameFinished {
                holes_won: self.holes_won(),
                holes_left,
                totals: self.scores(),
                places: self.final_places(),
            });
        } else {
            let dealer = next_dealer(self.hole.dealer, winner, seats);
            self.hole = Hole::deal(&self.course, self.hole.number + 1, dealer, seats, chance, events);
        }
    }

    /// Holes won so far, per side.
    pub(super) fn holes_won(&self) -> Vec<i32> {
        let won = |side| self.results.iter().filter(|&&winner| winner == Some(side)).count();
        (0..self.hole.balls.len()).map(|side| won(side) as i32).collect()
    }

    /// How many holes the leader is ahead of the next side.
    fn lead(&self) -> i32 {
        let mut won = self.holes_won();
        won.sort_unstable_by(|a, b| b.cmp(a));
        won[0] - won[1]
    }

    /// The sides' places, each held by all seats of the side.
    pub(super) fn final_places(&self) -> Vec<Place> {
        let seats = self.hole.seats();
        let mut places = places_by_score(&self.holes_won(), ScoreOrder::High);
        for place in &mut places {
            let side = |seat| side_of(seat, seats);
            place.seats = (0..seats).filter(|&seat| place.seats.contains(&side(seat))).collect();
        }
        places
    }
}

/// Who deals the next hole. With two or three players the winner; with partners the dealer's
/// partner if their side has won, and else the player on his right. After a halved hole the same
/// dealer again.
fn next_dealer(dealer: Seat, winner: Option<usize>, seats: usize) -> Seat {
    match winner {
        None => dealer,
        Some(side) if sides(seats) == seats => side,
        Some(side) if side == side_of(dealer, seats) => left_of(left_of(dealer, seats), seats),
        Some(_) => left_of(left_of(left_of(dealer, seats), seats), seats),
    }
}
