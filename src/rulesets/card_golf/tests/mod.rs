//! Tests of Card Golf. Each names the rule it stands for; expected values are worked out by hand.

mod cases;
mod sample;
