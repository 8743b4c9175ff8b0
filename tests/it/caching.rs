//! `ETag`, `If-None-Match` and `If-Match`.

use clubhouse::store::{
    Address, Store,
    visits::{self, Wanted},
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client, send},
    databases::Database,
    endpoints,
    play::{Table, choices},
    runner::tests,
};

tests![
    every_read_has_a_strong_etag_and_answers_304_to_it,
    to_say_that_nothing_has_changed_no_state_is_read,
    if_none_match_is_a_list_compared_weakly,
    no_two_viewers_share_an_etag_where_their_bodies_differ,
    whatever_changes_a_game_makes_its_etag_old,
    a_change_of_names_makes_the_etag_old,
    a_write_answers_with_the_etag_that_a_read_has,
    if_match_lets_only_a_current_tag_through,
    if_match_holds_for_every_write_to_a_game,
    an_if_match_that_is_none_is_malformed,
    pages_of_lists_and_logs_have_etags_of_their_own,
];

async fn open_game(ana: &Client, more: Value) -> String {
    let mut game = json!({"ruleset":"nine_card"});
    game.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let created = ana.post("/v1/games", &game).await.expect(201);
    format!("/v1/games/{}", created.json["id"].as_str().expect("an id"))
}

async fn if_match(client: &Client, path: &str, body: &Value, tag: &str) -> Answer {
    send(client.request(Method::POST, path).json(body).header("If-Match", tag)).await
}

async fn every_read_has_a_strong_etag_and_answers_304_to_it(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card","options":{"holes":1}})).await;
    table.play_out(&mut choices(6)).await;
    let hook = json!({ "url": "https://example.org/", "events": ["invited"] });
    let hook = table.players[0].post("/v1/webhooks", &hook).await.expect(201).header("location").to_owned();
    for path in endpoints::reads(&table.id, "p1") {
        let path = path.replace("/v1/webhooks/nobodys", &hook);
        let answer = table.players[0].get(&path).await.expect(200);
        let etag = answer.etag().to_owned();
        let inner = etag.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).expect("a strong tag");
        assert!(!inner.is_empty() && !inner.contains('"'), "{path}: {etag}");
        let unchanged = table.players[0].get_if_changed(&path, &etag).await.expect(304);
        assert_eq!((unchanged.text.as_str(), unchanged.etag()), ("", etag.as_str()), "{path}");
        let other = table.players[0].get_if_changed(&path, "\"another\"").await.expect(200);
        assert_eq!(other.text, answer.text, "{path}");
    }
}

async fn to_say_that_nothing_has_changed_no_state_is_read(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"par_fore"})).await;
    let etag = table.players[0].get(&table.path("")).await.expect(200).etag().to_owned();
    database.execute("UPDATE games SET state = 'no state'");
    table.players[0].get(&table.path("")).await.expect(500);
    table.players[0].get_if_changed(&table.path(""), &etag).await.expect(304);

    let store = Store::open(Address::parse(&database.url).expect("a good address"), 1).expect("it opens");
    let mut connection = store.connect().expect("a connection");
    for with_state in [false, true] {
        let wanted = Wanted { token_hash: None, game_id: table.id.clone(), with_state };
        let visit = visits::look_for(&mut connection, &wanted).expect("it is read");
        assert!(visit.game.is_some());
        assert_eq!(visit.state.is_some(), with_state);
    }
}

async fn if_none_match_is_a_list_compared_weakly(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    for path in [table.path(""), table.path("/log"), "/v1/games".to_owned()] {
        let player = &table.players[0];
        let etag = player.get(&path).await.expect(200).etag().to_owned();
        let bare = etag.trim_matches('"');
        for known in [
            format!("W/{etag}"),
            format!("\"x\", {etag}"),
            format!("{etag},\"x\""),
            format!("W/\"x\" , W/{etag}, \"y\""),
            "*".to_owned(),
        ] {
            player.get_if_changed(&path, &known).await.expect(304);
        }
        for unknown in ["", "\"\"", bare, "\"*\"", "nonsense", "\"x\", \"y\"", "W/", "\"unfinished"] {
            player.get_if_changed(&path, unknown).await.expect(200);
        }
    }
}

