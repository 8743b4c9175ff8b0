//! Rules 6 and 7, the penalty, and the end of the game.

use serde_json::{Value, json};

use super::super::{Move, Options, scoring};
use super::table::{Deal, Table};
use crate::rulesets::rules::{Rules, Seat, Viewer};

/// Turned up in the reveal of everybody: 0, 4 and 8; these lie face down then.
const FACE_DOWN: [i64; 6] = [1, 2, 3, 5, 6, 7];

fn one_hole() -> Options {
    Options { holes: 1, ..Options::default() }
}

/// Four players in play; those in `swapping` have one card face down, and it is the turn of seat 0.
fn nearly_out(options: Options, deal: Deal, swapping: &[Seat]) -> Table {
    let seats = deal.seats;
    let mut table = deal.begin(options);
    table.reveal_all();
    for cell in &FACE_DOWN[..5] {
        for seat in 0..seats {
            match swapping.contains(&seat) {
                true => table.swap(seat, *cell),
                false => table.pass(seat),
            };
        }
    }
    table
}

fn went_out(table: &Table) -> Value {
    table.view(Viewer::Spectator)["went_out"].clone()
}

/// Rule 6: every other player has exactly one more turn, clockwise. Seat 2 goes out; then come 3,
/// 0 and 1, and the hole is over.
#[test]
fn everybody_else_has_one_more_turn() {
    let mut table = nearly_out(one_hole(), Deal::new(4), &[2]);
    table.pass(0).pass(1).swap(2, 7);
    assert_eq!(table.told_types(), ["swapped", "went_out"], "at once, and by itself");
    assert_eq!(went_out(&table), 2);
    for seat in [3, 0, 1] {
        assert_eq!(table.game.places(), None);
        assert_eq!(table.game.to_act(), [seat]);
        table.pass(seat);
    }
    assert_eq!(table.told_types(), ["discarded", "hole_finished", "game_finished"]);
}

/// Rule 6: by taking as well; for two players that leaves one turn, which may be a take too.
#[test]
fn a_player_goes_out_by_taking() {
    let mut table = nearly_out(one_hole(), Deal::new(2), &[0]);
    assert!(!table.game.legal_moves(0).is_empty());
    table.take(0, 7);
    assert_eq!(table.told_types(), ["took", "went_out"]);
    table.take(1, 1);
    assert_eq!(table.told_types(), ["took", "hole_finished", "game_finished"]);
}

/// Rule 6: a second player going out in that time changes nothing: the turns stay the same, and
/// the penalty is that of the first.
#[test]
fn a_second_player_out_changes_nothing() {
    let deal = Deal::new(3).layout(2, "KC KD KH KS KC KD KH KS KC");
    let options = Options { out_penalty: 25, ..one_hole() };
    let mut table = nearly_out(options, deal, &[0, 1]);
    table.swap(0, 7).swap(1, 7);
    assert_eq!(table.told_types(), ["swapped"], "not told as going out");
    assert_eq!(went_out(&table), 0);
    assert_eq!(table.game.to_act(), [2]);
    table.pass(2);
    let last = table.game.last_hole.as_ref().unwrap();
    let raw: Vec<i32> = last.points.iter().map(|points| points.iter().sum()).collect();
    assert_eq!((last.went_out, last.penalty, raw[2]), (0, 25, 0));
    assert_eq!(last.scores, [raw[0] + 25, raw[1], 0]);
}

/// Rule 5: nothing forces a player to expose his last card.
#[test]
fn the_last_card_may_stay_face_down() {
    let mut table = nearly_out(one_hole(), Deal::new(2), &[0, 1]);
    for _ in 0..30 {
        table.pass(0).pass(1);
    }
    assert_eq!(went_out(&table), Value::Null);
    table.swap(0, 0).take(1, 4);
    assert_eq!(went_out(&table), Value::Null, "face-up cards can be swapped all the time");
}

/// Rule 7: all face-down cards are turned up and scored. By hand: seat 1 has a pair of nines (0),
/// A 2 3 4 (10), J (10), K (0), Joker (−2), in all 18.
#[test]
fn face_down_cards_are_turned_up_and_scored() {
    let deal = Deal::new(2).layout(1, "9C 9D AC 2C 3C 4C JC KC JK");
    let mut table = nearly_out(one_hole(), deal, &[0]);
    table.swap(0, 7).pass(1);
    let view = table.view(Viewer::Spectator);
    assert_eq!(view["layouts"][1], json!(["9C", "9D", "AC", "2C", "3C", "4C", "JC", "KC", "JK"]));
    assert_eq!(view["layouts"], view["last_hole"]["layouts"]);
    assert_eq!(view["last_hole"]["points"][1], json!([0, 0, 1, 2, 3, 4, 10, 0, -2]));
    assert_eq!(view["last_hole"]["scores"][1], 18);
    assert_eq!((&view["totals"][1], &view["hole_scores"][1]), (&json!(18), &json!([18])));
    assert_eq!((&view["phase"], &view["drawn"], &view["hole"]), (&json!("play"), &Value::Null, &json!(1)));
}

