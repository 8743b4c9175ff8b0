//! Deadlines as a calendar.

use serde_json::json;

use crate::support::{
    app::App, client::Client, databases::Database, play::Table, reading::create, runner::tests,
};

tests![a_calendar_has_ones_deadlines_and_nothing_else, its_address_is_a_secret_that_can_be_renewed,];

async fn renew(client: &Client) -> String {
    let link = client.post("/v1/players/me/calendar", &json!({})).await.expect(201).json;
    link["path"].as_str().expect("a path").to_owned()
}

/// Lines that were folded are one again.
async fn lines(client: &Client, path: &str) -> Vec<String> {
    let calendar = client.get(path).await.expect(200);
    assert_eq!(calendar.header("content-type"), "text/calendar; charset=utf-8");
    assert!(calendar.text.ends_with("END:VCALENDAR\r\n"), "{}", calendar.text);
    calendar.text.replace("\r\n ", "").lines().map(str::to_owned).collect()
}

async fn a_calendar_has_ones_deadlines_and_nothing_else(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let path_of_ana = renew(&ana).await;
    let nobody = app.stranger();
    assert!(!lines(&nobody, &path_of_ana).await.contains(&"BEGIN:VEVENT".to_owned()));
    let clock = json!({ "per_turn": "P2D" });
    let players = || vec![ana.clone(), bob.clone()];
    let timed = Table::start_with(
        players(),
        json!({ "ruleset": "nine_card", "clock": clock, "visibility": "private" }),
    )
    .await;
    Table::start_with(players(), json!({ "ruleset": "nine_card" })).await;
    create(&ana, json!({ "clock": clock })).await;
    let deadline = timed.seen_by(0).await["seats"][0]["deadline"].as_str().expect("a deadline").to_owned();
    // 2026-12-02T11:35:07.498Z is written 20261202T113507Z.
    let written = format!("{}Z", deadline.split('.').next().expect("a part").replace(['-', ':'], ""));
    let shown = lines(&nobody, &path_of_ana).await;
    assert_eq!(
        shown.iter().filter(|line| *line == "BEGIN:VEVENT").count(),
        1,
        "only this one has a deadline"
    );
    for line in [
        format!("DTSTART:{written}"),
        format!("UID:{}@clubhouse", timed.id),
        "SUMMARY:Your turn in Nine-card Golf ends".to_owned(),
        format!("URL:{}/v1/games/{}", app.base, timed.id),
    ] {
        assert!(shown.contains(&line), "{line}: {shown:#?}");
    }
    // No names, no cards.
    assert!(shown.iter().all(|line| !line.contains("bob") && !line.contains("??")));
    let reveal = json!({ "type": "reveal", "cells": [0, 1, 2] });
    ana.post(&timed.path("/moves"), &reveal).await.expect(200);
    assert!(
        !lines(&nobody, &path_of_ana).await.contains(&"BEGIN:VEVENT".to_owned()),
        "Ana has done her part"
    );
}

async fn its_address_is_a_secret_that_can_be_renewed(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let first = renew(&ana).await;
    let second = renew(&ana).await;
    assert!(first.len() > 30 && first != second);
    let nobody = app.stranger();
    nobody.get(&first).await.problem(404, "not_found");
    let tag = nobody.get(&second).await.expect(200).etag().to_owned();
    nobody.get_if_changed(&second, &tag).await.expect(304);
    bob.delete("/v1/players/me/calendar").await.expect(204);
    nobody.get(&second).await.expect(200);
    ana.delete("/v1/players/me/calendar").await.expect(204);
    for gone in [second.as_str(), "/v1/calendar/.ics", "/v1/calendar/x", "/v1/calendar/ana.ics"] {
        nobody.get(gone).await.problem(404, "not_found");
    }
    let secret = json!({});
    ana.post_with("/v1/players/me/calendar", &secret, ("Idempotency-Key", "k"))
        .await
        .problem(400, "malformed");
    nobody.post("/v1/players/me/calendar", &secret).await.problem(401, "unauthorized");
    let third = renew(&ana).await;
    ana.delete("/v1/players/me").await.expect(204);
    nobody.get(&third).await.problem(404, "not_found");
}
