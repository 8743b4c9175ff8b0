//! Games.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{
    AnyConnection, Result, StoreError,
    connection::MultiBackend,
    page::{Page, Word},
    prepared::{Prepared, Value},
    schema::{games, seats},
    seats::ABSENT_FOR_GOOD,
};

/// A game, without its seats and its state.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable)]
#[diesel(table_name = games)]
pub struct GameRow {
    pub id: String,
    pub ruleset: String,
    /// `open`, `active`, `finished`, `cancelled`
    pub status: String,
    /// `public`, `private`
    pub visibility: String,
    pub version: i64,
    pub creator_id: String,
    pub seed: String,
    pub options: String,
    /// The id of the copy of the course that it is played on.
    pub course_copy: Option<String>,
    pub clock: Option<String>,
    pub outcome: Option<String>,
    pub join_code: Option<String>,
    pub created_at: NaiveDateTime,
    pub updated_at: NaiveDateTime,
    pub started_at: Option<NaiveDateTime>,
    pub finished_at: Option<NaiveDateTime>,
    /// When the server has to look at the game by itself.
    pub wake_at: Option<NaiveDateTime>,
    /// Of an open game: since when nobody has come.
    pub waiting_since: Option<NaiveDateTime>,
    /// The id of the game whose table this one makes anew.
    pub rematch_of: Option<String>,
    /// The id of the game that makes this one's table anew.
    pub rematch: Option<String>,
    /// Whether those without a seat may read what is said.
    pub public_messages: bool,
}

/// Writes a game that is new; `state` is `None` if it has not started.
pub fn insert(connection: &mut AnyConnection, game: &GameRow, state: Option<&str>) -> Result<()> {
    diesel::insert_into(games::table).values((game, games::state.eq(state))).execute(connection)?;
    Ok(())
}

/// The id of the game with that join code.
pub fn id_by_join_code(connection: &mut AnyConnection, code: &str) -> Result<Option<String>> {
    // No game has such a code, and Postgres refuses to look for it.
    if code.contains('\0') {
        return Ok(None);
    }
    Ok(games::table.filter(games::join_code.eq(code)).select(games::id).first(connection).optional()?)
}

/// What writes a change of a game, if it still has the version that it had before. Without a state it
/// keeps the one that it has; the rest of it never changes.
macro_rules! update_text {
    () => {
        "UPDATE games SET status = ?, version = ?, state = COALESCE(?, state), outcome = ?, join_code = ?, \
         updated_at = ?, started_at = ?, finished_at = ?, wake_at = ?, waiting_since = ?, rematch = ? \
         WHERE id = ? AND version = ?"
    };
}
pub(super) use update_text;

/// The values of that.
pub(super) fn update_values<'a>(game: &'a GameRow, state: Option<&'a str>, from: i64) -> Vec<Value<'a>> {
    vec![
        (&game.status).into(),
        game.version.into(),
        state.into(),
        (&game.outcome).into(),
        (&game.join_code).into(),
        game.updated_at.into(),
        game.started_at.into(),
        game.finished_at.into(),
        game.wake_at.into(),
        game.waiting_since.into(),
        (&game.rematch).into(),
        (&game.id).into(),
        from.into(),
    ]
}

/// Writes what has changed of a game, if it still has version `from`. Without a state it keeps the one
/// that it has.
///
/// # Errors
/// `Stale` if somebody was faster.
pub fn update(connection: &mut AnyConnection, game: &GameRow, state: Option<&str>, from: i64) -> Result<()> {
    let update = Prepared::<()>::new(update_text!(), update_values(game, state, from));
    if update.execute(connection)? == 0 { Err(StoreError::Stale) } else { Ok(()) }
}

