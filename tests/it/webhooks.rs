//! Webhooks, from the first call to the end of the account.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    play::{Table, choices},
    reading::fields,
    receiver::{Receiver, Reply},
    runner::tests,
};

tests![
    what_is_new_in_the_feed_is_sent_signed,
    only_what_is_wanted_is_sent,
    formats_for_slack_and_discord_are_lines_of_text,
    a_rotated_secret_signs_together_with_the_old_one_for_a_day,
    a_test_is_sent_once_and_something_can_be_sent_again,
    webhooks_are_changed_listed_and_deleted,
    what_is_switched_off_sends_nothing,
    nothing_hidden_is_sent_through_a_whole_game,
    nothing_more_is_told_of_a_private_game_that_was_left,
    with_the_account_its_webhooks_go,
];

/// A server that may call this machine.
pub fn open_server(database: &Database) -> App {
    App::start_with(database, |config| {
        config.webhooks_anywhere = true;
        config.public_url = Some("https://club.example".to_owned());
    })
}

/// Makes a webhook; `more` is what goes beyond the URL.
pub async fn hook(client: &Client, receiver: &Receiver, more: Value) -> Answer {
    let mut body = more;
    body["url"] = format!("{}/hook", receiver.base).into();
    client.post("/v1/webhooks", &body).await.expect(201)
}

/// The address of a webhook, with something appended.
pub fn path(made: &Answer, rest: &str) -> String {
    format!("/v1/webhooks/{}{rest}", made.json["id"].as_str().expect("an id"))
}

pub fn secret(made: &Answer) -> &str {
    made.json["secret"].as_str().expect("a secret")
}

/// What a webhook has sent and is to send, newest first.
pub async fn deliveries(client: &Client, made: &Answer) -> Vec<Value> {
    let page = client.get(&path(made, "/deliveries?limit=100")).await.expect(200).json;
    page["items"].as_array().expect("a list").clone()
}

async fn feed(client: &Client) -> Vec<Value> {
    client.get("/v1/feed?limit=100").await.expect(200).json["items"].as_array().expect("a list").clone()
}

/// Waits until nothing is pending any more.
pub async fn settled(client: &Client, made: &Answer) -> Vec<Value> {
    for _ in 0..3000 {
        let all = deliveries(client, made).await;
        if all.iter().all(|delivery| delivery["status"] != "pending") {
            return all;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("something stays pending: {:#?}", deliveries(client, made).await);
}

async fn what_is_new_in_the_feed_is_sent_signed(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    // What was told before is not sent.
    Table::start_with(vec![bob.clone(), ana.clone()], json!({ "ruleset": "nine_card" })).await;
    let before = feed(&ana).await.len();
    let made = hook(&ana, &receiver, json!({})).await;
    assert_eq!(made.header("location"), path(&made, ""));
    let table = Table::start_with(vec![ana.clone(), bob], json!({ "ruleset": "nine_card" })).await;

    let received = receiver.wait_for(2).await;
    let items = &feed(&ana).await[before..];
    assert_eq!(items.len(), 2, "{items:#?}");
    let mut ids: Vec<&str> = Vec::new();
    for call in &received {
        assert_eq!(call.path, "/hook");
        assert_eq!(call.header("content-type"), "application/json");
        assert!(call.header("user-agent").starts_with("Clubhouse/"));
        assert!(call.is_signed_with(secret(&made)));
        assert!(!call.is_signed_with("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"));
        ids.push(call.header("webhook-id"));
        let body = call.json();
        let item = items.iter().find(|item| item["id"] == body["data"]["id"]).expect("it is in the feed");
        assert_eq!((&body["type"], &body["timestamp"]), (&item["kind"], &item["at"]));
        let data = &body["data"];
        assert_eq!((&data["kind"], &data["version"]), (&item["kind"], &item["version"]));
        assert_eq!((&data["game"], &data["ruleset"]), (&json!(table.id), &json!("nine_card")));
        assert_eq!(data["link"], format!("https://club.example/v1/games/{}", table.id));
        assert_eq!(data["to_act"], json!(["ana", "bob"]));
    }
    let title = |kind: &str| {
        let body = received.iter().map(|call| call.json()).find(|body| body["type"] == kind);
        body.expect("it has come")["data"]["title"].clone()
    };
    assert_eq!(title("your_turn"), "It is your turn in Nine-card Golf");
    assert_eq!(title("game_started"), "The game has begun: Nine-card Golf");
    let all = settled(&ana, &made).await;
    assert_eq!(all.len(), 2);
    for delivery in &all {
        assert!(ids.contains(&delivery["id"].as_str().expect("an id")));
        assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!("delivered"), &json!(1)));
        assert_eq!((&delivery["last_status"], &delivery["last_error"]), (&json!(204), &Value::Null));
        assert!(delivery["delivered_at"].is_string() && delivery["next_at"].is_null());
    }
    receiver.stays_at(2).await;
}

