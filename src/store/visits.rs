//! Who asks, and for which game: read with one statement, which is one round trip and sees one state of
//! the data.

use diesel::{
    Selectable,
    dsl::SqlTypeOf,
    pg::Pg,
    sql_types::{Integer, Nullable, Text},
};

use super::{
    AnyConnection, Result,
    games::GameRow,
    players::PlayerRow,
    prepared::{Prepared, Value},
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

/// Every row has the game, the first one its state too, if somebody wants it.
const COLUMNS: &str = "SELECT
    players.id, players.name, players.display_name, players.name_key, players.created_at, players.ended_at,
    players.hours, players.vacations, players.feed_last, players.calendar_hash, players.webhooks_on,
    games.id, games.ruleset, games.status, games.visibility, games.version, games.creator_id, games.seed,
    games.options, games.course_copy, games.clock, games.outcome, games.join_code, games.created_at,
    games.updated_at, games.started_at, games.finished_at, games.wake_at, games.waiting_since,
    games.rematch_of, games.rematch, games.public_messages,
    CASE WHEN ? AND COALESCE(seats.seat, 0) = 0 THEN games.state END,
    seats.game_id, seats.seat, seats.kind, seats.player_id, seats.level, seats.to_act, seats.deadline,
    seats.score, seats.place, seats.given_up, seats.clock, seats.remind_at, seats.absent,
    seats.votes_to_cancel,
    holder.name, holder.display_name, holder.hours, holder.vacations, holder.webhooks_on";

/// Whoever has that token, and the game.
const OF_OWNER: &str = "
    FROM tokens
    JOIN players ON players.id = tokens.player_id AND players.ended_at IS NULL
    LEFT JOIN games ON games.id = ?
    LEFT JOIN seats ON seats.game_id = games.id
    LEFT JOIN players AS holder ON holder.id = seats.player_id
    WHERE tokens.hash = ?";

/// Nobody, and the game.
const OF_NOBODY: &str = "
    FROM games
    LEFT JOIN players ON FALSE
    LEFT JOIN seats ON seats.game_id = games.id
    LEFT JOIN players AS holder ON holder.id = seats.player_id
    WHERE games.id = ?";

/// The columns of that.
type Columns = (
    Nullable<players::SqlType>,
    Nullable<SqlTypeOf<<GameRow as Selectable<Pg>>::SelectExpression>>,
    Nullable<Text>,
    Nullable<seats::SqlType>,
    Nullable<(Text, Text, Nullable<Text>, Nullable<Text>, Integer)>,
);

type Row = (Option<PlayerRow>, Option<GameRow>, Option<String>, Option<SeatRow>, Option<Holder>);

/// Whose token has that hash, if there is one, and the game with that id; without its state if nobody
/// wants it. Of an account that has ended no token counts, not even one that was made at the same moment.
pub fn look(
    connection: &mut AnyConnection,
    token_hash: Option<&str>,
    game_id: &str,
    with_state: bool,
) -> Result<Visit> {
    let (from, mut values) = match token_hash {
        Some(_) => (OF_OWNER, vec![with_state.into(), game_id.into()]),
        None => (OF_NOBODY, vec![with_state.into(), game_id.into()]),
    };
    values.extend(token_hash.map(Value::from));
    let look = Prepared::<Columns>::new(format!("{COLUMNS}{from}"), values);
    let rows: Vec<Row> = look.load(connection)?;
    let mut visit = Visit::default();
    for (player, game, state, seat, holder) in rows {
        visit.player = visit.player.or(player);
        visit.game = visit.game.or(game);
        visit.state = visit.state.or(state);
        visit.seats.extend(seat.map(|seat| (seat, holder)));
    }
    visit.seats.sort_unstable_by_key(|(seat, _)| seat.seat);
    Ok(visit)
}
