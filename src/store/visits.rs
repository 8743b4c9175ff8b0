//! Who asks, and for which game: read with one statement, which is one round trip and sees one state of
//! the data.

use diesel::{
    QueryResult, RunQueryDsl, Selectable,
    backend::Backend,
    dsl::SqlTypeOf,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{HasSqlType, Bool, Nullable, Text},
};

use super::{
    AnyConnection, Result,
    games::GameRow,
    players::PlayerRow,
    schema::{players, seats},
    seats::{Holder, SeatRow},
};

/// A player and a game.
#[derive(Debug, Default)]
pub struct Visit {
    /// Whose token it is; `None` if nobody's.
    pub player: Option<PlayerRow>,
    /// `None` if there is none with that id.
    pub game: Option<GameRow>,
    /// The game's state; `None` if it has none, or nobody wants it.
    pub state: Option<String>,
    /// In order.
    pub seats: Vec<(SeatRow, Option<Holder>)>,
}

struct Look<'a> {
    token_hash: Option<&'a str>,
    game_id: &'a str,
    with_state: bool,
}

/// Every row has the game, the first one its state too.
const COLUMNS: &str = "SELECT
    players.id, players.name, players.display_name, players.name_key, players.created_at, players.ended_at,
    players.hours, players.vacations, players.feed_last, players.calendar_hash, players.webhooks_on,
    games.id, games.ruleset, games.status, games.visibility, games.version, games.creator_id, games.seed,
    games.options, games.course_copy, games.clock, games.outcome, games.join_code, games.created_at,
    games.updated_at, games.started_at, games.finished_at, games.wake_at, games.waiting_since,
    games.rematch_of, games.rematch, games.public_messages,
    CASE WHEN COALESCE(seats.seat, 0) = 0 AND ";

const FROM: &str = " THEN games.state END,
    seats.game_id, seats.seat, seats.kind, seats.player_id, seats.level, seats.to_act, seats.deadline,
    seats.score, seats.place, seats.given_up, seats.clock, seats.remind_at, seats.absent,
    seats.votes_to_cancel,
    holder.name, holder.display_name, holder.hours, holder.vacations
    FROM (SELECT 1) AS here
    LEFT JOIN tokens ON tokens.hash = ";

const GAME: &str = "
    LEFT JOIN players ON players.id = tokens.player_id AND players.ended_at IS NULL
    LEFT JOIN games ON games.id = ";

const SEATS: &str = "
    LEFT JOIN seats ON seats.game_id = games.id
    LEFT JOIN players AS holder ON holder.id = seats.player_id
    ORDER BY seats.seat";

impl<DB: Backend> QueryFragment<DB> for Look<'_>
where
    DB: HasSqlType<Bool>,
    bool: ToSql<Bool, DB>,
    str: ToSql<Text, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql(COLUMNS);
        out.push_bind_param::<Bool, _>(&self.with_state)?;
        out.push_sql(FROM);
        out.push_bind_param::<Nullable<Text>, _>(&self.token_hash)?;
        out.push_sql(GAME);
        out.push_bind_param::<Text, _>(self.game_id)?;
        out.push_sql(SEATS);
        Ok(())
    }
}

impl Query for Look<'_> {
    type SqlType = (
        Nullable<players::SqlType>,
        Nullable<SqlTypeOf<<GameRow as Selectable<Pg>>::SelectExpression>>,
        Nullable<Text>,
        Nullable<seats::SqlType>,
        Nullable<(Text, Text, Nullable<Text>, Nullable<Text>)>,
    );
}

/// The statement's text is always the same.
struct Name;

impl QueryId for Look<'_> {
    type QueryId = Name;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl<C> RunQueryDsl<C> for Look<'_> {}

type Row = (Option<PlayerRow>, Option<GameRow>, Option<String>, Option<SeatRow>, Option<Holder>);

/// Whose token has that hash, if there is one, and the game with that id; without its state if nobody
/// wants it. Of an account that has ended no token counts, not even one that was made at the same moment.
pub fn look(
    connection: &mut AnyConnection,
    token_hash: Option<&str>,
    game_id: &str,
    with_state: bool,
) -> Result<Visit> {
    let look = Look { token_hash, game_id, with_state };
    let rows: Vec<Row> = match connection {
        AnyConnection::Postgres(connection) => look.load(connection)?,
        AnyConnection::Sqlite(connection) => look.load(connection)?,
    };
    let mut visit = Visit::default();
    for (player, game, state, seat, holder) in rows {
        visit.player = visit.player.or(player);
        visit.game = visit.game.or(game);
        visit.state = visit.state.or(state);
        visit.seats.extend(seat.map(|seat| (seat, holder)));
    }
    Ok(visit)
}
