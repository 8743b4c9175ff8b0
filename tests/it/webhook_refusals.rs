//! What is refused of webhooks: others', wrong input, and addresses that nobody must reach through us.

use serde_json::{Value, json};

use crate::{
    support::{app::App, databases::Database, receiver::Receiver, runner::tests},
    webhooks::{hook, open_server, path, settled},
};

tests![
    a_player_may_have_so_many_webhooks,
    others_have_nothing_to_do_with_it,
    wrong_input_is_refused,
    addresses_that_are_not_public_are_refused_without_the_setting,
];

async fn a_player_may_have_so_many_webhooks(database: Database) {
    let app = App::start_with(&database, |config| config.limits.webhooks = 2);
    let ana = app.player("ana").await;
    let add = || async { ana.post("/v1/webhooks", &json!({ "url": "https://example.org/" })).await };
    let first = add().await.expect(201);
    add().await.expect(201);
    add().await.problem(429, "too_many_requests");
    ana.delete(&path(&first, "")).await.expect(204);
    add().await.expect(201);
}

async fn others_have_nothing_to_do_with_it(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, eve) = (app.player("ana").await, app.player("eve").await);
    let made = hook(&ana, &receiver, json!({})).await;
    let queued = ana.post(&path(&made, "/test"), &json!({})).await.expect(200);
    settled(&ana, &made).await;
    let own = hook(&eve, &receiver, json!({})).await;
    let again = format!("/deliveries/{}/redeliver", queued.json["id"].as_str().expect("an id"));
    eve.get(&path(&made, "")).await.problem(404, "not_found");
    eve.get(&path(&made, "/deliveries")).await.problem(404, "not_found");
    eve.patch(&path(&made, ""), &json!({ "active": false })).await.problem(404, "not_found");
    eve.delete(&path(&made, "")).await.problem(404, "not_found");
    for rest in ["/rotate", "/test", &again] {
        eve.post(&path(&made, rest), &json!({})).await.problem(404, "not_found");
        app.stranger().post(&path(&made, rest), &json!({})).await.problem(401, "unauthorized");
    }
    // Not by way of a webhook of her own either.
    eve.post(&path(&own, &again), &json!({})).await.problem(404, "not_found");
    app.stranger().get("/v1/webhooks").await.problem(401, "unauthorized");
    assert_eq!(eve.get("/v1/webhooks").await.json["items"].as_array().map(Vec::len), Some(1));
    receiver.stays_at(1).await;
}

async fn wrong_input_is_refused(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let private = bob.post("/v1/games", &json!({ "ruleset": "nine_card", "visibility": "private" })).await;
    let hidden = private.expect(201).json["id"].clone();
    let url = "https://example.org/";
    let post = async |body: Value| ana.post("/v1/webhooks", &body).await;
    let made = post(json!({ "url": url })).await.expect(201);
    let patch = async |body: Value| ana.patch(&path(&made, ""), &body).await;
    for (field, wrong) in [
        ("url", json!("nonsense")),
        ("url", json!("http://example.org/")),
        ("url", json!("https://ana:pw@example.org/")),
        ("url", json!("https://example.org/#x")),
        ("url", json!(format!("https://example.org/{}", "x".repeat(2000)))),
        ("events", json!([])),
        ("events", json!(["your_turn", "test"])),
        ("format", json!("xml")),
        ("game", hidden),
        ("game", json!("nobodys")),
        ("game", json!("\0")),
    ] {
        let mut body = json!({ "url": url });
        body[field] = wrong.clone();
        for answer in [post(body).await, patch(json!({ field: wrong })).await] {
            let answer = answer.problem(422, "invalid");
            assert!(
                answer.json["errors"][0]["field"].as_str().expect("a field").starts_with(field),
                "{}",
                answer.text
            );
        }
    }
    for (field, wrong) in [
        ("url", json!(7)),
        ("events", json!("your_turn")),
        ("events", json!([7])),
        ("format", json!(null)),
        ("active", json!("yes")),
        ("secret", json!("whsec_x")),
        ("player_id", json!("x")),
    ] {
        let mut body = json!({ "url": url });
        body[field] = wrong.clone();
        post(body).await.problem(400, "malformed");
        patch(json!({ field: wrong })).await.problem(400, "malformed");
    }
    post(json!({})).await.problem(400, "malformed");
    ana.post(&path(&made, "/test"), &json!({ "x": 1 })).await.problem(400, "malformed");
    for rest in ["", "/rotate"] {
        let to = if rest.is_empty() { "/v1/webhooks".to_owned() } else { path(&made, rest) };
        let keyed = ana.post_with(&to, &json!({ "url": url }), ("Idempotency-Key", "k")).await;
        keyed.problem(400, "malformed");
    }
    ana.get("/v1/webhooks?limit=0").await.problem(422, "invalid");
    ana.get(&path(&made, "/deliveries?cursor=zz")).await.problem(422, "invalid");
    let both = post(json!({ "url": "x", "events": [] })).await.problem(422, "invalid");
    assert_eq!(both.json["errors"].as_array().map(Vec::len), Some(2), "all that is wrong is told at once");
}

async fn addresses_that_are_not_public_are_refused_without_the_setting(database: Database) {
    let receiver = Receiver::start().await;
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0.0.0.0",
        "10.0.0.1",
        "192.168.0.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[fc00::1]",
        "[fe80::1]",
        "[64:ff9b::7f00:1]",
        "localhost",
        "LOCALHOST.",
        "club.localhost",
    ] {
        let url = format!("https://{host}:8443/");
        ana.post("/v1/webhooks", &json!({ "url": url })).await.problem(422, "invalid");
    }
    // Nor when they come from elsewhere: made while the setting was on.
    let port = receiver.base.rsplit(':').next().expect("a port").to_owned();
    let made = ana.post("/v1/webhooks", &json!({ "url": "https://example.org/" })).await.expect(201);
    for scheme in ["https", "http"] {
        database.execute(&format!("UPDATE webhooks SET url = '{scheme}://127.0.0.1:{port}/'"));
        ana.post(&path(&made, "/test"), &json!({})).await.expect(200);
        let last = &settled(&ana, &made).await[0];
        assert_eq!((&last["status"], &last["last_status"]), (&json!("failed"), &Value::Null));
        assert_eq!(last["last_error"], "the URL is none that may be called");
    }
    receiver.stays_at(0).await;
}
