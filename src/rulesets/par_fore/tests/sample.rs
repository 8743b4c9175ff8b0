//! What the suite of all rulesets has to know about this one.

use std::sync::Arc;

use super::super::{Course, Move, Options, ParFore, resample::Hidden};
use crate::rulesets::{
    cards::{Card, packs},
    conformance::Sample,
    courses::Course as _,
    rules::{Rules, Seat, Viewer},
};

impl Sample for ParFore {
    const EVENT_TYPES: &[&str] = &[
        "cut",
        "shuffle",
        "hole_started",
        "draw",
        "dice",
        "card_played",
        "flipped",
        "stroke",
        "penalty",
        "ball_moved",
        "stays_in_sand",
        "discarded",
        "putt",
        "holed_out",
        "hole_finished",
        "game_finished",
    ];

    fn options() -> Vec<Options> {
        (0..16).map(|n| Options { holes: [9, 1, 5, 2][n % 4], ..Options::default() }).collect()
    }

    fn sample_course(_: &Options) -> Arc<Course> {
        Course::shipped()[0].clone()
    }

    fn universe(_: usize) -> Vec<Move> {
        let unknown = ["", "1C", "JK", "??", "10D", "td"].map(str::to_owned);
        let cards = packs(1, 0).into_iter().map(|card| card.to_string()).chain(unknown);
        let plays = cards.map(|card| Move::Play { card });
        plays.chain([Move::Roll {}, Move::Putt {}, Move::Flip {}]).collect()
    }

    fn cards(&self) -> Vec<String> {
        let held = self.cards.hands.iter().flatten().map(|held| held.card);
        let mut names = names(held.chain(self.cards.pack.iter().chain(&self.cards.discards).copied()));
        names.sort_unstable();
        names
    }

    /// The cards of one pack that can change places with some other one elsewhere.
    fn secrets(&self, viewer: Viewer) -> Vec<Vec<String>> {
        let hidden = self.hidden(viewer);
        let of_pack = |pack| {
            let places: Vec<Hidden> =
                hidden.iter().copied().filter(|place| self.at(*place).pack == pack).collect();
            let is_secret = places.iter().any(|one| {
                places.iter().any(|two| !is_same_hand(*one, *two) && self.clone().exchange(*one, *two))
            });
            is_secret.then(|| names(places.iter().map(|place| self.at(*place).card)))
        };
        (0..=self.cards.reshuffles).filter_map(of_pack).collect()
    }

    /// Nearly every move shows who is to act next, which depends on a hand. But while others are
    /// still to tee off on a par 4 or 5, a roll shows nothing of any hand.
    fn tells(&self, _: Seat, action: &Move, _: Viewer) -> bool {
        let others = self.round.balls.iter().filter(|ball| ball.strokes == 0).count();
        !(*action == Move::Roll {} && others > 1 && self.board().par > 3)
    }

    /// Solo play flips a card wherever it can.
    fn is_odd(action: &Move) -> bool {
        *action == Move::Flip {}
    }
}

fn is_same_hand(one: Hidden, two: Hidden) -> bool {
    match (one, two) {
        (Hidden::Hand(one, _), Hidden::Hand(two, _)) => one == two,
        (Hidden::Pack(one), Hidden::Pack(two)) => one == two,
        _ => false,
    }
}

fn names(cards: impl Iterator<Item = Card>) -> Vec<String> {
    cards.map(|card| card.to_string()).collect()
}

#[test]
fn the_shipped_course_is_playable() {
    assert_eq!(ParFore::check(&Options::default()), []);
    let pars: Vec<u8> = Course::shipped()[0].holes.iter().map(|hole| hole.par).collect();
    assert_eq!(pars, [5, 3, 4, 4, 5, 3, 4, 4, 4], "the rules' components");
}
