//! The ground rules of HTTP that hold at every address.

use chrono::DateTime;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client, send},
    databases::Database,
    endpoints::{self, Endpoint},
    runner::tests,
};

tests![
    a_body_is_json_whatever_curl_calls_it,
    other_content_types_are_415,
    an_empty_body_is_an_empty_object,
    bodies_up_to_64_kib_are_read_and_larger_ones_are_413,
    a_bad_token_is_401_everywhere,
    the_token_is_looked_at_before_anything_that_it_came_with,
    every_failure_is_a_problem_whose_type_is_a_page,
    head_answers_like_get_without_a_body,
    get_changes_nothing,
    browsers_of_any_origin_may_use_it,
    every_answer_has_the_headers_of_the_contract,
    ids_and_times_have_the_form_of_the_contract,
];

async fn a_body_is_json_whatever_curl_calls_it(database: Database) {
    let app = App::start(&database);
    let types = [
        Some("application/json"),
        Some("application/json; charset=utf-8"),
        Some("application/x-www-form-urlencoded"),
        None,
    ];
    for (number, kind) in types.into_iter().enumerate() {
        let body = format!("{{\"name\":\"player{number}\"}}");
        let request = app.stranger().request(Method::POST, "/v1/players").body(body);
        let request = match kind {
            Some(kind) => request.header("Content-Type", kind),
            None => request,
        };
        send(request).await.expect(201);
    }
}

async fn other_content_types_are_415(database: Database) {
    let app = App::start(&database);
    for kind in ["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/jsonp"] {
        let request = app.stranger().request(Method::POST, "/v1/players").body("{\"name\":\"ana\"}");
        send(request.header("Content-Type", kind)).await.problem(415, "unsupported_media_type");
    }
    app.player("ana").await;
}

async fn an_empty_body_is_an_empty_object(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let game = ana.post("/v1/games", &json!({"ruleset":"nine_card"})).await.expect(201);
    let join = format!("/v1/games/{}/join", game.json["id"].as_str().unwrap());
    // As `curl -X POST` sends it: no body, no type.
    send(bob.request(Method::POST, &join)).await.expect(200);
    // Where a field is required, an empty body lacks it.
    send(app.stranger().request(Method::POST, "/v1/players")).await.problem(400, "malformed");
}

async fn bodies_up_to_64_kib_are_read_and_larger_ones_are_413(database: Database) {
    let app = App::start(&database);
    let of_size = |size: usize, name: &str| {
        let body = format!("{{\"name\":\"{name}\"}}");
        body.clone() + &" ".repeat(size - body.len())
    };
    let post = |body: reqwest::Body| send(app.stranger().request(Method::POST, "/v1/players").body(body));
    post(of_size(65_536, "exactly").into()).await.expect(201);
    post(of_size(65_537, "over").into()).await.problem(413, "payload_too_large");
    post(of_size(3_000_000, "huge").into()).await.problem(413, "payload_too_large");
    // Without a Content-Length the size shows only while the body comes.
    let chunks = (0..30).map(|_| Ok::<_, std::io::Error>(" ".repeat(100_000)));
    let chunked = reqwest::Body::wrap_stream(futures_util::stream::iter(chunks));
    post(chunked).await.problem(413, "payload_too_large");
    for name in ["over", "huge"] {
        app.stranger().get(&format!("/v1/players/{name}")).await.problem(404, "not_found");
    }
}

async fn a_bad_token_is_401_everywhere(database: Database) {
    let app = App::start(&database);
    let liar = Client::new(&app.base, Some("chk_nobodysnobodysnobodysnobodysnobodys0000".to_owned()));
    for Endpoint { method, path } in endpoints::all("unknown00000", "ana") {
        if path.starts_with("/v1") {
            let request = liar.request(method, &path).body("{}");
            let answer = send(request).await.problem(401, "unauthorized");
            assert_eq!(answer.header("www-authenticate"), "Bearer", "{path}");
        }
    }
    for header in ["Basic YW5hOmFuYQ==", "Bearer", "Bearer ", "chk_x", "Bearer  ", "Token chk_x"] {
        let request = app.stranger().request(Method::GET, "/v1/games").header("Authorization", header);
        send(request).await.problem(401, "unauthorized");
    }
    // Where one has to be signed in, nobody at all is 401 too.
    for path in ["/v1/players/me", "/v1/games?to_act=me", "/v1/games?player=me", "/v1/games?invited=me"] {
        app.stranger().get(path).await.problem(401, "unauthorized");
    }
    let ana = app.player("ana").await;
    let token = ana.token.expect("a token");
    // 22 characters of 62 kinds hold 128 bits.
    assert!(token.starts_with("chk_") && token.len() >= "chk_".len() + 22, "{token}");
    // The scheme's name has no case (RFC 9110, 11.1).
    let request = app.stranger().request(Method::GET, "/v1/players/me");
    send(request.header("Authorization", format!("bearer {token}"))).await.expect(200);
}

