//! A sensible player of Card Golf, who knows what any player is shown and no more.

use serde_json::Value;

/// A move for the player who sees the game like that: he holes out when he can, comes as near to the
/// hole as he can, puts hazards in the way of whoever is nearer, and otherwise draws.
pub fn choose(seen: &Value) -> Value {
    let legal = seen["you"]["legal_moves"].as_array().expect("a list");
    let state = &seen["state"];
    let length = number(&state["length"]);
    let seat = number(&seen["you"]["seat"]);
    let balls = state["balls"].as_array().expect("a list");
    let plays = |ball: &&Value| ball["seats"].as_array().expect("a list").contains(&Value::from(seat));
    let ball = balls.iter().find(plays).expect("everybody has a ball");
    // The least yards that a stroke leaves, 0 for the hole itself.
    let leaves = |action: &&Value| -> i64 {
        let card = action["card"].as_str().unwrap_or_default();
        let left = number(&ball["to_hole"]);
        match card.rsplit_once('_').and_then(|(_, yards)| yards.parse::<i64>().ok()) {
            _ if action["holed_out"] == true => -2,
            Some(yards) => (left - yards).abs(),
            None if card == "sunk_putt" => -1,
            None => i64::from(ball["lie"] == "green" && ball["putts"] == 0) - 1,
        }
    };
    let strokes = legal.iter().filter(|action| action["type"] == "stroke");
    if let Some(best) = strokes.min_by_key(leaves)
        && leaves(&best) < number(&ball["to_hole"]).max(1)
    {
        return best.clone();
    }
    let hazard = legal.iter().find(|action| {
        let near = |ball: &Value| number(&ball["to_hole"]) < length / 2;
        action["type"] == "hazard" && balls.iter().any(near)
    });
    hazard.or(legal.last()).expect("whoever is to act has a move").clone()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("not a number: {value}"))
}
