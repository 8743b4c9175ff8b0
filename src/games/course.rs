//! Which course a game is played on. Each game keeps to the copy that was made when it was created.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use sha2::{Digest, Sha256};

use super::draft::to_json;
use crate::{
    refusal::{FieldError, Refusal},
    rulesets::registry::{AnyCourse, AnyOptions, Ruleset},
    store::{AnyConnection, courses},
};

/// How many copies are kept in memory.
const MOST: usize = 256;

/// Copies that have been read, by id. What an id names never changes, so they are never out of date.
static READ: LazyLock<Mutex<HashMap<String, AnyCourse>>> = LazyLock::new(Mutex::default);

/// A copy of a course, as it is to be stored.
#[derive(Debug, Clone)]
pub struct Copy {
    pub id: String,
    pub text: String,
}

/// The course that the options ask for, and the copy of it that the game is to keep; `None` if the
/// ruleset has no courses.
pub fn chosen(
    connection: &mut AnyConnection,
    ruleset: Ruleset,
    options: &AnyOptions,
) -> Result<(AnyCourse, Option<Copy>), Refusal> {
    let Some(id) = options.course() else { return Ok((read(ruleset, None)?, None)) };
    if let Some(shipped) = ruleset.shipped_courses().into_iter().find(|course| course.id() == id) {
        let copy = copy(to_json(&shipped)?);
        return Ok((remembered(&copy.id, || Ok(shipped))?, Some(copy)));
    }
    let about = ruleset.about();
    match courses::find(connection, id)? {
        Some((row, _)) if row.ruleset == about.id => {
            let copy = copy(row.course);
            Ok((remembered(&copy.id, || read(ruleset, Some(&copy.text)))?, Some(copy)))
        }
        _ => {
            let detail = format!(
                "there is no such course for {}; GET /v1/courses?ruleset={} lists them",
                about.name, about.id
            );
            Err(Refusal::BadOptions(vec![FieldError::new("options.course", detail)]))
        }
    }
}

/// The course of a game that keeps the copy with that id; `None` if the ruleset has no courses.
pub fn of_copy(
    connection: &mut AnyConnection,
    ruleset: Ruleset,
    id: Option<&str>,
) -> Result<AnyCourse, Refusal> {
    match id {
        Some(id) => remembered(id, || read(ruleset, Some(&courses::copy(connection, id)?))),
        None => read(ruleset, None),
    }
}

fn copy(text: String) -> Copy {
    Copy { id: hex::encode(Sha256::digest(&text)), text }
}

fn read(ruleset: Ruleset, text: Option<&str>) -> Result<AnyCourse, Refusal> {
    let read = ruleset.stored_course(text);
    read.map_err(|error| Refusal::Internal(format!("stored course does not read: {error}")))
}

/// The copy with that id from memory, or else by `read`. Once there are too many they are all
/// forgotten: who is in play is read again soon.
fn remembered(id: &str, read: impl FnOnce() -> Result<AnyCourse, Refusal>) -> Result<AnyCourse, Refusal> {
    let copies = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(course) = copies().get(id) {
        return Ok(course.clone());
    }
    let course = read()?;
    let mut copies = copies();
    if copies.len() >= MOST {
        copies.clear();
    }
    copies.insert(id.to_owned(), course.clone());
    Ok(course)
}
