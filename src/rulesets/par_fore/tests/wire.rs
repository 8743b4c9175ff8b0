//! Moves, options and views as they are on the wire.

use serde_json::{Value, json};

use super::super::{Move, Options, ParFore};
use super::deal::Deal;
use super::table::play;
use crate::rulesets::rules::{Rules, Viewer};

fn reads(action: Value) -> bool {
    serde_json::from_value::<Move>(action).is_ok()
}

fn keys(value: &Value) -> Vec<String> {
    let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
    keys.sort();
    keys
}

/// A move is one JSON object with a `type`; the same object comes back.
#[test]
fn moves_read_and_write_alike() {
    for action in [json!({"type": "roll"}), play("5C"), json!({"type": "flip"}), json!({"type": "putt"})] {
        let read: Move = serde_json::from_value(action.clone()).unwrap();
        assert_eq!(json!(read), action);
        assert!(ParFore::ABOUT.move_types.contains(&action["type"].as_str().unwrap()));
    }
    assert_eq!(ParFore::ABOUT.move_types.len(), 4);
}

/// Strictness: an unknown or missing field, a wrong JSON type, or another ruleset's `type` is
/// malformed.
#[test]
fn malformed_moves_do_not_read() {
    for action in [
        json!(null),
        json!("roll"),
        json!([]),
        json!({}),
        json!({"type": null}),
        json!({"type": 1}),
        json!({"type": "Roll"}),
        json!({"type": "draw"}),
        json!({"type": "pass"}),
        json!({"type": "stroke", "card": "5C"}),
        json!({"type": "roll", "card": "5C"}),
        json!({"type": "roll", "dice": [6, 6, 6]}),
        json!({"type": "putt", "rolls": 1}),
        json!({"type": "flip", "card": "5C"}),
        json!({"type": "play"}),
        json!({"type": "play", "card": null}),
        json!({"type": "play", "card": 5}),
        json!({"type": "play", "card": ["5C"]}),
        json!({"type": "play", "card": {"rank": 5}}),
        json!({"type": "play", "card": "5C", "ball": 0}),
        json!({"card": "5C"}),
    ] {
        assert!(!reads(action.clone()), "{action}");
    }
}

/// Strictness: an unknown card is well-formed and illegal, wherever one is played.
#[test]
fn an_unknown_card_is_illegal() {
    let mut alone = Deal::new(3, &["2C 3C"]).begin();
    alone.tee(0, 9);
    let mut for_another = Deal::new(3, &["2C 3C", "4C 4D"]).begin();
    for_another.tee(0, 4).tee(1, 18);
    for card in ["", "C", "1C", "10C", "0C", "2c", "2X", " 2C", "2C ", "C2", "??", "JK", "2C3C", "2♣", "é"]
    {
        assert!(reads(play(card)), "{card}");
        assert_eq!(alone.refuses(0, play(card)), "unknown_card", "{card}");
        assert_eq!(for_another.refuses(1, play(card)), "unknown_card", "{card}");
        for_another.refuses(0, play(card));
    }
}

/// Options: `holes` (9; 1–9) and `course` (`par_fore`); what is left out gets its default.
#[test]
fn options_have_defaults_and_ranges() {
    let read = |value: Value| serde_json::from_value::<Options>(value);
    assert_eq!(json!(Options::default()), json!({"holes": 9, "course": "par_fore"}));
    assert_eq!(json!(read(json!({})).unwrap()), json!({"holes": 9, "course": "par_fore"}));
    assert_eq!(json!(read(json!({"holes": 2})).unwrap()), json!({"holes": 2, "course": "par_fore"}));
    assert_eq!(json!(read(json!({"course": "c_1"})).unwrap()), json!({"holes": 9, "course": "c_1"}));
    assert_eq!(ParFore::course(&read(json!({"course": "c_1"})).unwrap()), Some("c_1"));
    for holes in 0..=255_u8 {
        let bad = ParFore::check(&read(json!({ "holes": holes })).unwrap());
        let options: Vec<&str> = bad.iter().map(|bad| bad.option).collect();
        let is_allowed = (1..=9).contains(&holes);
        assert_eq!(options, if is_allowed { vec![] } else { vec!["holes"] }, "{holes}");
    }
    for wrong in [
        json!({"holes": "9"}),
        json!({"holes": 4.5}),
        json!({"holes": null}),
        json!({"course": 1}),
        json!({"course": null}),
        json!({"dice": 3}),
        json!({"holes": 9, "stop_when_decided": true}),
        json!(9),
    ] {
        assert!(read(wrong.clone()).is_err(), "{wrong}");
    }
}

