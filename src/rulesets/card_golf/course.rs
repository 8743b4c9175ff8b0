//! Golf courses: the lengths of eighteen holes.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    rulesets::courses::{self, BadField},
    text,
};

/// How many holes a course has.
pub(super) const HOLES: usize = 18;

/// The lengths of holes that can be played, in yards, once they are rounded.
const LENGTHS: std::ops::RangeInclusive<i64> = 80..=700;

/// The pars that golf knows.
const PARS: std::ops::RangeInclusive<i64> = 3..=6;

/// How many characters the name of a hole may have.
const NAME: usize = 40;

/// A golf course: the lengths of its eighteen holes and what else is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CardGolfCourse)]
pub struct Course {
    #[schema(examples("st_andrews"))]
    pub id: String,
    pub name: String,
    /// The year of the score card that the lengths are from.
    #[serde(default)]
    #[schema(required = true)]
    pub card_of: Option<i32>,
    /// Where the lengths are from.
    #[serde(default)]
    #[schema(required = true)]
    pub source: Option<String>,
    /// The lengths of the eighteen holes, as they were measured. They are played rounded to the
    /// nearest 20 yards.
    #[schema(min_items = 18, max_items = 18)]
    pub yards: Vec<i64>,
    /// The pars of the eighteen holes. They play no part in the rules.
    #[serde(default)]
    #[schema(required = true, min_items = 18, max_items = 18)]
    pub par: Option<Vec<i64>>,
    /// The names of the eighteen holes.
    #[serde(default)]
    #[schema(required = true, min_items = 18, max_items = 18)]
    pub hole_names: Option<Vec<String>>,
}

/// A golf course as a player describes it: eighteen holes, or nine that are played twice round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = CardGolfCoursePlan)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The lengths of 18 or 9 holes, 80 to 700 yards each after rounding to the nearest 20.
    #[schema(min_items = 9, max_items = 18, example = json!([360, 420, 380, 460, 560, 420, 380, 180, 350]))]
    pub yards: Vec<i64>,
    /// The pars of the same holes, 3 to 6 each.
    #[serde(default)]
    #[schema(min_items = 9, max_items = 18, example = json!([4, 4, 4, 4, 5, 4, 4, 3, 4]))]
    pub par: Option<Vec<i64>>,
    /// The names of the same holes, 1 to 40 characters each.
    #[serde(default)]
    #[schema(min_items = 9, max_items = 18)]
    pub hole_names: Option<Vec<String>>,
}

/// Rounds a length to the nearest 20 yards, halves up.
fn rounded(yards: i64) -> i64 {
    yards.saturating_add(10).div_euclid(20).saturating_mul(20)
}

impl Course {
    /// The length that a hole is played at, in yards; holes are counted from 1.
    pub(super) fn length(&self, hole: u8) -> i64 {
        rounded(self.yards[usize::from(hole) - 1])
    }

    /// The par of a hole, if the course has pars.
    pub(super) fn par(&self, hole: u8) -> Option<i64> {
        self.par.as_ref()?.get(usize::from(hole) - 1).copied()
    }

    /// The name of a hole, if the course has names.
    pub(super) fn hole_name(&self, hole: u8) -> Option<String> {
        self.hole_names.as_ref()?.get(usize::from(hole) - 1).cloned()
    }
}

impl courses::Course for Course {
    type Plan = Plan;

    fn shipped() -> &'static [Arc<Self>] {
        static SHIPPED: LazyLock<Vec<Arc<Course>>> = LazyLock::new(|| {
            #[derive(Deserialize)]
            struct File {
                courses: Vec<Arc<Course>>,
            }
            let file: File =
                serde_json::from_str(include_str!("courses.json")).expect("the shipped courses read");
            file.courses
        });
        &SHIPPED
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn lay_out(id: String, name: String, plan: Plan) -> Result<Self, Vec<BadField>> {
        let errors = plan.errors();
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            id,
            name,
            card_of: None,
            source: None,
            yards: round(plan.yards),
            par: plan.par.map(round),
            hole_names: plan
                .hole_names
                .map(|names| round(names.iter().map(|name| name.trim().to_owned()).collect())),
        })
    }
}

/// Eighteen holes of eighteen, or of nine played twice.
fn round<T: Clone>(holes: Vec<T>) -> Vec<T> {
    holes.iter().cycle().take(HOLES).cloned().collect()
}

impl Plan {
    fn errors(&self) -> Vec<BadField> {
        let mut errors = Vec::new();
        let mut wrong = |field: String, detail: String| errors.push(BadField { field, detail });
        let holes = self.yards.len();
        if ![HOLES / 2, HOLES].contains(&holes) {
            wrong(
                "yards".into(),
                format!("give the lengths of 18 holes, or of 9 to be played twice, not of {holes}"),
            );
        }
        for (hole, &yards) in self.yards.iter().enumerate().take(HOLES) {
            if !LENGTHS.contains(&rounded(yards)) {
                wrong(
                    format!("yards[{hole}]"),
                    "a hole is 80 to 700 yards long, rounded to the nearest 20".into(),
                );
            }
        }
        if let Some(par) = &self.par {
            if par.len() != holes {
                wrong("par".into(), format!("give one par for each of the {holes} lengths, or leave it out"));
            }
            for (hole, par) in par.iter().enumerate().take(HOLES) {
                if !PARS.contains(par) {
                    wrong(format!("par[{hole}]"), "a par is 3 to 6".into());
                }
            }
        }
        if let Some(names) = &self.hole_names {
            if names.len() != holes {
                let detail = format!("give one name for each of the {holes} lengths, or leave it out");
                wrong("hole_names".into(), detail);
            }
            for (hole, name) in names.iter().enumerate().take(HOLES) {
                if text::line(name, NAME).is_none() {
                    let detail = format!("1 to {NAME} characters of any script, without control characters");
                    wrong(format!("hole_names[{hole}]"), detail);
                }
            }
        }
        errors
    }
}
