//! Games kept on a table of one's own, from the complete events of an export: they tell what lay
//! hidden at every moment, and so what nobody should have been told.

pub mod card_golf;
pub mod nine_card;
pub mod par_fore;

use serde_json::Value;

/// A game that follows the events of an export.
pub trait Mirror {
    /// Follows the complete events of an entry, and checks each card against what must have lain
    /// there and each piece of chance against the seed.
    fn follow(&mut self, entry: &Value, seed: &str);

    /// `state` as somebody in that seat, or without one, must be shown it: no more and no less.
    fn state(&self, viewer: Option<usize>) -> Value;

    /// Whether a text that is no part of the state names a card that somebody in that seat, or
    /// without one, need not know.
    fn tells(&self, viewer: Option<usize>, text: &str) -> bool;

    /// How often cards became a new stock or pack in the midst of a hole.
    fn reshuffles(&self) -> usize;

    /// The scores of the seats so far.
    fn totals(&self) -> Vec<i64>;
}

/// The mirror for an exported game, before its first entry.
pub fn mirror(export: &Value) -> Box<dyn Mirror> {
    let game = &export["game"];
    let seats = list(&game["seats"]).len();
    match game["ruleset"].as_str() {
        Some("nine_card") => Box::new(nine_card::Table::new(seats, &game["options"])),
        Some("card_golf") => Box::new(card_golf::Table::new(seats, &game["options"], &export["course"])),
        Some("par_fore") => Box::new(par_fore::Table::new(seats, &game["options"], &export["course"])),
        other => panic!("no mirror for {other:?}"),
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("not a number: {value}")) as usize
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}")).to_owned()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}
