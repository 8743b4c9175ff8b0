//! What players do to a game: taking and giving up seats, playing, resigning.

use actix_web::{HttpResponse, post};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    error::Problem,
    extract::{Id, Write},
    respond,
};
use crate::{
    club::Club,
    games::{self as cases, answer::Answer, change::Request, view::GameChanged},
    refusal::Refusal,
    store::StoreConnection,
};

/// Which seat to take.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinSeat {
    /// Your invited seat, or else the first open one, if left out.
    #[serde(default)]
    #[schema(minimum = 0, required = false, examples(1))]
    seat: Option<i64>,
}

/// The code of a private game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinCode {
    /// `join_code`, as its players are shown it.
    code: String,
}

/// Which seat to clear.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KickSeat {
    #[schema(minimum = 0, examples(1))]
    seat: i64,
}

/// Nothing: send `{}` or no body at all.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Changes the game with that id, and answers with it.
async fn change<B: DeserializeOwned + 'static>(
    write: Write,
    id: Id,
    work: impl FnOnce(&Club, &mut StoreConnection<'_>, &str, &Request, B) -> Result<Answer, Refusal>
    + Send
    + 'static,
) -> Result<HttpResponse, Problem> {
    let game_id = id.0.clone();
    let answer = write.change_game(id, move |club, connection, request, body| {
        work(club, connection, &game_id, request, body)
    });
    Ok(respond::changed(answer.await?))
}

/// Join a game
///
/// Takes an open seat or the one that is kept for you. The game starts when the last seat fills.
#[utoipa::path(tag = "seats", operation_id = "joinGame", security(("bearer" = [])), request_body = JoinSeat,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 409, description = "`game_full`, `seat_taken`, `already_seated`, `game_cancelled`"),
        (status = 422, description = "`invalid`"),
    ))]
#[post("/games/{id}/join")]
pub async fn join(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, body: JoinSeat| {
        cases::join::join(club, connection, id, request, body.seat)
    })
    .await
}

/// Join a private game by its code
///
/// Its players see the `join_code` until the game starts and pass it on as they like.
#[utoipa::path(tag = "seats", operation_id = "joinByCode", security(("bearer" = [])), request_body = JoinCode, responses(
    (status = 200, description = "The game after it.", body = GameChanged),
    (status = 404, description = "`not_found`: no game that waits for players has this code."),
    (status = 409, description = "`game_full`, `already_seated`"),
))]
#[post("/join")]
pub async fn join_by_code(write: Write) -> Result<HttpResponse, Problem> {
    let answer = write
        .change(|club, connection, request, body: JoinCode| {
            cases::join::join_by_code(club, connection, &body.code, request)
        })
        .await?;
    Ok(respond::changed(answer))
}

/// Decline an invitation
///
/// The seat that was kept for you turns open.
#[utoipa::path(tag = "seats", operation_id = "declineInvitation", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 403, description = "`forbidden`: you are not invited."),
        (status = 409, description = "`game_started`, `game_finished`, `game_cancelled`"),
    ))]
#[post("/games/{id}/decline")]
pub async fn decline(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, _: Nothing| {
        cases::decline::decline(club, connection, id, request)
    })
    .await
}

/// Leave a game before the start
///
/// Your seat turns open. Whoever created the game cancels it instead.
#[utoipa::path(tag = "seats", operation_id = "leaveGame", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 403, description = "`forbidden`: you have no seat, or you created the game."),
        (status = 409, description = "`game_started`, `game_finished`, `game_cancelled`"),
    ))]
#[post("/games/{id}/leave")]
pub async fn leave(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, _: Nothing| {
        cases::leave::leave(club, connection, id, request)
    })
    .await
}

/// Start a game without waiting for more
///
/// By whoever created it. Empty seats are taken away, the highest first, and the others close
/// ranks; the log tells which.
#[utoipa::path(tag = "seats", operation_id = "startGame", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 403, description = "`forbidden`: you did not create the game."),
        (status = 409, description = "`not_enough_players`, `game_started`, `game_finished`, `game_cancelled`"),
    ))]
