//! The specification as a judge: every answer must be one that its operation documents, with a
//! body that fits the schema and has no field beyond it.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

use clubhouse::api::openapi::Specification;
use jsonschema::Validator;
use reqwest::Method;
use serde_json::{Value, json};

use super::client::Answer;

static SPECIFICATION: LazyLock<Value> = LazyLock::new(|| {
    let mut spec: Value = serde_json::from_str(&Specification::build().text).expect("JSON");
    close_objects(&mut spec["components"]["schemas"]);
    spec
});

static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// Checks an answer.
///
/// # Panics
/// If the specification does not have it.
pub fn check(method: &Method, path: &str, answer: &Answer) {
    let kind = answer.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_head = method == Method::HEAD;
    if answer.status >= 400 && !is_head {
        assert_eq!(kind, "application/problem+json", "{method} {path}: {}", answer.text);
        validate("Problem", &json!({ "$ref": "#/components/schemas/Problem" }), &answer.json);
        assert_eq!(answer.json["status"], answer.status, "{method} {path}");
    }
    // A browser's question, answered before any operation is looked at.
    let is_preflight = method == Method::OPTIONS;
    let Some((pattern, item)) = find_path(path).filter(|_| !is_preflight) else { return };
    let method = if is_head { "get" } else { &method.as_str().to_lowercase() };
    let Some(operation) = item.get(method) else {
        assert_eq!(answer.status, 405, "{method} {pattern} is not documented");
        return;
    };
    let status = answer.status.to_string();
    let Some(response) = operation["responses"].get(&status) else {
        panic!("{method} {pattern} does not document {status}: {}", answer.text)
    };
    if is_head || answer.status == 304 {
        return;
    }
    match response.get("content").and_then(Value::as_object) {
        None => assert_eq!(answer.text, "", "{method} {pattern} {status} has a body that is not documented"),
        Some(content) => {
            let essence = kind.split(';').next().unwrap_or_default();
            let media = content.get(essence);
            let media =
                media.unwrap_or_else(|| panic!("{method} {pattern} {status} does not document {kind}"));
            if essence.ends_with("json") {
                validate(&format!("{method} {pattern} {status}"), &media["schema"], &answer.json);
            }
        }
    }
}

/// Checks a value against a schema of the specification.
pub fn validate(name: &str, schema: &Value, value: &Value) {
    let known = VALIDATORS.lock().expect("no panic inside").get(name).cloned();
    let validator = known.unwrap_or_else(|| {
        let mut whole = schema.clone();
        whole["components"] = SPECIFICATION["components"].clone();
        let made = jsonschema::draft202012::new(&whole);
        let made = Arc::new(made.unwrap_or_else(|error| panic!("{name}: not a schema: {error}")));
        VALIDATORS.lock().expect("no panic inside").insert(name.to_owned(), made.clone());
        made
    });
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("at {}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{name}: {}\n{value:#}", errors.join("\n"));
}

/// The documented path that a path is an instance of; one without parameters wins.
fn find_path(path: &str) -> Option<(&'static String, &'static Value)> {
    let paths = SPECIFICATION["paths"].as_object().expect("paths");
    let fits = |pattern: &str| {
        let (pattern, path) = (pattern.split('/'), path.split('/'));
        pattern.clone().count() == path.clone().count()
            && pattern
                .zip(path)
                .all(|(pattern, path)| pattern == path || (pattern.starts_with('{') && !path.is_empty()))
    };
    let mut fitting: Vec<_> = paths.iter().filter(|(pattern, _)| fits(pattern)).collect();
    fitting.sort_by_key(|(pattern, _)| pattern.matches('{').count());
    fitting.into_iter().next()
}

/// Clients must bear new fields, so the specification allows them; a test must not.
fn close_objects(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("properties").is_some_and(Value::is_object) && object.contains_key("type") {
                object.entry("additionalProperties").or_insert(json!(false));
            }
            object.values_mut().for_each(close_objects);
        }
        Value::Array(items) => items.iter_mut().for_each(close_objects),
        _ => {}
    }
}
