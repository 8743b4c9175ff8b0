//! Cards for places that do not take every card.

/// Which of so many cards goes into each of as many places, if there is a way; the first ones that
/// fit are preferred. Augmenting paths: a card is taken from a place for which another one is found.
pub(super) fn matching(count: usize, fits: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let mut holders = vec![None; count];
    if !(0..count).all(|place| find(place, &fits, &mut holders, &mut vec![false; count])) {
        return None;
    }
    let mut cards = vec![0; count];
    for (card, place) in holders.into_iter().enumerate() {
        cards[place?] = card;
    }
    Some(cards)
}

/// Finds a card for a place; `holders` are the places that have the cards.
fn find(
    place: usize,
    fits: &impl Fn(usize, usize) -> bool,
    holders: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    // A free card first, so that most places are settled at once.
    let free = (0..holders.len()).find(|&card| holders[card].is_none() && fits(place, card));
    let card = free.or_else(|| {
        (0..holders.len()).find(|&card| {
            let is_new = fits(place, card) && !std::mem::replace(&mut tried[card], true);
            is_new && holders[card].is_none_or(|other| find(other, fits, holders, tried))
        })
    });
    if let Some(card) = card {
        holders[card] = Some(place);
    }
    card.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_gives_way_where_it_must() {
        // Place 0 takes card 0 first, which is the only one for place 2.
        let allowed = [[true, true, false], [false, true, true], [true, false, false]];
        assert_eq!(matching(3, |place, card| allowed[place][card]), Some(vec![1, 2, 0]));
    }

    #[test]
    fn there_may_be_no_way() {
        let allowed = [[true, false], [true, false]];
        assert_eq!(matching(2, |place, card| allowed[place][card]), None);
        assert_eq!(matching(0, |_, _| true), Some(Vec::new()));
    }
}