#[post("/games/{id}/start")]
pub async fn start(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, _: Nothing| {
        cases::start::start(club, connection, id, request)
    })
    .await
}

/// Clear a seat before the start
///
/// By whoever created the game: a player's seat or an invitation turns open.
#[utoipa::path(tag = "seats", operation_id = "clearSeat", security(("bearer" = [])), request_body = KickSeat,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 403, description = "`forbidden`: you did not create the game."),
        (status = 409, description = "`game_started`, `game_finished`, `game_cancelled`"),
        (status = 422, description = "`invalid`"),
    ))]
#[post("/games/{id}/kick")]
pub async fn kick(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, body: KickSeat| {
        cases::kick::kick(club, connection, id, request, body.seat)
    })
    .await
}

/// Cancel a game
///
/// Before the start by whoever created it. In an active game this is your vote: when all humans who have
/// not given up agree, it is cancelled, without a winner.
#[utoipa::path(tag = "seats", operation_id = "cancelGame", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 403, description = "`forbidden`: you did not create the game, or have no seat in it."),
        (status = 409, description = "`already_voted`, `game_finished`, `game_cancelled`"),
    ))]
#[post("/games/{id}/cancel")]
pub async fn cancel(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, _: Nothing| {
        cases::cancel::cancel(club, connection, id, request)
    })
    .await
}

/// Play a move
///
/// Send one of your `legal_moves`. With an Idempotency-Key it is safe to send it again; with
/// If-Match it is played only if nothing has changed since you read the game.
#[utoipa::path(tag = "play", operation_id = "playMove", security(("bearer" = [])), request_body(content = Object, description = "One move."),
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 403, description = "`forbidden`: you have no seat."),
        (status = 409, description = "`not_your_turn`, `seat_absent`, `game_not_started`, `game_finished`, `game_cancelled`"),
        (status = 422, description = "`illegal_move`"),
    ))]
#[post("/games/{id}/moves")]
pub async fn play(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, action: Value| {
        cases::play::play(club, connection, id, request, &action)
    })
    .await
}

/// Resign
///
/// Gives up your seat. A bot plays on for you and you come last, unless your partner plays on; if only
/// one side of humans is left, it has won, and without any the game is abandoned.
#[utoipa::path(tag = "play", operation_id = "resignGame", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 403, description = "`forbidden`: you have no seat."),
        (status = 409, description = "`game_not_started`, `game_finished`, `game_cancelled`"),
    ))]
#[post("/games/{id}/resign")]
pub async fn resign(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, _: Nothing| {
        cases::resign::resign(club, connection, id, request)
    })
    .await
}

/// Come back after having been absent
///
/// At any time, in anybody's turn. After three turns in a row that you have missed, this takes your seat
/// back from the bot that has kept it, and if it is your turn, your time begins now. After one or two it
/// sets `absent` back; a running deadline stays.
#[utoipa::path(tag = "play", operation_id = "returnToGame", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game after it.", body = GameChanged),
        (status = 403, description = "`forbidden`: you have no seat."),
        (status = 409, description = "`not_absent`, `game_not_started`, `game_finished`, `game_cancelled`"),
    ))]
#[post("/games/{id}/return")]
pub async fn take_back(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, _: Nothing| {
        cases::take_back::take_back(club, connection, id, request)
    })
    .await
}

/// Ask for a rematch
///
/// The same table anew, once, by whoever asks first: the other players are invited, bots sit where they
/// sat. `rematch` and `rematch_of` link the games.
#[utoipa::path(tag = "seats", operation_id = "rematch", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The id of the game that is over.")),
    responses(
        (status = 201, description = "The new game.", body = GameChanged,
            headers(("Location" = String, description = "The game's address."))),
        (status = 403, description = "`forbidden`: you have had no seat."),
        (status = 409, description = "`game_active`, `rematch_exists`, `game_cancelled`: before it had begun"),
    ))]
#[post("/games/{id}/rematch")]
pub async fn rematch(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    change(write, id, |club, connection, id, request, _: Nothing| {
        cases::rematch::rematch(club, connection, id, request)
    })
    .await
}
