//! Accounts: registering, oneself, profiles and tokens.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::Table,
    reading::{act, create, fields},
    runner::tests,
};

tests![
    a_new_player_gets_an_account_and_a_token,
    names_of_letters_digits_underscore_and_hyphen_are_allowed,
    other_names_are_refused,
    me_is_reserved_in_any_case,
    a_name_is_taken_in_every_case,
    a_registration_of_another_form_is_malformed,
    nobody_is_me_without_a_good_token,
    a_display_name_may_have_any_script,
    a_display_name_that_is_blank_long_or_has_control_characters_is_refused,
    a_display_name_of_another_form_is_malformed,
    a_profile_is_found_by_any_case,
    a_profile_counts_public_games_only,
    further_tokens_are_added_listed_and_revoked,
    the_token_in_use_can_be_revoked,
    another_players_token_is_not_found,
    secrets_are_not_given_twice,
];

async fn me(client: &Client) -> Value {
    client.get("/v1/players/me").await.expect(200).json
}

async fn a_new_player_gets_an_account_and_a_token(database: Database) {
    let app = App::start(&database);
    let answer = app.stranger().post("/v1/players", &json!({ "name": "ana" })).await.expect(201);
    assert_eq!(fields(&answer.json), ["player", "token"]);
    let player = &answer.json["player"];
    assert_eq!(fields(player), ["created_at", "display_name", "id", "name"]);
    assert_eq!(player["name"], "ana");
    let created_at = player["created_at"].as_str().expect("a time");
    assert!(created_at.ends_with('Z') && chrono::DateTime::parse_from_rfc3339(created_at).is_ok());
    let token = answer.json["token"].as_str().expect("a token");
    let secret = token.strip_prefix("chk_").expect("tokens begin so");
    // 22 of 62 characters make 128 bits.
    assert!(secret.len() >= 22 && secret.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{secret}");
    let client = Client::new(&app.base, Some(token.to_owned()));
    let me = me(&client).await;
    for field in fields(player) {
        assert_eq!(me[field], player[field]);
    }
}

async fn names_of_letters_digits_underscore_and_hyphen_are_allowed(database: Database) {
    let app = App::start(&database);
    let longest = "x".repeat(32);
    for name in ["a", "7", "Bob", "x_y-z", "0-_", "Z--", "mee", &longest] {
        let client = app.player(name).await;
        assert_eq!(me(&client).await["name"], name, "the case is kept");
    }
}

async fn other_names_are_refused(database: Database) {
    let app = App::start(&database);
    let too_long = "x".repeat(33);
    let wrong = [
        "", " ", "-a", "_a", "a b", " a", "a ", "a\n", "a.b", "a/b", "a@b", "ä", "añ", "李", "٣", "🦀",
        "a\0", &too_long,
    ];
    for name in wrong {
        let answer = app.stranger().post("/v1/players", &json!({ "name": name })).await;
        let problem = answer.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "name", "{name:?}");
    }
}

async fn me_is_reserved_in_any_case(database: Database) {
    let app = App::start(&database);
    for name in ["me", "ME", "Me", "mE"] {
        app.stranger().post("/v1/players", &json!({ "name": name })).await.problem(422, "invalid");
    }
}

async fn a_name_is_taken_in_every_case(database: Database) {
    let app = App::start(&database);
    let ana = app.player("Ana-1").await;
    for name in ["Ana-1", "ana-1", "ANA-1", "aNA-1"] {
        app.stranger().post("/v1/players", &json!({ "name": name })).await.problem(409, "name_taken");
    }
    assert_eq!(me(&ana).await["name"], "Ana-1");
}

async fn a_registration_of_another_form_is_malformed(database: Database) {
    let app = App::start(&database);
    for body in [json!({}), json!({ "name": 7 }), json!({ "name": null }), json!({ "name": "a", "age": 7 })] {
        app.stranger().post("/v1/players", &body).await.problem(400, "malformed");
    }
    app.stranger().get("/v1/players/a").await.problem(404, "not_found");
}

