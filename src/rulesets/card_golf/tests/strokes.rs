//! Distance cards: how far, from where, and with which club.

use super::table::{Deal, Table, draw, hazard, stroke};

/// Two players; seat 0 holds these cards and is to play.
fn holding(length: i64, names: &str) -> Table {
    Deal::new(2).length(length).hand(0, names).begin()
}

/// What is left of a hole of 200 yards after a second card: what the ball shows, or the reason.
type Lands<'a> = (&'a str, Result<&'a str, &'a str>);

/// A hole: the first stroke must be a card of at least 80 yards.
#[test]
fn the_first_stroke_is_of_at_least_80_yards() {
    for (card, lands) in [
        ("9_iron_20", Err("first_stroke_too_short")),
        ("9_iron_40", Err("first_stroke_too_short")),
        ("9_iron_60", Err("first_stroke_too_short")),
        ("9_iron_80", Ok("80/320 fairway")),
        ("8_iron_80", Ok("80/320 fairway")),
        ("7_iron_100", Ok("100/300 fairway")),
        ("2_wood_240", Ok("240/160 fairway")),
        ("driver_260", Ok("260/140 fairway")),
    ] {
        let mut table = holding(400, card);
        assert_eq!(table.spot(0), "0/400 tee");
        match lands {
            Err(reason) => assert_eq!(table.refuses(0, stroke(card)), reason, "{card}"),
            Ok(spot) => assert_eq!(table.play(0, stroke(card)).spot(0), spot, "{card}"),
        }
    }
}

/// A hole: the shortest one allowed is 80 yards long, and its first stroke is of 80 at least too.
#[test]
fn the_shortest_hole_is_overshot_by_40_at_most() {
    for (card, lands) in [
        ("9_iron_40", Err("first_stroke_too_short")),
        ("9_iron_60", Err("first_stroke_too_short")),
        ("9_iron_80", Ok("80/0 pin_high")),
        ("7_iron_100", Ok("100/20 green")),
        ("6_iron_120", Ok("120/40 fairway")),
        ("6_iron_140", Err("too_far_beyond")),
    ] {
        let mut table = holding(80, card);
        match lands {
            Err(reason) => assert_eq!(table.refuses(0, stroke(card)), reason, "{card}"),
            Ok(spot) => assert_eq!(table.play(0, stroke(card)).spot(0), spot, "{card}"),
        }
    }
}

/// A hole: "also after it was brought back there". Then the Driver may be played again, and a
/// stroke of 60 yards may not. The stroke after that may be short.
#[test]
fn a_ball_brought_back_to_the_tee_starts_with_80_yards_again() {
    for lost in ["lost_ball", "out_of_bounds"] {
        let deal = Deal::new(2).length(400).hand(0, "driver_240 9_iron_60 driver_220").hand(1, lost);
        let mut table = deal.begin();
        table.play_all(&[(0, stroke("driver_240")), (1, hazard(lost, 0))]);
        assert_eq!(table.spot(0), "0/400 tee, protected");
        table.play(1, draw());
        assert_eq!(table.refuses(0, stroke("9_iron_60")), "first_stroke_too_short");
        table.play_all(&[(0, stroke("driver_220")), (1, draw())]);
        assert_eq!(table.spot(0), "220/180 fairway");
        assert_eq!(table.play(0, stroke("9_iron_60")).spot(0), "280/120 fairway");
    }
}

/// A hole: the Driver may be played from the tee only.
#[test]
fn the_driver_is_played_from_the_tee_only() {
    for driver in ["driver_260", "driver_240", "driver_220"] {
        let mut table = holding(500, &format!("{driver} 4_wood_180"));
        table.strokes(&["4_wood_180"]);
        assert_eq!(table.refuses(0, stroke(driver)), "driver_not_from_tee");
    }
    let mut table = holding(500, "driver_220 driver_260");
    table.strokes(&["driver_220"]);
    assert_eq!(table.refuses(0, stroke("driver_260")), "driver_not_from_tee");
}

