//! Lost Ball and Out of Bounds: the ball returns to the spot and lie that its last stroke was
//! played from, whose rules apply again.

use super::table::{Deal, Table, draw, hazard, stroke};

/// To the tee: the Driver is legal again, 80 yards are due again, and there is nothing to hand over
/// until the ball has left it again. Once more the same with the other card.
#[test]
fn back_to_the_tee() {
    for (first, second) in [("lost_ball", "out_of_bounds"), ("out_of_bounds", "lost_ball")] {
        let deal = Deal::new(2)
            .length(400)
            .hand(0, "2_wood_240 driver_260 9_iron_60 driver_220 putt")
            .hand(1, &format!("{first} {second} bunker water_hazard"));
        let mut table = deal.begin();
        table.play_all(&[(0, stroke("2_wood_240")), (1, hazard(first, 0))]);
        assert_eq!(table.spot(0), "0/400 tee, protected");
        for name in [second, "bunker", "water_hazard"] {
            table.refuses_as(1, hazard(name, 0), &["target_on_tee", "target_protected"]);
        }
        table.play(1, draw());
        assert_eq!(table.refuses(0, stroke("9_iron_60")), "first_stroke_too_short");
        assert_eq!(table.refuses(0, stroke("putt")), "not_on_green");
        assert_eq!(table.play(0, stroke("driver_260")).spot(0), "260/140 fairway");
        assert_eq!(table.play(1, hazard(second, 0)).spot(0), "0/400 tee, protected");
        table.play(1, draw());
        assert_eq!(table.play(0, stroke("driver_220")).spot(0), "220/180 fairway");
        assert_eq!(table.play(1, hazard("bunker", 0)).spot(0), "220/180 bunker, protected");
    }
}

/// To the rough, a bunker or a bad bunker, with the clubs that the lie allows.
#[test]
fn back_into_trouble_with_its_clubs_again() {
    for (trouble, lie, refused, allowed) in [
        ("slice", "right_rough", "4_iron_160", "5_iron_160"),
        ("pull", "left_rough", "3_iron_160", "5_iron_140"),
        ("bunker", "bunker", "6_iron_140", "7_iron_120"),
        ("bad_bunker", "bad_bunker", "8_iron_100", "9_iron_60"),
    ] {
        for lost in ["lost_ball", "out_of_bounds"] {
            let deal = Deal::new(2)
                .length(400)
                .hand(0, &format!("4_wood_180 9_iron_80 {refused} {allowed} driver_220 putt"))
                .hand(1, &format!("{trouble} {lost} water_hazard"));
            let mut table = deal.begin();
            table.play_all(&[(0, stroke("4_wood_180")), (1, hazard(trouble, 0))]);
            assert_eq!(table.spot(0), format!("180/220 {lie}, protected"));
            table.play(0, stroke("9_iron_80"));
            assert_eq!(table.spot(0), "260/140 fairway");
            table.play(1, hazard(lost, 0));
            assert_eq!(table.spot(0), format!("180/220 {lie}, protected"), "{lost}");
            assert_eq!(table.refuses(1, hazard("water_hazard", 0)), "target_protected");
            table.play(1, draw());
            assert_eq!(table.refuses(0, stroke(refused)), "club_not_allowed_by_lie", "{lie}: {refused}");
            table.refuses_as(0, stroke("driver_220"), &["driver_not_from_tee", "club_not_allowed_by_lie"]);
            table.refuses_as(0, stroke("putt"), &["not_on_green", "club_not_allowed_by_lie"]);
            let yards: i64 = allowed.rsplit_once('_').unwrap().1.parse().unwrap();
            table.play(0, stroke(allowed));
            assert_eq!(table.spot(0), format!("{}/{} fairway", 180 + yards, 220 - yards), "{lie}: {allowed}");
        }
    }
}

/// To the fairway, before the hole and beyond it; what was turned round is turned back.
#[test]
fn back_to_the_fairway() {
    for (first, lies, second, then) in [
        ("4_iron_160", "160/40 fairway", "8_iron_80", "240/40 fairway"),
        ("2_wood_240", "240/40 fairway", "9_iron_80", "160/40 fairway"),
    ] {
        let deal =
            Deal::new(2).hand(0, &format!("{first} {second} 9_iron_40 8_iron_100")).hand(1, "lost_ball");
        let mut table = deal.begin();
        table.strokes(&[first]);
        assert_eq!(table.spot(0), lies);
        assert_eq!(table.play(0, stroke(second)).spot(0), then);
        assert_eq!(table.play(1, hazard("lost_ball", 0)).spot(0), format!("{lies}, protected"));
        table.play(1, draw());
        assert_eq!(table.refuses(0, stroke("8_iron_100")), "too_far_beyond");
        assert_eq!(table.play(0, stroke("9_iron_40")).spot(0), "200/0 pin_high");
    }
}

