//! Taking and giving up seats before the start.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    reading::{act, create, id, path, told, whole_log},
    runner::tests,
};

tests![
    whoever_joins_gets_the_first_open_seat,
    whoever_joins_may_choose_an_open_seat,
    an_invited_player_gets_the_seat_that_is_kept_for_him,
    a_seat_that_is_taken_or_kept_or_not_there_is_refused,
    without_a_free_seat_the_game_is_full,
    nobody_joins_twice,
    nobody_joins_once_the_game_has_started_or_was_cancelled,
    a_stranger_joins_a_private_game_by_its_code,
    a_wrong_code_is_not_found,
    the_game_starts_when_the_last_seat_fills,
    an_invitation_can_be_declined,
    a_player_can_leave_but_the_creator_cannot,
    the_creator_can_clear_a_seat,
    nobody_joins_or_leaves_without_a_token,
];

/// A game of ana's with these seats after hers.
async fn table(ana: &Client, others: Value) -> String {
    let seats = [vec![json!({ "type": "you" })], others.as_array().expect("a list").clone()].concat();
    id(&create(ana, json!({ "seats": seats })).await)
}

async fn join(client: &Client, id: &str, seat: i64) -> Answer {
    client.post(&path(id, "/join"), &json!({ "seat": seat })).await
}

/// The game and its log after a change must agree on the version.
async fn log_of(client: &Client, answer: &Answer) -> Vec<Value> {
    let log = whole_log(client, &id(answer)).await;
    assert_eq!(answer.json["version"], log.len(), "the version is the number of entries");
    let game = client.get(&path(&id(answer), "")).await.expect(200).json;
    assert_eq!(game["version"], log.len());
    log
}

async fn last_told(client: &Client, answer: &Answer) -> (String, Option<u64>, String) {
    let log = log_of(client, answer).await;
    let &(kind, seat, by) = told(&log).last().expect("an entry");
    (kind.to_owned(), seat, by.to_owned())
}

fn entry(kind: &str, seat: Option<u64>, by: &str) -> (String, Option<u64>, String) {
    (kind.to_owned(), seat, by.to_owned())
}

async fn whoever_joins_gets_the_first_open_seat(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let id = table(&ana, json!([{"type":"player","name":"eve"},{"type":"open"},{"type":"open"}])).await;
    let joined = act(&bob, &id, "join").await.expect(200);
    assert_eq!(joined.json["you"]["seat"], 2, "seat 1 is kept for eve");
    assert_eq!(joined.json["seats"][2]["name"], "bob");
    assert_eq!(joined.json["status"], "open");
    assert_eq!(last_told(&ana, &joined).await, entry("joined", Some(2), "player"));
    assert_eq!(joined.json["played"][0]["kind"], "joined");
    // An empty body is the same as {}.
    let dan = app.player("dan").await;
    let bare = crate::support::client::send(dan.request(reqwest::Method::POST, &path(&id, "/join"))).await;
    assert_eq!(bare.expect(200).json["you"]["seat"], 3);
    act(&eve, &id, "join").await.expect(200);
}

async fn whoever_joins_may_choose_an_open_seat(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let id = table(&ana, json!([{"type":"open"},{"type":"open"},{"type":"open"}])).await;
    let joined = join(&bob, &id, 3).await.expect(200);
    assert_eq!(joined.json["you"]["seat"], 3);
    assert_eq!(joined.json["seats"][1]["type"], "open");
    assert_eq!(last_told(&ana, &joined).await, entry("joined", Some(3), "player"));
}

async fn an_invited_player_gets_the_seat_that_is_kept_for_him(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let seats = json!([{"type":"open"},{"type":"player","name":"bob"},{"type":"open"}]);
    let first = table(&ana, seats.clone()).await;
    assert_eq!(act(&bob, &first, "join").await.expect(200).json["you"]["seat"], 2);
    let second = table(&ana, seats).await;
    assert_eq!(join(&bob, &second, 2).await.expect(200).json["seats"][2]["type"], "player");
}

