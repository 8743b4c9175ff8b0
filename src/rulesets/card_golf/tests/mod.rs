//! Tests of Card Golf. Each names the rule it stands for; expected values are worked out by hand.

mod cases;
mod courses;
mod ending;
mod exhausted;
mod hazards;
mod legal;
mod lengths;
mod missed_putt;
mod partners;
mod putting;
mod returned;
mod sample;
mod strokes;
mod succession;
mod table;
mod telling;
mod turns;
mod wire;
