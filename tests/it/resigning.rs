//! Resigning where others play on.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::{Table, choices},
    reading::{act, told, whole_log},
    runner::tests,
};

tests![
    a_bot_plays_on_for_one_of_three_and_he_comes_last,
    the_last_human_wins_at_once,
    a_partner_plays_on_and_two_partners_lose,
    without_a_human_a_game_is_abandoned,
    whoever_has_resigned_looks_on_without_a_seat,
    an_account_that_ends_resigns_where_others_play_on,
];

async fn moves_of(table: &Table, seat: usize) -> Vec<Value> {
    table.seen_by(seat).await["you"]["legal_moves"].as_array().expect("a list").clone()
}

/// Plays at random for the seats that humans still have.
async fn play_out(table: &Table, gone: usize) -> Value {
    let mut choices = choices(3);
    loop {
        let someone = (gone + 1) % table.players.len();
        let game = table.seen_by(someone).await;
        if game["status"] == "finished" {
            return game;
        }
        assert!(!game["to_act"].as_array().expect("a list").contains(&json!(gone)), "a bot has moved");
        table.play_on(&game, &mut choices).await.expect("somebody is to act");
    }
}

async fn a_bot_plays_on_for_one_of_three_and_he_comes_last(database: Database) {
    let app = App::start(&database);
    let options = json!({ "holes": 1 });
    let table = Table::start(&app, 3, json!({ "ruleset": "par_fore", "options": options })).await;
    let resigned = act(&table.players[1], &table.id, "resign").await.expect(200).json;
    assert_eq!((&resigned["status"], &resigned["you"]), (&json!("active"), &Value::Null));
    assert_eq!(resigned["seats"][1]["given_up"], "resigned");
    assert_eq!(
        (&resigned["seats"][1]["type"], &resigned["seats"][1]["name"]),
        (&json!("player"), &json!("p1"))
    );
    assert!(resigned["seats"][0].get("given_up").is_none());
    let finished = play_out(&table, 1).await;
    let places = finished["outcome"]["places"].as_array().expect("places");
    let last = places.last().expect("a place");
    assert_eq!((&last["place"], &last["seats"]), (&json!(3), &json!([1])), "whatever his score: {places:?}");
    assert_eq!(last["score"], finished["state"]["totals"][1]);
    assert_eq!(finished["outcome"]["reason"], "completed");
    let log = whole_log(&table.players[0], &table.id).await;
    let by_bot = told(&log).iter().filter(|told| **told == ("move", Some(1), "bot")).count();
    assert!(by_bot > 0, "a bot has played for him");
    assert!(told(&log).contains(&("resigned", Some(1), "player")));
}

async fn the_last_human_wins_at_once(database: Database) {
    let app = App::start(&database);
    let players = [app.player("ana").await, app.player("bob").await];
    let seats = json!([{ "type": "you" }, { "type": "bot", "level": "easy" }, { "type": "open" }]);
    let game = json!({ "ruleset": "nine_card", "seats": seats });
    let created = players[0].post("/v1/games", &game).await.expect(201).json;
    let id = created["id"].as_str().expect("an id");
    act(&players[1], id, "join").await.expect(200);
    let resigned = act(&players[0], id, "resign").await.expect(200).json;
    let places = json!([
        { "place": 1, "seats": [2], "score": 0 },
        { "place": 2, "seats": [1], "score": 0 },
        { "place": 3, "seats": [0], "score": 0 },
    ]);
    assert_eq!(resigned["outcome"], json!({ "places": places, "reason": "resigned" }));
}

async fn a_partner_plays_on_and_two_partners_lose(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 4, json!({ "ruleset": "card_golf" })).await;
    let one = act(&table.players[1], &table.id, "resign").await.expect(200).json;
    assert_eq!(one["status"], "active");
    let two = act(&table.players[3], &table.id, "resign").await.expect(200).json;
    let places =
        json!([{ "place": 1, "seats": [0, 2], "score": 0 }, { "place": 2, "seats": [1, 3], "score": 0 }]);
    assert_eq!(two["outcome"], json!({ "places": places, "reason": "resigned" }));
    // The side of which one has resigned keeps its result.
    let table =
        Table::start_with(table.players, json!({ "ruleset": "card_golf", "options": { "holes": 1 } })).await;
    act(&table.players[3], &table.id, "resign").await.expect(200);
    let finished = play_out(&table, 3).await;
    let won = finished["state"]["holes_won"].clone();
    let first = match won {
        won if won == json!([0, 1]) => json!([1, 3]),
        won if won == json!([1, 0]) => json!([0, 2]),
        _ => json!([0, 1, 2, 3]),
    };
    assert_eq!(finished["outcome"]["places"][0]["seats"], first);
}

async fn start_with_bots(client: &Client, ruleset: &str, bots: usize) -> String {
    let seats =
        [vec![json!({ "type": "you" })], vec![json!({ "type": "bot", "level": "easy" }); bots]].concat();
    let created = client.post("/v1/games", &json!({ "ruleset": ruleset, "seats": seats })).await.expect(201);
    created.json["id"].as_str().expect("an id").to_owned()
}

async fn without_a_human_a_game_is_abandoned(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for (ruleset, bots) in
        [("nine_card", 1), ("nine_card", 3), ("card_golf", 3), ("par_fore", 0), ("par_fore", 2)]
    {
        let id = start_with_bots(&ana, ruleset, bots).await;
        let resigned = act(&ana, &id, "resign").await.expect(200).json;
        assert_eq!(resigned["outcome"], json!({ "places": [], "reason": "abandoned" }), "{ruleset}, {bots}");
        assert_eq!((&resigned["status"], &resigned["to_act"]), (&json!("finished"), &json!([])));
    }
}

async fn whoever_has_resigned_looks_on_without_a_seat(database: Database) {
    let app = App::start(&database);
    let game = json!({ "ruleset": "card_golf", "visibility": "private" });
    let table = Table::start(&app, 3, game).await;
    let seat = table.seen_by(0).await["to_act"][0].as_u64().expect("a seat") as usize;
    let legal = moves_of(&table, seat).await;
    let resigned = act(&table.players[seat], &table.id, "resign").await.expect(200).json;
    assert_eq!(resigned["state"]["hand"], Value::Null);
    assert_ne!(resigned["to_act"], json!([seat]), "the bot has moved at once");
    assert_eq!(resigned["played"][1]["by"], "bot");
    // He still sees the private game, but nothing in it is his to do.
    let player = &table.players[seat];
    player.get(&table.path("")).await.expect(200);
    player.post(&table.path("/moves"), &legal[0]).await.problem(403, "forbidden");
    act(player, &table.id, "resign").await.problem(403, "forbidden");
    let inbox = player.get("/v1/games?to_act=me").await.expect(200).json;
    assert_eq!(inbox["items"], json!([]));
    let games = player.get("/v1/games?player=me").await.expect(200).json;
    assert_eq!(games["items"][0]["id"], json!(table.id));
}

async fn an_account_that_ends_resigns_where_others_play_on(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, json!({ "ruleset": "par_fore", "options": { "holes": 1 } })).await;
    table.players[2].delete("/v1/players/me").await.expect(204);
    let game = table.seen_by(0).await;
    assert_eq!((&game["status"], &game["seats"][2]["given_up"]), (&json!("active"), &json!("resigned")));
    assert_eq!(game["seats"][2]["name"], Value::Null);
    let finished = play_out(&table, 2).await;
    let places = finished["outcome"]["places"].as_array().expect("places");
    assert_eq!(places.last().expect("a place")["seats"], json!([2]));
}
