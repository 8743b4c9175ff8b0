//! The one list of rulesets, and closed enums over it for everybody who does not care which it is.

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::{
    bots::{self, Level, Seen},
    card_golf::CardGolf,
    chance::Chance,
    courses::{BadField, Course},
    nine_card::NineCard,
    par_fore::ParFore,
    rules::{About, BadOption, Illegal, Place, Rules, Seat, Step, Viewer},
};

/// JSON from a client that does not read as what it should be.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {message}")]
pub struct Unreadable {
    /// Where, such as `seats[1].name`; `.` if at the top.
    pub path: String,
    /// What serde says about it.
    pub message: String,
}

impl<E: std::fmt::Display> From<serde_path_to_error::Error<E>> for Unreadable {
    fn from(error: serde_path_to_error::Error<E>) -> Self {
        Self { path: error.path().to_string(), message: error.inner().to_string() }
    }
}

fn read<T: DeserializeOwned>(json: Value) -> Result<T, Unreadable> {
    Ok(serde_path_to_error::deserialize(json)?)
}

/// What was stored by ourselves reads, so nobody needs to be told where it does not; to keep track of
/// that takes time.
fn stored<T: DeserializeOwned>(json: &str) -> serde_json::Result<T> {
    serde_json::from_str(json)
}

/// The names and schemas of a ruleset's public types.
pub struct Schemas {
    pub options: NamedSchema,
    pub course: NamedSchema,
    /// A course as a player describes it.
    pub plan: NamedSchema,
    pub action: NamedSchema,
    pub event: NamedSchema,
    pub view: NamedSchema,
    /// Everything that these refer to.
    pub parts: Vec<(String, RefOr<Schema>)>,
}

/// A schema with the name that it has in the specification.
pub struct NamedSchema {
    pub name: String,
    pub schema: RefOr<Schema>,
}

fn named<T: ToSchema + PartialSchema>(parts: &mut Vec<(String, RefOr<Schema>)>) -> NamedSchema {
    T::schemas(parts);
    NamedSchema { name: T::name().into_owned(), schema: T::schema() }
}

fn schemas<R: Rules>() -> Schemas {
    let mut parts = Vec::new();
    Schemas {
        options: named::<R::Options>(&mut parts),
        course: named::<R::Course>(&mut parts),
        plan: named::<<R::Course as Course>::Plan>(&mut parts),
        action: named::<R::Move>(&mut parts),
        event: named::<R::Event>(&mut parts),
        view: named::<R::View>(&mut parts),
        parts,
    }
}

/// A state and the events that led to it, of any ruleset.
#[derive(Debug, Clone)]
pub struct AnyStep {
    pub state: AnyGame,
    /// Complete: show them only through [`AnyEvent::redact`].
    pub events: Vec<AnyEvent>,
}

