//! Logs and feeds as pages, long polls and streams.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::{Database, Kind},
    following::{Follower, Way},
    play::{Table, choices},
    process::Process,
    reading::{act, create, id, path, whole_log},
    receiver::Receiver,
    runner::tests,
};

tests![
    whichever_way_one_follows_nothing_is_missing_and_nothing_comes_twice,
    a_long_poll_answers_as_soon_as_there_is_something,
    a_long_poll_without_news_ends_in_time,
    a_game_that_is_known_is_waited_for,
    a_stream_needs_the_same_rights_as_a_page,
    a_stream_ends_when_its_token_is_revoked,
    where_to_begin_is_told_by_the_last_event_id,
    a_stream_is_not_begun_for_head,
    a_server_that_stops_lets_its_listeners_go,
    waits_and_numbers_that_are_none_are_refused,
];

/// A whole game on two servers that share a database, followed by sixteen clients who are cut off again
/// and again.
async fn whichever_way_one_follows_nothing_is_missing_and_nothing_comes_twice(database: Database) {
    let settings = [("CLUBHOUSE_WEBHOOKS_ANYWHERE", "1")];
    let serve = || Process::serve(&database.url, &settings);
    let servers = match database.kind {
        Kind::Postgres => vec![serve(), serve()],
        Kind::Sqlite => vec![serve()],
    };
    let players = vec![servers[0].player("ana").await, servers[0].player("ben").await];
    let table =
        Table::start_with(players, json!({ "ruleset": "nine_card", "options": { "holes": 1 } })).await;
    let receiver = Receiver::start().await;
    table.players[0].post("/v1/webhooks", &json!({ "url": receiver.base })).await.expect(201);
    // What was told before the webhook was there is not sent.
    let told = table.players[0].get("/v1/feed").await.expect(200).json;
    let told = told["items"].as_array().expect("a list").len() as i64;
    let mut following = Vec::new();
    for (number, way) in Way::ALL.into_iter().cycle().take(16).enumerate() {
        let of_feed = number >= 8;
        let player = &table.players[number / 4 % 2];
        let mut clients: Vec<Client> = servers.iter().map(|server| server.with_token_of(player)).collect();
        clients.rotate_left(number % servers.len());
        let (path, number_field) = match of_feed {
            true => ("/v1/feed".to_owned(), "id"),
            false => (table.path("/log"), "version"),
        };
        let follower = Follower { clients, path, way, number: number_field, seen: Vec::new(), cuts: 0 };
        // At the end Ana asks for a rematch, to which Ben is invited.
        let last = match (of_feed, number / 4 % 2) {
            (false, _) => "rematch",
            (true, 0) => "game_finished",
            (true, _) => "invited",
        };
        let is_last = move |event: &Value| event["kind"] == last;
        following.push(tokio::spawn(follower.follow(is_last, choices(100 + number as u64))));
    }
    let elsewhere: Vec<Client> =
        table.players.iter().map(|player| servers[servers.len() - 1].with_token_of(player)).collect();
    let elsewhere = Table { id: table.id.clone(), players: elsewhere };
    let mut choices = choices(1);
    for turn in 0.. {
        let table = if turn % 2 == 0 { &table } else { &elsewhere };
        if table.play_any(&mut choices).await.is_none() {
            break;
        }
    }
    table.players[0].post(&table.path("/rematch"), &json!({})).await.expect(201);
    let logs = [whole_log(&table.players[0], &table.id).await, whole_log(&table.players[1], &table.id).await];
    for (number, follower) in following.into_iter().enumerate() {
        let within = tokio::time::timeout(Duration::from_secs(60), follower).await;
        let follower = within.expect("it comes to the end").expect("it follows");
        assert!(follower.cuts > 1, "nobody was cut off");
        let numbers: Vec<i64> =
            follower.seen.iter().filter_map(|event| event[follower.number].as_i64()).collect();
        assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>(), "{:?}", follower.way);
        if number < 8 {
            assert_eq!(numbers.len(), logs[number / 4].len());
            // The entries tell the same, but for what was hidden until the end.
            for (seen, entry) in follower.seen.iter().zip(&logs[number / 4]) {
                assert_eq!(
                    (&seen["kind"], &seen["at"], &seen["move"]),
                    (&entry["kind"], &entry["at"], &entry["move"])
                );
            }
        }
    }
    // Ana's webhook is told the same, in the same order.
    let last = last_item(&table.players[0]).await;
    let calls = receiver.wait_for((last - told) as usize).await;
    let numbers: Vec<i64> = calls.iter().filter_map(|call| call.json()["data"]["id"].as_i64()).collect();
    assert_eq!(numbers, (told + 1..=last).collect::<Vec<_>>());
}

