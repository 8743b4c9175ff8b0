//! The only user of diesel: one file a table, rows in and out.
//!
//! Times in rows are UTC. What is JSON in a row is opaque here; no ruleset is named.

pub mod changes;
mod changes_at_once;
mod connection;
pub mod courses;
pub mod deliveries;
mod error;
pub mod feed;
pub mod games;
pub mod herald;
pub mod idempotency;
pub mod log;
pub mod messages;
pub mod migrations;
mod page;
pub mod players;
mod prepared;
pub mod readers;
mod schema;
mod scribe;
pub mod seats;
pub mod tokens;
pub mod visits;
pub mod webhooks;
mod writer;

pub use connection::{Address, AnyConnection, BadAddress, Store, StoreConnection};
pub use error::StoreError;

/// The answer of the database.
pub type Result<T> = std::result::Result<T, StoreError>;
