//! Every operation of the specification, so that a test of all of them forgets none.

use std::sync::LazyLock;

use clubhouse::api::openapi::Specification;
use reqwest::Method;
use serde_json::Value;

static SPECIFICATION: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&Specification::build().text).expect("JSON"));

/// An operation at an address.
#[derive(Debug, Clone)]
pub struct Endpoint {
    pub method: Method,
    pub path: String,
}

/// All operations, with `{id}` and the like filled in for one game and one player.
pub fn all(game: &str, player: &str) -> Vec<Endpoint> {
    let mut endpoints = Vec::new();
    for (pattern, item) in SPECIFICATION["paths"].as_object().expect("paths") {
        let id = match pattern {
            pattern if pattern.starts_with("/v1/games/") => game,
            pattern if pattern.starts_with("/v1/rulesets/") => "nine_card",
            pattern if pattern.starts_with("/v1/courses/") => "st_andrews",
            _ => "nobodys",
        };
        let path = pattern
            .replace("{id}", id)
            .replace("{name}", player)
            .replace("{code}", "malformed")
            .replace("{delivery}", "nobodys");
        for method in item.as_object().expect("operations").keys() {
            let method = method.to_uppercase().parse().expect("a method");
            endpoints.push(Endpoint { method, path: path.clone() });
        }
    }
    endpoints
}

/// The addresses of everything that can be read.
pub fn reads(game: &str, player: &str) -> Vec<String> {
    let gets = all(game, player).into_iter().filter(|endpoint| endpoint.method == Method::GET);
    // The address of a calendar is a secret that has to be made first, and only a sandbox tells its time.
    let gets = gets.filter(|endpoint| {
        !endpoint.path.starts_with("/v1/calendar/") && !endpoint.path.starts_with("/v1/sandbox/")
    });
    gets.map(|endpoint| endpoint.path).collect()
}
