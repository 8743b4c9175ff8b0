//! The caller's feed.

use actix_web::{HttpRequest, HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    error::Problem,
    extract::{Caller, Query},
    follow::{self, EventQuery, Numbered},
};
use crate::{
    games::notice::{self, FeedItem},
    hub::Topic,
};

/// A page of your feed.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeedPage {
    pub items: Vec<FeedItem>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

impl Numbered for FeedItem {
    fn number(&self) -> i64 {
        self.id
    }
}

/// Read your feed
///
/// What you have been told, in order: invitations, turns, reminders and the like, each with the game and
/// the version that it is about. Whoever has seen an id has missed no smaller one. With `wait` the answer
/// comes as soon as there is an item; with `Accept: text/event-stream` or `application/x-ndjson` it is a
/// stream that goes on, and `Last-Event-ID` says after which one.
#[utoipa::path(tag = "players", operation_id = "readFeed", security(("bearer" = [])), params(EventQuery), responses(
    (status = 200, description = "A page of the feed, or a stream.", content((FeedPage = "application/json"), (String = "text/event-stream"), (String = "application/x-ndjson"))),
    (status = 422, description = "`invalid`"),
))]
#[get("/feed")]
pub async fn read(
    request: HttpRequest,
    caller: Caller,
    query: Query<EventQuery>,
) -> Result<HttpResponse, Problem> {
    let wanted = query.0.read(&request)?;
    let me = caller.clone().signed_in(|_, _, me| Ok(me.id.clone())).await?;
    follow::respond(&request, wanted, caller.unmetered(), Topic::Player(me), move |caller, after, limit| {
        caller.signed_in(move |_, connection, me| notice::list(connection, me, after, limit))
    })
    .await
}
