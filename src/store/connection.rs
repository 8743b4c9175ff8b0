//! Connections to either database, and the pool that hands them out.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use diesel::{
    Connection, MultiConnection, PgConnection, SqliteConnection,
    connection::{SimpleConnection, TransactionManager},
    r2d2::{self, ManageConnection, Pool, PooledConnection},
};

use super::{
    error::{StoreError, is_lock},
    readers::{self, Readers},
    scribe::Scribe,
    visits::{Visit, Wanted},
    writer::Writer,
};

/// A connection to whichever database the address names.
#[derive(MultiConnection)]
pub enum AnyConnection {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

/// Begins and ends transactions.
pub(super) type Transactions = <AnyConnection as Connection>::TransactionManager;

impl AnyConnection {
    /// Begins a transaction with the database's own words for it; [`Transactions`] ends it.
    pub(super) fn begin(&mut self, postgres: &str, sqlite: &str) -> Result<(), StoreError> {
        use diesel::connection::AnsiTransactionManager as Manager;
        match self {
            Self::Postgres(inner) => Manager::begin_transaction_sql(inner, postgres)?,
            Self::Sqlite(inner) => Manager::begin_transaction_sql(inner, sqlite)?,
        }
        Ok(())
    }
}

/// Where the data is, read from a `DATABASE_URL`.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// A whole Postgres URL; it may hold a password.
    Postgres(String),
    /// The path of a file.
    Sqlite(String),
}

/// The `DATABASE_URL` is none that this server can use.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    #[error("DATABASE_URL must begin with postgres:// (or postgresql://) or sqlite://")]
    UnknownScheme,
    #[error("DATABASE_URL names no file: write sqlite://clubhouse.db or sqlite:///var/lib/clubhouse.db")]
    NoFile,
    #[error(
        "DATABASE_URL must name a file, such as sqlite://clubhouse.db: of a database in memory every \
         connection would have one of its own"
    )]
    InMemory,
    #[error("DATABASE_URL has a `?`: an sqlite:// address is the path of a file and takes no parameters")]
    Parameters,
}

impl Address {
    /// Chooses the database by the scheme of `url`.
    pub fn parse(url: &str) -> Result<Self, BadAddress> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Self::Postgres(url.to_owned()));
        }
        match url.strip_prefix("sqlite://") {
            Some("") => Err(BadAddress::NoFile),
            Some(path) if path.starts_with(":memory:") => Err(BadAddress::InMemory),
            // They would become part of the file's name, unseen.
            Some(path) if path.contains('?') => Err(BadAddress::Parameters),
            Some(path) => Ok(Self::Sqlite(path.to_owned())),
            None => Err(BadAddress::UnknownScheme),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // User and password stand before the `@`.
            Self::Postgres(url) => match url.rsplit_once('@') {
                Some((_, rest)) => write!(f, "postgres://…@{rest}"),
                None => f.write_str(url),
            },
            Self::Sqlite(path) => write!(f, "sqlite://{path}"),
        }
    }
}

/// How long to wait for another's lock, and for a free connection.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

impl Address {
    /// Opens one connection outside of any pool.
    pub(super) fn open(&self) -> Result<AnyConnection, StoreError> {
        self.connect().map_err(|error| match self {
            // libpq names the host itself, SQLite not even the file.
            Self::Postgres(_) => StoreError::Unreachable(error.to_string()),
            Self::Sqlite(path) => StoreError::Unreachable(format!("{path}: {error}")),
        })
    }

    /// Opens one connection, with the settings that both databases need to be safe.
    fn connect(&self) -> Result<AnyConnection, r2d2::Error> {
        match self {
            Self::Postgres(url) => {
                let patience = PATIENCE.as_millis();
                let mut connection = PgConnection::establish(url)?;
                // The second time-out is for whoever queues: each step to the lock's front would
                // have the whole patience again.
                connection.batch_execute(&format!(
                    "SET client_min_messages = warning; SET timezone = 'UTC'; \
                     SET lock_timeout = {patience}; SET statement_timeout = {};",
                    patience + 1000
                ))?;
                Ok(AnyConnection::Postgres(connection))
            }
            Self::Sqlite(path) => {
                let mut connection = SqliteConnection::establish(path)?;
                connection.batch_execute(&busy_timeout(PATIENCE))?;
                switch_to_wal(&mut connection)?;
                // All writers wait for a checkpoint: rather often a little than seldom long. The cache, in
                // kilobytes, is for lists of games that lie far apart in a large file; connections lend
                // each other what they do not use of it.
                connection.batch_execute(
                    "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 250; \
                     PRAGMA cache_size = -8000;",
                )?;
                Ok(AnyConnection::Sqlite(connection))
            }
        }
    }
}

