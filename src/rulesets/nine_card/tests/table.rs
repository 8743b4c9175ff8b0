//! A table to which known cards are dealt.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::{Event, Move, NineCard, Options, layout::faces, state::decks};
use crate::rulesets::{
    cards::packs,
    chance::Script,
    courses::NoCourse,
    rules::{Rules, Seat, Step, Viewer},
};

/// A layout as it is dealt, for everybody.
pub const FACE_DOWN: [&str; 9] = ["??"; 9];

/// A card by name, or any that is left.
pub type Named = Option<String>;

/// The deal of one hole.
#[derive(Default, Clone)]
pub struct Deal {
    pub seats: usize,
    pub dealer: Seat,
    /// Per seat nine names, row by row.
    pub layouts: Vec<(Seat, Vec<Named>)>,
    pub discard: Named,
    /// What is drawn first, second, ….
    pub stock: Vec<Named>,
}

/// Cards separated by spaces; `-` for any card.
pub fn cards(names: &str) -> Vec<Named> {
    names.split_whitespace().map(|name| (name != "-").then(|| name.to_owned())).collect()
}

impl Deal {
    /// Of a hole in which the last seat deals, so that seat 0 begins.
    pub fn new(seats: usize) -> Self {
        Self { seats, dealer: seats - 1, ..Self::default() }
    }

    pub fn layout(mut self, seat: Seat, names: &str) -> Self {
        self.layouts.push((seat, cards(names)));
        self
    }

    pub fn discard(mut self, name: &str) -> Self {
        self.discard = Some(name.to_owned());
        self
    }

    pub fn stock(mut self, names: &str) -> Self {
        self.stock = cards(names);
        self
    }

    /// The order of the shuffled packs, top card first: rule 1, one card at a time to each player
    /// from the dealer's left, cell after cell, and then the discard.
    pub fn order(&self) -> Vec<String> {
        let mut rest: Vec<String> =
            packs(decks(self.seats), 2).iter().rev().map(ToString::to_string).collect();
        let mut order: Vec<Named> = vec![None; rest.len()];
        let dealt = 9 * self.seats;
        for (seat, names) in &self.layouts {
            let turn = (seat + self.seats - self.dealer - 1) % self.seats;
            names.iter().enumerate().for_each(|(cell, card)| order[cell * self.seats + turn] = card.clone());
        }
        order[dealt] = self.discard.clone();
        self.stock.iter().enumerate().for_each(|(n, card)| order[dealt + 1 + n] = card.clone());
        for name in order.iter().flatten() {
            let at = rest.iter().rposition(|card| card == name);
            rest.remove(at.unwrap_or_else(|| panic!("there is no {name} left")));
        }
        order.into_iter().map(|card| card.or_else(|| rest.pop()).expect("the packs suffice")).collect()
    }

    /// Deals this as the only or first hole.
    pub fn begin(&self, options: Options) -> Table {
        self.begin_with(options, [])
    }

    /// The same, with the orders of further shuffles.
    pub fn begin_with(&self, options: Options, further: impl IntoIterator<Item = Vec<String>>) -> Table {
        let mut chance = Script { picks: [self.dealer].into(), ..Script::default() };
        chance.shuffles.push_back(self.order());
        chance.shuffles.extend(further);
        let Step { state, events } = NineCard::deal(&options, &Arc::new(NoCourse), self.seats, &mut chance);
        Table { game: state, events, chance }
    }
}

/// A game in play.
pub struct Table {
    pub game: NineCard,
    /// Those of the latest move.
    pub events: Vec<Event>,
    chance: Script,
}

impl Table {
    /// Plays a legal move, written as on the wire.
    pub fn play(&mut self, seat: Seat, action: Value) -> &mut Self {
        let read: Move = serde_json::from_value(action).expect("this is a move");
        let step = self.game.apply(seat, &read, &mut self.chance);
        let step = step.unwrap_or_else(|illegal| panic!("{read:?} of seat {seat}: {illegal:?}"));
        self.game = step.state;
        self.events = step.events;
        self
    }

    /// The reason for which a move is refused.
    pub fn refuses(&self, seat: Seat, action: Value) -> &'static str {
        let read: Move = serde_json::from_value(action).expect("this is a move");
        self.game.apply(seat, &read, &mut self.chance.clone()).expect_err("this is against the rules").reason
    }

    pub fn reveal(&mut self, seat: Seat, cells: [i64; 3]) -> &mut Self {
        self.play(seat, json!({"type": "reveal", "cells": cells}))
    }

    /// Everybody turns up cells 0, 4 and 8.
    pub fn reveal_all(&mut self) -> &mut Self {
        for seat in 0..self.game.hole.layouts.len() {
            self.reveal(seat, [0, 4, 8]);
        }
        self
    }

    pub fn arrange(&mut self, seat: Seat, order: [i64; 9]) -> &mut Self {
        self.play(seat, json!({"type": "arrange", "order": order}))
    }

    pub fn draw(&mut self, seat: Seat) -> &mut Self {
        self.play(seat, json!({"type": "draw"}))
    }

    /// Draws and swaps.
    pub fn swap(&mut self, seat: Seat, cell: i64) -> &mut Self {
        self.draw(seat).play(seat, json!({"type": "swap", "cell": cell}))
    }

    /// Draws and discards.
    pub fn pass(&mut self, seat: Seat) -> &mut Self {
        self.draw(seat).play(seat, json!({"type": "discard"}))
    }

    pub fn take(&mut self, seat: Seat, cell: i64) -> &mut Self {
        self.play(seat, json!({"type": "take", "cell": cell}))
    }

    /// The latest move's events, as on the wire.
    pub fn told(&self) -> Value {
        json!(self.events)
    }

    /// The types of the latest move's events.
    pub fn told_types(&self) -> Vec<String> {
        let type_of = |event| json!(event)["type"].as_str().unwrap().to_owned();
        self.events.iter().map(type_of).collect()
    }

    /// A view, as on the wire.
    pub fn view(&self, viewer: Viewer) -> Value {
        json!(self.game.view(viewer))
    }

    /// One layout as those see it who have no seat.
    pub fn sees(&self, seat: Seat) -> Value {
        self.view(Viewer::Spectator)["layouts"][seat].clone()
    }

    /// The cards of a layout, face down or not.
    pub fn lies(&self, seat: Seat) -> Value {
        json!(faces(&self.game.hole.layouts[seat]))
    }
}
