//! What is said at a table, and what one notes for oneself.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, patch, post};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    error::Problem,
    extract::{Caller, Id, Query, Write},
    follow::{self, EventQuery, Numbered},
    respond,
};
use crate::{
    hub::Topic,
    messages::{
        self as cases,
        list::Message,
        marks::{Marks, NewMark},
        notes::Note,
        post::NewMessage,
    },
};

/// A page of what was said.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagePage {
    pub items: Vec<Message>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

impl Numbered for Message {
    fn number(&self) -> i64 {
        self.id
    }
}

/// Say something at a table
///
/// For those who have, or have had, a seat; the others are told in their feeds.
#[utoipa::path(tag = "messages", operation_id = "postMessage", security(("bearer" = [])), request_body = NewMessage,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 201, description = "The message.", body = Message),
        (status = 403, description = "`forbidden`: you have no seat."),
        (status = 422, description = "`invalid`"),
    ))]
#[post("/games/{id}/messages")]
pub async fn say(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    let answer = write.change(move |club, connection, request, new: NewMessage| {
        cases::post::post(club, connection, &id.0, request, &new)
    });
    Ok(respond::added(answer.await?))
}

/// Read what was said at a table
///
/// In order, from the beginning or after a message; with `wait` or as a stream like the log. Those without
/// a seat may read it only if the game was created with `public_messages`.
#[utoipa::path(tag = "messages", operation_id = "readMessages", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The game's id."), EventQuery),
    responses(
        (status = 200, description = "A page of messages, or a stream.", content((MessagePage = "application/json"), (String = "text/event-stream"), (String = "application/x-ndjson"))),
        (status = 403, description = "`forbidden`: only players may read them."),
        (status = 422, description = "`invalid`"),
    ))]
#[get("/games/{id}/messages")]
pub async fn read(
    request: HttpRequest,
    caller: Caller,
    id: Id,
    query: Query<EventQuery>,
) -> Result<HttpResponse, Problem> {
    let wanted = query.0.read(&request)?;
    follow::respond(&request, wanted, caller, Topic::Game(id.0.clone()), move |caller, after, limit| {
        let id = id.0.clone();
        caller.anyone(move |club, connection, me| {
            let now = club.now();
            connection.read(|connection| cases::list::list(connection, &id, me, now, after, limit))
        })
    })
    .await
}

/// Read how far everybody has read
///
/// By seat; for those at the table.
#[utoipa::path(tag = "messages", operation_id = "readMarks", security(("bearer" = [])),
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "How far everybody has read.", body = Marks),
        (status = 403, description = "`forbidden`: you have no seat."),
    ))]
#[get("/games/{id}/messages/read")]
pub async fn read_marks(request: HttpRequest, caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    let marks = caller.signed_in(move |club, connection, me| {
        let now = club.now();
        connection.read(|connection| cases::marks::read(connection, &id.0, me, now))
    });
    respond::json(&request, &marks.await?)
}

/// Mark messages as read
///
/// A mark never goes back, so it is safe to send it again.
#[utoipa::path(tag = "messages", operation_id = "setMark", security(("bearer" = [])), request_body = NewMark,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "How far everybody has read.", body = Marks),
        (status = 403, description = "`forbidden`: you have no seat."),
        (status = 422, description = "`invalid`"),
    ))]
#[patch("/games/{id}/messages/read")]
pub async fn set_mark(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    let marks = write.change_once(move |club, connection, me, new: NewMark| {
        cases::marks::set(club, connection, &id.0, me, &new)
    });
    respond::made(StatusCode::OK, &marks.await?)
}

/// Read your notes about a game
///
/// Nobody else sees them.
#[utoipa::path(tag = "messages", operation_id = "readNotes", security(("bearer" = [])),
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "Your notes; empty if there are none.", body = Note),
        (status = 403, description = "`forbidden`: you have no seat."),
    ))]
#[get("/games/{id}/notes")]
pub async fn read_notes(request: HttpRequest, caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    let note = caller.signed_in(move |club, connection, me| {
        let now = club.now();
        connection.read(|connection| cases::notes::read(connection, &id.0, me, now))
    });
    respond::json(&request, &note.await?)
}

/// Write your notes about a game
///
/// In place of those before.
#[utoipa::path(tag = "messages", operation_id = "writeNotes", security(("bearer" = [])), request_body = Note,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "Your notes.", body = Note),
        (status = 403, description = "`forbidden`: you have no seat."),
        (status = 422, description = "`invalid`"),
    ))]
#[patch("/games/{id}/notes")]
pub async fn write_notes(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    let note = write.change_once(move |club, connection, me, note: Note| {
        cases::notes::write(club, connection, &id.0, me, note)
    });
    respond::made(StatusCode::OK, &note.await?)
}
