//! The end of a hole: who still has his turn, and who has won.

use serde_json::{Value, json};

use super::super::options::Options;
use super::table::{Deal, Table, draw, hazard, holing, stroke};
use crate::rulesets::rules::{Rules, Seat};

/// Plays a hole and says how it ended; it must end with the last of the moves and not before.
fn ends(table: &mut Table, moves: &[(Seat, Value)]) -> Value {
    let (last, before) = moves.split_last().unwrap();
    table.play_all(before);
    assert_eq!(table.open()["results"], json!([]), "too early: {moves:?}");
    assert!(!table.game.to_act().is_empty());
    table.play(last.0, last.1.clone());
    assert!(table.game.to_act().is_empty(), "too late: {moves:?}");
    table.open()["results"].clone()
}

/// Holing out: when a player holes out, play goes on until the dealer has had his turn. The one
/// who has holed out wins.
#[test]
fn play_goes_on_until_the_dealer_has_had_his_turn() {
    let ace = || holing("4_wood_200");
    for (seats, dealer, by, moves) in [
        (2, 1, 0, vec![(0, ace()), (1, draw())]),
        (2, 1, 1, vec![(0, draw()), (1, ace())]),
        (2, 0, 1, vec![(1, ace()), (0, draw())]),
        (3, 2, 0, vec![(0, ace()), (1, draw()), (2, draw())]),
        (3, 2, 1, vec![(0, draw()), (1, ace()), (2, draw())]),
        (3, 2, 2, vec![(0, draw()), (1, draw()), (2, ace())]),
        (3, 0, 2, vec![(1, draw()), (2, ace()), (0, draw())]),
        (4, 3, 0, vec![(0, ace()), (1, draw()), (2, draw()), (3, draw())]),
        (4, 3, 2, vec![(0, draw()), (1, draw()), (2, ace()), (3, draw())]),
        (4, 3, 3, vec![(0, draw()), (1, draw()), (2, draw()), (3, ace())]),
        (4, 1, 3, vec![(2, draw()), (3, ace()), (0, draw()), (1, draw())]),
    ] {
        let mut table = Deal::new(seats).dealer(dealer).hand(by, "4_wood_200 holed_out").begin();
        let side = if seats == 4 { by % 2 } else { by };
        assert_eq!(ends(&mut table, &moves), json!([side]), "{seats} players, {dealer} deals, {by} is in");
        let won: Vec<i32> = (0..seats)
            .map(|seat| i32::from(if seats == 4 { seat % 2 == by % 2 } else { seat == by }))
            .collect();
        assert_eq!(table.game.scores(), won);
    }
}

/// Holing out: more than one in: halved, whether or not a third one is in too. The others may hole
/// out in the last round.
#[test]
fn more_than_one_in_is_halved() {
    let deal = Deal::new(2).hand(0, "4_wood_200 putt").hand(1, "3_wood_200 sunk_putt");
    let moves =
        [(0, stroke("4_wood_200")), (1, stroke("3_wood_200")), (0, stroke("putt")), (1, stroke("sunk_putt"))];
    let mut table = deal.begin();
    assert_eq!(ends(&mut table, &moves), json!([null]));
    assert_eq!(table.open()["holes_won"], json!([0, 0]));
    assert_eq!(table.game.scores(), [0, 0]);

    let deal = Deal::new(3).hand(0, "4_wood_200 holed_out").hand(2, "3_wood_200 putt");
    let mut table = deal.begin();
    let moves = [
        (0, draw()),
        (1, draw()),
        (2, stroke("3_wood_200")),
        (0, holing("4_wood_200")),
        (1, draw()),
        (2, stroke("putt")),
    ];
    assert_eq!(ends(&mut table, &moves), json!([null]), "seat 1 is not in");
    assert_eq!(table.game.scores(), [0, 0, 0]);

    let deal = Deal::new(3).hand(0, "4_wood_200 putt").hand(1, "3_wood_200 putt").hand(2, "1_iron_200 putt");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("4_wood_200")), (1, stroke("3_wood_200")), (2, stroke("1_iron_200"))]);
    let moves = [(0, stroke("putt")), (1, stroke("putt")), (2, stroke("putt"))];
    assert_eq!(ends(&mut table, &moves), json!([null]), "all three");
}

