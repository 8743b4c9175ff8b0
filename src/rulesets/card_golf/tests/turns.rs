//! The deal, turns, draws and missed turns.

use serde_json::{Value, json};

use super::super::options::Options;
use super::table::{Deal, deck, draw, hazard, holing, pass, sorted, stroke};
use crate::rulesets::rules::Rules;

/// Components: exactly these 54 cards, as the deck's file has them.
#[test]
fn the_deck_is_the_one_of_the_file() {
    let file: Value = serde_json::from_str(include_str!("../deck.json")).unwrap();
    let mut listed = Vec::new();
    for (club, yards) in file["distance"].as_object().unwrap() {
        listed.extend(yards.as_array().unwrap().iter().map(|yards| format!("{club}_{yards}")));
    }
    for group in ["putts", "hazards"] {
        for (name, count) in file[group].as_object().unwrap() {
            listed.extend((0..count.as_u64().unwrap()).map(|_| name.clone()));
        }
    }
    listed.push("holed_out".into());
    listed.sort();
    let mut ours = deck();
    ours.sort();
    assert_eq!(ours, listed);
    assert_eq!(ours.len(), 54);
}

/// A hole: 6 cards to each player, one at a time from the dealer's left; balls on the tee; the
/// player on the dealer's left plays first. Four play two balls.
#[test]
fn six_cards_each_one_at_a_time_from_the_dealers_left() {
    for (seats, dealer, order_of_seats, pack) in [
        (2, 1, &[0, 1][..], 42),
        (2, 0, &[1, 0], 42),
        (3, 1, &[2, 0, 1], 36),
        (4, 3, &[0, 1, 2, 3], 30),
        (4, 1, &[2, 3, 0, 1], 30),
    ] {
        let deal = Deal::new(seats).dealer(dealer);
        let order = deal.order();
        let mut table = deal.begin();
        for (turn, &seat) in order_of_seats.iter().enumerate() {
            let mut dealt: Vec<String> = (0..6).map(|nth| order[nth * seats + turn].clone()).collect();
            dealt.sort();
            assert_eq!(table.hand(seat), dealt, "seat {seat} of {seats}");
        }
        let open = table.open();
        assert_eq!([&open["dealer"], &open["pack"], &open["spent"]], [dealer, pack, 0]);
        assert_eq!(open["hand_sizes"], json!(vec![6; seats]));
        assert_eq!(open["missed_turns"], json!(vec![0; seats]));
        assert_eq!(open["played"], json!(vec![[(); 0]; seats]));
        let sides = if seats == 4 { 2 } else { seats };
        assert_eq!(open["balls"].as_array().unwrap().len(), sides);
        assert_eq!(open["holes_won"], json!(vec![0; sides]));
        assert_eq!([&open["hand"], &open["results"]], [&json!(null), &json!([])]);
        for side in 0..sides {
            assert_eq!(table.spot(side), "0/200 tee");
            let seats = if seats == 4 { json!([side, side + 2]) } else { json!([side]) };
            assert_eq!(table.ball(side)["seats"], seats);
        }
        assert_eq!(table.game.scores(), vec![0; seats]);
        assert_eq!(table.game.places(), None);
        for &seat in order_of_seats.iter().chain(&order_of_seats[..1]) {
            assert_eq!(table.turn(), seat, "turns pass to the left");
            table.play(seat, draw());
        }
    }
}

