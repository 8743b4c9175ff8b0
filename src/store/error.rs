//! What can go wrong with the database, as far as anybody above has to know.

use diesel::result::{DatabaseErrorKind, Error};

/// A failed use of the database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no such row.
    #[error("no such row")]
    NotFound,
    /// Somebody else has changed the row since it was read.
    #[error("the row has changed since it was read")]
    Stale,
    /// A row with that key exists.
    #[error("a row with that key exists")]
    Duplicate,
    /// A lock or a connection could not be had in time; the same call may go through later.
    #[error("the database is busy: {0}")]
    Busy(String),
    /// The database cannot be reached.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// What is stored does not read as what it should be.
    #[error("corrupt data: {0}")]
    Corrupt(String),
    #[error("the database failed: {0}")]
    Other(String),
}

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound => Self::NotFound,
            Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => Self::Duplicate,
            Error::DatabaseError(DatabaseErrorKind::SerializationFailure, info) => {
                Self::Busy(info.message().to_owned())
            }
            Error::DatabaseError(kind, info) if is_gone(&kind, info.message()) => {
                Self::Unreachable(info.message().to_owned())
            }
            // Neither driver has a kind of its own for a lock that could not be had.
            Error::DatabaseError(_, info) if is_lock(info.message()) => Self::Busy(info.message().to_owned()),
            Error::DeserializationError(cause) => Self::Corrupt(cause.to_string()),
            other => Self::Other(other.to_string()),
        }
    }
}

/// Whether the driver says that the connection is gone. Its kind of error does not always tell: libpq may find
/// out only later.
fn is_gone(kind: &DatabaseErrorKind, message: &str) -> bool {
    matches!(kind, DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand)
        || [
            "server closed the connection",
            "no connection to the server",
            "could not receive data from server",
            "could not send data to server",
            "terminating connection",
            "the database system is",
        ]
        .iter()
        .any(|text| message.contains(text))
}

/// Whether the driver says that a lock could not be had.
pub(super) fn is_lock(message: &str) -> bool {
    [
        "database is locked",
        "database table is locked",
        "lock timeout",
        "deadlock detected",
        "statement timeout",
    ]
    .iter()
    .any(|text| message.contains(text))
}
