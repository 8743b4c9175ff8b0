//! Prints how much longer answers take in the full house.

use super::stopwatch::Stopwatch;
use crate::figures::Figures;

/// By what part an answer may take longer.
const MOST: f64 = 0.2;

/// Each kind of request with its medians in both houses.
pub fn print(small: &Stopwatch, full: &Stopwatch) {
    println!("{:<54}{:>10}{:>10}{:>9}", "the least median of a round, ms", "small", "full", "growth");
    let mut offenders = Vec::new();
    for ((name, before), (_, after)) in small.medians().zip(full.medians()) {
        let [before, after] =
            [before, after].map(|medians| medians.into_iter().fold(f64::INFINITY, f64::min));
        let growth = after / before - 1.0;
        println!("{name:<54}{before:>10.2}{after:>10.2}{:>8.0}%", growth * 100.0);
        if growth >= MOST {
            offenders.push(name);
        }
    }
    let answer = if offenders.is_empty() { "yes" } else { "NO" };
    println!("\nmust reach: growth < {} %: {answer}", MOST * 100.0);
    for name in offenders {
        println!("  {name}");
    }
}

/// How much faster or slower the full house is under load, and its floor.
pub fn print_speed(small: &Figures, full: &Figures) {
    println!("{:<54}{:>10}{:>10}{:>9}", "under load", "small", "full", "growth");
    let row = |what: &str, of: &dyn Fn(&Figures) -> f64| {
        let (before, after) = (of(small), of(full));
        println!("{what:<54}{before:>10.2}{after:>10.2}{:>8.0}%", (after / before - 1.0) * 100.0);
    };
    row("moves/s", &|figures| figures.moves.run.rate());
    row("moves/s of the floor", &|figures| figures.floor.moves.run.rate());
    row("reads/s", &|figures| figures.reads.run.rate());
    row("304 answers/s", &|figures| figures.known.run.rate());
    println!();
}
