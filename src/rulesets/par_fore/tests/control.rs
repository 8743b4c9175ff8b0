//! Shots: out of control.

use serde_json::json;

use super::deal::Deal;
use super::table::play;

/// Off the fairway, and on it without a card of the suit: the opponent on the left plays, in whatever
/// seat; the last seat's is the first one. Only he has moves, and the view says for whose ball.
#[test]
fn the_left_neighbour_plays() {
    let hands = ["2C 2D 2H 2S", "3C 3D 3H 3S", "4C 4D 4H 4S", "5C 5D 5H 5S"];
    for seats in [2, 3, 4] {
        for owner in 0..seats {
            let mut table = Deal::new(3, &hands[..seats]).begin();
            (0..seats).for_each(|seat| {
                table.tee(seat, if seat == owner { 4 } else { 18 });
            });
            let left = (owner + 1) % seats;
            assert_eq!(table.turn(), left);
            assert_eq!(table.open()["out_of_control"], owner);
            assert_eq!(table.legal(left), hands[left], "all of his own hand");
            let card = &hands[owner][..2];
            assert_eq!(table.refuses(owner, play(card)), "not_your_turn");
            assert_eq!(table.refuses(left, play(card)), "card_not_in_hand");
            for action in ["roll", "putt", "flip"] {
                table.refuses(left, json!({"type": action}));
                assert_eq!(table.refuses(owner, json!({"type": action})), "not_your_turn");
            }
            table.play(left, &hands[left][..2]);
            assert_eq!(table.ball(owner), format!("green {}, 2+0", &hands[left][..1]));
            assert_eq!(table.ball(left), "18 fairway hearts spades, 1+0", "the stroke is the owner's");
            assert_eq!(table.hand(left), hands[left][3..], "the card is the neighbour's");
            assert_eq!(table.hand(owner), hands[owner]);
            assert_eq!((table.turn(), table.legal(owner).as_str()), (owner, "putt"), "the putt is his own");
            assert_eq!(table.open()["out_of_control"], json!(null));
        }
    }
}

/// The tee total, the neighbour's card and the owner's ball after it.
type Played<'a> = (u8, &'a str, &'a str);

fn check(hole: u8, hand: &str, played: &[Played]) {
    for &(total, card, ball) in played {
        // The other balls are nearer to the hole.
        let near = if [2, 6].contains(&hole) { 7 } else { 18 };
        let mut table = Deal::new(hole, &[hand, &format!("{card} 3D"), "TS"]).order(&[1, 2, 0]).begin();
        table.tee(1, near).tee(2, near).tee(0, total);
        assert_eq!(table.open()["out_of_control"], 0, "hole {hole}, {total}");
        assert_eq!(table.play(1, card).ball(0), ball, "hole {hole}, {total}: {card}");
    }
}

/// Numbered: par 5 → the cluster, par 3 and 4 → the green, that many feet away.
#[test]
fn a_numbered_card_helps() {
    let hand = "2S 2D";
    check(2, hand, &[(5, "AC", "green 1, 2+0"), (5, "7S", "green 7, 2+0"), (5, "9H", "green 9, 2+0")]);
    check(6, hand, &[(3, "TC", "green 10, 2+0"), (10, "AS", "green 1, 2+0")]);
    check(3, hand, &[(4, "TC", "green 10, 2+0"), (7, "AS", "green 1, 2+0"), (6, "4H", "green 4, 2+0")]);
    check(1, hand, &[(4, "TC", "cluster free, 2+0"), (5, "AS", "cluster free, 2+0")]);
    check(5, hand, &[(14, "TC", "cluster free, 2+0"), (8, "4H", "cluster free, 2+0")]);
}

/// Face card → to its spot.
#[test]
fn a_face_card_leads_to_its_spot() {
    let hand = "2S 2D";
    check(2, hand, &[(5, "QC", "QC sand, 2+0"), (5, "KC", "KC off_fairway, 2+0")]);
    check(2, hand, &[(5, "QH", "drop free, 2+1"), (5, "JD", "drop free, 2+1")]);
    check(3, hand, &[(4, "QC", "QC off_fairway, 2+0"), (6, "KC", "KC sand, 2+0")]);
    check(3, hand, &[(7, "KH", "drop free, 2+1"), (11, "JH", "JH sand, 2+0")]);
    check(1, hand, &[(4, "KC", "drop free, 2+1"), (12, "QH", "QH off_fairway, 2+0")]);
    check(1, hand, &[(4, "KH", "KH fairway_face, 2+0"), (8, "KS", "KS sand, 2+0")]);
    check(8, hand, &[(9, "QH", "QH fairway_face, 2+0"), (14, "KC", "KC fairway_face, 2+0")]);
}

/// Ruling: a card played so never counts as a matching card.
#[test]
fn the_neighbours_card_never_matches() {
    let hand = "2S 2D";
    check(3, hand, &[(6, "6H", "green 6, 2+0"), (9, "9C", "green 9, 2+0")]);
    check(8, hand, &[(7, "7C", "green 7, 2+0"), (8, "8H", "green 8, 2+0")]);
    check(1, hand, &[(5, "5C", "cluster free, 2+0"), (8, "8H", "cluster free, 2+0")]);
    let mut table = Deal::new(5, &["2S 2C", "3H 3D"]).begin();
    table.tee(0, 3).tee(1, 18).play(1, "3H");
    assert_eq!(table.ball(0), "cluster free, 2+0", "no double eagle");
    let mut table = Deal::new(3, &["2S 2H", "3C 3D"]).begin();
    table.tee(0, 3).tee(1, 18).play(1, "3D");
    assert_eq!(table.ball(0), "green 3, 2+0");
}

