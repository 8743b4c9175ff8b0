//! Holing out: Putts, the Sunk Putt and Holed-Out.

use serde_json::json;

use super::table::{Deal, Table, draw, hazard, holing, sorted, stroke};
use crate::rulesets::rules::Rules;

/// Two players on a hole of 200 yards; seat 0 holds these cards and is to play.
fn holding(names: &str) -> Table {
    Deal::new(2).hand(0, names).begin()
}

/// Holing out: pin-high one Putt; from 20 yards one Sunk Putt, or two Putts on different turns; a
/// Sunk Putt also holes out when pin-high. Every last stroke here holes out, and no other one.
#[test]
fn putts_that_hole_out() {
    for (strokes, why) in [
        (&["4_wood_200", "putt"][..], "pin-high"),
        (&["4_wood_200", "sunk_putt"], "pin-high"),
        (&["4_wood_180", "sunk_putt"], "20 short"),
        (&["3_wood_220", "sunk_putt"], "20 beyond"),
        (&["4_wood_180", "putt", "putt"], "20 short"),
        (&["3_wood_220", "putt", "putt"], "20 beyond"),
        (&["4_wood_180", "putt", "sunk_putt"], "one Sunk Putt, whatever stands"),
        (&["2_wood_240", "9_iron_40", "putt"], "pin-high from 40 beyond"),
        (&["4_wood_180", "9_iron_20", "putt"], "pin-high from the green"),
        (&["4_wood_180", "putt", "9_iron_20", "putt"], "pin-high, whatever stood"),
        (&["4_wood_180", "9_iron_40", "putt", "putt"], "to the other side"),
        (&["4_wood_180", "putt", "9_iron_40", "putt", "putt"], "two more putts from there"),
        (&["4_wood_180", "putt", "9_iron_40", "sunk_putt"], "one Sunk Putt from there"),
    ] {
        let mut table = holding(&strokes.join(" "));
        let (last, before) = strokes.split_last().unwrap();
        for name in before {
            assert_ne!(table.strokes(&[name]).ball(0)["lie"], "holed", "{why}: {strokes:?}");
        }
        assert_eq!(table.play(0, stroke(last)).ball(0)["lie"], "holed", "{why}: {strokes:?}");
        assert_eq!(table.ball(0)["to_hole"], 0);
        assert_eq!(table.turn(), 1, "and the dealer has his turn");
    }
}

/// Holing out: two Putts from 20 yards, on different turns.
#[test]
fn a_first_putt_stands_until_a_later_turn() {
    for (card, lies) in [("4_wood_180", "180/20 green"), ("3_wood_220", "220/20 green")] {
        let mut table = holding(&format!("{card} putt putt"));
        assert_eq!(table.strokes(&[card]).spot(0), lies);
        assert_eq!(table.play(0, stroke("putt")).spot(0), format!("{lies}, putt"));
        assert_eq!(table.refuses(0, stroke("putt")), "not_your_turn");
        table.play_all(&[(1, draw()), (0, draw()), (1, draw())]);
        assert_eq!(table.spot(0), format!("{lies}, putt"), "a turn without a stroke changes nothing");
        assert_eq!(table.play(0, stroke("putt")).spot(0), "holed");
    }
}

/// A hole, the ruling on distance cards from the green: one cancels a standing first putt for good,
/// even when the ball comes back to 20 yards, or to the same spot.
#[test]
fn a_distance_card_from_the_green_cancels_a_standing_putt() {
    for steps in [
        &[("9_iron_20", "200/0 pin_high"), ("putt", "holed")][..],
        &[("9_iron_40", "220/20 green"), ("putt", "220/20 green, putt"), ("putt", "holed")],
        &[("9_iron_60", "240/40 fairway"), ("9_iron_20", "220/20 green"), ("putt", "220/20 green, putt")],
        &[
            ("9_iron_60", "240/40 fairway"),
            ("8_iron_80", "160/40 fairway"),
            ("9_iron_20", "180/20 green"),
            ("putt", "180/20 green, putt"),
        ],
    ] {
        let names: Vec<&str> = steps.iter().map(|(card, _)| *card).collect();
        let mut table = holding(&format!("4_wood_180 putt {}", names.join(" ")));
        table.strokes(&["4_wood_180", "putt"]);
        assert_eq!(table.spot(0), "180/20 green, putt");
        for (card, spot) in steps {
            assert_eq!(table.play(0, stroke(card)).spot(0), *spot, "{card} of {names:?}");
            table.play(1, draw());
            if *spot == "holed" {
                assert!(table.game.to_act().is_empty());
            }
        }
    }
}

