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
    Sqlite { floor: SqliteFloor, connections: usize },
}

impl Floor {
    /// Fills the database `floor` with games like those in the database `server`, which have
    /// `moves` moves at most.
    pub fn prepare(database: &Database, games: usize, moves: usize) -> Self {
        process::migrate(&database.url("floor"));
        let samples = floor_rows::fill(database, games, moves);
        database.settle("floor");
        match database {
            Database::Postgres(postgres) => {
                let floor = PostgresFloor::new(postgres, &samples, games);
                floor.run(1.0, None);
                Self::Postgres(floor)
            }
            Database::Sqlite(_) => {
                let floor = SqliteFloor { url: database.url("floor"), samples, games };
                let connections = floor.best(1.0);
                Self::Sqlite { floor, connections }
            }
        }
    }

    /// How many connections do best.
    pub fn connections(&self) -> usize {
        match self {
            Self::Postgres(_) => process::CONNECTIONS,
            Self::Sqlite { connections, .. } => *connections,
        }
    }

    /// As many moves as there is time for.
    pub fn run(&self, seconds: f64) -> Run {
        match self {
            Self::Postgres(floor) => floor.run(seconds, None),
            Self::Sqlite { floor, connections } => floor.run(seconds, *connections),
        }
    }

    /// So many moves a second; there is nothing for that on SQLite.
    pub fn drip(&self, rate: f64, seconds: f64) -> Option<Run> {
        match self {
            Self::Postgres(floor) => Some(floor.run(seconds, Some(rate))),
            Self::Sqlite { .. } => None,
        }
    }
}

/// The figures of a floor.
pub struct FloorFigures {
    pub moves: Cost,
    pub paced: Option<Run>,
    pub connections: usize,
}
