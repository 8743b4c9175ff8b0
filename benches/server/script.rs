//! One game of each ruleset, recorded once and then played on any number of tables: with the same seed and
//! the same moves the same things happen.

use serde_json::json;

use crate::{
    client::{self, Client},
    dice::Dice,
};

/// What is played.
pub const RULESETS: [&str; 3] = ["nine_card", "card_golf", "par_fore"];

/// Where a game stops if it has not ended.
const MOST_MOVES: usize = 300;

/// The moves of a game.
pub struct Script {
    pub ruleset: &'static str,
    /// Who moves, and the end of the request.
    pub moves: Vec<(usize, Vec<u8>)>,
}

/// A table that is played after a script.
pub struct Game {
    /// The beginnings of the two players' requests for a move.
    pub heads: [Vec<u8>; 2],
    /// The address and both tokens, for other requests.
    pub path: String,
    pub tokens: [String; 2],
}

impl Script {
    /// Plays a game through HTTP and writes down its moves.
    pub async fn record(client: &mut Client, ruleset: &'static str, name: &str) -> Self {
        let mut script = Self { ruleset, moves: Vec::new() };
        let game = script.open(client, name).await;
        let mut dice = Dice(7);
        let mut seen = client.json(&client::get(&game.path, Some(&game.tokens[0]), "")).await;
        while script.moves.len() < MOST_MOVES {
            let to_act = seen["to_act"].as_array().expect("a list").clone();
            if to_act.is_empty() {
                break;
            }
            let seat = dice.pick(&to_act).as_u64().expect("a seat") as usize;
            if seen["you"]["seat"] != seat {
                seen = client.json(&client::get(&game.path, Some(&game.tokens[seat]), "")).await;
            }
            let action = dice.pick(seen["you"]["legal_moves"].as_array().expect("a list")).to_string();
            let tail = client::tail(&action).into_bytes();
            seen = client.json(&[game.heads[seat].as_slice(), &tail].concat()).await;
            script.moves.push((seat, tail));
        }
        script
    }

    /// Two new players sit down at a new table.
    pub async fn open(&self, client: &mut Client, name: &str) -> Game {
        let mut tokens = [String::new(), String::new()];
        for (seat, token) in tokens.iter_mut().enumerate() {
            *token = register(client, &format!("{}-{name}-{seat}", self.ruleset)).await;
        }
        self.seat(client, tokens).await
    }

    /// Two players sit down at a new table.
    pub async fn seat(&self, client: &mut Client, tokens: [String; 2]) -> Game {
        let new = json!({
            "ruleset": self.ruleset,
            "clock": { "per_turn": "P3D" },
            "seed": "5e".repeat(32),
        });
        let new = client.json(&client::post("/v1/games", Some(&tokens[0]), &new.to_string())).await;
        let path = format!("/v1/games/{}", new["id"].as_str().expect("an id"));
        client.json(&client::post(&format!("{path}/join"), Some(&tokens[1]), "{}")).await;
        let head = |token| client::head("POST", &format!("{path}/moves"), Some(token)).into_bytes();
        Game { heads: [head(&tokens[0]), head(&tokens[1])], path, tokens }
    }
}

/// A new player; his token.
pub async fn register(client: &mut Client, name: &str) -> String {
    let account = client.json(&client::post("/v1/players", None, &json!({ "name": name }).to_string())).await;
    account["token"].as_str().expect("a token").to_owned()
}
