//! What players are told, and in which order.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::{Table, choices},
    reading::{act, create, fields, id, whole_log},
    runner::tests,
};

tests![
    a_player_is_told_what_concerns_him_and_nothing_else,
    each_item_points_to_the_entry_that_it_is_about,
    whoever_is_to_act_is_told_once_a_turn,
    votes_and_cleared_seats_are_told,
    whoever_moves_first_has_no_hole_in_his_feed,
    a_feed_comes_in_pages,
];

async fn feed(client: &Client) -> Vec<Value> {
    let (mut items, mut query) = (Vec::new(), "limit=100".to_owned());
    loop {
        let page = client.get(&format!("/v1/feed?{query}")).await.expect(200).json;
        items.extend(page["items"].as_array().expect("a list").iter().cloned());
        match page["next"].as_str() {
            Some(next) => query = format!("limit=100&cursor={next}"),
            None => return items,
        }
    }
}

fn kinds(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["kind"].as_str().expect("a kind")).collect()
}

async fn a_player_is_told_what_concerns_him_and_nothing_else(database: Database) {
    let app = App::start(&database);
    let (ana, bob, cy) = (app.player("ana").await, app.player("bob").await, app.player("cy").await);
    let seats = json!([{ "type": "you" }, { "type": "player", "name": "bob" }, { "type": "open" }]);
    let game = id(&create(&ana, json!({ "seats": seats, "visibility": "private" })).await);
    assert_eq!((feed(&ana).await.len(), kinds(&feed(&bob).await)), (0, vec!["invited"]));
    act(&bob, &game, "join").await.expect(200);
    act(&ana, &game, "start").await.expect(200);
    assert_eq!(kinds(&feed(&ana).await), ["game_started", "your_turn"]);
    assert_eq!(kinds(&feed(&bob).await), ["invited", "game_started", "your_turn"]);
    act(&bob, &game, "resign").await.expect(200);
    assert_eq!(kinds(&feed(&ana).await), ["game_started", "your_turn", "game_finished"]);
    assert_eq!(kinds(&feed(&bob).await), ["invited", "game_started", "your_turn", "game_finished"]);
    act(&ana, &game, "rematch").await.expect(201);
    assert_eq!(kinds(&feed(&bob).await)[4..], ["invited"]);
    let open = id(&create(&ana, json!({})).await);
    act(&bob, &open, "join").await.expect(200);
    act(&bob, &open, "leave").await.problem(409, "game_started");
    let waiting =
        create(&ana, json!({ "seats": [{ "type": "you" }, { "type": "player", "name": "bob" }] })).await;
    act(&ana, &id(&waiting), "cancel").await.expect(200);
    assert_eq!(kinds(&feed(&bob).await)[5..], ["game_started", "your_turn", "invited", "game_cancelled"]);
    assert_eq!(feed(&cy).await, Vec::<Value>::new());
}

async fn each_item_points_to_the_entry_that_it_is_about(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card", "options": { "holes": 1 } })).await;
    table.play_out(&mut choices(3)).await;
    let log = whole_log(&table.players[0], &table.id).await;
    let items = feed(&table.players[0]).await;
    for (number, item) in items.iter().enumerate() {
        assert_eq!(fields(item), ["at", "game", "id", "kind", "version"]);
        assert_eq!((&item["id"], &item["game"]), (&json!(number + 1), &json!(table.id)));
        let entry = &log[item["version"].as_u64().expect("a version") as usize - 1];
        assert_eq!(item["at"], entry["at"]);
        let about = if item["kind"] == "game_started" { "started" } else { "move" };
        // The first turns begin with the deal.
        let is_right = entry["kind"] == about || (item["kind"] == "your_turn" && entry["kind"] == "started");
        assert!(is_right, "{item} {entry}");
    }
    let last = items.last().expect("an item");
    assert_eq!((&last["kind"], &last["version"]), (&json!("game_finished"), &json!(log.len())));
}

