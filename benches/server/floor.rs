//! The floor: what a move costs the database alone, with neither HTTP nor rules.

use crate::{
    database::Database,
    floor_postgres::PostgresFloor,
    floor_rows,
    floor_sqlite::SqliteFloor,
    process,
    run::{Cost, Run},
};

/// How many statements a move has here, the transaction's included.
pub const STATEMENTS: f64 = 6.0;

/// The floor of a database.
pub enum Floor {
    Postgres(PostgresFloor),
    Sqlite(SqliteFloor),
}

impl Floor {
    /// Fills the database `name` with games like those in the database `like`, which have `moves` moves
    /// at most.
    pub fn prepare(database: &Database, name: &str, like: &str, games: usize, moves: usize) -> Self {
        process::migrate(&database.url(name));
        let samples = floor_rows::fill(database, name, like, games, moves);
        database.settle(name);
        match database {
            Database::Postgres(postgres) => {
                let floor = PostgresFloor::new(postgres, name, &samples, games);
                floor.run(1.0, None);
                Self::Postgres(floor)
            }
            Database::Sqlite(_) => {
                let floor = SqliteFloor { url: database.url(name), samples, games };
                floor.flood(1.0, process::CONNECTIONS);
                Self::Sqlite(floor)
            }
        }
    }

    /// The ways to run it: on how many connections. The better one is the floor.
    pub fn ways(&self) -> &'static [usize] {
        match self {
            Self::Postgres(_) => &[process::CONNECTIONS],
            Self::Sqlite(_) => &[1, process::CONNECTIONS],
        }
    }

    /// As many moves as there is time for.
    pub fn flood(&self, connections: usize, seconds: f64) -> Run {
        match self {
            Self::Postgres(floor) => floor.run(seconds, None),
            Self::Sqlite(floor) => floor.flood(seconds, connections),
        }
    }

    /// So many moves a second, at random times.
    pub fn drip(&self, connections: usize, rate: f64, seconds: f64) -> Run {
        match self {
            Self::Postgres(floor) => floor.run(seconds, Some(rate)),
            Self::Sqlite(floor) => floor.drip(rate, seconds, connections),
        }
    }
}

/// The figures of a floor.
pub struct FloorFigures {
    pub moves: Cost,
    pub paced: Run,
    pub connections: usize,
}
