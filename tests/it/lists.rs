//! Lists: pages, cursors, filters and orders.

use std::collections::HashSet;

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    play::{Table, choices},
    runner::tests,
};

tests![
    a_page_has_20_items_unless_limit_says_1_to_100,
    a_walk_through_45_games_misses_and_repeats_none,
    the_link_header_can_be_followed_as_it_stands,
    a_cursor_from_elsewhere_is_refused,
    games_are_listed_newest_first,
    filters_choose_and_combine,
    others_lists_hold_public_games_only,
    whoever_creates_a_private_game_without_a_seat_finds_it_among_his_own,
    only_somebody_who_is_signed_in_has_games_of_his_own,
    tokens_are_listed_oldest_first_page_by_page,
    a_log_is_read_in_order_after_a_version_or_page_by_page,
];

async fn create(client: &Client, more: Value) -> String {
    let mut game = json!({"ruleset":"nine_card"});
    game.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let created = client.post("/v1/games", &game).await.expect(201);
    created.json["id"].as_str().expect("an id").to_owned()
}

fn items(answer: &Answer) -> &Vec<Value> {
    answer.json["items"].as_array().expect("items")
}

fn ids(answer: &Answer) -> Vec<String> {
    items(answer).iter().map(|item| item["id"].as_str().expect("an id").to_owned()).collect()
}

async fn list(client: &Client, query: &str) -> Vec<String> {
    let answer = client.get(&format!("/v1/games?{query}")).await.expect(200);
    assert_eq!(answer.json["next"], Value::Null, "{query}");
    ids(&answer)
}

/// The address in a `Link` header.
fn next_link(answer: &Answer) -> Option<String> {
    let link = answer.headers.get("link")?.to_str().expect("ASCII");
    let (address, relation) = link.split_once(';').expect("parameters");
    assert_eq!(relation.trim(), "rel=\"next\"");
    Some(address.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).expect("<…>").to_owned())
}

async fn a_page_has_20_items_unless_limit_says_1_to_100(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for _ in 0..21 {
        create(&ana, json!({})).await;
        ana.post("/v1/players/me/tokens", &json!({"label":"t"})).await.expect(201);
    }
    let table =
        Table::start_with(vec![ana.clone(), app.player("bob").await], json!({"ruleset":"nine_card"})).await;
    let log = table.path("/log");
    for (path, all) in [("/v1/games", 22), ("/v1/players/me/tokens", 22), (&log, 3)] {
        assert_eq!(items(&ana.get(path).await.expect(200)).len(), all.min(20), "{path}");
        for limit in [1, 2, 21, 100] {
            let page = ana.get(&format!("{path}?limit={limit}")).await.expect(200);
            assert_eq!(items(&page).len(), all.min(limit), "{path} {limit}");
            assert_eq!(page.json["next"].is_null(), limit >= all, "{path} {limit}");
        }
        for limit in ["0", "101", "-1", "9223372036854775807"] {
            let refused = ana.get(&format!("{path}?limit={limit}")).await.problem(422, "invalid");
            assert_eq!(refused.json["errors"][0]["field"], "limit", "{path} {limit}");
        }
        for limit in ["", "x", "1.5", "%00", "1&limit=2"] {
            ana.get(&format!("{path}?limit={limit}")).await.problem(400, "malformed");
        }
    }
}

async fn a_walk_through_45_games_misses_and_repeats_none(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let mut all = HashSet::new();
    for _ in 0..45 {
        // Created as fast as can be, so that some share a millisecond.
        all.insert(create(&ana, json!({})).await);
    }
    let (mut walked, mut cursor, mut pages) = (Vec::new(), String::new(), 0);
    loop {
        let page = ana.get(&format!("/v1/games?limit=10{cursor}")).await.expect(200);
        walked.extend(ids(&page));
        pages += 1;
        // Somebody creates new games meanwhile: they are before the first page.
        create(&ana, json!({})).await;
        match page.json["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => {
                assert!(page.json["next"].is_null() && next_link(&page).is_none());
                break;
            }
        }
    }
    assert_eq!((walked.len(), pages), (45, 5));
    assert_eq!(walked.into_iter().collect::<HashSet<_>>(), all);
}