async fn only_what_is_wanted_is_sent(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let both = || vec![ana.clone(), bob.clone()];
    let first = Table::start_with(both(), json!({ "ruleset": "nine_card" })).await;
    let second = Table::start_with(both(), json!({ "ruleset": "card_golf" })).await;
    hook(&ana, &receiver, json!({ "events": ["game_finished", "invited", "invited"], "game": first.id }))
        .await;
    for table in [&second, &first] {
        bob.post(&table.path("/resign"), &json!({})).await.expect(200);
    }
    let received = receiver.wait_for(1).await;
    assert_eq!(
        (&received[0].json()["type"], &received[0].json()["data"]["game"]),
        (&json!("game_finished"), &json!(first.id))
    );
    receiver.stays_at(1).await;
}

async fn formats_for_slack_and_discord_are_lines_of_text(database: Database) {
    let app = open_server(&database);
    let (slack, discord) = (Receiver::start().await, Receiver::start().await);
    let (ana, bob) = (app.player("a_na_").await, app.player("bob").await);
    let wanted = |format: &str| json!({ "format": format, "events": ["your_turn"] });
    let made = hook(&ana, &slack, wanted("slack")).await;
    hook(&ana, &discord, wanted("discord")).await;
    let table = Table::start_with(vec![ana, bob], json!({ "ruleset": "nine_card" })).await;
    let link = format!("https://club.example/v1/games/{}", table.id);
    let call = &slack.wait_for(1).await[0];
    assert!(call.is_signed_with(secret(&made)));
    let text = format!("It is your turn in Nine-card Golf. To act: a_na_, bob. {link}");
    assert_eq!(call.json(), json!({ "text": text, "mrkdwn": false }));
    let text = format!("It is your turn in Nine-card Golf. To act\\: a\\_na\\_, bob. {link}");
    let body = discord.wait_for(1).await[0].json();
    assert_eq!(body, json!({ "content": text, "allowed_mentions": { "parse": [] } }));
}

async fn a_rotated_secret_signs_together_with_the_old_one_for_a_day(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let ana = app.player("ana").await;
    let made = hook(&ana, &receiver, json!({})).await;
    let rotated = ana.post(&path(&made, "/rotate"), &json!({})).await.expect(200);
    assert_ne!(secret(&made), secret(&rotated));
    assert!(rotated.json["old_secret_until"].is_string());
    ana.post(&path(&made, "/test"), &json!({})).await.expect(200);
    let call = &receiver.wait_for(1).await[0];
    assert_eq!(call.header("webhook-signature").split(' ').count(), 2);
    assert!(call.is_signed_with(secret(&made)) && call.is_signed_with(secret(&rotated)));
    settled(&ana, &made).await;

    app.clock.advance(chrono::TimeDelta::hours(25));
    ana.post(&path(&made, "/test"), &json!({})).await.expect(200);
    let call = &receiver.wait_for(2).await[1];
    assert_eq!(call.header("webhook-signature").split(' ').count(), 1);
    assert!(!call.is_signed_with(secret(&made)) && call.is_signed_with(secret(&rotated)));
    assert!(ana.get(&path(&made, "")).await.expect(200).json["old_secret_until"].is_null());
}

