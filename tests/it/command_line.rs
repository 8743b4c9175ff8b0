//! The program as an operator meets it: its commands, what it prints, and how it stops.

use std::{
    io::Write,
    process::{Command, Stdio},
    time::Duration,
};

use clubhouse::api::openapi::Specification;
use serde_json::{Value, json};

use crate::support::{
    client::Client,
    databases::{Database, Kind},
    lock::Lock,
    play::Table,
    process::{Process, output, program},
    runner::tests,
    rush::{Post, at_once},
};

tests![
    the_first_line_has_the_address_and_a_command_that_works,
    on_sigterm_a_running_request_is_finished_and_the_exit_is_clean,
    on_sigint_a_running_request_is_finished_and_the_exit_is_clean,
    idle_connections_do_not_hold_up_the_end,
    half_a_body_does_not_hold_up_the_end_for_long,
    migrate_brings_the_database_up_to_date_once,
    the_specification_is_printed_as_it_is_served,
    whoever_reads_what_is_printed_may_stop_before_its_end,
    help_explains_the_settings_and_keeps_secrets,
    an_address_of_no_known_database_is_refused,
    settings_out_of_their_range_are_refused,
    an_address_that_is_taken_is_named,
    an_unreachable_database_is_told_without_the_password,
    debug_logs_have_no_secrets_in_them,
    json_logs_are_json_and_have_no_secrets_in_them,
];

const PASSWORD: &str = "s3cret-Passw0rd";

/// How long a server with nothing to do may take to stop.
const SOON: Duration = Duration::from_secs(8);

async fn the_first_line_has_the_address_and_a_command_that_works(database: Database) {
    let server = Process::serve(&database.url, &[]);
    let (_, command) = server.first_line.split_once("try:").expect("a command to try");
    assert!(command.contains(&server.base), "{command}");
    if Command::new("curl").arg("--version").output().is_err() {
        return;
    }
    let done = Command::new("sh").args(["-c", command]).output().expect("sh runs");
    let account: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let me = Client::new(&server.base, account["token"].as_str().map(str::to_owned));
    assert_eq!(me.get("/v1/players/me").await.expect(200).json["id"], account["player"]["id"]);
}

async fn on_sigterm_a_running_request_is_finished_and_the_exit_is_clean(database: Database) {
    stops_cleanly(&database, "TERM").await;
}

async fn on_sigint_a_running_request_is_finished_and_the_exit_is_clean(database: Database) {
    stops_cleanly(&database, "INT").await;
}

async fn stops_cleanly(database: &Database, signal: &str) {
    let mut server = Process::serve(&database.url, &[]);
    let players = vec![server.player("ana").await, server.player("ben").await];
    let table = Table::start_with(players, json!({ "ruleset": "nine_card" })).await;
    // The lock keeps the move running for as long as it takes to send the signal.
    let lock = Lock::hold(database, &table.id);
    let action = json!({ "type": "reveal", "cells": [0, 1, 2] });
    let post = Post::new(&table.players[0], &table.path("/moves"), &action);
    let running = tokio::spawn(at_once(vec![post]));
    tokio::time::sleep(Duration::from_millis(400)).await;
    server.signal(signal);
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(!running.is_finished(), "the request is neither answered nor dropped yet");
    lock.release();
    let answer = running.await.expect("it is answered").remove(0).expect(200);
    assert_eq!(server.ended_within(SOON).await.code(), Some(0));

    let server = Process::serve(&database.url, &[]);
    let version = server.with_token_of(&table.players[0]).get(&table.path("")).await.expect(200).json;
    assert_eq!(version["version"], answer.json["version"]);
}

async fn idle_connections_do_not_hold_up_the_end(database: Database) {
    let mut server = Process::serve(&database.url, &[]);
    let ana = server.player("ana").await;
    ana.get("/v1/players/me").await.expect(200);
    let silent = std::net::TcpStream::connect(server.base.trim_start_matches("http://")).expect("it listens");
    server.signal("TERM");
    assert_eq!(server.ended_within(SOON).await.code(), Some(0));
    drop((ana, silent));
}