async fn a_seat_that_is_taken_or_kept_or_not_there_is_refused(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.player("eve").await;
    let id = table(&ana, json!([{"type":"player","name":"eve"},{"type":"open"}])).await;
    join(&bob, &id, 0).await.problem(409, "seat_taken");
    join(&bob, &id, 1).await.problem(409, "seat_taken");
    for seat in [-1, 3, 4_294_967_298, i64::MAX, i64::MIN] {
        let problem = join(&bob, &id, seat).await.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "seat", "{seat}");
    }
    for body in [json!({ "seat": "2" }), json!({ "seat": 1.5 }), json!({ "place": 2 })] {
        bob.post(&path(&id, "/join"), &body).await.problem(400, "malformed");
    }
    assert_eq!(whole_log(&ana, &id).await.len(), 2, "refusals leave no trace");
}

async fn without_a_free_seat_the_game_is_full(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.player("eve").await;
    let id = table(&ana, json!([{"type":"player","name":"eve"}])).await;
    act(&bob, &id, "join").await.problem(409, "game_full");
}

async fn nobody_joins_twice(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let id = table(&ana, json!([{"type":"open"},{"type":"open"}])).await;
    act(&ana, &id, "join").await.problem(409, "already_seated");
    act(&bob, &id, "join").await.expect(200);
    act(&bob, &id, "join").await.problem(409, "already_seated");
    join(&bob, &id, 2).await.problem(409, "already_seated");
}

async fn nobody_joins_once_the_game_has_started_or_was_cancelled(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let started = table(&ana, json!([{"type":"open"}])).await;
    act(&bob, &started, "join").await.expect(200);
    act(&eve, &started, "join").await.problem(409, "game_full");
    join(&eve, &started, 1).await.problem(409, "game_full");
    act(&bob, &started, "resign").await.expect(200);
    act(&eve, &started, "join").await.problem(409, "game_full");
    let cancelled = table(&ana, json!([{"type":"open"}])).await;
    act(&ana, &cancelled, "cancel").await.expect(200);
    act(&eve, &cancelled, "join").await.problem(409, "game_cancelled");
}

async fn a_stranger_joins_a_private_game_by_its_code(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    app.player("eve").await;
    let seats = json!([{"type":"you"},{"type":"player","name":"eve"},{"type":"open"},{"type":"open"}]);
    let created = create(&ana, json!({ "visibility": "private", "seats": seats })).await;
    let code = json!({ "code": created.json["join_code"] });
    act(&bob, &id(&created), "join").await.problem(404, "not_found");
    let joined = bob.post("/v1/join", &code).await.expect(200);
    assert_eq!(joined.json["id"], created.json["id"]);
    assert_eq!(joined.json["you"]["seat"], 2, "the first open seat");
    assert_eq!(last_told(&ana, &joined).await, entry("joined", Some(2), "player"));
    bob.post("/v1/join", &code).await.problem(409, "already_seated");
    app.stranger().post("/v1/join", &code).await.problem(401, "unauthorized");
}

async fn a_wrong_code_is_not_found(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let created = create(&ana, json!({ "visibility": "private" })).await;
    // A public game has none, so that no empty text may find it.
    create(&ana, json!({})).await;
    let code = created.json["join_code"].as_str().expect("a code");
    let (lower, part, long) = (code.to_lowercase(), &code[..code.len() - 1], "x".repeat(10_000));
    for wrong in ["", "%", "0000000000000000", "🦀", "a\0b", part, &long, &id(&created)] {
        bob.post("/v1/join", &json!({ "code": wrong })).await.problem(404, "not_found");
    }
    if lower != code {
        bob.post("/v1/join", &json!({ "code": lower })).await.problem(404, "not_found");
    }
    for body in [json!({}), json!({ "code": null }), json!({ "code": 7 }), json!({ "code": code, "seat": 1 })]
    {
        bob.post("/v1/join", &body).await.problem(400, "malformed");
    }
    assert_eq!(whole_log(&ana, &id(&created)).await.len(), 1);
}

async fn the_game_starts_when_the_last_seat_fills(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let id = table(&ana, json!([{"type":"player","name":"bob"},{"type":"open"}])).await;
    assert_eq!(act(&eve, &id, "join").await.expect(200).json["status"], "open", "a kept seat is not filled");
    let started = act(&bob, &id, "join").await.expect(200);
    assert_eq!(started.json["status"], "active");
    assert_eq!(started.json["to_act"], json!([0, 1, 2]), "everybody has to reveal");
    let log = log_of(&ana, &started).await;
    let all = [
        ("created", Some(0), "player"),
        ("invited", Some(1), "player"),
        ("joined", Some(2), "player"),
        ("joined", Some(1), "player"),
        ("started", None, "server"),
    ];
    assert_eq!(told(&log), all);
    assert_eq!(json!(log[3..]), started.json["played"], "the answer tells both");
    let types: Vec<&str> = log[4]["events"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|event| event["type"].as_str())
        .collect();
    assert_eq!(types, ["first_dealer", "shuffle", "hole_started"], "the first deal");
    assert!(log[..4].iter().all(|entry| entry["events"] == json!([]) && entry["move"] == Value::Null));
}

