//! An empty database for each test, on either kind, thrown away afterwards.

use std::{
    fmt,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

use diesel::{
    Connection, PgConnection, RunQueryDsl, SqliteConnection, connection::SimpleConnection, dsl::sql,
    sql_types::BigInt,
};
use tempfile::TempDir;

/// Which database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Sqlite,
    Postgres,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Sqlite => "sqlite",
            Kind::Postgres => "postgres",
        })
    }
}

/// A database of one test; dropped with it.
pub struct Database {
    pub kind: Kind,
    /// Its `DATABASE_URL`.
    pub url: String,
    _folder: Option<TempDir>,
}

impl Database {
    /// An empty database: nothing is migrated yet.
    pub fn create(kind: Kind) -> Self {
        match kind {
            Kind::Sqlite => {
                let folder = TempDir::new().expect("a temporary folder");
                let url = format!("sqlite://{}/clubhouse.db", folder.path().display());
                Self { kind, url, _folder: Some(folder) }
            }
            Kind::Postgres => Self { kind, url: postgres::create_database(), _folder: None },
        }
    }
}

impl Database {
    /// Opens the file, and waits where a server is still putting it in order.
    pub fn sqlite(&self) -> SqliteConnection {
        let path = self.url.trim_start_matches("sqlite://");
        let mut connection = SqliteConnection::establish(path).expect("the file opens");
        connection.batch_execute("PRAGMA busy_timeout = 10000").expect("a setting");
        connection
    }

    /// Runs SQL, behind the server's back.
    pub fn execute(&self, sql: &str) {
        let done = match self.kind {
            Kind::Sqlite => self.sqlite().batch_execute(sql),
            Kind::Postgres => {
                PgConnection::establish(&self.url).expect("Postgres answers").batch_execute(sql)
            }
        };
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// Hangs up on everybody; a file cannot.
    pub fn hang_up(&self) {
        if self.kind == Kind::Postgres {
            self.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            );
        }
    }

    /// Hangs up on everybody and lets nobody in; a file cannot.
    pub fn shut(&self) {
        if self.kind == Kind::Postgres {
            postgres::allow_connections(&self.url, false);
        }
    }

    /// Lets everybody in again.
    pub fn open_again(&self) {
        if self.kind == Kind::Postgres {
            postgres::allow_connections(&self.url, true);
        }
    }

    /// The number that a query finds, behind the server's back: nobody visits anything by that.
    pub fn number(&self, query: &str) -> i64 {
        let query = diesel::select(sql::<BigInt>(&format!("({query})")));
        let found = match self.kind {
            Kind::Sqlite => query.get_result(&mut self.sqlite()),
            Kind::Postgres => {
                query.get_result(&mut PgConnection::establish(&self.url).expect("Postgres answers"))
            }
        };
        found.expect("the query finds a number")
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if self.kind == Kind::Postgres {
            postgres::drop_database(&self.url);
        }
    }
}

static SERVER: OnceLock<String> = OnceLock::new();
static COUNTER: AtomicU32 = AtomicU32::new(0);

pub mod postgres {
    //! The Postgres of the tests: one that was set up by somebody else, or a private cluster.

    use diesel::{Connection, PgConnection, connection::SimpleConnection};

    use super::{super::cluster::Cluster, COUNTER, Ordering, SERVER};

    /// Nothing has to outlive the tests.
    const SETTINGS: &[&str] = &[
        "fsync=off",
        "full_page_writes=off",
        "synchronous_commit=off",
        "max_connections=500",
        "shared_buffers=64MB",
    ];

    /// Whoever holds it has a Postgres.
    pub struct Running(#[expect(dead_code, reason = "stops when it is dropped")] Option<Cluster>);

    /// Finds or starts a Postgres; `None` if there is none to be had.
    pub fn start() -> Option<Running> {
        if let Ok(url) = std::env::var("TEST_DATABASE_URL") {
            SERVER.set(url).expect("started once");
            return Some(Running(None));
        }
        let cluster = Cluster::start(SETTINGS)?;
        SERVER.set(cluster.url("postgres")).expect("started once");
        Some(Running(Some(cluster)))
    }

    fn server() -> &'static str {
        SERVER.get().expect("Postgres was started")
    }

    fn execute(statement: &str) {
        let mut connection = PgConnection::establish(server()).expect("Postgres answers");
        connection.batch_execute(statement).expect("the statement runs");
    }

    pub(super) fn create_database() -> String {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let name = format!("clubhouse_{}_{number}", std::process::id());
        execute(&format!("CREATE DATABASE {name}"));
        let (rest, query) = server().split_once('?').unwrap_or((server(), ""));
        let (host, _) = rest.rsplit_once('/').expect("TEST_DATABASE_URL names a database");
        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        format!("{host}/{name}{query}")
    }

    fn name(url: &str) -> &str {
        let path = url.split('?').next().unwrap_or_default();
        path.rsplit('/').next().unwrap_or_default()
    }

    pub(super) fn allow_connections(url: &str, are_allowed: bool) {
        let name = name(url);
        execute(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {are_allowed}"));
        if !are_allowed {
            execute(&format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            ));
        }
    }

    pub(super) fn drop_database(url: &str) {
        execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", name(url)));
    }
}