async fn half_a_body_does_not_hold_up_the_end_for_long(database: Database) {
    let mut server = Process::serve(&database.url, &[]);
    let address = server.base.trim_start_matches("http://");
    let mut half = std::net::TcpStream::connect(address).expect("it listens");
    let head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{\"na";
    half.write_all(head).expect("written");
    tokio::time::sleep(Duration::from_millis(400)).await;
    server.signal("TERM");
    // docker-compose.yml has the process killed after so long.
    assert_eq!(server.ended_within(Duration::from_secs(20)).await.code(), Some(0));
}

async fn migrate_brings_the_database_up_to_date_once(database: Database) {
    let environment = [("DATABASE_URL", database.url.as_str())];
    let first = output(&["migrate"], &environment);
    assert!(first.status.success());
    assert!(String::from_utf8_lossy(&first.stdout).contains("migrated 2"), "{first:?}");
    // The flag does the same as the variable.
    let second = output(&["migrate", "--database-url", &database.url], &[]);
    assert!(second.status.success());
    assert_eq!(String::from_utf8_lossy(&second.stdout), "the database is up to date\n");
    let server = Process::serve(&database.url, &[]);
    Client::new(&server.base, None).get("/health/ready").await.expect(200);
}

async fn the_specification_is_printed_as_it_is_served(database: Database) {
    let printed = output(&["openapi"], &[]);
    assert!(printed.status.success());
    assert_eq!(String::from_utf8_lossy(&printed.stdout), Specification::build().text);
    let server = Process::serve(&database.url, &[]);
    let served = Client::new(&server.base, None).get("/openapi.json").await.expect(200).json;
    let printed: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    assert_eq!(served["paths"], printed["paths"]);
}

async fn whoever_reads_what_is_printed_may_stop_before_its_end(database: Database) {
    for arguments in [&["openapi"][..], &["migrate"]] {
        let mut command = program(arguments, &[("DATABASE_URL", &database.url)]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let done = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    }
}

async fn help_explains_the_settings_and_keeps_secrets(database: Database) {
    let url = format!("postgres://ana:{PASSWORD}@localhost/club");
    for arguments in [&["--help"][..], &["serve", "--help"], &["migrate", "--help"]] {
        let help = output(arguments, &[("DATABASE_URL", &url)]);
        assert!(help.status.success());
        let text = String::from_utf8_lossy(&help.stdout).into_owned();
        assert!(text.contains("DATABASE_URL") && text.contains("sqlite://"), "{text}");
        assert!(!text.contains(PASSWORD), "{text}");
    }
    let help = output(&["--help"], &[]);
    let text = String::from_utf8_lossy(&help.stdout).into_owned();
    for word in ["migrate", "openapi", "serve", "CLUBHOUSE_LISTEN", "CLUBHOUSE_LOG_FORMAT"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let wrong = output(&["dance"], &[("DATABASE_URL", &database.url)]);
    assert_eq!(wrong.status.code(), Some(2));
}

async fn an_address_of_no_known_database_is_refused(database: Database) {
    let path = database.url.split_once("://").expect("a scheme").1;
    let sqlite = ["sqlite://", "sqlite://:memory:", "sqlite://no.db?mode=ro"].map(str::to_owned);
    for url in [format!("mysql://ana:{PASSWORD}@{path}"), path.to_owned()].into_iter().chain(sqlite) {
        for arguments in [&[][..], &["serve"], &["migrate"]] {
            let environment = [("DATABASE_URL", url.as_str()), ("CLUBHOUSE_LISTEN", "127.0.0.1:0")];
            let done = output(arguments, &environment);
            assert_eq!(done.status.code(), Some(1), "{url} {arguments:?}");
            let errors = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(errors.contains("DATABASE_URL") && errors.contains("sqlite://"), "{errors}");
            assert!(!errors.contains(PASSWORD) && !errors.contains("panicked"), "{errors}");
        }
    }
}

async fn settings_out_of_their_range_are_refused(database: Database) {
    for (name, value) in [
        ("workers", "0"),
        ("workers", "100000"),
        ("workers", "two"),
        ("database-connections", "0"),
        ("registrations-per-hour", "0"),
        ("requests-per-minute", "0"),
        ("open-games", "-1"),
        ("active-games", "0"),
        ("tokens", "0"),
        ("log-entries", "0"),
        ("log-entries", "99"),
        ("limit-loopback", "perhaps"),
    ] {
        let variable = format!("CLUBHOUSE_{}", name.to_uppercase().replace('-', "_"));
        let environment = [("DATABASE_URL", database.url.as_str()), ("CLUBHOUSE_LISTEN", "127.0.0.1:0")];
        let by_flag = output(&[&format!("--{name}={value}")], &environment);
        let by_variable = output(&[], &[&environment[..], &[(&variable, value)]].concat());
        // A flag that is on or off takes no value.
        for done in [Some(by_flag).filter(|_| name != "limit-loopback"), Some(by_variable)].iter().flatten() {
            assert_eq!(done.status.code(), Some(2), "{name} {value}: {done:?}");
            let errors = String::from_utf8_lossy(&done.stderr);
            assert!(errors.contains(&format!("'{value}' for '--{name}")), "{errors}");
        }
    }
}

async fn an_address_that_is_taken_is_named(database: Database) {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address").to_string();
    let done = output(&["--listen", &address], &[("DATABASE_URL", &database.url)]);
    assert_eq!(done.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(errors.contains(&format!("cannot listen on {address}")), "{errors}");
}

async fn an_unreachable_database_is_told_without_the_password(database: Database) {
    let url = match database.kind {
        // Nobody listens on port 1.
        Kind::Postgres => format!("postgres://ana:{PASSWORD}@127.0.0.1:1/club"),
        Kind::Sqlite => format!("{}/no/such/folder.db", database.url),
    };
    for arguments in [&[][..], &["migrate"]] {
        let environment =
            [("DATABASE_URL", url.as_str()), ("CLUBHOUSE_LISTEN", "127.0.0.1:0"), ("RUST_LOG", "debug")];
        let done = output(arguments, &environment);
        assert_eq!(done.status.code(), Some(1), "{done:?}");
        let errors = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(errors.contains("database"), "{errors}");
        if database.kind == Kind::Sqlite {
            assert!(errors.contains("/no/such/folder.db"), "{errors}");
        }
        assert!(!errors.contains(PASSWORD) && !errors.contains("panicked"), "{errors}");
    }
}

async fn debug_logs_have_no_secrets_in_them(database: Database) {
    let (printed, secrets) = printed_while_used(&database, &[("RUST_LOG", "debug")]).await;
    assert!(printed.contains("answered"), "requests are logged: {printed}");
    check_for(&printed, &secrets);
}

async fn json_logs_are_json_and_have_no_secrets_in_them(database: Database) {
    let environment = [("RUST_LOG", "debug"), ("CLUBHOUSE_LOG_FORMAT", "json")];
    let (printed, secrets) = printed_while_used(&database, &environment).await;
    // All but the line at the start, which is for people and goes to standard output.
    let logs: Vec<&str> = printed.lines().filter(|line| !line.starts_with("Clubhouse listens")).collect();
    assert!(logs.len() > 5, "{printed}");
    for line in &logs {
        let entry: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(entry["level"].is_string() && entry["timestamp"].is_string(), "{line}");
    }
    check_for(&printed, &secrets);
}

fn check_for(printed: &str, secrets: &[String]) {
    for secret in secrets {
        assert!(secret.len() >= 8, "{secret} would be found anywhere");
        let line = printed.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret} is in {line:?}");
    }
}

/// What a server prints while it is used, and what it must not print.
async fn printed_while_used(database: &Database, environment: &[(&str, &str)]) -> (String, Vec<String>) {
    let (url, password) = with_password(&database.url);
    let mut server = Process::serve(&url, environment);
    let (ana, ben) = (server.player("ana").await, server.player("ben").await);
    let body = json!({ "ruleset": "nine_card", "visibility": "private" });
    let game = ana.post("/v1/games", &body).await.expect(201).json;
    let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    let code = game["join_code"].as_str().expect("a code").to_owned();
    ben.post("/v1/join", &json!({ "code": code })).await.expect(200);
    let further = ana.post("/v1/players/me/tokens", &json!({ "label": "phone" })).await.expect(201).json;
    let guess = "chk_0123456789abcdefghijklmnopqrstuv".to_owned();
    Client::new(&server.base, Some(guess.clone())).get("/v1/players/me").await.expect(401);
    ana.post(&format!("{path}/moves"), &json!({ "type": "draw" })).await.problem(422, "illegal_move");
    ben.post(&format!("{path}/resign"), &json!({})).await.expect(200);
    let export = ana.get(&format!("{path}/export")).await.expect(200).json;
    server.signal("TERM");
    assert_eq!(server.ended_within(SOON).await.code(), Some(0));
    let seed = export["seed"].as_str().expect("a seed").to_owned();
    let token = |client: Client| client.token.expect("a token");
    let further = further["token"].as_str().or(further["secret"].as_str()).expect("a token").to_owned();
    let mut secrets = vec![token(ana), token(ben), further, guess, code, seed];
    secrets.extend(password);
    (server.printed(), secrets)
}

/// The same address with a password in it, if it is one of Postgres; there is none for a file.
fn with_password(url: &str) -> (String, Option<String>) {
    let Some((scheme, rest)) = url.split_once("://").filter(|(scheme, _)| *scheme != "sqlite") else {
        return (url.to_owned(), None);
    };
    let Some((user, host)) = rest.rsplit_once('@') else { return (url.to_owned(), None) };
    match user.split_once(':') {
        Some((_, password)) => (url.to_owned(), Some(password.to_owned()).filter(|text| text.len() >= 8)),
        // Who is trusted may say any password.
        None => (format!("{scheme}://{user}:{PASSWORD}@{host}"), Some(PASSWORD.to_owned())),
    }
}
