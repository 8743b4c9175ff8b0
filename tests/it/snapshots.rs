//! What one answer says was true at one moment, even while others write.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    play::{Table, choices},
    runner::tests,
};

tests![an_answer_never_mixes_two_states];

/// Reads a game until it is over; panics if an answer contradicts itself or an earlier one with the
/// same ETag.
async fn watch(player: Client, path: String, seat: u64) {
    let mut known: HashMap<String, String> = HashMap::new();
    loop {
        let answer = player.get(&path).await.expect(200);
        let game = &answer.json;
        if game["status"] == "finished" {
            return;
        }
        let is_to_act = game["to_act"].as_array().expect("a list").contains(&json!(seat));
        let has_moves = game["you"]["legal_moves"] != Value::Array(Vec::new());
        assert_eq!(is_to_act, has_moves, "{}", answer.text);
        let before = known.entry(answer.etag().to_owned()).or_insert_with(|| answer.text.clone());
        assert_eq!(*before, answer.text, "one ETag, two bodies");
    }
}

async fn an_answer_never_mixes_two_states(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card","options":{"holes":3}})).await;
    let watchers: Vec<_> = (0..2)
        .map(|seat| tokio::spawn(watch(table.players[seat].clone(), table.path(""), seat as u64)))
        .collect();
    table.play_out(&mut choices(7)).await;
    for watcher in watchers {
        watcher.await.expect("no answer contradicts itself");
    }
}
