//! What is dealt anew for a viewer agrees with all that he has been shown, from the first move on:
//! the whole game could have gone the same way with these cards.

use std::collections::HashMap;

use serde_json::json;

use super::super::{Options, ParFore};
use crate::rulesets::{
    cards::Card,
    chance::Script,
    conformance::{
        keeping::script,
        walk::{Record, Setup},
    },
    rules::{Rules, Viewer},
};

/// The names of cards that stand for others, of one pack.
type Renamed = HashMap<String, String>;

/// How the cards that `viewer` does not know of `state` have been dealt anew in `other`, by pack.
fn renamed(state: &ParFore, other: &ParFore, viewer: Viewer) -> Vec<Renamed> {
    let mut packs = vec![Renamed::new(); state.cards.reshuffles as usize + 1];
    for place in state.hidden(viewer) {
        let (was, is) = (state.at(place), other.at(place));
        packs[was.pack as usize].insert(was.card.to_string(), is.card.to_string());
    }
    packs
}

/// All chance of a game up to a version, with cards that stand for others.
fn script_with(record: &Record<ParFore>, version: usize, packs: &[Renamed]) -> Script {
    let mut script: Script = script(&record.events[..=version].concat());
    for (order, renamed) in script.shuffles.iter_mut().zip(packs) {
        for card in order {
            if let Some(other) = renamed.get(card) {
                card.clone_from(other);
            }
        }
    }
    script
}

/// Plays the first moves again with that chance; every single thing that `viewer` is shown must be
/// what it was.
fn plays_the_same(
    setup: &Setup<ParFore>,
    record: &Record<ParFore>,
    version: usize,
    viewer: Viewer,
    mut chance: Script,
) {
    let mut step = ParFore::deal(&setup.options, &setup.course(), setup.seats, &mut chance);
    let mut original = record.first.clone();
    for (index, (seat, action)) in record.moves[..version].iter().enumerate() {
        step = step.state.apply(*seat, action, &mut chance).unwrap_or_else(|illegal| {
            panic!("{}, {index}: {viewer:?} saw {action:?}, which could not be: {illegal:?}", setup.name())
        });
        let original_chance = &mut setup.chance(index as u64 + 1);
        original = original.state.apply(*seat, action, original_chance).expect("it was legal");
        let told =
            |events: &[_]| events.iter().map(|event| ParFore::redact(event, viewer)).collect::<Vec<_>>();
        assert_eq!(told(&step.events), told(&original.events), "{}, {index}: {viewer:?}", setup.name());
        let shown = |state: &ParFore| json!([state.view(viewer), state.to_act()]);
        assert_eq!(shown(&step.state), shown(&original.state), "{}, {index}: {viewer:?}", setup.name());
    }
}

#[test]
fn the_whole_game_could_have_gone_like_that() {
    let mut differing = 0;
    for number in 0..60 {
        let seats = 1 + number as usize % 4;
        let options = Options { holes: 1 + (number / 4 % 9) as u8, ..Options::default() };
        let setup = Setup::<ParFore>::new(options, seats, number);
        let mut states = Vec::new();
        let record = setup.play(|turn| states.push(turn.after.state.clone()));
        for version in (1..=states.len()).filter(|version| version % 7 == number as usize % 7) {
            for viewer in setup.viewers() {
                let state = &states[version - 1];
                let other = state.exchanged(viewer, &mut setup.other_chance(version as u64));
                let packs = renamed(state, &other, viewer);
                differing += packs.iter().flatten().filter(|(was, is)| was != is).count();
                plays_the_same(&setup, &record, version, viewer, script_with(&record, version, &packs));
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
        let other = state.exchanged(Viewer::Seat(0), &mut setup.other_chance(n));
        assert!(!has_clubs(&other));
    }
    state.cards.hands[1][0].could_be = u64::MAX;
    let drawn_since = |n| has_clubs(&state.exchanged(Viewer::Seat(0), &mut setup.other_chance(n)));
    assert!((0..50).any(drawn_since));
}
