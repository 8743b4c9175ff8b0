//! Playing towards the end of a hole, where random moves alone would take long.

use clubhouse::rulesets::chance::{Chance, Stream};
use serde_json::{Value, json};

use super::{client::Answer, play::Table, sensible};

/// One move of one of the seats that are to act: of every kind, but mostly one that brings
/// the end nearer. The seat and the answer; `None` when the game is over.
pub async fn play_quickly(table: &Table, choices: &mut Stream) -> Option<(usize, Answer)> {
    let game = table.seen_by(0).await;
    let to_act = game["to_act"].as_array().expect("a list").clone();
    if to_act.is_empty() {
        return None;
    }
    let seat = to_act[choices.pick(to_act.len())].as_u64().expect("a seat") as usize;
    let seen = table.seen_by(seat).await;
    let action = match seen["ruleset"].as_str() {
        Some("card_golf") if choices.pick(5) > 0 => sensible::choose(&seen),
        Some("card_golf" | "par_fore") => {
            let legal = seen["you"]["legal_moves"].as_array().expect("a list");
            legal[choices.pick(legal.len())].clone()
        }
        _ => choose(&seen, seat, choices),
    };
    Some((seat, table.players[seat].post(&table.path("/moves"), &action).await.expect(200)))
}

/// A move of nine-card Golf for the player who sees the game like that: mostly one that turns a
/// face-down card up.
fn choose(seen: &Value, seat: usize, choices: &mut Stream) -> Value {
    let legal = seen["you"]["legal_moves"].as_array().expect("a list");
    assert!(!legal.is_empty(), "seat {seat} is to act and has no legal move: {seen:#}");
    if legal[0]["type"] == "arrange" {
        // Only the identity is listed; every order is allowed.
        let mut order: Vec<usize> = (0..9).collect();
        choices.shuffle(&mut order);
        return json!({ "type": "arrange", "order": order });
    }
    let fresh: Vec<&Value> = legal
        .iter()
        .filter(|action| {
            let cell = action["cell"].as_u64().map(|cell| cell as usize);
            cell.is_some_and(|cell| seen["state"]["layouts"][seat][cell] == "??")
        })
        .collect();
    let may_draw = legal[0]["type"] == "draw";
    if may_draw && choices.pick(2) == 0 {
        return legal[0].clone();
    }
    if fresh.is_empty() || choices.pick(5) == 0 {
        return legal[choices.pick(legal.len())].clone();
    }
    fresh[choices.pick(fresh.len())].clone()
}
