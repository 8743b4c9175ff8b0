//! Opens an account.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{secret::Secret, tokens};
use crate::{
    club::Club,
    ids,
    refusal::Refusal,
    store::{StoreConnection, StoreError, players, players::PlayerRow},
};

/// An account to be opened.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlayer {
    /// Unique without regard to case, and yours for good. `me` is reserved.
    #[schema(pattern = "^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$", examples("ana"))]
    pub name: String,
}

/// Opens an account with a first token.
pub fn register(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    new: NewPlayer,
) -> Result<(PlayerRow, Secret), Refusal> {
    check_name(&new.name)?;
    let player = PlayerRow {
        id: ids::id(),
        name_key: new.name.to_ascii_lowercase(),
        display_name: new.name.clone(),
        name: new.name,
        created_at: club.now(),
        ended_at: None,
        hours: None,
        vacations: None,
        feed_last: 0,
        calendar_hash: None,
        webhooks_on: 0,
    };
    let secret = Secret::random();
    let token = tokens::row(club, &player, &secret, "first");
    let stored = connection.write(|connection| {
        players::insert(connection, &player)?;
        crate::store::tokens::insert(connection, &token)
    });
    match stored {
        Ok(()) => Ok((player, secret)),
        Err(StoreError::Duplicate) => Err(Refusal::NameTaken(player.name)),
        Err(error) => Err(error.into()),
    }
}

fn check_name(name: &str) -> Result<(), Refusal> {
    let allowed = |c: char| c.is_ascii_alphanumeric();
    let well_formed = name.len() <= 32
        && name.starts_with(allowed)
        && name.chars().all(|c| allowed(c) || c == '_' || c == '-');
    if !well_formed {
        return Err(Refusal::invalid(
            "name",
            "1 to 32 letters a–z, digits, `_` and `-`, beginning with a letter or digit; \
             your display name may have any script",
        ));
    }
    if name.eq_ignore_ascii_case("me") {
        return Err(Refusal::invalid("name", "`me` is reserved"));
    }
    Ok(())
}
