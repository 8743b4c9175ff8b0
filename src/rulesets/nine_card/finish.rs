//! The end of a hole, and what comes after it.

use super::{
    NineCard,
    events::{Event, HoleResult},
    layout::{Faces, faces},
    scoring,
    state::{Hole, Stage},
};
use crate::rulesets::{
    chance::Chance,
    rules::{Rules, ScoreOrder, Seat, left_of, places_by_score},
};

impl NineCard {
    /// Turns everything up and scores it; then deals the next hole, or ends the game.
    pub(super) fn finish_hole<C: Chance>(&mut self, went_out: Seat, chance: &mut C, events: &mut Vec<Event>) {
        self.turn_all_up();
        let result = self.score_hole(went_out);
        self.last_hole = Some(result.clone());
        events.push(Event::HoleFinished(result));
        let Hole { number, dealer, .. } = self.hole;
        if number < self.options.holes {
            let seats = self.hole.layouts.len();
            self.hole = Hole::deal(number + 1, left_of(dealer, seats), seats, chance, events);
        } else {
            self.hole.stage = Stage::Over;
            let totals = self.scores();
            let places = places_by_score(&totals, ScoreOrder::Low);
            events.push(Event::GameFinished { totals, places });
        }
    }

    fn turn_all_up(&mut self) {
        for placed in self.hole.layouts.iter_mut().flatten().flatten() {
            placed.up = true;
        }
    }

    /// Scores the layouts and notes the scores.
    fn score_hole(&mut self, went_out: Seat) -> HoleResult {
        let layouts: Vec<Faces> = self.hole.layouts.iter().map(faces).collect();
        let points: Vec<_> =
            layouts.iter().map(|layout| scoring::points(layout, self.options.joker_pairs)).collect();
        let mut scores: Vec<i32> = points.iter().map(|cells| cells.iter().sum()).collect();
        let penalty = scoring::penalty(&scores, went_out, self.options.out_penalty);
        scores[went_out] += i32::from(penalty);
        for (seat, &score) in scores.iter().enumerate() {
            self.hole_scores[seat].push(score);
        }
        HoleResult {
            hole: self.hole.number,
            went_out,
            layouts,
            points,
            penalty,
            scores,
            totals: self.scores(),
        }
    }
}
