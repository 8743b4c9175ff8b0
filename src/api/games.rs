//! Games: creating, listing and reading them.

use actix_web::{HttpRequest, HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use utoipa::{IntoParams, ToSchema};

use super::{
    conditions::{is_known, text_header},
    error::Problem,
    extract::{Caller, Id, Query, Write},
    follow::{self, EventQuery, Numbered},
    paging, respond,
};
use crate::{
    games::{
        self as cases,
        create::NewGame,
        export::Export,
        list::Whose,
        view::{Game, GameChanged, GameSummary, LogEntry},
        words::Status,
    },
    hub::{Topic, Woken},
    refusal::{FieldError, Refusal},
    rulesets::registry::Ruleset,
    store::players::can_be_name,
};

/// A page of games.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamePage {
    pub items: Vec<GameSummary>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// A page of a game's log.
#[derive(Debug, Serialize, ToSchema)]
pub struct LogPage {
    pub items: Vec<LogEntry>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Which games.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// `open`, `active`, `finished` or `cancelled`.
    #[param(value_type = Option<Status>)]
    status: Option<String>,
    /// A ruleset's id.
    #[param(example = "nine_card")]
    ruleset: Option<String>,
    /// `me`, or a player's name: games in which he has a seat; with `me` also private ones
    /// that you created without taking one.
    #[param(example = "me")]
    player: Option<String>,
    /// `me`: your inbox, the games in which you are to act.
    #[param(pattern = "^me$")]
    to_act: Option<String>,
    /// `me`: the games to which you are invited.
    #[param(pattern = "^me$")]
    invited: Option<String>,
    /// How many items, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the page before.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

/// How a game is read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReadQuery {
    /// How many seconds to wait for a change, if `If-None-Match` names the game as it is.
    #[param(minimum = 0, maximum = 60, default = 0)]
    wait: Option<i64>,
}

impl Numbered for LogEntry {
    fn number(&self) -> i64 {
        self.version
    }
}

impl GameQuery {
    fn read(&self) -> Result<cases::list::Query, Refusal> {
        let mut errors = Vec::new();
        let mut wrong = |field: &str, detail: &str| errors.push(FieldError::new(field, detail));
        let status = self.status.as_deref().map(Status::read);
        if status == Some(None) {
            wrong("status", "one of open, active, finished, cancelled");
        }
        let ruleset = self.ruleset.as_deref().map(Ruleset::by_id);
        if ruleset == Some(None) {
            wrong("ruleset", "the id of a ruleset; GET /v1/rulesets lists them");
        }
        for (field, value) in [("to_act", &self.to_act), ("invited", &self.invited)] {
            if value.as_deref().is_some_and(|value| value != "me") {
                wrong(field, "only `me`");
            }
        }
        if self.player.as_deref().is_some_and(|name| !can_be_name(name)) {
            wrong("player", "`me` or a player's name");
        }
        if self.to_act.is_some()
            && (self.invited.is_some() || self.player.as_deref().is_some_and(|name| name != "me"))
        {
            wrong("to_act", "not together with `invited` or another player");
        }
        if !errors.is_empty() {
            return Err(Refusal::Invalid(errors));
        }
        Ok(cases::list::Query {
            status: status.flatten(),
            ruleset: ruleset.flatten(),
            player: self.player.as_deref().map(Whose::read),
            to_act: self.to_act.is_some(),
            invited: self.invited.is_some(),
        })
    }
}

/// Create a game
///
/// Everything but `ruleset` has a default. If all seats are filled, the game starts at once.
#[utoipa::path(tag = "games", operation_id = "createGame", security(("bearer" = [])), request_body = NewGame, responses(
    (status = 201, description = "The game.", body = GameChanged,
        headers(("Location" = String, description = "The game's address."))),
    (status = 422, description = "`invalid`, `bad_options`, `not_available`"),
))]
#[post("/games")]
pub async fn create(write: Write) -> Result<HttpResponse, Problem> {
    Ok(respond::changed(
        write
            .change(|club, connection, request, new: NewGame| {
                cases::create::create(club, connection, request, new)
            })
            .await?,
    ))
}

