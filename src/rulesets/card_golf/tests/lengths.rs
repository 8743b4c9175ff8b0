//! The lengths of holes, and which holes are played.

use serde_json::json;

use super::super::options::Options;
use super::table::{Deal, draw, holing, stroke};
use crate::rulesets::rules::Rules;

/// Components: lengths are rounded to the nearest 20, halves up; 80 to 700 after rounding.
#[test]
fn lengths_are_rounded_to_20_yards_halves_up() {
    for (yards, length) in [
        (70, 80),
        (80, 80),
        (89, 80),
        (90, 100),
        (91, 100),
        (181, 180),
        (189, 180),
        (190, 200),
        (199, 200),
        (200, 200),
        (209, 200),
        (210, 220),
        (370, 380),
        (430, 440),
        (689, 680),
        (690, 700),
        (700, 700),
        (709, 700),
    ] {
        let table = Deal::new(2).length(yards).begin();
        assert_eq!(table.open()["length"], length, "{yards}");
        assert_eq!(table.spot(0), format!("0/{length} tee"), "{yards}");
    }
    let mut table = Deal::new(2).length(190).hand(0, "3_wood_200").begin();
    assert_eq!(table.play(0, stroke("3_wood_200")).spot(0), "200/0 pin_high", "and played so");
}

/// Components: `holes` below 18 means the first ones of the course.
#[test]
fn fewer_holes_are_the_first_ones() {
    let deal = Deal::new(2)
        .lengths(&[90, 120, 149, 300])
        .hand(0, "8_iron_100 holed_out")
        .then(&Deal::new(2).dealer(0).hand(1, "7_iron_120 holed_out"))
        .then(&Deal::new(2).dealer(1).hand(0, "6_iron_140 holed_out"));
    let mut table = deal.begin_with(Options { holes: 3, stop_when_decided: false, ..Options::default() });
    for (hole, length, seat, card) in
        [(1, 100, 0, "8_iron_100"), (2, 120, 1, "7_iron_120"), (3, 140, 0, "6_iron_140")]
    {
        let open = table.open();
        assert_eq!([&open["hole"], &open["holes"], &open["length"]], [hole, 3, length], "{hole}");
        assert_eq!(open["course"], json!({"id": "links", "name": "The Links"}));
        table.play_all(&[(seat, holing(card)), (1 - seat, draw())]);
    }
    assert!(table.game.to_act().is_empty());
    assert_eq!(table.open()["results"], json!([0, 1, 0]));
}
