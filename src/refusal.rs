//! Why a request was not done. Nothing has changed then. Knows nothing of HTTP.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    rulesets::{
        registry::{AnyMove, Unreadable},
        rules::Illegal,
    },
    store::StoreError,
};

/// What is wrong with one field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The path of the field in the body, or the name of a query parameter.
    #[schema(examples("options.holes"))]
    pub field: String,
    /// What is wrong with it, and what would be right.
    #[schema(examples("from 1 to 18"))]
    pub detail: String,
}

impl FieldError {
    pub fn new(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: field.into(), detail: detail.into() }
    }
}

/// The first of these errors, and how many more there are.
fn told(errors: &[FieldError]) -> String {
    let first = errors.first().map(|error| format!("{}: {}", error.field, error.detail)).unwrap_or_default();
    match errors.len() {
        0 | 1 => first,
        all => format!("{first} (and {} more, in `errors`)", all - 1),
    }
}

/// Why a request was not done.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Does not have the form that was asked for.
    #[error("{detail}")]
    Malformed { detail: String, errors: Vec<FieldError> },
    #[error("{0}")]
    Unauthorized(&'static str),
    /// Not the caller's to do.
    #[error("{0}")]
    Forbidden(&'static str),
    /// Unknown, or hidden from the caller.
    #[error("there is no such {0}, or you may not see it")]
    NotFound(&'static str),
    #[error("this server is no sandbox: one is started with CLUBHOUSE_SANDBOX=1")]
    NoSandbox,
    #[error("it is not your turn: `to_act` in the game lists whose it is")]
    NotYourTurn { version: i64 },
    #[error("a bot plays for you, since you were absent: take your seat back with POST …/return first")]
    SeatAbsent { version: i64 },
    #[error("you have your seat: nobody has played for you since your last turn")]
    NotAbsent,
    #[error("you have voted for that already; the others have not all agreed yet")]
    AlreadyVoted,
    #[error("the rematch is the game {0}: join it, if you are invited")]
    RematchExists(String),
    #[error("the game has not started")]
    GameNotStarted,
    #[error("the game has started already")]
    GameStarted,
    #[error("the game is over")]
    GameFinished,
    #[error("the game was cancelled")]
    GameCancelled,
    #[error("the game is not over yet")]
    GameActive,
    #[error("the game has no free seat")]
    GameFull,
    #[error("that seat is not free")]
    SeatTaken,
    #[error("you have a seat in this game already")]
    AlreadySeated,
    #[error("{0}")]
    NotEnoughPlayers(String),
    #[error("the name {0} is, or was, somebody's; names are never given again")]
    NameTaken(String),
    /// Well-formed but wrong.
    #[error("{}", told(.0))]
    Invalid(Vec<FieldError>),
    #[error("{}", told(.0))]
    BadOptions(Vec<FieldError>),
    #[error("{}", illegal.detail)]
    IllegalMove { illegal: Illegal, legal_moves: Vec<AnyMove>, version: i64 },
    /// Possible, but not here.
    #[error("{0}")]
    NotAvailable(&'static str),
    #[error("the game has changed since you read it: read it again, or leave out If-Match")]
    Stale { version: i64 },
    #[error("this Idempotency-Key was used for another request: take a new key for each request")]
    KeyReused,
    #[error("a request with this Idempotency-Key is still running: ask again in a moment")]
    KeyInUse,
    #[error("{0}")]
    TooMany(String),
    #[error("the server is busy: ask again in a moment")]
    Busy(String),
    /// For the log, not for the caller.
    #[error("internal error: {0}")]
    Internal(String),
}

impl Refusal {
    /// Does not have the right form, and no field of the body is to blame.
    pub fn malformed(detail: impl Into<String>) -> Self {
        Self::Malformed { detail: detail.into(), errors: Vec::new() }
    }

    /// One field does not have the right form.
    pub fn malformed_field(error: FieldError) -> Self {
        let detail = match error.field.as_str() {
            "" => error.detail.clone(),
            field => format!("{field}: {}", error.detail),
        };
        Self::Malformed { detail, errors: vec![error] }
    }

    /// One wrong field.
    pub fn invalid(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(field, detail)])
    }

    /// Tells what does not have the right form from what is merely a wrong value.
    ///
    /// serde has one error type for both. It begins its text with `invalid value`, `invalid
    /// length` or `unknown variant` where type and fields were right, but the value is not one that
    /// is allowed.
    pub fn unreadable(base: &str, unreadable: &Unreadable) -> Self {
        let field = unreadable_field(unreadable);
        let parts = [base, &field].into_iter().filter(|part| !part.is_empty());
        let error = FieldError::new(parts.collect::<Vec<_>>().join("."), &unreadable.message);
        let wrong_value = ["invalid value", "invalid length", "unknown variant"];
        if wrong_value.iter().any(|start| unreadable.message.starts_with(start)) {
            return Self::Invalid(vec![error]);
        }
        Self::malformed_field(error)
    }
}

/// The path of the field that does not read; empty if nothing tells.
///
/// Where a field is missing or too much, serde's path may end at the object that it belongs to, and
/// only the message has its name.
pub fn unreadable_field(unreadable: &Unreadable) -> String {
    let path = if matches!(unreadable.path.as_str(), "." | "?") { "" } else { &unreadable.path };
    match named_in(&unreadable.message) {
        Some(name) if path.is_empty() => name.to_owned(),
        Some(name) if path != name && !path.ends_with(&format!(".{name}")) => format!("{path}.{name}"),
        _ => path.to_owned(),
    }
}

/// The field's name in serde's "missing field `x`" and the like.
fn named_in(message: &str) -> Option<&str> {
    let rest = ["missing field `", "unknown field `", "duplicate field `"]
        .iter()
        .find_map(|start| message.strip_prefix(start))?;
    // An unknown name is the client's, and anything can be in it; serde's own words follow.
    let end = rest.rfind("`, expected").or_else(|| rest.rfind("`, there are no fields"));
    rest.get(..end.or_else(|| rest.rfind('`'))?)
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy(cause) | StoreError::Unreachable(cause) => Self::Busy(cause),
            StoreError::NotFound
            | StoreError::Stale
            | StoreError::Duplicate
            | StoreError::Corrupt(_)
            | StoreError::Other(_) => Self::Internal(error.to_string()),
        }
    }
}
