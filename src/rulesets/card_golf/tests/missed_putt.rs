//! Missed Putt: cancels the opponent's standing first Putt from 20 yards.

use serde_json::json;

use super::table::{Deal, draw, hazard, stroke};

/// On a first Putt, before the hole and beyond it. The ball stays, nobody misses a turn, and the
/// next Putt is a first one again.
#[test]
fn the_next_putt_is_a_first_putt_again() {
    for (card, lies) in [("4_wood_180", "180/20 green"), ("3_wood_220", "220/20 green")] {
        let deal = Deal::new(3).hand(0, &format!("{card} putt putt putt")).hand(1, "missed_putt");
        let mut table = deal.begin();
        table.strokes(&[card]).play(0, stroke("putt"));
        assert_eq!(table.spot(0), format!("{lies}, putt"));
        table.play(1, hazard("missed_putt", 0));
        assert_eq!(table.spot(0), format!("{lies}, protected"));
        assert_eq!(table.open()["missed_turns"], json!([0, 0, 0]));
        assert_eq!(table.open()["played"][0], json!([card, "putt", "missed_putt"]));
        table.play(2, draw());
        assert_eq!(table.strokes(&["putt"]).spot(0), format!("{lies}, putt"));
        assert_eq!(table.play(0, stroke("putt")).spot(0), "holed");
    }
}

/// It is a hazard in this sense too, and the Putt that it cancels is a stroke card: so it is never
/// barred by the one before, but there must be a Putt.
#[test]
fn one_putt_after_the_other_can_be_missed() {
    let deal =
        Deal::new(2).hand(0, "4_wood_180 putt putt putt putt").hand(1, "missed_putt missed_putt missed_putt");
    let mut table = deal.begin();
    table.strokes(&["4_wood_180"]);
    for _ in 0..3 {
        table.play(0, stroke("putt"));
        assert_eq!(table.spot(0), "180/20 green, putt");
        table.play(1, hazard("missed_putt", 0));
        assert_eq!(table.spot(0), "180/20 green, protected");
    }
    assert_eq!(table.play(0, stroke("putt")).spot(0), "180/20 green, putt");
}

/// A second one for the same Putt finds nothing to cancel.
#[test]
fn a_missed_putt_is_missed_once() {
    let deal = Deal::new(3).hand(0, "4_wood_180 putt").hand(1, "missed_putt").hand(2, "missed_putt bunker");
    let mut table = deal.begin();
    table.strokes(&["4_wood_180"]).play_all(&[(0, stroke("putt")), (1, hazard("missed_putt", 0))]);
    table.refuses_as(2, hazard("missed_putt", 0), &["no_putt_to_cancel", "target_protected"]);
    table.refuses_as(2, hazard("bunker", 0), &["target_on_green", "target_protected"]);
}

/// A missed Putt still counts as a stroke card before, and the ball is protected until the next: a
/// distance card is one.
#[test]
fn a_distance_card_after_a_missed_putt_ends_the_protection() {
    let deal = Deal::new(2).hand(0, "4_wood_180 putt 9_iron_60").hand(1, "missed_putt lost_ball missed_putt");
    let mut table = deal.begin();
    table.strokes(&["4_wood_180"]).play_all(&[(0, stroke("putt")), (1, hazard("missed_putt", 0))]);
    assert_eq!(table.play(0, stroke("9_iron_60")).spot(0), "240/40 fairway");
    assert_eq!(table.refuses(1, hazard("missed_putt", 0)), "no_putt_to_cancel");
    assert_eq!(table.play(1, hazard("lost_ball", 0)).spot(0), "180/20 green, protected");
}

/// Not on a putt that holed out: a second Putt, a Putt from pin-high; not on a Sunk Putt.
#[test]
fn a_putt_that_holed_out_cannot_be_missed() {
    for strokes in [
        &["4_wood_180", "putt", "putt"][..],
        &["4_wood_200", "putt"],
        &["4_wood_180", "sunk_putt"],
        &["4_wood_180", "putt", "sunk_putt"],
    ] {
        let mut table = Deal::new(2).hand(0, &strokes.join(" ")).hand(1, "missed_putt").begin();
        let (last, before) = strokes.split_last().unwrap();
        table.strokes(before).play(0, stroke(last));
        assert_eq!(table.spot(0), "holed");
        table.refuses_as(1, hazard("missed_putt", 0), &["target_holed_out", "no_putt_to_cancel"]);
    }
}

/// A distance card from the green cancels a standing Putt; then none is left to be missed.
#[test]
fn a_putt_cancelled_by_a_distance_card_cannot_be_missed() {
    for card in ["9_iron_20", "9_iron_40", "9_iron_60"] {
        let deal = Deal::new(2).hand(0, &format!("4_wood_180 putt {card}")).hand(1, "missed_putt");
        let mut table = deal.begin();
        table.strokes(&["4_wood_180", "putt"]).play(0, stroke(card));
        assert_eq!(table.refuses(1, hazard("missed_putt", 0)), "no_putt_to_cancel", "{card}");
    }
}

/// It may come turns after the Putt, and from any opponent; not from oneself.
#[test]
fn a_standing_putt_can_be_missed_at_any_time() {
    let deal = Deal::new(3).hand(0, "4_wood_180 putt missed_putt").hand(2, "missed_putt");
    let mut table = deal.begin();
    table.strokes(&["4_wood_180", "putt"]);
    assert_eq!(table.refuses(0, hazard("missed_putt", 0)), "not_an_opponent");
    table.play_all(&[(0, draw()), (1, draw()), (2, hazard("missed_putt", 0))]);
    assert_eq!(table.spot(0), "180/20 green, protected");
}

/// In the last round it is legal like any other hazard.
#[test]
fn a_putt_can_be_missed_in_the_last_round() {
    let deal = Deal::new(3).hand(0, "4_wood_200 putt").hand(1, "4_wood_180 putt").hand(2, "missed_putt");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("4_wood_200")), (1, stroke("4_wood_180")), (2, draw())]);
    table.play_all(&[(0, stroke("putt")), (1, stroke("putt"))]);
    assert_eq!(table.spot(1), "180/20 green, putt");
    assert_eq!(table.refuses(2, hazard("missed_putt", 0)), "target_holed_out");
    table.play(2, hazard("missed_putt", 1));
    assert_eq!(table.open()["results"], json!([0]), "seat 0 alone has holed out");
}
