//! The OpenAPI document: what utoipa collects from the handlers, completed by what no attribute
//! can say. Every operation can fail in some ways that need not be written at each.

use actix_web::App;
use serde_json::{Value, json};
use utoipa::{
    OpenApi,
    openapi::security::{Http, HttpAuthScheme, SecurityScheme},
};
use utoipa_actix_web::AppExt;

use super::{
    error::Code,
    examples::{self, Examples},
    schemas::{self, reference},
};

/// The document, made once.
pub struct Specification {
    json: Value,
    /// Pretty-printed, as it is committed and served.
    pub text: String,
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Clubhouse",
        description = "Golf card games by correspondence. Begin with `POST /v1/players`, send the token as `Authorization: Bearer …`, and play one of your `legal_moves`. Every error is a problem document (RFC 9457).",
    ),
    tags(
        (name = "service", description = "The server itself."),
        (name = "players", description = "Accounts and their tokens."),
        (name = "rulesets", description = "What can be played."),
        (name = "courses", description = "What games are played on."),
        (name = "games", description = "Creating, finding and reading games."),
        (name = "seats", description = "Who plays, before the start."),
        (name = "play", description = "Playing a game."),
        (name = "messages", description = "What is said at a table, and notes to oneself."),
        (name = "webhooks", description = "Being told of your feed at an address of yours."),
    ),
    components(schemas(super::error::Document)),
)]
struct Base;

impl Specification {
    /// Collects and completes the document.
    pub fn build() -> Self {
        let (_, mut collected) = App::new().into_utoipa_app().configure(super::routes).split_for_parts();
        let mut base = Base::openapi();
        let components = base.components.get_or_insert_default();
        components.add_security_scheme(
            "bearer",
            SecurityScheme::Http(
                Http::builder()
                    .scheme(HttpAuthScheme::Bearer)
                    .description(Some("The token that POST /v1/players gives you."))
                    .build(),
            ),
        );
        // What the base has wins: it knows the title, and the problem's schema.
        base.merge(std::mem::take(&mut collected));
        let mut json = serde_json::to_value(base).unwrap_or_default();
        json["servers"] = json!([{ "url": "/" }]);
        // utoipa writes an empty one where none is given.
        if let Some(info) = json["info"].as_object_mut() {
            info.remove("license");
        }
        schemas::complete(&mut json);
        complete_operations(&mut json);
        let text = serde_json::to_string_pretty(&json).unwrap_or_default() + "\n";
        Self { json, text }
    }

    /// The methods that an address has, as in `Allow`.
    pub fn methods(&self, pattern: &str) -> String {
        let Some(item) = self.json["paths"][pattern].as_object() else { return "GET, HEAD".to_owned() };
        let mut methods: Vec<String> = METHODS
            .iter()
            .filter(|method| item.contains_key(**method))
            .map(|method| method.to_uppercase())
            .collect();
        if let Some(get) = methods.iter().position(|method| method == "GET") {
            methods.insert(get + 1, "HEAD".to_owned());
        }
        methods.join(", ")
    }
}

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

fn complete_operations(spec: &mut Value) {
    let schemas = spec["components"]["schemas"].clone();
    let Some(paths) = spec["paths"].as_object_mut() else { return };
    let examples = Examples::build();
    for (path, item) in paths {
        let Some(item) = item.as_object_mut() else { continue };
        for (method, operation) in item.iter_mut().filter(|(method, _)| METHODS.contains(&method.as_str())) {
            complete_operation(path, method, operation, &examples);
            let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let name = body.as_str().and_then(|name| name.rsplit('/').next()).map(str::to_owned);
            // An empty body is `{}`, so where nothing is required there need be none.
            if name.is_some_and(|name| {
                schemas[&name]["type"] == "object" && schemas[&name]["required"].is_null()
            }) {
                operation["requestBody"]["required"] = false.into();
            }
        }
    }
}

fn complete_operation(path: &str, method: &str, operation: &mut Value, examples: &Examples) {
    let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
    let is_public = !path.starts_with("/v1");
    if is_public {
        operation["security"] = json!([]);
    } else if operation.get("security").is_none() {
        operation["security"] = json!([{}, { "bearer": [] }]);
    }
    if id == "playMove" {
        operation["requestBody"]["content"] = json!({ "application/json": { "schema": reference("Move") } });
        operation["requestBody"]["required"] = true.into();
    }
    add_headers(path, method, operation);
    add_common_problems(path, method, operation);
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        if status.starts_with('4') || status.starts_with('5') {
            let example = examples::problem(response["description"].as_str().unwrap_or_default());
            response["content"] = json!({
                "application/problem+json": { "schema": reference("Problem"), "example": example }
            });
        }
    }
    if let Some(example) = examples.requests.get(&id) {
        operation["requestBody"]["content"]["application/json"]["example"] = example.clone();
    }
    if let Some(example) = examples.responses.get(&id) {
        let success = if operation["responses"].get("201").is_some() { "201" } else { "200" };
        operation["responses"][success]["content"]["application/json"]["example"] = example.clone();
    }
}