/// The number of the last item in a feed.
async fn last_item(client: &Client) -> i64 {
    let mut last = 0;
    loop {
        let page = client.get(&format!("/v1/feed?after={last}&limit=100")).await.expect(200).json;
        match page["items"].as_array().and_then(|items| items.last()) {
            Some(item) => last = item["id"].as_i64().expect("a number"),
            None => return last,
        }
    }
}

async fn a_long_poll_answers_as_soon_as_there_is_something(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let game = id(&create(&ana, json!({})).await);
    let log = path(&game, "/log?after=1&wait=30");
    let waits = [(ana.clone(), log.clone()), (app.stranger(), log), (ana, "/v1/feed?wait=30".to_owned())];
    let waiting = waits
        .map(|(client, address)| tokio::spawn(async move { client.get(&address).await.expect(200).json }));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(waiting.iter().all(|one| !one.is_finished()), "there is nothing yet");
    let started = Instant::now();
    act(&bob, &game, "join").await.expect(200);
    let mut kinds = Vec::new();
    for one in waiting {
        kinds.push(one.await.expect("an answer")["items"][0]["kind"].clone());
    }
    assert_eq!(kinds, ["joined", "joined", "game_started"]);
    assert!(started.elapsed() < Duration::from_secs(10), "as soon as there is");
}

async fn a_long_poll_without_news_ends_in_time(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let started = Instant::now();
    let page = ana.get("/v1/feed?wait=1").await.expect(200).json;
    assert_eq!(page, json!({ "items": [], "next": null }));
    assert!(started.elapsed() >= Duration::from_secs(1));
}

async fn a_game_that_is_known_is_waited_for(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let game = id(&create(&ana, json!({})).await);
    let tag = ana.get(&path(&game, "")).await.etag().to_owned();
    let started = Instant::now();
    ana.get_if_changed(&path(&game, "?wait=1"), &tag).await.expect(304);
    assert!(started.elapsed() >= Duration::from_secs(1));
    let waiting = {
        let (ana, address, tag) = (ana.clone(), path(&game, "?wait=30"), tag.clone());
        tokio::spawn(async move { ana.get_if_changed(&address, &tag).await })
    };
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!waiting.is_finished());
    act(&bob, &game, "join").await.expect(200);
    assert_eq!(waiting.await.expect("an answer").expect(200).json["status"], "active");
    // What is not known is not waited for.
    let started = Instant::now();
    ana.get(&path(&game, "?wait=30")).await.expect(200);
    ana.get_if_changed(&path(&game, "?wait=30"), &tag).await.expect(200);
    assert!(started.elapsed() < Duration::from_secs(10));
}

/// The status of a stream's answer.
async fn stream_status(client: &Client, address: &str) -> u16 {
    let request = client.request(Method::GET, address).header("Accept", "text/event-stream");
    request.send().await.expect("the server answers").status().as_u16()
}

async fn a_stream_needs_the_same_rights_as_a_page(database: Database) {
    let app = App::start(&database);
    let (ana, eve) = (app.player("ana").await, app.player("eve").await);
    let private = id(&create(&ana, json!({ "visibility": "private" })).await);
    let public = id(&create(&ana, json!({})).await);
    let log = |id: &str| path(id, "/log");
    assert_eq!(stream_status(&ana, &log(&private)).await, 200);
    assert_eq!(stream_status(&eve, &log(&private)).await, 404);
    assert_eq!(stream_status(&app.stranger(), &log(&private)).await, 404);
    assert_eq!(stream_status(&app.stranger(), &log(&public)).await, 200);
    assert_eq!(stream_status(&app.stranger(), "/v1/feed").await, 401);
    let forged = Client::new(&app.base, Some("chk_forged".to_owned()));
    assert_eq!(stream_status(&forged, &log(&public)).await, 401);
    app.stranger().get("/v1/feed").await.problem(401, "unauthorized");
}

