//! Requests that are safe to send again.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    play::Table,
    runner::tests,
};

tests![
    the_first_answer_is_given_again_to_the_letter,
    the_first_answer_is_given_again_after_the_game_has_gone_on,
    a_replay_comes_before_every_other_judgement_of_a_game,
    a_refusal_is_not_kept,
    a_key_belongs_to_one_method_address_and_body,
    the_same_key_and_body_sent_to_two_games_is_two_moves,
    a_key_belongs_to_one_player,
    a_key_is_forgotten_after_a_day,
    where_the_answer_holds_a_secret_a_key_is_refused,
    a_key_has_1_to_128_characters,
    two_hundred_twins_at_once_are_one_move,
    twins_create_one_game,
];

const REVEAL: [u32; 3] = [0, 4, 8];

fn reveal() -> Value {
    json!({"type":"reveal","cells":REVEAL})
}

async fn keyed(client: &Client, path: &str, body: &Value, key: &str) -> Answer {
    client.post_with(path, body, ("Idempotency-Key", key)).await
}

fn assert_replay(first: &Answer, again: &Answer) {
    assert!(first.headers.get("idempotency-replayed").is_none());
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!((first.status, &first.text), (again.status, &again.text));
    for name in ["etag", "location", "content-type"] {
        assert_eq!(first.headers.get(name), again.headers.get(name), "{name}");
    }
}

async fn the_first_answer_is_given_again_to_the_letter(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let new = json!({"ruleset":"nine_card"});
    let created = keyed(&ana, "/v1/games", &new, "a").await.expect(201);
    assert_replay(&created, &keyed(&ana, "/v1/games", &new, "a").await);
    let list = ana.get("/v1/games?player=me").await.expect(200).json;
    assert_eq!(list["items"].as_array().unwrap().len(), 1);

    let path = |rest: &str| format!("/v1/games/{}/{rest}", created.json["id"].as_str().unwrap());
    let steps: [(&Client, &str, Value); 4] = [
        (&bob, "join", json!({})),
        (&ana, "moves", reveal()),
        (&bob, "moves", reveal()),
        (&bob, "resign", json!({})),
    ];
    for (number, (player, action, body)) in steps.iter().enumerate() {
        let key = format!("step {number}");
        let first = keyed(player, &path(action), body, &key).await.expect(200);
        assert_replay(&first, &keyed(player, &path(action), body, &key).await);
        // One entry each, after `created`; joining made a second one, `started`.
        assert_eq!(ana.get(&path("log")).await.json["items"].as_array().unwrap().len(), number + 3);
    }
}

async fn the_first_answer_is_given_again_after_the_game_has_gone_on(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card","visibility":"private"})).await;
    let (moves, players) = (table.path("/moves"), &table.players);
    let first = keyed(&players[0], &moves, &reveal(), "k").await.expect(200);
    players[1].post(&moves, &reveal()).await.expect(200);
    players[1].post(&table.path("/resign"), &json!({})).await.expect(200);
    assert_replay(&first, &keyed(&players[0], &moves, &reveal(), "k").await);
    // A stranger with the same key learns nothing of a private game.
    keyed(&app.player("eve").await, &moves, &reveal(), "k").await.problem(404, "not_found");
}

async fn a_replay_comes_before_every_other_judgement_of_a_game(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let etag = table.players[0].get(&table.path("")).await.etag().to_owned();
    let post = || {
        let request = table.players[0].request(reqwest::Method::POST, &table.path("/moves"));
        let request = request.json(&reveal()).header("Idempotency-Key", "k");
        crate::support::client::send(request.header("If-Match", &etag))
    };
    let first = post().await.expect(200);
    // The tag is stale now, and the move would be illegal: but it was answered already.
    assert_replay(&first, &post().await);
}

async fn a_refusal_is_not_kept(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let moves = table.path("/moves");
    let wrong = json!({"type":"draw"});
    keyed(&table.players[0], &moves, &wrong, "k").await.problem(422, "illegal_move");
    keyed(&table.players[0], &moves, &wrong, "k").await.problem(422, "illegal_move");
    // So the key is still free.
    let first = keyed(&table.players[0], &moves, &reveal(), "k").await.expect(200);
    assert_replay(&first, &keyed(&table.players[0], &moves, &reveal(), "k").await);
}

