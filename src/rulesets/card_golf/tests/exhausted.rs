//! The exhausted pack, and passing.

use serde_json::{Value, json};

use super::super::options::Options;
use super::table::{Deal, Table, draw, hazard, pass, stroke};
use crate::rulesets::rules::{Rules, Seat};

/// Everybody draws in turn until the pack is empty.
fn empty(table: &mut Table) {
    while table.open()["pack"] != 0 {
        table.play(table.turn(), draw());
    }
}

fn counts(table: &Table) -> [Value; 2] {
    let open = table.open();
    [open["pack"].clone(), open["spent"].clone()]
}

/// When the pack is empty and a player draws, all cards played in this hole are shuffled into a new
/// pack; not before. What they did stays in force.
#[test]
fn played_cards_come_back_when_a_player_draws() {
    let deal = Deal::new(2)
        .length(500)
        .hand(0, "5_iron_140 7_iron_120 6_iron_140")
        .hand(1, "bunker lost_ball 3_iron_160")
        .reshuffle("7_iron_120 bunker 3_iron_160 5_iron_140");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("5_iron_140")), (1, hazard("bunker", 0)), (0, stroke("7_iron_120"))]);
    table.play(1, stroke("3_iron_160"));
    empty(&mut table);
    assert_eq!(counts(&table), [json!(0), json!(4)]);
    assert_eq!(table.turn(), 0, "42 cards have been drawn");
    assert!(!table.all_shuffled());
    let before = table.hand(0);
    assert_eq!(table.refuses(0, pass()), "may_not_pass", "there are cards to be shuffled");
    table.play(0, draw());
    assert!(table.all_shuffled());
    assert_eq!(counts(&table), [json!(3), json!(0)]);
    let mut after = before;
    after.push("7_iron_120".into());
    after.sort();
    assert_eq!(table.hand(0), after, "the top card of the new pack");
    assert_eq!(table.open()["played"], json!([[], []]));
    assert_eq!((table.spot(0), table.spot(1)), ("260/240 fairway".into(), "160/340 fairway".into()));
    // The last stroke is still known: from the bunker.
    assert_eq!(table.play(1, hazard("lost_ball", 0)).spot(0), "140/360 bunker, protected");
    table.play(1, draw());
    assert_eq!(table.refuses(0, stroke("6_iron_140")), "club_not_allowed_by_lie");
    assert_eq!(table.play(0, stroke("7_iron_120")).spot(0), "260/240 fairway", "the same card again");
    assert!(table.hand(1).contains(&"bunker".to_owned()), "the next card of the new pack");
    assert_eq!(counts(&table), [json!(2), json!(2)]);
}

/// The same for what else stays in force: a standing Putt, a lie, the protection, a missed turn.
#[test]
fn what_was_played_stays_in_force() {
    let deal = Deal::new(3)
        .hand(0, "4_wood_180 putt putt")
        .hand(1, "5_iron_140")
        .hand(2, "slice pull water_hazard")
        .reshuffle("putt 4_wood_180 5_iron_140 slice");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("4_wood_180")), (1, stroke("5_iron_140")), (2, hazard("slice", 1))]);
    table.play(0, stroke("putt"));
    empty(&mut table);
    assert_eq!((table.turn(), counts(&table)), (1, [json!(0), json!(4)]), "36 cards have been drawn");
    table.play(1, draw());
    assert_eq!((counts(&table), table.all_shuffled()), ([json!(3), json!(0)], true));
    assert_eq!(table.spot(0), "180/20 green, putt");
    assert_eq!(table.spot(1), "140/60 right_rough, protected");
    for card in ["pull", "water_hazard"] {
        assert_eq!(table.refuses(2, hazard(card, 1)), "target_protected");
        assert_eq!(table.refuses(2, hazard(card, 0)), "target_on_green");
    }
    table.play(2, draw());
    assert_eq!(table.play(0, stroke("putt")).spot(0), "holed", "the second one");
}

/// A missed turn outlasts the shuffle: seat 0 has been handed his, seat 2 draws from the new pack,
/// and then seat 0 is skipped.
#[test]
fn a_missed_turn_stays_in_force() {
    let deal =
        Deal::new(3).hand(0, "5_iron_140").hand(1, "water_hazard").reshuffle("5_iron_140 water_hazard");
    let mut table = deal.begin();
    table.play(0, stroke("5_iron_140"));
    empty(&mut table);
    assert_eq!(table.turn(), 1, "36 cards have been drawn");
    table.play_all(&[(1, hazard("water_hazard", 0)), (2, draw())]);
    assert_eq!((table.turn(), counts(&table)), (1, [json!(1), json!(0)]));
    assert_eq!(table.spot(0), "140/60 fairway, protected");
}

/// Two players who have drawn every card without playing one; it is the turn of seat 0.
fn nothing_left(options: Options, deal: Deal) -> Table {
    let mut table = deal.begin_with(options);
    empty(&mut table);
    assert_eq!((table.turn(), counts(&table)), (0, [json!(0), json!(0)]));
    table
}

fn holes(holes: u8) -> Options {
    Options { holes, stop_when_decided: false, ..Options::default() }
}