fn add_headers(path: &str, method: &str, operation: &mut Value) {
    let header = |name: &str, description: &str| {
        json!({
            "name": name, "in": "header", "required": false,
            "description": description, "schema": { "type": "string" },
        })
    };
    let mut headers = Vec::new();
    if takes_key(method, path) {
        let mut key = header(
            "Idempotency-Key",
            "Makes the request safe to send again: for 24 hours it gets the first answer.",
        );
        key["schema"] = json!({ "type": "string", "minLength": 1, "maxLength": 128 });
        headers.push(key);
        if changes_a_game(path) {
            headers.push(header("If-Match", "An ETag of the game: change it only if it is still this."));
        }
    }
    if method == "get" {
        headers.push(header("If-None-Match", "An ETag: 304 if nothing has changed."));
    }
    if method == "get" && operation["responses"]["200"]["content"].get("text/event-stream").is_some() {
        let last = "The number of the last event seen, for a stream that goes on after it.";
        headers.push(header("Last-Event-ID", last));
    }
    match operation.get_mut("parameters").and_then(Value::as_array_mut) {
        Some(parameters) => parameters.extend(headers),
        None => operation["parameters"] = headers.into(),
    }
    if method == "get" {
        operation["responses"]["304"] = json!({ "description": "Nothing has changed." });
    }
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        let is_tagged = method == "get" || path == "/v1/games" || changes_a_game(path);
        if is_tagged && (status == "200" || status == "201" || status == "304") {
            response["headers"]["ETag"] =
                json!({ "description": "What the body is known by.", "schema": { "type": "string" } });
        }
    }
}

/// Adds what every operation of its kind can answer.
fn add_common_problems(path: &str, method: &str, operation: &mut Value) {
    let is_any = |parameter: &Value| parameter["in"] == "query";
    let has_query = operation["parameters"].as_array().is_some_and(|all| all.iter().any(is_any));
    let has_body = operation.get("requestBody").is_some();
    let uses_the_database = path.starts_with("/v1") || path == "/health/ready";
    let changes_a_game = method == "post" && changes_a_game(path);
    let takes_key = takes_key(method, path);
    let common = [
        (Code::Malformed, has_body || has_query),
        (Code::Unauthorized, uses_the_database),
        (Code::NotFound, path.contains('{')),
        (Code::KeyInUse, takes_key),
        (Code::Stale, changes_a_game),
        (Code::RequestTimeout, has_body),
        (Code::TooLarge, has_body),
        (Code::UnsupportedMediaType, has_body),
        (Code::KeyReused, takes_key),
        (Code::TooManyRequests, uses_the_database),
        (Code::Internal, true),
        (Code::Unavailable, uses_the_database),
    ];
    for (code, _) in common.into_iter().filter(|(_, applies)| *applies) {
        mention(&mut operation["responses"], code);
    }
}

/// Adds a code to the responses, beside others with its status.
fn mention(responses: &mut Value, code: Code) {
    let status = code.status().as_u16().to_string();
    let code = format!("`{}`", code.as_str());
    let description = match responses[&status]["description"].as_str() {
        None => code,
        Some(others) if others.contains(&code) => return,
        Some(others) => format!("{others}, {code}"),
    };
    responses[&status]["description"] = description.into();
}

/// Whether a request may carry an Idempotency-Key.
fn takes_key(method: &str, path: &str) -> bool {
    let is_queued = path.ends_with("/test") || path.ends_with("/redeliver");
    method == "post"
        && (is_of_game(path) || is_queued || path == "/v1/courses" || path == "/v1/sandbox/clock")
}

/// Whether what is posted there changes a game that was there before.
fn changes_a_game(path: &str) -> bool {
    is_of_game(path) && path != "/v1/games" && !path.ends_with("/messages")
}

/// Whether an address is that of games or of one game.
fn is_of_game(path: &str) -> bool {
    path.starts_with("/v1/games") || path == "/v1/join"
}