/// Holing out: a missed turn counts as had, the dealer's too: then the hole ends without him.
#[test]
fn a_missed_turn_of_the_dealer_ends_the_hole() {
    // The dealer was handed it before seat 1 holes out, …
    let deal =
        Deal::new(3).hand(0, "water_hazard").hand(1, "4_wood_200 holed_out").hand(2, "3_iron_160 putt");
    let mut table = deal.begin();
    let moves = [
        (0, draw()),
        (1, draw()),
        (2, stroke("3_iron_160")),
        (0, hazard("water_hazard", 2)),
        (1, holing("4_wood_200")),
    ];
    assert_eq!(ends(&mut table, &moves), json!([1]));
    // … or in the last round.
    let deal =
        Deal::new(3).hand(0, "4_wood_200 holed_out").hand(1, "water_hazard").hand(2, "3_iron_160 putt");
    let mut table = deal.begin();
    let moves = [
        (0, draw()),
        (1, draw()),
        (2, stroke("3_iron_160")),
        (0, holing("4_wood_200")),
        (1, hazard("water_hazard", 2)),
    ];
    assert_eq!(ends(&mut table, &moves), json!([0]));
    // The one before the dealer is skipped, and then the dealer too.
    let deal = Deal::new(4)
        .hand(0, "5_iron_140 out_of_bounds")
        .hand(1, "3_iron_160 4_wood_200 holed_out")
        .hand(3, "water_hazard");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("5_iron_140")), (1, stroke("3_iron_160")), (2, draw())]);
    let moves = [(3, hazard("water_hazard", 2)), (0, hazard("out_of_bounds", 3)), (1, holing("4_wood_200"))];
    assert_eq!(ends(&mut table, &moves), json!([1]));
    // Without anybody in, a skipped dealer ends nothing.
    let mut table = Deal::new(3).hand(0, "lost_ball").hand(2, "3_iron_160").begin();
    table.play_all(&[
        (0, draw()),
        (1, draw()),
        (2, stroke("3_iron_160")),
        (0, hazard("lost_ball", 2)),
        (1, draw()),
    ]);
    assert_eq!(table.turn(), 0);
}

/// A missed turn that is over does not take the dealer's last turn from him: seat 0 hands it over,
/// moves again at once, and holes out.
#[test]
fn a_dealer_who_has_missed_his_turn_before_has_the_last_one() {
    let deal = Deal::new(2).hand(0, "water_hazard 4_wood_200 holed_out").hand(1, "3_iron_160 9_iron_40");
    let mut table = deal.begin();
    let moves = [
        (0, draw()),
        (1, stroke("3_iron_160")),
        (0, hazard("water_hazard", 1)),
        (0, holing("4_wood_200")),
        (1, stroke("9_iron_40")),
    ];
    assert_eq!(ends(&mut table, &moves), json!([0]));
}

/// Rulings on the last round: hazards are legal; who is handed a missed turn loses his last stroke.
#[test]
fn hazards_are_legal_in_the_last_round() {
    let deal = Deal::new(3)
        .hand(0, "4_wood_200 holed_out")
        .hand(1, "lost_ball bunker")
        .hand(2, "3_iron_160 9_iron_40");
    let mut table = deal.begin();
    table.play_all(&[(0, draw()), (1, draw()), (2, stroke("3_iron_160")), (0, holing("4_wood_200"))]);
    assert_eq!(table.refuses(1, hazard("bunker", 0)), "target_holed_out");
    let mut other = table.clone();
    assert_eq!(ends(&mut table, &[(1, hazard("lost_ball", 2))]), json!([0]), "the dealer is skipped");
    other.play(1, hazard("bunker", 2));
    assert_eq!(other.spot(2), "160/40 bunker, protected");
    assert_eq!(ends(&mut other, &[(2, stroke("9_iron_40"))]), json!([0]), "and pin-high is not in");
}

