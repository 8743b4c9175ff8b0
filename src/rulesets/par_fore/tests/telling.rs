//! The events: a whole hole as a client would tell it, and who may hear what.

use serde_json::{Value, json};

use super::super::{Course, Event, Options, ParFore};
use super::deal::{Deal, stacked};
use super::table::Table;
use crate::rulesets::{
    courses::Course as _,
    rules::{Rules, Seat, Viewer},
};

fn dice(seat: Seat, dice: &[u8]) -> Value {
    json!({"type": "dice", "seat": seat, "dice": dice, "total": dice.iter().sum::<u8>()})
}

fn stroke(seat: Seat, by: &str, strokes: u8) -> Value {
    json!({"type": "stroke", "seat": seat, "by": by, "strokes": strokes})
}

fn by_card(seat: Seat, card: &str, strokes: u8) -> Value {
    json!({"type": "stroke", "seat": seat, "by": "card", "card": card, "strokes": strokes})
}

fn played(seat: Seat, ball: Seat, card: &str) -> Value {
    json!({"type": "card_played", "seat": seat, "ball": ball, "card": card})
}

fn penalty(seat: Seat, reason: &str, strokes: u8) -> Value {
    json!({"type": "penalty", "seat": seat, "reason": reason, "strokes": strokes})
}

fn moved(seat: Seat, spot: &str, lie: &str, yards: u16) -> Value {
    let to = json!({"spot": spot, "lie": lie, "suits": [], "yards": yards, "feet": null});
    json!({"type": "ball_moved", "seat": seat, "to": to})
}

fn on_fairway(seat: Seat, spot: &str, suits: &[&str], yards: u16) -> Value {
    let to = json!({"spot": spot, "lie": "fairway", "suits": suits, "yards": yards, "feet": null});
    json!({"type": "ball_moved", "seat": seat, "to": to})
}

fn on_green(seat: Seat, feet: u8) -> Value {
    let to = json!({"spot": "green", "lie": "green", "suits": [], "yards": null, "feet": feet});
    json!({"type": "ball_moved", "seat": seat, "to": to})
}

fn putt(seat: Seat, feet: u8, left: u8) -> Value {
    json!({"type": "putt", "seat": seat, "feet": feet, "left": left})
}

fn holed(seat: Seat, by: &str, strokes: u8, penalties: u8) -> Value {
    json!({"type": "holed_out", "seat": seat, "by": by, "strokes": strokes, "penalties": penalties})
}

fn draws(seat: Seat, cards: &str) -> Vec<Value> {
    cards.split(' ').map(|card| json!({"type": "draw", "seat": seat, "card": card})).collect()
}

fn started(hole: u8, par: u8, length: u16, order: &[Seat], missing: u8, centre_suit: Option<&str>) -> Value {
    json!({"type": "hole_started", "hole": hole, "par": par, "length": length, "order": order,
        "missing": missing, "centre_suit": centre_suit})
}

fn tells(table: &Table, expected: &[Value]) {
    for (told, expected) in table.told.iter().zip(expected) {
        assert_eq!(told, expected);
    }
    assert_eq!(table.told.len(), expected.len(), "{:?}", table.told);
}

/// What a viewer is told of an event while the game goes on.
fn redacted(event: &Value, viewer: Viewer) -> Value {
    let event: Event = serde_json::from_value(event.clone()).expect("events read back");
    json!(ParFore::redact(&event, viewer))
}

/// That everybody is told all of the last events but the cards that others draw, and the order of
/// the pack.
fn hides(table: &Table) {
    for event in &table.told {
        for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
            let expected = match event["type"].as_str().unwrap() {
                "shuffle" => json!({"type": "shuffle"}),
                "draw" if viewer != Viewer::Seat(event["seat"].as_u64().unwrap() as usize) => {
                    json!({"type": "draw", "seat": event["seat"], "card": "??"})
                }
                _ => event.clone(),
            };
            assert_eq!(redacted(event, viewer), expected, "{viewer:?}");
        }
    }
}

