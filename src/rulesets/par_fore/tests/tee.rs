//! Shots: from the tee.

use serde_json::json;

use super::deal::{Deal, lay_out, shipped};
use super::table::play;

/// No face cards, and not the Ace of the suit in the middle of either green.
const HANDS: [&str; 2] = ["3C 4C 5C 6C AC", "3D 4D 5D 6D AD"];

/// A hole starts on the tee, and from there one rolls: no card, no putt, no flip.
#[test]
fn the_tee_shot_is_a_roll() {
    for (hole, yards) in [(1, 520), (2, 165), (3, 380), (4, 410), (9, 440)] {
        let table = Deal::new(hole, &HANDS).begin();
        assert_eq!([table.ball(0), table.ball(1)], ["tee, 0+0", "tee, 0+0"]);
        assert_eq!(table.open()["balls"][0]["yards"], yards, "the tee is as far away as the hole is long");
        assert_eq!(table.legal(0), "roll");
        table.refuses_all(0, "AC 6C 3D KH");
        for action in [json!({"type": "putt"}), json!({"type": "flip"})] {
            table.refuses(0, action);
        }
        assert_eq!(table.refuses(1, json!({"type": "roll"})), "not_your_turn");
        let alone = Deal::new(hole, &HANDS[..1]).begin();
        alone.refuses(0, json!({"type": "flip"}));
    }
}

/// Tee: the spots of the shipped board, by total: each roll is one stroke, the lost ball and out of
/// bounds are two penalty strokes more, water one. Par 3: on the green the number rolled is the
/// distance in feet.
#[test]
fn every_total_leads_to_its_spot() {
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for (index, hole) in shipped().as_array().unwrap().iter().enumerate() {
        for total in if hole["par"] == 3 { 2..=12 } else { 3..=18_u8 } {
            let spot = &hole["tee"][total.to_string()];
            let lie = spot["lie"].as_str().unwrap_or("lost");
            let expected = match lie {
                "lost" | "out_of_bounds" => "tee, 1+2".to_owned(),
                "water" => "drop free, 1+1".to_owned(),
                "green" => format!("green {total}, 1+0"),
                "fairway" => {
                    let suits: Vec<String> = serde_json::from_value(spot["suits"].clone()).unwrap();
                    format!("{total} fairway {}, 1+0", suits.join(" "))
                }
                other => format!("{total} {other}, 1+0"),
            };
            let mut table = Deal::new(index as u8 + 1, &HANDS).begin();
            assert_eq!(table.tee(0, total).ball(0), expected, "hole {}, {total}", index + 1);
            *seen.entry(lie.to_owned()).or_default() += 1;
            let is_still_on_the_tee = expected.starts_with("tee");
            assert_eq!(table.turn(), usize::from(!is_still_on_the_tee), "hole {}, {total}", index + 1);
            assert_eq!(table.legal(table.turn()), "roll");
            assert_eq!([table.hand(0), table.hand(1)], HANDS, "nobody plays a card");
        }
    }
    assert_eq!((seen["lost"], seen["out_of_bounds"]), (9, 3));
}

/// Yards in views are those of the straight line to the hole, rounded.
#[test]
fn the_distance_is_the_straight_line() {
    for (hole, total, yards) in [
        (1, 3, 364),  // 364 and 6 across
        (1, 13, 233), // 232 and 26: 233.45
        (3, 4, 255),  // 254 and 26: 255.33
        (2, 5, 71),   // 66 and 26: 70.94
        (2, 10, 36),  // 25 and 26: 36.07
        (5, 16, 154), // the drop area: 153 and 18: 154.06
    ] {
        let mut table = Deal::new(hole, &HANDS).begin();
        table.tee(0, total);
        assert_eq!(table.open()["balls"][0]["yards"], yards, "hole {hole}, {total}");
    }
}

/// Lost ball: the missing number of each hole of the shipped board, by the source's list.
#[test]
fn the_missing_number_loses_the_ball() {
    for (hole, missing) in [(1, 9), (2, 12), (3, 5), (4, 10), (5, 12), (6, 12), (7, 15), (8, 13), (9, 9)] {
        let mut table = Deal::new(hole, &HANDS).begin();
        assert_eq!(table.tee(0, missing).ball(0), "tee, 1+2", "hole {hole}");
        assert_eq!(table.refuses(1, json!({"type": "roll"})), "not_your_turn");
        assert_eq!(table.tee(0, missing).ball(0), "tee, 2+4", "each roll a stroke");
        assert_eq!(table.tee(0, 6).cost(0), if hole == 5 { "3+6" } else { "3+4" });
    }
}

/// Out of bounds: 4, 6 and 7 of hole 5; the same player rolls again before anyone else, in whatever
/// place of the order he is.
#[test]
fn out_of_bounds_is_on_the_fifth() {
    for order in [[0, 1], [1, 0]] {
        let mut table = Deal::new(5, &HANDS).order(&order).begin();
        let [first, second] = order;
        table.tee(first, 4).tee(first, 6).tee(first, 7).tee(first, 12);
        assert_eq!(table.ball(first), "tee, 4+8");
        assert_eq!(table.tee(first, 3).ball(first), "3 fairway hearts diamonds, 5+8");
        assert_eq!(table.tee(second, 7).ball(second), "tee, 1+2");
        assert_eq!(table.tee(second, 18).ball(second), "18 fairway spades clubs, 2+2");
    }
    for hole in [1, 3, 4, 7, 8, 9] {
        for total in [4, 6, 7] {
            let mut table = Deal::new(hole, &HANDS).begin();
            assert_ne!(table.tee(0, total).lies(0), "tee", "hole {hole}, {total}");
        }
    }
}

