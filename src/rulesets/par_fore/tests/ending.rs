//! Scoring, and the end of the game.

use serde_json::{Value, json};

use super::super::{Course, Options};
use super::deal::{Deal, stacked};
use super::table::{Table, play};
use crate::rulesets::{courses::Course as _, rules::Rules};

/// Strokes and penalties of [`Table::play_hole`] without a lost ball.
const PLAIN: [i64; 9] = [3, 2, 3, 3, 4, 2, 3, 4, 4];

/// A game in which nobody draws a face card: those are at the bottom of the pack.
fn game(holes: u8, cuts: &[&str]) -> Table {
    let is_face = |card: &&str| "JQK".contains(&card[..1]);
    let all: Vec<String> = stacked("").iter().map(|card| card.to_string()).collect();
    let numbered: Vec<&str> = all.iter().map(String::as_str).filter(|card| !is_face(card)).collect();
    let options = Options { holes, ..Options::default() };
    Table::deal(&options, &Course::shipped()[0], cuts, &stacked(&numbered.join(" ")))
}

/// Scoring: the total is strokes plus penalties over all holes; each lost ball costs a stroke and two
/// penalty strokes. `holes`: the first n of the course are played. Lowest total wins, and equal totals
/// share the place.
#[test]
fn the_lowest_total_wins() {
    for (cuts, lost, totals, places) in [
        (&["AC 2C"][..], &[[1, 0]][..], &[6, 3][..], json!([[1, [1], 3], [2, [0], 6]])),
        (&["AC 2C"], &[[0, 0]], &[3, 3], json!([[1, [0, 1], 3]])),
        (&["KC 2C"], &[[0, 1], [1, 0]], &[8, 8], json!([[1, [0, 1], 8]])),
        (&["KC 2C"], &[[0, 1], [0, 0], [2, 0]], &[14, 11], json!([[1, [1], 11], [2, [0], 14]])),
    ] {
        let lost: Vec<Vec<usize>> = lost.iter().map(|lost| lost.to_vec()).collect();
        check(cuts, &lost, totals, &places);
    }
    let lost = |holes: &[&[usize]]| holes.iter().map(|lost| lost.to_vec()).collect::<Vec<_>>();
    let three = lost(&[&[1, 0, 0], &[0, 0, 1], &[0, 0, 0], &[0, 1, 1]]);
    check(&["3C 2C AC"], &three, &[14, 14, 17], &json!([[1, [0, 1], 14], [3, [2], 17]]));
    let four = lost(&[&[1, 0, 0, 1], &[0, 0, 1, 1], &[0, 0, 0, 1], &[0, 0, 0, 2], &[0, 1, 0, 0]]);
    let places = json!([[1, [0, 1, 2], 18], [4, [3], 30]]);
    check(&["3C 2C AC 9H"], &four, &[18, 18, 18, 30], &places);
    let whole = vec![vec![0, 0, 0, 1]; 9];
    let places = json!([[1, [0, 1, 2], 28], [4, [3], 55]]);
    check(&["3C 2C AC 9H"], &whole, &[28, 28, 28, 55], &places);
}

fn check(cuts: &[&str], lost: &[Vec<usize>], totals: &[i64], places: &Value) {
    let mut table = game(lost.len() as u8, cuts);
    for (index, lost) in lost.iter().enumerate() {
        assert_eq!(table.open()["hole"], index + 1);
        assert_eq!(table.game.places(), None, "before the end there are no places");
        table.play_hole(lost);
        let scores: Vec<i64> = lost.iter().map(|lost| PLAIN[index] + 3 * *lost as i64).collect();
        assert_eq!(table.scored(), scores, "hole {}", index + 1);
        for (seat, score) in scores.iter().enumerate() {
            assert_eq!(table.open()["hole_scores"][seat][index], *score, "one a finished hole");
        }
    }
    assert_eq!(json!(table.game.scores()), json!(totals), "{lost:?}");
    assert_eq!(table.open()["totals"], json!(totals));
    let place = |place: &Value| json!({"place": place[0], "seats": place[1], "score": place[2]});
    let places: Value = places.as_array().unwrap().iter().map(place).collect();
    assert_eq!(json!(table.game.places()), places, "{lost:?}");
    assert!(table.game.to_act().is_empty(), "the game is over");
    let last = table.told.last().unwrap();
    assert_eq!(*last, json!({"type": "game_finished", "totals": totals, "places": places}));
    for seat in 0..totals.len() {
        assert_eq!(table.game.legal_moves(seat), []);
        for action in [json!({"type": "roll"}), json!({"type": "putt"}), json!({"type": "flip"}), play("AC")]
        {
            table.refuses(seat, action);
        }
        assert_eq!(table.lies(seat), "hole", "the view is the last one");
    }
    assert_eq!(table.open()["hole"], lost.len());
    assert_eq!(table.open()["out_of_control"], json!(null));
    assert!(table.told.iter().all(|event| event["type"] != "hole_started" && event["type"] != "draw"));
}

