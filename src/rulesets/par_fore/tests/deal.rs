//! Known cards, dealt at the beginning of any hole.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::{
    Course, Options, ParFore, Plan,
    state::{Cards, Held, Round},
};
use super::table::Table;
use crate::rulesets::{
    cards::{Card, packs},
    courses::{BadField, Course as _},
    rules::Seat,
};

/// Cards, separated by spaces.
pub fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("the name of a card")).collect()
}

/// A whole pack that begins with these cards, top card first; the others follow in order.
pub fn stacked(names: &str) -> Vec<Card> {
    let mut order = cards(names);
    let rest = packs(1, 0).into_iter().filter(|card| !order.contains(card)).collect::<Vec<_>>();
    order.extend(rest);
    assert_eq!(order.len(), 52, "a card is named twice: {names}");
    order
}

/// The holes that come with the ruleset, as JSON.
pub fn shipped() -> Value {
    json!(Course::shipped()[0].holes)
}

/// A course of the shipped holes, changed like that.
pub fn lay_out(change: impl FnOnce(&mut Value)) -> Result<Course, Vec<BadField>> {
    let mut holes = shipped();
    change(&mut holes);
    let plan: Plan = serde_json::from_value(json!({ "holes": holes })).expect("these holes read");
    Course::lay_out("links".into(), "The Links".into(), plan)
}

/// The beginning of a hole.
#[derive(Clone)]
pub struct Deal {
    options: Options,
    course: Arc<Course>,
    hole: u8,
    order: Vec<Seat>,
    hands: Vec<Vec<Card>>,
    pack: Vec<Card>,
    others_are_discarded: bool,
}

impl Deal {
    /// Of that hole of the shipped course, a hand for each seat; seat 0 plays first. In the pack
    /// are all other cards, in order.
    pub fn new(hole: u8, hands: &[&str]) -> Self {
        let course = Course::shipped()[0].clone();
        let hands: Vec<Vec<Card>> = hands.iter().map(|names| cards(names)).collect();
        let order = (0..hands.len()).collect();
        let options = Options::default();
        Self { options, course, hole, order, hands, pack: vec![], others_are_discarded: false }
    }

    pub fn holes(mut self, holes: u8) -> Self {
        self.options.holes = holes;
        self
    }

    pub fn order(mut self, order: &[Seat]) -> Self {
        self.order = order.to_vec();
        self
    }

    pub fn course(mut self, course: impl Into<Arc<Course>>) -> Self {
        self.course = course.into();
        self
    }

    /// What is drawn first, second, …; all others come after these.
    pub fn pack(mut self, names: &str) -> Self {
        self.pack = cards(names);
        self
    }

    /// What is drawn first, second, …; all others have been played before.
    pub fn last_of_pack(mut self, names: &str) -> Self {
        self.others_are_discarded = true;
        self.pack(names)
    }

    pub fn begin(&self) -> Table {
        let seats = self.hands.len();
        let mut named = self.hands.concat();
        named.extend(&self.pack);
        let others: Vec<Card> = packs(1, 0).into_iter().filter(|card| !named.contains(card)).collect();
        assert_eq!(named.len() + others.len(), 52, "a card is named twice");
        let mut pack = self.pack.clone();
        let discards = match self.others_are_discarded {
            true => others,
            false => {
                pack.extend(others);
                Vec::new()
            }
        };
        pack.reverse();
        let held = |card: &Card| Held { card: *card, pack: 0, could_be: u64::MAX };
        let hand = |cards: &Vec<Card>| -> Vec<Held> { cards.iter().map(held).collect() };
        let hands = self.hands.iter().map(hand).collect();
        let state = ParFore {
            options: self.options.clone(),
            course: self.course.clone(),
            cards: Cards { hands, pack, discards, reshuffles: 0 },
            round: Round::new(self.hole, self.order.clone()),
            hole_scores: vec![Vec::new(); seats],
            over: false,
        };
        Table::of(state)
    }
}
