//! Shows a game's log.

use chrono::NaiveDateTime;

use super::{table::Table, view::LogEntry};
use crate::{
    refusal::Refusal,
    store::{AnyConnection, log, players::PlayerRow},
};

/// The entries after version `after`, at most `limit`, as `me` may see them; and whether there are
/// more.
pub fn list(
    connection: &mut AnyConnection,
    game_id: &str,
    me: Option<&PlayerRow>,
    now: NaiveDateTime,
    after: i64,
    limit: usize,
) -> Result<(Vec<LogEntry>, bool), Refusal> {
    let table = Table::load_for(connection, game_id, me, now)?;
    let mut rows = log::list(connection, game_id, after, limit as i64 + 1)?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let entries = rows.iter().map(|row| LogEntry::new(&table, row, me)).collect::<Result<_, _>>()?;
    Ok((entries, more))
}
