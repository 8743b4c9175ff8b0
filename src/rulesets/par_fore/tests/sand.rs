//! Shots: out of the sand.

use serde_json::json;

use super::deal::Deal;
use super::table::Table;

/// Alone in the sand of hole 3 with that hand.
fn in_the_sand(hand: &str) -> Table {
    let mut table = Deal::new(3, &[hand]).begin();
    assert_eq!(table.tee(0, 14).ball(0), "14 sand, 1+0");
    table
}

/// Sand: the owner rolls two dice, one stroke. Not doubles: on the green, the total being the
/// distance in feet, whatever he holds.
#[test]
fn other_than_doubles_lead_to_the_green() {
    for one in 1..=6_u8 {
        for two in (1..=6).filter(|two| *two != one) {
            for hand in ["AC AD AH AS 2C", "3C 4C 5C 6C 7C", "KC KD KH KS QC"] {
                let mut table = in_the_sand(hand);
                assert_eq!(table.legal(0), "roll");
                table.roll(0, &[one, two]);
                assert_eq!(table.ball(0), format!("green {}, 2+0", one + two), "{one}, {two}");
                assert_eq!(table.legal(0), "putt");
                assert_eq!(table.open()["hand_sizes"], json!([5]));
            }
        }
    }
}

/// Sand: doubles with a card of that number (ones: an Ace), any suit: it is discarded, no stroke, and
/// the ball is in the hole. Ruling: the first of clubs, diamonds, hearts, spades.
#[test]
fn doubles_with_their_card_are_in_the_hole() {
    for (die, hand, discarded, left) in [
        (1, "AS 2C 3C 4C 5C", "AS", "2C 3C 4C 5C"),
        (1, "AS AD 3C 4C 5C", "AD", "3C 4C 5C AS"),
        (2, "AS 2H 3C 4C 5C", "2H", "3C 4C 5C AS"),
        (3, "3S 3H 3D 3C 5C", "3C", "3D 3H 3S 5C"),
        (4, "4S 4H 4D AC 5C", "4D", "4H 4S 5C AC"),
        (5, "5S 5H TD AC TC", "5H", "5S AC TC TD"),
        (6, "KS 6H QD JC 6S", "6H", "6S JC KS QD"),
        (6, "6S QH QD QC QS", "6S", "QC QD QH QS"),
    ] {
        // Another ball is still to be played.
        let mut table = Deal::new(3, &[hand, "7C 7D 7H 7S 8C"]).begin();
        table.tee(0, 14).tee(1, 16).roll(0, &[die, die]);
        assert_eq!(table.ball(0), "hole, 2+0", "{die}: {hand}");
        assert_eq!(table.hand(0), left, "{die}: {hand}");
        let told: Vec<_> = table.told.iter().filter(|event| event["type"] == "discarded").collect();
        assert_eq!(told, [&json!({"type": "discarded", "seat": 0, "card": discarded})]);
        assert_eq!(table.drawn(), "", "four cards are left");
        assert_eq!(table.turn(), 1);
    }
}

/// Sand: without such a card it stays in the sand; face cards, tens and other hands do not help.
#[test]
fn doubles_without_their_card_stay_in_the_sand() {
    for (die, hand) in [
        (1, "2C 2D 2H 2S JC"),
        (2, "AC AD AH AS 4C"),
        (3, "6C 6D 6H 6S 9C"),
        (4, "8C 8D 8H 8S 2C"),
        (5, "TC TD TH TS KC"),
        (6, "QC QD QH QS 3C"),
        (6, "KC JC TC 9C 5C"),
    ] {
        let mut table = in_the_sand(hand);
        let before = table.hand(0);
        assert_eq!(table.roll(0, &[die, die]).ball(0), "14 sand, 2+0", "{die}: {hand}");
        assert!(table.told.contains(&json!({"type": "stays_in_sand", "seat": 0})), "{die}: {hand}");
        assert_eq!((table.legal(0).as_str(), table.hand(0)), ("roll", before), "he rolls again");
    }
    let mut table = Deal::new(3, &["2C 3D", "4H 4S"]).begin();
    table.tee(0, 14).tee(1, 16).roll(0, &[4, 4]);
    assert_eq!((table.ball(0), table.turn()), ("14 sand, 2+0".into(), 0), "the other's cards do not help");
}