/// A hole: with r yards left a card of d yards leaves |r − d|, beyond the hole if d > r, and is
/// illegal if that is more than 40 beyond.
#[test]
fn a_ball_may_come_to_lie_40_yards_beyond_the_hole_but_not_60() {
    for (card, lands) in [
        ("8_iron_80", Ok("80/120 fairway")),
        ("5_iron_140", Ok("140/60 fairway")),
        ("4_iron_160", Ok("160/40 fairway")),
        ("4_wood_180", Ok("180/20 green")),
        ("1_iron_200", Ok("200/0 pin_high")),
        ("3_wood_220", Ok("220/20 green")),
        ("driver_220", Ok("220/20 green")),
        ("2_wood_240", Ok("240/40 fairway")),
        ("driver_260", Err("too_far_beyond")),
    ] {
        let mut table = holding(200, card);
        match lands {
            Err(reason) => assert_eq!(table.refuses(0, stroke(card)), reason, "{card}"),
            Ok(spot) => assert_eq!(table.play(0, stroke(card)).spot(0), spot, "{card}"),
        }
    }
}

/// A hole: past the hole the direction turns round, and 40 beyond is meant as seen from the ball:
/// from 40 past the hole 80 is legal (40 short), 100 is not.
#[test]
fn past_the_hole_the_direction_turns_round() {
    let from_40: [Lands; 6] = [
        ("9_iron_20", Ok("220/20 green")),
        ("9_iron_40", Ok("200/0 pin_high")),
        ("9_iron_60", Ok("180/20 green")),
        ("9_iron_80", Ok("160/40 fairway")),
        ("8_iron_100", Err("too_far_beyond")),
        ("7_iron_120", Err("too_far_beyond")),
    ];
    let from_20: [Lands; 5] = [
        ("9_iron_20", Ok("200/0 pin_high")),
        ("9_iron_40", Ok("180/20 green")),
        ("9_iron_60", Ok("160/40 fairway")),
        ("9_iron_80", Err("too_far_beyond")),
        ("7_iron_100", Err("too_far_beyond")),
    ];
    for (first, at, second) in [("2_wood_240", 240, &from_40[..]), ("3_wood_220", 220, &from_20)] {
        for (card, lands) in second {
            let mut table = holding(200, &format!("{first} {card}"));
            table.strokes(&[first]);
            assert_eq!(table.ball(0)["at"], at, "yards from the tee");
            match lands {
                Err(reason) => assert_eq!(table.refuses(0, stroke(card)), *reason, "{at}: {card}"),
                Ok(spot) => assert_eq!(table.play(0, stroke(card)).spot(0), *spot, "{at}: {card}"),
            }
        }
    }
}

/// The same from before the hole, and from further away.
#[test]
fn before_the_hole_a_ball_goes_on_towards_it() {
    let from_40: [Lands; 5] = [
        ("9_iron_20", Ok("180/20 green")),
        ("9_iron_40", Ok("200/0 pin_high")),
        ("9_iron_60", Ok("220/20 green")),
        ("8_iron_80", Ok("240/40 fairway")),
        ("8_iron_100", Err("too_far_beyond")),
    ];
    let from_20: [Lands; 4] = [
        ("9_iron_20", Ok("200/0 pin_high")),
        ("9_iron_40", Ok("220/20 green")),
        ("9_iron_60", Ok("240/40 fairway")),
        ("8_iron_80", Err("too_far_beyond")),
    ];
    let from_120: [Lands; 5] = [
        ("7_iron_100", Ok("180/20 green")),
        ("7_iron_120", Ok("200/0 pin_high")),
        ("6_iron_140", Ok("220/20 green")),
        ("4_iron_160", Ok("240/40 fairway")),
        ("2_iron_180", Err("too_far_beyond")),
    ];
    for (first, second) in
        [("3_iron_160", &from_40[..]), ("4_wood_180", &from_20[..]), ("9_iron_80", &from_120[..])]
    {
        for (card, lands) in second {
            let mut table = holding(200, &format!("{first} {card}"));
            table.strokes(&[first]);
            match lands {
                Err(reason) => assert_eq!(table.refuses(0, stroke(card)), *reason, "{first}, {card}"),
                Ok(spot) => assert_eq!(table.play(0, stroke(card)).spot(0), *spot, "{first}, {card}"),
            }
        }
    }
}

