//! Shots: from a fairway spot, with a card of its suit.

use serde_json::json;

use super::deal::{Deal, shipped};
use super::table::Table;

/// Alone on a hole with that hand, the ball on the spot of that total.
fn on(hole: u8, total: u8, hand: &str) -> Table {
    let mut table = Deal::new(hole, &[hand]).begin();
    table.tee(0, total);
    table
}

/// A hole, the total rolled, the hand, what may be played of it; the card that is played, and where
/// it brings the ball at what cost.
type Shot<'a> = (u8, u8, &'a str, &'a str, &'a str, &'a str);

fn check(shots: &[Shot]) {
    for &(hole, total, hand, legal, card, ball) in shots {
        let mut table = on(hole, total, hand);
        assert_eq!(table.legal(0), legal, "hole {hole}, {total}: {hand}");
        let held = hand.split(' ').filter(|card| !legal.contains(card));
        held.for_each(|card| {
            table.refuses_all(0, card);
        });
        table.refuses(0, json!({"type": "flip"}));
        table.refuses(0, json!({"type": "putt"}));
        table.play(0, card);
        if ball.starts_with("hole") {
            let score: i64 = table.scored()[0];
            assert_eq!(format!("hole, {score}"), ball, "hole {hole}, {total}: {card}");
        } else {
            assert_eq!(table.ball(0), ball, "hole {hole}, {total}: {card}");
        }
    }
}

/// Par 4: a card of the suit, one stroke. A numbered card → to the green, that many feet away (Ace 1);
/// a face card → to that card's spot; free choice between them.
#[test]
fn on_a_par_4_any_card_of_the_suit_may_be_played() {
    check(&[
        (3, 11, "4H TH QH 5S KC", "4H QH TH", "4H", "green 4, 2+0"),
        (3, 11, "4H TH QH 5S KC", "4H QH TH", "TH", "green 10, 2+0"),
        (3, 11, "4H TH QH 5S KC", "4H QH TH", "QH", "QH off_fairway, 2+0"),
        (3, 11, "AH 2C 3C 4C 5C", "AH", "AH", "green 1, 2+0"),
        (3, 11, "2H JH 2C 3C 4C", "2H JH", "2H", "green 2, 2+0"),
        (3, 11, "2H KH 2C 3C 4C", "2H KH", "KH", "drop free, 2+1"),
        (3, 13, "JD QD KD AD 2S", "AD JD KD QD", "QD", "drop free, 2+1"),
        (4, 12, "QD 3D 4S 5S 6S", "3D QD", "QD", "QD off_fairway, 2+0"),
        (7, 5, "6H KH AC 2C 3C", "6H KH", "KH", "drop free, 2+1"),
        (8, 12, "KC 2C 3D 4D 5D", "2C KC", "KC", "KC fairway_face, 2+0"),
        (8, 14, "QH 2H 3D 4D 5D", "2H QH", "QH", "QH fairway_face, 2+0"),
        (9, 10, "AS TC 9C 8C 7C", "AS", "AS", "green 1, 2+0"),
        // With one card of the suit he must play it, a face card too.
        (3, 15, "QS 2C 3C 4C 5D", "QS", "QS", "QS sand, 2+0"),
    ]);
}

/// Par 4: on 3 and 18, of any of its two suits; there too a face card is a free choice.
#[test]
fn two_suits_are_twice_the_choice() {
    check(&[
        (3, 3, "4C 5D QC JD 6H", "4C 5D JD QC", "5D", "green 5, 2+0"),
        (3, 3, "4C 5D QC JD 6H", "4C 5D JD QC", "QC", "QC off_fairway, 2+0"),
        (3, 18, "4C 5D QH 2S 9H", "2S 9H QH", "2S", "green 2, 2+0"),
        (3, 18, "4C 5D QH 2S 9H", "2S 9H QH", "QH", "QH off_fairway, 2+0"),
        (9, 18, "4D 5H KS 6D 9H", "KS", "KS", "KS sand, 2+0"),
        (8, 18, "4D 5H KC 6C 9H", "4D", "4D", "green 4, 2+0"),
    ]);
}

/// Par 4: a card whose number and suit are the spot's own → straight into the hole.
#[test]
fn the_matching_card_is_in_the_hole() {
    let mut spots = 0;
    for (index, hole) in shipped().as_array().unwrap().iter().enumerate() {
        for total in 3..=10_u8 {
            let spot = &hole["tee"][total.to_string()];
            if hole["par"] != 4 || spot["lie"] != "fairway" {
                continue;
            }
            for suit in spot["suits"].as_array().unwrap() {
                let letter = suit.as_str().unwrap()[..1].to_uppercase();
                let rank = if total == 10 { "T".to_owned() } else { total.to_string() };
                let mut table = on(index as u8 + 1, total, &format!("A{letter} {rank}{letter}"));
                table.play(0, &format!("{rank}{letter}"));
                assert_eq!(table.scored(), [2], "hole {}, {total}: the {suit}", index + 1);
                spots += 1;
            }
        }
    }
    assert_eq!(spots, 6 + 6 + 7 + 7 + 6, "on the five holes, two of them for each 3");
}