/// Keeps anybody else from changing a game, or from writing for it, before the transaction is over.
///
/// # Errors
/// `Stale` if it does not have that version any more.
pub fn hold(connection: &mut AnyConnection, id: &str, version: i64) -> Result<()> {
    let game = games::table.find(id).filter(games::version.eq(version)).select(games::id);
    let held: Option<String> = match connection {
        // The lock that a change of the join code takes: it must not have to wait for that later.
        AnyConnection::Postgres(connection) => game.for_update().first(connection),
        // The transaction has the only right to write.
        AnyConnection::Sqlite(connection) => game.first(connection),
    }
    .optional()?;
    held.map(drop).ok_or(StoreError::Stale)
}

/// To be called first by whoever writes for a game but not to it: what refers to a game locks its row.
/// Every write to a game takes that row first and then players' rows, so others must not take them in the
/// other order.
pub fn refer_to(connection: &mut AnyConnection, id: &str) -> Result<()> {
    let game = games::table.find(id).select(games::id);
    match connection {
        // The lock that a foreign key takes: moves need not wait for it.
        AnyConnection::Postgres(connection) => {
            game.for_key_share().first::<String>(connection)?;
        }
        // The transaction has the only right to write.
        AnyConnection::Sqlite(_) => {}
    }
    Ok(())
}

/// When the first of all games is due; `None` if none ever is.
pub fn next_wake(connection: &mut AnyConnection) -> Result<Option<NaiveDateTime>> {
    Ok(games::table
        .filter(games::wake_at.is_not_null())
        .order(games::wake_at)
        .select(games::wake_at.assume_not_null())
        .first(connection)
        .optional()?)
}

/// The id of a game that is due at `now`, the most overdue first. It is locked until the transaction
/// ends, and so is nobody else's meanwhile: other processes pass over it.
pub fn claim_due(connection: &mut AnyConnection, now: NaiveDateTime) -> Result<Option<String>> {
    let due = games::table.filter(games::wake_at.le(now)).order(games::wake_at).select(games::id).limit(1);
    let claimed = match connection {
        // Not `FOR UPDATE`: whoever says something meanwhile need not wait.
        AnyConnection::Postgres(connection) => due.for_no_key_update().skip_locked().first(connection),
        // The transaction has the only right to write.
        AnyConnection::Sqlite(connection) => due.first(connection),
    };
    Ok(claimed.optional()?)
}

/// Puts off when a game that is due at `now` is to be looked at, without changing it.
pub fn put_off(
    connection: &mut AnyConnection,
    id: &str,
    now: NaiveDateTime,
    wake_at: Option<NaiveDateTime>,
) -> Result<()> {
    diesel::update(games::table.find(id).filter(games::wake_at.le(now)))
        .set(games::wake_at.eq(wake_at))
        .execute(connection)?;
    Ok(())
}

/// Which games to list. All conditions that are set must hold.
#[derive(Debug, Default, Clone)]
pub struct Filter {
    pub status: Option<&'static str>,
    pub ruleset: Option<String>,
    /// Only those that everybody may see.
    pub public_only: bool,
    /// The player with that id has a seat.
    pub seated: Option<String>,
    /// The player with that id has a seat, or created it and it is private.
    pub at_home: Option<String>,
    /// The player with that id is invited.
    pub invited: Option<String>,
    /// The player with that id created it or has a seat in it, invited ones included.
    pub concerns: Option<String>,
}

type Condition = Box<dyn BoxableExpression<games::table, MultiBackend, SqlType = diesel::sql_types::Bool>>;

impl Filter {
    fn is_of_player(&self) -> bool {
        [&self.seated, &self.at_home, &self.invited, &self.concerns].iter().any(|player| player.is_some())
    }

