//! Shows a game.

use super::{answer::Answer, draft::to_json, table::Table, view::Game};
use crate::{
    club::Club,
    refusal::Refusal,
    store::{AnyConnection, players::PlayerRow},
};

/// The game that was looked for as `me` may see it; without a body if he knows it already. If it was
/// looked for without its state, that is read only if it has to be.
pub fn read(
    club: &Club,
    connection: &mut AnyConnection,
    me: Option<&PlayerRow>,
    table: Option<Table>,
    knows: impl Fn(&str) -> bool,
) -> Result<Answer, Refusal> {
    let mut table = Table::seen(table, me)?;
    let answer = |tag, body| Answer { created: None, tag: Some(tag), body, replayed: false };
    let tag = table.tag(me);
    if knows(&tag) {
        return Ok(answer(tag, String::new()));
    }
    if table.state.is_none() {
        table = Table::load_for(connection, &table.game.id, me, club.now())?;
    }
    Ok(answer(table.tag(me), to_json(&Game::new(&table, me)?)?))
}
