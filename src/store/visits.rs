//! Who asks, and for which game: read with one statement, which is one round trip and sees one state of
//! the data; for one or for several who ask at the same time.

use std::sync::LazyLock;

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
    prepared::Prepared,
    schema::{players, seats},
    seats::{Holder, SeatRow},
};

/// How many can be asked about at once.
pub const MOST: usize = 16;

/// What somebody asks for.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The hash of his token, if he has one.
    pub token_hash: Option<String>,
    pub game_id: String,
    /// Whether the game's state is wanted too.
    pub with_state: bool,
}

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
const COLUMNS: &str = "SELECT wanted.number,
    players.id, players.name, players.display_name, players.name_key, players.created_at, players.ended_at,
    players.hours, players.vacations, players.feed_last, players.calendar_hash, players.webhooks_on,
    games.id, games.ruleset, games.status, games.visibility, games.version, games.creator_id, games.seed,
    games.options, games.course_copy, games.clock, games.outcome, games.join_code, games.created_at,
    games.updated_at, games.started_at, games.finished_at, games.wake_at, games.waiting_since,
    games.rematch_of, games.rematch, games.public_messages,
    CASE WHEN wanted.with_state AND COALESCE(seats.seat, 0) = 0 THEN games.state END,
    seats.game_id, seats.seat, seats.kind, seats.player_id, seats.level, seats.to_act, seats.deadline,
    seats.score, seats.place, seats.given_up, seats.clock, seats.remind_at, seats.absent,
    seats.votes_to_cancel,
    holder.name, holder.display_name, holder.hours, holder.vacations, holder.webhooks_on";

/// Of an account that has ended no token counts, not even one that was made at the same moment.
const TABLES: &str = "
    FROM wanted
    LEFT JOIN tokens ON tokens.hash = wanted.token_hash
    LEFT JOIN players ON players.id = tokens.player_id AND players.ended_at IS NULL
    LEFT JOIN games ON games.id = wanted.game_id
    LEFT JOIN seats ON seats.game_id = games.id
    LEFT JOIN players AS holder ON holder.id = seats.player_id";

/// For how many there are statements. Each is kept prepared, so there are few; whatever is left over
/// asks for nothing.
const SIZES: [usize; 3] = [1, 4, MOST];

static STATEMENTS: LazyLock<[String; 3]> = LazyLock::new(|| {
    SIZES.map(|size| {
        let rows: Vec<String> = (0..size).map(|number| format!("({number}, ?, ?, ?)")).collect();
        let rows = rows.join(", ");
        format!("WITH wanted (number, token_hash, game_id, with_state) AS (VALUES {rows}) {COLUMNS}{TABLES}")
    })
});

/// The columns of that.
type Columns = (
    Integer,
    Nullable<players::SqlType>,
    Nullable<SqlTypeOf<<GameRow as Selectable<Pg>>::SelectExpression>>,
    Nullable<Text>,
    Nullable<seats::SqlType>,
    Nullable<(Text, Text, Nullable<Text>, Nullable<Text>, Integer)>,
);

type Row = (i32, Option<PlayerRow>, Option<GameRow>, Option<String>, Option<SeatRow>, Option<Holder>);

/// For each of at most [`MOST`], in order: whose token that is, if it is anybody's, and the game, if there
/// is one.
pub fn look(connection: &mut AnyConnection, wanted: &[&Wanted]) -> Result<Vec<Visit>> {
    let size = SIZES.iter().position(|&size| wanted.len() <= size).unwrap_or(SIZES.len() - 1);
    let mut values = Vec::with_capacity(3 * SIZES[size]);
    for number in 0..SIZES[size] {
        let wanted = wanted.get(number);
        values.push(wanted.and_then(|wanted| wanted.token_hash.as_deref()).into());
        values.push(wanted.map(|wanted| wanted.game_id.as_str()).into());
        values.push(wanted.map(|wanted| wanted.with_state).into());
    }
    let look = Prepared::<Columns>::new(STATEMENTS[size].as_str(), values);
    let rows: Vec<Row> = look.load(connection)?;
    let mut visits: Vec<Visit> = wanted.iter().map(|_| Visit::default()).collect();
    for (number, player, game, state, seat, holder) in rows {
        let Some(visit) = visits.get_mut(number as usize) else { continue };
        visit.player = visit.player.take().or(player);
        visit.game = visit.game.take().or(game);
        visit.state = visit.state.take().or(state);
        visit.seats.extend(seat.map(|seat| (seat, holder)));
    }
    for visit in &mut visits {
        visit.seats.sort_unstable_by_key(|(seat, _)| seat.seat);
    }
    Ok(visits)
}

/// The same for one alone.
pub fn look_for(connection: &mut AnyConnection, wanted: &Wanted) -> Result<Visit> {
    Ok(look(connection, &[wanted])?.pop().unwrap_or_default())
}