/// A game of one hole for two, from the cut to its end: a double eagle against a lost ball, doubles in
/// the sand and three putts.
#[test]
fn a_hole_for_two() {
    let pack = stacked("3H KC 5S QC 9D 4C 5D 6C JS 2H");
    let options = Options { holes: 1, ..Options::default() };
    let mut table = Table::deal(&options, &Course::shipped()[0], &["8C 8D", "3H 2D"], &pack);
    let names: Vec<String> = pack.iter().map(|card| card.to_string()).collect();
    let mut expected = vec![
        json!({"type": "cut", "cards": ["8C", "8D"]}),
        json!({"type": "cut", "cards": ["3H", "2D"]}),
        json!({"type": "shuffle", "order": names}),
        started(1, 5, 520, &[1, 0], 9, None),
    ];
    expected.extend(draws(1, "3H KC 5S QC 9D"));
    expected.extend(draws(0, "4C 5D 6C JS 2H"));
    tells(&table, &expected);
    hides(&table);
    table.roll(1, &[1, 1, 1]);
    let suits = ["hearts", "diamonds"];
    tells(&table, &[dice(1, &[1, 1, 1]), stroke(1, "tee", 1), on_fairway(1, "3", &suits, 364)]);
    table.roll(0, &[2, 3, 4]);
    tells(&table, &[dice(0, &[2, 3, 4]), stroke(0, "tee", 1), penalty(0, "lost_ball", 2)]);
    table.roll(0, &[5, 6, 5]);
    tells(&table, &[dice(0, &[5, 6, 5]), stroke(0, "tee", 2), moved(0, "16", "sand", 195)]);
    table.play(1, "3H");
    tells(&table, &[played(1, 1, "3H"), by_card(1, "3H", 2), holed(1, "double_eagle", 2, 0)]);
    table.roll(0, &[3, 3]);
    tells(&table, &[dice(0, &[3, 3]), stroke(0, "sand", 3), json!({"type": "stays_in_sand", "seat": 0})]);
    table.roll(0, &[2, 5]);
    tells(&table, &[dice(0, &[2, 5]), stroke(0, "sand", 4), on_green(0, 7)]);
    hides(&table);
    table.putt(0, &[[1, 4], [2, 2], [6, 1]]);
    let places = json!([{"place": 1, "seats": [1], "score": 2}, {"place": 2, "seats": [0], "score": 9}]);
    tells(
        &table,
        &[
            dice(0, &[1, 4]),
            stroke(0, "putt", 5),
            putt(0, 7, 5),
            dice(0, &[2, 2]),
            stroke(0, "putt", 6),
            putt(0, 5, 4),
            dice(0, &[6, 1]),
            stroke(0, "putt", 7),
            putt(0, 4, 0),
            holed(0, "putt", 7, 2),
            json!({"type": "hole_finished", "hole": 1, "strokes": [7, 2], "penalties": [2, 0],
            "scores": [9, 2], "totals": [9, 2]}),
            json!({"type": "game_finished", "totals": [9, 2], "places": places}),
        ],
    );
    hides(&table);
}

/// The neighbour's card into the water, an emptied hand, a short putt, and the next hole.
#[test]
fn a_hole_out_of_control() {
    let deal = Deal::new(3, &["2C", "KH 4D"]).pack("5C 6C 7C 8C 9C JH QH KC AS TS");
    let mut table = deal.begin();
    table.roll(0, &[1, 1, 2]);
    tells(&table, &[dice(0, &[1, 1, 2]), stroke(0, "tee", 1), moved(0, "4", "off_fairway", 255)]);
    table.roll(1, &[6, 6, 6]);
    let suits = ["hearts", "spades"];
    tells(&table, &[dice(1, &[6, 6, 6]), stroke(1, "tee", 1), on_fairway(1, "18", &suits, 84)]);
    table.play(1, "KH");
    tells(
        &table,
        &[played(1, 0, "KH"), by_card(0, "KH", 2), penalty(0, "water", 1), moved(0, "drop", "free", 108)],
    );
    hides(&table);
    table.play(0, "2C");
    let mut expected = vec![played(0, 0, "2C"), by_card(0, "2C", 3), on_green(0, 2)];
    expected.extend(draws(0, "5C 6C 7C 8C 9C"));
    tells(&table, &expected);
    hides(&table);
    table.putt(0, &[]);
    tells(&table, &[stroke(0, "putt", 4), putt(0, 2, 0), holed(0, "putt", 4, 1)]);
    table.play(0, "9C");
    tells(&table, &[played(0, 1, "9C"), by_card(1, "9C", 2), on_green(1, 9)]);
    table.putt(1, &[[4, 5]]);
    let mut expected = vec![
        dice(1, &[4, 5]),
        stroke(1, "putt", 3),
        putt(1, 9, 0),
        holed(1, "putt", 3, 0),
        json!({"type": "hole_finished", "hole": 3, "strokes": [4, 3], "penalties": [1, 0],
            "scores": [5, 3], "totals": [5, 3]}),
        started(4, 4, 410, &[1, 0], 10, None),
    ];
    expected.extend(draws(1, "JH QH KC AS"));
    expected.extend(draws(0, "TS"));
    tells(&table, &expected);
    hides(&table);
}

