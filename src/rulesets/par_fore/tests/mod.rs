//! Tests of Par Fore the Course. Each names the rule it stands for; expected values are worked out by
//! hand.

mod cases;
mod history;
mod sample;
