//! How well the bots play, and how long the best ones think.
//!
//! Two bots play short games with the same seeds twice, with their seats swapped, so that luck falls
//! on both alike. `cargo bench --bench bots` plays them all; `CLUBHOUSE_DUELS` says how many pairs.

use std::time::{Duration, Instant};

use clubhouse::rulesets::{
    bots::Level,
    chance::Seed,
    registry::{AnyGame, Ruleset},
    rules::ScoreOrder,
};
use serde_json::json;

/// The 99 % point of the normal distribution, two-sided.
const Z: f64 = 2.576;

fn seed(number: u64) -> Seed {
    Seed::from_hex(&format!("{number:064x}")).expect("64 digits")
}

fn deal(ruleset: Ruleset, holes: u8, number: u64, seats: usize) -> AnyGame {
    let options = ruleset.read_options(json!({ "holes": holes })).expect("good options");
    let mut shipped = ruleset.shipped_courses().into_iter();
    let course = shipped.find(|course| Some(course.id()) == options.course());
    let course = course.unwrap_or_else(|| ruleset.stored_course(None).expect("it has no courses"));
    options.deal(&course, seats, &mut seed(number).stream(0)).expect("it is a course of its own").state
}

/// Plays a game to its end; the scores. Hard turns are timed.
fn play(mut game: AnyGame, number: u64, levels: &[Level], turns: &mut Vec<Duration>) -> Vec<i32> {
    let seed = seed(number);
    for version in 1.. {
        let Some(&seat) = game.to_act().first() else { break };
        let start = Instant::now();
        let action = game.bot_move(seat, levels[seat], &mut seed.for_bots().stream(version));
        if levels[seat] == Level::Hard {
            turns.push(start.elapsed());
        }
        let action = action.expect("whoever is to act has a move");
        game = game.apply(seat, &action, &mut seed.stream(version)).expect("it is legal").state;
    }
    game.scores()
}

/// By how much the better bot wins a pair of games, in points a game.
fn duel(ruleset: Ruleset, holes: u8, better: Level, worse: Level, pairs: u64, turns: &mut Vec<Duration>) {
    let sign = match ruleset.about().score_order {
        ScoreOrder::High => 1.0,
        ScoreOrder::Low => -1.0,
    };
    let margins: Vec<f64> = (0..pairs)
        .map(|number| {
            let mut margin = |levels: [Level; 2], mine: usize| {
                let scores = play(deal(ruleset, holes, number, 2), number, &levels, turns);
                sign * f64::from(scores[mine] - scores[1 - mine])
            };
            (margin([better, worse], 0) + margin([worse, better], 1)) / 2.0
        })
        .collect();
    let n = margins.len() as f64;
    let mean = margins.iter().sum::<f64>() / n;
    let variance = margins.iter().map(|margin| (margin - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let error = Z * (variance / n).sqrt();
    let sure = if mean - error > 0.0 { "yes" } else { "NO" };
    println!(
        "{:10} {holes} holes, {:6} beats {:6}: {mean:6.2} a game, 99 % within ±{error:.2}: {sure} ({pairs} pairs)",
        ruleset.about().id,
        better.as_str(),
        worse.as_str(),
    );
}

fn percentile(durations: &mut [Duration], of_hundred: usize) -> Duration {
    durations.sort_unstable();
    durations[(durations.len() - 1) * of_hundred / 100]
}

fn main() {
    let pairs: u64 = std::env::var("CLUBHOUSE_DUELS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    for &ruleset in Ruleset::ALL {
        let holes = if ruleset.about().id == "nine_card" { 1 } else { 3 };
        let mut turns = Vec::new();
        duel(ruleset, holes, Level::Medium, Level::Easy, pairs * 4, &mut turns);
        duel(ruleset, holes, Level::Hard, Level::Medium, pairs, &mut turns);
        let (median, late) = (percentile(&mut turns, 50), percentile(&mut turns, 95));
        println!(
            "{:10} a hard turn takes {median:.1?}, the 95th percentile is {late:.1?}",
            ruleset.about().id
        );
        let seats = ruleset.about().max_players;
        let mut turns = Vec::new();
        for number in 0..4 {
            play(deal(ruleset, 1, number, seats), number, &vec![Level::Hard; seats], &mut turns);
        }
        let late = percentile(&mut turns, 95);
        println!("{:10} at a table for {seats} the 95th percentile is {late:.1?}", ruleset.about().id);
    }
}
