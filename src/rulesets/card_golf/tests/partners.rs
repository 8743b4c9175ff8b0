//! Four players: seats 0 and 2 against 1 and 3, one ball a side.

use serde_json::json;

use super::table::{Deal, draw, hazard, holing, pass, stroke};
use crate::rulesets::rules::{Rules, Seat, Viewer};

/// Components: partners play the same ball, each from his own hand.
#[test]
fn partners_play_one_ball() {
    let deal = Deal::new(4)
        .length(400)
        .hand(0, "2_wood_240 9_iron_20")
        .hand(1, "5_iron_160 putt putt putt putt putt")
        .hand(2, "4_iron_140 driver_260 putt putt putt putt")
        .hand(3, "2_wood_220");
    let mut table = deal.begin();
    table.play(0, stroke("2_wood_240")).play(1, stroke("5_iron_160"));
    assert_eq!((table.spot(0), table.spot(1)), ("240/160 fairway".into(), "160/240 fairway".into()));
    assert_eq!(table.refuses(2, stroke("9_iron_20")), "card_not_in_hand", "his partner has it");
    assert_eq!(table.refuses(2, stroke("driver_260")), "driver_not_from_tee", "his partner teed off");
    table.play(2, stroke("4_iron_140")).play(3, stroke("2_wood_220"));
    assert_eq!((table.spot(0), table.spot(1)), ("380/20 green".into(), "380/20 green".into()));
    assert_eq!(table.play(0, stroke("9_iron_20")).spot(0), "400/0 pin_high");
    table.play(1, stroke("putt"));
    let open = table.open();
    let played = json!([["2_wood_240", "9_iron_20"], ["5_iron_160", "putt"], ["4_iron_140"], ["2_wood_220"]]);
    assert_eq!(open["played"], played, "each plays his cards before him");
    assert_eq!(table.play(2, stroke("putt")).spot(0), "holed");
}

/// Components: hands are separate. A partner's is hidden like an opponent's.
#[test]
fn a_partners_hand_is_hidden() {
    let mut table = Deal::new(4).begin();
    table.play(0, draw());
    for seat in 0..4 {
        let view = json!(table.game.view(Viewer::Seat(seat)));
        assert_eq!(view["hand"].as_array().unwrap().len(), if seat == 0 { 7 } else { 6 });
        let mut shared = view.clone();
        shared["hand"] = json!(null);
        assert_eq!(shared, table.open(), "but for his hand he sees what everybody sees");
    }
    assert_eq!(table.open()["hand_sizes"], json!([7, 6, 6, 6]));
}

/// Ruling: two Putts on different turns may be those of both partners; and Missed Putt may be handed
/// to either partner, whoever putted.
#[test]
fn partners_putt_in_turn() {
    let deal = Deal::new(4).hand(0, "4_wood_180 putt putt").hand(1, "missed_putt").hand(2, "putt putt");
    let mut begun = deal.begin();
    begun.play(0, stroke("4_wood_180")).draw_until(2).play(2, stroke("putt"));
    assert_eq!(begun.spot(0), "180/20 green, putt");
    let mut table = begun.clone();
    table.play(3, draw());
    assert_eq!(table.play(0, stroke("putt")).spot(0), "holed");
    for target in [0, 2] {
        let mut table = begun.clone();
        table.play(3, draw()).play(0, draw()).play(1, hazard("missed_putt", target));
        assert_eq!(table.spot(0), "180/20 green, protected");
        assert_eq!(
            table.open()["played"][target as usize].as_array().unwrap().last(),
            Some(&json!("missed_putt"))
        );
        assert_eq!(table.play(2, stroke("putt")).spot(0), "180/20 green, putt");
    }
}

