//! The seats of games.

use chrono::NaiveDateTime;
use diesel::{
    prelude::*,
    sql_types::{BigInt, Text},
};
use serde::Serialize;

use super::{
    AnyConnection, Result,
    games::GameRow,
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

/// Writes down for a game's seats which status it has, if everybody may see that: for [`tally`]. It is not
/// in their rows, since it changes with the game alone.
pub fn show_status(connection: &mut AnyConnection, game: &GameRow) -> Result<()> {
    if game.visibility != "public" {
        return Ok(());
    }
    let text = "UPDATE seats SET public_status = ? WHERE game_id = ?";
    Prepared::<()>::new(text, vec![(&game.status).into(), (&game.id).into()]).execute(connection)?;
    Ok(())
}

/// How many public games a player has a seat in, by status, and how many of them he won.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub open: i64,
    pub active: i64,
    pub finished: i64,
    pub won: i64,
}

/// Counts the public games in which a player has a seat.
pub fn tally(connection: &mut AnyConnection, player_id: &str) -> Result<Tally> {
    let count = Prepared::<(Text, BigInt, BigInt)>::new(
        "SELECT public_status, COUNT(*), COUNT(CASE WHEN place = 1 THEN 1 END) FROM seats
         WHERE player_id = ? AND kind = 'player' AND public_status IS NOT NULL GROUP BY public_status",
        vec![player_id.into()],
    );
    let mut tally = Tally::default();
    for (status, games, won) in count.load::<(String, i64, i64)>(connection)? {
        match status.as_str() {
            "open" => tally.open = games,
            "active" => tally.active = games,
            "finished" => (tally.finished, tally.won) = (games, won),
            _ => {}
        }
    }
    Ok(tally)
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
