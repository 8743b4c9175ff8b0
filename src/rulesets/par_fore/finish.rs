//! The end of a hole, and what comes after it.

use super::{
    ParFore,
    events::Event,
    state::{Place, Round},
};
use crate::rulesets::{
    chance::Chance,
    rules::{Rules, ScoreOrder, Seat, left_of, places_by_score},
};

impl ParFore {
    /// After every move: the hole may be over, a hand may be empty.
    pub(super) fn settle<C: Chance>(&mut self, chance: &mut C, events: &mut Vec<Event>) {
        if self.round.balls.iter().all(|ball| ball.place == Place::Holed) {
            self.finish_hole(chance, events);
        } else {
            for seat in 0..self.seats() {
                if self.cards.hands[seat].is_empty() {
                    self.cards.fill(seat, chance, events);
                }
            }
        }
        self.note_what_the_turn_tells();
    }

    fn finish_hole<C: Chance>(&mut self, chance: &mut C, events: &mut Vec<Event>) {
        let balls = &self.round.balls;
        let strokes: Vec<u32> = balls.iter().map(|ball| ball.strokes).collect();
        let penalties: Vec<u32> = balls.iter().map(|ball| ball.penalties).collect();
        let scores: Vec<i32> =
            strokes.iter().zip(&penalties).map(|(strokes, penalties)| (strokes + penalties) as i32).collect();
        for (all, score) in self.hole_scores.iter_mut().zip(&scores) {
            all.push(*score);
        }
        let number = self.round.number;
        let order = next_order(&self.round.order, &scores);
        let totals = self.scores();
        events.push(Event::HoleFinished { hole: number, strokes, penalties, scores, totals });
        if number < self.options.holes {
            self.start_hole(number + 1, order, chance, events);
        } else {
            self.over = true;
            let totals = self.scores();
            let places = places_by_score(&totals, ScoreOrder::Low);
            events.push(Event::GameFinished { totals, places });
        }
    }

    /// Puts the balls on the tee and fills the hands up, in the order of play.
    pub(super) fn start_hole<C: Chance>(
        &mut self,
        number: u8,
        order: Vec<Seat>,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) {
        self.round = Round::new(number, order);
        let board = self.board();
        events.push(Event::HoleStarted {
            hole: number,
            par: board.par,
            length: board.length,
            order: self.round.order.clone(),
            missing: board.missing,
            centre_suit: board.centre_suit,
        });
        for seat in self.round.order.clone() {
            self.cards.fill(seat, chance, events);
        }
    }
}

/// The winner of a hole plays first on the next, clockwise from him; if the lowest score is shared
/// the order stays.
fn next_order(order: &[Seat], scores: &[i32]) -> Vec<Seat> {
    let lowest = scores.iter().min();
    let winners: Vec<Seat> = (0..scores.len()).filter(|&seat| Some(&scores[seat]) == lowest).collect();
    match winners[..] {
        [winner] => clockwise(winner, scores.len()),
        _ => order.to_vec(),
    }
}

/// All seats, clockwise from that one.
pub(super) fn clockwise(first: Seat, seats: usize) -> Vec<Seat> {
    std::iter::successors(Some(first), |&seat| Some(left_of(seat, seats))).take(seats).collect()
}