/// Players' courses may have it anywhere.
#[test]
fn out_of_bounds_on_a_course_of_ones_own() {
    let course = lay_out(|holes| {
        holes[1]["tee"]["6"]["lie"] = json!("out_of_bounds");
        holes[2]["tee"]["7"]["lie"] = json!("out_of_bounds");
    })
    .unwrap();
    for (hole, total) in [(2, 6), (3, 7)] {
        let mut table = Deal::new(hole, &HANDS).course(course.clone()).begin();
        assert_eq!(table.tee(0, total).ball(0), "tee, 1+2");
        assert_eq!(table.tee(0, 8).cost(0), "2+2");
    }
}

/// Par 3: two ones with the Ace of the centre suit in hand: a hole in one, and the Ace is discarded.
#[test]
fn two_ones_and_the_ace_are_a_hole_in_one() {
    for (hole, ace) in [(2, "AH"), (6, "AS")] {
        let hand = format!("2C 3C 4C 5C {ace}");
        let mut table = Deal::new(hole, &[&hand, HANDS[1]]).begin();
        assert_eq!(table.roll(0, &[1, 1]).ball(0), "hole, 1+0", "the roll is the whole stroke");
        assert_eq!(table.hand(0), "2C 3C 4C 5C");
        let told: Vec<_> = table.told.iter().filter(|event| event["type"] == "discarded").collect();
        assert_eq!(told, [&json!({"type": "discarded", "seat": 0, "card": ace})]);
        assert_eq!(table.tee(1, 7).hole_out(1).scored(), [1, 2]);
        assert!(table.drawn().starts_with("0:"), "the winner's hand is filled up first");
        assert_eq!(table.open()["hand_sizes"], json!([5, 5]));
    }
}

/// Par 3: without that Ace, two ones are two feet, and the putt is a stroke of its own.
#[test]
fn two_ones_alone_are_two_feet() {
    for (hole, hand) in
        [(2, "AC AD AS 2H 3H"), (6, "AC AD AH 2S 3S"), (2, "2C 2D 2H 2S KH"), (6, "JS QS KS TS 3S")]
    {
        let mut table = Deal::new(hole, &[hand, "4C 4D 4H 4S 5C"]).begin();
        assert_eq!(table.roll(0, &[1, 1]).ball(0), "green 2, 1+0", "hole {hole}, {hand}");
        table.tee(1, 8).putt(1, &[[4, 4]]);
        assert_eq!(table.putt(0, &[]).scored(), [2, 2]);
    }
}

/// Par 3: the neighbour's Ace does not help, and only two ones are a hole in one; on other holes ones
/// are nothing special.
#[test]
fn the_ace_is_ones_own_and_for_two_ones_only() {
    let mut table = Deal::new(2, &["2C 3C 4C 5C 6C", "AH 2D 3D 4D 5D"]).begin();
    assert_eq!(table.roll(0, &[1, 1]).lies(0), "green 2");
    assert_eq!(table.roll(1, &[3, 3]).ball(1), "green 6, 1+0");
    assert_eq!(table.hand(1), "2D 3D 4D 5D AH");
    let mut table = Deal::new(3, &["AC AD AH AS 2C", "2D 3D 4D 5D 6D"]).begin();
    assert_eq!(table.roll(0, &[1, 1, 1]).ball(0), "3 fairway clubs diamonds, 1+0");
    assert_eq!(table.hand(0), "2C AC AD AH AS");
}

/// Par 3: a hole in one after penalties: earlier rolls and penalties stay.
#[test]
fn a_hole_in_one_after_a_lost_ball() {
    let mut table = Deal::new(6, &["2C 3C 4C 5C AS", HANDS[1]]).begin();
    table.tee(0, 12).tee(0, 12).roll(0, &[1, 1]);
    assert_eq!(table.ball(0), "hole, 3+4");
    assert_eq!(table.tee(1, 8).hole_out(1).scored(), [7, 2]);
}

/// The suit in the middle of the green is the course's.
#[test]
fn the_centre_suit_is_that_of_the_hole() {
    let course = lay_out(|holes| holes[1]["centre_suit"] = json!("clubs")).unwrap();
    let deal = |hand: &str| Deal::new(2, &[hand, "3C 3D"]).course(course.clone()).begin();
    assert_eq!(deal("AH 2C").roll(0, &[1, 1]).ball(0), "green 2, 1+0");
    assert_eq!(deal("AC 2C").roll(0, &[1, 1]).ball(0), "hole, 1+0");
}

/// Each player has one tee shot in play, and rolls no more once he is: on the fairway, off it, in the
/// drop area.
#[test]
fn nobody_tees_off_twice() {
    for (hole, total) in [(3, 9), (3, 4), (3, 17), (1, 5), (5, 16), (2, 5), (2, 3), (2, 8)] {
        let mut table = Deal::new(hole, &["2C 3D 4H 5S 6C"]).begin();
        table.tee(0, total);
        table.refuses(0, json!({"type": "roll"}));
        let mut table = Deal::new(hole, &["2C 3D 4H 5S 6C", "2D"]).begin();
        table.tee(0, total);
        assert_eq!(table.refuses(0, json!({"type": "roll"})), "not_your_turn");
        assert_eq!(table.refuses(0, play("2C")), "not_your_turn", "the other one tees off first");
    }
}
