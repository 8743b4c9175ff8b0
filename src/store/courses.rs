//! Courses that players have laid out, and the copies that games are played on.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{
    AnyConnection, Result, StoreError,
    page::Page,
    schema::{course_copies, courses, players},
};

/// A course.
#[derive(Debug, Clone, PartialEq, Queryable, Insertable)]
#[diesel(table_name = courses)]
pub struct CourseRow {
    pub id: String,
    pub ruleset: String,
    pub owner_id: String,
    /// All that its ruleset needs to play on it.
    pub course: String,
    pub created_at: NaiveDateTime,
}

pub fn insert(connection: &mut AnyConnection, course: &CourseRow) -> Result<()> {
    diesel::insert_into(courses::table).values(course).execute(connection)?;
    Ok(())
}

/// The course with that id, and the name of its owner.
pub fn find(connection: &mut AnyConnection, id: &str) -> Result<Option<(CourseRow, String)>> {
    // No course has such an id, and Postgres refuses to look for it.
    if id.contains('\0') {
        return Ok(None);
    }
    Ok(courses::table
        .inner_join(players::table)
        .filter(courses::id.eq(id))
        .select((courses::all_columns, players::name))
        .first(connection)
        .optional()?)
}

/// Which courses to list. All conditions that are set must hold.
#[derive(Debug, Default, Clone)]
pub struct Filter {
    pub ruleset: Option<String>,
    pub owner_id: Option<String>,
}

/// Courses with the names of their owners, oldest first, from after `(created_at, id)`.
pub fn list(
    connection: &mut AnyConnection,
    filter: &Filter,
    after: Option<(NaiveDateTime, &str)>,
    limit: i64,
) -> Result<Vec<(CourseRow, String)>> {
    let mut query = courses::table.into_boxed();
    if let Some(ruleset) = &filter.ruleset {
        query = query.filter(courses::ruleset.eq(ruleset));
    }
    if let Some(owner_id) = &filter.owner_id {
        query = query.filter(courses::owner_id.eq(owner_id));
    }
    if let Some((at, id)) = after {
        // The first half is for the index to begin at.
        query = query
            .filter(courses::created_at.ge(at))
            .filter(courses::created_at.gt(at).or(courses::id.gt(id)));
    }
    // Not a join: of the many ways to make one, Postgres would look for the best each time.
    let owner = players::table.filter(players::id.eq(courses::owner_id)).select(players::name);
    let query = query
        .order((courses::created_at, courses::id))
        .select((courses::all_columns, owner.single_value().assume_not_null()));
    Ok(Page::of(query, limit).load(connection)?)
}

/// How many courses a player has.
pub fn count(connection: &mut AnyConnection, owner_id: &str) -> Result<i64> {
    Ok(courses::table.filter(courses::owner_id.eq(owner_id)).count().get_result(connection)?)
}

/// Deletes one of a player's courses.
///
/// # Errors
/// `NotFound` if he has none with that id.
pub fn delete(connection: &mut AnyConnection, owner_id: &str, id: &str) -> Result<()> {
    let rows =
        diesel::delete(courses::table.find(id).filter(courses::owner_id.eq(owner_id))).execute(connection)?;
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// Deletes all of a player's courses.
pub fn delete_all(connection: &mut AnyConnection, owner_id: &str) -> Result<()> {
    diesel::delete(courses::table.filter(courses::owner_id.eq(owner_id))).execute(connection)?;
    Ok(())
}

/// The course of the copy with that id.
///
/// # Errors
/// `NotFound` if there is none.
pub fn copy(connection: &mut AnyConnection, id: &str) -> Result<String> {
    Ok(course_copies::table.find(id).select(course_copies::course).first(connection)?)
}

/// Stores the copy of a course, unless it is there already.
pub fn keep_copy(connection: &mut AnyConnection, id: &str, course: &str) -> Result<()> {
    let copy = (course_copies::id.eq(id), course_copies::course.eq(course));
    let insert = diesel::insert_into(course_copies::table).values(copy).on_conflict_do_nothing();
    match connection {
        AnyConnection::Postgres(connection) => insert.execute(connection)?,
        AnyConnection::Sqlite(connection) => insert.execute(connection)?,
    };
    Ok(())
}
