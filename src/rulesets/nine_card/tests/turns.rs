//! Rules 4 and 5: turns, and the stock.

use serde_json::{Value, json};

use super::super::{Move, Options};
use super::table::{Deal, Table};
use crate::rulesets::rules::{Rules, Viewer};

/// Three players, all with cells 0, 4 and 8 up; it is the turn of seat 0.
fn begun() -> Table {
    let deal = Deal::new(3).layout(0, "AC 2D 3H 4S 5C 6D 7H 8S 9C").layout(1, "- TC - - - - - - -");
    let mut table = deal.discard("QH").stock("KD JS 2C").begin(Options::default());
    table.reveal_all();
    table
}

fn swap(cell: i64) -> Value {
    json!({"type": "swap", "cell": cell})
}

fn take(cell: i64) -> Value {
    json!({"type": "take", "cell": cell})
}

/// Rule 4: he draws the top card and sees it alone, and then swaps or discards.
#[test]
fn a_drawn_card_is_seen_by_its_drawer_alone() {
    let mut table = begun();
    let listed: Vec<Value> = table.game.legal_moves(0).iter().map(|action| json!(action)).collect();
    let expected: Vec<Value> = [json!({"type": "draw"})].into_iter().chain((0..9).map(take)).collect();
    assert_eq!(listed, expected);
    assert_eq!(table.view(Viewer::Seat(0))["drawn"], Value::Null);
    table.draw(0);
    assert_eq!(table.view(Viewer::Seat(0))["drawn"], "KD");
    assert_eq!(table.view(Viewer::Seat(1))["drawn"], "??");
    assert_eq!(table.view(Viewer::Spectator)["drawn"], "??");
    assert_eq!(table.view(Viewer::Spectator)["discard"], "QH");
    let listed: Vec<Value> = table.game.legal_moves(0).iter().map(|action| json!(action)).collect();
    let expected: Vec<Value> = (0..9).map(swap).chain([json!({"type": "discard"})]).collect();
    assert_eq!(listed, expected);
    assert_eq!(table.game.to_act(), [0]);
    assert_eq!(table.refuses(0, json!({"type": "draw"})), "already_drawn");
    assert_eq!(table.refuses(0, take(0)), "already_drawn");
}

/// Rule 4: the card that lay there goes face up on the pile; it is not seen before.
#[test]
fn a_swap_into_a_face_down_cell_shows_the_card_that_lay_there() {
    let mut table = begun();
    table.draw(0);
    assert_eq!(table.view(Viewer::Seat(0))["layouts"][0][1], "??");
    table.play(0, swap(1));
    let told = json!([{"type": "swapped", "seat": 0, "cell": 1, "card": "KD", "discarded": "2D"}]);
    assert_eq!(table.told(), told);
    assert_eq!(table.sees(0), json!(["AC", "KD", "??", "??", "5C", "??", "??", "??", "9C"]));
    assert_eq!(table.view(Viewer::Spectator)["discard"], "2D");
    assert_eq!(table.view(Viewer::Spectator)["drawn"], Value::Null);
    assert_eq!(table.game.to_act(), [1], "clockwise");
}

/// Rule 4: a face-up card may be swapped away too.
#[test]
fn a_swap_into_a_face_up_cell_replaces_its_card() {
    let mut table = begun();
    table.swap(0, 8);
    assert_eq!(table.sees(0), json!(["AC", "??", "??", "??", "5C", "??", "??", "??", "KD"]));
    assert_eq!(table.view(Viewer::Spectator)["discard"], "9C");
}

/// Ruling on rule 4: discarding a drawn card turns nothing up, and ends the turn.
#[test]
fn a_discard_turns_nothing_up_and_ends_the_turn() {
    let mut table = begun();
    let before = table.sees(0);
    table.pass(0);
    assert_eq!(table.told(), json!([{"type": "discarded", "seat": 0, "card": "KD"}]));
    assert_eq!(table.sees(0), before);
    assert_eq!(table.view(Viewer::Spectator)["discard"], "KD");
    assert_eq!(table.game.to_act(), [1]);
}