/// Ruling: the protection belongs to the ball, whichever partner was handed the card; a stroke of
/// either partner ends it.
#[test]
fn the_protection_belongs_to_the_ball() {
    for (first, second) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
        let deal = Deal::new(4)
            .length(500)
            .hand(0, "5_iron_140")
            .hand(1, "slice pull")
            .hand(2, "5_iron_160")
            .hand(3, "bunker bad_bunker");
        let mut table = deal.begin();
        table.play(0, stroke("5_iron_140")).play(1, hazard("slice", first)).play(2, draw());
        assert_eq!(table.spot(0), "140/360 right_rough, protected");
        assert_eq!(table.refuses(3, hazard("bunker", second)), "target_protected", "{first}, {second}");
        table.play(3, draw()).play(0, draw());
        assert_eq!(table.refuses(1, hazard("pull", second)), "target_protected", "{first}, {second}");
        table.play(1, draw()).play(2, stroke("5_iron_160"));
        assert_eq!(table.spot(0), "300/200 fairway");
        assert_eq!(table.play(3, hazard("bunker", second)).spot(0), "300/200 bunker, protected");
    }
}

/// The lie is the ball's: the partner is bound to its clubs too.
#[test]
fn the_lie_binds_both_partners() {
    let deal = Deal::new(4)
        .length(500)
        .hand(0, "5_iron_140")
        .hand(1, "bunker")
        .hand(2, "6_iron_140 putt 7_iron_120")
        .hand(3, "water_hazard");
    let mut table = deal.begin();
    table.play(0, stroke("5_iron_140")).play(1, hazard("bunker", 0));
    assert_eq!(table.refuses(2, stroke("6_iron_140")), "club_not_allowed_by_lie");
    assert_eq!(table.play(2, stroke("7_iron_120")).spot(0), "260/240 fairway");
}

/// Ruling: the missed turn is that of the player who was handed the card; his partner plays.
#[test]
fn the_missed_turn_is_the_players() {
    for (target, order) in [(0, [2, 3, 1, 2, 3, 0]), (2, [3, 0, 1, 2, 3, 0])] {
        for card in ["water_hazard", "lost_ball", "out_of_bounds"] {
            let deal = Deal::new(4).hand(0, "5_iron_140").hand(1, card);
            let mut table = deal.begin();
            table.play(0, stroke("5_iron_140")).play(1, hazard(card, target));
            for seat in order {
                assert_eq!(table.turn(), seat, "{card} for {target}");
                table.play(seat, draw());
            }
        }
    }
}

/// Ruling: the stroke that is cancelled is the ball's last one, whichever partner played it, and
/// whichever was handed the card.
#[test]
fn the_balls_last_stroke_is_cancelled() {
    for (target, missed) in [(0, json!([0, 0, 0, 0])), (2, json!([0, 0, 1, 0]))] {
        let deal = Deal::new(4).length(500).hand(0, "2_wood_240").hand(2, "7_iron_120").hand(3, "lost_ball");
        let mut table = deal.begin();
        table.play_all(&[(0, stroke("2_wood_240")), (1, draw()), (2, stroke("7_iron_120"))]);
        assert_eq!(table.spot(0), "360/140 fairway");
        table.play(3, hazard("lost_ball", target));
        assert_eq!(table.spot(0), "240/260 fairway, protected");
        // Seat 0 would have been next, so that his missed turn is over already.
        assert_eq!((table.turn(), &table.open()["missed_turns"]), (if target == 0 { 1 } else { 0 }, &missed));
    }
    // The last stroke of seat 2, to whom the card is handed, was not the ball's last one.
    let deal = Deal::new(4)
        .length(500)
        .hand(0, "8_iron_80 9_iron_60")
        .hand(1, "out_of_bounds")
        .hand(2, "7_iron_120");
    let mut table = deal.begin();
    table.play_all(&[(0, stroke("8_iron_80")), (1, draw()), (2, stroke("7_iron_120")), (3, draw())]);
    table.play_all(&[(0, stroke("9_iron_60")), (1, hazard("out_of_bounds", 2))]);
    assert_eq!((table.spot(0), table.turn()), ("200/300 fairway, protected".into(), 3));
}