/// The last stroke alone is cancelled; after another one has been played, that is the last.
#[test]
fn one_stroke_is_cancelled_at_a_time() {
    let deal = Deal::new(2)
        .length(500)
        .hand(0, "2_wood_240 7_iron_120 9_iron_80 9_iron_60")
        .hand(1, "lost_ball out_of_bounds slice");
    let mut table = deal.begin();
    table.strokes(&["2_wood_240"]).play_all(&[(0, stroke("7_iron_120")), (1, hazard("lost_ball", 0))]);
    assert_eq!(table.spot(0), "240/260 fairway, protected");
    assert_eq!(table.refuses(1, hazard("out_of_bounds", 0)), "target_protected");
    table.play(1, draw()).play(0, stroke("9_iron_80"));
    assert_eq!(table.spot(0), "320/180 fairway");
    table.play(1, hazard("out_of_bounds", 0));
    assert_eq!(table.spot(0), "240/260 fairway, protected");
    assert_eq!(table.refuses(1, hazard("slice", 0)), "target_protected");
    table.play(1, draw()).play(0, stroke("9_iron_60"));
    assert_eq!(table.spot(0), "300/200 fairway");
    assert_eq!(table.play(1, hazard("slice", 0)).spot(0), "300/200 right_rough, protected");
}

/// Draws between the stroke and the card do not matter: it is the last stroke that counts.
#[test]
fn the_last_stroke_may_have_been_turns_ago() {
    let deal = Deal::new(2).length(500).hand(0, "2_wood_240 7_iron_120").hand(1, "out_of_bounds");
    let mut table = deal.begin();
    table.strokes(&["2_wood_240", "7_iron_120"]).play_all(&[(0, draw()), (1, draw()), (0, draw())]);
    assert_eq!(table.spot(0), "360/140 fairway");
    assert_eq!(table.play(1, hazard("out_of_bounds", 0)).spot(0), "240/260 fairway, protected");
}

/// Seat 0 has putted from 20 yards and then left the green with 60 yards; the ball is called back.
fn back_on_the_green() -> Table {
    let deal =
        Deal::new(2).hand(0, "4_wood_180 putt 9_iron_60 putt putt").hand(1, "lost_ball missed_putt bunker");
    let mut table = deal.begin();
    table.strokes(&["4_wood_180", "putt"]);
    assert_eq!(table.spot(0), "180/20 green, putt");
    assert_eq!(table.play(0, stroke("9_iron_60")).spot(0), "240/40 fairway");
    table.play(1, hazard("lost_ball", 0));
    table
}

/// A hole, the ruling on distance cards from the green: the putt is cancelled for good, so it does
/// not stand again when the ball is brought back onto the green.
#[test]
fn back_onto_the_green_where_no_putt_stands_any_more() {
    let mut table = back_on_the_green();
    assert_eq!(table.spot(0), "180/20 green, protected");
    table.refuses_as(1, hazard("missed_putt", 0), &["no_putt_to_cancel", "target_protected"]);
    table.refuses_as(1, hazard("bunker", 0), &["target_on_green", "target_protected"]);
    table.play(1, draw());
    assert_eq!(table.play(0, stroke("putt")).spot(0), "180/20 green, putt", "a first putt again");
    table.play(1, draw());
    assert_eq!(table.play(0, stroke("putt")).spot(0), "holed");
}

/// Missed Putt is never barred: the Putt it cancels is a stroke card, played since the Lost Ball.
#[test]
fn a_putt_after_the_return_can_be_missed() {
    let mut table = back_on_the_green();
    table.play(1, draw()).play(0, stroke("putt"));
    assert_eq!(table.refuses(1, hazard("bunker", 0)), "target_on_green");
    assert_eq!(table.play(1, hazard("missed_putt", 0)).spot(0), "180/20 green, protected");
    assert_eq!(table.play(0, stroke("putt")).spot(0), "180/20 green, putt");
}
