//! Whole sets of legal moves.

use serde_json::Value;

use super::table::{Deal, Table, draw, hazard, holing, one_hole, pass, sorted, stroke};

/// That these are the legal moves of `seat`, and there are no others.
fn may(table: &Table, seat: usize, moves: &[Value]) {
    assert_eq!(table.legal(seat), sorted(moves.iter().cloned()));
}

/// From the tee of a hole of 200 yards: 80 to 240 yards, the Driver as well; Holed-Out with exactly
/// 200. Nobody has left the tee, so there is nobody for the Bunker. Equal cards are one move.
#[test]
fn from_the_tee() {
    let table = Deal::new(2).hand(0, "driver_240 driver_260 4_wood_200 holed_out 9_iron_60 bunker").begin();
    let strokes = [stroke("driver_240"), stroke("4_wood_200"), holing("4_wood_200"), draw()];
    may(&table, 0, &strokes);
    may(&table, 1, &[]);
    let table = Deal::new(2).hand(0, "2_iron_180 2_iron_180 putt sunk_putt missed_putt holed_out").begin();
    may(&table, 0, &[stroke("2_iron_180"), draw()]);
}

/// After one stroke and what seat 1 does then, on a hole of 200 yards. The hands are whole.
#[test]
fn from_every_lie() {
    for (first, hazards, names, moves) in [
        // 60 yards to go: 20 to 100, and no Driver.
        (
            "5_iron_140",
            None,
            "9_iron_60 holed_out 4_iron_140 8_iron_100 9_iron_20",
            vec![stroke("9_iron_60"), holing("9_iron_60"), stroke("8_iron_100"), stroke("9_iron_20"), draw()],
        ),
        // The same from the rough, where a 9 Iron is allowed, …
        (
            "5_iron_140",
            Some("pull"),
            "9_iron_60 holed_out putt 8_iron_100 7_iron_120",
            vec![stroke("9_iron_60"), holing("9_iron_60"), stroke("8_iron_100"), draw()],
        ),
        // … from a bad bunker, where it must be one, …
        (
            "5_iron_140",
            Some("bad_bunker"),
            "9_iron_60 9_iron_80 8_iron_80 holed_out sunk_putt",
            vec![stroke("9_iron_60"), holing("9_iron_60"), stroke("9_iron_80"), draw()],
        ),
        // … and from a bunker 40 beyond.
        (
            "2_wood_240",
            Some("bunker"),
            "9_iron_40 holed_out 8_iron_80 7_iron_100 putt",
            vec![stroke("9_iron_40"), holing("9_iron_40"), stroke("8_iron_80"), draw()],
        ),
        // From the rough with 120 yards to go: 80 to 160 with a 5 to 9 Iron.
        (
            "8_iron_80",
            Some("slice"),
            "4_iron_160 5_iron_160 6_iron_140 7_iron_120 holed_out",
            vec![
                stroke("5_iron_160"),
                stroke("6_iron_140"),
                stroke("7_iron_120"),
                holing("7_iron_120"),
                draw(),
            ],
        ),
        // On the green: not Holed-Out, as it is too near.
        (
            "4_wood_180",
            None,
            "putt putt sunk_putt 9_iron_20 holed_out",
            vec![stroke("putt"), stroke("sunk_putt"), stroke("9_iron_20"), draw()],
        ),
        (
            "3_wood_220",
            None,
            "putt 9_iron_40 9_iron_60 9_iron_80 holed_out",
            vec![stroke("putt"), stroke("9_iron_40"), stroke("9_iron_60"), draw()],
        ),
        // Pin-high.
        (
            "4_wood_200",
            None,
            "putt putt sunk_putt 9_iron_20 holed_out",
            vec![stroke("putt"), stroke("sunk_putt"), draw()],
        ),
    ] {
        let deal = Deal::new(2).hand(0, &format!("{first} {names}")).hand(1, hazards.unwrap_or("-"));
        let mut table = deal.begin();
        table.play(0, stroke(first)).play(1, hazards.map_or(draw(), |name| hazard(name, 0)));
        may(&table, 0, &moves);
    }
}