/// Still out of control if the face card is off the fairway, and the order rule decides who plays
/// next: each card is another stroke of the owner.
#[test]
fn one_may_stay_out_of_control() {
    let mut table = Deal::new(3, &["2C 3H", "QC JD 4S KS"]).begin();
    table.tee(0, 4).tee(1, 18);
    // 84 yards for the 18; the Queen of Clubs is 121 away, the Jack of Diamonds 149, the King of
    // Spades 93.
    assert_eq!(table.play(1, "QC").ball(0), "QC off_fairway, 2+0");
    assert_eq!(table.open()["out_of_control"], 0);
    assert_eq!(table.play(1, "JD").ball(0), "JD off_fairway, 3+0");
    assert_eq!(table.play(1, "KS").ball(0), "KS off_fairway, 4+0");
    assert_eq!(table.play(1, "4S").ball(0), "green 4, 5+0");
    assert_eq!(table.cost(1), "1+0");
    table.putt(0, &[[2, 2]]);
    // The last card was played, and five are drawn: all clubs, none of hearts or spades.
    assert_eq!(table.open()["out_of_control"], 1);
    assert_eq!(table.legal(0), "2C 3H");
    // Off the fairway, but nearer than another ball, one waits.
    let mut table = Deal::new(3, &["2C 3H", "QH 2S 4D"]).begin();
    table.tee(0, 4).tee(1, 10).play(1, "QH");
    assert_eq!(table.ball(0), "QH off_fairway, 2+0");
    assert_eq!((table.turn(), table.legal(1).as_str()), (1, "2S"));
    assert_eq!(table.open()["out_of_control"], json!(null));
    table.play(1, "2S").hole_out(1).play(1, "4D");
    assert_eq!(table.ball(0), "green 4, 3+0");
}

/// Out of control off the fairway in spite of all cards: his own hand does not matter there.
#[test]
fn off_the_fairway_no_card_of_ones_own_helps() {
    for (hole, total) in [(3, 4), (3, 7), (1, 13), (2, 5), (6, 10), (5, 14), (8, 9)] {
        let mut table = Deal::new(hole, &["2C 2D 2H 2S KC"]).begin();
        table.tee(0, total);
        assert_eq!(table.legal(0), "flip", "hole {hole}, {total}");
        table.refuses_all(0, "2C 2D 2H 2S KC");
    }
}

/// Ruling: in solo play the top card of the pack is played instead, by the owner's own `flip`.
#[test]
fn alone_the_pack_plays() {
    for (hole, total, card, ball) in [
        (2, 5, "7H", "green 7, 2+0"),
        (2, 5, "AH", "green 1, 2+0"),
        (3, 4, "TD", "green 10, 2+0"),
        (3, 6, "6H", "green 6, 2+0"), // Not a matching card.
        (3, 6, "KH", "drop free, 2+1"),
        (3, 6, "JH", "JH sand, 2+0"),
        (3, 7, "QH", "QH off_fairway, 2+0"),
        (1, 4, "6H", "cluster free, 2+0"),
        (1, 8, "8H", "cluster free, 2+0"),
        (1, 4, "KH", "KH fairway_face, 2+0"),
        (5, 10, "TH", "cluster free, 2+0"),
        (8, 4, "QH", "QH fairway_face, 2+0"),
    ] {
        let mut table = Deal::new(hole, &["2C 3C 4C 5S 6S"]).pack(card).begin();
        table.tee(0, total);
        assert_eq!(table.legal(0), "flip", "hole {hole}, {total}");
        assert_eq!(table.open()["out_of_control"], 0, "his own ball");
        table.refuses_all(0, "2C 3C 4C 5S 6S").refuses_all(0, card);
        let pack = table.open()["pack"].as_u64().unwrap();
        assert_eq!(table.flip(0).ball(0), ball, "hole {hole}, {total}: {card}");
        assert_eq!(table.open()["pack"], pack - 1);
        assert_eq!(table.hand(0), "2C 3C 4C 5S 6S", "his hand does not matter");
    }
}

/// Ruling: a face card drawn again may leave the ball where it is; it is a stroke all the same. With
/// no card left, the discards come first.
#[test]
fn a_card_flipped_again_leaves_the_ball() {
    let mut table = Deal::new(3, &["2C 3C 4C 5S 6S"]).last_of_pack("QC").begin();
    table.tee(0, 4).flip(0);
    assert_eq!((table.ball(0), table.open()["pack"].clone()), ("QC off_fairway, 2+0".into(), json!(0)));
    let mut order = vec!["QC".to_owned()];
    let rest = super::deal::stacked("QC 2C 3C 4C 5S 6S");
    order.extend(rest[6..].iter().map(|card| card.to_string()));
    table.reshuffle(&order.join(" ")).flip(0);
    assert_eq!(table.ball(0), "QC off_fairway, 3+0");
    assert_eq!(table.open()["pack"], 46);
    assert_eq!(table.legal(0), "flip");
    assert_eq!(table.flip(0).ball(0), "green 1, 4+0", "the Ace of Clubs");
}

/// With others at the table nobody flips; alone one flips only when out of control.
#[test]
fn flipping_is_for_solo_play_out_of_control() {
    let mut table = Deal::new(3, &["2C 3C", "4C 4D"]).begin();
    table.tee(0, 4).tee(1, 14);
    table.refuses(1, json!({"type": "flip"}));
    for total in [9, 14, 17] {
        let mut table = Deal::new(3, &["2C 3C"]).begin();
        table.tee(0, total);
        table.refuses(0, json!({"type": "flip"}));
    }
}
