//! Shows a game.

use chrono::NaiveDateTime;

use super::{answer::Answer, draft::to_json, table::Table, view::Game};
use crate::{
    refusal::Refusal,
    store::{AnyConnection, players::PlayerRow},
};

/// The game as `me` may see it; `None` if he knows it by one of `known` already.
pub fn read(
    connection: &mut AnyConnection,
    game_id: &str,
    me: Option<&PlayerRow>,
    now: NaiveDateTime,
    knows: impl Fn(&str) -> bool,
) -> Result<Answer, Refusal> {
    let table = Table::load_for(connection, game_id, me, now)?;
    let tag = table.tag(me);
    let body = if knows(&tag) { String::new() } else { to_json(&Game::new(&table, me)?)? };
    Ok(Answer { created: None, tag: Some(tag), body, replayed: false })
}
