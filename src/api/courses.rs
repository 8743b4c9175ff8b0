//! What games are played on.

use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    error::Problem,
    extract::{Caller, Id, Query, Write},
    paging, respond,
};
use crate::{
    courses::{self as cases, create::NewCourse, list::Position, view::CourseInfo},
    games::list::Whose,
    refusal::{FieldError, Refusal},
    rulesets::registry::Ruleset,
};

/// A page of courses.
#[derive(Debug, Serialize, ToSchema)]
pub struct CoursePage {
    pub items: Vec<CourseInfo>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Which courses.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CourseQuery {
    /// A ruleset's id.
    #[param(example = "card_golf")]
    ruleset: Option<String>,
    /// `me`, or a player's name: courses that he has laid out.
    #[param(example = "me")]
    owner: Option<String>,
    /// How many items, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the page before.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

impl CourseQuery {
    fn read(&self) -> Result<cases::list::Query, Refusal> {
        let mut errors = Vec::new();
        let ruleset = self.ruleset.as_deref().map(Ruleset::by_id);
        if ruleset == Some(None) {
            errors.push(FieldError::new("ruleset", "the id of a ruleset; GET /v1/rulesets lists them"));
        }
        if self.owner.as_deref().is_some_and(|name| !name.bytes().all(|byte| byte.is_ascii_graphic())) {
            errors.push(FieldError::new("owner", "`me` or a player's name"));
        }
        if !errors.is_empty() {
            return Err(Refusal::Invalid(errors));
        }
        let owner = self.owner.as_deref().map(Whose::read);
        Ok(cases::list::Query { ruleset: ruleset.flatten(), owner })
    }
}

fn cursor(position: Position) -> String {
    match position {
        Position::Shipped(id) => paging::id_cursor(&id),
        Position::Own(at, id) => paging::cursor(&(at, id)),
    }
}

fn position(cursor: &str) -> Result<Position, Refusal> {
    match paging::id(cursor) {
        Some(id) => Ok(Position::Shipped(id)),
        None => paging::position(cursor).map(|(at, id)| Position::Own(at, id)),
    }
}

/// Lay out a course
///
/// Anybody may play on it. Besides `ruleset` and `name` the body has what the ruleset wants to know.
#[utoipa::path(tag = "courses", operation_id = "createCourse", security(("bearer" = [])), request_body = NewCourse, responses(
    (status = 201, description = "The course.", body = CourseInfo,
        headers(("Location" = String, description = "The course's address."))),
    (status = 422, description = "`invalid`"),
))]
#[post("/courses")]
pub async fn create(write: Write) -> Result<HttpResponse, Problem> {
    let answer = write
        .change(|club, connection, request, new: NewCourse| {
            cases::create::create(club, connection, request, new)
        })
        .await?;
    Ok(respond::stored(answer, "/v1/courses"))
}

/// List courses
///
/// First those that come with the rulesets, then those of players, oldest first. With `owner` only
/// the latter.
#[utoipa::path(tag = "courses", operation_id = "listCourses", security((), ("bearer" = [])), params(CourseQuery), responses(
    (status = 200, description = "A page of courses.", body = CoursePage),
    (status = 422, description = "`invalid`"),
))]
#[get("/courses")]
pub async fn list(
    request: HttpRequest,
    caller: Caller,
    query: Query<CourseQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(query) = query;
    let (items, next) = caller
        .anyone(move |_, connection, me| {
            let limit = paging::limit(query.limit)?;
            let after = query.cursor.as_deref().map(position).transpose()?;
            let query = query.read()?;
            connection.read(|connection| cases::list::list(connection, me, &query, after.as_ref(), limit))
        })
        .await?;
    paging::respond(&request, &items, next.map(cursor))
}

/// Read a course
///
/// One that comes with a ruleset, or a player's.
#[utoipa::path(tag = "courses", operation_id = "readCourse", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The course's id.", example = "st_andrews")),
    responses((status = 200, description = "The course.", body = CourseInfo)))]
#[get("/courses/{id}")]
pub async fn read(request: HttpRequest, caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    let course = caller.anyone(move |_, connection, _| cases::read::read(connection, &id.0)).await?;
    respond::json(&request, &course)
}

/// Delete a course
///
/// Your own, at any time. Games keep the copy that they were created with.
#[utoipa::path(tag = "courses", operation_id = "deleteCourse", security(("bearer" = [])),
    params(("id" = String, Path, description = "The course's id.")),
    responses(
        (status = 204, description = "The course is deleted."),
        (status = 403, description = "`forbidden`"),
    ))]
#[delete("/courses/{id}")]
pub async fn delete(caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    caller.signed_in(move |_, connection, me| cases::delete::delete(connection, me, &id.0)).await?;
    Ok(HttpResponse::NoContent().finish())
}
