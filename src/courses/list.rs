//! Lists courses.

use chrono::NaiveDateTime;

use super::view::CourseInfo;
use crate::{
    games::list::Whose,
    refusal::Refusal,
    rulesets::registry::Ruleset,
    store::{
        AnyConnection,
        courses::{self, Filter},
        players::{self, PlayerRow},
    },
};

/// Which courses to list.
#[derive(Debug, Clone, Default)]
pub struct Query {
    pub ruleset: Option<Ruleset>,
    /// Only those that a player has laid out.
    pub owner: Option<Whose>,
}

/// Where a page ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Position {
    /// At the course with that id, which comes with a ruleset.
    Shipped(String),
    /// At a player's course, created at that time and with that id.
    Own(NaiveDateTime, String),
}

impl Position {
    fn of(info: &CourseInfo) -> Self {
        let id = info.course.id().to_owned();
        match info.created_at {
            None => Self::Shipped(id),
            Some(at) => Self::Own(at.naive_utc(), id),
        }
    }
}

/// A page of courses and where the next one begins after, if there is one.
///
/// First those that come with the rulesets, in their order; then those of players, oldest first.
pub fn list(
    connection: &mut AnyConnection,
    me: Option<&PlayerRow>,
    query: &Query,
    after: Option<&Position>,
    limit: usize,
) -> Result<(Vec<CourseInfo>, Option<Position>), Refusal> {
    let Some(filter) = filter(connection, me, query)? else { return Ok((Vec::new(), None)) };
    let mut items = shipped_after(query, after)?;
    if items.len() <= limit {
        let after = match after {
            Some(Position::Own(at, id)) => Some((*at, id.as_str())),
            _ => None,
        };
        // One more than asked for tells whether there is another page.
        let rows = courses::list(connection, &filter, after, (limit + 1 - items.len()) as i64)?;
        let own: Result<Vec<_>, _> = rows.into_iter().map(CourseInfo::of).collect();
        items.extend(own?);
    }
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(Position::of);
    Ok((items, next))
}

/// Those of the rulesets that are still to be listed.
fn shipped_after(query: &Query, after: Option<&Position>) -> Result<Vec<CourseInfo>, Refusal> {
    let rulesets = Ruleset::ALL
        .iter()
        .copied()
        .filter(|&ruleset| query.owner.is_none() && query.ruleset.is_none_or(|wanted| wanted == ruleset));
    let mut shipped: Vec<CourseInfo> = rulesets.flat_map(CourseInfo::shipped).collect();
    match after {
        None => Ok(shipped),
        Some(Position::Own(..)) => Ok(Vec::new()),
        Some(Position::Shipped(id)) => {
            let last = shipped.iter().position(|info| info.course.id() == id);
            let last = last.ok_or_else(|| Refusal::invalid("cursor", "no page of this list ends there"))?;
            Ok(shipped.split_off(last + 1))
        }
    }
}

/// What the query asks of the store; `None` if nothing can match.
fn filter(
    connection: &mut AnyConnection,
    me: Option<&PlayerRow>,
    query: &Query,
) -> Result<Option<Filter>, Refusal> {
    let ruleset = query.ruleset.map(|ruleset| ruleset.about().id.to_owned());
    let owner_id = match (&query.owner, me) {
        (None, _) => None,
        (Some(Whose::Mine), Some(me)) => Some(me.id.clone()),
        (Some(Whose::Mine), None) => {
            return Err(Refusal::Unauthorized("only somebody who is signed in has courses of his own"));
        }
        (Some(Whose::Named(name)), _) => match players::by_name(connection, name)? {
            Some(player) => Some(player.id),
            None => return Ok(None),
        },
    };
    Ok(Some(Filter { ruleset, owner_id }))
}
