//! Shows a game.

use super::{answer::Answer, draft::to_json, table::Table, view::Game};
use crate::{
    club::Club,
    refusal::Refusal,
    store::{AnyConnection, players::PlayerRow},
};

/// Whether it is worth while to read the state of that game at once: for whoever may know it already, or
/// if it was shown lately, it may not be needed.
pub fn needs_state(club: &Club, game_id: &str, may_be_known: bool) -> bool {
    !may_be_known && !club.renderings.has_any(game_id)
}

/// The game that was looked for as `me` may see it; without a body if he knows it already.
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
    if let Some(body) = club.renderings.find(&table.game.id, &tag) {
        return Ok(answer(tag, body));
    }
    if table.state.is_none() {
        table = Table::load_for(connection, &table.game.id, me, club.now())?;
    }
    let (tag, body) = (table.tag(me), to_json(&Game::new(&table, me)?)?);
    club.renderings.keep(&table.game.id, &tag, &body);
    Ok(answer(tag, body))
}