/// The same ruling: 60 yards from 20 leaves the green, where hazards threaten again; on the green
/// they do not.
#[test]
fn hazards_threaten_again_off_the_green() {
    let deal = Deal::new(2).hand(0, "4_wood_180 putt 9_iron_40 9_iron_60").hand(1, "bunker");
    let mut table = deal.begin();
    table.strokes(&["4_wood_180"]).play(0, stroke("putt"));
    assert_eq!(table.refuses(1, hazard("bunker", 0)), "target_on_green");
    table.play(1, draw()).play(0, stroke("9_iron_40"));
    assert_eq!(table.spot(0), "220/20 green");
    assert_eq!(table.refuses(1, hazard("bunker", 0)), "target_on_green", "on the other side too");
    table.play(1, draw()).play(0, stroke("9_iron_60"));
    assert_eq!(table.spot(0), "160/40 fairway");
    assert_eq!(table.play(1, hazard("bunker", 0)).spot(0), "160/40 bunker, protected");
}

/// Holing out: Putts are for the green.
#[test]
fn putts_are_played_on_the_green_only() {
    for (strokes, hazards, spot) in [
        (&[][..], None, "0/200 tee"),
        (&["4_iron_160"], None, "160/40 fairway"),
        (&["2_wood_240"], None, "240/40 fairway"),
        (&["9_iron_80"], None, "80/120 fairway"),
        (&["4_iron_160"], Some("slice"), "160/40 right_rough, protected"),
        (&["4_iron_160"], Some("pull"), "160/40 left_rough, protected"),
        (&["2_wood_240"], Some("bunker"), "240/40 bunker, protected"),
        (&["2_wood_240"], Some("bad_bunker"), "240/40 bad_bunker, protected"),
    ] {
        let names = format!("putt sunk_putt {}", strokes.join(" "));
        let deal = Deal::new(2).hand(0, &names).hand(1, hazards.unwrap_or("-"));
        let mut table = deal.begin();
        for name in strokes {
            table.play(0, stroke(name)).play(1, hazards.map_or(draw(), |name| hazard(name, 0)));
        }
        assert_eq!(table.spot(0), spot);
        for putt in ["putt", "sunk_putt"] {
            table.refuses_as(0, stroke(putt), &["not_on_green", "club_not_allowed_by_lie"]);
        }
    }
}

/// Holing out: Holed-Out goes with a distance card that brings the ball exactly to the hole from
/// more than 20 yards away, with a club that the lie allows. From the tee that is a hole in one.
#[test]
fn holed_out_holes_out() {
    for (length, strokes, hazards, card) in [
        (200, &[][..], None, "4_wood_200"),
        (260, &[], None, "driver_260"),
        (80, &[], None, "9_iron_80"),
        (300, &["4_wood_180"], None, "7_iron_120"),
        (200, &["4_iron_160"], None, "9_iron_40"),
        (200, &["2_wood_240"], None, "9_iron_40"),
        (320, &["4_wood_180"], Some("slice"), "5_iron_140"),
        (320, &["4_wood_180"], Some("pull"), "6_iron_140"),
        (300, &["4_wood_180"], Some("bunker"), "7_iron_120"),
        (280, &["4_wood_180"], Some("bunker"), "8_iron_100"),
        (260, &["4_wood_180"], Some("bad_bunker"), "9_iron_80"),
        (200, &["2_wood_240"], Some("bad_bunker"), "9_iron_40"),
    ] {
        let names = format!("holed_out {card} {}", strokes.join(" "));
        let deal = Deal::new(2).length(length).hand(0, &names).hand(1, hazards.unwrap_or("-"));
        let mut table = deal.begin();
        for name in strokes {
            table.play(0, stroke(name)).play(1, hazards.map_or(draw(), |name| hazard(name, 0)));
        }
        let spent = table.open()["spent"].as_i64().unwrap();
        let hand = table.hand(0).len();
        assert_eq!(table.play(0, holing(card)).spot(0), "holed", "{card} after {strokes:?}, {hazards:?}");
        assert_eq!(table.hand(0).len(), hand - 2, "two cards at once");
        assert_eq!(table.open()["spent"], spent + 2);
        let lie = table.open()["played"][0].as_array().unwrap().clone();
        let two = lie[lie.len() - 2..].to_vec();
        assert_eq!(sorted(two), sorted([json!(card), json!("holed_out")]));
        assert_eq!(table.turn(), 1);
    }
}