/// Rule 4: the top discard must be swapped in at once, and cannot go back.
#[test]
fn a_taken_card_stays_and_the_turn_is_over() {
    let mut table = begun();
    table.take(0, 3);
    let told = json!([{"type": "took", "seat": 0, "cell": 3, "card": "QH", "discarded": "4S"}]);
    assert_eq!(table.told(), told);
    assert_eq!(table.sees(0), json!(["AC", "??", "??", "QH", "5C", "??", "??", "??", "9C"]));
    assert_eq!(table.view(Viewer::Spectator)["discard"], "4S");
    for action in [json!({"type": "discard"}), take(3), swap(3), json!({"type": "draw"})] {
        assert_eq!(table.refuses(0, action), "not_your_turn");
    }
    table.take(1, 1);
    assert_eq!(table.view(Viewer::Spectator)["discard"], "TC", "he took the 4S that lay on top");
    assert_eq!(table.sees(1)[1], "4S");
    table.swap(2, 0).draw(0);
    assert_eq!(table.view(Viewer::Seat(0))["drawn"], "JS", "the stock's second card");
}

/// Rule 4: what cannot be done in a turn.
#[test]
fn moves_at_the_wrong_time_or_place_are_refused() {
    let mut table = begun();
    for (seat, action, reason) in [
        (1, json!({"type": "draw"}), "not_your_turn"),
        (1, take(0), "not_your_turn"),
        (3, json!({"type": "draw"}), "not_your_turn"),
        (usize::MAX, json!({"type": "draw"}), "not_your_turn"),
        (0, swap(0), "nothing_drawn"),
        (0, json!({"type": "discard"}), "nothing_drawn"),
        (0, take(9), "no_such_cell"),
        (0, take(-1), "no_such_cell"),
        (0, take(i64::MIN), "no_such_cell"),
    ] {
        assert_eq!(table.refuses(seat, action.clone()), reason, "{action} of {seat}");
    }
    table.draw(0);
    assert_eq!(table.refuses(0, swap(9)), "no_such_cell");
    assert_eq!(table.refuses(0, swap(i64::MAX)), "no_such_cell");
    assert_eq!(table.refuses(1, json!({"type": "discard"})), "not_your_turn");
}

/// Rule 5: with two players 143 cards are left. When they have all been drawn and discarded, 144
/// cards lie on the pile; the top one stays, and the other 143 are shuffled for the next draw.
#[test]
fn an_exhausted_stock_is_made_of_the_discards_below_the_top_one() {
    let deal = Deal::new(2);
    let order = deal.order();
    let pile: Vec<String> = order[18..161].to_vec();
    let again: Vec<String> = pile.iter().rev().cloned().collect();
    let mut table = deal.begin_with(Options::default(), [again.clone()]);
    table.reveal_all();
    for turn in 0..143 {
        assert_eq!(table.view(Viewer::Spectator)["stock"], 143 - turn);
        table.pass(turn % 2);
    }
    let view = table.view(Viewer::Spectator);
    assert_eq!((&view["stock"], &view["discard"]), (&json!(0), &json!(order[161])));
    assert!(table.game.legal_moves(1).contains(&Move::Draw {}));
    table.draw(1);
    assert_eq!(table.told()[0], json!({"type": "shuffle", "order": again}), "when a player draws");
    assert_eq!(table.told()[1], json!({"type": "draw", "seat": 1, "card": order[160]}));
    let view = table.view(Viewer::Spectator);
    assert_eq!((&view["stock"], &view["discard"]), (&json!(142), &json!(order[161])), "it stays");
    assert!(table.game.hole.spent.is_empty());
}

/// Rule 5: if there are no other discards, only taking is legal; afterwards there is still nothing
/// to draw. No deal gets there, as stock and discards together never shrink.
#[test]
fn without_stock_and_other_discards_only_taking_is_left() {
    let mut table = begun();
    table.game.hole.stock.clear();
    table.game.hole.spent.clear();
    assert_eq!(table.refuses(0, json!({"type": "draw"})), "stock_exhausted");
    let listed: Vec<Value> = table.game.legal_moves(0).iter().map(|action| json!(action)).collect();
    assert_eq!(listed, (0..9).map(take).collect::<Vec<_>>());
    table.take(0, 1);
    assert_eq!(table.refuses(1, json!({"type": "draw"})), "stock_exhausted");
    assert_eq!(table.game.legal_moves(1).len(), 9);
}
