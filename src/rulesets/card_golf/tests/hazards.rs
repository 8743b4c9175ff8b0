//! The hazards' table: every row of it on every lie, what is legal, and what it does.

use serde_json::{Value, json};

use super::table::{Deal, Table, draw, hazard, stroke};

/// All but Missed Putt.
const SEVEN: [&str; 7] =
    ["lost_ball", "out_of_bounds", "water_hazard", "bunker", "bad_bunker", "slice", "pull"];

/// How a ball comes to lie somewhere: the hands of seat 0, whose ball it is, and of seat 1, and who
/// plays what. The last seat deals.
struct Lie {
    spot: &'static str,
    hands: [&'static str; 2],
    moves: Vec<(usize, Value)>,
}

impl Lie {
    /// One stroke from the tee of a hole of 200 yards.
    fn after(card: &'static str, spot: &'static str) -> Self {
        Self { spot, hands: [card, ""], moves: vec![(0, stroke(card))] }
    }

    /// One stroke of 140 yards, and then a hazard handed over by seat 1.
    fn under(name: &'static str, spot: &'static str) -> Self {
        let moves = vec![(0, stroke("5_iron_140")), (1, hazard(name, 0))];
        Self { spot, hands: ["5_iron_140", name], moves }
    }

    /// The next player holds this card; his seat, and the table, where the ball lies so.
    fn meets(&self, card: &str) -> (usize, Table) {
        let actor = self.moves.last().map_or(1, |(seat, _)| seat + 1);
        let mut hands = [self.hands[0], self.hands[1], ""];
        hands[actor] = card;
        let deal = Deal::new(3).hand(0, hands[0]).hand(1, hands[1]).hand(2, hands[2]);
        let mut table = deal.begin();
        table.play_all(&self.moves);
        assert_eq!((table.turn(), table.spot(0)), (actor, self.spot.to_owned()));
        (actor, table)
    }
}

/// The two lies on which the seven can be played.
fn open_lies() -> [Lie; 2] {
    [Lie::after("5_iron_140", "140/60 fairway"), Lie::after("2_wood_240", "240/40 fairway")]
}

/// The table of hazards: effects on the ball and on the player, before and beyond the hole. Three
/// play, so that the missed turn is still to come.
#[test]
fn what_the_hazards_do() {
    let [short, beyond] = open_lies();
    for (card, on_short, on_beyond, missed) in [
        ("lost_ball", "0/200 tee", "0/200 tee", 1),
        ("out_of_bounds", "0/200 tee", "0/200 tee", 1),
        ("water_hazard", "140/60 fairway", "240/40 fairway", 1),
        ("bunker", "140/60 bunker", "240/40 bunker", 0),
        ("bad_bunker", "140/60 bad_bunker", "240/40 bad_bunker", 0),
        ("slice", "140/60 right_rough", "240/40 right_rough", 0),
        ("pull", "140/60 left_rough", "240/40 left_rough", 0),
    ] {
        for (lie, spot) in [(&short, on_short), (&beyond, on_beyond)] {
            let (actor, mut table) = lie.meets(card);
            let (spent, hand) = (table.open()["spent"].as_i64().unwrap(), table.hand(actor).len());
            table.play(actor, hazard(card, 0));
            assert_eq!(table.spot(0), format!("{spot}, protected"), "{card}");
            let open = table.open();
            assert_eq!(open["missed_turns"], json!([missed, 0, 0]), "{card}");
            assert_eq!(open["spent"], spent + 1);
            assert_eq!(
                open["played"][0].as_array().unwrap().last(),
                Some(&json!(card)),
                "on top of his cards"
            );
            assert_eq!([&open["played"][1], &open["played"][2]], [&json!([]), &json!([])]);
            assert_eq!(open["hand_sizes"][actor], hand - 1);
            assert_eq!(open["hand_sizes"][0], 5, "he does not take it into his hand");
            table.play(2, draw());
            assert_eq!(table.turn(), if missed == 1 { 1 } else { 0 }, "{card}");
            assert_eq!(table.open()["missed_turns"], json!([0, 0, 0]), "{card}");
        }
    }
}

/// The general conditions: the ball has left the tee, is not on the green, is not protected and
/// not in the hole; Missed Putt needs a standing first Putt from 20 yards. For every lie, the
/// reasons that fit the seven and those that fit Missed Putt.
#[test]
fn which_hazards_are_legal_on_which_lie() {
    let tee = Lie { spot: "0/200 tee", hands: ["", ""], moves: vec![(0, draw())] };
    let putt_stands = Lie {
        spot: "180/20 green, putt",
        hands: ["4_wood_180 putt", ""],
        moves: vec![(0, stroke("4_wood_180")), (1, draw()), (2, draw()), (0, stroke("putt"))],
    };
    let holed = Lie {
        spot: "holed",
        hands: ["4_wood_200 putt", ""],
        moves: vec![(0, stroke("4_wood_200")), (1, draw()), (2, draw()), (0, stroke("putt"))],
    };
    let sunk = Lie {
        spot: "holed",
        hands: ["4_wood_180 sunk_putt", ""],
        moves: vec![(0, stroke("4_wood_180")), (1, draw()), (2, draw()), (0, stroke("sunk_putt"))],
    };
    let [short, beyond] = open_lies();
    let under = Lie::under;
    let legal = &[][..];
    let no_putt = &["no_putt_to_cancel"][..];
    let on_green = &["target_on_green"][..];
    let protected = &["target_protected"][..];
    let neither = &["target_protected", "no_putt_to_cancel"][..];
    let in_hole = &["target_holed_out"][..];
    for (lie, seven, missed_putt) in [
        (tee, &["target_on_tee"][..], &["target_on_tee", "no_putt_to_cancel"][..]),
        (short, legal, no_putt),
        (beyond, legal, no_putt),
        (Lie::after("4_wood_180", "180/20 green"), on_green, no_putt),
        (Lie::after("3_wood_220", "220/20 green"), on_green, no_putt),
        (Lie::after("4_wood_200", "200/0 pin_high"), on_green, no_putt),
        (putt_stands, on_green, legal),
        (holed, in_hole, &["target_holed_out", "no_putt_to_cancel"]),
        (sunk, in_hole, &["target_holed_out", "no_putt_to_cancel"]),
        (under("slice", "140/60 right_rough, protected"), protected, neither),
        (under("pull", "140/60 left_rough, protected"), protected, neither),
        (under("bunker", "140/60 bunker, protected"), protected, neither),
        (under("bad_bunker", "140/60 bad_bunker, protected"), protected, neither),
        (under("water_hazard", "140/60 fairway, protected"), protected, neither),
        (
            under("lost_ball", "0/200 tee, protected"),
            &["target_on_tee", "target_protected"],
            &["target_on_tee", "target_protected", "no_putt_to_cancel"],
        ),
        (
            under("out_of_bounds", "0/200 tee, protected"),
            &["target_on_tee", "target_protected"],
            &["target_on_tee", "target_protected", "no_putt_to_cancel"],
        ),
    ] {
        for card in SEVEN.into_iter().chain(["missed_putt"]) {
            let single = !["bunker", "bad_bunker", "missed_putt"].contains(&card);
            if single && lie.hands[1] == card {
                continue; // There is only one in the deck, and it lies there.
            }
            let (actor, mut table) = lie.meets(card);
            let reasons = if card == "missed_putt" { missed_putt } else { seven };
            if reasons.is_empty() {
                table.play(actor, hazard(card, 0));
            } else {
                table.refuses_as(actor, hazard(card, 0), reasons);
            }
        }
    }
}

/// "A second one may not be given until he has played a stroke card": drawing is not enough, a
/// stroke is, whatever the first one was.
#[test]
fn a_stroke_ends_the_protection_and_nothing_else_does() {
    for (first, second) in [
        ("water_hazard", "bunker"),
        ("bunker", "bunker"),
        ("bad_bunker", "slice"),
        ("slice", "pull"),
        ("pull", "water_hazard"),
        ("slice", "lost_ball"),
        ("lost_ball", "out_of_bounds"),
        ("out_of_bounds", "lost_ball"),
    ] {
        let deal =
            Deal::new(2).length(500).hand(0, "5_iron_140 9_iron_80").hand(1, &format!("{first} {second}"));
        let mut table = deal.begin();
        table.play_all(&[(0, stroke("5_iron_140")), (1, hazard(first, 0))]);
        let lies = table.spot(0);
        assert!(lies.ends_with(", protected"), "{first}: {lies}");
        table.draw_until(0).play(0, draw());
        assert_eq!(table.spot(0), lies, "{first}: a draw is no stroke");
        table.refuses_as(1, hazard(second, 0), &["target_protected", "target_on_tee"]);
        table.play(1, draw()).play(0, stroke("9_iron_80"));
        assert!(table.spot(0).ends_with(" fairway"), "{first}: {}", table.spot(0));
        table.play(1, hazard(second, 0));
        assert!(table.spot(0).ends_with(", protected"), "{second}");
    }
}

/// Hazards are handed to one opponent: not to oneself, not to a seat that is not there.
#[test]
fn a_hazard_is_for_an_opponent() {
    for seats in [2, 3] {
        let deal = Deal::new(seats).hand(0, "5_iron_140 bunker").hand(1, "5_iron_160");
        let mut table = deal.begin();
        table.play_all(&[(0, stroke("5_iron_140")), (1, stroke("5_iron_160"))]).draw_until(0);
        assert_eq!(table.refuses(0, hazard("bunker", 0)), "not_an_opponent");
        for target in [seats as i64, 4, -1, 255, 256, 257, 1 << 32, (1 << 32) + 1, i64::MAX, i64::MIN] {
            assert_eq!(table.refuses(0, hazard("bunker", target)), "no_such_seat", "{target}");
        }
        table.play(0, hazard("bunker", 1));
        assert_eq!(table.spot(1), "160/40 bunker, protected");
        assert_eq!(table.spot(0), "140/60 fairway", "his own stays");
    }
}

/// On a turn one plays a card of one's hand, strokes as strokes and hazards as hazards.
#[test]
fn a_card_is_played_for_what_it_is() {
    let deal = Deal::new(2)
        .hand(0, "5_iron_140 8_iron_80 putt sunk_putt bunker missed_putt")
        .hand(1, "5_iron_160 slice");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("5_iron_140")), (1, stroke("5_iron_160"))]);
    for (action, reasons) in [
        (stroke("bunker"), &["not_a_stroke"][..]),
        (stroke("missed_putt"), &["not_a_stroke"]),
        (hazard("8_iron_80", 1), &["not_a_hazard"]),
        (hazard("putt", 1), &["not_a_hazard"]),
        (hazard("sunk_putt", 1), &["not_a_hazard"]),
        (hazard("slice", 1), &["card_not_in_hand"]),
        (stroke("9_iron_20"), &["card_not_in_hand"]),
        (stroke("5_iron_140"), &["card_not_in_hand"]),
        (hazard("sand", 1), &["unknown_card"]),
        (hazard("", 1), &["unknown_card"]),
        (hazard("??", 1), &["unknown_card"]),
        (stroke("9_iron_100"), &["unknown_card"]),
        (stroke("7_Iron_120"), &["unknown_card"]),
        (stroke(" 8_iron_80"), &["unknown_card"]),
        (stroke("driver"), &["unknown_card"]),
    ] {
        table.refuses_as(0, action, reasons);
    }
}
