//! A server that is killed at any moment has not forgotten anything that it has answered.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use clubhouse::rulesets::chance::Chance;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::support::{
    client::{Answer, Client},
    databases::Database,
    play::{Table, choices},
    process::Process,
    runner::tests,
};

tests![
    killed_at_any_moment_the_server_has_kept_every_move_that_it_answered,
    killed_right_after_an_answer_the_server_shows_the_same_game,
    killed_while_players_come_and_go_the_server_keeps_whoever_was_answered,
];

/// A move that was sent: by whom, under which key, and the answer if there was one.
struct Sent {
    seat: usize,
    key: String,
    action: Value,
    answer: Option<Value>,
}

async fn table(server: &Process, players: &[Client], holes: u32) -> Table {
    let players = players.iter().map(|player| server.with_token_of(player)).collect();
    Table::start_with(players, json!({ "ruleset": "nine_card", "options": { "holes": holes } })).await
}

fn moved_to(server: &Process, table: &Table) -> Table {
    let players = table.players.iter().map(|player| server.with_token_of(player)).collect();
    Table { id: table.id.clone(), players }
}

/// Plays a seat as fast as it can until the server is gone, or the game over.
fn play_seat(table: Arc<Table>, seat: usize, round: u64, answers: Arc<AtomicUsize>) -> JoinHandle<Vec<Sent>> {
    tokio::spawn(async move {
        let mut choices = choices(round * 100 + seat as u64);
        let (client, mut sent) = (&table.players[seat], Vec::new());
        loop {
            let Ok(game) = json_of(client.request(Method::GET, &table.path(""))).await else { return sent };
            if game["status"] != "active" {
                return sent;
            }
            let legal = game["you"]["legal_moves"].as_array().expect("a list");
            if legal.is_empty() {
                tokio::time::sleep(Duration::from_millis(2)).await;
                continue;
            }
            let action = legal[choices.pick(legal.len())].clone();
            let key = format!("{}-{round}-{seat}-{}", table.id, sent.len());
            let post = client.request(Method::POST, &table.path("/moves")).json(&action);
            let answer = json_of(post.header("Idempotency-Key", &key)).await.ok();
            let is_last = answer.is_none();
            if let Some(answer) = &answer {
                assert!(answer["played"].is_array(), "nothing but the crash can spoil this move: {answer:#}");
                answers.fetch_add(1, Ordering::Relaxed);
            }
            sent.push(Sent { seat, key, action, answer });
            if is_last {
                return sent;
            }
        }
    })
}

async fn json_of(request: reqwest::RequestBuilder) -> reqwest::Result<Value> {
    request.send().await?.json().await
}

/// The moves in a game's log: version, seat and move.
async fn moves(table: &Table) -> HashMap<u64, (usize, Value)> {
    let mut moves = HashMap::new();
    let mut after = 0;
    loop {
        let path = table.path(&format!("/log?after={after}&limit=100"));
        let page = table.players[0].get(&path).await.expect(200).json;
        for entry in page["items"].as_array().expect("a list") {
            after += 1;
            assert_eq!(entry["version"], after, "the log has no gap");
            if entry["kind"] == "move" {
                let seat = entry["seat"].as_u64().expect("a seat") as usize;
                moves.insert(after, (seat, entry["move"].clone()));
            }
        }
        if page["next"].is_null() {
            assert_eq!(table.seen_by(0).await["version"], after, "the log is as long as the game says");
            return moves;
        }
    }
}

fn check_kept(sent: &[Sent], moves: &HashMap<u64, (usize, Value)>) {
    for sent in sent {
        let Some(answer) = &sent.answer else { continue };
        let version = answer["played"][0]["version"].as_u64().expect("a number");
        let kept = moves.get(&version);
        assert_eq!(kept, Some(&(sent.seat, sent.action.clone())), "version {version} was answered");
    }
}