/// Passing is legal only when there is nothing to draw; then it is, whatever could be played. When
/// every seat has passed the hole is halved: the dealer does not change.
#[test]
fn a_pass_by_every_seat_halves_the_hole() {
    let deal = Deal::new(2).hand(0, "5_iron_140").hand(1, "5_iron_160");
    let table = deal.begin();
    assert_eq!(table.refuses(0, pass()), "may_not_pass");
    let mut table = nothing_left(holes(2), deal.clone().then(&Deal::new(2)));
    assert_eq!(table.refuses(0, draw()), "nothing_to_draw");
    assert!(table.legal(0).contains(&stroke("5_iron_140").to_string()), "he could play");
    table.play(0, pass());
    assert_eq!(table.open()["results"], json!([]));
    assert_eq!(table.turn(), 1);
    assert_eq!(table.refuses(1, draw()), "nothing_to_draw");
    table.play(1, pass());
    let open = table.open();
    assert_eq!((&open["results"], &open["holes_won"]), (&json!([null]), &json!([0, 0])));
    assert_eq!([&open["hole"], &open["dealer"], &open["pack"], &open["spent"]], [2, 1, 42, 0]);
    assert_eq!(open["hand_sizes"], json!([6, 6]));
    assert_eq!(table.refuses(0, pass()), "may_not_pass");
    assert_eq!(table.turn(), 0);
    // As the last hole it ends the game.
    let mut table = nothing_left(holes(1), deal);
    table.play(0, pass()).play(1, pass());
    assert!(table.game.to_act().is_empty());
    assert_eq!(json!(table.game.places()), json!([{"place": 1, "seats": [0, 1], "score": 0}]));
    assert_eq!(table.refuses(0, pass()), "game_finished");
}

/// Every seat must have passed since the last other move: a card, or a draw once it is there.
#[test]
fn another_move_in_between_starts_the_count_anew() {
    let deal = Deal::new(2).hand(0, "5_iron_140").hand(1, "5_iron_160").reshuffle("5_iron_160");
    let mut table = nothing_left(holes(1), deal);
    table.play(0, pass()).play(1, stroke("5_iron_160"));
    assert_eq!(counts(&table), [json!(0), json!(1)]);
    assert_eq!(table.refuses(0, pass()), "may_not_pass", "a card lies there that can be shuffled");
    table.play(0, draw());
    assert!(table.all_shuffled());
    assert_eq!(counts(&table), [json!(0), json!(0)]);
    assert!(table.hand(0).contains(&"5_iron_160".to_owned()));
    assert_eq!(table.refuses(1, draw()), "nothing_to_draw");
    table.play(1, pass());
    assert_eq!(
        (table.turn(), &table.open()["results"]),
        (0, &json!([])),
        "the pass of seat 0 was before the card"
    );
    table.play(0, pass());
    assert_eq!(table.open()["results"], json!([null]));
    assert_eq!(table.spot(1), "160/40 fairway");
}

/// Three players: two passes, a card, a draw, and then all three.
#[test]
fn with_three_players_all_three_must_pass() {
    let deal = Deal::new(3).hand(2, "5_iron_140").reshuffle("5_iron_140");
    let mut table = nothing_left(holes(1), deal);
    table.play_all(&[(0, pass()), (1, pass()), (2, stroke("5_iron_140")), (0, draw())]);
    for (seat, action) in [(1, pass()), (2, pass()), (0, pass())] {
        assert_eq!((table.turn(), &table.open()["results"]), (seat, &json!([])));
        table.play(seat, action);
    }
    assert_eq!(table.open()["results"], json!([null]));
}

/// A skipped turn neither counts as a pass nor interrupts. Four players; the one card that was
/// played is drawn again by seat 3, so that nothing is left. Then seat 1 hands seat 0 a Water
/// Hazard, seat 2 draws that card, and all pass but seat 0, who is skipped. He must pass himself.
#[test]
fn a_skipped_turn_is_no_pass() {
    let deal = Deal::new(4)
        .hand(0, "5_iron_140")
        .hand(1, "water_hazard")
        .reshuffle("5_iron_140")
        .reshuffle("water_hazard");
    let mut table = deal.begin();
    table.play(0, stroke("5_iron_140"));
    empty(&mut table);
    assert_eq!((table.turn(), counts(&table)), (3, [json!(0), json!(1)]), "30 cards have been drawn");
    table.play_all(&[(3, draw()), (0, pass()), (1, hazard("water_hazard", 0)), (2, draw())]);
    assert_eq!((table.turn(), counts(&table)), (3, [json!(0), json!(0)]));
    assert_eq!(table.open()["missed_turns"], json!([1, 0, 0, 0]));
    assert!(table.all_shuffled());
    let order: [Seat; 5] = [3, 1, 2, 3, 0];
    for seat in order {
        assert_eq!((table.turn(), &table.open()["results"]), (seat, &json!([])));
        table.play(seat, pass());
    }
    assert_eq!(table.open()["results"], json!([null]));
}

/// With the pack empty and nothing lying there one may still play to the end.
#[test]
fn cards_can_be_played_when_nothing_is_left_to_draw() {
    let deal = Deal::new(2).hand(0, "4_wood_180 sunk_putt").hand(1, "5_iron_160 9_iron_40");
    let mut table = nothing_left(holes(1), deal);
    table.play(0, stroke("4_wood_180"));
    assert!(table.legal(1).contains(&draw().to_string()), "the card that lies there can be drawn");
    table.play(1, stroke("5_iron_160"));
    assert_eq!(table.play(0, stroke("sunk_putt")).spot(0), "holed");
    table.play(1, stroke("9_iron_40"));
    assert_eq!(table.open()["results"], json!([0]));
}
