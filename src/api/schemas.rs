//! The schemas of the OpenAPI document, as far as they follow from the list of rulesets.
//!
//! A game or a course, and its creation, are one schema for each ruleset, told apart by the constant
//! `ruleset`. Moves, and events, are one union each, in which each `type` stands once.

use serde_json::{Map, Value, json};

use crate::rulesets::registry::{NamedSchema, Ruleset, Schemas};

/// A reference to a schema of the document.
pub fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

fn or_null(schema: Value) -> Value {
    json!({ "oneOf": [schema, { "type": "null" }] })
}

/// What a ruleset's schemas are called begins with this: `NineCard` for `nine_card`.
fn prefix(ruleset: Ruleset) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    ruleset.about().id.split('_').map(capital).collect()
}

/// Completes the schemas that utoipa has collected.
pub fn complete(spec: &mut Value) {
    let Some(schemas) = spec["components"]["schemas"].as_object_mut() else { return };
    let rulesets: Vec<(Ruleset, Schemas)> =
        Ruleset::ALL.iter().map(|&ruleset| (ruleset, ruleset.schemas())).collect();
    let with_courses = || rulesets.iter().filter(|(ruleset, _)| !ruleset.shipped_courses().is_empty());
    for (_, of) in &rulesets {
        for named in [&of.options, &of.action, &of.event, &of.view] {
            schemas.insert(named.name.clone(), to_value(&named.schema));
        }
        schemas.extend(of.parts.iter().map(|(name, schema)| (name.clone(), to_value(schema))));
    }
    for (_, of) in with_courses() {
        schemas.insert(of.course.name.clone(), to_value(&of.course.schema));
    }
    let unmerged = schemas.clone();
    schemas.values_mut().for_each(|schema| merge_flattened(schema, &unmerged));
    let moves = union(rulesets.iter().filter_map(|(_, of)| schemas.get(&of.action.name)));
    let events = union(rulesets.iter().filter_map(|(_, of)| schemas.get(&of.event.name)));
    for (name, description, branches) in
        [("Move", "A move of any ruleset.", moves), ("Event", "An event of any ruleset.", events)]
    {
        schemas.insert(name.to_owned(), json!({ "description": description, "oneOf": branches }));
    }
    set(schemas, "LogEntry", "move", or_null(reference("Move")));
    set(schemas, "LogEntry", "events", list_of(reference("Event")));
    set(schemas, "Problem", "legal_moves", list_of(reference("Move")));
    set(schemas, "Export", "course", or_null(any_of(with_courses().map(|(_, of)| &of.course))));
    for base in ["Game", "GameSummary", "GameChanged", "NewGame"] {
        one_for_each_ruleset(schemas, base, &rulesets, |_| None);
    }
    one_for_each_ruleset(schemas, "CourseInfo", with_courses(), |of| Some(&of.course));
    one_for_each_ruleset(schemas, "NewCourse", with_courses(), |of| Some(&of.plan));
    // What the unions and the rulesets' games have taken the place of.
    schemas.retain(|name, _| name != "You" && rulesets.iter().all(|(_, of)| *name != of.event.name));
}

fn to_value<T: serde::Serialize>(schema: &T) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}

fn list_of(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

/// Courses are told apart by the game's ruleset, which stands elsewhere.
fn any_of<'a>(schemas: impl Iterator<Item = &'a NamedSchema>) -> Value {
    json!({ "anyOf": schemas.map(|schema| reference(&schema.name)).collect::<Vec<_>>() })
}

fn set(schemas: &mut Map<String, Value>, schema: &str, property: &str, to: Value) {
    let Some(old) = schemas.get_mut(schema).and_then(|schema| schema["properties"].get_mut(property)) else {
        return;
    };
    let description = old.get("description").cloned();
    *old = to;
    if let (Some(description), Some(old)) = (description, old.as_object_mut()) {
        old.insert("description".to_owned(), description);
    }
}

