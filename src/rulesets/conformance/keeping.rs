//! That nothing gets lost: cards, what is stored, and how it came about.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    Sample,
    walk::{Record, Setup, setups},
};
use crate::rulesets::{
    cards::packs,
    chance::{Chance, Script},
};

/// The cards of a state are at every time those of the first deal.
pub fn cards_are_kept<R: Sample>() {
    for setup in setups::<R>(7) {
        let cards = setup.deal().state.cards();
        assert!(cards.is_sorted());
        setup.play(|turn| {
            let now = turn.after.state.cards();
            assert!(now == cards, "{}: {:?} made {now:?}", setup.name(), turn.action);
        });
    }
}

/// States, moves, events and options are the same after being written and read.
pub fn stored_reads_back<R: Sample>() {
    for setup in setups::<R>(11) {
        reads_back(&setup.options);
        let record = setup.play(|turn| {
            reads_back(turn.action);
            turn.after.events.iter().for_each(reads_back);
            if turn.version % 29 == 1 {
                state_reads_back(&setup, &turn.after.state);
            }
        });
        record.first.events.iter().for_each(reads_back);
        for viewer in setup.viewers() {
            let redacted = record.events.iter().flatten().map(|event| R::redact(event, viewer));
            redacted.for_each(|event| reads_back(&event));
        }
        state_reads_back(&setup, &record.first.state);
        state_reads_back(&setup, &record.last);
    }
}

/// A state is stored without its course, and is whole again on it.
fn state_reads_back<R: Sample>(setup: &Setup<R>, state: &R) {
    let mut stored = serde_json::to_value(state).expect("this can be written as JSON");
    let read = |stored: &Value| serde_json::from_str(&stored.to_string()).expect("it reads");
    assert!(stored.get("course").is_none(), "{stored}");
    assert_eq!(R::restore(read(&stored), &setup.course()), *state);
    // As it was stored before courses were stored apart.
    stored["course"] = serde_json::to_value(setup.course()).expect("JSON");
    assert_eq!(R::restore(read(&stored), &setup.course()), *state);
}

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).expect("this can be written as JSON");
    let read: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, *value);
}

/// Seed, options and moves are enough to play a game again.
pub fn seed_replays<R: Sample>() {
    for setup in setups::<R>(11) {
        let record = setup.play(|_| ());
        play_again(&setup, &record, |version| setup.chance(version as u64));
    }
}

/// Events, options and moves are enough to play a game again, without its seed; and there is no
/// chance in them that the game does not take.
pub fn events_replay<R: Sample>() {
    for setup in setups::<R>(11) {
        let record = setup.play(|_| ());
        let scripts = play_again(&setup, &record, |version| script(&record.events[version]));
        assert!(scripts.iter().all(Script::is_used_up), "{}", setup.name());
    }
}

/// Plays the game again with `chance` for each version, and gives back what is left of it.
fn play_again<R: Sample, C: Chance>(
    setup: &Setup<R>,
    record: &Record<R>,
    chance: impl Fn(usize) -> C,
) -> Vec<C> {
    let mut chances: Vec<C> = (0..=record.moves.len()).map(chance).collect();
    let mut step = R::deal(&setup.options, &setup.course(), setup.seats, &mut chances[0]);
    for (index, (seat, action)) in record.moves.iter().enumerate() {
        assert_eq!(step.events, record.events[index], "{}", setup.name());
        step = step.state.apply(*seat, action, &mut chances[index + 1]).expect("it was legal before");
    }
    assert_eq!(step.state, record.last, "{}", setup.name());
    chances
}

/// The chance that is in events, in their order.
pub fn script<E: Serialize>(events: &[E]) -> Script {
    let mut script = Script::default();
    for event in events {
        let event = serde_json::to_value(event).expect("an event can be written as JSON");
        match event["type"].as_str() {
            Some("cut") => {
                // Each card is picked from what the others of the round have left of a pack.
                let mut pack: Vec<String> = packs(1, 0).iter().map(ToString::to_string).collect();
                for card in read::<Vec<Option<String>>>(&event["cards"]).into_iter().flatten() {
                    let place = pack.iter().position(|other| *other == card).expect("a card of the pack");
                    pack.remove(place);
                    script.picks.push_back(place);
                }
            }
            Some("first_dealer") => script.picks.push_back(read(&event["seat"])),
            Some("shuffle") => script.shuffles.push_back(read(&event["order"])),
            Some("dice") => script.dice.extend(read::<Vec<u8>>(&event["dice"])),
            _ => {}
        }
    }
    script
}

fn read<T: DeserializeOwned>(value: &Value) -> T {
    T::deserialize(value).unwrap_or_else(|error| panic!("{value}: {error}"))
}
