//! Rules 2 and 3: the reveal, and rearranging.

use serde_json::{Value, json};

use super::super::Options;
use super::table::{Deal, Table};
use crate::rulesets::rules::{Rules, Viewer};

const LAYOUT: &str = "AC 2D 3H 4S 5C 6D 7H 8S 9C";
const KEEP: [i64; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

fn reveal(cells: Value) -> Value {
    json!({"type": "reveal", "cells": cells})
}

fn arrange(order: Value) -> Value {
    json!({"type": "arrange", "order": order})
}

fn rearranging() -> Table {
    let options = Options { rearrange: true, ..Options::default() };
    Deal::new(3).layout(1, LAYOUT).begin(options)
}

/// Ruling on rule 2: players reveal in any order, and each reveal is seen at once.
#[test]
fn the_reveal_is_simultaneous() {
    let mut table = Deal::new(3).layout(1, LAYOUT).begin(Options::default());
    assert_eq!(table.game.to_act(), [0, 1, 2]);
    table.play(1, reveal(json!([8, 0, 4])));
    let told = json!([{"type": "revealed", "seat": 1, "cells": [0, 4, 8], "cards": ["AC", "5C", "9C"]}]);
    assert_eq!(table.told(), told);
    assert_eq!(table.sees(1), json!(["AC", "??", "??", "??", "5C", "??", "??", "??", "9C"]));
    assert_eq!(table.game.to_act(), [0, 2]);
    assert_eq!(table.game.legal_moves(1), []);
    assert_eq!(table.reveal(2, [0, 1, 2]).game.to_act(), [0]);
    assert_eq!(table.view(Viewer::Spectator)["phase"], "reveal");
    table.reveal(0, [6, 7, 8]);
    assert_eq!(table.told()[1], json!({"type": "play_started", "seat": 0}), "rule 2: the last has done it");
    assert_eq!(table.view(Viewer::Spectator)["phase"], "play");
}

/// Rule 2: three different cells. 9·8·7 / 3·2·1 = 84 ways.
#[test]
fn a_reveal_names_three_different_cells_once() {
    let mut table = Deal::new(2).begin(Options::default());
    assert_eq!(table.game.legal_moves(0).len(), 84);
    for (cells, reason) in [
        (json!([]), "not_three_cells"),
        (json!([0, 1]), "not_three_cells"),
        (json!([0, 1, 2, 3]), "not_three_cells"),
        (json!([0, 1, 9]), "no_such_cell"),
        (json!([-1, 1, 2]), "no_such_cell"),
        (json!([0, 1, i64::MAX]), "no_such_cell"),
        (json!([4, 1, 4]), "repeated_cell"),
    ] {
        assert_eq!(table.refuses(0, reveal(cells.clone())), reason, "{cells}");
    }
    for action in [
        json!({"type": "draw"}),
        json!({"type": "take", "cell": 0}),
        json!({"type": "swap", "cell": 0}),
        json!({"type": "discard"}),
        arrange(json!(KEEP)),
    ] {
        assert_eq!(table.refuses(0, action), "reveal_first");
    }
    assert_eq!(table.refuses(2, reveal(json!([0, 1, 2]))), "not_your_turn", "there is no seat 2");
    table.reveal(0, [0, 1, 2]);
    assert_eq!(table.refuses(0, reveal(json!([3, 4, 5]))), "already_revealed");
    assert_eq!(table.refuses(0, json!({"type": "draw"})), "not_your_turn");
    assert_eq!(table.refuses(0, arrange(json!(KEEP))), "not_your_turn", "the option is off");
    table.reveal(1, [0, 1, 2]);
    assert_eq!(table.refuses(0, reveal(json!([3, 4, 5]))), "already_revealed");
    assert_eq!(table.refuses(0, arrange(json!(KEEP))), "play_has_begun");
}

/// Ruling on rule 3: he may as soon as he himself has revealed; play begins when all have done both.
#[test]
fn a_player_rearranges_while_others_still_reveal() {
    let mut table = rearranging();
    table.reveal(1, [0, 1, 2]);
    assert_eq!(table.game.to_act(), [0, 1, 2], "he may go on");
    assert_eq!(table.game.legal_moves(1).len(), 1, "only the identity is listed");
    table.arrange(1, [8, 0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(table.lies(1), json!(["9C", "AC", "2D", "3H", "4S", "5C", "6D", "7H", "8S"]));
    assert_eq!(table.sees(1), json!(["??", "AC", "2D", "3H", "??", "??", "??", "??", "??"]), "unseen");
    let told = json!([{"type": "arranged", "seat": 1, "order": [8, 0, 1, 2, 3, 4, 5, 6, 7]}]);
    assert_eq!(table.told(), told);
    assert_eq!(table.game.to_act(), [0, 2]);
    table.reveal(0, [0, 1, 2]);
    assert_eq!(table.view(Viewer::Spectator)["phase"], "reveal", "seat 2 has to");
    table.reveal(2, [0, 1, 2]);
    assert_eq!(table.view(Viewer::Spectator)["phase"], "arrange");
    assert_eq!(table.arrange(2, KEEP).game.to_act(), [0]);
    table.arrange(0, KEEP);
    assert_eq!(table.told_types(), ["arranged", "play_started"]);
    assert_eq!(table.view(Viewer::Spectator)["phase"], "play");
}

/// Rule 3: a permutation of 0–8, once, after the reveal.
#[test]
fn an_arrangement_is_a_permutation_after_the_reveal() {
    let mut table = rearranging();
    assert_eq!(table.refuses(1, arrange(json!(KEEP))), "reveal_first");
    table.reveal(1, [0, 1, 2]);
    for (order, reason) in [
        (json!([]), "not_a_permutation"),
        (json!([0, 1, 2, 3, 4, 5, 6, 7]), "not_a_permutation"),
        (json!([0, 1, 2, 3, 4, 5, 6, 7, 8, 0]), "not_a_permutation"),
        (json!([0, 1, 2, 3, 4, 5, 6, 7, 7]), "not_a_permutation"),
        (json!([1, 2, 3, 4, 5, 6, 7, 8, 9]), "no_such_cell"),
        (json!([-1, 0, 1, 2, 3, 4, 5, 6, 7]), "no_such_cell"),
    ] {
        assert_eq!(table.refuses(1, arrange(order.clone())), reason, "{order}");
    }
    assert_eq!(table.refuses(1, json!({"type": "draw"})), "arrange_first");
    assert_eq!(table.refuses(1, reveal(json!([3, 4, 5]))), "already_revealed");
    table.arrange(1, KEEP);
    assert_eq!(table.refuses(1, arrange(json!(KEEP))), "not_your_turn", "he has done it");
}

/// Rule 3: a cell emptied by `clear_lines` keeps its place, and every permutation is legal.
#[test]
fn an_empty_cell_keeps_its_place() {
    let cleared = || {
        let options = Options { rearrange: true, clear_lines: true, ..Options::default() };
        let mut table = Deal::new(2).layout(0, "5H 5H 5H 4S 5C 6D 7H 8S 9C").begin(options);
        table.reveal(0, [0, 1, 2]);
        assert_eq!(table.lies(0), json!([null, null, null, "4S", "5C", "6D", "7H", "8S", "9C"]));
        table
    };
    for (order, lies, told) in [
        // Only cards change places.
        ([0, 1, 2, 8, 4, 5, 6, 7, 3], ["9C", "5C", "6D", "7H", "8S", "4S"], [0, 1, 2, 8, 4, 5, 6, 7, 3]),
        // The gaps among themselves.
        ([2, 0, 1, 3, 4, 5, 6, 7, 8], ["4S", "5C", "6D", "7H", "8S", "9C"], KEEP),
        // A card and a gap: the card would go to cell 0 and come back.
        ([8, 1, 2, 3, 4, 5, 6, 7, 0], ["4S", "5C", "6D", "7H", "8S", "9C"], KEEP),
        // Cell 3 gets gap 0, which gets cell 8's card: 3 gets 9C. Cell 8 gets cell 3's card.
        ([8, 1, 2, 0, 4, 5, 6, 7, 3], ["9C", "5C", "6D", "7H", "8S", "4S"], [0, 1, 2, 8, 4, 5, 6, 7, 3]),
        // Cell 3 gets gap 0, which gets gap 1, which gets cell 4's card; and so on, all one up.
        ([1, 4, 2, 0, 5, 6, 7, 8, 3], ["5C", "6D", "7H", "8S", "9C", "4S"], [0, 1, 2, 4, 5, 6, 7, 8, 3]),
    ] {
        let mut table = cleared();
        table.arrange(0, order);
        let gaps = [Value::Null, Value::Null, Value::Null];
        let expected: Vec<Value> = gaps.into_iter().chain(lies.map(|name| json!(name))).collect();
        assert_eq!(table.lies(0), json!(expected), "{order:?}");
        assert_eq!(table.told(), json!([{"type": "arranged", "seat": 0, "order": told}]), "{order:?}");
    }
}
