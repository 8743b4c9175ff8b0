//! Playing games through the API.

use clubhouse::rulesets::chance::{Chance, Seed, Stream};
use serde_json::{Value, json};

use super::{app::App, client::Client};

/// A game with its players, in the order of their seats.
pub struct Table {
    pub id: String,
    pub players: Vec<Client>,
}

/// A stream of choices that is the same at every run.
pub fn choices(number: u64) -> Stream {
    Seed::from_hex(&"5e".repeat(32)).expect("hexadecimal").stream(number)
}

impl Table {
    /// A game that has started, with `players` players named `p0`, `p1`, …; `game` is what to
    /// create, without its seats.
    pub async fn start(app: &App, players: usize, game: Value) -> Self {
        let mut clients = Vec::new();
        for number in 0..players {
            clients.push(app.player(&format!("p{number}")).await);
        }
        Self::start_with(clients, game).await
    }

    /// The same with players who have accounts already.
    pub async fn start_with(players: Vec<Client>, mut game: Value) -> Self {
        let open = vec![json!({ "type": "open" }); players.len() - 1];
        game["seats"] = [vec![json!({ "type": "you" })], open].concat().into();
        let created = players[0].post("/v1/games", &game).await.expect(201);
        let id = created.json["id"].as_str().expect("an id").to_owned();
        let code = created.json["join_code"].clone();
        for player in &players[1..] {
            match &code {
                Value::Null => player.post(&format!("/v1/games/{id}/join"), &json!({})).await.expect(200),
                code => player.post("/v1/join", &json!({ "code": code })).await.expect(200),
            };
        }
        Self { id, players }
    }

    /// The game's address, with something appended.
    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    /// The game as the player in that seat sees it.
    pub async fn seen_by(&self, seat: usize) -> Value {
        self.players[seat].get(&self.path("")).await.expect(200).json
    }

    /// Plays one legal move, chosen at random, for one of the seats that are to act; the game after
    /// it, as the mover sees it. `None` when the game is over.
    pub async fn play_any(&self, choices: &mut Stream) -> Option<Value> {
        let game = self.seen_by(0).await;
        self.play_on(&game, choices).await
    }

    /// The same from a game that somebody at the table has just seen, which saves reading it again.
    pub async fn play_on(&self, game: &Value, choices: &mut Stream) -> Option<Value> {
        let to_act = game["to_act"].as_array().expect("a list");
        if to_act.is_empty() {
            return None;
        }
        let seat = to_act[choices.pick(to_act.len())].as_u64().expect("a seat") as usize;
        let seen = if game["you"]["seat"] == seat { game.clone() } else { self.seen_by(seat).await };
        let legal = seen["you"]["legal_moves"].as_array().expect("a list");
        assert!(!legal.is_empty(), "seat {seat} is to act and has no legal move: {seen:#}");
        let action = &legal[choices.pick(legal.len())];
        Some(self.players[seat].post(&self.path("/moves"), action).await.expect(200).json)
    }

    /// Plays to the end by random legal moves; the finished game, as seat 0 sees it.
    pub async fn play_out(&self, choices: &mut Stream) -> Value {
        let mut game = self.seen_by(0).await;
        while let Some(after) = self.play_on(&game, choices).await {
            game = after;
        }
        self.seen_by(0).await
    }
}
