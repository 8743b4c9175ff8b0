//! Accounts.

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, patch, post, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    error::Problem,
    extract::{Caller, Write},
    respond,
};
use crate::players::{
    self as cases,
    change::PlayerChanges,
    profile::{Account, Player, Profile},
    register::NewPlayer,
};

/// A new account and its first token.
#[derive(Debug, Serialize, ToSchema)]
pub struct Registered {
    pub player: Player,
    /// Shown this once; send it as `Authorization: Bearer …`.
    #[schema(pattern = "^chk_[A-Za-z0-9]+$")]
    pub token: String,
}

/// Open an account
///
/// The answer has your first token, this once: it is stored as a hash only. No Idempotency-Key
/// here, since the answer holds a secret.
#[utoipa::path(tag = "players", operation_id = "register", request_body = NewPlayer, responses(
    (status = 201, description = "Your account and your token.", body = Registered),
    (status = 409, description = "`name_taken`"),
    (status = 422, description = "`invalid`"),
))]
#[post("/players")]
pub async fn register(write: Write) -> Result<HttpResponse, Problem> {
    let (player, secret) = write
        .register(|club, connection, new: NewPlayer| cases::register::register(club, connection, new))
        .await?;
    let registered = Registered { player: player.into(), token: secret.reveal() };
    respond::made(StatusCode::CREATED, &registered)
}

/// Read your account
///
/// Who you are to the server and to others, and when your clocks stand still, which nobody else is told.
#[utoipa::path(tag = "players", operation_id = "readMe", security(("bearer" = [])), responses(
    (status = 200, description = "Your account.", body = Account),
))]
#[get("/players/me")]
pub async fn read_me(request: HttpRequest, caller: Caller) -> Result<HttpResponse, Problem> {
    let me = caller.signed_in(|club, _, me| Account::new(me, club.clock.now())).await?;
    respond::json(&request, &me)
}

/// Change your account
///
/// Your name never changes; what others are shown does. And you say when your clocks stand still, in
/// games with a day or more for a turn: days off and quiet hours count from your next turn on, a
/// vacation at once.
#[utoipa::path(tag = "players", operation_id = "changeMe", security(("bearer" = [])), request_body = PlayerChanges, responses(
    (status = 200, description = "Your account as it is now.", body = Account),
    (status = 422, description = "`invalid`"),
))]
#[patch("/players/me")]
pub async fn change_me(write: Write) -> Result<HttpResponse, Problem> {
    let changed = write
        .change_once(|club, connection, me, changes: PlayerChanges| {
            cases::change::change(club, connection, me, &changes)
        })
        .await?;
    respond::made(StatusCode::OK, &changed)
}

/// End your account
///
/// Cancels your open games, declines your invitations, gives up your seats, resigns your active
/// games and deletes your courses. Your tokens stop working at once, seats of old games keep no name, and your name
/// is never given again.
#[utoipa::path(tag = "players", operation_id = "endMe", security(("bearer" = [])), responses(
    (status = 204, description = "The account has ended."),
))]
#[delete("/players/me")]
pub async fn end_me(caller: Caller) -> Result<HttpResponse, Problem> {
    caller.signed_in(cases::end::end).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Read somebody's profile
///
/// Counts public games only.
#[utoipa::path(tag = "players", operation_id = "readPlayer", security((), ("bearer" = [])),
    params(("name" = String, Path, description = "The player's name, in any case.", example = "ana")),
    responses((status = 200, description = "The profile.", body = Profile)))]
#[get("/players/{name}")]
pub async fn read_player(
    request: HttpRequest,
    caller: Caller,
    name: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let profile = caller.anyone(move |_, connection, _| cases::profile::profile(connection, &name)).await?;
    respond::json(&request, &profile)
}
