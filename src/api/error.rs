//! Every error that a client can meet: one table from code to status, title and help.
//!
//! Policy: a 4xx says what was wrong and what would be right; a 5xx never carries its cause, which
//! goes to the log under the request's id.

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    refusal::{FieldError, Refusal},
    rulesets::registry::AnyMove,
};

macro_rules! codes {
    ($($Code:ident, $code:literal, $status:ident, $title:literal, $help:literal;)+) => {
        /// What went wrong, for programs.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code { $($Code),+ }

        impl Code {
            /// All of them, by status.
            pub const ALL: &[Code] = &[$(Code::$Code),+];

            /// The code on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$Code => $code),+ }
            }

            pub fn status(self) -> StatusCode {
                match self { $(Code::$Code => StatusCode::$status),+ }
            }

            pub fn title(self) -> &'static str {
                match self { $(Code::$Code => $title),+ }
            }

            /// What it means and what to do, for the code's page.
            pub fn help(self) -> &'static str {
                match self { $(Code::$Code => $help),+ }
            }
        }
    };
}

codes! {
    Malformed, "malformed", BAD_REQUEST, "The request does not have the right form",
        "The body is not a JSON object in UTF-8, a field is unknown, missing or of the wrong type, a move has a type that the ruleset does not have, a parameter of the address is unknown, or a header cannot be read. `errors` names the field. Compare with the specification.";
    Unauthorized, "unauthorized", UNAUTHORIZED, "You are not signed in",
        "Send the header `Authorization: Bearer chk_…` with a token that is valid. POST /v1/players gives you one; a token that was revoked stays so.";
    Forbidden, "forbidden", FORBIDDEN, "That is not yours to do",
        "You are known, but this belongs to somebody else: another's seat or course, or something that only whoever created the game may do.";
    NotFound, "not_found", NOT_FOUND, "There is nothing here",
        "The address is wrong, the thing does not exist, or it is private and not yours. These cases are not told apart.";
    MethodNotAllowed, "method_not_allowed", METHOD_NOT_ALLOWED, "The address does not have this method",
        "The header `Allow` lists the methods that it has.";
    NotYourTurn, "not_your_turn", CONFLICT, "It is not your turn",
        "`to_act` in the game lists the seats that may move. Read the game again when its version has changed.";
    SeatAbsent, "seat_absent", CONFLICT, "A bot plays for you",
        "Your time was up three times in a row, so a bot keeps your seat. POST /v1/games/{id}/return takes it back, at any time.";
    NotAbsent, "not_absent", CONFLICT, "You are not absent",
        "There is nothing to return to: no bot has finished a turn of yours since you last played.";
    GameNotStarted, "game_not_started", CONFLICT, "The game has not started",
        "It starts when the last seat fills, or when its creator starts it.";
    GameStarted, "game_started", CONFLICT, "The game has started already",
        "Seats can be given up, cleared or declined before the start only. Afterwards, resign.";
    GameFinished, "game_finished", CONFLICT, "The game is over",
        "Nothing can be changed any more. Its log and its export stay readable, and POST /v1/games/{id}/rematch makes the same table anew.";
    GameCancelled, "game_cancelled", CONFLICT, "The game was cancelled",
        "It has no outcome and no export. Create another one.";
    GameActive, "game_active", CONFLICT, "The game is not over yet",
        "An export holds the seed and every hidden card, so there is none before the end; and a rematch comes after it.";
    GameFull, "game_full", CONFLICT, "The game has no free seat",
        "All seats are taken or kept for others, or the game has started. Look for another one with GET /v1/games?status=open.";
    SeatTaken, "seat_taken", CONFLICT, "That seat is not free",
        "Somebody has it, or it is kept for somebody. Leave out `seat` to get a free one.";
    AlreadySeated, "already_seated", CONFLICT, "You have a seat in this game already",
        "Nobody can have two.";
    AlreadyVoted, "already_voted", CONFLICT, "You have voted already",
        "`cancel_votes` lists who wants the game to be cancelled. It is when all humans who have not given up agree.";
    RematchExists, "rematch_exists", CONFLICT, "There is a rematch already",
        "A game has one rematch, and `rematch` in the game is its id. Whoever had a seat is invited.";
    NotEnoughPlayers, "not_enough_players", CONFLICT, "Too few players have come",
        "The ruleset tells how many it needs: GET /v1/rulesets.";
    NameTaken, "name_taken", CONFLICT, "That name is taken",
        "Names are unique without regard to case, and never given again. Take another one; your display name is free.";
    KeyInUse, "idempotency_key_in_use", CONFLICT, "A request with this Idempotency-Key is still running",
        "Wait a moment and send the same request again: you will get the first one's answer.";
    RequestTimeout, "request_timeout", REQUEST_TIMEOUT, "The body did not come in time",
        "The whole body has to come within 15 seconds. Send the request again.";
    Stale, "stale", PRECONDITION_FAILED, "The game has changed since you read it",
        "Your If-Match names an earlier state. Read the game again and decide anew, or leave If-Match out.";
    TooLarge, "payload_too_large", PAYLOAD_TOO_LARGE, "The body is too large",
        "Bodies may have up to 64 KiB.";
    UnsupportedMediaType, "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, "The body's type is not JSON",
        "Send `Content-Type: application/json`, or none.";
    Invalid, "invalid", UNPROCESSABLE_ENTITY, "A value is not allowed",
        "The request is well-formed, but a value is out of its range or names something that does not exist. `errors` names the field and what is allowed.";
    BadOptions, "bad_options", UNPROCESSABLE_ENTITY, "The options are not allowed",
        "`errors` names them. GET /v1/rulesets/{id} has the schema and the defaults of a ruleset's options.";
    IllegalMove, "illegal_move", UNPROCESSABLE_ENTITY, "The move is not legal",
        "`reason` names the rule, `detail` explains it, and `legal_moves` has every move that you may make now, ready to be sent.";
    NotAvailable, "not_available", UNPROCESSABLE_ENTITY, "This is not available here",
        "This server does not do it; another one may, such as a sandbox.";
    KeyReused, "idempotency_key_reused", UNPROCESSABLE_ENTITY, "This Idempotency-Key was used for another request",
        "A key belongs to one method, address and body for 24 hours; only to another game may it be sent anew. Take a new key for a new request.";
    TooManyRequests, "too_many_requests", TOO_MANY_REQUESTS, "You have reached a limit",
        "Wait for as many seconds as `Retry-After` says, or, if it is a limit of games, tokens, courses or webhooks, end or delete one first.";
    Internal, "internal", INTERNAL_SERVER_ERROR, "The server has failed",
        "This is our fault, and nothing was changed. Tell the operator the X-Request-Id.";
    Unavailable, "unavailable", SERVICE_UNAVAILABLE, "The server is busy",
        "Nothing was changed. Send the request again after as many seconds as `Retry-After` says.";
}

