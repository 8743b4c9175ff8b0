//! The rules of the games. Pure: no HTTP, no SQL, no clock, no input or output.

pub mod bots;
pub mod cards;
pub mod chance;
pub mod courses;
pub mod registry;
pub mod rules;
mod shown;

pub mod card_golf;
pub mod nine_card;
pub mod par_fore;

#[cfg(test)]
mod conformance;
