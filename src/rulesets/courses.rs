//! What a game is played on, where that is not always the same.

use std::{fmt::Debug, sync::Arc};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// A course, with everything that its ruleset needs to play on it. A game keeps a copy, so that
/// nothing that happens to the course later changes the game.
pub trait Course:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + ToSchema + 'static
{
    /// A course as a player describes it; its id and name are given apart from it.
    type Plan: Clone + Debug + DeserializeOwned + Send + Sync + ToSchema;

    /// Those that come with the ruleset, in the order in which they are listed; none if there is
    /// nothing to choose. They are read once and shared.
    fn shipped() -> &'static [Arc<Self>];

    fn id(&self) -> &str;

    /// Makes a course of a player's plan.
    ///
    /// # Errors
    /// Every field of the plan that the ruleset cannot play.
    fn lay_out(id: String, name: String, plan: Self::Plan) -> Result<Self, Vec<BadField>>;
}

/// A field of a plan that the ruleset cannot play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadField {
    /// Where, such as `yards[3]`.
    pub field: String,
    /// What is allowed, for people.
    pub detail: String,
}

/// The course of a ruleset that has no courses; null in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NoCourse;

impl Course for NoCourse {
    type Plan = NoCourse;

    fn shipped() -> &'static [Arc<Self>] {
        &[]
    }

    fn id(&self) -> &str {
        ""
    }

    fn lay_out(_: String, _: String, _: NoCourse) -> Result<Self, Vec<BadField>> {
        Err(vec![BadField { field: "ruleset".into(), detail: "this ruleset has no courses".into() }])
    }
}