async fn no_two_viewers_share_an_etag_where_their_bodies_differ(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, json!({"ruleset":"nine_card"})).await;
    let eve = app.player("eve").await;
    let private = json!({"visibility":"private","seats":[
        {"type":"player","name":"p1"}, {"type":"player","name":"p2"}, {"type":"open"}]});
    let open = open_game(&table.players[0], private).await;
    for path in [
        table.path(""),
        table.path("/log"),
        open.clone(),
        "/v1/games".to_owned(),
        "/v1/players/me".to_owned(),
    ] {
        let mut seen = Vec::new();
        for viewer in table.players.iter().chain([&eve, &app.stranger()]) {
            let answer = viewer.get(&path).await;
            if answer.status == 200 {
                seen.push((answer.etag().to_owned(), answer.text));
            }
        }
        assert!(seen.len() > 1, "{path}");
        for (index, (etag, text)) in seen.iter().enumerate() {
            for (other, body) in &seen[index + 1..] {
                assert!(etag != other || text == body, "{path}: {etag} stands for two bodies");
            }
        }
    }
}

/// A change must make the tag of every viewer old, also that of whoever made it.
async fn assert_old(before: &[(&Client, String)], path: &str, change: &str) {
    for (viewer, etag) in before {
        let answer = viewer.get_if_changed(path, etag).await.expect(200);
        assert_ne!(answer.etag(), etag, "{change}");
    }
}

async fn tags<'a>(viewers: &[&'a Client], path: &str) -> Vec<(&'a Client, String)> {
    let mut tags = Vec::new();
    for viewer in viewers {
        tags.push((*viewer, viewer.get(path).await.expect(200).etag().to_owned()));
    }
    tags
}

async fn whatever_changes_a_game_makes_its_etag_old(database: Database) {
    let app = App::start(&database);
    let (ana, bob, stranger) = (app.player("ana").await, app.player("bob").await, app.stranger());
    let viewers = [&ana, &bob, &stranger];
    let seats = json!({"seats":[{"type":"you"}, {"type":"player","name":"bob"}, {"type":"open"}]});
    let game = open_game(&ana, seats).await;
    let other = open_game(&ana, json!({})).await;
    for (game, client, action, body) in [
        (&game, &bob, "decline", json!({})),
        (&game, &bob, "join", json!({})),
        (&game, &bob, "leave", json!({})),
        (&game, &bob, "join", json!({})),
        (&game, &ana, "kick", json!({"seat": 1})),
        (&game, &bob, "join", json!({})),
        (&game, &ana, "start", json!({})),
        (&game, &bob, "moves", json!({"type":"reveal","cells":[0,1,2]})),
        (&game, &bob, "resign", json!({})),
        (&other, &ana, "cancel", json!({})),
    ] {
        let mut before = Vec::new();
        for path in [game.clone(), format!("{game}/log"), "/v1/games".to_owned()] {
            before.push((tags(&viewers, &path).await, path));
        }
        client.post(&format!("{game}/{action}"), &body).await.expect(200);
        for (tags, path) in &before {
            assert_old(tags, path, action).await;
        }
    }
}

async fn a_change_of_names_makes_the_etag_old(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card","options":{"holes":1}})).await;
    table.play_out(&mut choices(7)).await;
    let (one, two, stranger) = (&table.players[0], &table.players[1], app.stranger());
    let before = tags(&[one, two, &stranger], &table.path("")).await;
    let list = tags(&[one, &stranger], "/v1/games").await;
    one.patch("/v1/players/me", &json!({"display_name":"Ana María"})).await.expect(200);
    assert_old(&before, &table.path(""), "another display name").await;
    assert_old(&list, "/v1/games", "another display name").await;
    let before = tags(&[two, &stranger], &table.path("")).await;
    let export = tags(&[two, &stranger], &table.path("/export")).await;
    one.delete("/v1/players/me").await.expect(204);
    assert_old(&before, &table.path(""), "the account's end").await;
    assert_old(&export, &table.path("/export"), "the account's end").await;
    assert_eq!(table.players[1].get(&table.path("")).await.json["seats"][0]["name"], Value::Null);
}

async fn a_write_answers_with_the_etag_that_a_read_has(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let created = ana.post("/v1/games", &json!({"ruleset":"nine_card"})).await.expect(201);
    let game = format!("/v1/games/{}", created.json["id"].as_str().expect("an id"));
    assert_eq!(created.header("location"), game);
    let mut last = (&ana, created);
    for (client, action, body) in [
        (&bob, "join", json!({})),
        (&ana, "moves", json!({"type":"reveal","cells":[0,1,2]})),
        (&bob, "moves", json!({"type":"reveal","cells":[6,7,8]})),
        (&bob, "resign", json!({})),
    ] {
        let (who, answer) = last;
        let read = who.get(&game).await.expect(200);
        assert_eq!(answer.etag(), read.etag());
        assert_eq!(answer.json["version"], read.json["version"]);
        who.get_if_changed(&game, answer.etag()).await.expect(304);
        // The next one takes the tag that a read gave him, and it is good.
        let etag = client.get(&game).await.etag().to_owned();
        last = (client, if_match(client, &format!("{game}/{action}"), &body, &etag).await.expect(200));
    }
    let (who, answer) = last;
    assert_eq!(answer.etag(), who.get(&game).await.etag());
}

