//! Deletes a course.

use super::read::shipped;
use crate::{
    refusal::Refusal,
    store::{StoreConnection, StoreError, courses, players::PlayerRow},
};

/// Deletes one of the player's courses. Games that are played on it have a copy.
pub fn delete(connection: &mut StoreConnection<'_>, me: &PlayerRow, id: &str) -> Result<(), Refusal> {
    if shipped(id).is_some() {
        return Err(Refusal::Forbidden("that course comes with the ruleset"));
    }
    let (course, _) = courses::find(connection, id)?.ok_or(Refusal::NotFound("course"))?;
    if course.owner_id != me.id {
        return Err(Refusal::Forbidden("only whoever has laid out a course may delete it"));
    }
    match connection.write(|connection| courses::delete(connection, &me.id, id)) {
        Err(StoreError::NotFound) => Err(Refusal::NotFound("course")),
        other => Ok(other?),
    }
}
