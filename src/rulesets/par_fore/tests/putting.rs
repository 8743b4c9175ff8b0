//! Putting.

use serde_json::{Value, json};

use super::deal::Deal;
use super::table::Table;

/// Alone on the green of hole 3, so many feet from the hole, after two strokes: by a heart off the
/// 11, or by the dice out of the sand.
fn feet(feet: u8) -> Table {
    let card = ["AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH"].get(usize::from(feet) - 1);
    let mut table = Deal::new(3, &[&format!("AC {}", card.unwrap_or(&"2C"))]).begin();
    match card {
        Some(card) => table.tee(0, 11).play(0, card),
        None => table.tee(0, 14).roll(0, &[6, feet - 6]),
    };
    assert_eq!(table.ball(0), format!("green {feet}, 2+0"));
    table
}

/// Each putt that the last move has told of: the distance before and after it.
fn putts(table: &Table) -> Vec<[u64; 2]> {
    let putts = table.told.iter().filter(|event| event["type"] == "putt");
    putts.map(|event| [&event["feet"], &event["left"]].map(|feet| feet.as_u64().unwrap())).collect()
}

/// Putting: two dice; a total of at least the distance holes it.
#[test]
fn the_distance_or_more_is_in_the_hole() {
    for distance in 3..=11_u8 {
        for one in 1..=6 {
            for two in (1..=6).filter(|two| one + two >= distance) {
                let mut table = feet(distance);
                assert_eq!(table.legal(0), "putt");
                table.putt(0, &[[one, two]]);
                assert_eq!(table.scored(), [3], "{distance} feet: {one}, {two}");
                assert_eq!(putts(&table), [[u64::from(distance), 0]]);
            }
        }
    }
}

/// Putting: otherwise the total is the new distance; one stroke a roll, until the ball is in the hole;
/// ruling: one move plays it out and lists every roll, and from one or two feet it is made without
/// rolling and counts one stroke.
#[test]
fn less_than_the_distance_is_the_new_distance() {
    for (distance, rolls, left) in [
        (1, &[][..], &[0][..]),
        (2, &[], &[0]),
        // The source's example: a nine.
        (9, &[[4, 5]], &[0]),
        (9, &[[3, 4], [1, 6]], &[7, 0]),
        (9, &[[3, 4], [6, 6]], &[7, 0]),
        (9, &[[3, 4], [1, 5], [3, 3]], &[7, 6, 0]),
        // Two feet are left: a stroke without dice.
        (3, &[[1, 1]], &[2, 0]),
        (10, &[[1, 1]], &[2, 0]),
        (4, &[[1, 2], [1, 1]], &[3, 2, 0]),
        (4, &[[1, 2], [2, 1]], &[3, 0]),
        (
            11,
            &[[5, 5], [6, 3], [4, 4], [2, 5], [3, 3], [1, 4], [2, 2], [1, 2], [1, 1]],
            &[10, 9, 8, 7, 6, 5, 4, 3, 2, 0],
        ),
        (11, &[[5, 5], [5, 5]], &[10, 0]),
        (11, &[[5, 6]], &[0]),
    ] {
        let mut table = feet(distance);
        table.putt(0, rolls);
        assert_eq!(table.scored(), [2 + left.len() as i64], "{distance} feet: {rolls:?}");
        let before = [u64::from(distance)].into_iter().chain(left.iter().copied());
        let expected: Vec<[u64; 2]> = before.zip(left).map(|(feet, left)| [feet, *left]).collect();
        assert_eq!(putts(&table), expected, "{distance} feet: {rolls:?}");
        let dice = table.told.iter().filter(|event| event["type"] == "dice");
        let dice: Vec<Value> = dice.map(|event| event["dice"].clone()).collect();
        assert_eq!(json!(dice), json!(rolls), "{distance} feet");
    }
}

/// Putting: from the tee of a par 3 as well; two ones without the Ace are two strokes.
#[test]
fn a_par_3_is_putted_like_any_other_hole() {
    for (hole, total, rolls, score) in [
        (2, 2, &[][..], 2),
        (2, 9, &[[4, 5]], 2),
        (2, 9, &[[4, 4], [1, 1]], 4),
        (2, 6, &[[2, 3], [2, 2], [1, 2], [1, 1]], 6),
        (6, 8, &[[1, 1]], 3),
        (6, 5, &[[6, 6]], 2),
    ] {
        let mut table = Deal::new(hole, &["2C 3C"]).begin();
        assert_eq!(table.tee(0, total).putt(0, rolls).scored(), [score], "hole {hole}, {total}");
    }
}

/// On the green one putts: no card is played, nothing else is rolled.
#[test]
fn on_the_green_one_putts() {
    for table in [feet(1), feet(2), feet(9), feet(11)] {
        for action in ["roll", "flip"] {
            table.refuses(0, json!({"type": action}));
        }
        table.refuses_all(0, "AC 2C 9H");
    }
    // And elsewhere one does not.
    for total in [4, 6, 9, 14, 17] {
        let mut table = Deal::new(3, &["2C 3C"]).begin();
        table.refuses(0, json!({"type": "putt"}));
        table.tee(0, total);
        table.refuses(0, json!({"type": "putt"}));
    }
}

/// Scoring: short putts that are made without rolling are strokes like the others.
#[test]
fn a_short_putt_is_told_as_a_stroke() {
    let mut table = feet(2);
    table.putt(0, &[]);
    let strokes: Vec<&Value> = table.told.iter().filter(|event| event["type"] == "stroke").collect();
    assert_eq!(strokes, [&json!({"type": "stroke", "seat": 0, "by": "putt", "strokes": 3})]);
    assert!(table.told.iter().all(|event| event["type"] != "dice"));
}