/// In nine-card Golf drawing and what comes after it are one turn.
async fn whoever_is_to_act_is_told_once_a_turn(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card", "options": { "holes": 1 } })).await;
    table.play_out(&mut choices(4)).await;
    let log = whole_log(&table.players[0], &table.id).await;
    for seat in 0..2 {
        let turns =
            kinds(&feed(&table.players[seat]).await).iter().filter(|kind| **kind == "your_turn").count();
        let moves = log.iter().filter(|entry| entry["kind"] == "move" && entry["seat"] == seat);
        // A turn begins with a reveal, a draw or a card that is taken.
        let begun = moves.filter(|entry| {
            ["reveal", "draw", "take"].contains(&entry["move"]["type"].as_str().expect("a type"))
        });
        assert_eq!(turns, begun.count());
    }
}

async fn votes_and_cleared_seats_are_told(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let seats = json!([{ "type": "you" }, { "type": "player", "name": "bob" }]);
    let open = id(&create(&ana, json!({ "seats": seats })).await);
    ana.post(&format!("/v1/games/{open}/kick"), &json!({ "seat": 1 })).await.expect(200);
    assert_eq!(kinds(&feed(&bob).await), ["invited", "kicked"]);
    assert_eq!(feed(&bob).await[1]["version"], 3, "created, invited, kicked");
    act(&bob, &open, "join").await.expect(200);
    act(&bob, &open, "cancel").await.expect(200);
    // Whoever votes knows it.
    assert_eq!(kinds(&feed(&bob).await)[2..], ["game_started", "your_turn"]);
    assert_eq!(kinds(&feed(&ana).await), ["game_started", "your_turn", "cancel_voted"]);
    act(&ana, &open, "cancel").await.expect(200);
    assert_eq!(kinds(&feed(&ana).await)[3..], ["game_cancelled"]);
    assert_eq!(kinds(&feed(&bob).await)[4..], ["cancel_voted", "game_cancelled"]);
}

/// Several games at once tell the same player; whoever reads on from the last item finds the next number.
async fn whoever_moves_first_has_no_hole_in_his_feed(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let mut games = Vec::new();
    for number in 0..6 {
        let other = app.player(&format!("p{number}")).await;
        let game = json!({ "ruleset": "nine_card", "options": { "holes": 1 } });
        games.push(Table::start_with(vec![ana.clone(), other], game).await);
    }
    let playing: Vec<_> = games
        .into_iter()
        .enumerate()
        .map(|(number, table)| tokio::spawn(async move { table.play_out(&mut choices(number as u64)).await }))
        .collect();
    let (mut last, mut finished) = (0, 0);
    while finished < 6 {
        let page = ana.get(&format!("/v1/feed?after={last}&limit=100&wait=20")).await.expect(200).json;
        for item in page["items"].as_array().expect("a list") {
            assert_eq!(item["id"], last + 1);
            last += 1;
            finished += usize::from(item["kind"] == "game_finished");
        }
    }
    for game in playing {
        assert_eq!(game.await.expect("it is played")["status"], "finished");
    }
    assert!(last > 100, "there was much to tell");
}

async fn a_feed_comes_in_pages(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    for _ in 0..5 {
        create(&bob, json!({ "seats": [{ "type": "you" }, { "type": "player", "name": "ana" }] })).await;
    }
    let first = ana.get("/v1/feed?limit=2").await.expect(200);
    assert_eq!(first.json["items"].as_array().map(Vec::len), Some(2));
    assert!(first.header("link").contains("rel=\"next\""));
    let next = first.json["next"].as_str().expect("a cursor");
    let second = ana.get(&format!("/v1/feed?limit=100&cursor={next}")).await.expect(200).json;
    assert_eq!(second["items"][0]["id"], 3);
    assert_eq!((second["items"].as_array().map(Vec::len), &second["next"]), (Some(3), &Value::Null));
    ana.get(&format!("/v1/feed?after=1&cursor={next}")).await.problem(422, "invalid");
    let tag = ana.get("/v1/feed?after=5").await.etag().to_owned();
    ana.get_if_changed("/v1/feed?after=5", &tag).await.expect(304);
}