/// One to four players; the lowest score wins.
#[test]
fn the_ruleset_is_for_one_to_four() {
    let about = ParFore::ABOUT;
    assert_eq!((about.id, about.min_players, about.max_players), ("par_fore", 1, 4));
    assert_eq!(json!(about.score_order), "low");
}

/// Views: their members, exactly, for everybody and at every time.
#[test]
fn a_view_has_these_members() {
    let check = |table: &super::table::Table| {
        for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
            let view = json!(table.game.view(viewer));
            let expected =
                "balls course hand hand_sizes hole hole_scores holes order out_of_control pack par totals";
            assert_eq!(keys(&view).join(" "), expected);
            assert_eq!(keys(&view["course"]), ["id", "name"]);
            for ball in view["balls"].as_array().unwrap() {
                let expected = "feet lie penalties spot strokes suits yards";
                assert_eq!(keys(ball).join(" "), expected);
            }
        }
    };
    let mut table = Deal::new(3, &["2C 3D 9H", "4S 4D KC"]).holes(3).order(&[1, 0]).begin();
    check(&table);
    assert_eq!(
        table.open(),
        json!({
            "hole": 3, "holes": 3, "par": 4,
            "course": {"id": "par_fore", "name": "Par Fore the Course (reconstructed)"},
            "order": [1, 0], "pack": 46, "hand": null, "hand_sizes": [3, 3],
            "balls": [
                {"spot": "tee", "lie": "tee", "suits": [], "yards": 380, "feet": null, "strokes": 0, "penalties": 0},
                {"spot": "tee", "lie": "tee", "suits": [], "yards": 380, "feet": null, "strokes": 0, "penalties": 0},
            ],
            "out_of_control": null, "hole_scores": [[], []], "totals": [0, 0],
        })
    );
    table.tee(1, 3).tee(0, 7);
    check(&table);
    let ball = |table: &super::table::Table, seat: usize| table.open()["balls"][seat].clone();
    assert_eq!(
        ball(&table, 1),
        json!({"spot": "3", "lie": "fairway", "suits": ["clubs", "diamonds"],
        "yards": 266, "feet": null, "strokes": 1, "penalties": 0})
    );
    assert_eq!(
        ball(&table, 0),
        json!({"spot": "7", "lie": "off_fairway", "suits": [],
        "yards": 219, "feet": null, "strokes": 1, "penalties": 0})
    );
    table.play(1, "KC");
    assert_eq!(
        ball(&table, 1),
        json!({"spot": "KC", "lie": "sand", "suits": [],
        "yards": 60, "feet": null, "strokes": 2, "penalties": 0})
    );
    assert_eq!(table.open()["out_of_control"], 0);
    table.play(1, "4S");
    assert_eq!(
        ball(&table, 0),
        json!({"spot": "green", "lie": "green", "suits": [],
        "yards": null, "feet": 4, "strokes": 2, "penalties": 0})
    );
    check(&table);
    table.hole_out(0).roll(1, &[1, 2]).hole_out(1);
    assert_eq!(
        ball(&table, 1),
        json!({"spot": "hole", "lie": "holed", "suits": [],
        "yards": null, "feet": null, "strokes": 4, "penalties": 0})
    );
    check(&table);
    assert_eq!(table.open()["hole_scores"], json!([[3], [4]]));
}

/// Legal moves: complete, each ready to be sent, none twice.
#[test]
fn legal_moves_are_ready_to_be_sent() {
    let mut table = Deal::new(3, &["2C 3D 9H KC QC", "4S 4D"]).begin();
    assert_eq!(json!(table.game.legal_moves(0)), json!([{"type": "roll"}]));
    assert_eq!(json!(table.game.legal_moves(1)), json!([]));
    table.tee(0, 3).tee(1, 18);
    assert_eq!(table.legal(0), "2C 3D KC QC");
    for action in table.game.legal_moves(0) {
        assert!(reads(json!(action)));
    }
    table.play(0, "2C");
    assert_eq!(json!(table.game.legal_moves(0)), json!([{"type": "putt"}]));
}
