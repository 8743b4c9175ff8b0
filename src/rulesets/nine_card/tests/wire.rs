//! The shapes of moves, options and views as JSON.

use serde_json::{Value, json};

use super::super::{Move, NineCard, Options};
use super::table::{Deal, FACE_DOWN};
use crate::rulesets::rules::{Rules, Viewer};

fn is_move(text: Value) -> bool {
    serde_json::from_value::<Move>(text).is_ok()
}

/// What cannot be played is still a move if it has the right form.
#[test]
fn numbers_out_of_range_are_well_formed() {
    for well_formed in [
        json!({"type": "reveal", "cells": []}),
        json!({"type": "reveal", "cells": [9, -1, 4, 4]}),
        json!({"type": "arrange", "order": [0]}),
        json!({"type": "swap", "cell": 9}),
        json!({"type": "take", "cell": -1}),
        json!({"type": "draw"}),
        json!({"type": "discard"}),
    ] {
        assert!(is_move(well_formed.clone()), "{well_formed}");
        let read: Move = serde_json::from_value(well_formed.clone()).unwrap();
        assert_eq!(json!(read), well_formed);
    }
}

/// Unknown or missing fields, wrong types and unknown moves are no moves.
#[test]
fn other_forms_are_malformed() {
    for malformed in [
        json!({}),
        json!("draw"),
        json!({"type": "pass"}),
        json!({"type": "draw", "cell": 1}),
        json!({"type": "discard", "card": "KD"}),
        json!({"type": "swap"}),
        json!({"type": "swap", "cell": "4"}),
        json!({"type": "swap", "cell": 4.5}),
        json!({"type": "take", "cell": 4, "card": "KD"}),
        json!({"type": "take", "cell": null}),
        json!({"type": "reveal", "cells": 4}),
        json!({"type": "reveal", "cells": ["0", "1", "2"]}),
        json!({"type": "arrange", "cells": [0, 1, 2, 3, 4, 5, 6, 7, 8]}),
    ] {
        assert!(!is_move(malformed.clone()), "{malformed}");
    }
}

/// Options: defaults first, and the ranges of the table.
#[test]
fn options_have_defaults_and_ranges() {
    let defaults = json!({"holes": 9, "rearrange": false, "clear_lines": false, "out_penalty": 0,
                          "joker_pairs": "cancel"});
    assert_eq!(json!(serde_json::from_value::<Options>(json!({})).unwrap()), defaults);
    let bad = |options: Value| -> Vec<&str> {
        let options: Options = serde_json::from_value(options).unwrap();
        NineCard::check(&options).iter().map(|bad| bad.option).collect()
    };
    assert!(bad(json!({"holes": 1})).is_empty() && bad(json!({"holes": 18})).is_empty());
    assert!(bad(json!({"out_penalty": 100})).is_empty());
    assert_eq!(bad(json!({"holes": 0})), ["holes"]);
    assert_eq!(bad(json!({"holes": 19, "out_penalty": 101})), ["holes", "out_penalty"]);
    for unreadable in [json!({"hole": 9}), json!({"joker_pairs": "wild"}), json!({"holes": "9"})] {
        assert!(serde_json::from_value::<Options>(unreadable.clone()).is_err(), "{unreadable}");
    }
}

/// A view holds these members and no others.
#[test]
fn a_view_has_its_shape() {
    let table = Deal::new(2).discard("QH").begin(Options::default());
    let view = json!({
        "hole": 1, "holes": 9, "phase": "reveal", "dealer": 1, "stock": 143, "discard": "QH",
        "drawn": null, "layouts": [FACE_DOWN, FACE_DOWN], "went_out": null, "totals": [0, 0],
        "hole_scores": [[], []], "last_hole": null,
    });
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(table.view(viewer), view);
    }
}
