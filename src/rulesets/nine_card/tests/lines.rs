//! The option `clear_lines` and its rulings.

use serde_json::{Value, json};

use super::super::Options;
use super::table::{Deal, Table};
use crate::rulesets::rules::{Rules, Viewer};

const OUT_OF_SUIT: &str = "5H 5D 5H 2C 3D 4S 6H 7C 8D";
const ROW: &str = "5H 5H 5H 2C 3D 4S 6H 7C 8D";

fn clearing() -> Options {
    Options { clear_lines: true, ..Options::default() }
}

/// Two players; seat 0 has turned up three cells of its layout.
fn revealed(options: Options, deal: Deal, cells: [i64; 3]) -> Table {
    let mut table = deal.begin(options);
    table.reveal(0, cells);
    table
}

fn cleared(cells: [usize; 3], card: &str) -> Value {
    json!({"type": "line_cleared", "seat": 0, "cells": cells, "card": card})
}

/// The option is off unless it is chosen.
#[test]
fn without_the_option_nothing_is_removed() {
    let table = revealed(Options::default(), Deal::new(2).layout(0, ROW), [0, 1, 2]);
    assert_eq!(table.told_types(), ["revealed"]);
    assert_eq!(table.sees(0), json!(["5H", "5H", "5H", "??", "??", "??", "??", "??", "??"]));
}

/// Ruling: checked at the end of every move, the reveal too.
#[test]
fn a_reveal_can_complete_a_line() {
    let table = revealed(clearing(), Deal::new(2).layout(0, ROW), [0, 1, 2]);
    assert_eq!(table.told_types(), ["revealed", "line_cleared"]);
    assert_eq!(table.told()[1], cleared([0, 1, 2], "5H"));
    assert_eq!(table.sees(0), json!([null, null, null, "??", "??", "??", "??", "??", "??"]));
}

/// Ruling: and after rearranging; a column as well as a row.
#[test]
fn rearranging_can_complete_a_line() {
    let options = Options { rearrange: true, ..clearing() };
    let deal = Deal::new(2).layout(0, "5H 2C 3D 5H 4S 6H 7C 8D 5H");
    let mut table = revealed(options, deal, [0, 3, 8]);
    assert_eq!(table.told_types(), ["revealed"], "not in a line yet");
    table.arrange(0, [1, 0, 2, 4, 3, 5, 6, 8, 7]);
    assert_eq!(table.told()[1], cleared([1, 4, 7], "5H"));
    assert_eq!(table.lies(0), json!(["2C", null, "3D", "4S", null, "6H", "7C", null, "8D"]));
}

/// Ruling: by taking and by swapping; and only the line of the player who moved.
#[test]
fn a_turn_can_complete_a_line() {
    let deal = Deal::new(2).layout(0, "KS 2C 3D KS 4S 6H 7C 8D 9S").layout(1, "- - KD - - - - - -");
    let mut table = revealed(clearing(), deal.clone().discard("KS"), [0, 3, 8]);
    table.reveal(1, [0, 4, 8]).take(0, 6);
    assert_eq!(table.told_types(), ["took", "line_cleared"]);
    assert_eq!(table.told()[1], cleared([0, 3, 6], "KS"));
    let mut table = revealed(clearing(), deal.stock("KS"), [0, 3, 8]);
    table.reveal(1, [0, 4, 8]).swap(0, 6);
    assert_eq!(table.told_types(), ["swapped", "line_cleared"]);
    assert_eq!(table.sees(0), json!([null, "??", "??", null, "??", "??", null, "??", "9S"]));
}

/// Rule: equal in rank *and* suit.
#[test]
fn another_suit_makes_no_line() {
    let table = revealed(clearing(), Deal::new(2).layout(0, OUT_OF_SUIT), [0, 1, 2]);
    assert_eq!(table.told_types(), ["revealed"]);
}

/// Rule: all three are face up.
#[test]
fn a_face_down_card_makes_no_line() {
    let table = revealed(clearing(), Deal::new(2).layout(0, ROW), [0, 1, 3]);
    assert_eq!(table.told_types(), ["revealed"]);
}

/// Ruling: Jokers have no suit and never make such a line.
#[test]
fn jokers_make_no_line() {
    let table = revealed(clearing(), Deal::new(2).layout(0, "JK JK JK 2C 3D 4S 6H 7C 8D"), [0, 1, 2]);
    assert_eq!(table.told_types(), ["revealed"]);
}

