//! A finished game, whole, for whoever wants to keep it or to check the deal.

use chrono::NaiveDateTime;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    table::Table,
    view::{Game, LogEntry},
    words::Status,
};
use crate::{
    refusal::Refusal,
    store::{
        AnyConnection,
        log::{self, LogRow},
        players::PlayerRow,
    },
};

/// A finished game, whole.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Export {
    /// The version of this format.
    #[schema(minimum = 1, maximum = 1)]
    pub clubhouse_export: u32,
    /// As seen by somebody without a seat.
    pub game: Game,
    /// The course; null if the ruleset has none.
    #[schema(value_type = Option<Object>)]
    pub course: Option<Value>,
    /// How cards and dice follow from the seed: the name of the algorithm.
    pub algorithm: &'static str,
    /// The seed of all chance, 64 hexadecimal digits.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed: String,
    /// The log, complete.
    pub log: Vec<LogEntry>,
}

/// A finished game, whole.
pub fn export(
    connection: &mut AnyConnection,
    game_id: &str,
    me: Option<&PlayerRow>,
    now: NaiveDateTime,
) -> Result<Export, Refusal> {
    let table = Table::load_for(connection, game_id, me, now)?;
    match table.status()? {
        Status::Open | Status::Active => return Err(Refusal::GameActive),
        Status::Cancelled => return Err(Refusal::GameCancelled),
        Status::Finished => {}
    }
    export_of(&table, &log::list(connection, game_id, 0, i64::MAX)?)
}

/// The export of a finished game with that log.
pub fn export_of(table: &Table, rows: &[LogRow]) -> Result<Export, Refusal> {
    let course = serde_json::to_value(table.course()?).ok().filter(|course| !course.is_null());
    Ok(Export {
        clubhouse_export: 1,
        game: Game::new(table, None)?,
        course,
        algorithm: crate::rulesets::chance::ALGORITHM,
        seed: table.game.seed.clone(),
        log: rows.iter().map(|row| LogEntry::new(table, row, None)).collect::<Result<_, _>>()?,
    })
}