async fn an_invitation_can_be_declined(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let id = table(&ana, json!([{"type":"player","name":"bob"},{"type":"player","name":"eve"}])).await;
    let declined = act(&bob, &id, "decline").await.expect(200);
    assert_eq!(declined.json["seats"][1]["type"], "open");
    assert!(declined.json["seats"][1].get("name").is_none());
    assert_eq!(last_told(&ana, &declined).await, entry("declined", Some(1), "player"));
    assert_eq!(bob.get("/v1/games?invited=me").await.expect(200).json["items"], json!([]));
    for client in [&bob, &ana] {
        act(client, &id, "decline").await.problem(403, "forbidden");
    }
    // Nobody else may take what is kept for eve, but the seat that bob gave up.
    let dan = app.player("dan").await;
    assert_eq!(act(&dan, &id, "join").await.expect(200).json["you"]["seat"], 1);
    act(&ana, &id, "cancel").await.expect(200);
    act(&eve, &id, "decline").await.problem(409, "game_cancelled");
}

async fn a_player_can_leave_but_the_creator_cannot(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let id = table(&ana, json!([{"type":"open"},{"type":"player","name":"eve"}])).await;
    act(&bob, &id, "join").await.expect(200);
    act(&ana, &id, "leave").await.problem(403, "forbidden");
    act(&eve, &id, "leave").await.problem(403, "forbidden");
    let left = act(&bob, &id, "leave").await.expect(200);
    assert_eq!(left.json["seats"][1]["type"], "open");
    assert_eq!(left.json["you"], Value::Null);
    assert_eq!(last_told(&ana, &left).await, entry("left", Some(1), "player"));
    act(&bob, &id, "leave").await.problem(403, "forbidden");
    act(&bob, &id, "join").await.expect(200);
    act(&eve, &id, "join").await.expect(200);
    act(&bob, &id, "leave").await.problem(409, "game_started");
}

async fn the_creator_can_clear_a_seat(database: Database) {
    let app = App::start(&database);
    let (ana, bob, eve) = (app.player("ana").await, app.player("bob").await, app.player("eve").await);
    let id = table(&ana, json!([{"type":"open"},{"type":"player","name":"eve"},{"type":"open"}])).await;
    act(&bob, &id, "join").await.expect(200);
    let kick =
        async |client: &Client, seat: i64| client.post(&path(&id, "/kick"), &json!({ "seat": seat })).await;
    for client in [&bob, &eve] {
        kick(client, 1).await.problem(403, "forbidden");
    }
    for seat in [0, 3, 4, -1, i64::MAX] {
        // His own, an open one, and some that are not there.
        let problem = kick(&ana, seat).await.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "seat", "{seat}");
    }
    act(&ana, &id, "kick").await.problem(400, "malformed");
    for seat in [1, 2] {
        let kicked = kick(&ana, seat).await.expect(200);
        assert_eq!(kicked.json["seats"][seat as usize]["type"], "open");
        assert_eq!(last_told(&ana, &kicked).await, entry("kicked", Some(seat as u64), "player"));
    }
    assert_eq!(bob.get("/v1/games?player=me").await.expect(200).json["items"], json!([]));
    assert_eq!(eve.get("/v1/games?invited=me").await.expect(200).json["items"], json!([]));
    // Whoever was kicked from a public game may come again, until it has started.
    for client in [&bob, &eve, &app.player("dan").await] {
        act(client, &id, "join").await.expect(200);
    }
    kick(&ana, 1).await.problem(409, "game_started");
}

async fn nobody_joins_or_leaves_without_a_token(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let id = table(&ana, json!([{"type":"open"}])).await;
    for what in ["join", "decline", "leave", "start", "kick", "cancel", "moves", "resign"] {
        act(&app.stranger(), &id, what).await.problem(401, "unauthorized");
    }
    assert_eq!(whole_log(&ana, &id).await.len(), 1);
}