async fn killed_at_any_moment_the_server_has_kept_every_move_that_it_answered(database: Database) {
    let mut server = Process::serve(&database.url, &[]);
    let players = [server.player("ana").await, server.player("ben").await, server.player("cy").await];
    let mut tables = vec![
        table(&server, &players[..2], 9).await,
        table(&server, &players[1..], 9).await,
        table(&server, &players, 9).await,
    ];
    let mut applied: Vec<Vec<Sent>> = tables.iter().map(|_| Vec::new()).collect();
    let (mut delays, answers) = (choices(99), Arc::new(AtomicUsize::new(0)));
    for round in 0..6 {
        let shared: Vec<Arc<Table>> = tables.into_iter().map(Arc::new).collect();
        let mut playing = Vec::new();
        for (number, table) in shared.iter().enumerate() {
            for seat in 0..table.players.len() {
                playing.push((number, play_seat(table.clone(), seat, round, answers.clone())));
            }
        }
        // In the middle of play: after some answers, wherever that happens to be.
        let enough = answers.load(Ordering::Relaxed) + 10 + delays.pick(30);
        while answers.load(Ordering::Relaxed) < enough {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(Duration::from_millis(delays.pick(20) as u64)).await;
        server.kill();
        let mut unanswered = Vec::new();
        for (number, seat) in playing {
            let (answered, lost) =
                seat.await.expect("it plays").into_iter().partition(|sent| sent.answer.is_some());
            applied[number].extend::<Vec<Sent>>(answered);
            unanswered.extend(lost.into_iter().map(|sent: Sent| (number, sent)));
        }

        server = Process::serve(&database.url, &[]);
        tables = shared.iter().map(|table| moved_to(&server, table)).collect();
        for (table, applied) in tables.iter().zip(&applied) {
            check_kept(applied, &moves(table).await);
        }
        // Whoever got no answer sends the same again and finds out; done twice is nothing.
        for (number, mut sent) in unanswered {
            let table = &tables[number];
            let again = table.players[sent.seat]
                .post_with(&table.path("/moves"), &sent.action, ("Idempotency-Key", &sent.key))
                .await;
            sent.answer = Some(again.expect(200).json);
            applied[number].push(sent);
        }
        for (table, applied) in tables.iter().zip(&applied) {
            let moves = moves(table).await;
            check_kept(applied, &moves);
            assert_eq!(moves.len(), applied.len(), "every move is there once, and no other");
        }
    }
    assert!(applied.iter().all(|applied| !applied.is_empty()), "all tables were in play");
    // They go on; that one of them comes to its end will do.
    for (number, table) in tables.iter().enumerate() {
        table.play_any(&mut choices(number as u64)).await.expect("nine holes are longer than this");
    }
    assert_eq!(tables[0].play_out(&mut choices(9)).await["status"], "finished");
}

async fn killed_right_after_an_answer_the_server_shows_the_same_game(database: Database) {
    let mut server = Process::serve(&database.url, &[]);
    let players = [server.player("ana").await, server.player("ben").await];
    let mut table = table(&server, &players, 1).await;
    for round in 0..6 {
        let mut answer = table.play_any(&mut choices(round)).await.expect("a hole is longer than this");
        server.kill();
        server = Process::serve(&database.url, &[]);
        table = moved_to(&server, &table);
        answer.as_object_mut().expect("an object").remove("played");
        let mover = answer["you"]["seat"].as_u64().expect("a seat") as usize;
        assert_eq!(table.seen_by(mover).await, answer);
    }
    table.play_out(&mut choices(7)).await;
}

async fn killed_while_players_come_and_go_the_server_keeps_whoever_was_answered(database: Database) {
    let mut server = Process::serve(&database.url, &[]);
    for round in 0..4 {
        let creator = server.player(&format!("creator{round}")).await;
        let seats = [vec![json!({ "type": "you" })], vec![json!({ "type": "open" }); 12]].concat();
        let body = json!({ "ruleset": "nine_card", "seats": seats });
        let game = creator.post("/v1/games", &body).await.expect(201).json;
        let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
        let mut coming = Vec::new();
        for number in 0..11 {
            let (base, path) = (server.base.clone(), path.clone());
            coming.push(tokio::spawn(async move {
                let stranger = Client::new(&base, None);
                let name = json!({ "name": format!("guest{round}_{number}") });
                let account =
                    json_of(stranger.request(Method::POST, "/v1/players").json(&name)).await.ok()?;
                let guest = Client::new(&base, account["token"].as_str().map(str::to_owned));
                let join = guest.request(Method::POST, &format!("{path}/join")).json(&json!({}));
                let joined = json_of(join).await.ok();
                Some((guest, joined))
            }));
        }
        tokio::time::sleep(Duration::from_millis(5 + 15 * round)).await;
        server.kill();
        server = Process::serve(&database.url, &[]);
        let creator = server.with_token_of(&creator);
        for task in coming {
            let Some((guest, joined)) = task.await.expect("it joins") else { continue };
            let guest = server.with_token_of(&guest);
            let me: Answer = guest.get("/v1/players/me").await.expect(200);
            let Some(joined) = joined else { continue };
            let (seat, seats) = (&joined["you"]["seat"], creator.get(&path).await.expect(200).json);
            let seat = &seats["seats"][seat.as_u64().expect("a seat") as usize];
            assert_eq!(seat["player_id"], me.json["id"]);
        }
    }
}