/// Makes the enums over all rulesets and their forwarding.
macro_rules! rulesets {
    ($($Rules:ident),+ $(,)?) => {
        /// Which ruleset.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Ruleset { $($Rules),+ }

        /// The full state of a game. Not for anybody's eyes: see [`AnyGame::view`].
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyGame { $($Rules($Rules)),+ }

        /// The settings of a game.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyOptions { $($Rules(<$Rules as Rules>::Options)),+ }

        /// A course. Cheap to clone: all share it.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyCourse { $($Rules(Arc<<$Rules as Rules>::Course>)),+ }

        /// A move.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyMove { $($Rules(<$Rules as Rules>::Move)),+ }

        /// Something that happened in a game, complete unless redacted.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyEvent { $($Rules(<$Rules as Rules>::Event)),+ }

        /// A game as somebody may see it.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyView { $($Rules(<$Rules as Rules>::View)),+ }

        $(impl From<Step<$Rules>> for AnyStep {
            fn from(step: Step<$Rules>) -> Self {
                Self {
                    state: AnyGame::$Rules(step.state),
                    events: step.events.into_iter().map(AnyEvent::$Rules).collect(),
                }
            }
        })+

        impl Ruleset {
            /// All of them, in the order in which they are listed to people.
            pub const ALL: &[Ruleset] = &[$(Ruleset::$Rules),+];

            pub fn about(self) -> &'static About {
                match self { $(Ruleset::$Rules => &<$Rules as Rules>::ABOUT),+ }
            }

            /// See [`Rules::side`].
            pub fn side(self, seats: usize, seat: Seat) -> usize {
                match self { $(Ruleset::$Rules => <$Rules as Rules>::side(seats, seat)),+ }
            }

            /// The public types' schemas.
            pub fn schemas(self) -> Schemas {
                match self { $(Ruleset::$Rules => schemas::<$Rules>()),+ }
            }

            pub fn default_options(self) -> AnyOptions {
                match self { $(Ruleset::$Rules => AnyOptions::$Rules(Default::default())),+ }
            }

            /// Reads options; what is left out gets its default.
            pub fn read_options(self, options: Value) -> Result<AnyOptions, Unreadable> {
                Ok(match self { $(Ruleset::$Rules => AnyOptions::$Rules(read(options)?)),+ })
            }

            /// Reads options that were stored.
            pub fn stored_options(self, options: &str) -> serde_json::Result<AnyOptions> {
                Ok(match self { $(Ruleset::$Rules => AnyOptions::$Rules(stored(options)?)),+ })
            }

            /// The courses that come with the ruleset; none if it has no courses at all.
            pub fn shipped_courses(self) -> Vec<AnyCourse> {
                match self {
                    $(Ruleset::$Rules => {
                        <$Rules as Rules>::Course::shipped().iter().cloned().map(AnyCourse::$Rules).collect()
                    })+
                }
            }

            /// Reads a player's plan of a course and lays it out. The outer error is of JSON that
            /// does not read, the inner one of a course that cannot be played.
            pub fn lay_out(
                self,
                id: String,
                name: String,
                plan: Value,
            ) -> Result<Result<AnyCourse, Vec<BadField>>, Unreadable> {
                Ok(match self {
                    $(Ruleset::$Rules => {
                        <$Rules as Rules>::Course::lay_out(id, name, read(plan)?)
                            .map(|course| AnyCourse::$Rules(Arc::new(course)))
                    })+
                })
            }

            /// Reads a course that was stored; a ruleset without courses has `None`.
            pub fn stored_course(self, course: Option<&str>) -> serde_json::Result<AnyCourse> {
                let course = course.unwrap_or("null");
                Ok(match self { $(Ruleset::$Rules => AnyCourse::$Rules(Arc::new(stored(course)?))),+ })
            }

            pub fn read_move(self, action: Value) -> Result<AnyMove, Unreadable> {
                Ok(match self { $(Ruleset::$Rules => AnyMove::$Rules(read(action)?)),+ })
            }

            /// Reads a move that was stored.
            pub fn stored_move(self, action: &str) -> serde_json::Result<AnyMove> {
                Ok(match self { $(Ruleset::$Rules => AnyMove::$Rules(stored(action)?)),+ })
            }

            /// Reads a list of events that was stored.
            pub fn stored_events(self, events: &str) -> serde_json::Result<Vec<AnyEvent>> {
                Ok(match self {
                    $(Ruleset::$Rules => {
                        let events: Vec<<$Rules as Rules>::Event> = stored(events)?;
                        events.into_iter().map(AnyEvent::$Rules).collect()
                    })+
                })
            }
        }

        impl AnyOptions {
            /// See [`Rules::check`].
            pub fn check(&self) -> Vec<BadOption> {
                match self { $(AnyOptions::$Rules(options) => <$Rules as Rules>::check(options)),+ }
            }

            /// See [`Rules::course`].
            pub fn course(&self) -> Option<&str> {
                match self { $(AnyOptions::$Rules(options) => <$Rules as Rules>::course(options)),+ }
            }

            /// See [`Rules::deal`]; `None` if that is the course of another ruleset.
            pub fn deal<C: Chance>(&self, course: &AnyCourse, seats: usize, chance: &mut C) -> Option<AnyStep> {
                match (self, course) {
                    $((AnyOptions::$Rules(options), AnyCourse::$Rules(course)) => {
                        Some(<$Rules as Rules>::deal(options, course, seats, chance).into())
                    })+
                    _ => None,
                }
            }
        }

        impl AnyCourse {
            /// See [`Course::id`].
            pub fn id(&self) -> &str {
                match self { $(AnyCourse::$Rules(course) => course.id()),+ }
            }

            /// Reads a state that was stored, of a game on this course.
            pub fn stored_game(&self, state: &str) -> serde_json::Result<AnyGame> {
                Ok(match self {
                    $(AnyCourse::$Rules(course) => {
                        AnyGame::$Rules(<$Rules as Rules>::restore(stored(state)?, course))
                    })+
                })
            }
        }

        impl AnyEvent {
            /// See [`Rules::redact`].
            pub fn redact(&self, viewer: Viewer) -> Self {
                match self { $(AnyEvent::$Rules(event) => AnyEvent::$Rules(<$Rules as Rules>::redact(event, viewer))),+ }
            }
        }

        impl AnyGame {
            pub fn ruleset(&self) -> Ruleset {
                match self { $(AnyGame::$Rules(_) => Ruleset::$Rules),+ }
            }

            /// See [`Rules::to_act`].
            pub fn to_act(&self) -> Vec<Seat> {
                match self { $(AnyGame::$Rules(game) => game.to_act()),+ }
            }

            /// See [`Rules::is_mid_turn`].
            pub fn is_mid_turn(&self) -> bool {
                match self { $(AnyGame::$Rules(game) => game.is_mid_turn()),+ }
            }

            /// See [`Rules::legal_moves`].
            pub fn legal_moves(&self, seat: Seat) -> Vec<AnyMove> {
                match self { $(AnyGame::$Rules(game) => game.legal_moves(seat).into_iter().map(AnyMove::$Rules).collect()),+ }
            }

            /// See [`Rules::apply`].
            pub fn apply<C: Chance>(&self, seat: Seat, action: &AnyMove, chance: &mut C) -> Result<AnyStep, Illegal> {
                #[allow(unreachable_patterns, reason = "reached as soon as there are two rulesets")]
                match (self, action) {
                    $((AnyGame::$Rules(game), AnyMove::$Rules(action)) => game.apply(seat, action, chance).map(AnyStep::from),)+
                    _ => Err(Illegal::new("another_ruleset", "this is a move of another ruleset")),
                }
            }

            /// See [`Rules::scores`].
            pub fn scores(&self) -> Vec<i32> {
                match self { $(AnyGame::$Rules(game) => game.scores()),+ }
            }

            /// See [`Rules::places`].
            pub fn places(&self) -> Option<Vec<Place>> {
                match self { $(AnyGame::$Rules(game) => game.places()),+ }
            }

            /// What a bot of that level plays in that seat; `None` if it has no move.
            pub fn bot_move<C: Chance>(&self, seat: Seat, level: Level, chance: &mut C) -> Option<AnyMove> {
                match self {
                    $(AnyGame::$Rules(game) => {
                        bots::choose(&Seen::new(game, seat), level, chance).map(AnyMove::$Rules)
                    })+
                }
            }

            /// See [`Rules::view`].
            pub fn view(&self, viewer: Viewer) -> AnyView {
                match self { $(AnyGame::$Rules(game) => AnyView::$Rules(game.view(viewer))),+ }
            }
        }
    };
}
rulesets! {
    NineCard,
    CardGolf,
    ParFore,
}

impl Ruleset {
    /// The ruleset with that id on the wire.
    pub fn by_id(id: &str) -> Option<Ruleset> {
        Self::ALL.iter().copied().find(|ruleset| ruleset.about().id == id)
    }
}
