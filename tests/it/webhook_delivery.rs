//! What happens to a delivery when the receiver, the network or this server fails.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::{
    support::{
        app::App,
        client::{Answer, Client},
        databases::Database,
        play::{Table, choices},
        process::Process,
        receiver::{Receiver, Reply},
        runner::tests,
    },
    webhooks::{deliveries, hook, open_server, path, secret, settled},
};

tests![
    what_fails_is_sent_again_with_growing_pauses,
    a_receiver_may_ask_for_a_longer_pause,
    after_three_days_a_webhook_is_switched_off_and_its_owner_told,
    a_receiver_that_is_gone_is_left_alone_at_once,
    redirects_are_not_followed,
    huge_answers_are_not_read_and_slow_ones_hold_nobody_up,
    two_servers_send_each_thing_once,
    a_killed_server_has_lost_nothing,
    a_server_that_stops_ends_the_calls_that_are_under_way,
    secrets_are_in_no_log,
];

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().expect("a time").parse().expect("a time")
}

/// The only delivery, when it has been tried so often and is not being sent.
async fn after_attempts(client: &Client, made: &Answer, attempts: i64) -> Value {
    for _ in 0..3000 {
        let delivery = deliveries(client, made).await.pop().unwrap_or_default();
        let is_being_sent = delivery["status"] == "pending" && delivery["next_at"].is_null();
        if delivery["attempts"] == attempts && !is_being_sent {
            return delivery;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{attempts} attempts: {:#?}", deliveries(client, made).await);
}

async fn start_game(ana: &Client, bob: &Client) -> Table {
    Table::start_with(vec![ana.clone(), bob.clone()], json!({ "ruleset": "nine_card" })).await
}

async fn what_fails_is_sent_again_with_growing_pauses(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let made = hook(&ana, &receiver, json!({ "events": ["your_turn"] })).await;
    receiver.answer_next([500, 404, 301, 503].map(Reply::Status));
    start_game(&ana, &bob).await;
    for (attempts, status, pause) in [(1, 500, 5), (2, 404, 30), (3, 301, 120), (4, 503, 600)] {
        let delivery = after_attempts(&ana, &made, attempts).await;
        assert_eq!((&delivery["status"], &delivery["last_status"]), (&json!("pending"), &json!(status)));
        let left = (time(&delivery["next_at"]) - (Utc::now() + app_ahead(&app))).num_milliseconds();
        let (least, most) = (pause * 800 - 3000, pause * 1200 + 1000);
        assert!((least..=most).contains(&left), "{attempts}: {left} ms");
        // Not a moment too early.
        app.clock.advance(TimeDelta::milliseconds((left - 1500).max(0)));
        assert_eq!(receiver.received().len(), attempts as usize);
        app.clock.advance(TimeDelta::milliseconds(2000));
        receiver.wait_for(attempts as usize + 1).await;
    }
    let delivery = after_attempts(&ana, &made, 5).await;
    assert_eq!((&delivery["status"], &delivery["last_status"]), (&json!("delivered"), &json!(204)));
    let received = receiver.received();
    let ids: BTreeSet<&str> = received.iter().map(|call| call.header("webhook-id")).collect();
    let stamps: BTreeSet<&str> = received.iter().map(|call| call.header("webhook-timestamp")).collect();
    assert_eq!((ids.len(), received.len()), (1, 5), "it is the same thing each time");
    assert_eq!(stamps.len(), 5, "at another time");
    assert!(received.iter().all(|call| call.is_signed_with(secret(&made)) && call.body == received[0].body));
}

/// How far the server's clock is ahead.
fn app_ahead(app: &App) -> TimeDelta {
    clubhouse::clock::Clock::now(&*app.clock) - Utc::now()
}

async fn a_receiver_may_ask_for_a_longer_pause(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let made = hook(&ana, &receiver, json!({ "events": ["your_turn"] })).await;
    receiver.answer_next([
        Reply::With(429, "retry-after", "3000".to_owned()),
        Reply::With(503, "retry-after", (Utc::now() + TimeDelta::days(900)).to_rfc2822()),
    ]);
    start_game(&ana, &bob).await;
    for (attempts, seconds) in [(1, 3000), (2, 12 * 3600)] {
        let delivery = after_attempts(&ana, &made, attempts).await;
        let left = (time(&delivery["next_at"]) - clubhouse::clock::Clock::now(&*app.clock)).num_seconds();
        assert!((seconds - 10..=seconds).contains(&left), "{left}");
        app.clock.advance(TimeDelta::seconds(left + 1));
    }
    assert_eq!(after_attempts(&ana, &made, 3).await["status"], "delivered");
}

async fn after_three_days_a_webhook_is_switched_off_and_its_owner_told(database: Database) {
    let (app, receiver, other) = (open_server(&database), Receiver::start().await, Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let made = hook(&ana, &receiver, json!({ "events": ["your_turn"] })).await;
    hook(&ana, &other, json!({ "events": ["webhook_disabled"] })).await;
    receiver.answer_all(Reply::Status(500));
    let began = clubhouse::clock::Clock::now(&*app.clock);
    start_game(&ana, &bob).await;
    let mut attempts = 1;
    let last = loop {
        let delivery = after_attempts(&ana, &made, attempts).await;
        if delivery["status"] != "pending" {
            break delivery;
        }
        assert!(attempts < 20, "it never ends: {delivery:#}");
        let left = time(&delivery["next_at"]) - clubhouse::clock::Clock::now(&*app.clock);
        app.clock.advance(left.max(TimeDelta::zero()) + TimeDelta::milliseconds(1));
        attempts += 1;
    };
    assert_eq!((&last["status"], &last["last_status"]), (&json!("failed"), &json!(500)));
    let took = clubhouse::clock::Clock::now(&*app.clock) - began;
    assert!((TimeDelta::hours(72)..TimeDelta::hours(73)).contains(&took), "{took}");
    let webhook = ana.get(&path(&made, "")).await.expect(200).json;
    assert_eq!((&webhook["active"], &webhook["disabled_reason"]), (&json!(false), &json!("failing")));
    assert!(webhook["disabled_at"].is_string());
    let feed = ana.get("/v1/feed?limit=100").await.expect(200).json;
    let items = feed["items"].as_array().expect("a list");
    let told: Vec<&Value> = items.iter().filter(|item| item["kind"] == "webhook_disabled").collect();
    assert_eq!(told.len(), 1);
    assert_eq!((&told[0]["game"], &told[0]["version"]), (&Value::Null, &Value::Null));
    let body = other.wait_for(1).await[0].json();
    assert_eq!(body["data"]["link"], "https://club.example/v1/webhooks");

    // On again it is for what is new only.
    receiver.answer_all(Reply::Status(200));
    let calls = receiver.received().len();
    start_game(&ana, &bob).await;
    receiver.stays_at(calls).await;
    let on = ana.patch(&path(&made, ""), &json!({ "active": true })).await.expect(200).json;
    assert_eq!((&on["active"], &on["disabled_reason"]), (&json!(true), &Value::Null));
    let table = start_game(&ana, &bob).await;
    let received = receiver.wait_for(calls + 1).await;
    assert_eq!(received[calls].json()["data"]["game"], table.id);
    settled(&ana, &made).await;
}

async fn a_receiver_that_is_gone_is_left_alone_at_once(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let made = hook(&ana, &receiver, json!({ "events": ["your_turn"] })).await;
    // Something that waits goes with it.
    receiver.answer_next([Reply::Status(500)]);
    receiver.answer_all(Reply::Status(410));
    start_game(&ana, &bob).await;
    after_attempts(&ana, &made, 1).await;
    start_game(&ana, &bob).await;
    let all = settled(&ana, &made).await;
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|delivery| delivery["status"] == "failed"), "{all:#?}");
    assert_eq!((&all[0]["last_status"], &all[1]["last_status"]), (&json!(410), &json!(500)));
    assert_eq!(all[1]["last_error"], "the webhook was switched off");
    let webhook = ana.get(&path(&made, "")).await.expect(200).json;
    assert_eq!((&webhook["active"], &webhook["disabled_reason"]), (&json!(false), &json!("gone")));
    app.clock.advance(TimeDelta::days(1));
    receiver.stays_at(2).await;
    // What is asked for is sent once all the same.
    receiver.answer_all(Reply::Status(500));
    ana.post(&path(&made, "/test"), &json!({})).await.expect(200);
    receiver.wait_for(3).await;
    settled(&ana, &made).await;
}

async fn redirects_are_not_followed(database: Database) {
    let (app, receiver, other) = (open_server(&database), Receiver::start().await, Receiver::start().await);
    let ana = app.player("ana").await;
    let made = hook(&ana, &receiver, json!({})).await;
    for status in [301, 302, 303, 307, 308] {
        receiver.answer_next([Reply::With(status, "location", other.base.clone())]);
        ana.post(&path(&made, "/test"), &json!({})).await.expect(200);
        let last = &settled(&ana, &made).await[0];
        assert_eq!((&last["status"], &last["last_status"]), (&json!("failed"), &json!(status)));
        assert_eq!(last["last_error"], "redirects are not followed");
    }
    other.stays_at(0).await;
}

async fn huge_answers_are_not_read_and_slow_ones_hold_nobody_up(database: Database) {
    let (app, receiver, other) = (open_server(&database), Receiver::start().await, Receiver::start().await);
    let ana = app.player("ana").await;
    let made = hook(&ana, &receiver, json!({})).await;
    receiver.answer_next([Reply::Flood]);
    ana.post(&path(&made, "/test"), &json!({})).await.expect(200);
    assert_eq!(settled(&ana, &made).await[0]["status"], "delivered", "the status is what counts");
    // What the system's buffers hold, and no more.
    assert!(receiver.flooded() < 32 << 20, "{} bytes", receiver.flooded());

    receiver.answer_all(Reply::Silence);
    let mut silent = vec![made];
    for _ in 0..3 {
        silent.push(hook(&ana, &receiver, json!({})).await);
    }
    let start = Instant::now();
    for made in &silent {
        ana.post(&path(made, "/test"), &json!({})).await.expect(200);
    }
    let url = other.base.replace("127.0.0.1", "localhost");
    let quick = ana.post("/v1/webhooks", &json!({ "url": url })).await.expect(201);
    ana.post(&path(&quick, "/test"), &json!({})).await.expect(200);
    other.wait_for(1).await;
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert_eq!(receiver.received().len(), 1 + 2, "two at a time to one host");
    let last = &settled(&ana, &silent[0]).await[0];
    assert_eq!(
        (&last["status"], &last["last_error"]),
        (&json!("failed"), &json!("there was no answer in time"))
    );
    assert!(start.elapsed() > Duration::from_secs(9));
}

/// The ids of the items in a player's feed, from after `after`.
async fn items(client: &Client, after: i64) -> BTreeSet<i64> {
    let (mut ids, mut after) = (BTreeSet::new(), after);
    loop {
        let page = client.get(&format!("/v1/feed?limit=100&after={after}")).await.expect(200).json;
        for item in page["items"].as_array().expect("a list") {
            after = item["id"].as_i64().expect("a number");
            ids.insert(after);
        }
        if page["next"].is_null() {
            return ids;
        }
    }
}

/// How often each item has come.
fn counted(receiver: &Receiver) -> BTreeMap<i64, usize> {
    let mut counts = BTreeMap::new();
    for call in receiver.received() {
        *counts.entry(call.json()["data"]["id"].as_i64().expect("a number")).or_default() += 1;
    }
    counts
}

async fn two_servers_send_each_thing_once(database: Database) {
    let (one, two, receiver) = (open_server(&database), open_server(&database), Receiver::start().await);
    let (ana, bob) = (one.player("ana").await, one.player("bob").await);
    let made = hook(&ana, &receiver, json!({})).await;
    let game = json!({ "ruleset": "nine_card", "options": { "holes": 1 } });
    let mut choices = choices(3);
    for round in 0..4 {
        let app = if round % 2 == 0 { &one } else { &two };
        let players = [&ana, &bob].map(|client| app.with_token_of(client)).to_vec();
        Table::start_with(players, game.clone()).await.play_out(&mut choices).await;
    }
    let told = items(&ana, 0).await;
    assert!(told.len() > 20, "{}", told.len());
    receiver.wait_for(told.len()).await;
    receiver.stays_at(told.len()).await;
    assert_eq!(counted(&receiver), told.iter().map(|id| (*id, 1)).collect());
    settled(&ana, &made).await;
}

async fn a_killed_server_has_lost_nothing(database: Database) {
    let receiver = Receiver::start().await;
    let environment = [("CLUBHOUSE_WEBHOOKS_ANYWHERE", "1"), ("RUST_LOG", "warn")];
    let mut server = Process::serve(&database.url, &environment);
    let (ana, bob) = (server.player("ana").await, server.player("bob").await);
    hook(&ana, &receiver, json!({})).await;
    let mut choices = choices(4);
    for round in 0..4 {
        let players = [&ana, &bob].map(|client| server.with_token_of(client)).to_vec();
        let table = Table::start_with(players, json!({ "ruleset": "nine_card" })).await;
        for _ in 0..4 + round {
            table.play_any(&mut choices).await;
        }
        // Whatever it was just at.
        server.kill();
        server = Process::serve(&database.url, &environment);
    }
    // What was being sent is taken up again after a minute: this one does not wait.
    database.execute(
        "UPDATE deliveries SET next_at = '2020-01-01 00:00:00' WHERE next_at IS NOT NULL AND claim IS NOT NULL",
    );
    let told = items(&server.with_token_of(&ana), 0).await;
    assert!(told.len() > 10, "{}", told.len());
    let start = Instant::now();
    while counted(&receiver).keys().copied().collect::<BTreeSet<_>>() != told {
        assert!(start.elapsed() < Duration::from_secs(30), "{:?} of {told:?}", counted(&receiver));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Twice only if its answer was lost, and then under the same id.
    let received = receiver.received();
    let ids: BTreeSet<&str> = received.iter().map(|call| call.header("webhook-id")).collect();
    assert_eq!(ids.len(), told.len());
    assert!(received.len() <= told.len() + 4 * 2, "{} calls for {} items", received.len(), told.len());
}

async fn a_server_that_stops_ends_the_calls_that_are_under_way(database: Database) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    hook(&ana, &receiver, json!({ "events": ["game_started"] })).await;
    start_game(&ana, &bob).await;
    receiver.wait_for(1).await;
    app.stop();
    let app = open_server(&database);
    app.clock.advance(TimeDelta::hours(1));
    receiver.stays_at(1).await;
}

async fn secrets_are_in_no_log(database: Database) {
    let receiver = Receiver::start().await;
    let environment = [("CLUBHOUSE_WEBHOOKS_ANYWHERE", "1"), ("RUST_LOG", "info,clubhouse=trace")];
    let mut server = Process::serve(&database.url, &environment);
    let ana = server.player("ana").await;
    let made = hook(&ana, &receiver, json!({})).await;
    let rotated = ana.post(&path(&made, "/rotate"), &json!({})).await.expect(200);
    receiver.answer_next([Reply::Status(500)]);
    for _ in 0..2 {
        ana.post(&path(&made, "/test"), &json!({})).await.expect(200);
        settled(&ana, &made).await;
    }
    database.execute("UPDATE webhooks SET format = 'bad'");
    ana.post(&path(&made, "/test"), &json!({})).await.problem(500, "internal");
    server.signal("TERM");
    server.ended_within(Duration::from_secs(20)).await;
    let printed = server.printed();
    assert!(printed.contains("format of a webhook"), "{printed}");
    for hidden in [secret(&made), secret(&rotated), "/hook", "whsec_"] {
        assert!(!printed.contains(hidden), "{printed}");
    }
}
