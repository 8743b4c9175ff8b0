//! The seats of games.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{
    AnyConnection, Result,
    schema::{games, players, seats},
};

/// A seat at a game.
#[derive(Debug, Clone, PartialEq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = seats, treat_none_as_null = true)]
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
    /// Why a bot plays for the player who still has the seat: `resigned`.
    pub given_up: Option<String>,
}

/// What stands for all the time in the world: later than any real deadline, so that both
/// databases sort it last.
pub fn no_deadline() -> NaiveDateTime {
    chrono::NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or_default().and_time(chrono::NaiveTime::MIN)
}

/// The names of whoever has a seat; both empty once his account has ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    pub name: String,
    pub display_name: String,
}

/// The seats of some games with the names of those who have them, by game and seat.
pub fn of_games(connection: &mut AnyConnection, games: &[&str]) -> Result<Vec<(SeatRow, Option<Names>)>> {
    let rows: Vec<(SeatRow, Option<(String, String)>)> = seats::table
        .left_join(players::table)
        .filter(seats::game_id.eq_any(games.to_vec()))
        .order((seats::game_id, seats::seat))
        .select((seats::all_columns, (players::name, players::display_name).nullable()))
        .load(connection)?;
    let named = |(seat, names): (SeatRow, Option<(String, String)>)| {
        (seat, names.map(|(name, display_name)| Names { name, display_name }))
    };
    Ok(rows.into_iter().map(named).collect())
}

pub fn insert(connection: &mut AnyConnection, seat: &SeatRow) -> Result<()> {
    diesel::insert_into(seats::table).values(seat).execute(connection)?;
    Ok(())
}

pub fn update(connection: &mut AnyConnection, seat: &SeatRow) -> Result<()> {
    diesel::update(seats::table.find((&seat.game_id, seat.seat))).set(seat).execute(connection)?;
    Ok(())
}

/// The games in which a bot is to act and that have not changed since `before`, some of them.
pub fn games_of_bots_to_act(
    connection: &mut AnyConnection,
    before: NaiveDateTime,
    limit: i64,
) -> Result<Vec<String>> {
    Ok(seats::table
        .inner_join(games::table)
        .filter(seats::to_act)
        .filter(seats::kind.eq("bot").or(seats::given_up.is_not_null()))
        .filter(games::updated_at.lt(before))
        .order(seats::game_id)
        .select(seats::game_id)
        .distinct()
        .limit(limit)
        .load(connection)?)
}

/// Takes all seats of a game away.
pub fn delete_all(connection: &mut AnyConnection, game_id: &str) -> Result<()> {
    diesel::delete(seats::table.filter(seats::game_id.eq(game_id))).execute(connection)?;
    Ok(())
}
