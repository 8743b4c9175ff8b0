//! The next dealer, and the end of the game.

use serde_json::{Value, json};

use super::super::options::Options;
use super::table::{Deal, Table, draw, holing, stroke};
use crate::rulesets::rules::{Rules, Seat};

/// How the holes of a game end: the seat that holes out, or nobody alone.
type Hole = Option<Seat>;

/// The deal of a hole of 200 yards that ends so.
fn deal(seats: usize, dealer: Seat, hole: Hole) -> Deal {
    let deal = Deal::new(seats).dealer(dealer);
    let nth = |n: usize| (dealer + n) % seats;
    match hole {
        Some(seat) => deal.hand(seat, "4_wood_200 holed_out"),
        None if seats == 4 => {
            let deal = deal.hand(nth(1), "4_wood_200").hand(nth(2), "3_wood_200");
            deal.hand(nth(3), "putt").hand(dealer, "putt")
        }
        None => deal.hand(nth(1), "4_wood_200 putt").hand(nth(2), "3_wood_200 putt"),
    }
}

/// Plays a hole that was dealt so.
fn play(table: &mut Table, seats: usize, dealer: Seat, hole: Hole) {
    let turns = (1..=seats).map(|n| (dealer + n) % seats);
    let strokes = |cards: &[&str]| -> Vec<(Seat, Value)> {
        let action = |nth: usize| cards.get(nth).map_or(draw(), |card| stroke(card));
        turns.clone().enumerate().map(|(nth, seat)| (seat, action(nth))).collect()
    };
    match hole {
        Some(winner) => turns.clone().for_each(|seat| {
            table.play(seat, if seat == winner { holing("4_wood_200") } else { draw() });
        }),
        None if seats == 4 => {
            table.play_all(&strokes(&["4_wood_200", "3_wood_200", "putt", "putt"]));
        }
        None => {
            table.play_all(&strokes(&["4_wood_200", "3_wood_200"])).play_all(&strokes(&["putt", "putt"]));
        }
    }
}

/// Plays holes that end so, with these dealers, to the end of the game, which must come after the
/// last of them and not before.
fn play_all(options: Options, seats: usize, holes: &[(Seat, Hole)]) -> Table {
    let mut first = deal(seats, holes[0].0, holes[0].1);
    for &(dealer, hole) in &holes[1..] {
        first = first.then(&deal(seats, dealer, hole));
    }
    let mut table = first.begin_with(options);
    for (nth, &(dealer, hole)) in holes.iter().enumerate() {
        assert!(!table.game.to_act().is_empty(), "over before hole {}: {holes:?}", nth + 1);
        let open = table.open();
        assert_eq!([&open["hole"], &open["dealer"]], [nth + 1, dealer], "{holes:?}");
        play(&mut table, seats, dealer, hole);
    }
    assert!(table.game.to_act().is_empty(), "not over: {holes:?}");
    assert!(table.all_shuffled());
    table
}

fn all_played(holes: u8) -> Options {
    Options { holes, stop_when_decided: false, ..Options::default() }
}

fn decided(holes: u8) -> Options {
    Options { holes, stop_when_decided: true, ..Options::default() }
}

/// Next dealer — 2 or 3 players: the winner of the hole, unchanged if halved.
#[test]
fn the_winner_deals() {
    let holes = [
        (1, Some(0)),
        (0, Some(0)),
        (0, None),
        (0, Some(1)),
        (1, None),
        (1, None),
        (1, Some(1)),
        (1, Some(0)),
    ];
    let table = play_all(all_played(8), 2, &holes);
    assert_eq!(table.open()["results"], json!([0, 0, null, 1, null, null, 1, 0]));
    assert_eq!(table.open()["holes_won"], json!([3, 2]));
    let holes = [(2, Some(1)), (1, Some(0)), (0, None), (0, Some(2)), (2, Some(2)), (2, None), (2, Some(0))];
    let table = play_all(all_played(7), 3, &holes);
    assert_eq!(table.open()["results"], json!([1, 0, null, 2, 2, null, 0]));
    assert_eq!(table.open()["holes_won"], json!([2, 1, 2]));
}

/// Next dealer — 4 players: if the dealer's side won, his partner; if the other side won, the player
/// on his right; unchanged if halved. Who of the side holed out does not matter.
#[test]
fn with_partners_the_deal_goes_across_or_to_the_right() {
    for dealer in 0..4_usize {
        let (partner, right, left) = ((dealer + 2) % 4, (dealer + 3) % 4, (dealer + 1) % 4);
        for (hole, next) in [
            (Some(dealer), partner),
            (Some(partner), partner),
            (Some(left), right),
            (Some(right), right),
            (None, dealer),
        ] {
            play_all(all_played(2), 4, &[(dealer, hole), (next, None)]);
        }
    }
    let holes = [
        (3, Some(0)), // The others: on the right of 3 sits 2.
        (2, Some(0)), // His side: to the partner.
        (0, None),
        (0, Some(3)), // The others: on the right of 0 sits 3.
        (3, Some(1)), // His side.
        (1, Some(2)), // The others.
    ];
    let table = play_all(all_played(6), 4, &holes);
    assert_eq!(table.open()["results"], json!([0, 0, null, 1, 1, 0]));
    assert_eq!(table.open()["holes_won"], json!([3, 2]));
    assert_eq!(table.game.scores(), [3, 2, 3, 2]);
}

