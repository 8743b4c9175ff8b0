//! Cutting for the honour of playing first.

use super::events::Event;
use crate::rulesets::{
    cards::{Card, packs},
    chance::Chance,
    rules::Seat,
};

/// Every player cuts a card, and the lowest plays first; those who tie for it cut again. Nobody cuts
/// alone.
pub(super) fn cut<C: Chance>(seats: usize, chance: &mut C, events: &mut Vec<Event>) -> Seat {
    let mut tied: Vec<Seat> = (0..seats).collect();
    while tied.len() > 1 {
        let mut pack = packs(1, 0);
        let mut cards: Vec<Option<Card>> = vec![None; seats];
        for &seat in &tied {
            cards[seat] = Some(pack.remove(chance.pick(pack.len())));
        }
        let rank = |seat: &Seat| cards[*seat].and_then(Card::rank);
        let lowest = tied.iter().filter_map(rank).min();
        tied.retain(|seat| rank(seat) == lowest);
        events.push(Event::Cut { cards });
    }
    tied.first().copied().unwrap_or(0)
}
