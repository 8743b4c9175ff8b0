//! What is dealt anew for a viewer agrees with all that he has been shown, from the first move on:
//! the whole game could have gone the same way with these cards.

use serde_json::json;

use super::super::{Event, Options, ParFore};
use super::deal::Deal;
use crate::rulesets::{
    cards::Card,
    chance::Script,
    conformance::{
        keeping::script,
        walk::{Record, Setup},
    },
    rules::{Rules, Seat, Viewer},
};

/// Where a card lay before it was drawn: in which pack, counted from 1, and how deep.
type Drawn = (usize, usize);

/// All chance of a game so far, but with the cards that `other` has where `viewer` cannot know them.
/// `states` are those before each move, and the last.
fn script_with(record: &Record<ParFore>, states: &[ParFore], viewer: Viewer, other: &ParFore) -> Script {
    let mut next: Drawn = (0, 0);
    let mut hands: Vec<Vec<Drawn>> = vec![Vec::new(); other.seats()];
    let mut known: Vec<(Drawn, Card)> = Vec::new();
    let events = &record.events[..states.len()];
    for (version, event) in (0..).zip(events).flat_map(|(n, all)| all.iter().map(move |event| (n, event))) {
        match event {
            Event::Shuffle { .. } => next = (next.0 + 1, 0),
            Event::Flipped { .. } => next.1 += 1,
            Event::Draw { seat, .. } => {
                hands[*seat].push(next);
                next.1 += 1;
            }
            Event::CardPlayed { seat, card, .. } | Event::Discarded { seat, card } => {
                let before: &ParFore = &states[version - 1];
                let drawn = hands[*seat].remove(before.cards.place_of(*seat, *card).expect("he had it"));
                if !viewer.is(*seat) {
                    known.push((drawn, *card));
                }
            }
            _ => {}
        }
    }
    let of_others = |seat: &Seat| !viewer.is(*seat);
    for seat in (0..hands.len()).filter(of_others) {
        known.extend(hands[seat].iter().copied().zip(other.cards.hands[seat].iter().map(|held| held.card)));
    }
    let undrawn = (next.1..).map(|depth| (next.0, depth));
    known.extend(undrawn.zip(other.cards.pack.iter().rev().copied()));
    let mut script = script(&events.concat());
    for ((pack, depth), card) in known {
        script.shuffles[pack - 1][depth] = card.to_string();
    }
    script
}

/// Plays the first moves again with that chance; every single thing that `viewer` is shown must be
/// what it was. The state that comes out.
fn plays_the_same(
    setup: &Setup<ParFore>,
    record: &Record<ParFore>,
    states: &[ParFore],
    viewer: Viewer,
    mut chance: Script,
) -> ParFore {
    let mut step = ParFore::deal(&setup.options, &setup.course(), setup.seats, &mut chance);
    for (version, original) in states.iter().enumerate() {
        let told =
            |events: &[_]| events.iter().map(|event| ParFore::redact(event, viewer)).collect::<Vec<_>>();
        let is_told = told(&record.events[version]);
        assert_eq!(told(&step.events), is_told, "{}, {version}: {viewer:?}", setup.name());
        let shown = |state: &ParFore| json!([state.view(viewer), state.to_act()]);
        assert_eq!(shown(&step.state), shown(original), "{}, {version}: {viewer:?}", setup.name());
        if version + 1 < states.len() {
            let (seat, action) = &record.moves[version];
            step = step.state.apply(*seat, action, &mut chance).unwrap_or_else(|illegal| {
                panic!("{}, {version}: {viewer:?} saw {action:?}: {illegal:?}", setup.name())
            });
        }
    }
    step.state
}

#[test]
fn the_whole_game_could_have_gone_like_that() {
    let mut differing = 0;
    for number in 0..60 {
        let seats = 1 + number as usize % 4;
        let options = Options { holes: 1 + (number / 4 % 9) as u8, ..Options::default() };
        let setup = Setup::<ParFore>::new(options, seats, number);
        let mut states = vec![setup.deal().state];
        let record = setup.play(|turn| states.push(turn.after.state.clone()));
        for version in (1..states.len()).filter(|version| version % 7 == number as usize % 7) {
            for viewer in setup.viewers() {
                let state = &states[version];
                let other = state.resample(viewer, &mut setup.other_chance(version as u64));
                let differs = |place: &_| state.at(*place).card != other.at(*place).card;
                differing += state.hidden(viewer).iter().filter(|place| differs(place)).count();
                let chance = script_with(&record, &states[..=version], viewer, &other);
                let again = plays_the_same(&setup, &record, &states[..=version], viewer, chance);
                assert!(again == other, "{}, {version}: {viewer:?}", setup.name());
            }
        }
    }
    assert!(differing > 10_000, "only {differing} cards were dealt anew");
}

/// A card that its player was seen not to have is never dealt to him, though others that have been
/// drawn since may be such.
#[test]
fn what_was_seen_is_remembered_of_the_cards_that_were_there() {
    let setup = Setup::<ParFore>::new(Options::default(), 2, 4);
    let mut state = setup.deal().state;
    let clubs = |card: Card| card.to_string().ends_with('C');
    state.cards.lacks(1, clubs);
    let has_clubs = |game: &ParFore| game.cards.has(1, clubs);
    state.cards.hands[1].iter_mut().for_each(|held| held.card = "2D".parse().unwrap());
    for n in 0..50 {
        let other = state.resample(Viewer::Seat(0), &mut setup.other_chance(n));
        assert!(!has_clubs(&other));
    }
    state.cards.hands[1][4].could_be = u64::MAX;
    let drawn_since = |n| has_clubs(&state.resample(Viewer::Seat(0), &mut setup.other_chance(n)));
    assert!((0..50).any(drawn_since));
}

/// When a player plays a card nobody else sees how long he had it; only a card that he was seen not
/// to have must have been drawn since.
#[test]
fn how_long_a_card_was_held_does_not_show() {
    let setup = Setup::<ParFore>::new(Options::default(), 2, 4);
    let clubs = |card: Card| card.to_string().ends_with('C');
    let played = |drawn: &str, card: &str| {
        let mut state = Deal::new(1, &["AS", drawn]).begin().game;
        state.cards.lacks(1, clubs);
        state.cards.hands[1][4].could_be = u64::MAX;
        state.cards.discard(1, card.parse().unwrap());
        state
    };
    let imagined = |state: &ParFore, n| state.resample(Viewer::Seat(0), &mut setup.other_chance(n));
    let may_have_clubs = |state: &ParFore| (0..50).any(|n| imagined(state, n).cards.has(1, clubs));
    let (old, new) = (played("6D 3D 4D 5D 2D", "6D"), played("2D 3D 4D 5D 6D", "6D"));
    assert!((0..50).all(|n| imagined(&old, n) == imagined(&new, n)));
    assert!(may_have_clubs(&old));
    assert!(!may_have_clubs(&played("2D 3D 4D 5D 7C", "7C")));
}