async fn the_token_is_looked_at_before_anything_that_it_came_with(database: Database) {
    let app = App::start(&database);
    let long = "k".repeat(129);
    let guess = Client::new(&app.base, Some("chk_0123456789abcdefghijklmnopqrstuv".to_owned()));
    let game = json!({"ruleset":"nine_card"});
    for header in [("Idempotency-Key", long.as_str()), ("Idempotency-Key", ""), ("If-Match", "nonsense")] {
        for client in [&guess, &app.stranger()] {
            client.post_with("/v1/games", &game, header).await.problem(401, "unauthorized");
        }
        let ana = app.player(&format!("ana{}", header.1.len())).await;
        ana.post_with("/v1/games", &game, header).await.problem(400, "malformed");
        assert_eq!(ana.get("/v1/games?player=me").await.json["items"], json!([]));
    }
}

async fn every_failure_is_a_problem_whose_type_is_a_page(database: Database) {
    let app = App::start(&database);
    let (ana, stranger) = (app.player("ana").await, app.stranger());
    let wrong_method = stranger.delete("/v1/games").await.problem(405, "method_not_allowed");
    assert_eq!(wrong_method.header("allow"), "GET, HEAD, POST");
    let wrong_method = send(stranger.request(Method::PUT, "/v1/players/me")).await.expect(405);
    assert_eq!(wrong_method.header("allow"), "GET, HEAD, PATCH, DELETE");
    let failures = [
        wrong_method,
        stranger.get("/nowhere").await.problem(404, "not_found"),
        stranger.get("/v1").await.problem(404, "not_found"),
        stranger.get("/v1/games/").await.problem(404, "not_found"),
        stranger.get("/v1/games/%ff").await.problem(404, "not_found"),
        stranger.get("/v1/players/%00").await.problem(404, "not_found"),
        stranger.get("/docs/nothing.js").await.problem(404, "not_found"),
        stranger.get("/problems/nothing").await.problem(404, "not_found"),
        stranger.get("/v1/players/me").await.problem(401, "unauthorized"),
        stranger.get("/v1/games?limit=1000").await.problem(422, "invalid"),
        ana.post("/v1/players", &json!({"name":"ana"})).await.problem(409, "name_taken"),
    ];
    for failure in failures {
        let problem = &failure.json;
        assert_eq!(problem["status"], failure.status);
        for field in ["title", "detail", "code"] {
            assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "{field} in {problem}");
        }
        let page = stranger.get(problem["type"].as_str().expect("an address")).await.expect(200);
        assert!(page.text.contains(problem["code"].as_str().unwrap()), "{}", page.text);
    }
}

/// Every address that can be read, for one game.
fn readable(game: &str) -> Vec<String> {
    let paths =
        ["/", "/health/live", "/health/ready", "/openapi.json", "/docs/", "/problems", "/problems/stale"];
    let versioned = [
        "/v1/players/me",
        "/v1/players/me/tokens",
        "/v1/players/ana",
        "/v1/rulesets",
        "/v1/rulesets/nine_card",
        "/v1/rulesets/nine_card/rules",
        "/v1/games",
        "/v1/games?player=me",
    ];
    let of_game =
        [format!("/v1/games/{game}"), format!("/v1/games/{game}/log"), format!("/v1/games/{game}/export")];
    paths.iter().chain(&versioned).map(|path| (*path).to_owned()).chain(of_game).collect()
}

/// A finished game of ana's, whose every address answers 200.
async fn finished_game(app: &App) -> (Client, String) {
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let game = ana.post("/v1/games", &json!({"ruleset":"nine_card"})).await.expect(201);
    let id = game.json["id"].as_str().expect("an id").to_owned();
    bob.post(&format!("/v1/games/{id}/join"), &json!({})).await.expect(200);
    bob.post(&format!("/v1/games/{id}/resign"), &json!({})).await.expect(200);
    (ana, id)
}

async fn head_answers_like_get_without_a_body(database: Database) {
    let app = App::start(&database);
    let (ana, game) = finished_game(&app).await;
    for path in readable(&game) {
        let get = ana.get(&path).await.expect(200);
        let head = send(ana.request(Method::HEAD, &path)).await.expect(200);
        assert_eq!(head.text, "", "{path}");
        for name in ["content-type", "content-length", "etag", "cache-control", "vary"] {
            assert_eq!(head.headers.get(name), get.headers.get(name), "{name} of {path}");
        }
    }
}

