//! Lists games.

use chrono::NaiveDateTime;

use super::{table::Table, view::GameSummary, words::Status};
use crate::{
    refusal::Refusal,
    rulesets::registry::Ruleset,
    store::{
        AnyConnection,
        games::{self, Filter},
        players::{self, PlayerRow},
    },
};

/// Which games to list.
#[derive(Debug, Clone, Default)]
pub struct Query {
    pub status: Option<Status>,
    pub ruleset: Option<Ruleset>,
    pub player: Option<Whose>,
    /// Only those in which the caller is to act.
    pub to_act: bool,
    /// Only those to which the caller is invited.
    pub invited: bool,
}

/// Whose games, or whose courses, to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    Mine,
    Named(String),
}

impl Whose {
    /// `me`, or a player's name.
    pub fn read(text: &str) -> Self {
        if text == "me" { Self::Mine } else { Self::Named(text.to_owned()) }
    }
}

/// Where a page ends: the time that the list is ordered by, and the game's id.
pub type Position = (NaiveDateTime, String);

/// A page of games and where the next one begins after, if there is one.
///
/// Newest first; with `to_act`, nearest deadline first.
pub fn list(
    connection: &mut AnyConnection,
    me: Option<&PlayerRow>,
    now: NaiveDateTime,
    query: &Query,
    after: Option<&Position>,
    limit: usize,
) -> Result<(Vec<GameSummary>, Option<Position>), Refusal> {
    let Some(filter) = filter(connection, me, query)? else { return Ok((Vec::new(), None)) };
    let after = after.map(|(at, id)| (*at, id.as_str()));
    let fetch = limit as i64 + 1;
    let mut rows = match me.filter(|_| query.to_act) {
        Some(me) => games::inbox(connection, &me.id, &filter, after, fetch)?,
        None => {
            let rows = games::list(connection, &filter, after, fetch)?;
            rows.into_iter().map(|game| (game.created_at, game)).collect()
        }
    };
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| more).map(|(at, game)| (*at, game.id.clone()));
    let tables = Table::load_seats(connection, rows.into_iter().map(|(_, game)| game).collect(), now)?;
    let summaries = tables.iter().map(|table| GameSummary::new(table, me));
    Ok((summaries.collect::<Result<_, _>>()?, next))
}

/// What the query asks of the store; `None` if nothing can match.
fn filter(
    connection: &mut AnyConnection,
    me: Option<&PlayerRow>,
    query: &Query,
) -> Result<Option<Filter>, Refusal> {
    let mine = query.to_act || query.invited || query.player == Some(Whose::Mine);
    let my_id = match (mine, me) {
        (true, None) => {
            return Err(Refusal::Unauthorized("only somebody who is signed in has games of his own"));
        }
        (true, Some(me)) => Some(me.id.clone()),
        (false, _) => None,
    };
    let mut filter = Filter {
        status: query.status.map(Status::as_str),
        ruleset: query.ruleset.map(|ruleset| ruleset.about().id.to_owned()),
        public_only: my_id.is_none(),
        ..Filter::default()
    };
    filter.invited = my_id.clone().filter(|_| query.invited);
    match &query.player {
        // A private game that he has no seat in would be in none of his lists.
        Some(Whose::Mine) => filter.at_home = my_id,
        Some(Whose::Named(name)) => {
            let Some(player) = players::by_name(connection, name)? else { return Ok(None) };
            filter.public_only = me.is_none_or(|me| me.id != player.id);
            match filter.public_only {
                true => filter.seated = Some(player.id),
                false => filter.at_home = Some(player.id),
            }
        }
        None => {}
    }
    Ok(Some(filter))
}
