//! Prints what was measured.

use crate::{
    Plan,
    cluster::Statement,
    figures::{AIRY, Figures, MEMORY_RATE},
    floor::STATEMENTS,
    load::LANES,
    run::Cost,
};

/// Prints all that was measured on one database.
pub fn print(name: &str, figures: &Figures, plan: Plan) {
    let Figures { moves, floor, paced, reads, paced_reads, known, .. } = figures;
    println!("{name}: {LANES} connections, {} games of each ruleset", plan.games);
    println!("the floor has {} connections to the database\n", floor.connections);
    println!("{:<44}{:>11}{:>11}{:>9}", "figure", "server", "floor", "ratio");
    let base = &floor.moves;
    row("moves/s", moves.run.rate(), Some(base.run.rate()));
    row("a move at the highest rate, p50 ms", moves.run.percentile(50), Some(base.run.percentile(50)));
    row("a move at the highest rate, p99 ms", moves.run.percentile(99), Some(base.run.percentile(99)));
    let aired = |percent| Some(floor.paced.percentile(percent));
    let percent = AIRY * 100.0;
    row(&format!("a move at {percent} % of that, p50 ms"), paced.percentile(50), aired(50));
    row(&format!("a move at {percent} % of that, p99 ms"), paced.percentile(99), aired(99));
    row("reads/s", reads.run.rate(), None);
    row("a read at the highest rate, p50 ms", reads.run.percentile(50), None);
    row("a read at the highest rate, p99 ms", reads.run.percentile(99), None);
    row(&format!("a read at {percent} % of that, p50 ms"), paced_reads.percentile(50), None);
    row(&format!("a read at {percent} % of that, p99 ms"), paced_reads.percentile(99), None);
    row("304 answers/s", known.run.rate(), None);
    let statements = figures.statements.as_ref().map(|(statements, moves)| calls(statements) / moves);
    let ends = figures.statements.as_ref().map(|(statements, moves)| transaction_calls(statements) / moves);
    if let (Some(statements), Some(ends)) = (statements, ends) {
        row("statements a move", statements, Some(STATEMENTS));
        row("  of them BEGIN, COMMIT and the like", ends, Some(2.0));
    }
    row("kB written a move", moves.bytes / moves.run.done() / 1e3, Some(base.bytes / base.run.done() / 1e3));
    let each = |cost: &Cost, seconds: f64| seconds / cost.run.done() * 1e6;
    let (server, database) = (each(moves, moves.server), each(moves, moves.database));
    let floor_database = each(base, base.database);
    row("CPU a move, server, µs", server, None);
    row("CPU a move, database, µs", database, Some(floor_database));
    row("CPU a move, both, µs", server + database, Some(floor_database));
    row("CPU a move, driver, µs", each(moves, moves.driver), None);
    row("CPU a read, server and database, µs", each(reads, reads.server + reads.database), None);
    row("CPU a 304, server and database, µs", each(known, known.server + known.database), None);
    row(&format!("memory at {MEMORY_RATE} requests/s, MB"), figures.memory, None);
    row("  requests/s that were answered", figures.memory_run.rate(), None);
    row("ready after, ms", figures.ready * 1e3, None);

    println!("\nmust reach");
    let ratio = moves.run.rate() / base.run.rate();
    goal("moves/s of the floor", ratio, ratio >= 0.7, "≥ 0.7");
    goal(&format!("p99/p50 of a move at {percent} %"), paced.spread(), paced.spread() <= 5.0, "≤ 5");
    let reading = reads.run.rate() / moves.run.rate();
    goal("reads/s of moves/s", reading, reading >= 5.0, "≥ 5");
    goal("ready after, s", figures.ready, figures.ready <= 0.2, "≤ 0.2");
    goal("memory, MB", figures.memory, figures.memory <= 60.0, "≤ 60");
    if let (true, Some((statements, moves))) = (plan.statements, &figures.statements) {
        list(statements, *moves);
    }
    println!();
}

fn row(figure: &str, server: f64, floor: Option<f64>) {
    let floored = floor.map_or("–".to_owned(), number);
    let ratio = floor.map_or("–".to_owned(), |floor| format!("{:.2}", server / floor));
    println!("{figure:<44}{:>11}{floored:>11}{ratio:>9}", number(server));
}

fn goal(what: &str, value: f64, is_reached: bool, wanted: &str) {
    let answer = if is_reached { "yes" } else { "NO" };
    println!("{what:<44}{:>11}{wanted:>11}{answer:>9}", number(value));
}

/// With three digits that say something.
fn number(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

/// How often something was sent to the database.
fn calls<'a>(statements: impl IntoIterator<Item = &'a Statement>) -> f64 {
    let sent = statements.into_iter().filter(|statement| statement.is_sent);
    sent.map(|statement| statement.calls as f64).sum()
}

fn transaction_calls(statements: &[Statement]) -> f64 {
    const ENDS: [&str; 4] = ["BEGIN", "COMMIT", "ROLLBACK", "START"];
    let is_end = |one: &&Statement| ENDS.iter().any(|end| one.query.to_ascii_uppercase().starts_with(end));
    calls(statements.iter().filter(is_end))
}

/// What is run for a move, most first.
fn list(statements: &[Statement], moves: f64) {
    println!("\n{:>9}{:>12}  statement", "a move", "µs a move");
    for Statement { query, is_sent, calls, milliseconds } in statements {
        let words: Vec<&str> = query.split_whitespace().collect();
        let text: String = words.join(" ").chars().take(160).collect();
        let text = if *is_sent { text } else { format!("(by itself) {text}") };
        println!("{:>9.3}{:>12.1}  {text}", *calls as f64 / moves, milliseconds * 1e3 / moves);
    }
}
