//! What is told of a game: a client can narrate it from the events without knowing the rules.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::{CardGolf, Course, Options};
use super::table::{Deal, Table, draw, hazard, holing, pass, stroke};
use crate::rulesets::{
    chance::Script,
    courses::Course as _,
    rules::{Rules, Viewer},
};

fn at(at: i64, to_hole: i64, lie: &str) -> Value {
    json!({"at": at, "to_hole": to_hole, "lie": lie})
}

/// What is told of a stroke of seat 0 with a distance card.
fn told_stroke(card: &str, from: Value, to: Value) -> Value {
    json!({"type": "stroke", "seat": 0, "side": 0, "card": card, "holed_out": false, "from": from, "to": to, "putts": 0})
}

fn two_at_200(hand: &str, other: &str) -> Table {
    Deal::new(2).hand(0, hand).hand(1, other).begin()
}

/// The deal: everything that a client needs to begin with.
#[test]
fn the_deal_is_told() {
    let deal = Deal::new(3).length(310);
    let events = json!([
        {"type": "first_dealer", "seat": 2},
        {"type": "shuffle", "order": deal.order()},
        {"type": "hole_started", "hole": 1, "name": null, "length": 320, "par": null, "dealer": 2,
            "first": 0, "pack": 36},
    ]);
    assert_eq!(deal.begin().told(), events);
}

/// Pars and names of holes are told where the course has them.
#[test]
fn a_hole_is_told_with_its_par_and_name() {
    let mut course = Course::clone(&Course::shipped()[0]);
    course.hole_names = Some((1..=18).map(|hole| format!("Hole {hole}")).collect());
    let order: Vec<String> = Deal::new(2).order();
    let mut chance = Script { picks: [0].into(), shuffles: [order].into(), ..Script::default() };
    let step = CardGolf::deal(&Options::default(), &Arc::new(course), 2, &mut chance);
    let started = json!({"type": "hole_started", "hole": 1, "name": "Hole 1", "length": 380, "par": 4,
        "dealer": 0, "first": 1, "pack": 42});
    assert_eq!(json!(step.events[2]), started, "St Andrews, 370 yards, par 4");
}

/// A hole as it goes: strokes, a standing putt, holing out, the dealer's last turn, the end.
#[test]
fn a_hole_is_told_from_the_tee_into_the_hole() {
    let mut table = two_at_200("4_wood_180 putt putt", "driver_260");
    table.play(0, stroke("4_wood_180"));
    assert_eq!(table.told(), json!([told_stroke("4_wood_180", at(0, 200, "tee"), at(180, 20, "green"))]));
    let card = table.game.hole.pack.last().unwrap().to_string();
    table.play(1, draw());
    assert_eq!(table.told(), json!([{"type": "draw", "seat": 1, "card": card}]));
    table.play(0, stroke("putt"));
    let green = at(180, 20, "green");
    let putt = json!({"type": "stroke", "seat": 0, "side": 0, "card": "putt", "holed_out": false,
        "from": green, "to": green, "putts": 1});
    assert_eq!(table.told(), json!([putt]));
    table.play(1, draw()).play(0, stroke("putt"));
    let holed = json!([
        {"type": "stroke", "seat": 0, "side": 0, "card": "putt", "holed_out": false, "from": green,
            "to": at(200, 0, "holed"), "putts": 0},
        {"type": "holed_out", "seat": 0, "side": 0},
        {"type": "last_turns", "dealer": 1},
    ]);
    assert_eq!(table.told(), holed);
    let card = table.game.hole.pack.last().unwrap().to_string();
    table.play(1, draw());
    let balls = json!([
        {"seats": [0], "at": 200, "to_hole": 0, "lie": "holed", "putts": 0, "protected": false},
        {"seats": [1], "at": 0, "to_hole": 200, "lie": "tee", "putts": 0, "protected": false},
    ]);
    let places = json!([{"place": 1, "seats": [0], "score": 1}, {"place": 2, "seats": [1], "score": 0}]);
    let finished = json!([
        {"type": "draw", "seat": 1, "card": card},
        {"type": "hole_finished", "hole": 1, "winner": 0, "scores": [1, 0], "holes_won": [1, 0], "balls": balls},
        {"type": "game_finished", "holes_won": [1, 0], "holes_left": 0, "totals": [1, 0], "places": places},
    ]);
    assert_eq!(table.told(), finished);
}