/// Par 4: the number or the suit alone is nothing special, and face cards have no number, even where
/// 11, 12 or 13 were rolled.
#[test]
fn number_and_suit_both_have_to_match() {
    check(&[
        (3, 9, "9H 2C 8C 9D 9S", "2C 8C", "8C", "green 8, 2+0"),
        (3, 8, "8D 3D 2C 2H 2S", "3D 8D", "3D", "green 3, 2+0"),
        (3, 8, "8D 3D 2C 2H 2S", "3D 8D", "8D", "hole, 2"),
        (3, 3, "3H 3S 4C 5S 6S", "4C", "4C", "green 4, 2+0"),
        (3, 18, "8H 8S 2C 2D 3C", "8H 8S", "8S", "green 8, 2+0"),
        (3, 11, "JH 2C 3C 4C 5C", "JH", "JH", "JH sand, 2+0"),
        (3, 11, "AH 2C 3C 4C 5C", "AH", "AH", "green 1, 2+0"),
        (4, 12, "QD 2C 3C 4C 5C", "QD", "QD", "QD off_fairway, 2+0"),
        (3, 13, "KD 2C 3C 4C 5C", "KD", "KD", "KD off_fairway, 2+0"),
    ]);
}

/// Par 4: 2 strokes plus penalties; the further roll after a lost ball is a stroke as well.
#[test]
fn a_matching_card_after_a_lost_ball() {
    let mut table = Deal::new(3, &["8D 3D 4D 5D 6D"]).begin();
    table.tee(0, 5).tee(0, 8).play(0, "8D");
    assert_eq!(table.scored(), [3 + 2]);
    let mut table = Deal::new(5, &["3D 4D 5D 6D 7D"]).begin();
    table.tee(0, 7).tee(0, 12).tee(0, 3).play(0, "3D");
    assert_eq!(table.scored(), [4 + 4]);
}

/// All this is judged when the ball is to be played, not when it came to rest.
#[test]
fn cards_are_judged_when_the_ball_is_to_be_played() {
    // Seat 0 has the matching card when he comes to rest, and has to play it for seat 1.
    let mut table = Deal::new(3, &["9C 2H 3H 4H 5H", "2D 3D 4D 5D 6D"]).begin();
    table.tee(0, 9).tee(1, 4).play(0, "9C").hole_out(1);
    assert_eq!(table.open()["out_of_control"], 0, "without a club now");
    assert_eq!(table.play(1, "6D").ball(0), "green 6, 2+0");
    // He has none, but draws it after his last card is played for seat 1.
    for (total, drawn, ball) in
        [(9, "9C 2H 3H 4H 5H", "hole, 2+0"), (15, "2S 9C 2H 3H 4H", "green 2, 2+0"), (7, "", "")]
    {
        let mut table = Deal::new(3, &["KH", "2D 3D 4D 5D 6D"]).pack(drawn).begin();
        table.tee(0, total).tee(1, 4).play(0, "KH");
        assert_eq!(table.ball(1), "drop free, 2+1");
        if drawn.is_empty() {
            assert_eq!(table.turn(), 1, "off the fairway no card helps");
            continue;
        }
        let card = &drawn[..2];
        if total == 15 {
            // 120 yards against the 106 of the drop area.
            assert_eq!((table.turn(), table.legal(0).as_str()), (0, card));
        }
        table.play(0, card);
        let ends = if total == 9 { table.lies(0) == "hole" } else { table.ball(0) == ball };
        assert!(ends, "{total}: {}", table.ball(0));
    }
}

/// Par 5: a numbered card → to the cluster (Ace too), on both of them.
#[test]
fn on_a_par_5_a_numbered_card_leads_to_the_cluster() {
    check(&[
        (1, 7, "5D TH QH 5S KC", "5D", "5D", "cluster free, 2+0"),
        (1, 7, "AD TH QH 5S KC", "AD", "AD", "cluster free, 2+0"),
        (1, 18, "TC 9S QH 5S KH", "5S 9S TC", "9S", "cluster free, 2+0"),
        (5, 18, "TC 9S QH 5D KH", "9S TC", "TC", "cluster free, 2+0"),
        (5, 15, "2D 5D QH 5S KH", "2D 5D", "5D", "cluster free, 2+0"),
        // Number or suit alone.
        (1, 5, "6C 5D 5H 5S AS", "6C", "6C", "cluster free, 2+0"),
        (1, 3, "5H 3S 3C 6C 7C", "5H", "5H", "cluster free, 2+0"),
        (5, 10, "9H TC TD TS 2C", "9H", "9H", "cluster free, 2+0"),
    ]);
}

