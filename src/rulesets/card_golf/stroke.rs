//! Stroke cards: distances, putts, and Holed-Out.

use super::{
    CardGolf,
    ball::{BEYOND, FIRST_STROKE, Lie, Spot},
    card::{Card, Club},
    events::Event,
};
use crate::rulesets::rules::{Illegal, Seat};

/// What a legal stroke does.
pub(super) struct Stroke {
    card: Card,
    /// Whether Holed-Out is played together with it.
    with_holed_out: bool,
    to: Spot,
    /// Whether it is a first Putt from 20 yards.
    first_putt: bool,
}

impl CardGolf {
    /// What the stroke would do.
    pub(super) fn stroke(&self, seat: Seat, card: Card, with_holed_out: bool) -> Result<Stroke, Illegal> {
        if matches!(card, Card::HoledOut | Card::Hazard(_)) {
            let detail = match card {
                Card::HoledOut => {
                    "Holed-Out is played together with a distance card: add \"holed_out\": true to it"
                }
                _ => "a hazard is no stroke: hand it to an opponent with {\"type\":\"hazard\"}",
            };
            return Err(Illegal::new("not_a_stroke", detail));
        }
        if !self.hole.holds(seat, card) {
            return Err(not_in_hand(card));
        }
        if with_holed_out && !self.hole.holds(seat, Card::HoledOut) {
            return Err(Illegal::new("holed_out_not_in_hand", "you do not hold Holed-Out"));
        }
        if self.hole.ball_of(seat).is_holed() {
            let detail = "your side has holed out: play a hazard on an opponent, or draw";
            return Err(Illegal::new("ball_holed_out", detail));
        }
        let (to, first_putt) = match card {
            Card::Distance { club, yards } => {
                (self.distance(seat, club, i64::from(yards), with_holed_out)?, false)
            }
            _ if with_holed_out => {
                let detail = "Holed-Out goes with a distance card only: play the putt without it";
                return Err(Illegal::new("holed_out_with_putt", detail));
            }
            _ => self.putt(seat, card)?,
        };
        Ok(Stroke { card, with_holed_out, to, first_putt })
    }

    /// Where a distance card brings the ball.
    fn distance(&self, seat: Seat, club: Club, yards: i64, with_holed_out: bool) -> Result<Spot, Illegal> {
        let (length, spot) = (self.hole.length, self.hole.ball_of(seat).spot);
        let to_hole = spot.to_hole(length);
        match spot.lie {
            Lie::PinHigh => {
                return Err(Illegal::new(
                    "pin_high",
                    "the ball is pin-high: hole out with a Putt or a Sunk Putt",
                ));
            }
            Lie::Tee if yards < FIRST_STROKE => {
                let detail = format!("the first stroke must be of at least {FIRST_STROKE} yards");
                return Err(Illegal::new("first_stroke_too_short", detail));
            }
            _ if club == Club::Driver && spot.lie != Lie::Tee => {
                return Err(Illegal::new(
                    "driver_not_from_tee",
                    "the Driver may be played from the tee only",
                ));
            }
            lie if !lie.allows(club) => return Err(club_not_allowed(lie)),
            _ => {}
        }
        if yards > to_hole + BEYOND {
            let detail = format!(
                "no stroke may end more than {BEYOND} yards beyond the hole: from {to_hole} yards play at most {}",
                to_hole + BEYOND
            );
            return Err(Illegal::new("too_far_beyond", detail));
        }
        if !with_holed_out {
            return Ok(spot.after(yards, length));
        }
        if yards != to_hole {
            let detail =
                format!("Holed-Out needs a card that brings the ball exactly to the hole, {to_hole} yards");
            return Err(Illegal::new("holed_out_not_exact", detail));
        }
        if spot.lie == Lie::Green {
            let detail = "Holed-Out may be played from more than 20 yards only: putt instead";
            return Err(Illegal::new("holed_out_too_near", detail));
        }
        Ok(Spot::holed(length))
    }

    /// Where a Putt or Sunk Putt brings the ball, and whether it is a first Putt.
    fn putt(&self, seat: Seat, card: Card) -> Result<(Spot, bool), Illegal> {
        let ball = self.hole.ball_of(seat);
        if !ball.spot.lie.is_on_green() {
            let detail = "putts are played from the green only: the fairway within 20 yards of the hole";
            return Err(Illegal::new("not_on_green", detail));
        }
        let sinks = card == Card::SunkPutt || ball.spot.lie == Lie::PinHigh || ball.putt_stands;
        Ok(if sinks { (Spot::holed(self.hole.length), false) } else { (ball.spot, true) })
    }

    /// Plays a legal stroke.
    pub(super) fn play_stroke(&mut self, seat: Seat, stroke: &Stroke, events: &mut Vec<Event>) {
        let length = self.hole.length;
        self.hole.lay(seat, stroke.card, seat);
        if stroke.with_holed_out {
            self.hole.lay(seat, Card::HoledOut, seat);
        }
        let is_first = !self.hole.balls.iter().any(super::ball::Ball::is_holed);
        let side = self.hole.side_of(seat);
        let ball = &mut self.hole.balls[side];
        let (from, stood) = (ball.spot, ball.putt_stands);
        ball.struck(stroke.to, stroke.first_putt);
        events.push(Event::Stroke {
            seat,
            side,
            card: stroke.card,
            holed_out: stroke.with_holed_out,
            from: from.seen(length),
            to: stroke.to.seen(length),
            putts: stroke.first_putt.into(),
        });
        if stroke.to.lie == Lie::Holed {
            events.push(Event::HoledOut { seat, side });
            if is_first && seat != self.hole.dealer {
                events.push(Event::LastTurns { dealer: self.hole.dealer });
            }
        } else if stood {
            events.push(Event::PuttCancelled { side });
        }
    }
}

pub(super) fn not_in_hand(card: Card) -> Illegal {
    Illegal::new("card_not_in_hand", format!("you do not hold {card}"))
}

fn club_not_allowed(lie: Lie) -> Illegal {
    let detail = match lie {
        Lie::Bunker => "from a bunker play a 7, 8 or 9 Iron",
        Lie::BadBunker => "from a bad bunker play a 9 Iron",
        _ => "from the rough play a 5, 6, 7, 8 or 9 Iron",
    };
    Illegal::new("club_not_allowed_by_lie", detail)
}
