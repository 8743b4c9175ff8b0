//! Components, the deal, and what passes from hole to hole.

use std::sync::Arc;

use serde_json::json;

use super::super::{NineCard, Options, state::decks};
use super::table::{Deal, FACE_DOWN, cards};
use crate::rulesets::{
    chance::{Chance, Seed},
    courses::NoCourse,
    rules::{Rules, Viewer},
};

/// Components: 3 decks for 2–5 players, 4 for 6–9, 5 for 10–13.
#[test]
fn one_more_pack_for_every_four_further_players_begun_or_whole() {
    let packs: Vec<usize> = (2..=13).map(decks).collect();
    assert_eq!(packs, [3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]);
}

/// Components: decks of 54. Of 3 × 54 = 162 cards two players get 18, and one is turned up; of
/// 5 × 54 = 270 thirteen players get 117.
#[test]
fn the_rest_of_all_packs_is_the_stock() {
    for (seats, stock) in [(2, 143), (5, 116), (6, 161), (9, 134), (10, 179), (13, 152)] {
        let table = Deal::new(seats).begin(Options::default());
        assert_eq!(table.view(Viewer::Spectator)["stock"], stock, "{seats} players");
    }
}

/// Rule 1: from the dealer's left, one card at a time, filling cells 0, 1, … 8; then the discard.
#[test]
fn cards_go_round_one_at_a_time_from_the_dealers_left() {
    let deal = Deal { dealer: 1, ..Deal::new(3) };
    let order = deal.order();
    let mut table = deal.begin(Options::default());
    // Seat 2 is on the left of seat 1; then come seats 0 and 1.
    for (seat, turn) in [(2, 0), (0, 1), (1, 2)] {
        let dealt: Vec<&String> = (0..9).map(|cell| &order[3 * cell + turn]).collect();
        assert_eq!(table.lies(seat), json!(dealt));
        assert_eq!(table.sees(seat), json!(FACE_DOWN), "face down");
    }
    let view = table.view(Viewer::Spectator);
    assert_eq!((&view["discard"], &view["dealer"]), (&json!(order[27]), &json!(1)));
    table.reveal_all();
    assert_eq!(table.game.to_act(), [2], "play begins on the dealer's left");
    assert_eq!(table.draw(2).view(Viewer::Seat(2))["drawn"], json!(order[28]), "the top of the stock");
}

/// Ruling on rule 1: the first dealer is drawn at random, before anything is shuffled.
#[test]
fn the_first_dealer_is_drawn() {
    let dealers: Vec<usize> = (0..40)
        .map(|version| {
            let mut chance = Seed::from_hex(&"5e".repeat(32)).unwrap().stream(version);
            let drawn = Seed::from_hex(&"5e".repeat(32)).unwrap().stream(version).pick(3);
            let game = NineCard::deal(&Options::default(), &Arc::new(NoCourse), 3, &mut chance);
            assert_eq!(json!(game.events[0]), json!({"type": "first_dealer", "seat": drawn}));
            assert_eq!(game.state.hole.dealer, drawn);
            drawn
        })
        .collect();
    assert!((0..3).all(|seat| dealers.contains(&seat)), "{dealers:?}");
}

/// Rule 1 and its ruling: everything is shuffled afresh, and the deal passes clockwise; 18 holes.
#[test]
fn the_deal_passes_to_the_left_eighteen_times() {
    let first = Deal { dealer: 1, ..Deal::new(3) };
    let again = (1..18).map(|hole| Deal { dealer: (1 + hole) % 3, ..Deal::new(3) }.order());
    let mut table = first.begin_with(Options { holes: 18, ..Options::default() }, again);
    for hole in 1..=18 {
        let dealer = hole % 3;
        let view = table.view(Viewer::Spectator);
        assert_eq!((&view["hole"], &view["holes"]), (&json!(hole), &json!(18)));
        assert_eq!(view["dealer"], dealer);
        assert_eq!(view["phase"], "reveal");
        assert_eq!(view["layouts"], json!([FACE_DOWN, FACE_DOWN, FACE_DOWN]));
        assert_eq!(view["hole_scores"].as_array().unwrap()[0].as_array().unwrap().len(), hole - 1);
        let order = [1, 2, 3].map(|n| (dealer + n) % 3);
        table.reveal_all();
        for cell in [1, 2, 3, 5, 6, 7] {
            assert_eq!(table.game.to_act(), [order[0]]);
            table.swap(order[0], cell).pass(order[1]).pass(order[2]);
        }
    }
    assert!(table.game.places().is_some());
    assert_eq!(table.view(Viewer::Spectator)["hole_scores"][2].as_array().unwrap().len(), 18);
}

/// Rule 1: what was discarded, swapped or removed in one hole is dealt again in the next.
#[test]
fn the_next_hole_is_announced_with_the_end_of_the_last() {
    let second = Deal { dealer: 0, ..Deal::new(2).layout(1, "AC 2C 3C 4C 5C 6C 7C 8C 9C") };
    let first = Deal::new(2).layout(0, "5H 5H 5H - - - - - -");
    let options = Options { holes: 2, clear_lines: true, ..Options::default() };
    let mut table = first.begin_with(options, [second.order()]);
    table.reveal(0, [0, 1, 2]).reveal(1, [0, 1, 2]);
    for cell in [3, 4, 5, 6, 7, 8] {
        table.swap(0, cell).pass(1);
    }
    assert_eq!(table.told_types(), ["discarded", "hole_finished", "shuffle", "hole_started"]);
    assert_eq!(table.told()[2]["order"], json!(second.order()));
    let started = json!({"type": "hole_started", "hole": 2, "dealer": 0, "first": 1, "stock": 143,
                         "discard": second.order()[18]});
    assert_eq!(table.told()[3], started);
    assert_eq!(table.lies(1), json!(cards("AC 2C 3C 4C 5C 6C 7C 8C 9C")));
    assert_eq!(table.game.to_act(), [0, 1]);
    let last = &table.view(Viewer::Spectator)["last_hole"];
    assert_eq!((&last["hole"], &last["went_out"]), (&json!(1), &json!(0)));
    assert_eq!(last["layouts"][0].as_array().unwrap()[..3], [json!(null), json!(null), json!(null)]);
}
