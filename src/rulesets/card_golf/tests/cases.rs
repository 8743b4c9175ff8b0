//! The situations of `cases.json`, each played as it stands.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{CardGolf, Course, Move, Options, deck::deck};
use crate::rulesets::{
    chance::Script,
    rules::{Rules, Seat, Viewer},
};

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    seats: usize,
    options: CaseOptions,
    first_dealer: Seat,
    deal: Deal,
    second_hole: Option<Deal>,
    reshuffle: Option<Vec<String>>,
    prefix: Vec<(Seat, Move)>,
    actor: Seat,
    #[serde(rename = "move")]
    action: Move,
    legal: bool,
    #[serde(default)]
    reasons: Vec<String>,
    #[serde(default)]
    expect: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct CaseOptions {
    holes: u8,
    course: Arc<Course>,
    stop_when_decided: bool,
}

#[derive(Deserialize)]
struct Deal {
    shuffle: Vec<String>,
}

impl Case {
    /// The shuffles in the order in which the case needs them; a further hole of which it does not
    /// say how it is dealt is dealt anyhow.
    fn chance(&self) -> Script {
        let anyhow: Vec<String> = deck().pack().iter().map(ToString::to_string).collect();
        let second = self.second_hole.as_ref().map(|deal| deal.shuffle.clone());
        let mut shuffles = vec![self.deal.shuffle.clone()];
        shuffles.extend(self.reshuffle.clone());
        shuffles.push(second.unwrap_or(anyhow));
        Script { picks: [self.first_dealer].into(), shuffles: shuffles.into(), ..Script::default() }
    }

    fn check(&self) {
        let course = &self.options.course;
        let options = Options {
            holes: self.options.holes,
            course: course.id.clone(),
            stop_when_decided: self.options.stop_when_decided,
        };
        let mut chance = self.chance();
        let mut game = CardGolf::deal(&options, course, self.seats, &mut chance).state;
        for (seat, action) in &self.prefix {
            let step = game.apply(*seat, action, &mut chance);
            game = step.unwrap_or_else(|illegal| panic!("{}: {action:?}: {illegal:?}", self.id)).state;
        }
        let is_listed = game.legal_moves(self.actor).contains(&self.action);
        assert_eq!(is_listed, self.legal, "{}: {:?}", self.id, game.legal_moves(self.actor));
        match game.apply(self.actor, &self.action, &mut chance) {
            Ok(step) => {
                assert!(self.legal, "{} was accepted", self.id);
                for (path, expected) in &self.expect {
                    assert_eq!(fact(&step.state, path), *expected, "{}: {path}", self.id);
                }
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

/// A fact of the state in the words of the cases.
fn fact(game: &CardGolf, path: &str) -> Value {
    let hole = &game.hole;
    let view = json!(game.view(Viewer::Spectator));
    let parts: Vec<&str> = path.split('.').collect();
    match parts[..] {
        ["balls", side, what] => {
            let side: usize = side.parse().unwrap();
            let (ball, seen) = (&hole.balls[side], &view["balls"][side]);
            match what {
                "r" => seen["to_hole"].clone(),
                "beyond" => json!(seen["at"].as_i64() > view["length"].as_i64()),
                // The cases name the lane, of which the green is a part.
                "lie" if ball.spot.lie.is_on_green() => json!("fairway"),
                "lie" => seen["lie"].clone(),
                "putt" => json!(seen["putts"] == 1),
                "safe" => seen["protected"].clone(),
                "holed" => json!(seen["lie"] == "holed"),
                "came" => json!(ball.came_from),
                _ => panic!("no case asks for {path}"),
            }
        }
        ["hands", seat] => {
            let seat = Viewer::Seat(seat.parse().unwrap());
            json!(game.view(seat))["hand"].clone()
        }
        ["pack"] => json!(hole.pack),
        ["played"] => json!(hole.played.iter().map(|played| played.card).collect::<Vec<_>>()),
        ["missed_turns" | "results" | "hole" | "dealer"] => view[path].clone(),
        ["won"] => view["holes_won"].clone(),
        ["yards"] => view["length"].clone(),
        ["to_act"] => json!(game.to_act()),
        ["over"] => json!(game.places().is_some()),
        _ => panic!("no case asks for {path}"),
    }
}

#[test]
fn the_cases_are_played_as_they_stand() {
    let Cases { cases } = serde_json::from_str(include_str!("../cases.json")).unwrap();
    assert!(cases.len() > 30, "cases have been lost");
    cases.iter().for_each(Case::check);
}
