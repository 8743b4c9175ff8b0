//! Lays out a course.

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::view::CourseInfo;
use crate::{
    club::Club,
    games::{
        answer::Answer,
        change::{Request, refuse},
        draft::to_json,
        idempotency,
    },
    ids,
    refusal::{FieldError, Refusal},
    rulesets::registry::Ruleset,
    store::{StoreConnection, StoreError, courses, courses::CourseRow, players},
    text,
};

/// How many characters the name of a course may have.
const NAME: usize = 60;

/// A course to be laid out.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewCourse {
    /// The id of the ruleset that is to be played on it.
    pub ruleset: String,
    /// 1 to 60 characters of any script.
    #[schema(min_length = 1, max_length = 60, examples("Holm Links"))]
    pub name: String,
    /// What the ruleset wants to know.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub plan: Map<String, Value>,
}

/// Lays out a course of the player's own.
pub fn create(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    new: NewCourse,
) -> Result<Answer, Refusal> {
    loop {
        if let Some(answer) = idempotency::replay(club, connection, request)? {
            return Ok(answer);
        }
        let (course, answer) = lay_out(club, request, new.clone())?;
        let stored = connection.write(|connection| {
            // Nobody's account ends meanwhile, and nobody lays out two courses at once, so that the
            // limit holds.
            players::hold(connection, &request.player.id)?;
            let count = courses::count(connection, &request.player.id)?;
            if request.limited && count >= club.limits.courses {
                return Ok(false);
            }
            courses::insert(connection, &course)?;
            idempotency::remember(club, connection, request, &answer)?;
            Ok(true)
        });
        match stored {
            Ok(true) => return Ok(answer),
            // Perhaps it was a twin of this request that has reached the limit.
            Ok(false) => {
                return idempotency::replay(club, connection, request)?.ok_or_else(|| too_many(club));
            }
            // A twin of this request was faster. (That two random ids are equal, nobody will see.)
            Err(StoreError::Duplicate) => {}
            Err(error) => return Err(refuse(error, request)),
        }
    }
}

fn too_many(club: &Club) -> Refusal {
    let limit = club.limits.courses;
    Refusal::TooMany(format!("you have {limit} courses, which is the limit: delete one first"))
}

fn lay_out(club: &Club, request: &Request, new: NewCourse) -> Result<(CourseRow, Answer), Refusal> {
    let ruleset = read_ruleset(&new.ruleset)?;
    let (now, owner) = (club.now(), &request.player);
    let id = format!("c_{}", ids::id());
    let name = text::line(&new.name, NAME);
    let laid_out = ruleset
        .lay_out(id.clone(), name.unwrap_or_default().to_owned(), Value::Object(new.plan))
        .map_err(|error| Refusal::unreadable("", &error))?;
    let mut errors = Vec::new();
    if name.is_none() {
        let detail = format!("1 to {NAME} characters of any script, without control characters");
        errors.push(FieldError::new("name", detail));
    }
    let course = match laid_out {
        Ok(course) if errors.is_empty() => course,
        laid_out => {
            let wrong = laid_out.err().unwrap_or_default();
            errors.extend(wrong.into_iter().map(|bad| FieldError::new(bad.field, bad.detail)));
            return Err(Refusal::Invalid(errors));
        }
    };
    let row = CourseRow {
        id: id.clone(),
        ruleset: new.ruleset,
        owner_id: owner.id.clone(),
        course: to_json(&course)?,
        created_at: now,
    };
    let info = CourseInfo {
        course,
        ruleset: ruleset.about().id,
        owner: Some(owner.name.clone()),
        created_at: Some(now.and_utc()),
    };
    Ok((row, Answer { created: Some(id), tag: None, body: to_json(&info)?, replayed: false }))
}

fn read_ruleset(id: &str) -> Result<Ruleset, Refusal> {
    let has_courses = |ruleset: &Ruleset| !ruleset.shipped_courses().is_empty();
    Ruleset::by_id(id).filter(has_courses).ok_or_else(|| {
        let all = Ruleset::ALL.iter().copied().filter(has_courses);
        let known: Vec<&str> = all.map(|ruleset| ruleset.about().id).collect();
        Refusal::invalid("ruleset", format!("no ruleset with courses; there are: {}", known.join(", ")))
    })
}