/// The last hole of a game alone: a lost ball, and the pack plays twice.
#[test]
fn a_hole_alone() {
    let mut table = Deal::new(9, &["2C 3C"]).pack("QS 7D").begin();
    table.roll(0, &[3, 3, 3]);
    tells(&table, &[dice(0, &[3, 3, 3]), stroke(0, "tee", 1), penalty(0, "lost_ball", 2)]);
    table.roll(0, &[1, 3, 1]);
    tells(&table, &[dice(0, &[1, 3, 1]), stroke(0, "tee", 2), moved(0, "5", "off_fairway", 281)]);
    let flipped = |card: &str| json!({"type": "flipped", "seat": 0, "card": card});
    table.flip(0);
    tells(&table, &[flipped("QS"), by_card(0, "QS", 3), moved(0, "QS", "off_fairway", 190)]);
    table.flip(0);
    tells(&table, &[flipped("7D"), by_card(0, "7D", 4), on_green(0, 7)]);
    table.putt(0, &[[1, 1]]);
    tells(
        &table,
        &[
            dice(0, &[1, 1]),
            stroke(0, "putt", 5),
            putt(0, 7, 2),
            stroke(0, "putt", 6),
            putt(0, 2, 0),
            holed(0, "putt", 6, 2),
            json!({"type": "hole_finished", "hole": 9, "strokes": [6], "penalties": [2], "scores": [8],
            "totals": [8]}),
            json!({"type": "game_finished", "totals": [8], "places": [{"place": 1, "seats": [0], "score": 8}]}),
        ],
    );
}

/// The other ways into the hole, and out of bounds.
#[test]
fn other_things_that_happen() {
    let discarded = |card: &str| json!({"type": "discarded", "seat": 0, "card": card});
    let mut table = Deal::new(2, &["AH 2C", "3C"]).begin();
    table.roll(0, &[1, 1]);
    tells(&table, &[dice(0, &[1, 1]), stroke(0, "tee", 1), discarded("AH"), holed(0, "hole_in_one", 1, 0)]);
    let mut table = Deal::new(3, &["4S 2C", "3C"]).begin();
    table.roll(0, &[6, 6, 2]).tee(1, 18).roll(0, &[4, 4]);
    tells(&table, &[dice(0, &[4, 4]), stroke(0, "sand", 2), discarded("4S"), holed(0, "sand_doubles", 2, 0)]);
    let mut table = Deal::new(3, &["8D 2C", "3C"]).begin();
    table.tee(0, 8).tee(1, 18).play(0, "8D");
    tells(&table, &[played(0, 0, "8D"), by_card(0, "8D", 2), holed(0, "matching_card", 2, 0)]);
    let mut table = Deal::new(5, &["8D 2C", "3C"]).begin();
    table.roll(0, &[2, 3, 1]);
    tells(&table, &[dice(0, &[2, 3, 1]), stroke(0, "tee", 1), penalty(0, "out_of_bounds", 2)]);
    table.roll(0, &[5, 5, 6]);
    let dropped = moved(0, "drop", "free", 154);
    tells(&table, &[dice(0, &[5, 5, 6]), stroke(0, "tee", 2), penalty(0, "water", 1), dropped]);
}