/// End: the player who won most holes wins; equal numbers share the place.
#[test]
fn most_holes_won_is_the_best_place() {
    let place =
        |place: usize, seats: &[Seat], score: i32| json!({"place": place, "seats": seats, "score": score});
    for (seats, holes, scores, places) in [
        (2, vec![(1, Some(1))], vec![0, 1], json!([place(1, &[1], 1), place(2, &[0], 0)])),
        (2, vec![(1, None)], vec![0, 0], json!([place(1, &[0, 1], 0)])),
        (2, vec![(1, Some(1)), (1, Some(0))], vec![1, 1], json!([place(1, &[0, 1], 1)])),
        (3, vec![(2, Some(1))], vec![0, 1, 0], json!([place(1, &[1], 1), place(2, &[0, 2], 0)])),
        (
            3,
            vec![(2, Some(1)), (1, Some(0))],
            vec![1, 1, 0],
            json!([place(1, &[0, 1], 1), place(3, &[2], 0)]),
        ),
        (
            3,
            vec![(2, Some(2)), (2, Some(2)), (2, Some(0))],
            vec![1, 0, 2],
            json!([place(1, &[2], 2), place(2, &[0], 1), place(3, &[1], 0)]),
        ),
        (3, vec![(0, None), (0, None)], vec![0, 0, 0], json!([place(1, &[0, 1, 2], 0)])),
        (4, vec![(3, Some(1))], vec![0, 1, 0, 1], json!([place(1, &[1, 3], 1), place(2, &[0, 2], 0)])),
        (4, vec![(3, Some(2))], vec![1, 0, 1, 0], json!([place(1, &[0, 2], 1), place(2, &[1, 3], 0)])),
        (4, vec![(3, None)], vec![0, 0, 0, 0], json!([place(1, &[0, 1, 2, 3], 0)])),
        (4, vec![(3, Some(2)), (2, Some(3))], vec![1, 1, 1, 1], json!([place(1, &[0, 1, 2, 3], 1)])),
    ] {
        let table = play_all(all_played(holes.len() as u8), seats, &holes);
        assert_eq!(table.game.scores(), scores, "{holes:?}");
        assert_eq!(json!(table.game.places()), places, "{holes:?}");
    }
}

/// End: with `stop_when_decided` the game ends once the leader's lead is greater than the holes
/// left. Each of these games ends with the hole listed last, of so many.
#[test]
fn a_decided_game_stops() {
    for (holes, seats, played, why) in [
        (2, 2, vec![(1, Some(0)), (0, Some(0))], "1 up with 1 to go can be drawn"),
        (3, 2, vec![(1, Some(0)), (0, Some(0))], "2 up with 1 to go"),
        (3, 2, vec![(1, Some(0)), (0, None), (0, Some(1))], "1 up with 1 to go"),
        (3, 2, vec![(1, None), (1, None), (1, None)], "all square"),
        (4, 2, vec![(1, Some(0)), (0, Some(0)), (0, None)], "2 up with 2 to go, and then with 1"),
        (4, 2, vec![(1, Some(0)), (0, Some(0)), (0, Some(0))], "2 up with 2 to go, then 3 with 1"),
        (5, 2, vec![(1, Some(0)), (0, Some(0)), (0, Some(0))], "3 up with 2 to go"),
        (5, 2, vec![(1, None), (1, Some(1)), (1, None), (1, Some(1))], "2 up with 1 to go"),
        (3, 3, vec![(2, Some(0)), (0, Some(0))], "2 : 0 : 0 with 1 to go"),
        (4, 3, vec![(2, Some(0)), (0, Some(1)), (1, Some(0)), (0, Some(2))], "2 : 1 : 0 with 1 to go"),
        (3, 3, vec![(2, Some(0)), (0, Some(1)), (1, Some(2))], "each may win"),
        (3, 4, vec![(3, Some(0)), (2, Some(2))], "2 up with 1 to go"),
        (2, 4, vec![(3, Some(0)), (2, Some(1))], "1 up with 1 to go"),
    ] {
        let table = play_all(decided(holes), seats, &played);
        assert_eq!(table.open()["results"].as_array().unwrap().len(), played.len(), "{why}");
        assert!(table.game.places().is_some(), "{why}");
        assert_eq!(table.open()["holes"], holes, "{why}");
    }
}

/// End: eighteen holes, of which ten won in a row decide; without the option all are played.
#[test]
fn ten_in_a_row_win_a_round_of_eighteen() {
    let won = |holes: usize| -> Vec<(Seat, Hole)> {
        (0..holes).map(|hole| (usize::from(hole == 0), Some(0))).collect()
    };
    let table = play_all(decided(18), 2, &won(10));
    assert_eq!(table.game.scores(), [10, 0]);
    let table = play_all(all_played(18), 2, &won(18));
    assert_eq!(table.game.scores(), [18, 0]);
    assert_eq!(Options::default(), Options { course: "st_andrews".into(), ..decided(18) });
}

/// While the game goes on there are no places, but there are scores.
#[test]
fn scores_are_known_before_the_end() {
    let mut table = deal(2, 1, Some(0)).then(&deal(2, 0, Some(0))).begin_with(decided(2));
    play(&mut table, 2, 1, Some(0));
    assert_eq!((table.game.scores(), table.game.places()), (vec![1, 0], None));
    play(&mut table, 2, 0, Some(0));
    assert!(table.game.places().is_some());
    assert_eq!(table.game.scores(), [2, 0]);
}