/// utoipa writes what is flattened into an object, or into a variant of a union, as `allOf`. One
/// object says the same, and lets generated clients have one type.
fn merge_flattened(schema: &mut Value, all: &Map<String, Value>) {
    for branch in schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
        merge_flattened(branch, all);
    }
    let Some(parts) = schema.get("allOf").and_then(Value::as_array).cloned() else { return };
    let (mut properties, mut required, mut is_closed) = (Map::new(), Vec::new(), false);
    for mut part in parts {
        if let Some(name) = part["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
            part = all.get(name).cloned().unwrap_or_default();
        }
        merge_flattened(&mut part, all);
        properties.extend(part["properties"].as_object().cloned().unwrap_or_default());
        required.extend(part["required"].as_array().cloned().unwrap_or_default());
        is_closed |= part["additionalProperties"] == false;
    }
    let mut merged = json!({ "type": "object", "required": required, "properties": properties });
    if is_closed {
        merged["additionalProperties"] = false.into();
    }
    if let Some(description) = schema.get("description") {
        merged["description"] = description.clone();
    }
    *schema = merged;
}

/// The branches of several unions told apart by `type`, each `type` once.
fn union<'a>(unions: impl Iterator<Item = &'a Value>) -> Vec<Value> {
    let mut by_type: Vec<(Value, Vec<Value>)> = Vec::new();
    for branch in unions.flat_map(|union| union["oneOf"].as_array().cloned().unwrap_or_default()) {
        let kind = branch["properties"]["type"].clone();
        match by_type.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, branches)) => match branches.iter_mut().find(|known| is_same_shape(known, &branch)) {
                Some(known) => add_description(known, &branch),
                None => branches.push(branch),
            },
            None => by_type.push((kind, vec![branch])),
        }
    }
    let one = |(_, mut branches): (Value, Vec<Value>)| match branches.len() {
        1 => branches.remove(0),
        _ => json!({ "anyOf": branches }),
    };
    by_type.into_iter().map(one).collect()
}

/// Whether two schemas differ in what they say to people at most.
fn is_same_shape(one: &Value, other: &Value) -> bool {
    ["type", "required", "properties"].iter().all(|part| one[part] == other[part])
}

fn add_description(known: &mut Value, other: &Value) {
    let (Some(one), Some(two)) = (known["description"].as_str(), other["description"].as_str()) else {
        return;
    };
    if one != two {
        known["description"] = format!("{one} {two}").into();
    }
}

/// Replaces a schema by one for each ruleset, told apart by the constant `ruleset`; `part` is what
/// the ruleset adds to it.
fn one_for_each_ruleset<'a>(
    schemas: &mut Map<String, Value>,
    base: &str,
    rulesets: impl IntoIterator<Item = &'a (Ruleset, Schemas)>,
    part: impl Fn(&Schemas) -> Option<&NamedSchema>,
) {
    let Some(general) = schemas.remove(base) else { return };
    let (mut branches, mut mapping) = (Vec::new(), Map::new());
    for (ruleset, of) in rulesets {
        let id = ruleset.about().id;
        let name = format!("{}{base}", prefix(*ruleset));
        let parts = part(of).map(|part| to_value(&part.schema)).into_iter().chain([general.clone()]);
        let mut whole = json!({ "description": general["description"], "allOf": parts.collect::<Vec<_>>() });
        merge_flattened(&mut whole, schemas);
        schemas.insert(name.clone(), whole);
        set(schemas, &name, "ruleset", json!({ "type": "string", "const": id }));
        set(schemas, &name, "options", reference(&of.options.name));
        set(schemas, &name, "state", or_null(reference(&of.view.name)));
        if base != "GameSummary" {
            let you = json!({
                "type": "object",
                "required": ["seat", "legal_moves"],
                "properties": {
                    "seat": { "type": "integer", "minimum": 0 },
                    "legal_moves": list_of(reference(&of.action.name)),
                    "clock_explained": reference("ClockExplained"),
                },
            });
            set(schemas, &name, "you", or_null(you));
        }
        branches.push(reference(&name));
        mapping.insert(id.to_owned(), format!("#/components/schemas/{name}").into());
    }
    let whole = json!({
        "description": general["description"],
        "oneOf": branches,
        "discriminator": { "propertyName": "ruleset", "mapping": mapping },
    });
    schemas.insert(base.to_owned(), whole);
}
