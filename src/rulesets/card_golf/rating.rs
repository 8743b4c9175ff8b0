//! A rule of thumb for bots.

use super::{
    ball::Lie,
    card::{Card, Hazard},
    moves::Move,
    view::{BallView, View},
};
use crate::rulesets::rules::Seat;

/// What an unknown card is worth, in turns.
const DRAW: f64 = 0.45;

/// How good each move looks, in turns gained.
pub(super) fn rate(view: &View, seat: Seat, moves: &[Move]) -> Vec<f64> {
    let own = view.balls.iter().find(|ball| ball.seats.contains(&seat));
    let rating = |action: &Move| match (action, own) {
        (Move::Stroke { card, holed_out }, Some(ball)) => stroke(view, ball, card, *holed_out),
        (Move::Hazard { card, target }, _) => hazard(view, card, *target),
        (Move::Draw {}, _) => DRAW,
        (Move::Stroke { .. } | Move::Pass {}, _) => 0.0,
    };
    moves.iter().map(rating).collect()
}

/// How many turns a ball is still taken to need. `hand` are the cards left to play it with.
fn turns(to_hole: i64, lie: Lie, putts: bool, hand: &[Card]) -> f64 {
    let has = |wanted: Card| hand.contains(&wanted);
    let putt = if has(Card::Putt) || has(Card::SunkPutt) { 1.0 } else { 2.2 };
    match to_hole {
        _ if lie == Lie::Holed => 0.0,
        0 => putt,
        20 if putts || has(Card::SunkPutt) => putt,
        20 => 1.0 + putt,
        _ => {
            let reaches = |wanted: i64| {
                hand.iter()
                    .any(|card| matches!(card, Card::Distance { yards, .. } if i64::from(*yards) == wanted))
            };
            let rest = match to_hole {
                _ if reaches(to_hole) => 1.0,
                _ if reaches(to_hole - 20) || reaches(to_hole + 20) => 1.9,
                _ => 2.3 + to_hole as f64 / 220.0,
            };
            rest + putt
        }
    }
}

fn stroke(view: &View, ball: &BallView, card: &str, holed_out: bool) -> f64 {
    let Some(card) = card.parse::<Card>().ok() else { return 0.0 };
    let mut hand = view.hand.clone().unwrap_or_default();
    let before = turns(ball.to_hole, ball.lie, ball.putts > 0, &hand);
    if let Some(at) = hand.iter().position(|held| *held == card) {
        hand.remove(at);
    }
    let after = match card {
        _ if holed_out => 0.0,
        Card::SunkPutt => 0.0,
        Card::Putt if ball.lie == Lie::PinHigh || ball.putts > 0 => 0.0,
        Card::Putt => turns(ball.to_hole, ball.lie, true, &hand),
        Card::Distance { yards, .. } => {
            let left = (ball.to_hole - i64::from(yards)).abs();
            turns(left, Lie::Fairway, false, &hand)
        }
        Card::HoledOut | Card::Hazard(_) => before,
    };
    // Holing out is what it is all about.
    before - after + if after == 0.0 { 10.0 } else { 0.0 }
}

/// A hazard costs a turn and lets the opponent lose more or less; the nearer he is, the better.
fn hazard(view: &View, card: &str, target: i64) -> f64 {
    let Some(Card::Hazard(hazard)) = card.parse::<Card>().ok() else { return 0.0 };
    let is_of = |ball: &&BallView| ball.seats.iter().any(|seat| i64::try_from(*seat) == Ok(target));
    let near = view.balls.iter().find(is_of).is_some_and(|ball| ball.to_hole <= 240);
    let loss = match hazard {
        Hazard::LostBall | Hazard::OutOfBounds => 1.9,
        Hazard::MissedPutt => 1.6,
        Hazard::Water => 1.0,
        Hazard::BadBunker => 1.1,
        Hazard::Bunker => 0.8,
        Hazard::Slice | Hazard::Pull => 0.6,
    };
    if near || hazard == Hazard::MissedPutt { loss } else { loss / 2.0 }
}
