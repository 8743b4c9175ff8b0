//! Webhooks that are switched on just when their owner is told something.

use std::time::Duration;

use diesel::{Connection, PgConnection, SqliteConnection, connection::SimpleConnection};
use serde_json::json;

use crate::{
    support::{
        databases::{Database, Kind},
        play::Table,
        receiver::Receiver,
        runner::tests,
        timing::{reveal_all, whose_turn},
    },
    webhooks::{hook, open_server, path},
};

tests![
    a_webhook_switched_on_while_a_move_waits_for_its_owner_is_told_of_the_move,
    one_webhook_more_is_told_too,
    what_a_player_with_webhooks_is_told_comes_once,
];

/// Holds what a move has to write, and lets go of it after a while with these changes made.
fn change_meanwhile(database: &Database, changes: String) -> std::thread::JoinHandle<()> {
    let (held, is_held) = std::sync::mpsc::channel();
    let (kind, url) = (database.kind, database.url.clone());
    let thread = std::thread::spawn(move || {
        let mut execute: Box<dyn FnMut(&str)> = match kind {
            Kind::Postgres => {
                let mut connection = PgConnection::establish(&url).expect("Postgres answers");
                connection.batch_execute("BEGIN").expect("it begins");
                Box::new(move |sql| connection.batch_execute(sql).expect("it runs"))
            }
            Kind::Sqlite => {
                let path = url.trim_start_matches("sqlite://");
                let mut connection = SqliteConnection::establish(path).expect("the file opens");
                connection.batch_execute("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE").expect("it begins");
                Box::new(move |sql| connection.batch_execute(sql).expect("it runs"))
            }
        };
        execute(&changes);
        held.send(()).expect("somebody waits");
        std::thread::sleep(Duration::from_millis(400));
        execute("COMMIT");
    });
    is_held.recv().expect("it is held");
    thread
}

/// What switches on all webhooks of a player, as his row tells.
fn all_on(player_id: &str) -> String {
    format!(
        "UPDATE players SET webhooks_on = (SELECT count(*) FROM webhooks WHERE player_id = '{player_id}')
             WHERE id = '{player_id}';
         UPDATE webhooks SET active = TRUE WHERE player_id = '{player_id}'"
    )
}

/// A player whose turn it is has `webhooks` webhooks, of which `off` are off; they are all switched on
/// while the other's move, which makes it his turn, waits for him. Every webhook must tell him of it.
async fn switched_on_meanwhile(database: Database, webhooks: usize, off: usize) {
    let (app, receiver) = (open_server(&database), Receiver::start().await);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    let mover = whose_turn(&reveal_all(&table).await);
    let told = &table.players[1 - mover];
    for number in 0..webhooks {
        let made = hook(told, &receiver, json!({ "events": ["your_turn"] })).await;
        if number < off {
            told.patch(&path(&made, ""), &json!({ "active": false })).await.expect(200);
        }
    }
    table.players[mover].post(&table.path("/moves"), &json!({ "type": "draw" })).await.expect(200);
    let me = told.get("/v1/players/me").await.expect(200);
    let held = change_meanwhile(&database, all_on(me.json["id"].as_str().expect("an id")));
    table.players[mover].post(&table.path("/moves"), &json!({ "type": "discard" })).await.expect(200);
    held.join().expect("it has let go");
    let calls = receiver.wait_for(webhooks).await;
    assert!(calls.iter().all(|call| call.json()["type"] == "your_turn"), "{:?}", calls[0].json());
    receiver.stays_at(webhooks).await;
    let feed = told.get("/v1/feed").await.expect(200);
    let ids: Vec<_> = feed.json["items"].as_array().expect("items").iter().map(|item| &item["id"]).collect();
    assert_eq!(json!(ids), json!((1..=ids.len()).collect::<Vec<_>>()), "numbers without a hole");
}

async fn a_webhook_switched_on_while_a_move_waits_for_its_owner_is_told_of_the_move(database: Database) {
    switched_on_meanwhile(database, 1, 1).await;
}

async fn one_webhook_more_is_told_too(database: Database) {
    switched_on_meanwhile(database, 2, 1).await;
}

async fn what_a_player_with_webhooks_is_told_comes_once(database: Database) {
    switched_on_meanwhile(database, 2, 0).await;
}
