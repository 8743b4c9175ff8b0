//! Shows what was said at a table.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{must_be_seated, seats_of_players};
use crate::{
    games::table::Table,
    refusal::Refusal,
    rulesets::rules::Seat,
    store::{
        AnyConnection,
        messages::{self, MessageRow},
        players::PlayerRow,
    },
};

/// A message at a table.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Message {
    /// 1, 2, 3 … in each game.
    #[schema(minimum = 1)]
    pub id: i64,
    pub at: DateTime<Utc>,
    /// The seat of whoever wrote it; null if he has left the table since.
    #[schema(value_type = Option<usize>, required = true)]
    pub seat: Option<Seat>,
    /// Null once the account has ended.
    #[schema(required = true)]
    pub name: Option<String>,
    /// Null once the account has ended.
    #[schema(required = true)]
    pub display_name: Option<String>,
    pub text: String,
}

impl Message {
    /// A message with the names of whoever wrote it.
    pub fn new(table: &Table, (row, name, display_name): (MessageRow, String, String)) -> Self {
        let seat = seats_of_players(table).find(|(_, id)| *id == row.player_id).map(|(seat, _)| seat);
        let unless_ended = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            id: row.id,
            at: row.at.and_utc(),
            seat,
            name: unless_ended(name),
            display_name: unless_ended(display_name),
            text: row.text,
        }
    }
}

/// The messages after `after`, at most `limit`, and whether there are more. Those without a seat may
/// read them only if the game says so.
pub fn list(
    connection: &mut AnyConnection,
    game_id: &str,
    me: Option<&PlayerRow>,
    now: NaiveDateTime,
    after: i64,
    limit: usize,
) -> Result<(Vec<Message>, bool), Refusal> {
    let table = Table::load_for(connection, game_id, me, now)?;
    if !table.game.public_messages {
        let me = me.ok_or(Refusal::Forbidden("only players at this table may read what is said"))?;
        must_be_seated(&table, me)?;
    }
    let mut rows = messages::list(connection, game_id, after, limit as i64 + 1)?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    Ok((rows.into_iter().map(|row| Message::new(&table, row)).collect(), more))
}
