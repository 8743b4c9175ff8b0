//! The order of play within a hole, and from hole to hole.

use serde_json::json;

use super::super::{Course, Options};
use super::deal::{Deal, lay_out, stacked};
use super::table::Table;
use crate::rulesets::{courses::Course as _, rules::Seat};

/// Four hands in which every seat has all suits.
const HANDS: [&str; 4] = ["2C 3D 4H 5S JC", "3C 4D 5H 6S JD", "4C 5D 6H 7S JH", "5C 6D 7H 8S JS"];

/// Order: at the start each player cuts a card; the lowest (Ace low) plays first, ties cut again, and
/// the cards go back; then clockwise.
#[test]
fn the_lowest_card_plays_first() {
    for (cuts, order) in [
        (&["KC AD"][..], &[1, 0][..]),
        (&["AS 2C 2D"], &[0, 1, 2]),
        (&["5C 4D TD JH"], &[1, 2, 3, 0]),
        (&["TC 9D JD"], &[1, 2, 0]),
        (&["JC TD"], &[1, 0]),
        (&["KC QD"], &[1, 0]),
        (&["QS JS KS"], &[1, 2, 0]),
        // Of equal cards above the lowest nobody takes notice.
        (&["KC KD 9H"], &[2, 0, 1]),
        (&["7C 7D", "KS AH"], &[1, 0]),
        (&["3C KD 3H", "9C - 8C"], &[2, 0, 1]),
        (&["2C 8D 2H 9S", "KC - KH -", "2C - AC -"], &[2, 3, 0, 1]),
        (&["QC QD QH QS", "2C 2D 3H KS", "AH KH - -"], &[0, 1, 2, 3]),
        // The cards go back: the same one can be cut again.
        (&["5C 5D 9S", "5C 5D -", "5H 4S -"], &[1, 2, 0]),
    ] {
        let (options, course) = (Options::default(), &Course::shipped()[0]);
        let table = Table::deal(&options, course, cuts, &stacked(""));
        assert_eq!(table.open()["order"], json!(order), "{cuts:?}");
        assert_eq!(table.turn(), order[0], "{cuts:?}");
        for (round, event) in cuts.iter().zip(&table.told) {
            let cards = round.split_whitespace().map(|name| (name != "-").then_some(name));
            assert_eq!(*event, json!({"type": "cut", "cards": cards.collect::<Vec<_>>()}), "{cuts:?}");
        }
        assert_eq!(table.told[cuts.len()]["type"], "shuffle", "all cards are in the pack");
    }
}

/// Ruling: solo, no cut.
#[test]
fn nobody_cuts_alone() {
    let table = Table::deal(&Options::default(), &Course::shipped()[0], &[], &stacked(""));
    assert_eq!(table.open()["order"], json!([0]));
    assert!(table.told.iter().all(|event| event["type"] != "cut"));
}

/// Everyone plays his tee shot in that order, until his ball is in play: no other ball is played
/// before that, and a lost ball does not make him wait.
#[test]
fn all_tee_off_before_anything_else() {
    for order in [[0, 1, 2, 3], [2, 3, 0, 1], [3, 0, 1, 2]] {
        let mut table = Deal::new(3, &HANDS).order(&order).begin();
        let [first, second, third, fourth] = order;
        table.tee(first, 14).tee(second, 5).tee(second, 5).tee(second, 4).tee(third, 17).tee(fourth, 18);
        assert_eq!(table.ball(first), "14 sand, 1+0");
        assert_eq!(table.ball(second), "4 off_fairway, 3+4");
        assert_eq!(table.ball(third), "drop free, 1+1");
        assert_eq!(table.ball(fourth), "18 fairway hearts spades, 1+0");
        assert_eq!(table.open()["out_of_control"], json!(second), "the furthest");
        assert_eq!(table.turn(), third, "on his left");
    }
}

/// Then the ball furthest from the hole plays, and again if it is still the furthest.
#[test]
fn the_furthest_ball_plays() {
    let mut table = Deal::new(3, &["3S 4H QS", "KC 5D 6D", "4S 7D 8D"]).begin();
    table.tee(0, 10).tee(1, 3).tee(2, 18);
    // In yards from the hole: 181, 266, 84.
    assert_eq!(table.play(1, "KC").ball(1), "KC sand, 2+0");
    // 181, 52 (and 30 across), 84.
    assert_eq!(table.play(0, "QS").ball(0), "QS sand, 2+0");
    // 162, 52, 84.
    assert_eq!(table.roll(0, &[1, 4]).ball(0), "green 5, 3+0");
    table.hole_out(0).play(2, "4S").hole_out(2);
    assert_eq!(table.roll(1, &[2, 1]).ball(1), "green 3, 3+0");
    assert_eq!(table.hole_out(1).scored(), [4, 4, 3]);
}

