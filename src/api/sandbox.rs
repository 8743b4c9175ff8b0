//! What only a sandbox has.

use actix_web::{HttpRequest, HttpResponse, get, post};

use super::{
    error::Problem,
    extract::{Caller, Write},
    respond,
};
use crate::games::sandbox::{self, Advance, SandboxTime};

/// Move the time of a sandbox on
///
/// For developers of clients; only where the server was started with `CLUBHOUSE_SANDBOX=1`. Whatever
/// falls due on the way (deadlines, reminders, games that nobody joins) has happened, each at its time,
/// when this answers.
#[utoipa::path(tag = "service", operation_id = "moveSandboxClock", security(("bearer" = [])), request_body = Advance, responses(
    (status = 200, description = "The time as it is now.", body = SandboxTime),
    (status = 404, description = "`not_found`: this is no sandbox."),
    (status = 422, description = "`invalid`"),
))]
#[post("/sandbox/clock")]
pub async fn move_clock(write: Write) -> Result<HttpResponse, Problem> {
    let answer = write
        .change(|club, connection, request, by: Advance| sandbox::advance(club, connection, request, &by))
        .await?;
    Ok(respond::changed(answer))
}

/// Read the time of a sandbox
///
/// Only where the server was started with `CLUBHOUSE_SANDBOX=1`.
#[utoipa::path(tag = "service", operation_id = "readSandboxClock", responses(
    (status = 200, description = "The time.", body = SandboxTime),
    (status = 404, description = "`not_found`: this is no sandbox."),
))]
#[get("/sandbox/clock")]
pub async fn read_clock(request: HttpRequest, caller: Caller) -> Result<HttpResponse, Problem> {
    let time = caller.anyone(|club, _, _| sandbox::read(club)).await?;
    respond::json(&request, &time)
}
