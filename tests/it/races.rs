//! Many at once, in play: whatever was answered has happened, once, and nothing else has.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    play::{Table, choices},
    runner::tests,
    rush::{Post, at_once, kinds, log},
};

tests![
    of_200_posts_of_the_same_move_one_is_applied,
    with_one_key_200_posts_of_a_move_get_equal_answers,
    with_one_key_a_game_is_created_once,
    with_one_if_match_one_of_many_posts_goes_through,
    players_who_reveal_at_the_same_instant_all_succeed,
    the_same_key_and_body_sent_to_two_games_are_not_taken_for_one,
    a_resignation_and_a_move_at_once_are_both_kept_or_one_is_refused,
    both_players_resigning_at_once_leave_one_winner,
    two_servers_on_one_database_apply_a_move_once,
    two_servers_on_one_database_answer_one_key_alike,
    players_who_reveal_at_two_servers_at_once_all_succeed,
];

const MANY: usize = 200;

fn short() -> Value {
    json!({ "ruleset": "nine_card", "options": { "holes": 1 } })
}

/// So many servers on one database.
fn start(database: &Database, servers: usize) -> Vec<App> {
    (0..servers).map(|_| App::start(database)).collect()
}

async fn version(table: &Table) -> u64 {
    table.seen_by(0).await["version"].as_u64().expect("a number")
}

/// The seat that is to act.
async fn turn(table: &Table) -> usize {
    table.seen_by(0).await["to_act"][0].as_u64().expect("a seat") as usize
}

async fn reveal_all(table: &Table) {
    for player in &table.players {
        let action = json!({ "type": "reveal", "cells": [0, 1, 2] });
        player.post(&table.path("/moves"), &action).await.expect(200);
    }
}

fn count(answers: &[Answer], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status == status).count()
}

/// `MANY` posts of one move by one player, to the servers in turn.
fn same_move(table: &Table, servers: &[App], seat: usize, action: &Value) -> Vec<Post> {
    let clients: Vec<_> = servers.iter().map(|app| app.with_token_of(&table.players[seat])).collect();
    (0..MANY).map(|n| Post::new(&clients[n % clients.len()], &table.path("/moves"), action)).collect()
}

async fn one_is_applied(table: &Table, servers: &[App], seat: usize, action: &Value) {
    let before = version(table).await;
    let answers = at_once(same_move(table, servers, seat, action)).await;
    assert_eq!(count(&answers, 200), 1, "{action}");
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        let code = answer.json["code"].as_str().unwrap_or_default();
        assert!(["not_your_turn", "illegal_move"].contains(&code), "{}", answer.text);
    }
    assert_eq!(version(table).await, before + 1, "{action}");
    let newest = log(&table.players[0], &table.path("")).await.pop().expect("an entry");
    assert_eq!((&newest["move"], &newest["seat"]), (action, &json!(seat)));
}

async fn a_move_is_applied_once(database: &Database, servers: usize) {
    let servers = start(database, servers);
    let table = &Table::start(&servers[0], 2, short()).await;
    // In turn: a move that all may make at once, one after which the same player goes on, and one
    // that ends a turn.
    one_is_applied(table, &servers, 0, &json!({ "type": "reveal", "cells": [0, 4, 8] })).await;
    let other = json!({ "type": "reveal", "cells": [6, 7, 8] });
    table.players[1].post(&table.path("/moves"), &other).await.expect(200);
    let seat = turn(table).await;
    one_is_applied(table, &servers, seat, &json!({ "type": "draw" })).await;
    one_is_applied(table, &servers, seat, &json!({ "type": "discard" })).await;
}

async fn of_200_posts_of_the_same_move_one_is_applied(database: Database) {
    a_move_is_applied_once(&database, 1).await;
}

async fn two_servers_on_one_database_apply_a_move_once(database: Database) {
    a_move_is_applied_once(&database, 2).await;
}

