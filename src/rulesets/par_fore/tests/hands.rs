//! Hands: how they are filled, and who sees them.

use serde_json::json;

use super::super::{Course, Options, ParFore};
use super::deal::{Deal, stacked};
use super::table::Table;
use crate::rulesets::{
    courses::Course as _,
    rules::{Rules, Viewer},
};

/// All cards but these, those named first on top.
fn order_without(named: &str, without: &str) -> String {
    let order = stacked(named).into_iter().map(|card| card.to_string());
    order.filter(|card| !without.contains(card)).collect::<Vec<_>>().join(" ")
}

fn shuffles(table: &Table) -> usize {
    table.told.iter().filter(|event| event["type"] == "shuffle").count()
}

/// At the start of a hole every hand is filled up to 5, in the order of play, each in one go.
#[test]
fn five_cards_each_at_the_start() {
    let pack = stacked("KS QH 2C 9D 4S TC TD TH TS JC 3C 3D 3H 3S JD AC AD AH AS JH");
    let hands = ["KS QH 2C 9D 4S", "TC TD TH TS JC", "3C 3D 3H 3S JD", "AC AD AH AS JH"];
    for (cuts, order) in [
        (&[][..], &[0][..]),
        (&["AC 2C"], &[0, 1]),
        (&["KC 2C 3C"], &[1, 2, 0]),
        (&["9C 8C 7C AC"], &[3, 0, 1, 2]),
    ] {
        let table = Table::deal(&Options::default(), &Course::shipped()[0], cuts, &pack);
        let mut drawn = Vec::new();
        for (seat, names) in order.iter().zip(hands) {
            drawn.extend(names.split(' ').map(|name| format!("{seat}:{name}")));
            let mut sorted: Vec<&str> = names.split(' ').collect();
            sorted.sort_unstable();
            assert_eq!(table.hand(*seat), sorted.join(" "), "{order:?}");
        }
        assert_eq!(table.drawn(), drawn.join(" "), "{order:?}");
        assert_eq!(table.open()["pack"], 52 - 5 * order.len());
        assert_eq!(table.open()["hand_sizes"], json!(vec![5; order.len()]));
    }
}

/// At the start of a hole: kept cards stay, and the hands are filled up in the order of play of the
/// new hole; the pack is not shuffled between holes.
#[test]
fn kept_cards_stay() {
    for (lost, drawn, hands) in [
        (0, "1:KC 0:KD", ["2D 3D 4D 9H KD", "2H 3H 4H 5H KC"]),
        (2, "0:KC 1:KD", ["2D 3D 4D 9H KC", "2H 3H 4H 5H KD"]),
    ] {
        let deal = Deal::new(3, &["8C 9H 2D 3D 4D", "8D 2H 3H 4H 5H"]).pack("KC KD KH KS QC QD");
        let mut table = deal.begin();
        table.tee(0, 9);
        for _ in 0..lost {
            table.tee(1, 5);
        }
        table.tee(1, 8).play(1, "8D").play(0, "8C").hole_out(0);
        assert_eq!((table.drawn().as_str(), shuffles(&table)), (drawn, 0));
        assert_eq!([table.hand(0), table.hand(1)], hands);
    }
    // Several each, in one go, clockwise from the winner; whoever has five draws nothing.
    let deal = Deal::new(3, &["2C 3C", "2D 3D 4D 5D", "2H 3H 4H 5H 6H"]).pack("JC QC KC JD");
    let mut table = deal.order(&[1, 2, 0]).begin();
    table.play_hole(&[1, 1, 0]);
    assert_eq!(table.drawn(), "0:JC 0:QC 0:KC 1:JD");
    assert_eq!([table.hand(0), table.hand(1)], ["2C 3C JC KC QC", "2D 3D 4D 5D JD"]);
    assert_eq!(table.hand(2), "2H 3H 4H 5H 6H");
}

/// While a hole is played nothing is drawn as long as a card is left, by nobody.
#[test]
fn nothing_is_drawn_while_a_card_is_left() {
    let mut table = Deal::new(3, &["2C 3D 4D", "KH QC 4S"]).begin();
    table.tee(0, 4).tee(1, 18);
    assert_eq!(table.play(1, "QC").drawn(), "");
    assert_eq!(table.play(1, "KH").drawn(), "");
    assert_eq!(table.open()["hand_sizes"], json!([3, 1]));
    assert_eq!(table.play(0, "3D").hole_out(0).drawn(), "");
    assert_eq!(table.open()["hand_sizes"], json!([2, 1]));
}