async fn the_link_header_can_be_followed_as_it_stands(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for _ in 0..5 {
        create(&ana, json!({})).await;
    }
    let cancelled = create(&ana, json!({})).await;
    ana.post(&format!("/v1/games/{cancelled}/cancel"), &json!({})).await.expect(200);
    let start = "/v1/games?ruleset=nine_card&status=open&player=me&limit=2".to_owned();
    let (mut path, mut walked) = (Some(start), Vec::new());
    while let Some(address) = path {
        let page = ana.get(&address).await.expect(200);
        path = next_link(&page);
        assert_eq!(path.is_some(), !page.json["next"].is_null());
        walked.extend(ids(&page));
    }
    assert_eq!(walked.len(), 5, "the filters go with the link");
    assert!(!walked.contains(&cancelled));
}

async fn a_cursor_from_elsewhere_is_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let game = create(&ana, json!({"seats":[{"type":"you"}, {"type":"open"}]})).await;
    app.player("bob").await.post(&format!("/v1/games/{game}/join"), &json!({})).await.expect(200);
    create(&ana, json!({})).await;
    let log = format!("/v1/games/{game}/log");
    let cursor_of = async |path: &str| {
        let page = ana.get(&format!("{path}?limit=1")).await.expect(200);
        page.json["next"].as_str().expect("more").to_owned()
    };
    // A log's place is none in a list, and the other way round.
    let (of_games, of_log) = (cursor_of("/v1/games").await, cursor_of(&log).await);
    ana.get(&format!("/v1/games?cursor={of_log}")).await.problem(422, "invalid");
    ana.get(&format!("{log}?cursor={of_games}")).await.problem(422, "invalid");
    ana.get(&format!("{log}?after=1&cursor={of_log}")).await.problem(422, "invalid");
    let broken = &of_games[..of_games.len() - 1];
    let end_of_time = hex::encode("8000000000000000000 abc");
    let dawn_of_time = hex::encode("-8000000000000000000 abc");
    let long = "61".repeat(5000);
    for path in ["/v1/games", "/v1/players/me/tokens", &log] {
        for forged in ["", "x", "%00", "00", "%ff", "20", broken, &long] {
            let refused = ana.get(&format!("{path}?cursor={forged}")).await.problem(422, "invalid");
            assert_eq!(refused.json["errors"][0]["field"], "cursor", "{path} {forged}");
        }
        // Well-formed, but no page has ever ended there; not every database knows such times.
        for forged in [&end_of_time, &dawn_of_time] {
            let answer = ana.get(&format!("{path}?cursor={forged}")).await;
            assert!(matches!(answer.status, 200 | 422), "{path} {forged}: {}", answer.text);
        }
    }
}

async fn games_are_listed_newest_first(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let mut created = Vec::new();
    for _ in 0..4 {
        created.insert(0, create(&ana, json!({})).await);
        app.clock.advance(TimeDelta::seconds(1));
    }
    assert_eq!(list(&app.stranger(), "").await, created);
    // By creation, not by what happened last.
    ana.post(&format!("/v1/games/{}/cancel", created[3]), &json!({})).await.expect(200);
    assert_eq!(list(&ana, "player=me").await, created);
}

