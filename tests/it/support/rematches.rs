//! Games that are over, and their rematches.

use serde_json::{Value, json};

use super::{
    app::App,
    client::{Answer, Client},
    play::Table,
    reading::{act, path},
};

/// Ana, Bob and Cyd.
pub async fn three(app: &App) -> [Client; 3] {
    [app.player("ana").await, app.player("bob").await, app.player("cyd").await]
}

/// The game as the client sees it.
pub async fn game(client: &Client, id: &str) -> Value {
    client.get(&path(id, "")).await.expect(200).json
}

/// A finished game of those players: all but the first have resigned.
pub async fn finished(players: &[Client], mut setup: Value) -> String {
    if setup["ruleset"].is_null() {
        setup["ruleset"] = json!("nine_card");
    }
    let table = Table::start_with(players.to_vec(), setup).await;
    for player in &players[1..] {
        act(player, &table.id, "resign").await.expect(200);
    }
    assert_eq!(table.seen_by(0).await["status"], "finished");
    table.id
}

/// Asks for a rematch.
pub async fn rematch(client: &Client, id: &str) -> Answer {
    act(client, id, "rematch").await
}

/// What is in each seat: its type, and the name or the level.
pub fn who(game: &Value) -> Vec<(&str, Option<&str>)> {
    fn of(seat: &Value) -> (&str, Option<&str>) {
        let name = seat["name"].as_str().or(seat["level"].as_str());
        (seat["type"].as_str().expect("a type"), name)
    }
    game["seats"].as_array().expect("a list").iter().map(of).collect()
}