async fn a_test_is_sent_once_and_something_can_be_sent_again(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let ana = app.player("ana").await;
    let made = hook(&ana, &receiver, json!({})).await;
    receiver.answer_next([Reply::Status(500)]);
    let key = ("Idempotency-Key", "k1");
    let queued = ana.post_with(&path(&made, "/test"), &json!({}), key).await.expect(200);
    assert_eq!((&queued.json["type"], &queued.json["item"]), (&json!("test"), &Value::Null));
    let again = ana.post_with(&path(&made, "/test"), &json!({}), key).await.expect(200);
    assert_eq!((again.header("idempotency-replayed"), &again.text), ("true", &queued.text));
    let call = &receiver.wait_for(1).await[0];
    assert_eq!(call.json()["data"]["title"], "This is a test of your webhook");
    let failed = &settled(&ana, &made).await[0];
    assert_eq!((&failed["status"], &failed["last_status"]), (&json!("failed"), &json!(500)));
    // Not again by itself, but if it is asked for: the very same.
    app.clock.advance(chrono::TimeDelta::days(1));
    receiver.stays_at(1).await;
    let redeliver =
        path(&made, &format!("/deliveries/{}/redeliver", queued.json["id"].as_str().expect("an id")));
    ana.post(&redeliver, &json!({})).await.expect(200);
    let calls = receiver.wait_for(2).await;
    assert_eq!(calls[1].header("webhook-id"), call.header("webhook-id"));
    assert_eq!(calls[1].body, call.body);
    assert!(calls[1].is_signed_with(secret(&made)));
    assert_eq!(settled(&ana, &made).await[0]["status"], "delivered");
    ana.post(&path(&made, "/deliveries/msg_none/redeliver"), &json!({})).await.problem(404, "not_found");
    receiver.stays_at(2).await;
}

async fn webhooks_are_changed_listed_and_deleted(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let ana = app.player("ana").await;
    let (first, second) = (hook(&ana, &receiver, json!({})).await, hook(&ana, &receiver, json!({})).await);
    for made in [&first, &second] {
        assert!(secret(made).starts_with("whsec_") && secret(made).len() == 50);
        let read = ana.get(&path(made, "")).await.expect(200);
        assert!(!read.text.contains("whsec_") && read.json.get("secret").is_none());
    }
    let list = ana.get("/v1/webhooks?limit=1").await.expect(200);
    assert_eq!(list.json["items"][0]["id"], second.json["id"], "the newest comes first");
    let next = list.json["next"].as_str().expect("there is another page");
    let last = ana.get(&format!("/v1/webhooks?limit=1&cursor={next}")).await.expect(200);
    assert_eq!((&last.json["items"][0]["id"], &last.json["next"]), (&first.json["id"], &Value::Null));
    assert!(!list.text.contains("whsec_") && !last.text.contains("whsec_"));

    let changes = json!({ "url": "https://example.org/x", "events": ["invited"], "format": "slack" });
    let changed = ana.patch(&path(&first, ""), &changes).await.expect(200).json;
    for field in ["url", "events", "format"] {
        assert_eq!(changed[field], changes[field]);
    }
    let changed = ana.patch(&path(&first, ""), &json!({ "events": null })).await.expect(200).json;
    assert_eq!((&changed["events"], &changed["format"]), (&Value::Null, &json!("slack")));
    assert_eq!(ana.patch(&path(&first, ""), &json!({})).await.expect(200).json, changed);

    ana.post(&path(&second, "/test"), &json!({})).await.expect(200);
    receiver.wait_for(1).await;
    ana.delete(&path(&second, "")).await.expect(204);
    ana.delete(&path(&second, "")).await.problem(404, "not_found");
    ana.get(&path(&second, "/deliveries")).await.problem(404, "not_found");
    assert_eq!(ana.get("/v1/webhooks").await.json["items"].as_array().map(Vec::len), Some(1));
}