async fn filters_choose_and_combine(database: Database) {
    let app = App::start(&database);
    let (ana, bob, cyd) = (app.player("ana").await, app.player("bob").await, app.player("cyd").await);
    let invited = json!({"seats":[{"type":"you"}, {"type":"player","name":"cyd"}]});
    let invites = create(&ana, invited).await;
    let open = create(&ana, json!({})).await;
    let pair = || vec![ana.clone(), bob.clone()];
    let active = Table::start_with(pair(), json!({"ruleset":"nine_card"})).await;
    let finished = Table::start_with(pair(), json!({"ruleset":"nine_card","options":{"holes":1}})).await;
    finished.play_out(&mut choices(8)).await;
    let cancelled = create(&cyd, json!({})).await;
    cyd.post(&format!("/v1/games/{cancelled}/cancel"), &json!({})).await.expect(200);
    // Ana has revealed her cards and waits for Bob.
    ana.post(&active.path("/moves"), &json!({"type":"reveal","cells":[0,1,2]})).await.expect(200);

    let stranger = app.stranger();
    let cases: &[(&Client, &str, &[&String])] = &[
        (&stranger, "status=open", &[&open, &invites]),
        (&stranger, "status=active", &[&active.id]),
        (&stranger, "status=finished", &[&finished.id]),
        (&stranger, "status=cancelled", &[&cancelled]),
        (&stranger, "ruleset=nine_card&status=finished", &[&finished.id]),
        (&stranger, "player=bob", &[&finished.id, &active.id]),
        (&stranger, "player=BOB&status=active", &[&active.id]),
        (&stranger, "player=cyd&status=cancelled", &[&cancelled]),
        (&stranger, "player=nobody", &[]),
        (&ana, "player=me&status=open", &[&open, &invites]),
        (&ana, "player=me&ruleset=nine_card&status=finished", &[&finished.id]),
        (&bob, "player=me", &[&finished.id, &active.id]),
        (&bob, "player=ana&status=open", &[&open, &invites]),
        (&ana, "to_act=me", &[]),
        (&bob, "to_act=me", &[&active.id]),
        (&bob, "to_act=me&player=me&status=active&ruleset=nine_card", &[&active.id]),
        (&bob, "to_act=me&status=finished", &[]),
        (&cyd, "invited=me", &[&invites]),
        (&cyd, "invited=me&status=open&ruleset=nine_card", &[&invites]),
        (&cyd, "invited=me&player=ana", &[&invites]),
        (&cyd, "invited=me&player=bob", &[]),
        (&cyd, "invited=me&status=active", &[]),
        (&bob, "invited=me", &[]),
    ];
    for (client, query, expected) in cases {
        let found = list(client, query).await;
        assert_eq!(found.iter().collect::<Vec<_>>(), *expected, "{query}");
    }
    for query in ["status=Open", "status=", "ruleset=chess", "to_act=bob", "invited=cyd", "player=a%20b"] {
        stranger.get(&format!("/v1/games?{query}")).await.problem(422, "invalid");
    }
    // A summary is the game without its state, and of `you` the seat only.
    let summary = bob.get("/v1/games?to_act=me").await.expect(200).json["items"][0].clone();
    assert!(summary.get("state").is_none());
    assert_eq!(summary["you"], json!({"seat": 1}));
    assert_eq!(summary["to_act"], json!([1]));
}

async fn others_lists_hold_public_games_only(database: Database) {
    let app = App::start(&database);
    let (ana, bob, cyd) = (app.player("ana").await, app.player("bob").await, app.player("cyd").await);
    let private = |seats: Value| json!({"visibility":"private","seats":seats});
    let alone = create(&ana, private(json!([{"type":"you"}, {"type":"open"}]))).await;
    let with_bob = create(&ana, private(json!([{"type":"you"}, {"type":"player","name":"bob"}]))).await;
    assert_eq!(list(&ana, "player=me").await, [with_bob.clone(), alone.clone()]);
    assert_eq!(list(&ana, "player=ana").await, [with_bob.clone(), alone]);
    assert_eq!(list(&bob, "invited=me").await, std::slice::from_ref(&with_bob));
    bob.post(&format!("/v1/games/{with_bob}/join"), &json!({})).await.expect(200);
    assert_eq!(list(&bob, "player=me").await, std::slice::from_ref(&with_bob));
    assert_eq!(list(&bob, "to_act=me").await, [with_bob]);
    for (client, query) in [
        (&cyd, ""),
        (&cyd, "player=ana"),
        (&cyd, "player=bob&status=active"),
        (&app.stranger(), ""),
        (&app.stranger(), "player=ana"),
        // What Ana and Bob share is theirs, but a list of Ana's games is another's list for Bob.
        (&bob, "player=ana"),
    ] {
        assert!(list(client, query).await.is_empty(), "{query}");
    }
}

