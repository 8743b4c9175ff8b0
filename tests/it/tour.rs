//! README's tour of a game, run as it stands.

use std::process::Command;

use crate::support::{app::App, databases::Database, runner::tests};

tests![the_tour_in_readme_works_line_by_line];

/// The lines of the tour, for the server with that address.
fn tour(base: &str) -> String {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme.split_once("<!-- tour -->\n```sh\n").expect("README has the tour");
    let (lines, _) = rest.split_once("```").expect("the tour ends");
    assert!(lines.contains("BASE=http://127.0.0.1:8080"), "the tour names the server");
    lines.replace("http://127.0.0.1:8080", base)
}

async fn the_tour_in_readme_works_line_by_line(database: Database) {
    let is_there = |program| Command::new(program).arg("--version").output().is_ok();
    if !is_there("curl") || !is_there("bash") {
        assert!(std::env::var("CI").is_err(), "the tour needs bash and curl");
        eprintln!("*** the tour in README was not tried: it needs bash and curl ***");
        return;
    }
    let app = App::start(&database);
    let guard = "set -Eeuo pipefail\ntrap 'echo \"failed: $BASH_COMMAND\" >&2' ERR\n";
    let script = format!("{guard}{}", tour(&app.base));
    let run = move || Command::new("bash").args(["-c", &script]).output().expect("bash runs");
    let output = tokio::task::spawn_blocking(run).await.expect("bash ends");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{err}\n{out}");

    let shown: Vec<&str> = out.lines().filter(|line| !line.is_empty()).collect();
    let [.., outcome, seed] = shown.as_slice() else { panic!("the tour shows too little: {out}") };
    assert!(outcome.starts_with("\"outcome\":{\"places\":[{\"place\":1,"), "{outcome}");
    assert_eq!(seed.len(), "\"seed\":\"\"".len() + 64, "{seed}");
}
