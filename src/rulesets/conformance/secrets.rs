//! That nobody is shown, or told in a roundabout way, what he cannot know.
//!
//! The means is always the same: a second game in which all that a viewer cannot know has been
//! dealt anew. Whatever he is shown must be the same in both, to the byte.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use super::{
    Sample,
    walk::{Setup, setups},
};
use crate::rulesets::rules::{Seat, Step, Viewer};

/// How often a secret may happen to be dealt as it was before this counts as a fault.
const TRIES: u64 = 20;

/// Views, legal moves, seats to act, scores and places are the same whatever is hidden, and what
/// is hidden does get dealt anew.
pub fn views_keep_secrets<R: Sample>() {
    for setup in setups::<R>(5) {
        nothing_shows(&setup, &setup.deal().state, 0);
        setup.play(|turn| {
            if turn.version % 41 == 5 || turn.after.state.scores() != turn.before.scores() {
                nothing_shows(&setup, &turn.after.state, turn.version);
            }
        });
    }
}

/// Whatever a viewer cannot know of a state is dealt anew, and he sees the same.
pub fn nothing_shows<R: Sample>(setup: &Setup<R>, state: &R, version: u64) {
    for viewer in setup.viewers() {
        let other = state.resample(viewer, &mut setup.other_chance(version));
        same_to(viewer, state, &other, setup);
        dealt_anew(viewer, state, setup);
    }
}

fn same_to<R: Sample>(viewer: Viewer, one: &R, other: &R, setup: &Setup<R>) {
    assert_eq!(shown(viewer, one), shown(viewer, other), "{}: {viewer:?} sees what is hidden", setup.name());
}

fn shown<R: Sample>(viewer: Viewer, state: &R) -> String {
    let moves = match viewer {
        Viewer::Seat(seat) => state.legal_moves(seat),
        Viewer::Spectator => Vec::new(),
    };
    text(&(state.view(viewer), moves, state.to_act(), state.scores(), state.places()))
}

/// What is hidden changes, unless it is all the same; and each pool keeps its cards.
fn dealt_anew<R: Sample>(viewer: Viewer, state: &R, setup: &Setup<R>) {
    let secrets = state.secrets(viewer);
    let sorted = |pools: &[Vec<String>]| {
        let mut pools = pools.to_vec();
        pools.iter_mut().for_each(|pool| pool.sort_unstable());
        pools
    };
    let differs = |pool: &Vec<String>| pool.iter().collect::<BTreeSet<_>>().len() > 1;
    let others = (0..TRIES).map(|n| state.resample(viewer, &mut setup.other_chance(n)).secrets(viewer));
    let mut changed = vec![false; secrets.len()];
    for other in others {
        assert_eq!(sorted(&other), sorted(&secrets), "{}: {viewer:?} knows better", setup.name());
        for (index, pool) in other.iter().enumerate() {
            changed[index] |= *pool != secrets[index];
        }
        if secrets.iter().zip(&changed).all(|(pool, &changed)| changed || !differs(pool)) {
            return;
        }
    }
    panic!("{}: nothing is dealt anew for {viewer:?} in {state:?}", setup.name());
}

/// What is dealt anew for a viewer, with the same chance, is the same for all games that agree with
/// what he has been shown, also when they have gone on: nothing of the real one shows in it.
pub fn imagination_keeps_secrets<R: Sample>() {
    for setup in setups::<R>(5) {
        setup.play(|turn| {
            if turn.version % 7 != 1 {
                return;
            }
            for viewer in setup.viewers() {
                let other = turn.before.resample(viewer, &mut setup.other_chance(turn.version));
                imagines_the_same(viewer, turn.before, &other, &setup);
                let Ok(step) = other.apply(turn.seat, turn.action, &mut setup.chance(turn.version)) else {
                    continue;
                };
                let all = |step: &Step<R>| (told(&step.events, viewer, &setup), shown(viewer, &step.state));
                if turn.after.state.places().is_none() && all(turn.after) == all(&step) {
                    imagines_the_same(viewer, &turn.after.state, &step.state, &setup);
                }
            }
        });
    }
}

fn imagines_the_same<R: Sample>(viewer: Viewer, one: &R, other: &R, setup: &Setup<R>) {
    let imagined = |state: &R| state.resample(viewer, &mut setup.other_chance(1));
    let is_same = imagined(one) == imagined(other);
    assert!(is_same, "{}: {viewer:?} imagines what he cannot know", setup.name());
}

/// The answers to a player's moves, refusals with their details too, do not depend on what he
/// cannot know.
pub fn answers_keep_secrets<R: Sample>() {
    for setup in setups::<R>(7) {
        let universe = R::universe(setup.seats);
        setup.play(|turn| {
            if turn.version % 61 != 2 {
                return;
            }
            for seat in 0..setup.seats {
                let other = turn.before.resample(Viewer::Seat(seat), &mut setup.other_chance(turn.version));
                for action in &universe {
                    let answer = |state: &R| {
                        state.apply(seat, action, &mut setup.chance(turn.version)).map(|_| ()).err()
                    };
                    assert_eq!(answer(turn.before), answer(&other), "{}: {action:?}", setup.name());
                }
            }
        });
    }
}

/// Two games run side by side, the real one and one that is the same to the viewer; as long as
/// nothing new is shown to him, he is told the same of both, and they stay the same to him.
pub fn events_keep_secrets<R: Sample>() {
    for setup in setups::<R>(5) {
        for viewer in [Viewer::Seat(0), Viewer::Seat(setup.seats - 1), Viewer::Spectator] {
            let mut other = setup.deal().state.resample(viewer, &mut setup.other_chance(0));
            setup.play(|turn| {
                let told = told(&turn.after.events, viewer, &setup);
                if turn.before.tells(turn.seat, turn.action, viewer) {
                    let chance = &mut setup.other_chance(turn.version);
                    other = turn.after.state.resample(viewer, chance);
                    return;
                }
                let chance = &mut setup.chance(turn.version);
                let step = other.apply(turn.seat, turn.action, chance).unwrap_or_else(|illegal| {
                    panic!("{}: {:?} shows {viewer:?} more: {illegal:?}", setup.name(), turn.action)
                });
                assert_eq!(self::told(&step.events, viewer, &setup), told, "{}", setup.name());
                same_to(viewer, &turn.after.state, &step.state, &setup);
                other = step.state;
            });
        }
    }
}

/// What `viewer` is told of events in a game that goes on. The two events that may hold something
/// hidden in any ruleset are looked at here; others only come out the same or not.
fn told<R: Sample>(events: &[R::Event], viewer: Viewer, setup: &Setup<R>) -> String {
    let redacted: Vec<R::Event> = events.iter().map(|event| R::redact(event, viewer)).collect();
    for event in &redacted {
        let event = serde_json::to_value(event).expect("an event can be written as JSON");
        let is_hidden = match event["type"].as_str() {
            Some("shuffle") => event.get("order").is_none(),
            Some("draw") => viewer.is(seat_of(&event)) || event["card"] == "??",
            _ => true,
        };
        assert!(is_hidden, "{}: {viewer:?} is told {event}", setup.name());
    }
    text(&redacted)
}

fn seat_of(event: &Value) -> Seat {
    event["seat"].as_u64().and_then(|seat| seat.try_into().ok()).expect("a draw names its seat")
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("this can be written as JSON")
}
