//! Shows a game.

use super::{answer::Answer, draft::to_json, table::Table, view::Game};
use crate::{refusal::Refusal, store::players::PlayerRow};

/// The game that was looked for as `me` may see it. Without its state there is no body either, only what
/// it is known by.
pub fn read(table: Option<Table>, me: Option<&PlayerRow>, with_state: bool) -> Result<Answer, Refusal> {
    let table = Table::seen(table, me)?;
    let body = if with_state { to_json(&Game::new(&table, me)?)? } else { String::new() };
    Ok(Answer { created: None, tag: Some(table.tag(me)), body, replayed: false })
}
