//! The specification itself.

use std::collections::BTreeSet;

use clubhouse::api::openapi::Specification;
use serde_json::{Value, json};

use crate::support::{contract, databases::Database, runner::tests};

tests![
    the_committed_document_is_the_generated_one,
    every_operation_is_described,
    every_example_is_there_and_fits_its_schema,
    each_type_of_a_move_stands_once,
    every_reference_leads_somewhere_and_every_schema_is_used,
    the_lengths_of_keys_and_cursors_are_told,
    every_kind_of_entry_is_described,
];

fn document() -> Value {
    serde_json::from_str(&Specification::build().text).expect("JSON")
}

/// Every operation with its method and path.
fn operations(document: &Value) -> Vec<(String, Value)> {
    let paths = document["paths"].as_object().expect("paths");
    paths
        .iter()
        .flat_map(|(path, item)| {
            let item = item.as_object().expect("a path item");
            item.iter().map(move |(method, operation)| (format!("{method} {path}"), operation.clone()))
        })
        .collect()
}

async fn the_committed_document_is_the_generated_one(_: Database) {
    let committed = include_str!("../../openapi/openapi.json");
    assert!(
        committed == Specification::build().text,
        "openapi/openapi.json is out of date; mend it with: cargo run -- openapi > openapi/openapi.json"
    );
}

async fn every_operation_is_described(_: Database) {
    let document = document();
    assert!(document["openapi"].as_str().expect("a version").starts_with("3.1"));
    let mut ids = BTreeSet::new();
    for (name, operation) in operations(&document) {
        for field in ["summary", "description", "operationId"] {
            let text = operation[field].as_str().unwrap_or_default();
            assert!(!text.is_empty(), "{name} has no {field}");
        }
        assert!(operation["security"].is_array(), "{name} does not say whether one must be signed in");
        assert!(operation["tags"].as_array().is_some_and(|tags| tags.len() == 1), "{name} has no tag");
        let id = operation["operationId"].as_str().expect("an id").to_owned();
        assert!(ids.insert(id), "{name} has the operationId of another one");
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let description = response["description"].as_str().unwrap_or_default();
            assert!(!description.is_empty(), "{name} does not describe {status}");
        }
    }
    assert!(ids.len() > 25, "the operations were collected");
}

async fn every_example_is_there_and_fits_its_schema(_: Database) {
    let check = |name: String, media: &Value| {
        let example = media.get("example").unwrap_or_else(|| panic!("{name} has no example"));
        contract::validate(&format!("example of {name}"), &media["schema"], example);
    };
    for (name, operation) in operations(&document()) {
        let json = |content: &Value| content.get("application/json").cloned();
        if let Some(media) = operation.get("requestBody").and_then(|body| json(&body["content"])) {
            check(format!("{name}, request"), &media);
        }
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let content = &response["content"];
            // The document cannot hold itself.
            let media = json(content).filter(|_| name != "get /openapi.json");
            for media in media.iter().chain(content.get("application/problem+json")) {
                check(format!("{name}, {status}"), media);
            }
        }
    }
}

async fn each_type_of_a_move_stands_once(_: Database) {
    let document = document();
    for union in ["Move", "Event"] {
        let branches =
            document["components"]["schemas"][union]["oneOf"].as_array().expect("branches").clone();
        // A type that rulesets fill differently is one branch, with all its forms.
        let kinds_of = |branch: &Value| -> BTreeSet<String> {
            let forms = branch["anyOf"].as_array().cloned().unwrap_or_else(|| vec![branch.clone()]);
            forms.iter().map(|form| form["properties"]["type"]["enum"].to_string()).collect()
        };
        assert!(branches.iter().all(|branch| kinds_of(branch).len() == 1), "{union}");
        let kinds: BTreeSet<String> = branches.iter().flat_map(kinds_of).collect();
        assert_eq!(kinds.len(), branches.len(), "{union}");
        assert!(!kinds.contains("null"), "{union}");
        assert!(branches.len() > 5, "{union}");
    }
}

async fn every_reference_leads_somewhere_and_every_schema_is_used(_: Database) {
    fn collect(value: &Value, into: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => {
                let names = object.get("$ref").and_then(Value::as_str);
                into.extend(names.and_then(|name| name.rsplit('/').next()).map(str::to_owned));
                object.values().for_each(|value| collect(value, into));
            }
            Value::Array(items) => items.iter().for_each(|value| collect(value, into)),
            _ => {}
        }
    }
    let document = document();
    let mut used = BTreeSet::new();
    collect(&document, &mut used);
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let known: BTreeSet<String> = schemas.keys().cloned().collect();
    assert_eq!(used, known);
}

async fn the_lengths_of_keys_and_cursors_are_told(_: Database) {
    let (mut keys, mut cursors) = (0, 0);
    for (name, operation) in operations(&document()) {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let (least, most) = (&parameter["schema"]["minLength"], &parameter["schema"]["maxLength"]);
            match parameter["name"].as_str() {
                Some("Idempotency-Key") => {
                    assert_eq!((least, most), (&json!(1), &json!(128)), "{name}");
                    keys += 1;
                }
                Some("cursor") => {
                    assert_eq!(least, 1, "{name}");
                    cursors += 1;
                }
                _ => {}
            }
        }
    }
    assert!(keys > 5 && cursors > 2, "{keys} keys, {cursors} cursors");
}

async fn every_kind_of_entry_is_described(_: Database) {
    let kind = &document()["components"]["schemas"]["EntryKind"];
    let description = kind["description"].as_str().expect("a description");
    for word in kind["enum"].as_array().expect("words") {
        let word = word.as_str().expect("a word");
        assert!(description.contains(&format!("* `{word}`: ")), "{word}: {description}");
    }
}