async fn a_key_is_answered_alike(database: &Database, servers: usize) {
    let servers = start(database, servers);
    let table = &Table::start(&servers[0], 2, short()).await;
    let before = version(table).await;
    let action = json!({ "type": "reveal", "cells": [2, 3, 5] });
    let posts = same_move(table, &servers, 0, &action);
    let answers = at_once(posts.into_iter().map(|post| post.with("Idempotency-Key", "once")).collect()).await;
    let first = answers[0].clone().expect(200);
    for answer in &answers {
        assert_eq!((answer.status, &answer.text), (200, &first.text));
        assert_eq!(answer.etag(), first.etag());
    }
    let replayed = answers.iter().filter(|answer| answer.headers.contains_key("idempotency-replayed"));
    assert_eq!(replayed.count(), MANY - 1, "all but the first one are told that they came later");
    assert_eq!(version(table).await, before + 1);
}

async fn with_one_key_200_posts_of_a_move_get_equal_answers(database: Database) {
    a_key_is_answered_alike(&database, 1).await;
}

async fn two_servers_on_one_database_answer_one_key_alike(database: Database) {
    a_key_is_answered_alike(&database, 2).await;
}

async fn with_one_key_a_game_is_created_once(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let posts = (0..50).map(|_| Post::new(&ana, "/v1/games", &short()).with("Idempotency-Key", "new"));
    let answers = at_once(posts.collect()).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.text), (201, &answers[0].text));
        assert_eq!(answer.header("location"), answers[0].header("location"));
    }
    let list = ana.get("/v1/games?player=me").await.expect(200).json;
    assert_eq!(list["items"].as_array().expect("a list").len(), 1);
}

async fn with_one_if_match_one_of_many_posts_goes_through(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, short()).await;
    reveal_all(&table).await;
    for _ in 0..5 {
        let seat = turn(&table).await;
        let mover = &table.players[seat];
        let before = mover.get(&table.path("")).await.expect(200);
        // Of a take, the next one is refused by the turn; here the condition has to come first.
        let action = json!({ "type": "take", "cell": 0 });
        let posts = (0..40).map(|_| Post::new(mover, &table.path("/moves"), &action));
        let answers = at_once(posts.map(|post| post.with("If-Match", before.etag())).collect()).await;
        assert_eq!(count(&answers, 200), 1);
        for answer in answers.into_iter().filter(|answer| answer.status != 200) {
            answer.problem(412, "stale");
        }
        assert_eq!(version(&table).await, before.json["version"].as_u64().unwrap() + 1);
    }
}

async fn all_reveal_at_once(players: usize, servers: &[App]) {
    let mut seated = Vec::new();
    for number in 0..players {
        seated.push(servers[0].player(&format!("r{players}_{number}")).await);
    }
    for _ in 0..if players == 2 { 10 } else { 3 } {
        let table = Table::start_with(seated.clone(), short()).await;
        let before = version(&table).await;
        let reveal = |(seat, player): (usize, &Client)| {
            let client = servers[seat % servers.len()].with_token_of(player);
            Post::new(&client, &table.path("/moves"), &json!({ "type": "reveal", "cells": [seat % 7, 7, 8] }))
        };
        for answer in at_once(table.players.iter().enumerate().map(reveal).collect()).await {
            answer.expect(200);
        }
        let game = table.seen_by(0).await;
        assert_eq!(game["version"], before + players as u64);
        assert_eq!(game["state"]["phase"], "play");
        for layout in game["state"]["layouts"].as_array().expect("a list") {
            let up = layout.as_array().expect("cells").iter().filter(|cell| *cell != "??");
            assert_eq!(up.count(), 3, "nobody's cards were turned down again: {layout}");
        }
    }
}

async fn players_who_reveal_at_the_same_instant_all_succeed(database: Database) {
    let server = start(&database, 1);
    all_reveal_at_once(2, &server).await;
    all_reveal_at_once(6, &server).await;
}

async fn players_who_reveal_at_two_servers_at_once_all_succeed(database: Database) {
    let servers = start(&database, 2);
    all_reveal_at_once(2, &servers).await;
    all_reveal_at_once(6, &servers).await;
}

