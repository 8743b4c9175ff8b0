//! README's tour of a game, run as it stands.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::{app::App, databases::Database, runner::tests};

tests![
    the_tour_in_readme_works_line_by_line,
    the_private_game_in_readme_works_line_by_line,
    the_clocks_in_readme_work_line_by_line,
    the_news_in_readme_work_line_by_line,
    the_courses_in_readme_work_line_by_line,
    all_lines_in_readme_work_in_their_order,
    the_games_against_bots_in_readme_work_line_by_line,
    the_webhooks_in_readme_work_line_by_line,
];

/// The lines of README after that mark.
fn lines(mark: &str) -> &'static str {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme.split_once(&format!("<!-- {mark} -->\n```sh\n")).expect("README has the lines");
    rest.split_once("```").expect("the lines end").0
}

/// What the lines show at that server; `None` if they cannot be tried here.
async fn shown(app: &App, lines: String) -> Option<Vec<String>> {
    let is_there = |program| Command::new(program).arg("--version").output().is_ok();
    if !is_there("curl") || !is_there("bash") {
        assert!(std::env::var("CI").is_err(), "the tour needs bash and curl");
        eprintln!("*** the tour in README was not tried: it needs bash and curl ***");
        return None;
    }
    assert!(lines.contains("BASE=http://127.0.0.1:8080"), "the tour names the server");
    let lines = lines.replace("http://127.0.0.1:8080", &app.base);
    let script = format!("set -Eeuo pipefail\ntrap 'echo \"failed: $BASH_COMMAND\" >&2' ERR\n{lines}");
    let run = move || Command::new("bash").args(["-c", &script]).output().expect("bash runs");
    let output = tokio::task::spawn_blocking(run).await.expect("bash ends");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{err}\n{out}");
    Some(out.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

async fn the_tour_in_readme_works_line_by_line(database: Database) {
    let app = App::start(&database);
    // The command that the server shows at its start may have been tried before, and the tour too.
    app.player("gil").await;
    for _ in 0..2 {
        let Some(shown) = shown(&app, lines("tour").to_owned()).await else { return };
        let [.., outcome, seed] = shown.as_slice() else { panic!("the tour shows too little: {shown:?}") };
        assert!(outcome.starts_with("\"outcome\":{\"places\":[{\"place\":1,"), "{outcome}");
        assert_eq!(seed.len(), "\"seed\":\"\"".len() + 64, "{seed}");
    }
}

async fn the_games_against_bots_in_readme_work_line_by_line(database: Database) {
    let app = App::start(&database);
    let Some(shown) = shown(&app, lines("tour").to_owned() + lines("bots")).await else { return };
    let games: Vec<Value> = shown.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let [.., golf, course] = games.as_slice() else { panic!("too little: {shown:?}") };
    for (game, seat) in [(golf, 0), (course, 1)] {
        assert_eq!((&game["status"], &game["you"]["seat"]), (&json!("active"), &json!(seat)));
    }
}

async fn the_private_game_in_readme_works_line_by_line(database: Database) {
    let app = App::start(&database);
    let Some(shown) = shown(&app, lines("tour").to_owned() + lines("private")).await else { return };
    let games: Vec<Value> = shown.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let [.., invitations, joined, started] = games.as_slice() else { panic!("too little: {shown:?}") };
    assert_eq!(invitations["items"][0]["id"], joined["id"]);
    assert_eq!((&joined["you"]["seat"], &joined["status"]), (&json!(0), &json!("open")));
    assert_eq!((&started["you"]["seat"], &started["status"]), (&json!(2), &json!("active")));
}

async fn the_clocks_in_readme_work_line_by_line(database: Database) {
    let app = App::start(&database);
    let Some(shown) = shown(&app, lines("tour").to_owned() + lines("time")).await else { return };
    assert!(shown.iter().any(|line| line.contains(r#""reason":"vacation""#)), "{shown:?}");
    let games: Vec<Value> = shown.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let [.., cancelled, rematch] = games.as_slice() else { panic!("too little: {shown:?}") };
    assert_eq!((&cancelled["status"], &cancelled["outcome"]), (&json!("cancelled"), &Value::Null));
    assert_eq!((&rematch["status"], &rematch["rematch_of"]), (&json!("active"), &cancelled["id"]));
    assert_eq!(rematch["clock"], json!({ "per_turn": "P2D", "on_timeout": "bot" }));
}

async fn the_news_in_readme_work_line_by_line(database: Database) {
    let app = App::start(&database);
    let Some(shown) = shown(&app, lines("tour").to_owned() + lines("news")).await else { return };
    assert!(shown.iter().any(|line| line == "id: 3"), "a stream from the third item: {shown:?}");
    assert!(!shown.iter().any(|line| line == "id: 2"));
    assert!(shown.iter().any(|line| line.contains(r#""marks":[{"seat":0,"up_to":0},{"seat":1,"up_to":1}]"#)));
    assert_eq!(shown[shown.len() - 3], "BEGIN:VCALENDAR");
}

/// As a newcomer does it: one block after the other, into the same shell.
async fn all_lines_in_readme_work_in_their_order(database: Database) {
    let app = App::start(&database);
    let blocks = ["tour", "private", "bots", "time", "news", "courses", "webhooks"];
    let all: String = blocks.into_iter().map(lines).collect();
    let Some(shown) = shown(&app, all).await else { return };
    assert!(shown.len() > 60, "{shown:?}");
}

async fn the_courses_in_readme_work_line_by_line(database: Database) {
    let app = App::start(&database);
    let Some(shown) = shown(&app, lines("tour").to_owned() + lines("courses")).await else { return };
    assert!(
        shown.iter().any(|line| line == r#""id":"st_andrews","name":"St Andrews, Old Course""#),
        "{shown:?}"
    );
    let table: Value = serde_json::from_str(shown.last().expect("a table")).expect("JSON");
    let course = table["options"]["course"].as_str().expect("an id");
    assert!(course.starts_with("c_"), "{course}");
    app.stranger().get(&format!("/v1/courses/{course}")).await.problem(404, "not_found");
}

async fn the_webhooks_in_readme_work_line_by_line(database: Database) {
    let app = App::start(&database);
    let Some(shown) = shown(&app, lines("tour").to_owned() + lines("webhooks")).await else { return };
    let made: Value = serde_json::from_str(&shown[shown.len() - 2]).expect("JSON");
    assert!(made["secret"].as_str().is_some_and(|secret| secret.starts_with("whsec_")), "{made}");
    let list: Value = serde_json::from_str(shown.last().expect("a list")).expect("JSON");
    assert_eq!(list["items"][0]["id"], made["id"]);
}