/// Par 5: the card with the spot's own number and suit → straight to the green, that many feet away;
/// or another one to the cluster, as he likes.
#[test]
fn on_a_par_5_the_matching_card_leads_to_the_green() {
    check(&[
        (1, 5, "5C 6C 5H 5S AS", "5C 6C", "5C", "green 5, 2+0"),
        (1, 5, "5C 6C 5H 5S AS", "5C 6C", "6C", "cluster free, 2+0"),
        (1, 6, "6S 2C 3C 4C 5C", "6S", "6S", "green 6, 2+0"),
        (1, 7, "7D 2C 3C 4C 5C", "7D", "7D", "green 7, 2+0"),
        (1, 8, "8H 2C 3C 4C 5C", "8H", "8H", "green 8, 2+0"),
        (1, 10, "TC KC 2D 4D 5D", "TC", "TC", "green 10, 2+0"),
        (5, 5, "5S 2C 3C 4C 5C", "5S", "5S", "green 5, 2+0"),
        (5, 8, "8C 2D 3D 4D 5D", "8C", "8C", "green 8, 2+0"),
        (5, 9, "9D 2C 3C 4C 5C", "9D", "9D", "green 9, 2+0"),
        (5, 10, "TH 2C 3C 4C 5C", "TH", "TH", "green 10, 2+0"),
    ]);
}

/// Par 5: off a roll of 3, the 3 of either of its suits → into the hole (double eagle, 2).
#[test]
fn a_three_off_a_three_is_a_double_eagle() {
    for hole in [1, 5] {
        check(&[
            (hole, 3, "3H 4H 5C 5S AS", "3H 4H", "3H", "hole, 2"),
            (hole, 3, "3D KH 5C 5S AS", "3D", "3D", "hole, 2"),
            (hole, 3, "3D 3H 5C 5S AS", "3D 3H", "3H", "hole, 2"),
            (hole, 3, "3D 4D 5C 5S AS", "3D 4D", "4D", "cluster free, 2+0"),
        ]);
    }
}

/// Par 5: a face card of the suit may be played only without a numbered card of the suit; ruling: a
/// numbered card of either of two suits bars the face cards of both.
#[test]
fn on_a_par_5_numbered_cards_come_first() {
    check(&[
        (1, 7, "KD QD 4H 5H 6H", "KD QD", "QD", "QD sand, 2+0"),
        (1, 7, "KD QD 4H 5H 6H", "KD QD", "KD", "KD off_fairway, 2+0"),
        (1, 7, "KD QD AD 5H 6H", "AD", "AD", "cluster free, 2+0"),
        (1, 12, "JH 2C 2D 2S 3C", "JH", "JH", "drop free, 2+1"),
        (1, 12, "KH JH 2D 2S 3C", "JH KH", "KH", "KH fairway_face, 2+0"),
        (1, 11, "JC QS 2D 2H 3C", "QS", "QS", "drop free, 2+1"),
        (1, 10, "JC QS 2D 2H 3S", "JC", "JC", "JC sand, 2+0"),
        (1, 3, "KH 2D 4S 5S 6S", "2D", "2D", "cluster free, 2+0"),
        (1, 3, "KD JH QH 2H 6S", "2H", "2H", "cluster free, 2+0"),
        (5, 3, "KD JH 3C 2S 6S", "JH KD", "JH", "JH off_fairway, 2+0"),
        (5, 18, "KC QS 4S 2D 6D", "4S", "4S", "cluster free, 2+0"),
        (5, 18, "KC QS 4D 2D 6D", "KC QS", "KC", "KC sand, 2+0"),
        (5, 5, "KS 5C 5D 5H TD", "KS", "KS", "KS off_fairway, 2+0"),
    ]);
}

/// With a card of the suit he must play one: he may not choose to be out of control, and nobody
/// plays for him.
#[test]
fn nobody_chooses_to_be_out_of_control() {
    for (hole, total) in [(3, 9), (1, 5)] {
        let mut table = Deal::new(hole, &["KC 2H 3H 4H 5H", "2C 3C 4C 5C 6C"]).begin();
        table.tee(0, total).tee(1, if hole == 3 { 16 } else { 15 });
        assert_eq!((table.turn(), table.legal(0).as_str()), (0, "KC"));
        assert_eq!(table.open()["out_of_control"], json!(null));
        assert_eq!(table.refuses(0, json!({"type": "play", "card": "2C"})), "card_not_in_hand");
        assert_eq!(table.refuses(1, json!({"type": "play", "card": "2C"})), "not_your_turn");
        table.refuses_all(0, "2H 3H 4H 5H QC").refuses_all(1, "2C 3C 4C");
    }
}