/// List games
///
/// Newest first; with `to_act=me` nearest deadline first. Without `player`, `to_act` or `invited`
/// these are all public games; of others only public games are listed.
#[utoipa::path(tag = "games", operation_id = "listGames", security((), ("bearer" = [])), params(GameQuery), responses(
    (status = 200, description = "A page of games.", body = GamePage),
    (status = 422, description = "`invalid`"),
))]
#[get("/games")]
pub async fn list(
    request: HttpRequest,
    caller: Caller,
    query: Query<GameQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(query) = query;
    let (items, next) = caller
        .anyone(move |club, connection, me| {
            let limit = paging::limit(query.limit)?;
            let after = query.cursor.as_deref().map(paging::position).transpose()?;
            let query = query.read()?;
            let now = club.now();
            connection
                .read(|connection| cases::list::list(connection, me, now, &query, after.as_ref(), limit))
        })
        .await?;
    paging::respond(&request, &items, next.as_ref().map(paging::cursor))
}

/// Read a game
///
/// As you may see it, with your legal moves. With `wait` and `If-None-Match` the answer comes as soon as
/// it is another one.
#[utoipa::path(tag = "games", operation_id = "readGame", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The game's id."), ReadQuery),
    responses(
        (status = 200, description = "The game.", body = Game),
        (status = 422, description = "`invalid`"),
    ))]
#[get("/games/{id}")]
pub async fn read(
    request: HttpRequest,
    caller: Caller,
    id: Id,
    query: Query<ReadQuery>,
) -> Result<HttpResponse, Problem> {
    // What is not plain ASCII is no tag of ours.
    let known = text_header(&request, "If-None-Match").ok().flatten();
    let patience = follow::wait(query.0.wait)?;
    let until = Instant::now() + patience;
    let mut listener = (!patience.is_zero()).then(|| caller.listen(Topic::Game(id.0.clone())));
    let mut caller = caller;
    let mut turn = None;
    loop {
        // Whoever knows it already does not need its state.
        let (with_state, known) = (known.is_none(), known.clone());
        let read = caller.clone().look(id.clone(), with_state, move |club, connection, me, table| {
            let knows = |tag: &str| known.as_deref().is_some_and(|known| is_known(known, tag));
            cases::read::read(club, connection, me, table, knows)
        });
        let answer = read.await?;
        drop(turn);
        // Without a body it is known already.
        let is_known = answer.body.is_empty();
        let Some(listener) = listener.as_mut().filter(|_| is_known && Instant::now() < until) else {
            return Ok(respond::game(&request, answer));
        };
        if tokio::time::timeout_at(until, listener.wait()).await == Ok(Woken::Closed) {
            return Ok(respond::game(&request, answer));
        }
        caller = caller.unmetered();
        turn = listener.turn().await;
    }
}

/// Read a game's log
///
/// In order, from the beginning or after a version. What you may not know is `??` or left out until the
/// game is finished. With `wait` the answer comes as soon as there is an entry; with `Accept:
/// text/event-stream` or `application/x-ndjson` it is a stream that goes on, and `Last-Event-ID` says
/// after which version.
#[utoipa::path(tag = "games", operation_id = "readLog", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The game's id."), EventQuery),
    responses(
        (status = 200, description = "A page of the log, or a stream.", content((LogPage = "application/json"), (String = "text/event-stream"), (String = "application/x-ndjson"))),
        (status = 422, description = "`invalid`"),
    ))]
#[get("/games/{id}/log")]
pub async fn read_log(
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
            connection.read(|connection| cases::log::list(connection, &id, me, now, after, limit))
        })
    })
    .await
}

/// Export a finished game
///
/// Whole: the seed and everything that was hidden, so that anybody can check the deal.
#[utoipa::path(tag = "games", operation_id = "exportGame", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game.", body = Export),
        (status = 409, description = "`game_active`, `game_cancelled`"),
    ))]
#[get("/games/{id}/export")]
pub async fn export(request: HttpRequest, caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    let export = caller
        .anyone(move |club, connection, me| {
            let now = club.now();
            connection.read(|connection| cases::export::export(connection, &id.0, me, now))
        })
        .await?;
    respond::json(&request, &export)
}
