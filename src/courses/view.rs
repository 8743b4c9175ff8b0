//! What is shown of a course.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    refusal::Refusal,
    rulesets::registry::{AnyCourse, Ruleset},
    store::courses::CourseRow,
};

/// A course.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CourseInfo {
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub course: AnyCourse,
    /// The id of the ruleset that is played on it.
    pub ruleset: &'static str,
    /// The name of the player who has laid it out; null if it comes with the ruleset.
    #[schema(required = true)]
    pub owner: Option<String>,
    /// Null if it comes with the ruleset.
    #[schema(required = true)]
    pub created_at: Option<DateTime<Utc>>,
}

impl CourseInfo {
    /// Those that come with a ruleset, in the order in which they are listed.
    pub fn shipped(ruleset: Ruleset) -> impl Iterator<Item = Self> {
        let about = ruleset.about();
        let courses = ruleset.shipped_courses().into_iter();
        courses.map(|course| Self { course, ruleset: about.id, owner: None, created_at: None })
    }

    /// One that a player has laid out.
    pub fn of((row, owner): (CourseRow, String)) -> Result<Self, Refusal> {
        let corrupt = || Refusal::Internal(format!("stored course {} does not read", row.id));
        let ruleset = Ruleset::by_id(&row.ruleset).ok_or_else(corrupt)?;
        Ok(Self {
            course: ruleset.stored_course(Some(&row.course)).map_err(|_| corrupt())?,
            ruleset: ruleset.about().id,
            owner: Some(owner),
            created_at: Some(row.created_at.and_utc()),
        })
    }
}