impl Code {
    /// The code for a status that comes from the framework, not from us.
    pub fn for_status(status: StatusCode) -> Self {
        match status {
            StatusCode::UNAUTHORIZED => Self::Unauthorized,
            StatusCode::FORBIDDEN => Self::Forbidden,
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::REQUEST_TIMEOUT => Self::RequestTimeout,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            StatusCode::SERVICE_UNAVAILABLE => Self::Unavailable,
            status if status.is_client_error() => Self::Malformed,
            _ => Self::Internal,
        }
    }
}

/// An error as clients get it: `application/problem+json` after RFC 9457.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Document {
    /// The address of a page that explains the code.
    #[serde(rename = "type")]
    #[schema(examples("/problems/illegal_move"))]
    kind: String,
    /// The same for every problem with this code.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What was wrong this time, and what to do.
    detail: String,
    /// What went wrong, for programs.
    code: &'static str,
    /// The fields that are wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// The game's version when the request was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    version: Option<i64>,
    /// The rule that an illegal move breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<&'static str>,
    /// What would have been legal, ready to be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Vec<Object>, required = false)]
    legal_moves: Option<Vec<AnyMove>>,
}

/// An error on its way to a client: the document, and what goes into headers.
#[derive(Debug, Clone)]
pub struct Problem {
    code: Code,
    document: Box<Document>,
    retry_after: Option<u64>,
    allow: Option<String>,
}