async fn a_key_belongs_to_one_method_address_and_body(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let player = &table.players[0];
    keyed(player, &table.path("/moves"), &reveal(), "k").await.expect(200);
    let other = json!({"type":"reveal","cells":[1,2,3]});
    keyed(player, &table.path("/moves"), &other, "k").await.problem(422, "idempotency_key_reused");
    keyed(player, &table.path("/resign"), &reveal(), "k").await.problem(400, "malformed");
    keyed(player, &table.path("/resign"), &json!({}), "k").await.problem(422, "idempotency_key_reused");
    keyed(player, "/v1/games", &json!({"ruleset":"nine_card"}), "k")
        .await
        .problem(422, "idempotency_key_reused");
    assert_eq!(table.seen_by(0).await["status"], "active");
}

async fn the_same_key_and_body_sent_to_two_games_is_two_moves(database: Database) {
    let app = App::start(&database);
    let one = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let two = Table::start_with(one.players.clone(), json!({"ruleset":"nine_card"})).await;
    let player = &one.players[0];
    keyed(player, &one.path("/moves"), &reveal(), "k").await.expect(200);
    let second = keyed(player, &two.path("/moves"), &reveal(), "k").await.expect(200);
    assert!(second.headers.get("idempotency-replayed").is_none());
    assert_eq!(second.json["id"], two.id.as_str());
    for table in [&one, &two] {
        assert_replay_of(table, player).await;
        assert_eq!(table.seen_by(0).await["version"], 4, "created, joined, started, and one move");
    }
}

/// Each game gives its own answer again.
async fn assert_replay_of(table: &Table, player: &Client) {
    let again = keyed(player, &table.path("/moves"), &reveal(), "k").await.expect(200);
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.json["id"], table.id.as_str());
}

async fn a_key_belongs_to_one_player(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    for player in &table.players {
        let first = keyed(player, &table.path("/moves"), &reveal(), "k").await.expect(200);
        assert!(first.headers.get("idempotency-replayed").is_none());
    }
    assert_eq!(table.seen_by(0).await["version"], 5);
}

async fn a_key_is_forgotten_after_a_day(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let new = json!({"ruleset":"nine_card"});
    let first = keyed(&ana, "/v1/games", &new, "k").await.expect(201);
    app.clock.advance(TimeDelta::hours(23));
    assert_replay(&first, &keyed(&ana, "/v1/games", &new, "k").await);
    app.clock.advance(TimeDelta::hours(2));
    let other = keyed(&ana, "/v1/games", &new, "k").await.expect(201);
    assert_ne!(first.json["id"], other.json["id"]);
    assert_replay(&other, &keyed(&ana, "/v1/games", &new, "k").await);
}

async fn where_the_answer_holds_a_secret_a_key_is_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    keyed(&app.stranger(), "/v1/players", &json!({"name":"bob"}), "k").await.problem(400, "malformed");
    keyed(&ana, "/v1/players/me/tokens", &json!({"label":"bot"}), "k").await.problem(400, "malformed");
    ana.get("/v1/players/bob").await.problem(404, "not_found");
    assert_eq!(ana.get("/v1/players/me/tokens").await.json["items"].as_array().unwrap().len(), 1);
}

async fn a_key_has_1_to_128_characters(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let new = json!({"ruleset":"nine_card"});
    keyed(&ana, "/v1/games", &new, &"k".repeat(128)).await.expect(201);
    keyed(&ana, "/v1/games", &new, &"k".repeat(129)).await.problem(400, "malformed");
    keyed(&ana, "/v1/games", &new, "").await.problem(400, "malformed");
    keyed(&ana, "/v1/games", &new, "schlüssel").await.problem(400, "malformed");
}

async fn two_hundred_twins_at_once_are_one_move(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let (moves, body) = (table.path("/moves"), reveal());
    let answers = join_all((0..200).map(|_| keyed(&table.players[0], &moves, &body, "k"))).await;
    let first = &answers[0];
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.text == first.text));
    let originals = answers.iter().filter(|answer| answer.headers.get("idempotency-replayed").is_none());
    assert_eq!(originals.count(), 1);
    assert_eq!(table.seen_by(0).await["version"], 4);
}

async fn twins_create_one_game(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let new = json!({"ruleset":"nine_card"});
    let answers = join_all((0..20).map(|_| keyed(&ana, "/v1/games", &new, "k"))).await;
    assert!(answers.iter().all(|answer| answer.status == 201 && answer.text == answers[0].text));
    assert_eq!(ana.get("/v1/games?player=me").await.json["items"].as_array().unwrap().len(), 1);
}
