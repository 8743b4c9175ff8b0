//! A player's further tokens, one for each of his clients.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{change::check_text, secret::Secret};
use crate::{
    club::Club,
    ids,
    refusal::Refusal,
    store::{
        AnyConnection, StoreConnection, StoreError, players, players::PlayerRow, tokens, tokens::TokenRow,
    },
};

/// A token to be made.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40, examples("bot"))]
    pub label: String,
}

/// A token, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Token {
    pub id: String,
    pub label: String,
    pub created_at: DateTime<Utc>,
}

impl From<TokenRow> for Token {
    fn from(row: TokenRow) -> Self {
        Self { id: row.id, label: row.label, created_at: row.created_at.and_utc() }
    }
}

pub(super) fn row(club: &Club, player: &PlayerRow, secret: &Secret, label: &str) -> TokenRow {
    TokenRow {
        id: ids::id(),
        player_id: player.id.clone(),
        hash: secret.hash().as_str().to_owned(),
        label: label.to_owned(),
        created_at: club.now(),
    }
}

/// Makes a further token.
pub fn add(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    me: &PlayerRow,
    new: &NewToken,
) -> Result<(Token, Secret), Refusal> {
    let label = check_text("label", &new.label)?;
    let secret = Secret::random();
    let token = row(club, me, &secret, &label);
    let limit = club.limits.tokens;
    let stored = connection.write(|connection| {
        // Nobody makes two tokens at once, so that the limit holds.
        players::hold(connection, &me.id)?;
        let is_below = tokens::count(connection, &me.id)? < limit;
        if is_below {
            tokens::insert(connection, &token)?;
        }
        Ok(is_below)
    });
    match stored {
        Ok(true) => Ok((token.into(), secret)),
        Ok(false) => {
            Err(Refusal::TooMany(format!("you have {limit} tokens, which is the limit: revoke one first")))
        }
        Err(StoreError::NotFound) => Err(Refusal::Unauthorized("that account has ended")),
        Err(error) => Err(error.into()),
    }
}

/// A page of the player's tokens, oldest first, and whether there are more.
pub fn list(
    connection: &mut AnyConnection,
    me: &PlayerRow,
    after: Option<(NaiveDateTime, &str)>,
    limit: usize,
) -> Result<(Vec<Token>, bool), Refusal> {
    let mut rows = tokens::of_player(connection, &me.id, after, limit as i64 + 1)?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    Ok((rows.into_iter().map(Token::from).collect(), more))
}

/// Revokes one of the player's tokens, perhaps the very one he uses.
pub fn revoke(connection: &mut StoreConnection<'_>, me: &PlayerRow, id: &str) -> Result<(), Refusal> {
    match connection.write(|connection| tokens::delete(connection, &me.id, id)) {
        Err(StoreError::NotFound) => Err(Refusal::NotFound("token")),
        other => Ok(other?),
    }
}