async fn nobody_is_me_without_a_good_token(database: Database) {
    let app = App::start(&database);
    let forged = Client::new(&app.base, Some("chk_00000000000000000000000000000000".to_owned()));
    for client in [app.stranger(), forged.clone()] {
        for answer in [
            client.get("/v1/players/me").await,
            client.patch("/v1/players/me", &json!({ "display_name": "x" })).await,
            client.delete("/v1/players/me").await,
            client.get("/v1/players/me/tokens").await,
            client.post("/v1/players/me/tokens", &json!({ "label": "x" })).await,
        ] {
            let answer = answer.problem(401, "unauthorized");
            assert_eq!(answer.header("www-authenticate"), "Bearer");
        }
    }
    // What is public without a token is refused to a bad one.
    app.player("ana").await;
    forged.get("/v1/players/ana").await.problem(401, "unauthorized");
    forged.get("/v1/games").await.problem(401, "unauthorized");
}

async fn a_display_name_may_have_any_script(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    // Forty characters, each of one byte or of four.
    let (plain, crabs) = ("x".repeat(40), "🦀".repeat(40));
    for name in [
        "A",
        "Ana María",
        "Ана",
        "李小龍",
        "مريم العلي",
        "שרה",
        "โกลฟ",
        "👩‍👩‍👧‍👦 Golf",
        "O'Neil & <b>Sons</b>",
        "\"\\",
        &plain,
        &crabs,
    ] {
        let changed = ana.patch("/v1/players/me", &json!({ "display_name": name })).await.expect(200).json;
        assert_eq!(changed["display_name"], name);
        assert_eq!(changed["name"], "ana", "the name never changes");
        assert_eq!(me(&ana).await, changed);
        let profile = app.stranger().get("/v1/players/ana").await.expect(200).json;
        assert_eq!(profile["display_name"], name);
    }
}

async fn a_display_name_that_is_blank_long_or_has_control_characters_is_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    ana.patch("/v1/players/me", &json!({ "display_name": "Ana" })).await.expect(200);
    let (long, crabs) = ("x".repeat(41), "🦀".repeat(41));
    for name in [
        "",
        " ",
        "   ",
        "\u{3000}",
        "\t",
        "a\nb",
        "a\tb",
        "a\0b",
        "a\u{7f}b",
        "a\u{85}b",
        "\u{1b}[2J",
        &long,
        &crabs,
    ] {
        let answer = ana.patch("/v1/players/me", &json!({ "display_name": name })).await;
        let problem = answer.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "display_name", "{name:?}");
    }
    assert_eq!(me(&ana).await["display_name"], "Ana");
}

async fn a_display_name_of_another_form_is_malformed(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let before = me(&ana).await;
    for body in [
        json!({ "display_name": null }),
        json!({ "display_name": 7 }),
        json!({ "display_name": ["Ana"] }),
        json!({ "name": "bob" }),
        json!({ "display_name": "Bob", "id": "x" }),
    ] {
        ana.patch("/v1/players/me", &body).await.problem(400, "malformed");
    }
    assert_eq!(me(&ana).await, before);
}

async fn a_profile_is_found_by_any_case(database: Database) {
    let app = App::start(&database);
    app.player("Ana").await;
    let stranger = app.stranger();
    let profile = stranger.get("/v1/players/Ana").await.expect(200);
    assert_eq!(profile.json["name"], "Ana");
    for name in ["ana", "ANA", "aNa"] {
        assert_eq!(stranger.get(&format!("/v1/players/{name}")).await.expect(200).text, profile.text);
    }
    for name in ["anna", "an", "%00", "%C3%A4", "a%20b", "%25"] {
        stranger.get(&format!("/v1/players/{name}")).await.problem(404, "not_found");
    }
}

