//! A rule of thumb for bots.

use super::{
    board::{Suit, number},
    moves::Move,
    view::{LieView, View},
};
use crate::rulesets::{cards::Card, rules::Seat};

/// What a face card costs whose spot is nearly always trouble, in strokes.
const TROUBLE: f64 = 2.5;

/// How good each move looks, in strokes gained.
pub(super) fn rate(view: &View, seat: Seat, moves: &[Move]) -> Vec<f64> {
    let rating = |action: &Move| match action {
        Move::Roll {} | Move::Putt {} | Move::Flip {} => 0.0,
        Move::Play { card } => match card.parse::<Card>() {
            Ok(card) => rate_card(view, seat, card),
            Err(_) => 0.0,
        },
    };
    moves.iter().map(rating).collect()
}

fn rate_card(view: &View, seat: Seat, card: Card) -> f64 {
    match view.out_of_control {
        // What is bad for him is good; and high numbers are no loss to oneself.
        Some(ball) if ball != seat => match number(card) {
            None => TROUBLE,
            Some(feet) if view.par == 5 => f64::from(feet) / 10.0,
            Some(feet) => putts(feet),
        },
        _ => match number(card) {
            None => -TROUBLE,
            Some(feet) if matches_spot(view, seat, card, feet) => 4.0,
            Some(feet) if view.par == 5 && view.balls[seat].position.lie == LieView::Fairway => {
                // The cluster: high numbers go first.
                f64::from(feet) / 10.0
            }
            Some(feet) => -putts(feet),
        },
    }
}

/// How many strokes so many feet are taken to need.
fn putts(feet: u8) -> f64 {
    match feet {
        0..=2 => 1.0,
        _ => 1.0 + f64::from(feet - 2) * 0.11,
    }
}

/// Whether the card has number and suit of the spot on which the ball lies.
fn matches_spot(view: &View, seat: Seat, card: Card, feet: u8) -> bool {
    let position = &view.balls[seat].position;
    let of_suit = |suit: &Suit| suit.is_of(card);
    position.spot == feet.to_string() && position.suits.iter().any(of_suit)
}
