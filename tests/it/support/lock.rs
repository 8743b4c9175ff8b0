//! A lock that somebody else holds.

use diesel::{Connection, PgConnection, SqliteConnection, connection::SimpleConnection};

use super::databases::{Database, Kind};

/// A lock that stands in the way of every change of a game; dropped, it is gone.
pub enum Lock {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Lock {
    pub fn hold(database: &Database, game: &str) -> Self {
        match database.kind {
            Kind::Sqlite => {
                let path = database.url.trim_start_matches("sqlite://");
                let mut connection = SqliteConnection::establish(path).expect("the file opens");
                let lock = "PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE";
                connection.batch_execute(lock).expect("the lock is free");
                Self::Sqlite(connection)
            }
            Kind::Postgres => {
                let mut connection = PgConnection::establish(&database.url).expect("Postgres answers");
                let lock = format!("BEGIN; SELECT 1 FROM games WHERE id = '{game}' FOR UPDATE");
                connection.batch_execute(&lock).expect("the lock is free");
                Self::Postgres(connection)
            }
        }
    }

    pub fn release(self) {
        match self {
            Self::Sqlite(mut connection) => connection.batch_execute("ROLLBACK"),
            Self::Postgres(mut connection) => connection.batch_execute("ROLLBACK"),
        }
        .expect("the lock is given back");
    }
}