/// Ruling: a hand that becomes empty while the hole is played is filled with 5 new ones after the
/// card's effect: the player's own, his neighbour's, and one that sand empties.
#[test]
fn an_empty_hand_is_filled_again() {
    const NEW: &str = "KC KD KH KS QS";
    let check = |table: &Table, seat: usize, ball: usize, lies: &str| {
        let drawn: Vec<String> = NEW.split(' ').map(|card| format!("{seat}:{card}")).collect();
        assert_eq!(table.drawn(), drawn.join(" "), "{lies}");
        assert_eq!((table.hand(seat).as_str(), table.lies(ball).as_str()), (NEW, lies));
        let types: Vec<&str> = table.told.iter().map(|event| event["type"].as_str().unwrap()).collect();
        assert_eq!(types[types.len() - 5..], ["draw"; 5], "they come last");
    };
    let mut table = Deal::new(3, &["2C", "3D 4D"]).pack(NEW).begin();
    table.tee(0, 9).tee(1, 18).play(0, "2C");
    check(&table, 0, 0, "green 2");
    let mut table = Deal::new(3, &["2C 2D", "QC"]).pack(NEW).begin();
    table.tee(0, 4).tee(1, 18).play(1, "QC");
    check(&table, 1, 0, "QC off_fairway");
    assert_eq!(table.legal(1), NEW, "he can go on with the new ones");
    let mut table = Deal::new(3, &["4S", "3D 4D"]).pack(NEW).begin();
    table.tee(0, 14).tee(1, 18).roll(0, &[4, 4]);
    check(&table, 0, 0, "hole");
    let mut table = Deal::new(3, &["9C", "3D 4D"]).pack(NEW).begin();
    table.tee(0, 9).tee(1, 18).play(0, "9C");
    check(&table, 0, 0, "hole");
    let mut table = Deal::new(3, &["QC"]).pack(NEW).begin();
    table.tee(0, 9).play(0, "QC");
    check(&table, 0, 0, "QC off_fairway");
    // Nearer than his own ball then, he plays that one with the new cards.
    let mut table = Deal::new(1, &["2C", "KS"]).pack("JC QC KC JD QD KD QS JS JH QH").begin();
    table.tee(0, 17).tee(1, 18).play(1, "KS");
    assert_eq!(table.hand(1), "JC JD KC QC QD");
    assert_eq!((table.legal(1).as_str(), table.hand(0).as_str()), ("JC KC QC", "2C"));
}

/// A flipped card comes from the pack and leaves the hand alone, even a single card.
#[test]
fn flipping_fills_no_hand() {
    let mut table = Deal::new(3, &["2C"]).pack("QC KC").begin();
    assert_eq!(table.tee(0, 4).flip(0).drawn(), "");
    assert_eq!((table.hand(0).as_str(), table.open()["pack"].clone()), ("2C", json!(50)));
}

/// When a card is wanted and none is left, all discards are shuffled into the pack, those just played
/// too; not before.
#[test]
fn the_discards_become_the_pack() {
    // Two are left and five are wanted.
    let mut table = Deal::new(3, &["2C", "3D 4D"]).last_of_pack("KC KD").begin();
    table.tee(0, 9).tee(1, 18);
    let order = order_without("2C 5H 6H", "KC KD 3D 4D");
    table.reshuffle(&order).play(0, "2C");
    assert_eq!(table.drawn(), "0:KC 0:KD 0:2C 0:5H 0:6H");
    assert_eq!(table.open()["pack"], 48 - 3);
    let types: Vec<&str> = table.told.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(types[types.len() - 6..], ["draw", "draw", "shuffle", "draw", "draw", "draw"]);
    // Five are left and five are wanted: nothing is shuffled, until one more is wanted.
    let mut table = Deal::new(3, &["2C", "3D 4D"]).last_of_pack("KC KD KH KS QC").begin();
    table.tee(0, 9).tee(1, 14).play(0, "2C");
    assert_eq!((shuffles(&table), table.open()["pack"].clone()), (0, json!(0)));
    table.hole_out(0).roll(1, &[1, 2]);
    table.reshuffle(&order_without("AS AH AC 9S", "KC KD KH KS QC 3D 4D")).hole_out(1);
    assert_eq!((table.drawn().as_str(), shuffles(&table)), ("1:AS 1:AH 1:AC", 1));
    assert_eq!(table.open()["pack"], 45 - 3);
    // Between two hands, and within the second one.
    let mut table = Deal::new(3, &["2C 3C 4C", "3D 4D"]).last_of_pack("KC KD KH").begin();
    table.tee(0, 14).tee(1, 5).tee(1, 14).roll(0, &[1, 2]).hole_out(0).roll(1, &[1, 2]);
    table.reshuffle(&order_without("AS AH", "KC KD KH 2C 3C 4C 3D 4D")).hole_out(1);
    assert_eq!(table.drawn(), "0:KC 0:KD 1:KH 1:AS 1:AH");
}

/// Solo: the pack turns up its last card, and then the discards, that card among them.
#[test]
fn the_pack_can_run_out_in_solo_play() {
    let mut table = Deal::new(3, &["2H 3H"]).last_of_pack("QC").begin();
    table.tee(0, 4).flip(0);
    assert_eq!((shuffles(&table), table.open()["pack"].clone()), (0, json!(0)));
    table.reshuffle(&order_without("KD QC 7S", "2H 3H")).flip(0);
    assert_eq!((table.ball(0), table.open()["pack"].clone()), ("KD off_fairway, 3+0".into(), json!(49)));
    assert_eq!(table.flip(0).flip(0).ball(0), "green 7, 5+0");
}

/// Everybody sees his own hand only; how many cards each has, and how many the pack, is open.
#[test]
fn hands_are_hidden() {
    let hands = ["2C 3C KD", "2D 3D 4D 5D", "2H 3H"];
    let mut table = Deal::new(3, &hands).begin();
    table.tee(0, 14).tee(1, 14).tee(2, 14);
    for (seat, hand) in hands.iter().enumerate() {
        assert_eq!(table.hand(seat), *hand);
        let mut view = json!(ParFore::view(&table.game, Viewer::Seat(seat)));
        view["hand"] = json!(null);
        assert_eq!(view, table.open(), "all else is the same for everybody");
    }
    let open = table.open();
    assert_eq!(
        (&open["hand"], &open["hand_sizes"], &open["pack"]),
        (&json!(null), &json!([3, 4, 2]), &json!(43))
    );
    let text = open.to_string();
    for card in hands.join(" ").split(' ') {
        assert!(!text.contains(&format!("\"{card}\"")), "{card} is to be seen: {text}");
    }
}
