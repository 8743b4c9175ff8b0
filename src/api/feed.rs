//! The caller's feed.

use actix_web::{HttpRequest, HttpResponse, get};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    error::Problem,
    extract::{Caller, Query},
    follow::{self, Numbered, Wanted},
    paging,
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

/// Which part of a feed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FeedQuery {
    /// Only items after this id.
    #[param(minimum = 0)]
    after: Option<i64>,
    /// How many items, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the page before, instead of `after`.
    #[param(min_length = 1)]
    cursor: Option<String>,
    /// How many seconds to wait for an item, if there is none yet.
    #[param(minimum = 0, maximum = 60, default = 0)]
    wait: Option<i64>,
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
#[utoipa::path(tag = "players", operation_id = "readFeed", security(("bearer" = [])), params(FeedQuery), responses(
    (status = 200, description = "A page of the feed, or a stream.", content((FeedPage = "application/json"), (String = "text/event-stream"), (String = "application/x-ndjson"))),
    (status = 422, description = "`invalid`"),
))]
#[get("/feed")]
pub async fn read(
    request: HttpRequest,
    caller: Caller,
    query: Query<FeedQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(query) = query;
    let wanted = Wanted {
        limit: paging::limit(query.limit)?,
        after: follow::after(&request, query.after, query.cursor.as_deref())?,
        wait: follow::wait(query.wait)?,
    };
    let me = caller.clone().signed_in(|_, _, me| Ok(me.id.clone())).await?;
    let listener = caller.listen(Topic::Player(me));
    let caller = caller.unmetered();
    follow::respond(&request, wanted, listener, move |after, limit| {
        caller.clone().signed_in(move |_, connection, me| notice::list(connection, me, after, limit))
    })
    .await
}
