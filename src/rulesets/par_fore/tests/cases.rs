//! The situations of `cases.json`, each played as it stands.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{
    Course, Event, Move, Options, ParFore,
    cut::cut,
    finish::clockwise,
    state::{Cards, Held, Place, Round},
};
use crate::rulesets::{
    cards::{Card, packs},
    chance::Script,
    courses::Course as _,
    rules::{Rules, Seat, Viewer},
};

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
    cuts: Vec<Cutting>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    options: Options,
    start: Start,
    prefix: Vec<(Seat, Move)>,
    prefix_dice: Vec<Vec<u8>>,
    actor: Seat,
    #[serde(rename = "move")]
    action: Move,
    dice: Vec<Vec<u8>>,
    legal: bool,
    #[serde(default)]
    reasons: Vec<String>,
    #[serde(default)]
    expect: BTreeMap<String, Value>,
    hole_scores: Option<Vec<i32>>,
    reshuffle: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Start {
    hole: u8,
    order: Vec<Seat>,
    hands: Vec<Vec<Card>>,
    pack: Vec<Card>,
    discards: Vec<Card>,
}

#[derive(Deserialize)]
struct Cutting {
    title: String,
    seats: usize,
    cuts: Vec<Vec<Card>>,
    order: Vec<Seat>,
}

impl Case {
    fn begin(&self) -> ParFore {
        let Start { hole, order, hands, pack, discards } = &self.start;
        let held = |card: &Card| Held { card: *card, pack: 0, could_be: u64::MAX };
        let hand = |cards: &Vec<Card>| -> Vec<Held> { cards.iter().map(held).collect() };
        ParFore {
            options: self.options.clone(),
            course: Course::shipped()[0].clone(),
            cards: Cards {
                hands: hands.iter().map(hand).collect(),
                pack: pack.iter().rev().copied().collect(),
                discards: discards.clone(),
                reshuffles: 0,
            },
            round: Round::new(*hole, order.clone()),
            hole_scores: vec![Vec::new(); hands.len()],
            over: false,
        }
    }

    fn check(&self) {
        let rolls = self.prefix_dice.iter().chain(&self.dice).flatten();
        let shuffles = self.reshuffle.iter().cloned().collect();
        let mut chance = Script { dice: rolls.copied().collect(), shuffles, ..Script::default() };
        let mut game = self.begin();
        for (seat, action) in &self.prefix {
            let step = game.apply(*seat, action, &mut chance);
            game = step.unwrap_or_else(|illegal| panic!("{}: {action:?}: {illegal:?}", self.id)).state;
        }
        let is_listed = game.legal_moves(self.actor).contains(&self.action);
        assert_eq!(is_listed, self.legal, "{}: {:?}", self.id, game.legal_moves(self.actor));
        match game.apply(self.actor, &self.action, &mut chance) {
            Ok(step) => {
                assert!(self.legal, "{} was accepted", self.id);
                assert!(chance.is_used_up(), "{}: not all dice were rolled", self.id);
                for (path, expected) in &self.expect {
                    assert_eq!(fact(&step.state, path), sorted(path, expected), "{}: {path}", self.id);
                }
                let scored = step.events.iter().find_map(|event| match event {
                    Event::HoleFinished { scores, .. } => Some(scores.clone()),
                    _ => None,
                });
                assert_eq!(scored, self.hole_scores, "{}", self.id);
            }
            Err(illegal) => {
                assert!(!self.legal, "{}: {illegal:?}", self.id);
                assert!(
                    self.reasons.iter().any(|reason| reason == illegal.reason),
                    "{}: {illegal:?}",
                    self.id
                );
            }
        }
    }
}

/// The cases list hands in the order of drawing; here they are sorted by rank and suit.
fn sorted(path: &str, expected: &Value) -> Value {
    if !path.starts_with("hands.") {
        return expected.clone();
    }
    let mut cards: Vec<Card> = serde_json::from_value(expected.clone()).unwrap();
    cards.sort_unstable();
    json!(cards)
}

/// A fact of the state in the words of the cases.
fn fact(game: &ParFore, path: &str) -> Value {
    let parts: Vec<&str> = path.split('.').collect();
    let balls = &game.round.balls;
    let view = json!(game.view(Viewer::Spectator));
    match parts[..] {
        ["balls", seat, what] => {
            let seat: usize = seat.parse().unwrap();
            let (ball, seen) = (&balls[seat], &view["balls"][seat]);
            match what {
                "where" => match ball.place {
                    Place::Total(_) => json!("spot"),
                    Place::Face(_) => json!("face"),
                    Place::Holed => json!("holed"),
                    Place::Tee | Place::Cluster | Place::Drop | Place::Green(_) => seen["spot"].clone(),
                },
                "key" => seen["spot"].clone(),
                "lie" | "feet" => seen[what].clone(),
                "dist2" => json!(ball.place.distance_squared(game.board())),
                "arrived" => json!(ball.arrived),
                _ => panic!("no case asks for {path}"),
            }
        }
        ["hands", seat] => json!(game.view(Viewer::Seat(seat.parse().unwrap())).hand),
        ["strokes"] => json!(balls.iter().map(|ball| ball.strokes).collect::<Vec<_>>()),
        ["penalty"] => json!(balls.iter().map(|ball| ball.penalties).collect::<Vec<_>>()),
        ["discards"] => json!(game.cards.discards),
        ["pack"] => json!(game.cards.pack.iter().rev().collect::<Vec<_>>()),
        ["putting"] => json!(game.round.putting),
        ["ball_to_play"] => json!(game.turn().map(|turn| turn.ball)),
        ["to_act"] => json!(game.to_act()),
        ["over"] => json!(game.places().is_some()),
        ["hole" | "totals" | "order"] => view[path].clone(),
        _ => panic!("no case asks for {path}"),
    }
}

fn read() -> Cases {
    serde_json::from_str(include_str!("../cases.json")).unwrap()
}

#[test]
fn the_cases_are_played_as_they_stand() {
    let cases = read().cases;
    assert!(cases.len() > 30, "cases have been lost");
    cases.iter().for_each(Case::check);
}

#[test]
fn the_honour_is_cut_for_as_the_cases_say() {
    for case in read().cuts {
        // Each card is picked from what the others of the round have left of the pack.
        let picks = case.cuts.iter().flat_map(|round| {
            let mut pack = packs(1, 0);
            round.iter().map(move |card| {
                let place = pack.iter().position(|other| other == card).unwrap();
                pack.remove(place);
                place
            })
        });
        let mut chance = Script { picks: picks.collect(), ..Script::default() };
        let mut events = Vec::new();
        let first = cut(case.seats, &mut chance, &mut events);
        assert_eq!(clockwise(first, case.seats), case.order, "{}", case.title);
        assert!(chance.is_used_up(), "{}", case.title);
        assert_eq!(events.len(), case.cuts.len(), "{}: each round is told", case.title);
    }
}