/// A stroke that one partner has lost on the tee is to be played again by whoever is next.
#[test]
fn a_partner_tees_off_again() {
    let deal = Deal::new(4)
        .length(500)
        .hand(0, "2_wood_240")
        .hand(1, "lost_ball")
        .hand(2, "9_iron_60 driver_260")
        .hand(3, "slice");
    let mut table = deal.begin();
    table.play(0, stroke("2_wood_240")).play(1, hazard("lost_ball", 0));
    assert_eq!(table.spot(0), "0/500 tee, protected");
    assert_eq!(table.refuses(2, stroke("9_iron_60")), "first_stroke_too_short");
    assert_eq!(table.play(2, stroke("driver_260")).spot(0), "260/240 fairway");
    assert_eq!(table.play(3, hazard("slice", 2)).spot(0), "260/240 right_rough, protected");
}

/// Hazards are for opponents: either of them, but neither the partner nor oneself.
#[test]
fn a_hazard_is_for_either_opponent_and_not_for_the_partner() {
    for target in [1, 3] {
        let deal = Deal::new(4).hand(0, "5_iron_140 bunker").hand(1, "5_iron_160");
        let mut table = deal.begin();
        table.play(0, stroke("5_iron_140")).play(1, stroke("5_iron_160")).draw_until(0);
        for own in [0, 2] {
            assert_eq!(table.refuses(0, hazard("bunker", own)), "not_an_opponent");
        }
        for none in [4, 5, -1, -3] {
            assert_eq!(table.refuses(0, hazard("bunker", none)), "no_such_seat");
        }
        table.play(0, hazard("bunker", target));
        assert_eq!(
            (table.spot(0), table.spot(1)),
            ("140/60 fairway".into(), "160/40 bunker, protected".into())
        );
        let cards: Vec<bool> = [0, 1, 2, 3].map(|seat| lies_before(&table.open(), seat, "bunker")).into();
        assert_eq!(cards, [0, 1, 2, 3].map(|seat| seat == target as Seat));
    }
}

fn lies_before(open: &serde_json::Value, seat: Seat, card: &str) -> bool {
    open["played"][seat].as_array().unwrap().contains(&json!(card))
}

/// Ruling on the last round: the partner of a side that has holed out has his turn too, but no
/// stroke; he may draw or play a hazard on the others, who may not on him.
#[test]
fn the_partner_of_a_side_that_is_in_has_a_turn_but_no_stroke() {
    let deal = Deal::new(4)
        .hand(0, "4_wood_200 holed_out")
        .hand(1, "slice")
        .hand(2, "8_iron_80 9_iron_20 putt sunk_putt driver_220 bunker")
        .hand(3, "5_iron_140 8_iron_100 7_iron_100 pull");
    let mut table = deal.begin();
    table.play_all(&[(0, draw()), (1, draw()), (2, draw()), (3, stroke("5_iron_140"))]);
    table.play(0, holing("4_wood_200"));
    for target in [0, 2] {
        assert_eq!(table.refuses(1, hazard("slice", target)), "target_holed_out");
    }
    table.play(1, draw());
    assert_eq!(table.turn(), 2);
    for card in ["8_iron_80", "9_iron_20", "putt", "sunk_putt"] {
        assert_eq!(table.refuses(2, stroke(card)), "ball_holed_out", "{card}");
    }
    table.refuses_as(2, stroke("driver_220"), &["ball_holed_out", "driver_not_from_tee"]);
    assert_eq!(table.refuses(2, pass()), "may_not_pass");
    let mut other = table.clone();
    other.play(2, draw()).play(3, draw());
    assert_eq!(other.open()["results"], json!([0]));
    table.play(2, hazard("bunker", 1));
    assert_eq!(table.spot(1), "140/60 bunker, protected");
    for target in [0, 2] {
        assert_eq!(table.refuses(3, hazard("pull", target)), "target_holed_out");
    }
    assert_eq!(table.play(3, stroke("8_iron_100")).open()["results"], json!([0]));
    assert_eq!(table.game.scores(), [1, 0, 1, 0]);
}
