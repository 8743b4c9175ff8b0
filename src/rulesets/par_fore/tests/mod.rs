//! Tests of Par Fore the Course. Each names the rule it stands for; expected values are worked out by
//! hand.

mod cases;
mod control;
mod courses;
mod deal;
mod ending;
mod fairway;
mod free;
mod hands;
mod history;
mod order;
mod putting;
mod sample;
mod sand;
mod table;
mod tee;
mod telling;
mod wire;
