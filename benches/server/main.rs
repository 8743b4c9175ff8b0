//! The whole server under load, next to the floor: the SQL of the same moves with neither HTTP nor rules.
//!
//! `cargo bench --bench server` measures on a private Postgres and on SQLite; `-- --short` takes less than
//! two minutes. `README.md` next door says what the lines mean.

mod client;
mod cluster;
mod database;
mod dice;
mod figures;
mod filled;
mod floor;
mod floor_postgres;
mod floor_rows;
mod floor_sqlite;
mod floor_statements;
mod load;
mod machine;
#[path = "../../tests/it/support/cluster.rs"]
mod private;
mod process;
mod report;
mod run;
mod script;

use clap::{Parser, ValueEnum};
use cluster::Postgres;
use database::Database;
use filled::Others;

/// Measures the whole server and its floor.
#[derive(Debug, Parser)]
struct Arguments {
    /// Less than two minutes for both databases.
    #[arg(long)]
    short: bool,
    /// Only on this one.
    #[arg(long)]
    database: Option<Kind>,
    /// How long one measurement of moves takes.
    #[arg(long)]
    seconds: Option<f64>,
    /// How many games of each ruleset are played at once.
    #[arg(long)]
    games: Option<usize>,
    /// Next to a house that is full of the games of others, endpoint by endpoint.
    #[arg(long)]
    filled: bool,
    #[command(flatten)]
    others: Others,
    /// Cargo says so to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Postgres,
    Sqlite,
}

/// How long things are measured, in seconds.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Of moves, at each turn of floor and server.
    pub moves: f64,
    /// How many turns each has; an odd number, so that there is a middle one.
    pub rounds: usize,
    /// Of everything else.
    pub other: f64,
    /// How many games of each ruleset are played at once.
    pub games: usize,
    /// Whether all statements are listed.
    pub statements: bool,
}

fn main() {
    let arguments = Arguments::parse();
    let (moves, rounds, other, games) = if arguments.short { (2.5, 3, 2.0, 64) } else { (10.0, 3, 8.0, 160) };
    let plan = Plan {
        moves: arguments.seconds.unwrap_or(moves),
        rounds,
        other: arguments.seconds.unwrap_or(other),
        // Connections share them out without a rest.
        games: arguments.games.unwrap_or(games).next_multiple_of(load::LANES),
        statements: !arguments.short,
    };
    let measure = |database: &Database| match arguments.filled {
        true => filled::measure(database, arguments.others, plan),
        false => report::print(database.name(), &figures::measure(database, "server", "floor", plan), plan),
    };
    if arguments.database != Some(Kind::Sqlite) {
        match Postgres::start() {
            Some(postgres) => measure(&Database::Postgres(postgres)),
            None => println!("Postgres is not installed: only SQLite is measured.\n"),
        }
    }
    if arguments.database != Some(Kind::Postgres) {
        measure(&Database::sqlite());
    }
}
