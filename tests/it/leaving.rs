//! Ending an account: what becomes of its games, its names and its tokens.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::Table,
    reading::{act, create, id, path, told, whole_log},
    runner::tests,
};

tests![
    open_games_are_cancelled,
    invitations_are_declined_and_seats_at_others_games_left,
    of_two_players_the_other_one_wins,
    seats_of_old_games_keep_no_name,
    a_name_is_never_given_again,
    no_token_works_any_more,
];

async fn game(client: &Client, id: &str) -> Value {
    client.get(&path(id, "")).await.expect(200).json
}

async fn open_games_are_cancelled(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let public =
        id(&create(&ana, json!({ "seats": [{"type":"you"},{"type":"open"},{"type":"open"}] })).await);
    act(&bob, &public, "join").await.expect(200);
    // Her own as well, though she has no seat there.
    let apart = id(&create(&ana, json!({ "seats": [{"type":"open"},{"type":"open"}] })).await);
    let private = id(&create(
        &ana,
        json!({ "visibility": "private",
        "seats": [{"type":"you"},{"type":"open"},{"type":"player","name":"bob"}] }),
    )
    .await);
    ana.delete("/v1/players/me").await.expect(204);
    for id in [&public, &apart, &private] {
        let after = game(&bob, id).await;
        assert_eq!(after["status"], "cancelled");
        let log = whole_log(&bob, id).await;
        assert_eq!(told(&log).last().expect("an entry").0, "cancelled");
        assert_eq!(after["version"], log.len());
    }
}

async fn invitations_are_declined_and_seats_at_others_games_left(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let seats = json!([{"type":"you"},{"type":"player","name":"ana"},{"type":"open"}]);
    let invited = id(&create(&bob, json!({ "seats": seats })).await);
    let joined =
        id(&create(&bob, json!({ "seats": [{"type":"you"},{"type":"open"},{"type":"open"}] })).await);
    act(&ana, &joined, "join").await.expect(200);
    ana.delete("/v1/players/me").await.expect(204);
    for (id, kind) in [(&invited, "declined"), (&joined, "left")] {
        let after = game(&bob, id).await;
        assert_eq!((&after["status"], &after["seats"][1]["type"]), (&json!("open"), &json!("open")));
        assert_eq!(told(&whole_log(&bob, id).await).last(), Some(&(kind, Some(1), "player")));
    }
}

async fn of_two_players_the_other_one_wins(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let game_of_two = json!({ "ruleset": "nine_card" });
    let first = Table::start_with(vec![ana.clone(), bob.clone()], game_of_two.clone()).await;
    let second = Table::start_with(vec![bob.clone(), ana.clone()], game_of_two).await;
    ana.delete("/v1/players/me").await.expect(204);
    for (table, hers) in [(&first, 0), (&second, 1)] {
        let after = game(&bob, &table.id).await;
        assert_eq!(after["status"], "finished");
        assert_eq!(after["outcome"]["reason"], "resigned");
        let places = &after["outcome"]["places"];
        assert_eq!((&places[0]["place"], &places[0]["seats"]), (&json!(1), &json!([1 - hers])));
        assert_eq!((&places[1]["place"], &places[1]["seats"]), (&json!(2), &json!([hers])));
        assert_eq!(told(&whole_log(&bob, &table.id).await).last(), Some(&("resigned", Some(hers), "player")));
    }
    let won = app.stranger().get("/v1/players/bob").await.expect(200).json;
    assert_eq!(won["games"], json!({ "open": 0, "active": 0, "finished": 2, "won": 2 }));
}

async fn seats_of_old_games_keep_no_name(database: Database) {
    let app = App::start(&database);
    let (zaphod, bob) = (app.player("Zaphod").await, app.player("bob").await);
    let shown = json!({ "display_name": "Beeblebrox" });
    let account = zaphod.patch("/v1/players/me", &shown).await.expect(200).json;
    let old = Table::start_with(vec![bob.clone(), zaphod.clone()], json!({ "ruleset": "nine_card" })).await;
    act(&zaphod, &old.id, "resign").await.expect(200);
    // Both what was over before and what ends with the account.
    let ending =
        Table::start_with(vec![bob.clone(), zaphod.clone()], json!({ "ruleset": "nine_card" })).await;
    let cancelled = id(&create(&zaphod, json!({})).await);
    zaphod.delete("/v1/players/me").await.expect(204);
    for (id, hers) in [(&old.id, 1), (&ending.id, 1), (&cancelled, 0)] {
        let seat = &game(&bob, id).await["seats"][hers];
        let seat = seat.as_object().expect("an object");
        assert_eq!(seat["type"], "player");
        for field in ["player_id", "name", "display_name"] {
            assert_eq!(seat.get(field), Some(&Value::Null), "{field}");
        }
    }
    for rest in ["", "/log", "/export"] {
        for id in [&old.id, &ending.id] {
            forgets(&account, &bob.get(&path(id, rest)).await.expect(200).text);
        }
    }
    for list in ["/v1/games", "/v1/games?player=me", "/v1/games?status=finished&player=bob"] {
        forgets(&account, &bob.get(list).await.expect(200).text);
    }
    let lists = bob.get("/v1/games?player=zaphod").await.expect(200).json;
    assert_eq!(lists["items"], json!([]), "nothing is found by the name");
}

fn forgets(account: &Value, text: &str) {
    for field in ["id", "name", "display_name"] {
        let known = account[field].as_str().expect("a text");
        assert!(!text.to_lowercase().contains(&known.to_lowercase()), "{known} in {text}");
    }
}

async fn a_name_is_never_given_again(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("Ana").await, app.player("bob").await);
    ana.delete("/v1/players/me").await.expect(204);
    for name in ["Ana", "ana", "ANA"] {
        app.stranger().post("/v1/players", &json!({ "name": name })).await.problem(409, "name_taken");
        app.stranger().get(&format!("/v1/players/{name}")).await.problem(404, "not_found");
        let seats = json!([{"type":"you"},{"type":"player","name":name}]);
        let body = json!({ "ruleset": "nine_card", "seats": seats });
        bob.post("/v1/games", &body).await.problem(422, "invalid");
    }
}

async fn no_token_works_any_more(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let made = ana.post("/v1/players/me/tokens", &json!({ "label": "bot" })).await.expect(201).json;
    let bot = Client::new(&app.base, made["token"].as_str().map(str::to_owned));
    bot.delete("/v1/players/me").await.expect(204);
    for client in [&ana, &bot] {
        client.get("/v1/players/me").await.problem(401, "unauthorized");
        client.get("/v1/games").await.problem(401, "unauthorized");
        client.post("/v1/games", &json!({ "ruleset": "nine_card" })).await.problem(401, "unauthorized");
        client.delete("/v1/players/me").await.problem(401, "unauthorized");
    }
}