/// On a turn a player does exactly one thing, and nobody but he.
#[test]
fn one_plays_in_ones_own_turn_only() {
    let deal = Deal::new(3)
        .hand(0, "5_iron_140 4_wood_200 holed_out")
        .hand(1, "5_iron_160 bunker")
        .hand(2, "3_iron_160 slice");
    let mut table = deal.begin();
    for (seat, action) in [
        (1, draw()),
        (2, draw()),
        (3, draw()),
        (usize::MAX, draw()),
        (1, stroke("5_iron_160")),
        (2, stroke("3_iron_160")),
        (1, pass()),
    ] {
        table.refuses_as(seat, action, &["not_your_turn", "may_not_pass"]);
    }
    table.play(0, stroke("5_iron_140"));
    for action in [draw(), stroke("4_wood_200"), holing("4_wood_200"), pass()] {
        assert_eq!(table.refuses(0, action), "not_your_turn");
    }
    assert_eq!(table.refuses(2, hazard("slice", 0)), "not_your_turn");
    table.play(1, hazard("bunker", 0));
    assert_eq!(table.refuses(1, stroke("5_iron_160")), "not_your_turn");
    table.play(2, draw());
    assert_eq!(table.refuses(2, draw()), "not_your_turn");
    for seat in [1, 2, 3, usize::MAX] {
        assert!(table.game.legal_moves(seat).is_empty());
    }
}

/// Draw the top card of the pack; he alone sees it. A hand has no upper limit.
#[test]
fn a_hand_grows_without_limit() {
    let deal = Deal::new(2).pack("putt 9_iron_20 slice");
    let order = deal.order();
    let mut table = deal.begin();
    for nth in 0..42 {
        let seat = nth % 2;
        let hidden = table.open();
        assert_eq!(hidden["pack"], 42 - nth);
        let (mine, other) = (table.hand(seat), table.hand(1 - seat));
        table.play(seat, draw());
        let mut grown = mine;
        grown.push(order[12 + nth].clone());
        grown.sort();
        assert_eq!((table.hand(seat), table.hand(1 - seat)), (grown, other));
        assert_eq!(table.open()["hand"], json!(null));
    }
    assert_eq!(table.open()["hand_sizes"], json!([27, 27]));
    assert_eq!(table.open()["spent"], 0);
}

/// A played card lies before the one who played it, the last one on top; a hazard lies before the
/// one who received it.
#[test]
fn played_cards_lie_one_above_the_other() {
    let deal = Deal::new(3).hand(0, "5_iron_140 9_iron_20").hand(1, "slice 2_wood_240").hand(2, "8_iron_80");
    let mut table = deal.length(400).begin();
    let moves = [
        (0, stroke("5_iron_140")),
        (1, hazard("slice", 0)),
        (2, stroke("8_iron_80")),
        (0, stroke("9_iron_20")),
        (1, stroke("2_wood_240")),
    ];
    table.play_all(&moves);
    let open = table.open();
    assert_eq!(open["played"], json!([["5_iron_140", "slice", "9_iron_20"], ["2_wood_240"], ["8_iron_80"]]));
    assert_eq!([&open["spent"], &open["pack"]], [5, 36]);
    assert_eq!(open["hand_sizes"], json!([4, 4, 5]));
}

/// Ruling on missed turns: with two players a missed turn comes at once, so the same player moves
/// again; and once only.
#[test]
fn with_two_players_the_same_one_moves_again() {
    for card in ["water_hazard", "lost_ball", "out_of_bounds"] {
        let mut table = Deal::new(2).hand(0, "5_iron_140").hand(1, card).begin();
        table.play_all(&[(0, stroke("5_iron_140")), (1, hazard(card, 0))]);
        assert_eq!((table.turn(), &table.open()["missed_turns"]), (1, &json!([0, 0])), "{card}");
        assert_eq!(table.refuses(0, draw()), "not_your_turn");
        assert_eq!(table.play(1, draw()).turn(), 0, "{card}");
        assert_eq!(table.play(0, draw()).turn(), 1, "{card}");
    }
}

