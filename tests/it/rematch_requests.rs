//! Who may ask for a rematch, when, and how often.

use serde_json::json;

use crate::support::{
    app::App,
    client::Answer,
    databases::Database,
    play::Table,
    reading::{act, create, id, path, whole_log},
    rematches::{finished, game, rematch, three, who},
    runner::tests,
    rush::{Post, at_once},
};

tests![
    there_is_one_rematch_whoever_asks_first,
    at_the_same_moment_there_is_one_rematch,
    a_rematch_comes_after_the_end,
    only_who_had_a_seat_may_ask,
    a_request_is_safe_to_repeat,
    a_request_may_have_a_condition,
    the_limits_of_games_hold,
];

async fn there_is_one_rematch_whoever_asks_first(database: Database) {
    let app = App::start(&database);
    let players = three(&app).await;
    let old = finished(&players, json!({})).await;
    let new = id(&rematch(&players[1], &old).await.expect(201));
    let before = game(&players[0], &old).await;
    for player in &players {
        let problem = rematch(player, &old).await.problem(409, "rematch_exists");
        assert!(
            problem.json["detail"].as_str().is_some_and(|detail| detail.contains(&new)),
            "{}",
            problem.text
        );
    }
    // Called off, it was the one that there is.
    act(&players[1], &new, "cancel").await.expect(200);
    rematch(&players[0], &old).await.problem(409, "rematch_exists");
    assert_eq!(game(&players[0], &old).await, before);
    let games = players[0].get("/v1/games?player=me").await.expect(200).json;
    assert_eq!(games["items"].as_array().map(Vec::len), Some(1), "only the old one: she has not joined");
}

async fn at_the_same_moment_there_is_one_rematch(database: Database) {
    let app = App::start(&database);
    let players = three(&app).await;
    for round in 0..4 {
        let old = finished(&players, json!({})).await;
        let ask = path(&old, "/rematch");
        let posts = (0..6).map(|number| Post::new(&players[number % 3], &ask, &json!({})));
        let answers = at_once(posts.collect()).await;
        let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Answer::is_success);
        assert_eq!(made.len(), 1);
        for answer in refused {
            answer.problem(409, "rematch_exists");
        }
        assert_eq!(game(&players[0], &old).await["rematch"], made[0].json["id"]);
        let log = whole_log(&players[0], &old).await;
        assert_eq!(log.iter().filter(|entry| entry["kind"] == "rematch").count(), 1);
        let open = app.stranger().get("/v1/games?status=open").await.expect(200).json;
        assert_eq!(open["items"].as_array().map(Vec::len), Some(round + 1), "no other table was set up");
    }
}

async fn a_rematch_comes_after_the_end(database: Database) {
    let app = App::start(&database);
    let [ana, bob, _] = three(&app).await;
    let open = id(&create(&ana, json!({})).await);
    rematch(&ana, &open).await.problem(409, "game_active");
    act(&bob, &open, "join").await.expect(200);
    for player in [&ana, &bob] {
        rematch(player, &open).await.problem(409, "game_active");
    }
    // What never began cannot be made anew.
    let called_off = id(&create(&ana, json!({})).await);
    act(&ana, &called_off, "cancel").await.expect(200);
    rematch(&ana, &called_off).await.problem(409, "game_cancelled");
    ana.post(&path(&open, "/rematch"), &json!({ "seats": [] })).await.problem(400, "malformed");
    rematch(&ana, "zzzzzzzzzzzz").await.problem(404, "not_found");
    assert!(game(&ana, &open).await.get("rematch").is_none());
}

async fn only_who_had_a_seat_may_ask(database: Database) {
    let app = App::start(&database);
    let [ana, bob, eve] = three(&app).await;
    let dan = app.player("dan").await;
    for visibility in ["public", "private"] {
        // ana has set it up for others.
        let seats = json!([{ "type": "player", "name": "bob" }, { "type": "player", "name": "dan" }]);
        let old = id(&create(&ana, json!({ "seats": seats, "visibility": visibility })).await);
        act(&bob, &old, "join").await.expect(200);
        act(&dan, &old, "join").await.expect(200);
        act(&dan, &old, "resign").await.expect(200);
        rematch(&ana, &old).await.problem(403, "forbidden");
        rematch(&app.stranger(), &old).await.problem(401, "unauthorized");
        match visibility {
            "public" => rematch(&eve, &old).await.problem(403, "forbidden"),
            _ => rematch(&eve, &old).await.problem(404, "not_found"),
        };
        let new = rematch(&bob, &old).await.expect(201).json;
        assert_eq!(who(&new), [("player", Some("bob")), ("invited", Some("dan"))]);
        // ana knows of the old table, and has nothing to do with the new one.
        let status = ana.get(&path(new["id"].as_str().expect("an id"), "")).await.status;
        assert_eq!(status, if visibility == "public" { 200 } else { 404 });
    }
}

async fn a_request_is_safe_to_repeat(database: Database) {
    let app = App::start(&database);
    let [ana, bob, _] = three(&app).await;
    let old = finished(&[ana.clone(), bob.clone()], json!({})).await;
    let (ask, key) = (path(&old, "/rematch"), ("Idempotency-Key", "again"));
    let first = ana.post_with(&ask, &json!({}), key).await.expect(201);
    let again = ana.post_with(&ask, &json!({}), key).await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), &again.text), ("true", &first.text));
    assert_eq!((again.header("location"), again.etag()), (first.header("location"), first.etag()));
    bob.post_with(&ask, &json!({}), key).await.problem(409, "rematch_exists");
    // Twins at the same moment are one request.
    let old = finished(&[ana.clone(), bob.clone()], json!({})).await;
    let post = || Post::new(&ana, &path(&old, "/rematch"), &json!({})).with("Idempotency-Key", "twins");
    let answers = at_once((0..5).map(|_| post()).collect()).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.text), (201, &answers[0].text));
    }
}

async fn a_request_may_have_a_condition(database: Database) {
    let app = App::start(&database);
    let [ana, bob, _] = three(&app).await;
    let table = Table::start_with(vec![ana.clone(), bob.clone()], json!({ "ruleset": "nine_card" })).await;
    let (old, ask) = (&table.id, table.path("/rematch"));
    let stale = ana.get(&path(old, "")).await.expect(200).etag().to_owned();
    act(&bob, old, "resign").await.expect(200);
    ana.post_with(&ask, &json!({}), ("If-Match", &stale)).await.problem(412, "stale");
    let fresh = ana.get(&path(old, "")).await.expect(200).etag().to_owned();
    ana.post_with(&ask, &json!({}), ("If-Match", &fresh)).await.expect(201);
    // It has changed by that.
    ana.post_with(&ask, &json!({}), ("If-Match", &fresh)).await.problem(412, "stale");
}

async fn the_limits_of_games_hold(database: Database) {
    let app = App::start_with(&database, |config| {
        config.limits.limit_loopback = true;
        config.limits.open_games = 1;
    });
    let [ana, bob, _] = three(&app).await;
    let old = finished(&[ana.clone(), bob.clone()], json!({})).await;
    let other = id(&create(&ana, json!({})).await);
    let before = game(&ana, &old).await;
    rematch(&ana, &old).await.problem(429, "too_many_requests");
    assert_eq!(game(&ana, &old).await, before);
    act(&ana, &other, "cancel").await.expect(200);
    let new = id(&rematch(&ana, &old).await.expect(201));
    assert_eq!(game(&ana, &old).await["rematch"], json!(new));
    ana.post("/v1/games", &json!({ "ruleset": "nine_card" })).await.problem(429, "too_many_requests");
}