async fn what_is_switched_off_sends_nothing(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let made = hook(&ana, &receiver, json!({ "events": ["game_started"] })).await;
    let off = ana.patch(&path(&made, ""), &json!({ "active": false })).await.expect(200).json;
    assert_eq!(
        (&off["active"], &off["disabled_at"]),
        (&json!(false), &Value::Null),
        "that was not the server"
    );
    let play = || Table::start_with(vec![ana.clone(), bob.clone()], json!({ "ruleset": "nine_card" }));
    play().await;
    receiver.stays_at(0).await;
    ana.patch(&path(&made, ""), &json!({ "active": true })).await.expect(200);
    let table = play().await;
    let received = receiver.wait_for(1).await;
    assert_eq!(received[0].json()["data"]["game"], table.id);
    receiver.stays_at(1).await;
}

/// All texts in a value.
fn texts(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, into)),
        Value::Object(object) => object.values().for_each(|value| texts(value, into)),
        _ => {}
    }
}

async fn nothing_hidden_is_sent_through_a_whole_game(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let made = hook(&ana, &receiver, json!({})).await;
    hook(&bob, &receiver, json!({})).await;
    let game = json!({ "ruleset": "nine_card", "options": { "holes": 1 }, "visibility": "private" });
    let table = Table::start_with(vec![ana.clone(), bob.clone()], game).await;
    table.play_out(&mut choices(6)).await;
    let told = feed(&ana).await.len() + feed(&bob).await.len();
    assert!(told > 10, "{told} items");
    let received = receiver.wait_for(told).await;
    let known =
        ["ana", "bob", "nine_card", &table.id, &format!("https://club.example/v1/games/{}", table.id)];
    for call in &received {
        let body = call.json();
        assert_eq!(fields(&body), ["data", "timestamp", "type"]);
        let expected = ["game", "id", "kind", "link", "ruleset", "title", "to_act", "version"];
        assert_eq!(fields(&body["data"]), expected);
        // Every text is one of these, so that no card can be in it.
        let mut all = Vec::new();
        texts(&body["data"]["to_act"], &mut all);
        texts(&json!([body["data"]["game"], body["data"]["link"], body["data"]["ruleset"]]), &mut all);
        assert!(all.iter().all(|text| known.contains(&text.as_str())), "{all:?}");
        let title = body["data"]["title"].as_str().expect("a title");
        assert!(title.ends_with("Nine-card Golf") && body["data"]["kind"] == body["type"], "{title}");
    }
    assert!(settled(&ana, &made).await.iter().all(|delivery| delivery["attempts"] == 1));
    receiver.stays_at(told).await;
}

async fn nothing_more_is_told_of_a_private_game_that_was_left(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    // The webhook is called only when bob has declined already.
    receiver.answer_all(Reply::Status(204));
    let seats = json!([{ "type": "you" }, { "type": "player", "name": "bob" }, { "type": "open" }]);
    let made = hook(&bob, &receiver, json!({})).await;
    database.execute("UPDATE webhooks SET active = FALSE");
    let private = json!({ "ruleset": "nine_card", "visibility": "private", "seats": seats });
    let game =
        ana.post("/v1/games", &private).await.expect(201).json["id"].as_str().expect("an id").to_owned();
    bob.post(&format!("/v1/games/{game}/decline"), &json!({})).await.expect(200);
    database.execute("UPDATE webhooks SET active = TRUE, wake_at = '2026-01-01 00:00:00'");
    let call = receiver.wait_for(1).await[0].json();
    let data = &call["data"];
    assert_eq!((&call["type"], &data["title"]), (&json!("invited"), &json!("You are invited to a game")));
    assert_eq!((&data["ruleset"], &data["link"], &data["to_act"]), (&Value::Null, &Value::Null, &json!([])));
    settled(&bob, &made).await;
}

async fn with_the_account_its_webhooks_go(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let made = hook(&ana, &receiver, json!({})).await;
    receiver.answer_all(Reply::Status(500));
    Table::start_with(vec![ana.clone(), bob], json!({ "ruleset": "nine_card" })).await;
    receiver.wait_for(2).await;
    ana.delete("/v1/players/me").await.expect(204);
    ana.get(&path(&made, "")).await.problem(401, "unauthorized");
    let calls = receiver.received().len();
    app.clock.advance(chrono::TimeDelta::hours(1));
    receiver.stays_at(calls).await;
}