/// A face card may bring a ball further from the hole, and then it waits for nobody.
#[test]
fn a_card_backwards_changes_the_order() {
    let mut table = Deal::new(3, &["JC 2D", "QS 2H"]).begin();
    table.tee(0, 16).tee(1, 18);
    // 108 yards and 6 across (11,700 square yards) against 84: water, and the drop area at 106 and 18
    // across (11,560).
    assert_eq!(table.play(0, "JC").ball(0), "drop free, 2+1");
    table.play(0, "2D").hole_out(0);
    let mut table = Deal::new(3, &["7S 2D", "QS 2H"]).begin();
    table.tee(0, 18).tee(1, 15);
    // 84 yards against 120; the sand at QS is 162 away.
    assert_eq!(table.play(1, "QS").ball(1), "QS sand, 2+0");
    assert_eq!(table.roll(1, &[5, 5]).ball(1), "QS sand, 3+0");
    assert_eq!(table.turn(), 1, "still the furthest");
}

/// Ruling: distances are compared exactly, not in whole yards. Either way the balls came to rest.
#[test]
fn distances_are_exact() {
    for order in [[0, 1], [1, 0]] {
        // Square yards: the 16 of hole 3 is 108² + 6² = 11,700 away, its drop area 106² + 18² = 11,560.
        let mut table = Deal::new(3, &["2C 3C", "2D 3D"]).order(&order).begin();
        for seat in order {
            table.tee(seat, if seat == 0 { 16 } else { 17 });
        }
        assert_eq!([0, 1].map(|seat| table.open()["balls"][seat]["yards"].clone()), [108, 108]);
        assert_eq!(table.turn(), 0);
        // Hole 7: the QD is 90² + 30² = 9,000 away, the 18 95² + 6² = 9,061.
        let mut table = Deal::new(7, &["2H 3C", "QD 3H"]).order(&order).begin();
        for seat in order {
            table.tee(seat, if seat == 0 { 18 } else { 14 });
        }
        table.play(1, "QD");
        assert_eq!([0, 1].map(|seat| table.open()["balls"][seat]["yards"].clone()), [95, 95]);
        assert_eq!(table.legal(0), "2H", "the 18 is further");
    }
}

/// Equal: the one that came to rest there first; on one spot, and on two at the same distance.
#[test]
fn of_equal_distance_the_first_at_rest_plays() {
    let mirrored = lay_out(|holes| {
        // As far from the hole as the 15 at [260, 6]: 120² + 6² = 14,436.
        holes[2]["tee"]["16"]["at"] = json!([260, -6]);
        holes[2]["tee"]["17"] = json!({"lie": "sand", "at": [374, 120]});
    })
    .unwrap();
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        for totals in [[15, 15, 15], [15, 16, 17], [17, 16, 15], [16, 17, 15]] {
            let hands = ["2S 3C 4D", "3S 4C 5D", "4S 5C 6D"];
            let mut table = Deal::new(3, &hands).course(mirrored.clone()).order(&order).begin();
            for seat in order {
                table.tee(seat, totals[seat]);
            }
            for seat in order {
                match (totals[seat], seat) {
                    (17, _) => table.roll(seat, &[1, 2]),
                    (15, seat) => table.play(seat, ["2S", "3S", "4S"][seat]),
                    (_, seat) => table.play(seat, ["3C", "4C", "5C"][seat]),
                };
                table.hole_out(seat);
            }
        }
    }
}

/// Equal: a ball that has left the drop area and is dropped there again came to rest there last; one
/// that stays in the sand has never left it.
#[test]
fn who_comes_back_comes_last() {
    let mut table = Deal::new(3, &["JC KH", "JD 2D"]).begin();
    table.tee(0, 17).tee(1, 17);
    assert_eq!(table.play(0, "JC").ball(0), "drop free, 2+2");
    table.play(1, "2D").hole_out(1).play(0, "KH");
    assert_eq!(table.ball(0), "drop free, 3+3");
    for order in [[0, 1], [1, 0]] {
        let mut table = Deal::new(3, &["2C 3C", "2D 3D"]).order(&order).begin();
        table.tee(order[0], 14).tee(order[1], 14);
        table.roll(order[0], &[4, 4]).roll(order[0], &[5, 5]).roll(order[0], &[1, 2]).hole_out(order[0]);
        table.roll(order[1], &[4, 3]);
    }
}