/// Where two switch a new file at once, SQLite refuses one of them without waiting for as long as
/// `busy_timeout` says.
fn switch_to_wal(connection: &mut SqliteConnection) -> Result<(), diesel::result::Error> {
    let start = Instant::now();
    loop {
        match connection.batch_execute("PRAGMA journal_mode = WAL;") {
            Err(error) if is_lock(&error.to_string()) && start.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(5));
            }
            done => return done,
        }
    }
}

/// Tells r2d2 how to open and check connections.
#[derive(Debug)]
pub(super) struct Manager(Address);

/// A connection of the pool, and when it was last seen to work.
pub(super) struct Checked {
    inner: AnyConnection,
    at: Option<Instant>,
}

impl Checked {
    /// It may have been lost: it is asked before anybody else gets it.
    pub(super) fn suspect(&mut self) {
        self.at = None;
    }
}

/// For how long a connection that has worked is taken to work still: asking it costs as much as a read.
const STILL_GOOD: Duration = Duration::from_millis(500);

impl ManageConnection for Manager {
    type Connection = Checked;
    type Error = r2d2::Error;

    fn connect(&self) -> Result<Checked, r2d2::Error> {
        Ok(Checked { inner: self.0.connect()?, at: Some(Instant::now()) })
    }

    fn is_valid(&self, checked: &mut Checked) -> Result<(), r2d2::Error> {
        if checked.at.is_none_or(|at| at.elapsed() > STILL_GOOD) {
            checked.inner.batch_execute("SELECT 1").map_err(r2d2::Error::QueryError)?;
            checked.at = Some(Instant::now());
        }
        Ok(())
    }

    fn has_broken(&self, checked: &mut Checked) -> bool {
        std::thread::panicking() || Transactions::is_broken_transaction_manager(&mut checked.inner)
    }
}

impl std::ops::Deref for Checked {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.inner
    }
}

impl std::ops::DerefMut for Checked {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.inner
    }
}

/// The pool.
#[derive(Clone)]
pub(super) struct Connections(Pool<Manager>);

impl Connections {
    /// For whoever has waited since then, and does not wait longer than [`PATIENCE`] in all.
    pub(super) fn take(&self, since: Instant) -> Result<PooledConnection<Manager>, StoreError> {
        let patience = PATIENCE.saturating_sub(since.elapsed());
        if patience.is_zero() {
            return Err(StoreError::Busy("too many wait for a connection".to_owned()));
        }
        self.0.get_timeout(patience).map_err(|error| StoreError::Busy(error.to_string()))
    }
}

/// The database. Hands out connections.
pub struct Store {
    address: Address,
    connections: Connections,
    readers: Readers,
    /// Those who write to an SQLite file.
    writers: Option<Writers>,
}

struct Writers {
    writer: Arc<Writer>,
    scribe: Scribe,
}

impl Writers {
    fn start(address: &Address) -> std::io::Result<Self> {
        let writer = Arc::new(Writer::new(address.clone()));
        Ok(Self { scribe: Scribe::start(writer.clone())?, writer })
    }
}

impl Store {
    /// Opens a pool of at most `connections`; the first is opened now, so that a wrong address is
    /// told at once.
    pub fn open(address: Address, connections: u32) -> Result<Self, StoreError> {
        let pool = Pool::builder()
            .max_size(connections)
            .min_idle(Some(1))
            .connection_timeout(PATIENCE)
            .test_on_check_out(matches!(address, Address::Postgres(_)))
            .error_handler(Box::new(LogErrors))
            .build_unchecked(Manager(address.clone()));
        address.open()?;
        let connections = Connections(pool);
        let no_thread = |error| StoreError::Other(format!("a thread cannot be started: {error}"));
        let readers = Readers::start(&connections, readers::at_once()).map_err(no_thread)?;
        let writers = matches!(address, Address::Sqlite(_)).then(|| Writers::start(&address));
        Ok(Self { writers: writers.transpose().map_err(no_thread)?, address, connections, readers })
    }

