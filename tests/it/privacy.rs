//! A private game does not exist for strangers: whatever they ask, they get the answer that they
//! would get for an id that nobody has.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client, send},
    databases::Database,
    reading::{act, create, id, path},
    runner::tests,
};

tests![
    strangers_read_nothing_of_a_private_game,
    strangers_can_do_nothing_to_a_private_game,
    a_private_game_is_in_no_list_of_others,
    invited_players_may_read_until_they_decline,
    whoever_was_kicked_or_left_may_read_no_more,
    an_invitation_that_was_passed_over_opens_nothing,
    conditions_on_a_request_open_nothing,
];

/// Never given to any game: ids are random.
const UNKNOWN: &str = "zzzzzzzzzzzz";

/// A private game in each of its stages. bob sits in all of them, eve in none.
struct Stages {
    ana: Client,
    bob: Client,
    eve: Client,
    nobody: Client,
    ids: Vec<(&'static str, String)>,
}

async fn stages(app: &App) -> Stages {
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let mut ids = Vec::new();
    for stage in ["open", "active", "finished", "cancelled"] {
        let open = if stage == "active" || stage == "finished" { 1 } else { 2 };
        let seats = [vec![json!({ "type": "you" })], vec![json!({ "type": "open" }); open]].concat();
        let created = create(&ana, json!({ "visibility": "private", "seats": seats })).await;
        bob.post("/v1/join", &json!({ "code": created.json["join_code"] })).await.expect(200);
        match stage {
            "finished" => drop(act(&bob, &id(&created), "resign").await.expect(200)),
            "cancelled" => drop(act(&ana, &id(&created), "cancel").await.expect(200)),
            _ => {}
        }
        let game = ana.get(&path(&id(&created), "")).await.expect(200).json;
        assert_eq!(game["status"], stage);
        ids.push((stage, id(&created)));
    }
    Stages { ana, bob, eve, nobody: app.stranger(), ids }
}

/// All of an answer that does not differ from one request to the next.
fn lasting(answer: &Answer) -> (u16, String, Vec<(String, Vec<String>)>) {
    let mut headers = Vec::new();
    for (name, value) in &answer.headers {
        // The order of the words in a header differs between the server's threads.
        let mut words: Vec<String> =
            value.to_str().expect("plain ASCII").split(", ").map(str::to_owned).collect();
        words.sort();
        if !["date", "x-request-id"].contains(&name.as_str()) {
            headers.push((name.to_string(), words));
        }
    }
    headers.sort();
    (answer.status, answer.text.clone(), headers)
}

#[track_caller]
fn same(answer: Answer, unknown: Answer, what: &str) {
    assert_eq!(lasting(&answer), lasting(&unknown), "{what}");
    answer.problem(404, "not_found");
}

async fn strangers_read_nothing_of_a_private_game(database: Database) {
    let app = App::start(&database);
    let Stages { bob, eve, nobody, ids, .. } = stages(&app).await;
    for (stage, id) in &ids {
        for rest in ["", "/log", "/log?after=1", "/log?limit=1", "/export"] {
            for client in [&eve, &nobody] {
                let answer = client.get(&path(id, rest)).await;
                same(answer, client.get(&path(UNKNOWN, rest)).await, &format!("{stage} {rest}"));
                let head = |id: &str| send(client.request(reqwest::Method::HEAD, &path(id, rest)));
                assert_eq!(lasting(&head(id).await), lasting(&head(UNKNOWN).await), "HEAD {stage} {rest}");
            }
        }
        bob.get(&path(id, "")).await.expect(200);
        bob.get(&path(id, "/log")).await.expect(200);
    }
}

async fn strangers_can_do_nothing_to_a_private_game(database: Database) {
    let app = App::start(&database);
    let Stages { ana, eve, nobody, ids, .. } = stages(&app).await;
    let requests = [
        ("/join", json!({})),
        ("/join", json!({ "seat": 0 })),
        ("/join", json!({ "seat": 99 })),
        ("/decline", json!({})),
        ("/leave", json!({})),
        ("/start", json!({})),
        ("/kick", json!({ "seat": 1 })),
        ("/kick", json!({ "seat": -1 })),
        ("/cancel", json!({})),
        ("/moves", json!({ "type": "reveal", "cells": [0, 1, 2] })),
        ("/moves", json!({ "type": "swap", "cell": 9 })),
        ("/moves", json!({ "type": "dance" })),
        ("/resign", json!({})),
        // Of the wrong form, these are told nothing else either.
        ("/join", json!({ "x": 1 })),
        ("/kick", json!({})),
    ];
    for (stage, id) in &ids {
        let before = ana.get(&path(id, "")).await.expect(200);
        for (rest, body) in &requests {
            let answer = eve.post(&path(id, rest), body).await;
            let unknown = eve.post(&path(UNKNOWN, rest), body).await;
            assert_eq!(lasting(&answer), lasting(&unknown), "{stage} {rest} {body}");
            assert!(answer.status == 404 || answer.status == 400, "{stage} {rest}: {}", answer.text);
            let answer = nobody.post(&path(id, rest), body).await;
            assert_eq!(lasting(&answer), lasting(&nobody.post(&path(UNKNOWN, rest), body).await));
            answer.problem(401, "unauthorized");
        }
        for (rest, body) in &requests[..11] {
            eve.post(&path(id, rest), body).await.problem(404, "not_found");
        }
        assert_eq!(ana.get(&path(id, "")).await.expect(200).text, before.text, "{stage}");
    }
}

async fn a_private_game_is_in_no_list_of_others(database: Database) {
    let app = App::start(&database);
    let Stages { ana, bob, eve, nobody, ids, .. } = stages(&app).await;
    let mut lists = vec![
        "/v1/games".to_owned(),
        "/v1/games?ruleset=nine_card".to_owned(),
        "/v1/games?limit=100".to_owned(),
        "/v1/games?player=ana".to_owned(),
        "/v1/games?player=BOB".to_owned(),
    ];
    for status in ["open", "active", "finished", "cancelled"] {
        lists.push(format!("/v1/games?status={status}"));
        lists.push(format!("/v1/games?player=ana&status={status}"));
    }
    for list in &lists {
        for client in [&eve, &nobody] {
            let page = client.get(list).await.expect(200).json;
            assert_eq!(page, json!({ "items": [], "next": null }), "{list}");
        }
    }
    for own in ["/v1/games?player=me", "/v1/games?to_act=me", "/v1/games?invited=me", "/v1/games?player=eve"]
    {
        assert_eq!(eve.get(own).await.expect(200).json["items"], json!([]), "{own}");
    }
    // bob sits at the same games, but another's list holds public ones only, also for him.
    assert_eq!(bob.get("/v1/games?player=ana").await.expect(200).json["items"], json!([]));
    for own in ["/v1/games?player=me", "/v1/games?player=ana"] {
        let items = ana.get(own).await.expect(200).json["items"].as_array().map(Vec::len);
        assert_eq!(items, Some(ids.len()), "{own}: one's own list has them");
    }
    assert_eq!(bob.get("/v1/games?to_act=me").await.expect(200).json["items"][0]["status"], "active");
    let played = json!({ "open": 0, "active": 0, "finished": 0, "won": 0 });
    for client in [&eve, &nobody, &bob] {
        assert_eq!(client.get("/v1/players/ana").await.expect(200).json["games"], played);
    }
}

async fn private_table(ana: &Client, others: Value) -> (String, Value) {
    let seats = [vec![json!({ "type": "you" })], others.as_array().expect("a list").clone()].concat();
    let created = create(ana, json!({ "visibility": "private", "seats": seats })).await;
    (id(&created), json!({ "code": created.json["join_code"] }))
}

/// Nothing of the game is there any more for that player.
async fn is_shut_out(client: &Client, id: &str) {
    for rest in ["", "/log", "/export"] {
        let unknown = client.get(&path(UNKNOWN, rest)).await;
        same(client.get(&path(id, rest)).await, unknown, rest);
    }
    for what in ["join", "decline", "leave", "start", "cancel", "resign"] {
        same(act(client, id, what).await, act(client, UNKNOWN, what).await, what);
    }
    for list in ["player=me", "invited=me", "to_act=me", "player=ana"] {
        let page = client.get(&format!("/v1/games?{list}")).await.expect(200).json;
        assert_eq!(page["items"], json!([]), "{list}");
    }
}

async fn invited_players_may_read_until_they_decline(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let (id, _) = private_table(&ana, json!([{"type":"player","name":"bob"},{"type":"open"}])).await;
    let game = bob.get(&path(&id, "")).await.expect(200).json;
    assert_eq!(game["you"], Value::Null);
    bob.get(&path(&id, "/log")).await.expect(200);
    bob.get(&path(&id, "/export")).await.problem(409, "game_active");
    // He is known here, so that he is told what is not his to do.
    for what in ["start", "cancel", "leave", "resign"] {
        act(&bob, &id, what).await.problem(403, "forbidden");
    }
    let invitations = bob.get("/v1/games?invited=me").await.expect(200).json;
    assert_eq!(invitations["items"][0]["id"], id);
    act(&bob, &id, "decline").await.expect(200);
    is_shut_out(&bob, &id).await;
}

async fn whoever_was_kicked_or_left_may_read_no_more(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let dan = app.player("dan").await;
    let seats = json!([{"type":"player","name":"bob"},{"type":"open"},{"type":"open"}]);
    let (id, code) = private_table(&ana, seats).await;
    eve.post("/v1/join", &code).await.expect(200);
    dan.post("/v1/join", &code).await.expect(200);
    for (client, seat) in [(&bob, 1), (&eve, 2)] {
        client.get(&path(&id, "")).await.expect(200);
        ana.post(&path(&id, "/kick"), &json!({ "seat": seat })).await.expect(200);
        is_shut_out(client, &id).await;
    }
    act(&dan, &id, "leave").await.expect(200);
    is_shut_out(&dan, &id).await;
}

async fn an_invitation_that_was_passed_over_opens_nothing(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let (id, code) = private_table(&ana, json!([{"type":"player","name":"bob"},{"type":"open"}])).await;
    eve.post("/v1/join", &code).await.expect(200);
    act(&ana, &id, "start").await.expect(200);
    is_shut_out(&bob, &id).await;
}

async fn conditions_on_a_request_open_nothing(database: Database) {
    let app = App::start(&database);
    let (ana, eve) = (app.player("ana").await, app.player("eve").await);
    let (id, _) = private_table(&ana, json!([{"type":"open"}])).await;
    let tag = ana.get(&path(&id, "")).await.expect(200).etag().to_owned();
    for known in ["*", &tag] {
        let answer = eve.get_if_changed(&path(&id, ""), known).await;
        same(answer, eve.get_if_changed(&path(UNKNOWN, ""), known).await, known);
        for header in [("If-Match", known), ("Idempotency-Key", "once")] {
            let answer = eve.post_with(&path(&id, "/join"), &json!({}), header).await;
            let unknown = eve.post_with(&path(UNKNOWN, "/join"), &json!({}), header).await;
            same(answer, unknown, header.0);
        }
    }
    let stale = eve.post_with(&path(&id, "/join"), &json!({}), ("If-Match", "\"x\"")).await;
    stale.problem(404, "not_found");
}