    fn conditions(&self) -> Vec<Condition> {
        let mut all: Vec<Condition> = Vec::new();
        if let Some(status) = self.status {
            all.push(match self.is_of_player() {
                // By its index SQLite would look at all games of that status, and not at the player's.
                true => Box::new(games::status.concat("").eq(Word(status))),
                false => Box::new(games::status.eq(Word(status))),
            });
        }
        if let Some(ruleset) = &self.ruleset {
            all.push(Box::new(games::ruleset.eq(ruleset.clone())));
        }
        if self.public_only {
            all.push(Box::new(games::visibility.eq(Word("public"))));
        }
        if let Some(id) = &self.seated {
            all.push(Box::new(games::id.eq_any(of_seats(id, "player"))));
        }
        if let Some(id) = &self.at_home {
            // Not `OR`: for that Postgres would look at every game.
            let own = diesel::alias!(games as own);
            let hosted = own
                .filter(own.field(games::creator_id).eq(id.clone()))
                .filter(own.field(games::visibility).eq("private"))
                .select(own.field(games::id));
            all.push(Box::new(games::id.eq_any(of_seats(id, "player").union(hosted))));
        }
        if let Some(id) = &self.invited {
            all.push(Box::new(games::id.eq_any(of_seats(id, "invited"))));
        }
        if let Some(id) = &self.concerns {
            // Not `OR`, as above.
            let own = diesel::alias!(games as own);
            let created =
                own.filter(own.field(games::creator_id).eq(id.clone())).select(own.field(games::id));
            let seats = seats::table.filter(seats::player_id.eq(id.clone())).select(seats::game_id);
            all.push(Box::new(games::id.eq_any(seats.union(created))));
        }
        all
    }
}

/// The games in which a player has a seat of that kind.
#[diesel::dsl::auto_type(no_type_alias)]
fn of_seats(player_id: &str, kind: &'static str) -> _ {
    let player_id: String = player_id.to_owned();
    let kind: Word = Word(kind);
    seats::table.filter(seats::player_id.eq(player_id)).filter(seats::kind.eq(kind)).select(seats::game_id)
}

/// Games, newest first, from after `(created_at, id)`.
pub fn list(
    connection: &mut AnyConnection,
    filter: &Filter,
    after: Option<(NaiveDateTime, &str)>,
    limit: i64,
) -> Result<Vec<GameRow>> {
    let mut query = games::table.into_boxed();
    for condition in filter.conditions() {
        query = query.filter(condition);
    }
    if let Some((at, id)) = after {
        query = query.filter(games::created_at.le(at)).filter(games::created_at.lt(at).or(games::id.lt(id)));
    }
    let query = query.order((games::created_at.desc(), games::id.desc())).select(GameRow::as_select());
    Ok(Page::of(query, limit).load(connection)?)
}

/// The games in which a player is to act, with the deadline of his turn, nearest first, from after
/// `(deadline, id)`.
pub fn inbox(
    connection: &mut AnyConnection,
    player_id: &str,
    filter: &Filter,
    after: Option<(NaiveDateTime, &str)>,
    limit: i64,
) -> Result<Vec<(NaiveDateTime, GameRow)>> {
    let mut query = seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq(player_id))
        .filter(seats::to_act)
        .filter(seats::given_up.is_null())
        .filter(seats::absent.lt(ABSENT_FOR_GOOD))
        .into_boxed();
    if let Some(status) = filter.status {
        query = query.filter(games::status.eq(Word(status)));
    }
    if let Some(ruleset) = &filter.ruleset {
        query = query.filter(games::ruleset.eq(ruleset));
    }
    if let Some((at, id)) = after {
        query = query.filter(seats::deadline.ge(at)).filter(seats::deadline.gt(at).or(seats::game_id.gt(id)));
    }
    let query =
        query.order((seats::deadline, seats::game_id)).select((seats::deadline, GameRow::as_select()));
    Ok(Page::of(query, limit).load(connection)?)
}

/// How many open games a player has created, and how many active ones he has a seat in.
pub fn count_in_play(connection: &mut AnyConnection, player_id: &str) -> Result<(i64, i64)> {
    let open = games::table
        .filter(games::creator_id.eq(player_id))
        .filter(games::status.eq("open"))
        .count()
        .get_result(connection)?;
    let active = seats::table
        .inner_join(games::table)
        .filter(seats::player_id.eq(player_id))
        .filter(seats::kind.eq("player"))
        .filter(seats::given_up.is_null())
        .filter(games::status.eq("active"))
        .count()
        .get_result(connection)?;
    Ok((open, active))
}