/// `holes` may be 1 to 9: the first ones; solo.
#[test]
fn as_many_holes_as_asked_for() {
    let totals = [3, 5, 8, 11, 15, 17, 20, 24, 28];
    for holes in 1..=9_usize {
        let total = totals[holes - 1];
        check(&[], &vec![vec![0]; holes], &[total], &json!([[1, [0], total]]));
        let with_lost = total + 3 * holes as i64;
        check(&[], &vec![vec![1]; holes], &[with_lost], &json!([[1, [0], with_lost]]));
    }
    assert_eq!(game(9, &[]).open()["holes"], 9);
    assert_eq!(game(4, &[]).open()["holes"], 4);
}

/// Totals count finished holes only, and are known while the game goes on.
#[test]
fn scores_so_far() {
    let mut table = game(9, &["AC 2C"]);
    assert_eq!(
        (table.open()["totals"].clone(), table.open()["hole_scores"].clone()),
        (json!([0, 0]), json!([[], []]))
    );
    table.play_hole(&[0, 2]).play_hole(&[0, 0]).tee(0, 14);
    assert_eq!(table.open()["totals"], json!([5, 11]));
    assert_eq!(table.open()["hole_scores"], json!([[3, 2], [9, 2]]));
    assert_eq!(table.game.scores(), [5, 11]);
    assert_eq!([table.cost(0), table.cost(1)], ["1+0", "0+0"], "the hole in play");
}

/// Per hole: rolls from tee, sand and green + cards played by the player or for him + made short putts
/// + penalty strokes. One of each.
#[test]
fn everything_counts_that_the_rules_name() {
    let mut table = Deal::new(3, &["2D 3D 9S JH", "KH QC QS 5S"]).holes(3).begin();
    table.tee(0, 5).tee(0, 4).tee(1, 18); // 2 rolls, 2 penalties.
    table.play(1, "QC"); // Played for him.
    table.play(1, "KH"); // Played for him, and 1 penalty.
    assert_eq!(table.ball(0), "drop free, 4+3");
    table.play(0, "9S"); // Played by himself.
    table.putt(0, &[[4, 4], [1, 1]]); // Two rolls and a short putt.
    assert_eq!(table.ball(0), "hole, 8+3");
    table.play(1, "QS").roll(1, &[6, 6]).roll(1, &[1, 2]); // A card, two rolls from the sand.
    table.putt(1, &[[1, 1]]); // A roll and a short putt.
    assert_eq!(table.scored(), [11, 6]);
    assert_eq!(table.game.places().unwrap()[0].seats, [1]);
}

/// A hole ends when the last ball is in the hole, and not before.
#[test]
fn all_balls_are_played_to_the_end() {
    let mut table = Deal::new(2, &["AH 2C", "3C 4C", "5C 6C"]).begin();
    table.roll(0, &[1, 1]).tee(1, 9).tee(2, 8);
    assert_eq!(table.lies(0), "hole");
    table.hole_out(1);
    assert!(table.told.iter().all(|event| event["type"] != "hole_finished"));
    assert_eq!(table.hole_out(2).scored(), [1, 2, 2]);
    assert_eq!(table.open()["hole"], 3);
    assert_eq!(table.open()["par"], 4);
    assert_eq!([0, 1, 2].map(|seat| table.ball(seat)), ["tee, 0+0"; 3]);
}