async fn a_profile_counts_public_games_only(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let stranger = app.stranger();
    let nothing = stranger.get("/v1/players/ana").await.expect(200);
    let count = |open, active, finished, won| json!({ "open": open, "active": active, "finished": finished, "won": won });
    assert_eq!(nothing.json["games"], count(0, 0, 0, 0));
    set_up_four(&ana, &bob, "private").await;
    for client in [&stranger, &ana, &bob] {
        let profile = client.get("/v1/players/ana").await.expect(200);
        assert_eq!(profile.text, nothing.text, "private games leave no trace");
    }
    set_up_four(&ana, &bob, "public").await;
    for client in [&stranger, &ana, &bob] {
        let profile = client.get("/v1/players/ana").await.expect(200).json;
        assert_eq!(profile["games"], count(1, 1, 2, 1));
    }
}

/// For ana: one game that is open, one active, one won and one lost by resignation.
async fn set_up_four(ana: &Client, bob: &Client, visibility: &str) {
    let game = json!({ "ruleset": "nine_card", "visibility": visibility });
    create(ana, game.clone()).await;
    let start = || Table::start_with(vec![ana.clone(), bob.clone()], game.clone());
    start().await;
    act(bob, &start().await.id, "resign").await.expect(200);
    act(ana, &start().await.id, "resign").await.expect(200);
}

async fn tokens(client: &Client) -> Vec<Value> {
    let page = client.get("/v1/players/me/tokens").await.expect(200);
    assert!(!page.text.contains("chk_") && !page.text.contains("hash"), "{}", page.text);
    page.json["items"].as_array().expect("a list").clone()
}

/// A further token of that player: its id, and a client that uses it.
async fn add_token(app: &App, client: &Client, label: &str) -> (String, Client) {
    let made = client.post("/v1/players/me/tokens", &json!({ "label": label })).await.expect(201).json;
    let token = made["token"].as_str().expect("a token").to_owned();
    (made["id"].as_str().expect("an id").to_owned(), Client::new(&app.base, Some(token)))
}

async fn further_tokens_are_added_listed_and_revoked(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    assert_eq!(tokens(&ana).await.len(), 1, "the first one is listed too");
    let (id, bot) = add_token(&app, &ana, "bot").await;
    assert_eq!(me(&bot).await, me(&ana).await);
    let listed = tokens(&bot).await;
    assert_eq!(listed.len(), 2);
    let own = listed.iter().find(|token| token["id"] == *id).expect("the new one is listed");
    assert_eq!(own["label"], "bot");
    let secret = bot.token.clone().expect("a token");
    let page = ana.get("/v1/players/me/tokens").await.expect(200).text;
    assert!(!page.contains(&secret["chk_".len()..]), "the secret is never listed");

    ana.delete(&format!("/v1/players/me/tokens/{id}")).await.expect(204);
    bot.get("/v1/players/me").await.problem(401, "unauthorized");
    bot.get("/v1/games").await.problem(401, "unauthorized");
    assert_eq!(tokens(&ana).await.len(), 1);
    ana.delete(&format!("/v1/players/me/tokens/{id}")).await.problem(404, "not_found");
}

async fn the_token_in_use_can_be_revoked(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let (id, bot) = add_token(&app, &ana, "bot").await;
    bot.delete(&format!("/v1/players/me/tokens/{id}")).await.expect(204);
    bot.get("/v1/players/me").await.problem(401, "unauthorized");
    me(&ana).await;
}

async fn another_players_token_is_not_found(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let (id, bot) = add_token(&app, &ana, "bot").await;
    let refused = bob.delete(&format!("/v1/players/me/tokens/{id}")).await.problem(404, "not_found");
    let unknown = bob.delete("/v1/players/me/tokens/000000000000").await.problem(404, "not_found");
    assert_eq!(refused.text, unknown.text, "nobody learns that it is somebody's");
    me(&bot).await;
    assert_eq!(tokens(&bob).await.len(), 1);
}

/// A stored answer would hold the secret.
async fn secrets_are_not_given_twice(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let key = ("Idempotency-Key", "once");
    let label = json!({ "label": "bot" });
    ana.post_with("/v1/players/me/tokens", &label, key).await.problem(400, "malformed");
    assert_eq!(tokens(&ana).await.len(), 1);
    let name = json!({ "name": "bob" });
    app.stranger().post_with("/v1/players", &name, key).await.problem(400, "malformed");
    app.stranger().get("/v1/players/bob").await.problem(404, "not_found");
}