/// Holed-Out from the tee by the dealer's opponent, and a halved hole.
#[test]
fn a_hole_in_one_is_told() {
    let mut table = two_at_200("3_wood_200 holed_out", "driver_260");
    table.play(0, holing("3_wood_200"));
    let told = json!([
        {"type": "stroke", "seat": 0, "side": 0, "card": "3_wood_200", "holed_out": true,
            "from": at(0, 200, "tee"), "to": at(200, 0, "holed"), "putts": 0},
        {"type": "holed_out", "seat": 0, "side": 0},
        {"type": "last_turns", "dealer": 1},
    ]);
    assert_eq!(table.told(), told);
}

/// Each hazard with what it does to ball and player.
#[test]
fn hazards_are_told_with_their_effects() {
    let fairway = at(120, 80, "fairway");
    let lost = json!({"type": "turn_lost", "seat": 0, "missed_turns": 1});
    let missed = json!({"type": "turn_missed", "seat": 0, "missed_turns": 0});
    let cancelled = json!({"type": "stroke_cancelled", "side": 0, "from": fairway, "to": at(0, 200, "tee")});
    let moved = |lie| json!({"type": "ball_moved", "side": 0, "from": fairway, "to": at(120, 80, lie)});
    for (card, effects) in [
        ("lost_ball", vec![cancelled.clone(), lost.clone(), missed.clone()]),
        ("out_of_bounds", vec![cancelled, lost.clone(), missed.clone()]),
        ("water_hazard", vec![lost, missed]),
        ("bunker", vec![moved("bunker")]),
        ("bad_bunker", vec![moved("bad_bunker")]),
        ("slice", vec![moved("right_rough")]),
        ("pull", vec![moved("left_rough")]),
    ] {
        let mut table = two_at_200("7_iron_120", card);
        table.play(0, stroke("7_iron_120")).play(1, hazard(card, 0));
        let mut told = vec![json!({"type": "hazard", "seat": 1, "target": 0, "side": 0, "card": card})];
        told.extend(effects);
        assert_eq!(table.told(), json!(told), "{card}");
    }
}

/// A Putt ceases to stand by Missed Putt, and by a distance card.
#[test]
fn a_cancelled_putt_is_told() {
    let standing = || {
        let mut table = two_at_200("4_wood_180 putt 9_iron_20", "missed_putt");
        table.play_all(&[(0, stroke("4_wood_180")), (1, draw()), (0, stroke("putt"))]);
        table
    };
    let cancelled = json!({"type": "putt_cancelled", "side": 0});
    let mut table = standing();
    table.play(1, hazard("missed_putt", 0));
    let hazard = json!({"type": "hazard", "seat": 1, "target": 0, "side": 0, "card": "missed_putt"});
    assert_eq!(table.told(), json!([hazard, cancelled]));
    let mut table = standing();
    table.play(1, draw()).play(0, stroke("9_iron_20"));
    let stroke = told_stroke("9_iron_20", at(180, 20, "green"), at(200, 0, "pin_high"));
    assert_eq!(table.told(), json!([stroke, cancelled]));
}

/// With nothing left to draw, passing is told, and so is the hole that ends halved by it.
#[test]
fn passing_is_told() {
    let mut table = Deal::new(2).begin();
    for _ in 0..42 {
        table.play(table.turn(), draw());
    }
    table.play(0, pass());
    assert_eq!(table.told(), json!([{"type": "passed", "seat": 0}]));
    table.play(1, pass());
    let told = table.told();
    assert_eq!(told[0], json!({"type": "passed", "seat": 1}));
    assert_eq!((&told[1]["type"], &told[1]["winner"]), (&json!("hole_finished"), &Value::Null));
    assert_eq!(told[1]["scores"], json!([0, 0]));
}

/// While a game goes on, nobody is told an order, and a drawn card only to him who drew it.
#[test]
fn hidden_cards_are_not_told() {
    let mut table = Deal::new(4).begin();
    let viewers = [0, 1, 2, 3].map(Viewer::Seat).into_iter().chain([Viewer::Spectator]);
    for viewer in viewers.clone() {
        let redacted = CardGolf::redact(&table.events[1], viewer);
        assert_eq!(json!(redacted), json!({"type": "shuffle"}));
    }
    table.play(0, draw());
    let told = table.told()[0].clone();
    for viewer in viewers {
        let redacted = json!(CardGolf::redact(&table.events[0], viewer));
        match viewer {
            Viewer::Seat(0) => assert_eq!(redacted, told),
            _ => assert_eq!(redacted, json!({"type": "draw", "seat": 0, "card": "??"}), "{viewer:?}"),
        }
    }
}
