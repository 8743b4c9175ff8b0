//! What the suite of all rulesets has to know about this one.

use std::sync::Arc;

use super::super::{CardGolf, Course, Move, Options, card::Card, deck::deck, state::Held};
use crate::rulesets::{
    conformance::Sample,
    courses::Course as _,
    rules::{Seat, Viewer},
};

impl Sample for CardGolf {
    const EVENT_TYPES: &[&str] = &[
        "first_dealer",
        "shuffle",
        "hole_started",
        "draw",
        "stroke",
        "holed_out",
        "last_turns",
        "hazard",
        "stroke_cancelled",
        "ball_moved",
        "putt_cancelled",
        "turn_lost",
        "turn_missed",
        "passed",
        "hole_finished",
        "game_finished",
    ];

    fn options() -> Vec<Options> {
        let courses = Course::shipped();
        let options = |n: usize| Options {
            holes: [1, 2, 3, 18][n % 4],
            course: courses[n % courses.len()].id.clone(),
            stop_when_decided: (n / 4).is_multiple_of(2),
        };
        (0..16).map(options).collect()
    }

    fn sample_course(options: &Options) -> Arc<Course> {
        let course = Course::shipped().iter().find(|course| course.id == options.course);
        course.expect("these courses are shipped").clone()
    }

    fn universe(seats: usize) -> Vec<Move> {
        let unknown = ["", "driver_250", "7_iron", "putts", "??", "7_iron_-120", "7_IRON_120"];
        let names = deck().names().chain(unknown.map(str::to_owned));
        let targets = (-1..=seats as i64).chain([i64::MIN, i64::MAX]);
        let of_card = |card: String| {
            let stroke = |holed_out| Move::Stroke { card: card.clone(), holed_out };
            let hazard = |target| Move::Hazard { card: card.clone(), target };
            let moves: Vec<Move> =
                [false, true].map(stroke).into_iter().chain(targets.clone().map(hazard)).collect();
            moves
        };
        names.flat_map(of_card).chain([Move::Draw {}, Move::Pass {}]).collect()
    }

    fn cards(&self) -> Vec<String> {
        let hole = &self.hole;
        let held = hole.hands.iter().flatten().map(|held| held.card);
        let played = hole.played.iter().map(|played| played.card);
        let mut names = names(held.chain(played).chain(hole.pack.iter().copied()));
        names.sort_unstable();
        names
    }

    fn secrets(&self, viewer: Viewer) -> Vec<Vec<String>> {
        if self.over {
            return Vec::new();
        }
        let hole = &self.hole;
        let pool = |pack| {
            let undrawn: Vec<Card> = hole.pack.iter().copied().filter(|_| pack == hole.reshuffles).collect();
            let others = hole.hands.iter().enumerate().filter(|(seat, _)| !viewer.is(*seat));
            let of_pack = |(_, hand): (Seat, &Vec<Held>)| -> Vec<Card> {
                hand.iter().filter(|held| held.pack == pack).map(|held| held.card).collect()
            };
            let mut held: Vec<Vec<Card>> = others.map(of_pack).collect();
            held.retain(|cards| !cards.is_empty());
            // What must be in a certain hand is no secret.
            let is_secret = held.len() > 1 || !undrawn.is_empty();
            is_secret.then(|| names(held.concat().into_iter().chain(undrawn)))
        };
        (0..=hole.reshuffles).filter_map(pool).collect()
    }

    fn tells(&self, seat: Seat, action: &Move, viewer: Viewer) -> bool {
        match action {
            Move::Stroke { .. } | Move::Hazard { .. } => !viewer.is(seat),
            Move::Draw {} => viewer.is(seat),
            Move::Pass {} => false,
        }
    }

    /// Draws until the pack is exhausted, and then passes.
    fn is_odd(action: &Move) -> bool {
        matches!(action, Move::Draw {} | Move::Pass {})
    }
}

fn names(cards: impl Iterator<Item = Card>) -> Vec<String> {
    cards.map(|card| card.to_string()).collect()
}
