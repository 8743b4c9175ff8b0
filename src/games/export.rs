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
    ///
    /// `clubhouse-hmac-sha256-1`: the random words for the log entry with version *v* are the blocks
    /// HMAC-SHA256(seed, *v* ‖ *counter*), with the seed's 32 bytes as the key, and *v* and *counter* (from 0)
    /// as unsigned 64-bit big-endian integers; each block is read as eight unsigned 32-bit big-endian words,
    /// in order. A number below *n* takes the next word *w* that is smaller than the largest multiple of *n*
    /// in 2³², and is *w* mod *n*. A shuffle goes from the last position down to the second: position *i*,
    /// from 0, changes places with position *j*, a number below *i* + 1. A die is one more than a number
    /// below 6. How the cards lie before a shuffle is in the ruleset's rules.
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
