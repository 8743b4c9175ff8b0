//! How much anybody may use; off for clients on the same machine unless the settings say so.

use clubhouse::config::{Config, Limits};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client, send},
    databases::Database,
    play::{Table, choices},
    runner::tests,
};

tests![
    nobody_on_the_same_machine_is_limited_by_default,
    an_address_may_open_so_many_accounts_an_hour,
    a_token_may_make_so_many_requests_a_minute,
    an_address_may_make_so_many_requests_a_minute_without_a_token,
    guessing_tokens_counts_against_the_address,
    a_player_may_have_so_many_open_games,
    a_player_may_be_in_so_many_active_games,
    a_player_may_have_so_many_tokens,
    limits_hold_for_requests_at_the_same_moment,
    a_game_that_grows_too_long_is_abandoned,
    nobody_can_fill_up_the_log_of_anothers_table,
    behind_a_proxy_the_last_forwarded_address_counts,
    without_a_proxy_a_forwarded_address_is_nothing,
];

/// A server whose limits hold for everybody.
fn limited(database: &Database, set: impl FnOnce(&mut Limits)) -> App {
    App::start_with(database, |config: &mut Config| {
        config.limits.limit_loopback = true;
        set(&mut config.limits);
    })
}

fn low(number: u32) -> std::num::NonZeroU32 {
    number.try_into().expect("not 0")
}

