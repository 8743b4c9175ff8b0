//! Which course a game is played on.

use super::draft::to_json;
use crate::{
    refusal::{FieldError, Refusal},
    rulesets::registry::{AnyOptions, Ruleset},
    store::{AnyConnection, courses},
};

/// A copy of the course that the options ask for, as it is stored with the game; `None` if the
/// ruleset has no courses.
pub fn copy(
    connection: &mut AnyConnection,
    ruleset: Ruleset,
    options: &AnyOptions,
) -> Result<Option<String>, Refusal> {
    let Some(id) = options.course() else { return Ok(None) };
    if let Some(shipped) = ruleset.shipped_courses().iter().find(|course| course.id() == id) {
        return to_json(shipped).map(Some);
    }
    let about = ruleset.about();
    match courses::find(connection, id)? {
        Some((row, _)) if row.ruleset == about.id => Ok(Some(row.course)),
        _ => {
            let detail = format!(
                "there is no such course for {}; GET /v1/courses?ruleset={} lists them",
                about.name, about.id
            );
            Err(Refusal::BadOptions(vec![FieldError::new("options.course", detail)]))
        }
    }
}