/// Hazards with three players: seat 1 on the fairway, seat 2 on the green, at first without a
/// standing Putt and then with one, seat 0 still on the tee.
#[test]
fn hazards_on_two_opponents() {
    let deal = Deal::new(3)
        .dealer(0)
        .hand(0, "lost_ball bunker bunker missed_putt water_hazard holed_out")
        .hand(1, "5_iron_140")
        .hand(2, "4_wood_180 putt")
        .pack("putt");
    let mut table = deal.begin();
    table.play(1, stroke("5_iron_140")).play(2, stroke("4_wood_180"));
    let on_one = [hazard("lost_ball", 1), hazard("bunker", 1), hazard("water_hazard", 1), draw()];
    may(&table, 0, &on_one);
    table.play(0, draw()).play(1, draw()).play(2, stroke("putt"));
    let mut on_both = on_one.to_vec();
    on_both.push(hazard("missed_putt", 2));
    may(&table, 0, &on_both);
    // What lies in the bunker now is protected.
    table.play(0, hazard("bunker", 1)).play(1, draw()).play(2, draw());
    may(&table, 0, &[hazard("missed_putt", 2), draw()]);
}

/// Hazards with partners: either of the other side.
#[test]
fn hazards_on_either_partner() {
    let deal = Deal::new(4)
        .dealer(0)
        .hand(0, "bunker missed_putt 4_wood_200 driver_260 9_iron_80 putt")
        .hand(1, "5_iron_140");
    let mut table = deal.begin();
    table.play(1, stroke("5_iron_140")).draw_until(0);
    let moves = [hazard("bunker", 1), hazard("bunker", 3), stroke("4_wood_200"), stroke("9_iron_80"), draw()];
    may(&table, 0, &moves);
}

/// Hazards on a standing Putt of a side: Missed Putt to either partner.
#[test]
fn missed_putt_for_either_partner() {
    let deal = Deal::new(4)
        .hand(0, "4_wood_180")
        .hand(1, "missed_putt pull slice 9_iron_20 8_iron_80 holed_out")
        .hand(2, "putt")
        .pack("9_iron_40");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("4_wood_180")), (1, draw()), (2, stroke("putt")), (3, draw()), (0, draw())]);
    may(&table, 1, &[hazard("missed_putt", 0), hazard("missed_putt", 2), stroke("8_iron_80"), draw()]);
}

/// The partner of a side that has holed out, in the last round: hazards and a draw.
#[test]
fn the_partner_of_a_side_that_is_in() {
    let deal = Deal::new(4)
        .dealer(0)
        .hand(1, "5_iron_140")
        .hand(2, "4_wood_200 holed_out")
        .hand(0, "bunker putt 9_iron_20 8_iron_80 sunk_putt driver_260");
    let mut table = deal.begin();
    table.play_all(&[(1, stroke("5_iron_140")), (2, holing("4_wood_200")), (3, draw())]);
    may(&table, 0, &[hazard("bunker", 1), hazard("bunker", 3), draw()]);
}

/// Nothing is left to draw: a pass stands in the place of the draw. On a hole of 80 yards only cards
/// of 80 to 120 can be played from the tee; all others are somewhere in the two hands of 27 cards.
#[test]
fn with_nothing_to_draw() {
    let deal = Deal::new(2)
        .length(80)
        .hand(0, "8_iron_80")
        .hand(1, "7_iron_120 6_iron_120 7_iron_100 8_iron_100 9_iron_80 holed_out");
    let mut table = deal.begin_with(one_hole());
    for turn in 0..42 {
        table.play(turn % 2, draw());
    }
    may(&table, 0, &[stroke("8_iron_80"), pass()]);
    table.play(0, pass());
    let moves = [
        stroke("7_iron_120"),
        stroke("6_iron_120"),
        stroke("7_iron_100"),
        stroke("8_iron_100"),
        stroke("9_iron_80"),
        holing("9_iron_80"),
        pass(),
    ];
    may(&table, 1, &moves);
}