/// Sand: every roll is a stroke, and the shot after doubles can be anything.
#[test]
fn one_can_stay_for_long() {
    let mut table = in_the_sand("2C 3D 7H 8S 9C");
    table.roll(0, &[1, 1]).roll(0, &[4, 4]).roll(0, &[5, 5]).roll(0, &[6, 6]).roll(0, &[1, 1]);
    assert_eq!(table.ball(0), "14 sand, 6+0");
    let mut other = table.clone();
    assert_eq!(table.roll(0, &[5, 6]).ball(0), "green 11, 7+0");
    assert_eq!(table.putt(0, &[[5, 6]]).scored(), [8]);
    assert_eq!(other.roll(0, &[3, 3]).scored(), [7]);
}

/// Ruling: after doubles without the card the shot is over, and the order rule says who plays next:
/// he again, since his ball is still the furthest.
#[test]
fn the_order_rule_follows_doubles() {
    let mut table = Deal::new(3, &["2C 3D", "4H 5C", "6H 6S"]).begin();
    table.tee(0, 18).tee(1, 14).tee(2, 14);
    table.roll(1, &[1, 1]);
    assert_eq!(table.turn(), 1, "he came to rest there before the other one");
    table.roll(1, &[2, 2]).roll(1, &[4, 4]);
    assert_eq!((table.ball(1), table.hand(1)), ("hole, 4+0".into(), "5C".into()));
    table.roll(2, &[5, 5]).roll(2, &[6, 6]);
    assert_eq!((table.ball(2), table.hand(2)), ("hole, 3+0".into(), "6S".into()));
}

/// Sand: in whatever way one came there, on every par, and straight to the green on a par 5 too.
#[test]
fn sand_is_sand_by_card_and_on_every_par() {
    for (hole, total, card, spot) in [
        (1, 16, "", "16 sand"),
        (1, 7, "QD", "QD sand"),
        (2, 4, "", "4 sand"),
        (2, 10, "", "10 sand"),
        (4, 17, "", "17 sand"),
        (4, 12, "JD", "JD sand"),
        (5, 17, "QH", "QH sand"),
        (6, 11, "", "11 sand"),
        (7, 4, "", "4 sand"),
    ] {
        let mut table = Deal::new(hole, &[&format!("4C {card}")]).begin();
        table.tee(0, total);
        if !card.is_empty() {
            table.play(0, card);
        }
        let strokes = if card.is_empty() { 1 } else { 2 };
        assert_eq!(table.ball(0), format!("{spot}, {strokes}+0"), "hole {hole}");
        table.refuses_all(0, "4C QD QH JD");
        table.refuses(0, json!({"type": "putt"}));
        table.refuses(0, json!({"type": "flip"}));
        let mut lucky = table.clone();
        assert_eq!(lucky.roll(0, &[4, 4]).scored(), [strokes + 1], "hole {hole}");
        assert_eq!(table.roll(0, &[1, 6]).ball(0), format!("green 7, {}+0", strokes + 1), "hole {hole}");
    }
}

/// Sand by the neighbour's card: the owner rolls, and his own hand counts.
#[test]
fn the_owner_rolls_out_of_the_sand() {
    let mut table = Deal::new(3, &["3C 2D", "QS 5H 5S"]).begin();
    table.tee(0, 4).tee(1, 16).play(1, "QS");
    assert_eq!((table.ball(0), table.turn()), ("QS sand, 2+0".into(), 0));
    assert_eq!(table.open()["out_of_control"], json!(null));
    assert_eq!(table.roll(0, &[5, 5]).ball(0), "QS sand, 3+0");
    assert_eq!(table.roll(0, &[3, 3]).ball(0), "hole, 4+0");
    assert_eq!(table.hand(0), "2D");
}