#[track_caller]
fn assert_limited(answer: Answer) {
    let answer = answer.problem(429, "too_many_requests");
    let seconds: u64 = answer.header("retry-after").parse().expect("seconds");
    assert!((1..=3601).contains(&seconds), "{seconds}");
    assert!(answer.json["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
}

async fn register(app: &App, name: &str) -> Answer {
    app.stranger().post("/v1/players", &json!({ "name": name })).await
}

async fn create(client: &Client) -> Answer {
    client.post("/v1/games", &json!({"ruleset":"nine_card"})).await
}

fn id(answer: &Answer) -> String {
    answer.json["id"].as_str().expect("an id").to_owned()
}

async fn nobody_on_the_same_machine_is_limited_by_default(database: Database) {
    let app = App::start_with(&database, |config| {
        config.limits.registrations_per_hour = low(1);
        config.limits.requests_per_minute = low(1);
        config.limits.open_games = 1;
        config.limits.active_games = 0;
    });
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let first = id(&create(&ana).await.expect(201));
    create(&ana).await.expect(201);
    bob.post(&format!("/v1/games/{first}/join"), &json!({})).await.expect(200);
    for _ in 0..5 {
        app.stranger().get("/v1/games").await.expect(200);
    }
}

async fn an_address_may_open_so_many_accounts_an_hour(database: Database) {
    let app = limited(&database, |limits| limits.registrations_per_hour = low(2));
    let ana = app.player("ana").await;
    app.player("bob").await;
    assert_limited(register(&app, "cyd").await);
    // Nothing else is refused, and nothing came of it.
    ana.get("/v1/players/me").await.expect(200);
    app.stranger().get("/v1/players/cyd").await.problem(404, "not_found");
}

async fn a_token_may_make_so_many_requests_a_minute(database: Database) {
    let app = limited(&database, |limits| limits.requests_per_minute = low(6));
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let game = id(&create(&ana).await.expect(201));
    for _ in 0..5 {
        ana.get("/v1/players/me").await.expect(200);
    }
    assert_limited(ana.get("/v1/players/me").await);
    assert_limited(ana.post(&format!("/v1/games/{game}/cancel"), &json!({})).await);
    // Each token has its own account, and the refused request did nothing.
    assert_eq!(bob.get(&format!("/v1/games/{game}")).await.expect(200).json["status"], "open");
}

async fn an_address_may_make_so_many_requests_a_minute_without_a_token(database: Database) {
    let app = limited(&database, |limits| limits.requests_per_minute = low(4));
    let ana = app.player("ana").await;
    for _ in 0..3 {
        app.stranger().get("/v1/games").await.expect(200);
    }
    assert_limited(app.stranger().get("/v1/games").await);
    assert_limited(app.stranger().get("/v1/players/me").await);
    assert_limited(register(&app, "bob").await);
    ana.get("/v1/games").await.expect(200);
    // A probe must not be told that the server is ill because others ask too much.
    app.stranger().get("/health/live").await.expect(200);
}

async fn guessing_tokens_counts_against_the_address(database: Database) {
    let app = limited(&database, |limits| limits.requests_per_minute = low(3));
    let guess = |number: usize| Client::new(&app.base, Some(format!("chk_{number}")));
    for number in 0..3 {
        guess(number).get("/v1/games").await.problem(401, "unauthorized");
    }
    assert_limited(guess(4).get("/v1/games").await);
}

async fn a_player_may_have_so_many_open_games(database: Database) {
    let app = limited(&database, |limits| limits.open_games = 2);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let first = id(&create(&ana).await.expect(201));
    let second = id(&create(&ana).await.expect(201));
    assert_limited(create(&ana).await);
    create(&bob).await.expect(201);
    // One less is open when it is cancelled, or when it starts.
    ana.post(&format!("/v1/games/{first}/cancel"), &json!({})).await.expect(200);
    create(&ana).await.expect(201);
    assert_limited(create(&ana).await);
    bob.post(&format!("/v1/games/{second}/join"), &json!({})).await.expect(200);
    create(&ana).await.expect(201);
    assert_eq!(ana.get("/v1/games?player=me").await.json["items"].as_array().map(Vec::len), Some(4));
}

async fn a_player_may_be_in_so_many_active_games(database: Database) {
    let app = limited(&database, |limits| limits.active_games = 1);
    let (ana, bob, cyd) = (app.player("ana").await, app.player("bob").await, app.player("cyd").await);
    let waiting = id(&create(&cyd).await.expect(201));
    let table = Table::start_with(vec![ana.clone(), bob.clone()], json!({"ruleset":"nine_card"})).await;
    let join = format!("/v1/games/{waiting}/join");
    assert_limited(bob.post(&join, &json!({})).await);
    assert_eq!(cyd.get(&format!("/v1/games/{waiting}")).await.json["version"], 1);
    bob.post(&table.path("/resign"), &json!({})).await.expect(200);
    bob.post(&join, &json!({})).await.expect(200);
}

async fn a_player_may_have_so_many_tokens(database: Database) {
    let app = limited(&database, |limits| limits.tokens = 3);
    let ana = app.player("ana").await;
    let add = || async { ana.post("/v1/players/me/tokens", &json!({"label":"bot"})).await };
    // The first came with the account.
    let second = id(&add().await.expect(201));
    add().await.expect(201);
    assert_limited(add().await);
    ana.delete(&format!("/v1/players/me/tokens/{second}")).await.expect(204);
    add().await.expect(201);
    assert_limited(add().await);
}

/// Twelve at once, each on a thread of its own.
async fn at_once(client: &Client, path: &'static str, body: Value) -> usize {
    let requests = (0..12).map(|_| {
        let (client, body) = (client.clone(), body.clone());
        tokio::spawn(async move { client.post(path, &body).await })
    });
    let mut made = 0;
    for request in requests.collect::<Vec<_>>() {
        let answer = request.await.expect("it is answered");
        match answer.status {
            201 => made += 1,
            _ => assert_limited(answer),
        }
    }
    made
}

async fn limits_hold_for_requests_at_the_same_moment(database: Database) {
    let app = limited(&database, |limits| {
        (limits.open_games, limits.active_games, limits.tokens) = (3, 3, 3);
    });
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    assert_eq!(at_once(&ana, "/v1/games", json!({ "ruleset": "card_golf" })).await, 3);
    let solo = json!({ "ruleset": "par_fore", "seats": [{ "type": "you" }] });
    assert_eq!(at_once(&bob, "/v1/games", solo).await, 3);
    // The first token came with the account.
    assert_eq!(at_once(&bob, "/v1/players/me/tokens", json!({ "label": "n" })).await, 2);
}

async fn nobody_can_fill_up_the_log_of_anothers_table(database: Database) {
    let app = App::start_with(&database, |config| config.limits.log_entries = 20);
    let (ana, eve) = (app.player("ana").await, app.player("eve").await);
    // Seats for three, or eve's joining would start the game.
    let three = json!({"ruleset":"nine_card","seats":[{"type":"you"},{"type":"open"},{"type":"open"}]});
    let game = ana.post("/v1/games", &three).await.expect(201).json;
    let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    let mut joined = 0;
    let refused = loop {
        let answer = eve.post(&format!("{path}/join"), &json!({})).await;
        if !answer.is_success() {
            break answer;
        }
        eve.post(&format!("{path}/leave"), &json!({})).await.expect(200);
        joined += 1;
        assert!(joined < 20, "nobody stops her");
    };
    refused.problem(429, "too_many_requests");
    // The table is still there, and ana's to cancel.
    assert_eq!(ana.get(&path).await.json["status"], "open");
    ana.post(&format!("{path}/cancel"), &json!({})).await.expect(200);
}

async fn a_game_that_grows_too_long_is_abandoned(database: Database) {
    // This one holds for everybody, wherever he is.
    let app = App::start_with(&database, |config| config.limits.log_entries = 12);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let game = table.play_out(&mut choices(10)).await;
    assert_eq!((&game["status"], &game["version"]), (&json!("finished"), &json!(12)));
    assert_eq!(game["outcome"]["reason"], "abandoned");
    assert_eq!((&game["to_act"], &game["you"]["legal_moves"]), (&json!([]), &json!([])));
    assert!(game["finished_at"].is_string());
    let log = table.players[1].get(&table.path("/log")).await.expect(200).json;
    assert_eq!(log["items"].as_array().map(Vec::len), Some(12));
    table.players[0].post(&table.path("/moves"), &json!({"type":"draw"})).await.problem(409, "game_finished");
    table.players[0].post(&table.path("/resign"), &json!({})).await.problem(409, "game_finished");
    table.players[0].get(&table.path("/export")).await.expect(200);
    // Nobody has won.
    assert_eq!(table.players[0].get("/v1/players/p0").await.json["games"]["won"], 0);
    assert_eq!(table.players[1].get("/v1/players/p1").await.json["games"]["won"], 0);
}

/// A request without a token that says where it has come from.
async fn forwarded(app: &App, addresses: &[&str]) -> Answer {
    let mut request = app.stranger().request(Method::GET, "/v1/games");
    for address in addresses {
        request = request.header("X-Forwarded-For", *address);
    }
    send(request).await
}

async fn behind_a_proxy_the_last_forwarded_address_counts(database: Database) {
    // Without `limit_loopback`: who comes from elsewhere is limited, the machine itself is not.
    let app = App::start_with(&database, |config| {
        config.limits.behind_proxy = true;
        config.limits.requests_per_minute = low(2);
    });
    for _ in 0..2 {
        forwarded(&app, &["192.0.2.1"]).await.expect(200);
    }
    assert_limited(forwarded(&app, &["192.0.2.1"]).await);
    // Whatever stands before the last entry, the client may have invented.
    assert_limited(forwarded(&app, &["203.0.113.9, 192.0.2.1"]).await);
    assert_limited(forwarded(&app, &["203.0.113.9", "127.0.0.1 ,192.0.2.1"]).await);
    forwarded(&app, &["192.0.2.1, 203.0.113.9"]).await.expect(200);
    forwarded(&app, &["2001:db8::1"]).await.expect(200);
    for _ in 0..4 {
        forwarded(&app, &[]).await.expect(200);
    }
    // Whoever cannot be told is not taken for the machine itself.
    for nonsense in ["unknown", "", "1.2.3.4,"] {
        forwarded(&app, &[nonsense]).await;
    }
    assert_limited(forwarded(&app, &["unknown"]).await);
}

async fn without_a_proxy_a_forwarded_address_is_nothing(database: Database) {
    let app = limited(&database, |limits| limits.requests_per_minute = low(2));
    forwarded(&app, &["192.0.2.1"]).await.expect(200);
    forwarded(&app, &["192.0.2.2"]).await.expect(200);
    assert_limited(forwarded(&app, &["192.0.2.3"]).await);
    let answer: Value = forwarded(&app, &["127.0.0.1"]).await.json;
    assert_eq!(answer["code"], "too_many_requests");
}