/// Holing out: what Holed-Out does not go with.
#[test]
fn holed_out_is_refused_in_every_other_condition() {
    for (length, strokes, hazards, card, reasons) in [
        (200, &[][..], None, "4_wood_180", &["holed_out_not_exact"][..]),
        (200, &[], None, "3_wood_220", &["holed_out_not_exact"]),
        (200, &["4_iron_160"], None, "9_iron_20", &["holed_out_not_exact"]),
        (200, &["4_iron_160"], None, "9_iron_80", &["holed_out_not_exact"]),
        (200, &["4_wood_180"], None, "9_iron_20", &["holed_out_too_near"]),
        (200, &["3_wood_220"], None, "9_iron_20", &["holed_out_too_near"]),
        (200, &["4_wood_180"], None, "9_iron_40", &["holed_out_not_exact", "holed_out_too_near"]),
        (200, &["4_wood_200"], None, "9_iron_20", &["pin_high", "holed_out_too_near", "holed_out_not_exact"]),
        (320, &["4_wood_180"], Some("slice"), "4_iron_140", &["club_not_allowed_by_lie"]),
        (320, &["4_wood_180"], Some("pull"), "4_iron_140", &["club_not_allowed_by_lie"]),
        (300, &["4_wood_180"], Some("bunker"), "6_iron_120", &["club_not_allowed_by_lie"]),
        (300, &["4_wood_180"], Some("bad_bunker"), "7_iron_120", &["club_not_allowed_by_lie"]),
        (260, &["4_wood_180"], Some("bad_bunker"), "8_iron_80", &["club_not_allowed_by_lie"]),
        (480, &["driver_260"], None, "driver_220", &["driver_not_from_tee"]),
        (200, &["2_wood_240"], None, "8_iron_100", &["too_far_beyond", "holed_out_not_exact"]),
        (200, &["4_wood_200"], None, "putt", &["holed_out_with_putt", "holed_out_too_near"]),
        (200, &["4_wood_180"], None, "sunk_putt", &["holed_out_with_putt", "holed_out_too_near"]),
        (200, &["4_wood_180", "putt"], None, "putt", &["holed_out_with_putt", "holed_out_too_near"]),
    ] {
        let names = format!("holed_out {card} {}", strokes.join(" "));
        let deal = Deal::new(2).length(length).hand(0, &names).hand(1, hazards.unwrap_or("-"));
        let mut table = deal.begin();
        for name in strokes {
            table.play(0, stroke(name)).play(1, hazards.map_or(draw(), |name| hazard(name, 0)));
        }
        table.refuses_as(0, holing(card), reasons);
    }
}

/// Holing out: both cards must be in the hand, and Holed-Out is no stroke by itself, and no hazard.
#[test]
fn holed_out_is_not_played_without_a_card_of_ones_own() {
    let full = "4_wood_200 putt putt putt 9_iron_20 9_iron_40";
    let mut table = holding(full);
    assert_eq!(table.refuses(0, holing("4_wood_200")), "holed_out_not_in_hand");
    table.refuses_as(0, stroke("holed_out"), &["card_not_in_hand", "not_a_stroke"]);
    assert_eq!(table.play(0, stroke("4_wood_200")).spot(0), "200/0 pin_high");
    let deal = Deal::new(2)
        .hand(0, "4_wood_180 holed_out 9_iron_20 9_iron_40 putt putt")
        .hand(1, "5_iron_140 putt putt putt putt putt");
    let mut table = deal.begin();
    assert_eq!(table.refuses(0, holing("4_wood_200")), "card_not_in_hand");
    assert_eq!(table.refuses(0, stroke("holed_out")), "not_a_stroke");
    table.refuses_as(0, holing("holed_out"), &["not_a_stroke", "holed_out_not_exact"]);
    table.play_all(&[(0, draw()), (1, stroke("5_iron_140"))]);
    assert_eq!(table.refuses(0, hazard("holed_out", 1)), "not_a_hazard");
}

/// Holing out: it may be held back; the card alone leaves the ball pin-high. Then it is too late
/// for Holed-Out, and a Putt holes out.
#[test]
fn holed_out_may_be_held_back() {
    let mut table = holding("4_wood_200 holed_out putt 9_iron_20 9_iron_40 putt");
    table.strokes(&["4_wood_200"]);
    assert_eq!(table.spot(0), "200/0 pin_high");
    assert!(table.hand(0).contains(&"holed_out".to_owned()));
    table.refuses_as(0, holing("putt"), &["holed_out_with_putt", "holed_out_too_near"]);
    assert_eq!(table.play(0, stroke("putt")).spot(0), "holed");
    assert!(table.hand(0).contains(&"holed_out".to_owned()));
}
