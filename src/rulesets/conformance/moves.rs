//! Which moves there are, and that they lead to an end.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    Sample,
    walk::{Setup, setups},
};

/// A listed move is accepted; of all other moves only another form of a listed one is. A seat that
/// is not to act, or that is not at the table, has no moves at all.
pub fn listed_is_legal<R: Sample>() {
    for setup in setups::<R>(5) {
        let universe = R::universe(setup.seats);
        try_all(&setup, &setup.deal().state, &universe, 0);
        let record = setup.play(|turn| {
            let late = turn.after.state.scores() != turn.before.scores();
            if late || turn.version % 97 == 3 || turn.version <= 4 {
                try_all(&setup, &turn.after.state, &universe, turn.version);
            }
        });
        try_all(&setup, &record.last, &universe, 0);
    }
}

fn try_all<R: Sample>(setup: &Setup<R>, state: &R, universe: &[R::Move], version: u64) {
    let as_it_was = state.clone();
    let to_act = state.to_act();
    for seat in (0..=setup.seats).chain([usize::MAX]) {
        let listed = state.legal_moves(seat);
        assert_eq!(listed.is_empty(), !to_act.contains(&seat), "{}: moves of {seat}", setup.name());
        for action in universe.iter().chain(&listed) {
            let is_legal = state.apply(seat, action, &mut setup.other_chance(version)).is_ok();
            let is_listed = listed.contains(&R::listed_form(action));
            assert_eq!(is_legal, is_listed, "{}: {action:?} of seat {seat} in {state:?}", setup.name());
        }
    }
    assert_eq!(*state, as_it_was, "{}: a move changed what it was given", setup.name());
}

/// The same state lists the same moves in the same order, and none twice.
pub fn lists_are_sound<R: Sample>() {
    for setup in setups::<R>(7) {
        setup.play(|turn| {
            let moves = turn.before.legal_moves(turn.seat);
            assert_eq!(moves, turn.before.clone().legal_moves(turn.seat), "{}", setup.name());
            let texts: BTreeSet<String> = moves.iter().map(|action| text(action).to_string()).collect();
            assert_eq!(texts.len(), moves.len(), "{}: a move is listed twice", setup.name());
        });
    }
}

/// Games end, and until then the seats to act are ascending, each once, and at the table.
pub fn games_end<R: Sample>() {
    for setup in setups::<R>(1) {
        let sound = |state: &R| {
            let to_act = state.to_act();
            assert!(to_act.is_sorted_by(|a, b| a < b), "{}: {to_act:?}", setup.name());
            assert!(to_act.iter().all(|&seat| seat < setup.seats), "{}: {to_act:?}", setup.name());
            assert_eq!(to_act.is_empty(), state.places().is_some(), "{}", setup.name());
            assert_eq!(state.scores().len(), setup.seats, "{}", setup.name());
        };
        sound(&setup.deal().state);
        let record = setup.play(|turn| sound(&turn.after.state));
        let places = record.last.places().unwrap_or_default();
        let mut placed: Vec<usize> = places.iter().flat_map(|place| place.seats.clone()).collect();
        placed.sort_unstable();
        assert_eq!(placed, (0..setup.seats).collect::<Vec<_>>(), "{}: {places:?}", setup.name());
    }
}

/// The sampled games leave out nothing that the ruleset has.
pub fn everything_comes_up<R: Sample>() {
    let (mut moves, mut events) = (BTreeSet::new(), BTreeSet::new());
    for setup in setups::<R>(5) {
        let record = setup.play(|_| ());
        moves.extend(record.moves.iter().map(|(_, action)| type_of(&text(action))));
        events.extend(record.events.iter().flatten().map(|event| type_of(&text(event))));
    }
    let all = |types: &[&str]| types.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(moves, all(R::ABOUT.move_types));
    assert_eq!(events, all(R::EVENT_TYPES));
}

fn text(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("this can be written as JSON")
}

fn type_of(value: &Value) -> String {
    value["type"].as_str().expect("moves and events have a type").to_owned()
}
