//! The seats of games.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use super::{
    AnyConnection, Result,
    prepared::Prepared,
    schema::{players, seats},
};

/// A seat at a game.
#[derive(Debug, Clone, PartialEq, Serialize, Queryable, Insertable)]
#[diesel(table_name = seats)]
pub struct SeatRow {
    pub game_id: String,
    pub seat: i32,
    /// `open`, `invited`, `player`, `bot`
    pub kind: String,
    pub player_id: Option<String>,
    pub level: Option<String>,
    pub to_act: bool,
    /// [`no_deadline`] if there is none.
    pub deadline: NaiveDateTime,
    pub score: Option<i32>,
    pub place: Option<i32>,
    /// Why a bot plays for the player who still has the seat: `resigned`, `forfeited`.
    pub given_up: Option<String>,
    /// The clock of the turn that the seat is in, as JSON.
    pub clock: Option<String>,
    /// When the player is to be reminded.
    pub remind_at: Option<NaiveDateTime>,
    /// How many turns in a row were over before the player came.
    pub absent: i32,
    /// Whether the player wants the running game to be cancelled.
    pub votes_to_cancel: bool,
}

/// After so many turns in a row without its player a bot keeps the seat, until he takes it back.
pub const ABSENT_FOR_GOOD: i32 = 3;

/// What stands for all the time in the world: later than any real deadline, so that both
/// databases sort it last.
pub fn no_deadline() -> NaiveDateTime {
    chrono::NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or_default().and_time(chrono::NaiveTime::MIN)
}

/// What the table has to know of whoever has a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Queryable)]
pub struct Holder {
    /// Empty once his account has ended, as is `display_name`.
    pub name: String,
    pub display_name: String,
    /// When his clocks stand still, as JSON.
    pub hours: Option<String>,
    pub vacations: Option<String>,
    /// How many of his webhooks are switched on.
    pub webhooks_on: i32,
}

/// The seats of some games with those who have them, by game and seat.
pub fn of_games(connection: &mut AnyConnection, games: &[&str]) -> Result<Vec<(SeatRow, Option<Holder>)>> {
    Ok(seats::table
        .left_join(players::table)
        .filter(seats::game_id.eq_any(games.to_vec()))
        .order((seats::game_id, seats::seat))
        .select((
            seats::all_columns,
            (players::name, players::display_name, players::hours, players::vacations, players::webhooks_on)
                .nullable(),
        ))
        .load(connection)?)
}

pub fn insert(connection: &mut AnyConnection, seat: &SeatRow) -> Result<()> {
    diesel::insert_into(seats::table).values(seat).execute(connection)?;
    Ok(())
}

pub fn update(connection: &mut AnyConnection, seat: &SeatRow) -> Result<()> {
    let text = "UPDATE seats SET kind = ?, player_id = ?, level = ?, to_act = ?, deadline = ?, score = ?, \
                place = ?, given_up = ?, clock = ?, remind_at = ?, absent = ?, votes_to_cancel = ? \
                WHERE game_id = ? AND seat = ?";
    let values = vec![
        (&seat.kind).into(),
        (&seat.player_id).into(),
        (&seat.level).into(),
        seat.to_act.into(),
        seat.deadline.into(),
        seat.score.into(),
        seat.place.into(),
        (&seat.given_up).into(),
        (&seat.clock).into(),
        seat.remind_at.into(),
        seat.absent.into(),
        seat.votes_to_cancel.into(),
        (&seat.game_id).into(),
        seat.seat.into(),
    ];
    Prepared::<()>::new(text, values).execute(connection)?;
    Ok(())
}

/// The games in which the player's time runs.
pub fn games_with_clock_running(connection: &mut AnyConnection, player_id: &str) -> Result<Vec<String>> {
    Ok(seats::table
        .filter(seats::player_id.eq(player_id))
        .filter(seats::to_act)
        .filter(seats::clock.is_not_null())
        .order((seats::deadline, seats::game_id))
        .select(seats::game_id)
        .load(connection)?)
}

/// Takes all seats of a game away.
pub fn delete_all(connection: &mut AnyConnection, game_id: &str) -> Result<()> {
    diesel::delete(seats::table.filter(seats::game_id.eq(game_id))).execute(connection)?;
    Ok(())
}
