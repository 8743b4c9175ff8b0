//! What the server tells of its rulesets.

use serde_json::{Value, json};

use crate::support::{app::App, databases::Database, runner::tests};

tests![the_schema_of_the_options_is_complete_in_itself];

/// Every `$ref` in a value.
fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Object(object) => {
            let own = object.get("$ref").and_then(Value::as_str).map(str::to_owned);
            own.into_iter().chain(object.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

async fn the_schema_of_the_options_is_complete_in_itself(database: Database) {
    let app = App::start(&database);
    let list = app.stranger().get("/v1/rulesets").await.expect(200).json;
    for listed in list["items"].as_array().expect("a list") {
        let id = listed["id"].as_str().expect("an id");
        let ruleset = app.stranger().get(&format!("/v1/rulesets/{id}")).await.expect(200).json;
        let options = &ruleset["options"];
        for reference in references(&ruleset) {
            let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} leads away"));
            assert!(options["schema"].pointer(pointer).is_some(), "{id}: {reference} leads nowhere");
        }
        let schema = jsonschema::draft202012::new(&options["schema"]).expect("a schema");
        assert!(schema.is_valid(&options["defaults"]), "{id}: {options:#}");
        for (option, _) in options["defaults"].as_object().expect("an object") {
            let mut wrong = options["defaults"].clone();
            wrong[option] = json!(["nonsense"]);
            assert!(!schema.is_valid(&wrong), "{id}: {option} may be anything");
        }
    }
}
