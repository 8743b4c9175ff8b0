//! Getting ready: turning three cards up, and rearranging.

use super::{
    NineCard,
    events::Event,
    layout::{CELLS, Layout},
    moves::Move,
    state::{Due, Stage},
};
use crate::rulesets::rules::{Illegal, Seat, left_of};

impl NineCard {
    /// A move of `seat` before play begins; `due` is what he still has to do.
    pub(super) fn get_ready(
        &mut self,
        seat: Seat,
        due: Due,
        action: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        match (due, action) {
            (Due::Reveal, Move::Reveal { cells }) => self.reveal(seat, three_cells(cells)?, events),
            (Due::Reveal, _) => {
                return Err(Illegal::new("reveal_first", "turn three of your cards face up first: reveal"));
            }
            (_, Move::Reveal { .. }) => return Err(already_revealed()),
            (Due::Arrange, Move::Arrange { order }) => self.arrange(seat, permutation(order)?, events),
            (Due::Arrange, _) => {
                return Err(Illegal::new(
                    "arrange_first",
                    "rearrange your cards first, or keep them: arrange",
                ));
            }
            (Due::Nothing, _) => {
                return Err(Illegal::new("not_your_turn", "you are ready; play begins when everybody is"));
            }
        }
        self.clear_lines(seat, events);
        self.done(seat, due, events);
        Ok(())
    }

    fn reveal(&mut self, seat: Seat, cells: [usize; 3], events: &mut Vec<Event>) {
        let mut cards = Vec::with_capacity(cells.len());
        for cell in cells {
            if let Some(placed) = &mut self.hole.layouts[seat][cell] {
                placed.up = true;
                cards.push(placed.card);
            }
        }
        events.push(Event::Revealed { seat, cells: cells.to_vec(), cards });
    }

    fn arrange(&mut self, seat: Seat, order: [usize; CELLS], events: &mut Vec<Event>) {
        let layout = &mut self.hole.layouts[seat];
        let order = around_gaps(layout, order);
        *layout = order.map(|from| layout[from]);
        events.push(Event::Arranged { seat, order: order.to_vec() });
    }

    /// Notes that `seat` has done what was due, and begins play if he was the last.
    fn done(&mut self, seat: Seat, due: Due, events: &mut Vec<Event>) {
        let Stage::Setup(dues) = &mut self.hole.stage else { return };
        dues[seat] = match due {
            Due::Reveal if self.options.rearrange => Due::Arrange,
            Due::Reveal | Due::Arrange | Due::Nothing => Due::Nothing,
        };
        if dues.iter().all(|due| *due == Due::Nothing) {
            let first = left_of(self.hole.dealer, dues.len());
            self.hole.stage = Stage::Turn { seat: first, drawn: None };
            events.push(Event::PlayStarted { seat: first });
        }
    }
}

pub(super) fn already_revealed() -> Illegal {
    Illegal::new("already_revealed", "you have turned your three cards up in this hole already")
}

/// Reads the number of a cell.
pub(super) fn cell(number: i64) -> Result<usize, Illegal> {
    usize::try_from(number)
        .ok()
        .filter(|cell| *cell < CELLS)
        .ok_or_else(|| Illegal::new("no_such_cell", format!("there is no cell {number}: cells are 0 to 8")))
}

/// Reads three different cells; ascending.
fn three_cells(numbers: &[i64]) -> Result<[usize; 3], Illegal> {
    let &[a, b, c] = numbers else {
        let detail = format!("turn exactly three cards face up, not {}", numbers.len());
        return Err(Illegal::new("not_three_cells", detail));
    };
    let mut cells = [cell(a)?, cell(b)?, cell(c)?];
    cells.sort_unstable();
    if cells[0] == cells[1] || cells[1] == cells[2] {
        return Err(Illegal::new("repeated_cell", "name three different cells"));
    }
    Ok(cells)
}

fn permutation(numbers: &[i64]) -> Result<[usize; CELLS], Illegal> {
    let wrong = || Illegal::new("not_a_permutation", "the order names each of the cells 0 to 8 exactly once");
    let numbers: &[i64; CELLS] = numbers.try_into().map_err(|_| wrong())?;
    let mut order = [CELLS; CELLS];
    for (to, &number) in numbers.iter().enumerate() {
        let from = cell(number)?;
        if order[..to].contains(&from) {
            return Err(wrong());
        }
        order[to] = from;
    }
    Ok(order)
}

/// The permutation with the empty cells left where they are: a cell that would get an empty one's
/// place gets the card that would have gone there.
fn around_gaps(layout: &Layout, order: [usize; CELLS]) -> [usize; CELLS] {
    std::array::from_fn(|to| {
        if layout[to].is_none() {
            return to;
        }
        let mut from = order[to];
        while layout[from].is_none() {
            from = order[from];
        }
        from
    })
}
