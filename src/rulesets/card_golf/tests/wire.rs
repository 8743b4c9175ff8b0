//! Moves, options and views as on the wire.

use serde_json::{Value, json};

use super::super::{CardGolf, Move, Options, deck::deck};
use super::table::Deal;
use crate::rulesets::rules::{Rules, Viewer};

/// moves.md: not the ruleset's moves, unknown or missing fields and wrong JSON types are malformed.
#[test]
fn other_forms_are_malformed() {
    for malformed in [
        json!({"type": "stroke"}),
        json!({"type": "stroke", "card": 7}),
        json!({"type": "stroke", "card": "putt", "target": 1}),
        json!({"type": "stroke", "card": "putt", "holed_out": "yes"}),
        json!({"type": "stroke", "card": "putt", "holed_out": null}),
        json!({"type": "hazard", "card": "bunker"}),
        json!({"type": "hazard", "card": "bunker", "target": "1"}),
        json!({"type": "hazard", "card": "bunker", "target": 1.0}),
        json!({"type": "hazard", "card": "bunker", "target": 1, "holed_out": false}),
        json!({"type": "draw", "card": "putt"}),
        json!({"type": "pass", "seat": 0}),
        json!({"type": "swap", "cell": 4}),
        json!({"type": "Draw"}),
        json!({"card": "putt"}),
        json!("draw"),
    ] {
        assert!(serde_json::from_value::<Move>(malformed.clone()).is_err(), "{malformed}");
    }
}

/// moves.md: an unknown card or seat is well-formed, and illegal.
#[test]
fn unknown_cards_and_seats_are_illegal() {
    let table = Deal::new(2).hand(0, "slice").begin();
    for card in ["driver_250", "", "??", "7_IRON_120", "7_iron", "sliced", "TD"] {
        assert_eq!(table.refuses(0, json!({"type": "stroke", "card": card})), "unknown_card");
        assert_eq!(table.refuses(0, json!({"type": "hazard", "card": card, "target": 1})), "unknown_card");
    }
    for target in [-1, 2, i64::MAX, i64::MIN] {
        let hazard = json!({"type": "hazard", "card": "slice", "target": target});
        assert_eq!(table.refuses(0, hazard), "no_such_seat");
    }
}

/// A listed move says `holed_out` only where it is so; sent as false it is the same as left out.
#[test]
fn holed_out_is_left_out_where_it_is_not() {
    let written = json!({"type": "stroke", "card": "putt", "holed_out": false});
    let read: Move = serde_json::from_value(written).unwrap();
    assert_eq!(json!(read), json!({"type": "stroke", "card": "putt"}));
}

/// Components: 29 distance cards, 12 putts, 1 Holed-Out, 12 hazards; every name reads back.
#[test]
fn the_pack_has_its_cards() {
    let pack = deck().pack();
    assert_eq!(pack.len(), 54);
    let count = |fits: fn(&str) -> bool| pack.iter().filter(|card| fits(&card.to_string())).count();
    assert_eq!(count(|name| name.ends_with('0')), 29);
    assert_eq!(count(|name| name == "putt"), 10);
    assert_eq!(count(|name| name == "sunk_putt"), 2);
    assert_eq!(count(|name| name == "holed_out"), 1);
    assert_eq!(count(|name| name == "missed_putt"), 3);
    assert_eq!(count(|name| name.ends_with("bunker")), 4);
    let clubs: std::collections::BTreeSet<String> =
        pack.iter().filter_map(|card| Some(card.to_string().rsplit_once("_")?.0.to_owned())).collect();
    assert!(clubs.contains("driver") && clubs.contains("9_iron"));
    assert!(pack.iter().all(|card| deck().card(&card.to_string()) == Some(*card)));
}

/// Options: 18 holes of St Andrews, ended when decided; 1 to 18 holes.
#[test]
fn options_have_defaults_and_ranges() {
    let read = |options: Value| serde_json::from_value::<Options>(options);
    let all = json!({"holes": 18, "course": "st_andrews", "stop_when_decided": true});
    assert_eq!(json!(read(json!({})).unwrap()), all);
    let bad = |options: Value| -> Vec<&str> {
        CardGolf::check(&read(options).unwrap()).iter().map(|bad| bad.option).collect()
    };
    assert!(bad(json!({"holes": 1})).is_empty() && bad(json!({"holes": 18})).is_empty());
    assert_eq!(bad(json!({"holes": 0})), ["holes"]);
    assert_eq!(bad(json!({"holes": 19})), ["holes"]);
    for unreadable in [json!({"hole": 9}), json!({"course": 7}), json!({"stop_when_decided": "yes"})] {
        assert!(read(unreadable.clone()).is_err(), "{unreadable}");
    }
}

/// api.md: a view holds these members and no others; spectators have no hand.
#[test]
fn a_view_has_its_shape() {
    let hand = "driver_260 4_wood_180 putt putt holed_out lost_ball";
    let table = Deal::new(4).hand(0, hand).length(411).begin();
    let ball = |seats: [usize; 2]| json!({"seats": seats, "at": 0, "to_hole": 420, "lie": "tee", "putts": 0, "protected": false});
    let mut view = json!({
        "hole": 1, "holes": 1, "course": {"id": "links", "name": "The Links"}, "length": 420, "dealer": 3,
        "pack": 30, "spent": 0, "hand": null, "hand_sizes": [6, 6, 6, 6],
        "balls": [ball([0, 2]), ball([1, 3])], "missed_turns": [0, 0, 0, 0],
        "played": [[], [], [], []], "holes_won": [0, 0], "results": [],
    });
    assert_eq!(json!(table.game.view(Viewer::Spectator)), view);
    view["hand"] = json!(["driver_260", "4_wood_180", "putt", "putt", "holed_out", "lost_ball"]);
    assert_eq!(json!(table.game.view(Viewer::Seat(0))), view);
}
