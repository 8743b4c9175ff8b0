//! Calendars: deadlines for other programs.

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, post, web};

use super::{
    error::Problem,
    extract::{Caller, Write},
    respond, service,
    table::Nothing,
};
use crate::{
    players::calendar::{self as cases, CalendarLink},
    refusal::Refusal,
};

/// Give your calendar an address
///
/// A calendar program can subscribe to it. Whoever has the address can read your deadlines, and nothing
/// else. Asked for again, this gives another address, and the one before stops working.
#[utoipa::path(tag = "players", operation_id = "renewCalendar", security(("bearer" = [])), request_body = Nothing, responses(
    (status = 201, description = "The address, this once.", body = CalendarLink),
))]
#[post("/players/me/calendar")]
pub async fn renew(write: Write) -> Result<HttpResponse, Problem> {
    let link = write.change_once(|_, connection, me, _: Nothing| cases::renew(connection, me)).await?;
    respond::made(StatusCode::CREATED, &link)
}

/// Take your calendar away
///
/// Its address stops working.
#[utoipa::path(tag = "players", operation_id = "deleteCalendar", security(("bearer" = [])), responses(
    (status = 204, description = "There is no calendar any more."),
))]
#[delete("/players/me/calendar")]
pub async fn delete(caller: Caller) -> Result<HttpResponse, Problem> {
    caller.signed_in(|_, connection, me| cases::delete(connection, me)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Read a calendar
///
/// The deadlines of whoever has made this address, as an iCalendar document. The address is all that is
/// needed.
#[utoipa::path(tag = "players", operation_id = "readCalendar",
    params(("file" = String, Path, description = "The secret, with `.ics` at its end.")),
    responses((status = 200, description = "An iCalendar document.", content_type = "text/calendar", body = String)))]
#[get("/calendar/{file}")]
pub async fn read(
    request: HttpRequest,
    caller: Caller,
    file: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let base = service::base(&request);
    let calendar = caller.anyone(move |club, connection, _| {
        let secret = file.strip_suffix(".ics").ok_or(Refusal::NotFound("calendar"))?;
        connection.read(|connection| cases::read(club, connection, secret, &base))
    });
    Ok(respond::tagged(&request, "text/calendar; charset=utf-8", calendar.await?))
}
