//! Brings a database up to date.

use diesel::{
    RunQueryDsl,
    connection::TransactionManager,
    migration::{Migration, MigrationSource},
    pg::Pg,
    sql_query,
    sqlite::Sqlite,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::{
    connection::{Address, AnyConnection, Transactions},
    error::StoreError,
};

/// Of both databases.
const BOTH: EmbeddedMigrations = embed_migrations!("migrations/both");
/// What only Postgres can do.
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// All migrations of a database; their versions say in which order they run.
#[derive(Debug, Clone, Copy)]
pub struct Migrations;

impl MigrationSource<Pg> for Migrations {
    fn migrations(&self) -> diesel::migration::Result<Vec<Box<dyn Migration<Pg>>>> {
        let mut all = BOTH.migrations()?;
        all.extend(POSTGRES.migrations()?);
        Ok(all)
    }
}

impl MigrationSource<Sqlite> for Migrations {
    fn migrations(&self) -> diesel::migration::Result<Vec<Box<dyn Migration<Sqlite>>>> {
        BOTH.migrations()
    }
}

/// Any number will do, as long as every process takes the same.
const ADVISORY_LOCK: i64 = 0x676f_6c66;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Runs every migration that has not run yet; the names of those that did.
///
/// Any number of processes may do so at once: one works and the others wait.
pub fn migrate(address: &Address) -> Result<Vec<String>, StoreError> {
    with_lock(address, |connection| match connection {
        AnyConnection::Postgres(connection) => names(connection.run_pending_migrations(Migrations)?),
        AnyConnection::Sqlite(connection) => names(connection.run_pending_migrations(Migrations)?),
    })
}

/// Takes back every migration, and with it all data; the names of those that were taken back.
pub fn revert(address: &Address) -> Result<Vec<String>, StoreError> {
    with_lock(address, |connection| match connection {
        AnyConnection::Postgres(connection) => names(connection.revert_all_migrations(Migrations)?),
        AnyConnection::Sqlite(connection) => names(connection.revert_all_migrations(Migrations)?),
    })
}

/// Whether the database is reachable and knows every migration.
pub fn is_up_to_date(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    match connection {
        AnyConnection::Postgres(connection) => connection.has_pending_migration(Migrations),
        AnyConnection::Sqlite(connection) => connection.has_pending_migration(Migrations),
    }
    .map(|pending| !pending)
    .map_err(|error| StoreError::Other(error.to_string()))
}

fn names<V: std::fmt::Display>(versions: Vec<V>) -> Result<Vec<String>, Failure> {
    Ok(versions.iter().map(V::to_string).collect())
}

fn with_lock(
    address: &Address,
    work: impl FnOnce(&mut AnyConnection) -> Result<Vec<String>, Failure>,
) -> Result<Vec<String>, StoreError> {
    let mut connection = address.open()?;
    if let AnyConnection::Postgres(inner) = &mut connection {
        // Others may have to wait longer than for a row.
        sql_query("SET lock_timeout = 0").execute(inner)?;
        sql_query("SET statement_timeout = 0").execute(inner)?;
        // The lock goes with the connection.
        sql_query(format!("SELECT pg_advisory_lock({ADVISORY_LOCK})")).execute(inner)?;
    }
    // On SQLite the transaction is the lock; a migration's own transaction nests in it.
    connection.begin("BEGIN", "BEGIN IMMEDIATE")?;
    let done = work(&mut connection);
    match done {
        Ok(_) => Transactions::commit_transaction(&mut connection)?,
        Err(_) => Transactions::rollback_transaction(&mut connection)?,
    }
    done.map_err(|error| StoreError::Other(error.to_string()))
}
