//! Those whose requests are measured, with what a player has.

use serde_json::{Value, json};

use crate::{
    client::{self, Client},
    script::{Game, Script, register},
};

/// How many players there are.
const PLAYERS: usize = 6;
/// How many games of each ruleset there are, of each status.
const GAMES: usize = 8;
/// How many courses each of them has.
const COURSES: usize = 4;

/// Where webhooks call; nobody answers there.
pub const NOWHERE: &str = "http://127.0.0.1:9/hook";

pub struct Cast {
    pub players: Vec<Player>,
    pub active: Vec<Game>,
    pub finished: Vec<Game>,
    /// The ids of courses.
    pub courses: Vec<String>,
}

pub struct Player {
    pub name: String,
    pub token: String,
    /// The address of his webhook.
    pub webhook: String,
    /// The address of his calendar.
    pub calendar: String,
}

/// A course of a player's own for either ruleset that has some.
pub fn course(number: usize, board: &Value) -> Value {
    let name = format!("Links {number}");
    match number % 2 {
        0 => {
            json!({ "ruleset": "card_golf", "name": name, "yards": [350, 170, 420, 510, 300, 390, 150, 440, 480] })
        }
        _ => json!({ "ruleset": "par_fore", "name": name, "holes": board["holes"] }),
    }
}

/// Asks for something that has to succeed.
pub async fn ask(client: &mut Client, method: &str, path: &str, token: &str, body: &Value) -> Value {
    let request = client::head(method, path, Some(token)) + &client::tail(&body.to_string());
    client.json(request.as_bytes()).await
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

impl Cast {
    /// Lets them register and play.
    pub async fn play(client: &mut Client, scripts: &[Script]) -> Self {
        let (mut active, mut finished, mut courses) = (Vec::new(), Vec::new(), Vec::new());
        let board = client.json(&client::get("/v1/courses/par_fore", None, "")).await;
        let mut tokens = Vec::new();
        for number in 0..PLAYERS {
            let token = register(client, &name(number)).await;
            for course_number in 0..COURSES {
                let new = course(number + course_number, &board);
                courses.push(text(&ask(client, "POST", "/v1/courses", &token, &new).await["id"]));
            }
            tokens.push(token);
        }
        for number in 0..GAMES {
            for script in scripts {
                let (host, guest) = (number % PLAYERS, (number + 1) % PLAYERS);
                let pair = || [tokens[host].clone(), tokens[guest].clone()];
                finished.push(finish(client, script, pair()).await);
                active.push(play(client, script, pair(), script.moves.len() / 2).await);
                let seat = match number % 4 {
                    0 => json!({ "type": "player", "name": name(guest) }),
                    _ => json!({ "type": "open" }),
                };
                let new = json!({ "ruleset": script.ruleset, "seats": [{ "type": "you" }, seat] });
                ask(client, "POST", "/v1/games", &tokens[host], &new).await;
            }
        }
        let mut players = Vec::new();
        for (number, token) in tokens.into_iter().enumerate() {
            let webhook = ask(client, "POST", "/v1/webhooks", &token, &json!({ "url": NOWHERE })).await;
            let calendar = ask(client, "POST", "/v1/players/me/calendar", &token, &json!({})).await;
            let webhook = format!("/v1/webhooks/{}", text(&webhook["id"]));
            players.push(Player { name: name(number), token, webhook, calendar: text(&calendar["path"]) });
        }
        for game in active.iter().chain(&finished) {
            talk(client, game).await;
        }
        // Time for webhooks to be called.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        for player in &players {
            ask(client, "PATCH", &player.webhook, &player.token, &json!({ "active": false })).await;
        }
        Self { players, active, finished, courses }
    }
}

/// As long as those of others, so that pages with either are of one length.
fn name(number: usize) -> String {
    format!("cast-{number:07}")
}

/// Two of them play so many moves of a script.
async fn play(client: &mut Client, script: &Script, pair: [String; 2], moves: usize) -> Game {
    let game = script.seat(client, pair).await;
    for (seat, tail) in &script.moves[..moves] {
        client.json(&[game.heads[*seat].as_slice(), tail].concat()).await;
    }
    game
}

/// The same to the end, which may be that one of them resigns.
async fn finish(client: &mut Client, script: &Script, pair: [String; 2]) -> Game {
    let game = play(client, script, pair, script.moves.len()).await;
    let seen = client.json(&client::get(&game.path, Some(&game.tokens[0]), "")).await;
    if seen["status"] == "active" {
        ask(client, "POST", &format!("{}/resign", game.path), &game.tokens[1], &json!({})).await;
    }
    game
}

/// They talk at a table, and take notes.
async fn talk(client: &mut Client, game: &Game) {
    let [messages, mark, notes] =
        ["messages", "messages/read", "notes"].map(|what| format!("{}/{what}", game.path));
    for (number, words) in ["Well played!", "That was luck.", "Another one?"].into_iter().enumerate() {
        ask(client, "POST", &messages, &game.tokens[number % 2], &json!({ "text": words })).await;
    }
    ask(client, "PATCH", &mark, &game.tokens[1], &json!({ "up_to": 2 })).await;
    ask(client, "PATCH", &notes, &game.tokens[0], &json!({ "text": "He keeps the low cards." })).await;
}
