//! How long the rules take: what a request asks of them, early, in the middle and late in a game.
//!
//! `cargo bench --bench engines` measures everything; a word after `--` only what has it in its name.

use std::hint::black_box;

use clubhouse::rulesets::{
    bots::Level,
    chance::{Seed, Stream},
    registry::{AnyGame, Ruleset},
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

/// States at the beginning, in the middle and near the end of a game of four that sensible bots play.
fn stages(ruleset: Ruleset) -> Vec<Stage> {
    let options = ruleset.default_options();
    let wanted = options.course().map(str::to_owned);
    let course = ruleset.shipped_courses().into_iter().find(|course| Some(course.id()) == wanted.as_deref());
    let course = course.map(|course| serde_json::to_string(&course).expect("JSON"));
    let dealt = options.deal(course.as_deref(), 4, &mut seed().stream(0)).expect("the course reads").state;
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
                bencher.iter(|| ruleset.read_game(black_box(&stored)).expect("it reads"));
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