impl Problem {
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let document = Document {
            kind: format!("/problems/{}", code.as_str()),
            title: code.title(),
            status: code.status().as_u16(),
            detail: detail.into(),
            code: code.as_str(),
            errors: Vec::new(),
            version: None,
            reason: None,
            legal_moves: None,
        };
        Self { code, document: Box::new(document), retry_after: None, allow: None }
    }

    /// A method that the address does not have.
    pub fn method_not_allowed(allow: String) -> Self {
        let problem = Self::new(Code::MethodNotAllowed, format!("this address has {allow}"));
        Self { allow: Some(allow), ..problem }
    }

    /// Too many requests; `seconds` from now there may be more.
    pub fn too_many(detail: impl Into<String>, seconds: u64) -> Self {
        Self::new(Code::TooManyRequests, detail).retry_after(seconds)
    }

    pub fn code(&self) -> Code {
        self.code
    }

    /// What clients get to read.
    pub fn document(&self) -> &Document {
        &self.document
    }

    fn retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    fn with(mut self, complete: impl FnOnce(&mut Document)) -> Self {
        complete(&mut self.document);
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.document.code, self.document.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.document.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if self.document.status == 401 {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        if let Some(allow) = &self.allow {
            response.insert_header((header::ALLOW, allow.as_str()));
        }
        response.insert_header((header::CONTENT_TYPE, "application/problem+json"));
        response.body(serde_json::to_string(&self.document).unwrap_or_default())
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let detail = refusal.to_string();
        match refusal {
            Refusal::Malformed { errors, .. } => {
                Self::new(Code::Malformed, detail).with(|document| document.errors = errors)
            }
            Refusal::Unauthorized(_) => Self::new(Code::Unauthorized, detail),
            Refusal::Forbidden(_) => Self::new(Code::Forbidden, detail),
            Refusal::NotFound(_) => Self::new(Code::NotFound, detail),
            Refusal::NoSandbox => Self::new(Code::NotFound, detail),
            Refusal::NotYourTurn { version } => Self::new(Code::NotYourTurn, detail).with(|document| {
                document.version = Some(version);
                document.legal_moves = Some(Vec::new());
            }),
            Refusal::SeatAbsent { version } => Self::new(Code::SeatAbsent, detail).with(|document| {
                document.version = Some(version);
            }),
            Refusal::NotAbsent => Self::new(Code::NotAbsent, detail),
            Refusal::AlreadyVoted => Self::new(Code::AlreadyVoted, detail),
            Refusal::RematchExists(_) => Self::new(Code::RematchExists, detail),
            Refusal::GameNotStarted => Self::new(Code::GameNotStarted, detail),
            Refusal::GameStarted => Self::new(Code::GameStarted, detail),
            Refusal::GameFinished => Self::new(Code::GameFinished, detail),
            Refusal::GameCancelled => Self::new(Code::GameCancelled, detail),
            Refusal::GameActive => Self::new(Code::GameActive, detail),
            Refusal::GameFull => Self::new(Code::GameFull, detail),
            Refusal::SeatTaken => Self::new(Code::SeatTaken, detail),
            Refusal::AlreadySeated => Self::new(Code::AlreadySeated, detail),
            Refusal::NotEnoughPlayers(_) => Self::new(Code::NotEnoughPlayers, detail),
            Refusal::NameTaken(_) => Self::new(Code::NameTaken, detail),
            Refusal::Invalid(errors) => {
                Self::new(Code::Invalid, detail).with(|document| document.errors = errors)
            }
            Refusal::BadOptions(errors) => {
                Self::new(Code::BadOptions, detail).with(|document| document.errors = errors)
            }
            Refusal::IllegalMove { illegal, legal_moves, version } => Self::new(Code::IllegalMove, detail)
                .with(|document| {
                    document.reason = Some(illegal.reason);
                    document.legal_moves = Some(legal_moves);
                    document.version = Some(version);
                }),
            Refusal::NotAvailable(_) => Self::new(Code::NotAvailable, detail),
            Refusal::Stale { version } => {
                Self::new(Code::Stale, detail).with(|document| document.version = Some(version))
            }
            Refusal::KeyReused => Self::new(Code::KeyReused, detail),
            Refusal::KeyInUse => Self::new(Code::KeyInUse, detail),
            Refusal::TooMany(_) => Self::too_many(detail, 60),
            Refusal::Busy(cause) => {
                tracing::warn!(%cause, "busy");
                Self::new(Code::Unavailable, detail).retry_after(1)
            }
            Refusal::Internal(cause) => {
                tracing::error!(%cause, "a request failed");
                Self::new(
                    Code::Internal,
                    "the server has failed; the log has the cause under the X-Request-Id",
                )
            }
        }
    }
}