async fn get_changes_nothing(database: Database) {
    let app = App::start(&database);
    let (ana, game) = finished_game(&app).await;
    let mut before = Vec::new();
    for path in readable(&game) {
        before.push(ana.get(&path).await.expect(200).text);
    }
    for (path, before) in readable(&game).iter().zip(before) {
        assert_eq!(ana.get(path).await.text, before, "{path}");
    }
    // What changes something cannot be had by GET.
    for action in ["join", "decline", "leave", "start", "kick", "cancel", "moves", "resign"] {
        let answer = ana.get(&format!("/v1/games/{game}/{action}")).await.problem(405, "method_not_allowed");
        assert_eq!(answer.header("allow"), "POST");
    }
}

/// The names in a header's list, sorted.
fn names(answer: &Answer, header: &str) -> Vec<String> {
    let mut names: Vec<String> =
        answer.header(header).split(',').map(|name| name.trim().to_ascii_lowercase()).collect();
    names.sort();
    names
}

async fn browsers_of_any_origin_may_use_it(database: Database) {
    let app = App::start(&database);
    let preflight = app
        .stranger()
        .request(Method::OPTIONS, "/v1/games/x/moves")
        .header("Origin", "https://golf.example")
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "authorization,content-type,idempotency-key,if-match");
    let allowed = send(preflight).await;
    assert!(allowed.is_success());
    assert_eq!(allowed.header("access-control-allow-origin"), "*");
    assert!(allowed.headers.get("access-control-allow-credentials").is_none());
    assert_eq!(
        names(&allowed, "access-control-allow-headers"),
        ["authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "last-event-id"]
    );
    assert!(names(&allowed, "access-control-allow-methods").contains(&"post".to_owned()));

    for path in ["/v1/games", "/nowhere"] {
        let answer = send(app.stranger().request(Method::GET, path).header("Origin", "null")).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(
            names(&answer, "access-control-expose-headers"),
            ["allow", "etag", "idempotency-replayed", "link", "location", "retry-after", "x-request-id"]
        );
    }
    let refused = app
        .stranger()
        .request(Method::OPTIONS, "/v1/games")
        .header("Origin", "https://golf.example")
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "x-anything");
    send(refused).await.problem(400, "malformed");
}

async fn every_answer_has_the_headers_of_the_contract(database: Database) {
    let app = App::start(&database);
    let (ana, game) = finished_game(&app).await;
    let mut ids = std::collections::BTreeSet::new();
    let mut paths = readable(&game);
    paths.extend(["/nowhere".to_owned(), "/v1/games/unknown00000".to_owned()]);
    for path in &paths {
        let answer = ana.get(path).await;
        assert_eq!(answer.header("cache-control"), "private, no-cache", "{path}");
        assert_eq!(answer.header("vary"), "Authorization, Accept", "{path}");
        ids.insert(answer.header("x-request-id").to_owned());
    }
    for answer in [
        ana.post("/v1/games", &json!({"ruleset":"nine_card"})).await,
        ana.post("/v1/games", &json!({})).await,
        ana.delete("/v1/games").await,
        send(ana.request(Method::OPTIONS, "/v1/games")).await,
        ana.get_if_changed("/v1/rulesets", "*").await,
    ] {
        ids.insert(answer.header("x-request-id").to_owned());
    }
    assert_eq!(ids.len(), paths.len() + 5, "every request has an id of its own");
}

async fn ids_and_times_have_the_form_of_the_contract(database: Database) {
    let app = App::start(&database);
    let (ana, game) = finished_game(&app).await;
    let is_safe = |id: &str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    // 62 kinds of characters: 11 hold more than 64 bits.
    assert!(is_safe(&game) && game.len() >= 11, "{game}");
    let me = ana.get("/v1/players/me").await.expect(200).json;
    let seen = ana.get(&format!("/v1/games/{game}")).await.expect(200).json;
    let log = ana.get(&format!("/v1/games/{game}/log")).await.expect(200).json;
    assert!(is_safe(me["id"].as_str().unwrap()));
    let times: Vec<&Value> = ["created_at", "updated_at", "started_at", "finished_at"]
        .iter()
        .map(|field| &seen[*field])
        .chain([&me["created_at"], &log["items"][0]["at"]])
        .collect();
    for time in times {
        let text = time.as_str().expect("a time");
        assert!(text.ends_with('Z') && DateTime::parse_from_rfc3339(text).is_ok(), "{text}");
    }
}