async fn a_stream_ends_when_its_token_is_revoked(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let token = ana.post("/v1/players/me/tokens", &json!({ "label": "bot" })).await.expect(201).json;
    let bot = Client::new(&app.base, token["token"].as_str().map(str::to_owned));
    let request = bot.request(Method::GET, "/v1/feed").header("Accept", "application/x-ndjson");
    let mut stream = request.send().await.expect("the server answers");
    assert_eq!(stream.chunk().await.expect("a sign of life").as_deref(), Some(&b"\n"[..]));
    let address = format!("/v1/players/me/tokens/{}", token["id"].as_str().expect("an id"));
    ana.delete(&address).await.expect(204);
    let seats = json!([{ "type": "you" }, { "type": "player", "name": "ana" }]);
    create(&bob, json!({ "seats": seats })).await;
    let rest = tokio::time::timeout(Duration::from_secs(20), stream.chunk()).await.expect("it ends");
    assert_eq!(rest.expect("a clean end"), None, "it ends without telling anything");
}

async fn where_to_begin_is_told_by_the_last_event_id(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let versions = async |kind: &str, last: Option<&str>, query: &str| {
        let request = table.players[0].request(Method::GET, &table.path(&format!("/log{query}")));
        let request = last
            .into_iter()
            .fold(request.header("Accept", kind), |request, last| request.header("Last-Event-ID", last));
        let mut response = request.send().await.expect("the server answers");
        let piece = response.chunk().await.expect("a piece").expect("not the end");
        let text = String::from_utf8(piece.to_vec()).expect("UTF-8");
        let ids = text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse::<i64>().ok());
        ids.collect::<Vec<_>>()
    };
    // Created, joined, started.
    assert_eq!(versions("text/event-stream", None, "").await, [1, 2, 3]);
    assert_eq!(versions("text/event-stream", Some("2"), "").await, [3]);
    assert_eq!(versions("text/event-stream", None, "?after=1").await, [2, 3]);
    // What a client that connects again sends of itself is the newer of the two.
    assert_eq!(versions("text/event-stream;q=0.9, */*;q=0.1", Some("2"), "?after=1").await, [3]);
    assert_eq!(versions("Text/Event-Stream", Some("2"), "").await, [3]);
    assert_eq!(versions("text/event-stream", Some("3"), "").await, [0; 0]);
}

async fn a_stream_is_not_begun_for_head(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let request = ana.request(Method::HEAD, "/v1/feed").header("Accept", "text/event-stream");
    let answer = tokio::time::timeout(Duration::from_secs(10), request.send()).await.expect("it ends");
    assert_eq!(answer.expect("an answer").status(), 200);
}

async fn a_server_that_stops_lets_its_listeners_go(database: Database) {
    let mut server = Process::serve(&database.url, &[]);
    let ana = server.player("ana").await;
    let request = ana.request(Method::GET, "/v1/feed").header("Accept", "text/event-stream");
    let mut stream = request.send().await.expect("the server answers");
    let waiting = {
        let ana = ana.clone();
        tokio::spawn(async move { ana.get("/v1/feed?wait=60").await })
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    server.signal("TERM");
    assert!(server.ended_within(Duration::from_secs(8)).await.success(), "nobody holds it up");
    assert_eq!(waiting.await.expect("an answer").expect(200).json["items"], json!([]));
    while let Some(piece) = stream.chunk().await.expect("a clean end") {
        assert_eq!(&piece[..], b": still there\n\n");
    }
}

async fn waits_and_numbers_that_are_none_are_refused(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let ana = &table.players[0];
    for address in ["/v1/feed".to_owned(), table.path("/log"), table.path("")] {
        for wait in ["-1", "61"] {
            let refused = ana.get(&format!("{address}?wait={wait}")).await.problem(422, "invalid");
            assert_eq!(refused.json["errors"][0]["field"], "wait");
        }
        ana.get(&format!("{address}?wait=soon")).await.problem(400, "malformed");
    }
    for last in ["-1", "x", "1.5"] {
        let request = ana.request(Method::GET, "/v1/feed").header("Accept", "text/event-stream");
        let refused = crate::support::client::send(request.header("Last-Event-ID", last)).await;
        refused.problem(400, "malformed");
    }
}