async fn the_same_key_and_body_sent_to_two_games_are_not_taken_for_one(database: Database) {
    let app = App::start(&database);
    let first = Table::start(&app, 2, short()).await;
    let second = Table::start_with(first.players.clone(), short()).await;
    let action = json!({ "type": "reveal", "cells": [1, 2, 3] });
    let post = |table: &Table| {
        let post = Post::new(&table.players[0], &table.path("/moves"), &action);
        post.with("Idempotency-Key", "one")
    };
    // A key belongs to one address: at the other game it is refused, never answered as if the
    // first game's answer were its own.
    let answers = at_once(vec![post(&first), post(&second)]).await;
    let done: Vec<&Answer> = answers.iter().filter(|answer| answer.is_success()).collect();
    for answer in answers.iter().filter(|answer| !answer.is_success()) {
        answer.clone().problem(422, "idempotency_key_reused");
    }
    let ids: Vec<&Value> = done.iter().map(|answer| &answer.json["id"]).collect();
    let moved = [&first, &second].map(|table| async move { (table.id.clone(), version(table).await == 4) });
    for state in moved {
        let (id, has_moved) = state.await;
        assert_eq!(ids.contains(&&json!(id)), has_moved, "{id}");
    }
    assert!(!done.is_empty());
}

async fn a_resignation_and_a_move_at_once_are_both_kept_or_one_is_refused(database: Database) {
    let app = App::start(&database);
    let players = vec![app.player("ana").await, app.player("ben").await];
    let mut both = 0;
    for round in 0..20 {
        let table = Table::start_with(players.clone(), short()).await;
        table.play_any(&mut choices(round)).await;
        let mover = turn(&table).await;
        let legal = table.seen_by(mover).await["you"]["legal_moves"][0].clone();
        let before = version(&table).await as usize;
        let posts = vec![
            Post::new(&table.players[mover], &table.path("/moves"), &legal),
            Post::new(&table.players[1 - mover], &table.path("/resign"), &json!({})),
        ];
        // Who is asked first should not decide.
        let swapped = round % 2 == 1;
        let mut answers = at_once(if swapped { posts.into_iter().rev().collect() } else { posts }).await;
        if swapped {
            answers.reverse();
        }
        let [moved, resigned] = &answers[..] else { panic!("two answers") };
        resigned.clone().expect(200);
        let log = log(&table.players[0], &table.path("")).await;
        let news = kinds(&log[before..]);
        if moved.is_success() {
            both += 1;
            assert_eq!(news, ["move", "resigned"]);
            assert_eq!(log[before]["move"], legal);
        } else {
            moved.clone().problem(409, "game_finished");
            assert_eq!(news, ["resigned"]);
        }
        let game = table.seen_by(0).await;
        assert_eq!(game["version"], log.len());
        assert_eq!(game["outcome"]["reason"], "resigned");
        assert_eq!(game["outcome"]["places"][0]["seats"], json!([mover]));
    }
    assert!(both > 0, "in no round did the move come before the resignation");
}

async fn both_players_resigning_at_once_leave_one_winner(database: Database) {
    let app = App::start(&database);
    let players = vec![app.player("ana").await, app.player("ben").await];
    for _ in 0..10 {
        let table = Table::start_with(players.clone(), short()).await;
        let resign = |player| Post::new(player, &table.path("/resign"), &json!({}));
        let answers = at_once(table.players.iter().map(resign).collect()).await;
        assert_eq!((count(&answers, 200), count(&answers, 409)), (1, 1));
        let log = log(&table.players[0], &table.path("")).await;
        assert_eq!(kinds(&log), ["created", "joined", "started", "resigned"]);
        let winner = answers.iter().position(|answer| !answer.is_success()).expect("one was refused");
        let game = table.seen_by(0).await;
        assert_eq!(game["outcome"]["places"][0]["seats"], json!([winner]));
    }
}