/// Rule: a line is a row or a column. Neither a diagonal nor cells 2, 3, 4 are one.
#[test]
fn three_other_cells_are_no_line() {
    for (layout, cells) in
        [("5H 2C 3D 4S 5H 6H 7C 8D 5H", [0, 4, 8]), ("2C 3D 5H 5H 5H 4S 6H 7C 8D", [2, 3, 4])]
    {
        let table = revealed(clearing(), Deal::new(2).layout(0, layout), cells);
        assert_eq!(table.told_types(), ["revealed"], "{layout}");
    }
}

/// Ruling: an empty cell cannot be swapped into.
#[test]
fn nothing_goes_into_an_empty_cell() {
    let mut table = revealed(clearing(), Deal::new(2).layout(0, ROW), [0, 1, 2]);
    table.reveal(1, [0, 4, 8]);
    assert_eq!(table.refuses(0, json!({"type": "take", "cell": 1})), "empty_cell");
    assert_eq!(table.game.legal_moves(0).len(), 1 + 6);
    table.draw(0);
    assert_eq!(table.refuses(0, json!({"type": "swap", "cell": 1})), "empty_cell");
    assert_eq!(table.game.legal_moves(0).len(), 6 + 1);
}

/// Ruling: the removed cards are out of play. They were 3 of the 162, and stay away from the
/// reshuffle.
#[test]
fn removed_cards_do_not_come_back_in_the_hole() {
    let mut table = revealed(clearing(), Deal::new(2).layout(0, ROW), [0, 1, 2]);
    let view = table.view(Viewer::Spectator);
    assert_eq!((&view["stock"], &view["discard"]), (&json!(143), &json!(table.game.hole.discard)));
    assert_eq!(json!(table.game.hole.removed), json!(["5H", "5H", "5H"]));
    table.reveal(1, [0, 4, 8]);
    for turn in 0..143 {
        table.pass(turn % 2);
    }
    assert_eq!(table.game.hole.spent.len(), 143);
    assert!(
        !json!(table.game.hole.spent).as_array().unwrap().contains(&json!("5H")),
        "all three are removed"
    );
}

/// Rule 6 and the ruling: a player whose last face-up card completes a line is out; with a row
/// gone he needs six cards face up, and the removed ones do not count as face down.
#[test]
fn a_player_with_gaps_goes_out_when_nothing_lies_face_down() {
    let deal = Deal::new(2).layout(0, ROW).stock("9C - TC - JC - QC - AC - KC");
    let mut table = revealed(clearing(), deal, [0, 1, 2]);
    table.reveal(1, [0, 4, 8]);
    for cell in 3..8 {
        table.swap(0, cell).pass(1);
        assert_eq!(table.view(Viewer::Spectator)["went_out"], Value::Null);
    }
    table.swap(0, 8);
    assert_eq!(table.told_types(), ["swapped", "went_out"]);
}

/// Ruling: the line goes first, and then he is out, with the same move.
#[test]
fn going_out_and_a_line_come_in_one_move() {
    let deal = Deal::new(2).layout(0, "AC 2C 3C - - - - - -").stock("4C - 5C - 6C - 9H - 9H - 9H");
    let mut table = revealed(Options { holes: 1, ..clearing() }, deal, [0, 1, 2]);
    table.reveal(1, [0, 4, 8]);
    for cell in 3..8 {
        table.swap(0, cell).pass(1);
    }
    table.swap(0, 8);
    assert_eq!(table.told_types(), ["swapped", "line_cleared", "went_out"]);
    table.pass(1);
    let last = table.game.last_hole.as_ref().unwrap();
    assert_eq!(json!(last.layouts[0]), json!(["AC", "2C", "3C", "4C", "5C", "6C", null, null, null]));
    assert_eq!(last.scores[0], 1 + 2 + 3 + 4 + 5 + 6);
}

/// Ruling: nothing is removed by the final turning-up. The three fives score 0 as pairs.
#[test]
fn the_final_turning_up_removes_nothing() {
    let deal = Deal::new(2).layout(1, ROW);
    let mut table = deal.begin(Options { holes: 1, ..clearing() });
    table.reveal_all();
    for cell in [1, 2, 3, 5, 6, 7] {
        table.swap(0, cell).pass(1);
    }
    assert_eq!(table.told_types(), ["discarded", "hole_finished", "game_finished"]);
    let last = table.game.last_hole.as_ref().unwrap();
    assert_eq!(json!(last.layouts[1]), json!(ROW.split(' ').collect::<Vec<_>>()));
    assert_eq!(last.points[1], [0, 0, 0, 2, 3, 4, 6, 7, 8]);
}