    pub fn address(&self) -> &Address {
        &self.address
    }

    /// A connection from the pool, together with the right to write.
    pub fn connect(&self) -> Result<StoreConnection<'_>, StoreError> {
        self.connect_for(Instant::now())
    }

    /// The same for somebody who has waited for his turn since then: nobody waits longer because many do.
    pub fn connect_for(&self, since: Instant) -> Result<StoreConnection<'_>, StoreError> {
        Ok(StoreConnection { connection: self.connections.take(since)?, writers: self.writers.as_ref() })
    }

    /// Reads what is wanted, together with what others want at the same time, and then does `then` on a
    /// thread that is there for reading: it should not take long.
    pub fn look(
        &self,
        wanted: Wanted,
        then: impl FnOnce(Result<(&mut AnyConnection, Visit), StoreError>) + Send + 'static,
    ) {
        self.readers.read(wanted, then);
    }
}

/// Keeps what r2d2 would print on standard error in the logs.
#[derive(Debug)]
struct LogErrors;

impl diesel::r2d2::HandleError<r2d2::Error> for LogErrors {
    fn handle_error(&self, error: r2d2::Error) {
        tracing::warn!(%error, "a database connection failed");
    }
}

/// A pooled connection.
pub struct StoreConnection<'a> {
    connection: PooledConnection<Manager>,
    writers: Option<&'a Writers>,
}

impl StoreConnection<'_> {
    /// Runs `work` in a transaction: all of it happens, or on an error nothing. On SQLite nobody else writes
    /// in between.
    pub fn write<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(writers) = self.writers {
            return writers.writer.write(work);
        }
        self.begin("BEGIN", "BEGIN IMMEDIATE")?;
        let done = work(self);
        let ended = match &done {
            Ok(_) => Transactions::commit_transaction(&mut **self),
            Err(_) => Transactions::rollback_transaction(&mut **self),
        };
        // What has gone wrong first is what matters.
        let done = done?;
        ended.map_err(StoreError::from)?;
        Ok(done)
    }

    /// Whoever writes changes that are handed over to him; on SQLite.
    pub(super) fn scribe(&self) -> Option<&Scribe> {
        self.writers.map(|writers| &writers.scribe)
    }

    /// Runs `work` on one snapshot of the data: nothing that is written meanwhile shows in a part of
    /// what it reads.
    pub fn read<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        self.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "BEGIN")?;
        let done = work(self);
        // Nothing was written, so it does not matter how it ends; but it has to.
        Transactions::rollback_transaction(&mut **self).map_err(StoreError::from)?;
        done
    }
}

pub(super) fn busy_timeout(patience: Duration) -> String {
    format!("PRAGMA busy_timeout = {};", patience.as_millis())
}

impl std::ops::Deref for StoreConnection<'_> {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.connection
    }
}

impl std::ops::DerefMut for StoreConnection<'_> {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_chooses_the_database_and_an_unknown_one_is_refused() {
        let sqlite = |path: &str| Ok(Address::Sqlite(path.to_owned()));
        assert_eq!(Address::parse("sqlite://clubhouse.db"), sqlite("clubhouse.db"));
        assert_eq!(Address::parse("sqlite:///var/lib/c.db"), sqlite("/var/lib/c.db"));
        assert_eq!(Address::parse("sqlite://"), Err(BadAddress::NoFile));
        assert_eq!(Address::parse("sqlite://:memory:"), Err(BadAddress::InMemory));
        assert_eq!(Address::parse("sqlite://c.db?mode=ro"), Err(BadAddress::Parameters));
        for url in ["mysql://x", "clubhouse.db", "host=localhost dbname=x", "SQLITE:x", ""] {
            assert_eq!(Address::parse(url), Err(BadAddress::UnknownScheme), "{url}");
        }
        assert!(matches!(Address::parse("postgresql://localhost/x"), Ok(Address::Postgres(_))));
    }

    #[test]
    fn a_password_is_not_printed() {
        let address = Address::parse("postgres://ana:s3cr@t@db.example/club").unwrap();
        assert_eq!(format!("{address:?}"), "postgres://…@db.example/club");
    }
}
