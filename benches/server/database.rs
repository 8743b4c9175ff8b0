//! Either kind of database: one for the server, one for the floor, and a copy of the first.

use std::fs::File;

use diesel::{Connection, MultiConnection, PgConnection, SqliteConnection, connection::SimpleConnection};
use tempfile::TempDir;

use crate::{cluster::Postgres, machine};

/// The databases of a kind.
pub enum Database {
    Postgres(Postgres),
    Sqlite(TempDir),
}

/// A connection to one of them.
#[derive(MultiConnection)]
pub enum Link {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

impl Database {
    pub fn sqlite() -> Self {
        Self::Sqlite(TempDir::with_prefix("clubhouse-bench-").expect("a folder"))
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Postgres(_) => "Postgres",
            Self::Sqlite(_) => "SQLite",
        }
    }

    /// The `DATABASE_URL` of `server`, `floor` or `small`.
    pub fn url(&self, database: &str) -> String {
        match self {
            Self::Postgres(postgres) => postgres.url(database),
            Self::Sqlite(folder) => format!("sqlite://{}/{database}.db", folder.path().display()),
        }
    }

    pub fn connect(&self, database: &str) -> Link {
        let url = self.url(database);
        match self {
            Self::Postgres(_) => Link::Postgres(PgConnection::establish(&url).expect("Postgres answers")),
            Self::Sqlite(_) => {
                let path = url.trim_start_matches("sqlite://");
                Link::Sqlite(SqliteConnection::establish(path).expect("the file opens"))
            }
        }
    }

    /// What is done by itself when there is some time: Postgres counts rows, by which it plans, and what
    /// was written reaches the disk.
    pub fn settle(&self, database: &str) {
        match self {
            Self::Postgres(_) => {
                let mut connection = self.connect(database);
                for statement in ["VACUUM ANALYZE", "CHECKPOINT"] {
                    connection.batch_execute(statement).expect("it is done");
                }
            }
            Self::Sqlite(folder) => {
                let file = File::open(folder.path().join(format!("{database}.db"))).expect("the file opens");
                file.sync_all().expect("it is on the disk");
            }
        }
    }

    /// Makes one of them the same as another one, to which nobody is connected.
    pub fn copy(&self, from: &str, to: &str) {
        match self {
            Self::Postgres(postgres) => postgres.copy(from, to),
            Self::Sqlite(folder) => {
                self.connect(from)
                    .batch_execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    .expect("one file has all");
                let path = |name: &str| folder.path().join(format!("{name}.db"));
                std::fs::copy(path(from), path(to)).expect("it is copied");
            }
        }
    }

    /// How many bytes one of them has.
    pub fn size(&self, name: &str) -> f64 {
        match self {
            Self::Postgres(postgres) => postgres.size(name),
            Self::Sqlite(folder) => {
                let file = folder.path().join(format!("{name}.db"));
                file.metadata().expect("a file").len() as f64
            }
        }
    }

    /// The seconds that its own processes have worked; it may have none.
    pub fn cpu(&self) -> f64 {
        match self {
            Self::Postgres(postgres) => postgres.cpu(),
            Self::Sqlite(_) => 0.0,
        }
    }

    /// The bytes that it has written, or else the process that uses it.
    pub fn written(&self, process: &str) -> f64 {
        match self {
            Self::Postgres(postgres) => postgres.written(),
            Self::Sqlite(_) => machine::written(process),
        }
    }
}
