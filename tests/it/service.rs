//! The front door, health, the specification, its reader, and the problems' pages.

use std::{collections::HashSet, fs};

use clubhouse::{
    api::{error::Code, openapi::Specification},
    store::{Address, migrations},
};
use reqwest::Method;
use serde_json::json;

use crate::support::{app::App, client::send, databases::Database, runner::tests};

tests![
    the_front_door_leads_everywhere_and_tells_how_to_begin,
    a_server_is_live_and_ready,
    a_server_without_its_tables_is_live_but_not_ready,
    the_specification_is_served_as_it_is_built_and_committed,
    the_documentation_needs_nothing_from_elsewhere,
    every_code_has_a_page_and_no_other_has_one,
];

async fn the_front_door_leads_everywhere_and_tells_how_to_begin(database: Database) {
    let app = App::start(&database);
    let door = app.stranger().get("/").await.expect(200).json;
    assert_eq!(door["version"], env!("CARGO_PKG_VERSION"));
    let links = door["links"].as_object().expect("links");
    for address in links.values() {
        // An address that only takes POST answers 405: it is there.
        let status = app.stranger().get(address.as_str().expect("an address")).await.status;
        assert!(matches!(status, 200 | 405), "{address}: {status}");
    }
    let found: HashSet<&str> = links.values().filter_map(|address| address.as_str()).collect();
    for address in ["/openapi.json", "/v1/rulesets", "/v1/games"] {
        assert!(found.contains(address), "{found:?}");
    }
    // The curl line names this very server, and its body is what the API wants.
    let line = door.to_string();
    assert!(line.contains("curl ") && line.contains(&app.base), "{line}");
    let line = door["try_it"].as_str().expect("a command");
    let body = line.split('\'').nth(1).expect("a body in quotes");
    let body = serde_json::from_str(body).expect("JSON");
    app.stranger().post("/v1/players", &body).await.expect(201);
}

async fn a_server_is_live_and_ready(database: Database) {
    let app = App::start(&database);
    for path in ["/health/live", "/health/ready"] {
        app.stranger().get(path).await.expect(200);
        send(app.stranger().request(Method::HEAD, path)).await.expect(200);
    }
}

async fn a_server_without_its_tables_is_live_but_not_ready(database: Database) {
    let app = App::start(&database);
    app.stranger().get("/health/ready").await.expect(200);
    let address = Address::parse(&database.url).expect("an address");
    let reverted = migrations::revert(&address).expect("migrations go back");
    assert!(!reverted.is_empty());
    app.stranger().get("/health/live").await.expect(200);
    let answer = app.stranger().get("/health/ready").await.problem(503, "unavailable");
    let seconds: u64 = answer.header("retry-after").parse().expect("seconds");
    assert!(seconds >= 1);
    // The cause is the log's business.
    let failed = app.stranger().get("/v1/games").await;
    assert!(matches!(failed.status, 500 | 503), "{}", failed.text);
    assert!(!failed.text.to_lowercase().contains("table") && !failed.text.contains("relation"));
    migrations::migrate(&address).expect("migrations come again");
    app.stranger().get("/health/ready").await.expect(200);
}

async fn the_specification_is_served_as_it_is_built_and_committed(database: Database) {
    let app = App::start(&database);
    let served = app.stranger().get("/openapi.json").await.expect(200);
    assert_eq!(served.header("content-type"), "application/json");
    assert!(served.text == Specification::build().text, "the server serves another specification");
    assert!(served.json["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");
    if let Ok(committed) = fs::read_to_string(committed) {
        assert!(served.text == committed, "openapi/openapi.json is not up to date");
    }
}

async fn the_documentation_needs_nothing_from_elsewhere(database: Database) {
    let app = App::start(&database);
    // reqwest follows the redirect, as a browser does.
    let index = app.stranger().get("/docs").await.expect(200);
    assert!(index.header("content-type").starts_with("text/html"));
    assert!(index.text.contains("<title>Clubhouse API</title>"), "{}", index.text);
    let mut assets: Vec<&str> = Vec::new();
    for attribute in ["src=\"", "href=\""] {
        assets.extend(index.text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()));
    }
    assert!(assets.len() >= 3, "{assets:?}");
    for asset in assets {
        assert!(!asset.contains("//"), "{asset} is from elsewhere");
        let path = format!("/docs/{}", asset.trim_start_matches("./").trim_start_matches("/docs/"));
        let answer = app.stranger().get(&path).await.expect(200);
        assert!(!answer.text.is_empty(), "{path}");
        if path.ends_with(".css") {
            assert!(!answer.text.contains("url(http") && !answer.text.contains("@import"), "{path}");
        }
    }
    let script = app.stranger().get("/docs/swagger-initializer.js").await.expect(200).text;
    assert!(script.contains("/openapi.json"), "{script}");
    for text in [&index.text, &script] {
        assert!(!text.contains("http://") && !text.contains("https://"), "{text}");
    }
}

async fn every_code_has_a_page_and_no_other_has_one(database: Database) {
    let app = App::start(&database);
    let list = app.stranger().get("/problems").await.expect(200).text;
    for code in Code::ALL {
        let path = format!("/problems/{}", code.as_str());
        let page = app.stranger().get(&path).await.expect(200);
        assert!(page.header("content-type").starts_with("text/html"), "{path}");
        assert!(page.text.contains(code.as_str()) && page.text.contains(code.title()), "{path}");
        assert!(list.contains(&format!("href=\"{path}\"")), "{path} is not listed");
    }
    for path in ["/problems/unknown", "/problems/STALE", "/problems/stale/", "/problems/"] {
        app.stranger().get(path).await.problem(404, "not_found");
    }
    app.stranger().post("/problems/stale", &json!({})).await.problem(405, "method_not_allowed");
}
