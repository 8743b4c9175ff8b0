//! Turns: drawing, swapping, discarding, taking.

use super::{
    NineCard,
    events::Event,
    layout::{Placed, equal_lines, is_exposed},
    moves::Move,
    setup::{already_revealed, cell},
    state::Stage,
};
use crate::rulesets::{
    cards::{Card, Shown},
    chance::Chance,
    rules::{Illegal, Seat, left_of},
};

impl NineCard {
    /// A move of `seat` in his turn; `drawn` is the card that he has drawn in it.
    pub(super) fn take_turn<C: Chance>(
        &mut self,
        seat: Seat,
        drawn: Option<Card>,
        action: &Move,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        match (action, drawn) {
            (Move::Draw {}, None) => return self.draw(seat, chance, events),
            (Move::Take { cell }, None) => {
                let (cell, discarded) = self.filled(seat, *cell)?;
                let card = std::mem::replace(&mut self.hole.discard, discarded);
                self.hole.layouts[seat][cell] = Some(Placed { card, up: true });
                events.push(Event::Took { seat, cell, card, discarded });
            }
            (Move::Swap { cell }, Some(card)) => {
                let (cell, discarded) = self.filled(seat, *cell)?;
                self.hole.put_on_discards(discarded);
                self.hole.layouts[seat][cell] = Some(Placed { card, up: true });
                events.push(Event::Swapped { seat, cell, card, discarded });
            }
            (Move::Discard {}, Some(card)) => {
                self.hole.put_on_discards(card);
                events.push(Event::Discarded { seat, card });
            }
            (Move::Draw {} | Move::Take { .. }, Some(_)) => {
                return Err(Illegal::new(
                    "already_drawn",
                    "you have drawn a card: swap it into a cell, or discard it",
                ));
            }
            (Move::Swap { .. } | Move::Discard {}, None) => {
                return Err(Illegal::new(
                    "nothing_drawn",
                    "you have not drawn a card: draw one, or take the top discard into a cell",
                ));
            }
            (Move::Reveal { .. }, _) => return Err(already_revealed()),
            (Move::Arrange { .. }, _) => {
                return Err(Illegal::new(
                    "play_has_begun",
                    "cards can be rearranged only before play begins",
                ));
            }
        }
        self.end_turn(seat, chance, events);
        Ok(())
    }

    fn draw<C: Chance>(
        &mut self,
        seat: Seat,
        chance: &mut C,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        if self.hole.stock.is_empty() && self.hole.can_draw() {
            self.hole.reshuffle(chance, events);
        }
        let card = self.hole.stock.pop().ok_or_else(|| {
            Illegal::new("stock_exhausted", "there is no card left to draw: take the top discard into a cell")
        })?;
        self.hole.stage = Stage::Turn { seat, drawn: Some(card) };
        events.push(Event::Draw { seat, card: Shown::Face(card) });
        Ok(())
    }

    /// The cell with that number, and the card in it.
    fn filled(&self, seat: Seat, number: i64) -> Result<(usize, Card), Illegal> {
        let cell = cell(number)?;
        let placed = self.hole.layouts[seat][cell].ok_or_else(|| {
            Illegal::new("empty_cell", format!("cell {cell} is empty: name a cell that holds a card"))
        })?;
        Ok((cell, placed.card))
    }

    /// With the option `clear_lines`, removes the lines of `seat` that qualify, all at once.
    pub(super) fn clear_lines(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if !self.options.clear_lines {
            return;
        }
        let layout = &mut self.hole.layouts[seat];
        for (cells, card) in equal_lines(layout) {
            let taken = cells.into_iter().filter_map(|cell| layout[cell].take());
            self.hole.removed.extend(taken.map(|placed| placed.card));
            events.push(Event::LineCleared { seat, cells: cells.to_vec(), card });
        }
    }

    /// Removes lines, sees whether `seat` went out, and passes the turn on or ends the hole.
    fn end_turn<C: Chance>(&mut self, seat: Seat, chance: &mut C, events: &mut Vec<Event>) {
        self.clear_lines(seat, events);
        if self.hole.went_out.is_none() && is_exposed(&self.hole.layouts[seat]) {
            self.hole.went_out = Some(seat);
            events.push(Event::WentOut { seat });
        }
        let next = left_of(seat, self.hole.layouts.len());
        self.hole.stage = Stage::Turn { seat: next, drawn: None };
        if self.hole.went_out == Some(next) {
            self.finish_hole(next, chance, events);
        }
    }
}