async fn if_match_lets_only_a_current_tag_through(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let (player, moves) = (&table.players[0], table.path("/moves"));
    let reveal = json!({"type":"reveal","cells":[0,1,2]});
    let old = player.get(&table.path("")).await.etag().to_owned();
    let others = table.players[1].get(&table.path("")).await.etag().to_owned();
    table.players[1].post(&moves, &reveal).await.expect(200);
    let current = player.get(&table.path("")).await.expect(200);
    let tag = current.etag();
    // A weak tag never matches strongly, and another's tag was never given to this player.
    for stale in [&old, &others, "\"x\"", &format!("W/{tag}"), "\"*\"", "\"a,b\" ,, \"c\","] {
        let refused = if_match(player, &moves, &reveal, stale).await.problem(412, "stale");
        assert_eq!(refused.json["version"], current.json["version"], "{stale}");
    }
    assert_eq!(player.get(&table.path("")).await.text, current.text);
    if_match(player, &moves, &reveal, &format!("\"x\", {tag}")).await.expect(200);
    // `*` asks only that there be a game.
    if_match(player, &table.path("/resign"), &json!({}), "*").await.expect(200);
    if_match(player, "/v1/games/nobodys/resign", &json!({}), "*").await.problem(404, "not_found");
}

async fn if_match_holds_for_every_write_to_a_game(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let private = json!({"ruleset":"nine_card","visibility":"private"});
    let code = ana.post("/v1/games", &private).await.expect(201).json["join_code"].clone();
    if_match(&bob, "/v1/join", &json!({ "code": code }), "\"old\"").await.problem(412, "stale");
    let game = open_game(&ana, json!({})).await;
    let id = game.trim_start_matches("/v1/games/");
    let writes = endpoints::all(id, "ana").into_iter().filter(|endpoint| endpoint.method == Method::POST);
    // What is said at a table does not change the game.
    let writes = writes.filter(|endpoint| !endpoint.path.ends_with("/messages"));
    for endpoint in writes.filter(|endpoint| endpoint.path.starts_with("/v1/games/")) {
        let body = match endpoint.path.rsplit('/').next() {
            Some("kick") => json!({"seat": 1}),
            Some("moves") => json!({"type":"draw"}),
            _ => json!({}),
        };
        // Before any other judgement of the game.
        if_match(&ana, &endpoint.path, &body, "\"old\"").await.problem(412, "stale");
    }
    assert_eq!(ana.get(&game).await.json["version"], 1);
}

async fn an_if_match_that_is_none_is_malformed(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let (player, moves) = (&table.players[0], table.path("/moves"));
    let reveal = json!({"type":"reveal","cells":[0,1,2]});
    let game = player.get(&table.path("")).await.expect(200);
    let tag = game.etag();
    let naked = tag.trim_matches('"');
    for wrong in ["", "3", naked, "\"open", "w/\"x\"", "\"a\" \"b\"", "*, *", &format!("{tag}, {naked}")] {
        let refused = if_match(player, &moves, &reveal, wrong).await.problem(400, "malformed");
        assert!(refused.json["detail"].as_str().expect("a text").contains("If-Match"), "{wrong}");
    }
    player.get_if_changed(&table.path(""), tag).await.expect(304);
    if_match(player, &moves, &reveal, &format!("\"a,b\", W/\"x\",,{tag},")).await.expect(200);
}

async fn pages_of_lists_and_logs_have_etags_of_their_own(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let player = &table.players[0];
    let (whole, page) = (table.path("/log"), format!("{}?limit=1", table.path("/log")));
    let (whole_tag, page_tag) =
        (player.get(&whole).await.etag().to_owned(), player.get(&page).await.etag().to_owned());
    assert_ne!(whole_tag, page_tag);
    let tokens = player.get("/v1/players/me/tokens").await.etag().to_owned();
    player.post(&table.path("/resign"), &json!({})).await.expect(200);
    player.post("/v1/players/me/tokens", &json!({"label":"bot"})).await.expect(201);
    player.get_if_changed(&whole, &whole_tag).await.expect(200);
    player.get_if_changed("/v1/players/me/tokens", &tokens).await.expect(200);
    // A page in the middle of a log does not change any more, so it stays known.
    player.get_if_changed(&page, &page_tag).await.expect(304);
}
