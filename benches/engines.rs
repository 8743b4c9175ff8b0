//! How long the rules take: what a request asks of them, early, in the middle and late in a game.
//!
//! `cargo bench --bench engines` measures everything; a word after `--` only what has it in its name.

use std::hint::black_box;

use clubhouse::rulesets::{
    bots::Level,
    chance::{Seed, Stream},
    registry::{AnyCourse, AnyGame, Ruleset},
    rules::{Seat, Viewer},
};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// All games are dealt and played from this.
fn seed() -> Seed {
    Seed::from_hex(&"5e".repeat(32)).expect("64 digits")
}

/// A state with whoever is to act in it.
struct Stage {
    name: &'static str,
    state: AnyGame,
    seat: Seat,
}

/// The course that is played on if nothing is said.
fn course(ruleset: Ruleset) -> AnyCourse {
    let options = ruleset.default_options();
    let mut shipped = ruleset.shipped_courses().into_iter();
    let course = shipped.find(|course| Some(course.id()) == options.course());
    course.unwrap_or_else(|| ruleset.stored_course(None).expect("it has no courses"))
}

/// States at the beginning, in the middle and near the end of a game of four that sensible bots play.
fn stages(ruleset: Ruleset) -> Vec<Stage> {
    let dealt = ruleset
        .default_options()
        .deal(&course(ruleset), 4, &mut seed().stream(0))
        .expect("it is a course of its own")
        .state;
    let mut states = vec![dealt];
    for version in 1.. {
        let state = states.last().expect("one at least");
        let Some(&seat) = state.to_act().first() else { break };
        let action = state.bot_move(seat, Level::Medium, &mut seed().for_bots().stream(version));
        let action = action.expect("whoever is to act has a move");
        states.push(state.apply(seat, &action, &mut chance(version)).expect("it is legal").state);
    }
    let moves = states.len() - 1;
    let at = |name, index: usize| {
        let state = states[index].clone();
        Stage { name, seat: state.to_act()[0], state }
    };
    vec![at("early", moves / 100), at("middle", moves / 2), at("late", moves * 99 / 100)]
}

fn chance(version: u64) -> Stream {
    seed().stream(version)
}

fn engines(criterion: &mut Criterion) {
    for &ruleset in Ruleset::ALL {
        let course = course(ruleset);
        for Stage { name, state, seat } in stages(ruleset) {
            let mut group = criterion.benchmark_group(format!("{}/{name}", ruleset.about().id));
            group.bench_function("legal moves", |bencher| {
                bencher.iter(|| black_box(&state).legal_moves(seat));
            });
            let action = state.legal_moves(seat).into_iter().next_back().expect("a move");
            group.bench_function("apply", |bencher| {
                bencher.iter_batched_ref(
                    || chance(7),
                    |chance| black_box(&state).apply(seat, &action, chance).expect("it is legal"),
                    BatchSize::SmallInput,
                );
            });
            group.bench_function("view", |bencher| {
                bencher.iter(|| black_box(&state).view(Viewer::Seat(seat)));
            });
            let stored = serde_json::to_string(&state).expect("JSON");
            group.bench_function("read state", |bencher| {
                bencher.iter(|| course.stored_game(black_box(&stored)).expect("it reads"));
            });
            group.bench_function("write state", |bencher| {
                bencher.iter(|| serde_json::to_string(black_box(&state)).expect("JSON"));
            });
            group.finish();
        }
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
