//! What can be played.

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, get};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{
    error::Problem,
    extract::{Caller, Id},
    respond,
};
use crate::{
    refusal::Refusal,
    rulesets::{
        registry::{AnyOptions, Ruleset, Schemas},
        rules::ScoreOrder,
    },
};

/// A kind of game.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulesetInfo {
    #[schema(examples("nine_card"))]
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    players: PlayerCount,
    options: OptionsInfo,
    /// The `type` of every move.
    moves: &'static [&'static str],
    /// Which end of the score wins.
    score_order: ScoreOrder,
    /// The address of the rules as played.
    rules: String,
}

/// How many can play.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerCount {
    min: usize,
    max: usize,
}

/// The options of a ruleset.
#[derive(Debug, Serialize, ToSchema)]
struct OptionsInfo {
    /// A JSON Schema, complete in itself.
    #[schema(value_type = Object)]
    schema: Value,
    #[schema(value_type = Object)]
    defaults: AnyOptions,
}

/// All rulesets.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulesetPage {
    pub items: Vec<RulesetInfo>,
    /// Always null: they all fit on one page.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Made once: they never change, and the schemas take long.
static ALL: LazyLock<serde_json::Result<RulesetPage>> = LazyLock::new(|| {
    let items: serde_json::Result<_> =
        Ruleset::ALL.iter().map(|&ruleset| RulesetInfo::make(ruleset)).collect();
    Ok(RulesetPage { items: items?, next: None })
});

impl RulesetPage {
    pub fn all() -> Result<&'static Self, Refusal> {
        let unwritable = |error| Refusal::Internal(format!("a schema does not serialise: {error}"));
        ALL.as_ref().map_err(unwritable)
    }
}

impl RulesetInfo {
    pub fn of(id: &str) -> Result<&'static Self, Refusal> {
        let infos = &RulesetPage::all()?.items;
        infos.iter().find(|info| info.id == id).ok_or(Refusal::NotFound("ruleset"))
    }

    fn make(ruleset: Ruleset) -> serde_json::Result<Self> {
        let about = ruleset.about();
        let schema = options_schema(ruleset.schemas())?;
        Ok(Self {
            id: about.id,
            name: about.name,
            summary: about.summary,
            players: PlayerCount { min: about.min_players, max: about.max_players },
            options: OptionsInfo { schema, defaults: ruleset.default_options() },
            moves: about.move_types,
            score_order: about.score_order,
            rules: format!("/v1/rulesets/{}/rules", about.id),
        })
    }
}

/// Where the specification keeps its schemas.
const COMPONENTS: &str = "#/components/schemas/";

/// The schema of the options with everything that it refers to in its own `$defs`, so that it can be
/// used without the specification.
fn options_schema(of: Schemas) -> serde_json::Result<Value> {
    let mut schema = serde_json::to_value(of.options.schema)?;
    let (mut definitions, mut wanted) = (Map::new(), take_home(&mut schema));
    while let Some(name) = wanted.pop() {
        let part = of.parts.iter().find(|(part, _)| *part == name);
        if let Some((_, part)) = part.filter(|_| !definitions.contains_key(&name)) {
            let mut part = serde_json::to_value(part)?;
            wanted.extend(take_home(&mut part));
            definitions.insert(name, part);
        }
    }
    if !definitions.is_empty() {
        schema["$defs"] = definitions.into();
    }
    Ok(schema)
}

/// Turns references to the specification's schemas into such to `$defs`; the names that they have.
fn take_home(schema: &mut Value) -> Vec<String> {
    match schema {
        Value::Object(object) => {
            let name = object.get("$ref").and_then(Value::as_str).and_then(|at| at.strip_prefix(COMPONENTS));
            let name = name.map(str::to_owned);
            if let Some(name) = &name {
                object.insert("$ref".to_owned(), format!("#/$defs/{name}").into());
            }
            name.into_iter().chain(object.values_mut().flat_map(take_home)).collect()
        }
        Value::Array(items) => items.iter_mut().flat_map(take_home).collect(),
        _ => Vec::new(),
    }
}

fn find(id: &str) -> Result<Ruleset, Refusal> {
    Ruleset::by_id(id).ok_or(Refusal::NotFound("ruleset"))
}

/// List the rulesets
///
/// In the order in which they came to the clubhouse.
#[utoipa::path(tag = "rulesets", operation_id = "listRulesets", security((), ("bearer" = [])), responses(
    (status = 200, description = "All rulesets.", body = RulesetPage),
))]
#[get("/rulesets")]
pub async fn list(request: HttpRequest, caller: Caller) -> Result<HttpResponse, Problem> {
    let page = caller.anyone(|_, _, _| RulesetPage::all()).await?;
    respond::json(&request, page)
}

/// Read a ruleset
///
/// How many can play, the options with their JSON Schema and defaults, and the types of moves.
#[utoipa::path(tag = "rulesets", operation_id = "readRuleset", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The ruleset's id.", example = "nine_card")),
    responses((status = 200, description = "The ruleset.", body = RulesetInfo)))]
#[get("/rulesets/{id}")]
pub async fn read(request: HttpRequest, caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    let info = caller.anyone(move |_, _, _| RulesetInfo::of(&id.0)).await?;
    respond::json(&request, info)
}

/// Read the rules
///
/// The rules as played, rulings included.
#[utoipa::path(tag = "rulesets", operation_id = "readRules", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The ruleset's id.", example = "nine_card")),
    responses((status = 200, description = "The rules, as Markdown.", content_type = "text/markdown", body = String)))]
#[get("/rulesets/{id}/rules")]
pub async fn rules(request: HttpRequest, caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    let rules = caller.anyone(move |_, _, _| Ok(find(&id.0)?.about().rules)).await?;
    Ok(respond::tagged(&request, "text/markdown; charset=utf-8", rules.to_owned()))
}