/// A ball that has come to the green by a card or out of the sand is putted out at once.
#[test]
fn a_ball_brought_to_the_green_is_putted_out_at_once() {
    // The neighbour's card: seat 0's ball is the furthest, and then on the green, 2 feet away.
    let mut table = Deal::new(3, &["2C 3C", "2D 3D", "2S 3S"]).begin();
    table.tee(0, 4).tee(1, 8).tee(2, 14);
    assert_eq!(table.play(1, "2D").ball(0), "green 2, 2+0");
    assert_eq!(table.legal(0), "putt");
    table.hole_out(0).play(1, "3D");
    assert_eq!((table.ball(1).as_str(), table.legal(1).as_str()), ("green 3, 2+0", "putt"));
    table.putt(1, &[[1, 1]]).roll(2, &[1, 2]);
    assert_eq!((table.ball(2).as_str(), table.legal(2).as_str()), ("green 3, 2+0", "putt"));
    assert_eq!(table.putt(2, &[[2, 1]]).scored(), [3, 4, 3]);
}

/// Balls that lie on the green from the tee putt after all balls off the green, the furthest first;
/// of equal ones the first at rest.
#[test]
fn on_a_par_3_the_green_comes_last() {
    let mut table = Deal::new(2, &["2C 3C", "2D 3D", "2S 3S", "4S 5S"]).begin();
    table.tee(0, 6).tee(1, 9).tee(2, 5).tee(3, 10);
    // Off the fairway: seat 3 plays for seat 2, who putts at once though 2 feet are less than 9.
    assert_eq!(table.open()["out_of_control"], 2);
    table.play(3, "4S").putt(2, &[[3, 4]]).roll(3, &[1, 2]).putt(3, &[[3, 4]]);
    table.putt(1, &[[6, 3]]);
    assert_eq!(table.putt(0, &[[6, 3]]).scored(), [2, 2, 3, 3]);
    for order in [[0, 1, 2], [2, 0, 1]] {
        let mut table = Deal::new(6, &["2C", "2D", "2S"]).order(&order).begin();
        let mut expected: Vec<Seat> = order.to_vec();
        order.iter().for_each(|seat| {
            table.tee(*seat, [7, 8, 7][*seat]);
        });
        expected.sort_by_key(|seat| *seat != 1);
        expected.iter().for_each(|seat| {
            table.hole_out(*seat);
        });
    }
}

/// Ruling: on the green the ball is nearer than anywhere off it, even than in the sand at the hole.
#[test]
fn the_green_is_nearest() {
    let course = lay_out(|holes| holes[1]["tee"]["4"]["at"] = json!([165, 0])).unwrap();
    for order in [[0, 1], [1, 0]] {
        let mut table = Deal::new(2, &["2C", "2D"]).course(course.clone()).order(&order).begin();
        for seat in order {
            table.tee(seat, if seat == 0 { 9 } else { 4 });
        }
        assert_eq!(table.open()["balls"][1]["yards"], 0);
        table.roll(1, &[3, 3]).roll(1, &[6, 5]).hole_out(1).hole_out(0);
    }
}

/// The winner of a hole plays first on the next, clockwise from him; if it is tied for lowest, the
/// order stays.
#[test]
fn the_winner_leads_on_the_next_hole() {
    for (order, lost, next) in [
        (&[0, 1][..], &[0, 1][..], [0, 1].as_slice()),
        (&[0, 1], &[1, 0], &[1, 0]),
        (&[1, 0], &[0, 0], &[1, 0]),
        (&[1, 0], &[0, 1], &[0, 1]),
        (&[0, 1, 2], &[1, 1, 0], &[2, 0, 1]),
        (&[2, 0, 1], &[1, 0, 1], &[1, 2, 0]),
        (&[1, 2, 0], &[0, 1, 0], &[1, 2, 0]),
        (&[1, 2, 0], &[0, 0, 0], &[1, 2, 0]),
        (&[1, 2, 0], &[2, 2, 1], &[2, 0, 1]),
        (&[3, 0, 1, 2], &[1, 1, 0, 1], &[2, 3, 0, 1]),
        (&[3, 0, 1, 2], &[0, 1, 0, 1], &[3, 0, 1, 2]),
    ] {
        let mut table = Deal::new(3, &HANDS[..order.len()]).order(order).begin();
        table.play_hole(lost);
        assert_eq!(table.open()["order"], json!(next), "{order:?} {lost:?}");
        assert_eq!(table.turn(), next[0], "{order:?} {lost:?}");
        assert_eq!(table.open()["hole"], 4);
    }
}