/// With three players the missed turn is skipped when it comes; this depends on where he sits.
#[test]
fn with_three_players_it_is_skipped_when_it_comes() {
    let deal = Deal::new(3)
        .hand(0, "5_iron_140 water_hazard")
        .hand(1, "5_iron_160 out_of_bounds")
        .hand(2, "4_iron_160 lost_ball");
    let mut begun = deal.begin();
    begun.play_all(&[(0, stroke("5_iron_140")), (1, stroke("5_iron_160")), (2, stroke("4_iron_160"))]);

    let mut table = begun.clone();
    table.play(0, hazard("water_hazard", 1));
    assert_eq!(
        (table.turn(), &table.open()["missed_turns"]),
        (2, &json!([0, 0, 0])),
        "the next one, at once"
    );
    assert_eq!(table.spot(1), "160/40 fairway, protected");
    table.play(2, draw()).play(0, draw());
    assert_eq!(table.turn(), 1, "once only");

    let mut table = begun;
    table.play(0, draw()).play(1, hazard("out_of_bounds", 0));
    assert_eq!(
        (table.turn(), &table.open()["missed_turns"]),
        (2, &json!([1, 0, 0])),
        "the one after the next"
    );
    table.play(2, hazard("lost_ball", 1));
    // Seat 0 is skipped now, and then seat 1 as well: it is the turn of seat 2 again.
    assert_eq!((table.turn(), &table.open()["missed_turns"]), (2, &json!([0, 0, 0])), "two in a row");
    assert_eq!(table.play(2, draw()).turn(), 0);
    assert_eq!(table.play(0, draw()).turn(), 1);
}

/// Ruling: missed turns add up. With partners one player can be handed two cards before his turn,
/// since the other one may play a stroke in between.
#[test]
fn with_four_players_missed_turns_add_up() {
    let deal = Deal::new(4)
        .length(400)
        .hand(0, "5_iron_140")
        .hand(1, "water_hazard")
        .hand(2, "5_iron_160")
        .hand(3, "out_of_bounds");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("5_iron_140")), (1, hazard("water_hazard", 0))]);
    assert_eq!(table.open()["missed_turns"], json!([1, 0, 0, 0]));
    table.play(2, stroke("5_iron_160"));
    assert_eq!(table.spot(0), "300/100 fairway");
    table.play(3, hazard("out_of_bounds", 0));
    assert_eq!(table.spot(0), "140/260 fairway, protected");
    assert_eq!((table.turn(), &table.open()["missed_turns"]), (1, &json!([1, 0, 0, 0])), "the first is gone");
    for seat in [1, 2, 3] {
        assert_eq!(table.turn(), seat);
        table.play(seat, draw());
    }
    assert_eq!((table.turn(), &table.open()["missed_turns"]), (1, &json!([0, 0, 0, 0])), "and the second");
    for seat in [1, 2, 3, 0, 1] {
        assert_eq!(table.turn(), seat);
        table.play(seat, draw());
    }
}

/// Ruling on the last round: missed turns left over lapse. Seat 1 holes out, the dealer hands seat
/// 0 a hazard in the last turn of the hole; in the next hole seat 0 misses nothing.
#[test]
fn missed_turns_left_over_lapse() {
    let deal = Deal::new(3)
        .hand(0, "5_iron_140")
        .hand(1, "4_wood_200 holed_out")
        .hand(2, "water_hazard")
        .then(&Deal::new(3).dealer(1));
    let mut table = deal.begin_with(Options { holes: 2, ..Options::default() });
    table.play_all(&[(0, stroke("5_iron_140")), (1, holing("4_wood_200")), (2, hazard("water_hazard", 0))]);
    let open = table.open();
    assert_eq!((&open["hole"], &open["missed_turns"]), (&json!(2), &json!([0, 0, 0])));
    for seat in [2, 0, 1] {
        assert_eq!(table.turn(), seat);
        table.play(seat, draw());
    }
}

/// The view has exactly these members.
#[test]
fn what_anybody_sees() {
    let table = Deal::new(2).begin();
    let names = |value: &Value| sorted(value.as_object().unwrap().keys().map(|name| json!(name)));
    let expected = "balls course dealer hand hand_sizes hole holes holes_won length missed_turns pack played \
                    results spent";
    assert_eq!(names(&table.open()), sorted(expected.split_whitespace().map(|name| json!(name))));
    let expected = "at lie protected putts seats to_hole";
    assert_eq!(names(&table.ball(0)), sorted(expected.split_whitespace().map(|name| json!(name))));
}
