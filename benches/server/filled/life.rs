//! What is written: two new players do everything once, so that nobody has more in the end.

use serde_json::{Value, json};

use super::{
    cast::{NOWHERE, course},
    stopwatch::Stopwatch,
};
use crate::{client, script::Script};

/// Moves of a game that are timed, from its beginning.
const MOVES: usize = 8;

/// Somebody who does something.
struct Player {
    name: String,
    token: String,
}

/// Sends what has to succeed; the JSON of the answer.
async fn send(
    watch: &mut Stopwatch,
    (method, pattern): (&str, &str),
    (path, player): (&str, &Player),
    body: &Value,
    expected: u16,
) -> Value {
    let request = client::head(method, path, Some(&player.token)) + &client::tail(&body.to_string());
    watch.send(&format!("{method} {pattern}"), request.as_bytes(), expected).await;
    watch.answer()
}

/// Takes something away.
async fn delete(watch: &mut Stopwatch, pattern: &str, path: &str, player: &Player) {
    let request = client::head("DELETE", path, Some(&player.token)) + "\r\n";
    watch.send(&format!("DELETE {pattern}"), request.as_bytes(), 204).await;
}

/// Sends a POST that has to succeed.
async fn post(watch: &mut Stopwatch, pattern: &str, path: &str, player: &Player, body: Value) -> Value {
    let expected = if is_made(pattern) { 201 } else { 200 };
    send(watch, ("POST", pattern), (path, player), &body, expected).await
}

/// Whether something is made by that.
fn is_made(pattern: &str) -> bool {
    const MADE: [&str; 7] =
        ["/v1/games", "/v1/courses", "/v1/webhooks", "/tokens", "/calendar", "/rematch", "/messages"];
    MADE.iter().any(|end| pattern.ends_with(end))
}

async fn register(watch: &mut Stopwatch, name: String) -> Player {
    let request = client::post("/v1/players", None, &json!({ "name": name }).to_string());
    watch.send("POST /v1/players", &request, 201).await;
    Player { name, token: text(&watch.answer()["token"]) }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// All that two players write, from their names to the end of their accounts.
pub async fn live(watch: &mut Stopwatch, name: &str, script: &Script) {
    let host = register(watch, format!("{name}-0")).await;
    let guest = register(watch, format!("{name}-1")).await;
    play(watch, script, &host, &guest).await;
    come_and_go(watch, script.ruleset, &host, &guest).await;
    own(watch, &host).await;
    let me = "/v1/players/me";
    send(watch, ("PATCH", me), (me, &host), &json!({ "display_name": "Somebody" }), 200).await;
    for player in [&host, &guest] {
        delete(watch, me, me, player).await;
    }
}

/// A game from its beginning to the rematch.
async fn play(watch: &mut Stopwatch, script: &Script, host: &Player, guest: &Player) {
    let new = json!({ "ruleset": script.ruleset, "clock": { "per_turn": "P3D" }, "seed": "5e".repeat(32) });
    let game = post(watch, "/v1/games", "/v1/games", host, new).await;
    let path = format!("/v1/games/{}", text(&game["id"]));
    let game = |what: &str| (format!("/v1/games/{{id}}{what}"), format!("{path}{what}"));
    let (pattern, join) = game("/join");
    post(watch, &pattern, &join, guest, json!({})).await;
    let (pattern, moves) = game("/moves");
    for (number, (seat, tail)) in script.moves[..MOVES].iter().enumerate() {
        let player = [host, guest][*seat];
        // Some clients name their requests.
        let (kind, key) = match number % 2 {
            0 => (String::new(), String::new()),
            _ => (", with a key".to_owned(), format!("Idempotency-Key: key{number}\r\n")),
        };
        let head = client::head("POST", &moves, Some(&player.token)) + &key;
        let request = [head.as_bytes(), tail].concat();
        watch.send(&format!("POST {pattern}{kind}"), &request, 200).await;
    }
    let (pattern, messages) = game("/messages");
    post(watch, &pattern, &messages, host, json!({ "text": "Well played!" })).await;
    for (what, body) in
        [("/messages/read", json!({ "up_to": 1 })), ("/notes", json!({ "text": "He keeps the low cards." }))]
    {
        let (pattern, path) = game(what);
        send(watch, ("PATCH", &pattern), (&path, guest), &body, 200).await;
    }
    for (what, player) in [("/resign", guest), ("/rematch", host)] {
        let (pattern, path) = game(what);
        post(watch, &pattern, &path, player, json!({})).await;
    }
}

/// Tables that are set up, taken, left and given up.
async fn come_and_go(watch: &mut Stopwatch, ruleset: &str, host: &Player, guest: &Player) {
    let seats = json!([{ "type": "you" }, { "type": "open" }, { "type": "bot", "level": "easy" }, { "type": "open" }]);
    let new = json!({ "ruleset": ruleset, "seats": seats, "visibility": "private" });
    let game = post(watch, "/v1/games", "/v1/games", host, new).await;
    let (path, code) = (format!("/v1/games/{}", text(&game["id"])), json!({ "code": game["join_code"] }));
    let pattern = |what: &str| format!("/v1/games/{{id}}{what}");
    let at = |what: &str| format!("{path}{what}");
    post(watch, "/v1/join", "/v1/join", guest, code.clone()).await;
    post(watch, &pattern("/leave"), &at("/leave"), guest, json!({})).await;
    post(watch, "/v1/join", "/v1/join", guest, code).await;
    post(watch, &pattern("/kick"), &at("/kick"), host, json!({ "seat": 1 })).await;
    post(watch, &pattern("/cancel"), &at("/cancel"), host, json!({})).await;

    let seats = json!([{ "type": "you" }, { "type": "player", "name": guest.name }]);
    let new = json!({ "ruleset": ruleset, "seats": seats });
    let invitation = post(watch, "/v1/games", "/v1/games", host, new).await;
    let path = format!("/v1/games/{}/decline", text(&invitation["id"]));
    post(watch, &pattern("/decline"), &path, guest, json!({})).await;
}

/// What a player has besides games.
async fn own(watch: &mut Stopwatch, host: &Player) {
    let tokens = "/v1/players/me/tokens";
    let token = post(watch, tokens, tokens, host, json!({ "label": "bot" })).await;
    let path = format!("{tokens}/{}", text(&token["id"]));
    delete(watch, "/v1/players/me/tokens/{id}", &path, host).await;

    let course = post(watch, "/v1/courses", "/v1/courses", host, course(0, &Value::Null)).await;
    let path = format!("/v1/courses/{}", text(&course["id"]));
    delete(watch, "/v1/courses/{id}", &path, host).await;

    let webhook = post(watch, "/v1/webhooks", "/v1/webhooks", host, json!({ "url": NOWHERE })).await;
    let path = format!("/v1/webhooks/{}", text(&webhook["id"]));
    post(watch, "/v1/webhooks/{id}/rotate", &format!("{path}/rotate"), host, json!({})).await;
    let pattern = "/v1/webhooks/{id}";
    send(watch, ("PATCH", pattern), (&path, host), &json!({ "active": false }), 200).await;
    delete(watch, pattern, &path, host).await;

    let calendar = "/v1/players/me/calendar";
    post(watch, calendar, calendar, host, json!({})).await;
    delete(watch, calendar, calendar, host).await;
}