/// Ruling on the last round: when all balls are in, the hole ends at once.
#[test]
fn all_balls_in_end_the_hole_at_once() {
    let deal =
        Deal::new(4).hand(0, "4_wood_200 putt").hand(1, "3_wood_200 putt").hand(2, "putt").hand(3, "putt");
    let mut table = deal.begin();
    let moves = [
        (0, stroke("4_wood_200")),
        (1, stroke("3_wood_200")),
        (2, draw()),
        (3, draw()),
        (0, stroke("putt")),
        (1, stroke("putt")),
    ];
    assert_eq!(ends(&mut table, &moves), json!([null]), "without seats 2 and 3");
    let mut table = deal.begin();
    let moves =
        [(0, stroke("4_wood_200")), (1, stroke("3_wood_200")), (2, stroke("putt")), (3, stroke("putt"))];
    assert_eq!(ends(&mut table, &moves), json!([null]));
    let deal = Deal::new(4).hand(1, "4_wood_200 putt").hand(2, "3_wood_200 putt").hand(3, "putt");
    let mut table = deal.begin();
    table.play_all(&[(0, draw()), (1, stroke("4_wood_200")), (2, stroke("3_wood_200")), (3, draw())]);
    let moves = [(0, draw()), (1, stroke("putt")), (2, stroke("putt"))];
    assert_eq!(ends(&mut table, &moves), json!([null]), "without the dealer, whose side was in first");
}

/// End: after the last hole nobody is to act, and nothing can be played.
#[test]
fn nothing_is_left_to_play_after_the_end() {
    let mut table = Deal::new(2).hand(0, "4_wood_200 holed_out putt").begin();
    table.play_all(&[(0, holing("4_wood_200")), (1, draw())]);
    assert_eq!(table.spot(0), "holed");
    for seat in 0..2 {
        assert!(table.game.legal_moves(seat).is_empty());
        for action in [draw(), stroke("putt")] {
            assert_eq!(table.refuses(seat, action), "game_finished");
        }
    }
    let places = json!([{"place": 1, "seats": [0], "score": 1}, {"place": 2, "seats": [1], "score": 0}]);
    assert_eq!(json!(table.game.places()), places);
    assert_eq!(table.open()["holes_won"], json!([1, 0]));
}

/// A hole: for the next one the whole pack is shuffled, hands and played cards are gone, the balls
/// are back on the tee, and no turn is missed.
#[test]
fn the_next_hole_starts_afresh() {
    let first = Deal::new(3)
        .lengths(&[200, 420])
        .hand(0, "4_iron_160 water_hazard 9_iron_20 putt")
        .hand(1, "3_iron_160")
        .hand(2, "4_wood_200 holed_out");
    let second = Deal::new(3).dealer(2).hand(0, "4_iron_160 putt holed_out - - 9_iron_20");
    let mut table = first.then(&second).begin_with(Options { holes: 2, ..Options::default() });
    table.play_all(&[(0, stroke("4_iron_160")), (1, stroke("3_iron_160")), (2, draw())]);
    table.play_all(&[(0, stroke("9_iron_20")), (1, draw()), (2, draw()), (0, stroke("putt"))]);
    table.play_all(&[(1, draw()), (2, holing("4_wood_200"))]);
    assert!(table.all_shuffled());
    let open = table.open();
    assert_eq!(
        [&open["hole"], &open["length"], &open["dealer"], &open["pack"], &open["spent"]],
        [2, 420, 2, 36, 0]
    );
    assert_eq!(open["played"], json!([[], [], []]));
    assert_eq!((&open["results"], &open["holes_won"]), (&json!([2]), &json!([0, 0, 1])));
    for side in 0..3 {
        assert_eq!(table.spot(side), "0/420 tee");
    }
    let mut expected: Vec<String> = second.order().into_iter().step_by(3).take(6).collect();
    expected.sort();
    assert_eq!(table.hand(0), expected);
    assert!(expected.contains(&"holed_out".to_owned()));
    assert_eq!(table.turn(), 0);
}