/// A hole: to and fro across the hole, as often as the cards allow it.
#[test]
fn a_ball_may_cross_the_hole_again_and_again() {
    let mut table = holding(200, "2_wood_240 9_iron_80 8_iron_80 9_iron_60 9_iron_40");
    for (card, spot) in [
        ("2_wood_240", "240/40 fairway"),
        ("9_iron_80", "160/40 fairway"),
        ("8_iron_80", "240/40 fairway"),
        ("9_iron_60", "180/20 green"),
        ("9_iron_40", "220/20 green"),
    ] {
        assert_eq!(table.strokes(&[card]).spot(0), spot, "{card}");
    }
}

/// Hazards: from the bunker a 7, 8 or 9 Iron, from a bad bunker a 9 Iron, from the rough a 5, 6, 7,
/// 8 or 9 Iron. A stroke returns the ball to the fairway.
#[test]
fn the_lie_says_which_clubs_are_allowed() {
    let every_club = [
        "2_wood_220",
        "3_wood_220",
        "4_wood_180",
        "1_iron_180",
        "2_iron_180",
        "3_iron_180",
        "4_iron_160",
        "5_iron_160",
        "6_iron_140",
        "7_iron_120",
        "8_iron_100",
        "9_iron_80",
        "9_iron_20",
    ];
    for (lie, hazards, first_allowed) in [
        ("fairway", None, "2_wood_220"),
        ("right_rough", Some("slice"), "5_iron_160"),
        ("left_rough", Some("pull"), "5_iron_160"),
        ("bunker", Some("bunker"), "7_iron_120"),
        ("bad_bunker", Some("bad_bunker"), "9_iron_80"),
    ] {
        let first_allowed = every_club.iter().position(|card| *card == first_allowed).unwrap();
        let reasons = ["club_not_allowed_by_lie", "driver_not_from_tee"];
        for (nth, card) in every_club.iter().enumerate() {
            let names = format!("2_wood_240 {card} driver_220");
            let deal = Deal::new(2).length(480).hand(0, &names).hand(1, hazards.unwrap_or("-"));
            let mut table = deal.begin();
            table.play(0, stroke("2_wood_240"));
            table.play(1, hazards.map_or(draw(), |name| hazard(name, 0)));
            assert_eq!(table.ball(0)["lie"], lie);
            table.refuses_as(
                0,
                stroke("driver_220"),
                if lie == "fairway" { &reasons[1..] } else { &reasons },
            );
            if nth < first_allowed {
                assert_eq!(table.refuses(0, stroke(card)), "club_not_allowed_by_lie", "{lie}: {card}");
                continue;
            }
            table.play(0, stroke(card));
            let yards: i64 = card.rsplit_once('_').unwrap().1.parse().unwrap();
            let lie_after = if yards == 220 { "green" } else { "fairway" };
            assert_eq!(
                table.spot(0),
                format!("{}/{} {lie_after}", 240 + yards, 240 - yards),
                "{lie}: {card}"
            );
        }
    }
}

/// A hole: on the green is the fairway lane and 20 yards or less; out of the bunker a ball lands
/// there like any other.
#[test]
fn a_ball_out_of_the_bunker_comes_to_lie_on_the_fairway_lane() {
    for (card, spot) in
        [("9_iron_40", "180/20 green"), ("9_iron_60", "200/0 pin_high"), ("9_iron_80", "220/20 green")]
    {
        let deal = Deal::new(2).hand(0, &format!("5_iron_140 {card}")).hand(1, "bunker");
        let mut table = deal.begin();
        table.play_all(&[(0, stroke("5_iron_140")), (1, hazard("bunker", 0))]);
        assert_eq!(table.spot(0), "140/60 bunker, protected");
        assert_eq!(table.play(0, stroke(card)).spot(0), spot, "{card}");
    }
}

/// A hole, the ruling on distance cards from the green: not when pin-high.
#[test]
fn no_distance_card_is_played_when_pin_high() {
    let mut table = holding(200, "4_wood_200 9_iron_20 9_iron_40 9_iron_60 driver_220 2_iron_180");
    table.strokes(&["4_wood_200"]);
    assert_eq!(table.spot(0), "200/0 pin_high");
    assert_eq!(table.refuses(0, stroke("9_iron_20")), "pin_high");
    assert_eq!(table.refuses(0, stroke("9_iron_40")), "pin_high");
    table.refuses_as(0, stroke("9_iron_60"), &["pin_high", "too_far_beyond"]);
    table.refuses_as(0, stroke("driver_220"), &["pin_high", "too_far_beyond", "driver_not_from_tee"]);
}
