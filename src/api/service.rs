//! The server itself: its front door, its health, and its documentation.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    error::{Code, Problem},
    extract::Caller,
    openapi::Specification,
    respond,
};
use crate::{club::Club, refusal::Refusal, store};

/// Where to go from here.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceDocument {
    name: &'static str,
    /// The server's release.
    version: &'static str,
    links: Links,
    /// Whether this is a sandbox for developers: anybody can move its time on, and choose seeds.
    sandbox: bool,
    /// A command to begin with.
    try_it: String,
}

/// Addresses.
#[derive(Debug, Serialize, ToSchema)]
struct Links {
    docs: &'static str,
    openapi: &'static str,
    problems: &'static str,
    health: &'static str,
    rulesets: &'static str,
    players: &'static str,
    courses: &'static str,
    games: &'static str,
}

/// Whether the server is well.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    #[schema(examples("ok"))]
    status: &'static str,
}

/// The answer of a server that is well.
pub const WELL: Health = Health { status: "ok" };

/// Begin here
///
/// Links to everything else, and a command to begin with.
#[utoipa::path(tag = "service", operation_id = "readService", responses(
    (status = 200, description = "Links, and a command to begin with.", body = ServiceDocument),
))]
#[get("/")]
pub async fn front_door(request: HttpRequest, club: web::Data<Club>) -> Result<HttpResponse, Problem> {
    respond::json(&request, &document(&base(&request), club.sandbox.is_some()))
}

/// The address of the server, as the client knows it.
pub fn base(request: &HttpRequest) -> String {
    // Anybody can write anything into these headers, and commands are there to be pasted.
    let is_plain =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".:-[]".contains(&byte));
    let connection = request.connection_info();
    let host =
        Some(connection.host()).filter(|host| !host.is_empty() && is_plain(host)).unwrap_or("127.0.0.1:8080");
    let scheme = if connection.scheme() == "https" { "https" } else { "http" };
    format!("{scheme}://{host}")
}

/// The service document of the server with that address.
pub fn document(base: &str, sandbox: bool) -> ServiceDocument {
    ServiceDocument {
        name: "Clubhouse",
        version: env!("CARGO_PKG_VERSION"),
        links: Links {
            docs: "/docs/",
            openapi: "/openapi.json",
            problems: "/problems",
            health: "/health/ready",
            rulesets: "/v1/rulesets",
            players: "/v1/players",
            courses: "/v1/courses",
            games: "/v1/games",
        },
        sandbox,
        try_it: register_command(base),
    }
}

/// A command that opens an account at the server with that address.
pub fn register_command(base: &str) -> String {
    // Not a name of the tour in README, which may come next.
    format!("curl {base}/v1/players -d '{{\"name\":\"gil\"}}'")
}

/// Is the process up?
///
/// Says nothing of the database; for that there is `/health/ready`.
#[utoipa::path(tag = "service", operation_id = "readLiveness", responses(
    (status = 200, description = "It is.", body = Health),
))]
#[get("/health/live")]
pub async fn live(request: HttpRequest) -> Result<HttpResponse, Problem> {
    respond::json(&request, &WELL)
}

/// Can the server work?
///
/// The database is reachable and migrated.
#[utoipa::path(tag = "service", operation_id = "readReadiness", responses(
    (status = 200, description = "It can.", body = Health),
    (status = 503, description = "`unavailable`: the database cannot be reached, or is not migrated."),
))]
#[get("/health/ready")]
pub async fn ready(request: HttpRequest, caller: Caller) -> Result<HttpResponse, Problem> {
    caller
        .anyone(|_, connection, _| match store::migrations::is_up_to_date(connection) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Refusal::Busy("the database is not migrated".to_owned())),
            Err(error) => Err(Refusal::Busy(error.to_string())),
        })
        .await?;
    respond::json(&request, &WELL)
}

/// Read the specification
///
/// This OpenAPI document. `/docs/` shows it to people.
#[utoipa::path(tag = "service", operation_id = "readSpecification", responses(
    (status = 200, description = "This document.", body = Object),
))]
#[get("/openapi.json")]
pub async fn specification(request: HttpRequest, specification: web::Data<Specification>) -> HttpResponse {
    respond::tagged(&request, "application/json", specification.text.clone())
}

/// List the problems
///
/// Every code that an error can have, with a link to what it means.
#[utoipa::path(tag = "service", operation_id = "listProblems", responses(
    (status = 200, description = "All codes, as a page.", content_type = "text/html", body = String),
))]
#[get("/problems")]
pub async fn problems(request: HttpRequest) -> HttpResponse {
    let items: String = Code::ALL
        .iter()
        .map(|code| format!("<li><a href=\"/problems/{0}\">{0}</a>: {1}</li>\n", code.as_str(), code.title()))
        .collect();
    page(&request, "Problems", &format!("<ul>\n{items}</ul>"))
}

/// Read what a problem means
///
/// The page that the `type` of an error leads to.
#[utoipa::path(tag = "service", operation_id = "readProblem",
    params(("code" = String, Path, description = "The problem's code.", example = "illegal_move")),
    responses((status = 200, description = "What it means and what to do, as a page.", content_type = "text/html", body = String)))]
#[get("/problems/{code}")]
pub async fn problem(request: HttpRequest, code: web::Path<String>) -> Result<HttpResponse, Problem> {
    let known = Code::ALL.iter().find(|known| known.as_str() == code.as_str());
    let code = known.ok_or(Refusal::NotFound("problem"))?;
    let body = format!("<p>{}</p>\n<p>Status {}</p>", escape(code.help()), code.status());
    Ok(page(&request, &format!("{}: {}", code.as_str(), code.title()), &body))
}

/// The specification's reader; its parts come from the library.
pub async fn docs(request: HttpRequest) -> HttpResponse {
    respond::tagged(&request, "text/html; charset=utf-8", include_str!("docs.html").to_owned())
}

/// A page of our own texts; nothing in it comes from a request.
fn page(request: &HttpRequest, title: &str, body: &str) -> HttpResponse {
    let html = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\n<h1>{title}</h1>\n{body}\n</html>\n"
    );
    respond::tagged(request, "text/html; charset=utf-8", html)
}

/// Our texts have code in them, and code may have angle brackets.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