/// Rulings on `out_penalty`: a tie for lowest is lowest; compared before adding.
#[test]
fn the_penalty_is_for_going_out_without_the_lowest_score() {
    for (raw, went_out, out_penalty, penalty, why) in [
        (vec![5, 9, 7], 0, 25, 0, "lowest"),
        (vec![5, 5, 7], 1, 25, 0, "a tie for lowest is lowest"),
        (vec![6, 5, 7], 0, 25, 25, "one is lower"),
        (vec![6, 5], 0, 0, 0, "no penalty is agreed"),
        (vec![6, 5], 0, 100, 100, "the highest penalty"),
        (vec![5, 29], 0, 25, 0, "5 + 25 is more than 29, but 5 is less"),
        (vec![-2, -3, 40], 0, 25, 25, "scores can be negative"),
        (vec![9, 9, 9], 2, 25, 0, "all the same"),
    ] {
        assert_eq!(scoring::penalty(&raw, went_out, out_penalty), penalty, "{why}");
    }
}

/// End: lowest total wins; equal totals share the place (1, 1, 3). Seats 1 and 2 score 0 with
/// nothing but Kings and pairs; seat 0 has A 3 5 7 9 J 2 4 6, 47 strokes.
#[test]
fn equal_totals_share_the_place() {
    let deal = Deal::new(3)
        .layout(0, "AC - - - 9C - - - 6C")
        .layout(1, "KC KD KH KS KC KD KH KS KC")
        .layout(2, "TC TD 4C 8C 8D 4D QC QD KD")
        .stock("3C - - 5C - - 7C - - JC - - 2C - - 4C");
    let mut table = nearly_out(one_hole(), deal, &[0]);
    table.swap(0, 7).pass(1).pass(2);
    assert_eq!(table.game.scores(), [47, 0, 0]);
    let places = json!([{"place": 1, "seats": [1, 2], "score": 0}, {"place": 3, "seats": [0], "score": 47}]);
    assert_eq!(json!(table.game.places()), places);
    let finished = json!({"type": "game_finished", "totals": [47, 0, 0], "places": places});
    assert_eq!(table.told()[2], finished);
}

/// End: totals are sums over the holes.
#[test]
fn totals_add_up() {
    let kings = "KC KD KH KS KC KD KH KS KC";
    let second = Deal { dealer: 0, ..Deal::new(2).layout(0, kings) };
    let first = Deal::new(2).layout(1, "9C 9D AC 2C 3C 4C JC KC JK");
    let mut table = first.begin_with(Options { holes: 2, ..Options::default() }, [second.order()]);
    table.reveal_all();
    for cell in FACE_DOWN {
        table.swap(0, cell).pass(1);
    }
    let after_one = table.game.scores();
    assert_eq!(after_one[1], 18);
    table.reveal_all();
    for cell in FACE_DOWN {
        table.swap(1, cell).pass(0);
    }
    let scores = table.game.last_hole.as_ref().unwrap().scores.clone();
    assert_eq!(scores[0], 0);
    assert_eq!(table.game.scores(), [after_one[0], 18 + scores[1]]);
    assert_eq!(json!(table.game.hole_scores), json!([[after_one[0], 0], [18, scores[1]]]));
    assert_eq!(table.game.last_hole.as_ref().unwrap().totals, table.game.scores());
}

/// After the end nobody is to act, and nothing can be played.
#[test]
fn nothing_is_left_to_play_after_the_end() {
    let mut table = nearly_out(one_hole(), Deal::new(2), &[0]);
    table.swap(0, 7).pass(1);
    assert!(table.game.to_act().is_empty());
    for seat in 0..2 {
        assert_eq!(table.game.legal_moves(seat), Vec::<Move>::new());
        for action in [json!({"type": "draw"}), json!({"type": "reveal", "cells": [0, 1, 2]})] {
            assert_eq!(table.refuses(seat, action), "game_finished");
        }
    }
}