async fn whoever_creates_a_private_game_without_a_seat_finds_it_among_his_own(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let open = json!([{"type":"open"},{"type":"open"}]);
    let private = create(&ana, json!({"visibility":"private","seats":open})).await;
    let public = create(&ana, json!({"seats":open})).await;
    let seated = create(&ana, json!({"visibility":"private"})).await;
    for query in ["player=me", "player=Ana"] {
        assert_eq!(list(&ana, query).await, [seated.clone(), private.clone()]);
    }
    assert_eq!(list(&ana, "player=me&status=active").await, [""; 0]);
    // A public game is in everybody's list already.
    assert_eq!(list(&ana, "status=open").await, [public]);
    let code = ana.get(&format!("/v1/games/{private}")).await.expect(200).json["join_code"].clone();
    bob.post("/v1/join", &json!({ "code": code })).await.expect(200);
    assert_eq!(list(&bob, "player=me").await, [private]);
    assert_eq!(list(&bob, "player=ana").await, [""; 0]);
}

async fn only_somebody_who_is_signed_in_has_games_of_his_own(database: Database) {
    let app = App::start(&database);
    for query in ["player=me", "to_act=me", "invited=me"] {
        app.stranger().get(&format!("/v1/games?{query}")).await.problem(401, "unauthorized");
    }
    app.stranger().get("/v1/players/me/tokens").await.problem(401, "unauthorized");
}

async fn tokens_are_listed_oldest_first_page_by_page(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for label in ["a", "b", "c", "d"] {
        app.clock.advance(TimeDelta::seconds(1));
        ana.post("/v1/players/me/tokens", &json!({ "label": label })).await.expect(201);
    }
    let (mut path, mut labels) = (Some("/v1/players/me/tokens?limit=2".to_owned()), Vec::new());
    while let Some(address) = path {
        let page = ana.get(&address).await.expect(200);
        labels.extend(items(&page).iter().map(|token| token["label"].clone()));
        path = next_link(&page);
    }
    // The first came with the account.
    assert_eq!(labels.len(), 5);
    assert_eq!(labels[1..], ["a", "b", "c", "d"]);
    let bobs = app.player("bob").await.get("/v1/players/me/tokens").await.expect(200);
    assert_eq!(items(&bobs).len(), 1);
}

async fn a_log_is_read_in_order_after_a_version_or_page_by_page(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card","options":{"holes":1}})).await;
    let game = table.play_out(&mut choices(9)).await;
    let last = game["version"].as_u64().expect("a version");
    assert!(last > 20, "longer than a page");
    let versions = |page: &Answer| {
        items(page).iter().map(|entry| entry["version"].as_u64().expect("a version")).collect::<Vec<_>>()
    };
    let (mut path, mut walked) = (Some(format!("{}?limit=7", table.path("/log"))), Vec::new());
    while let Some(address) = path {
        let page = app.stranger().get(&address).await.expect(200);
        walked.extend(versions(&page));
        path = next_link(&page);
    }
    assert_eq!(walked, (1..=last).collect::<Vec<_>>());
    // From a version on: what a client does that has seen it. The link leads on from there.
    let page = app.stranger().get(&format!("{}?after=5&limit=3", table.path("/log"))).await.expect(200);
    assert_eq!(versions(&page), [6, 7, 8]);
    let page = app.stranger().get(&next_link(&page).expect("more")).await.expect(200);
    assert_eq!(versions(&page), [9, 10, 11]);
    for after in [last, last + 1, i64::MAX as u64] {
        let end = app.stranger().get(&format!("{}?after={after}", table.path("/log"))).await.expect(200);
        assert_eq!((items(&end).len(), &end.json["next"]), (0, &Value::Null));
    }
    app.stranger().get(&format!("{}?after=-1", table.path("/log"))).await.problem(422, "invalid");
    app.stranger().get(&format!("{}?after=x", table.path("/log"))).await.problem(400, "malformed");
}
