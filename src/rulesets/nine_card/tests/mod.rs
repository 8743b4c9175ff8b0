//! Worked situations, each with what the rules say of it.

mod cases;
mod dealing;
mod ending;
mod lines;
mod ready;
mod sample;
mod table;
mod telling;
mod turns;
mod wire;
