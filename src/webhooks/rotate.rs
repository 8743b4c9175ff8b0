//! Gives a webhook a new secret.

use chrono::TimeDelta;

use super::{change::hold, sign, view::Webhook};
use crate::{
    club::Club,
    refusal::Refusal,
    store::{StoreConnection, players::PlayerRow, webhooks},
};

/// For how long the old secret signs too.
const OVERLAP: TimeDelta = TimeDelta::days(1);

/// Gives one of the player's webhooks a new secret; the old one signs too for a day. (One that was old
/// already does not any more.)
pub fn rotate(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    me: &PlayerRow,
    id: &str,
) -> Result<(Webhook, String), Refusal> {
    let row = connection.write(|connection| {
        let (_, mut row) = hold(connection, me, id)?;
        row.old_secret = Some(std::mem::replace(&mut row.secret, sign::new_secret()));
        row.old_secret_until = Some(club.now() + OVERLAP);
        webhooks::update(connection, &row)?;
        Ok::<_, Refusal>(row)
    })?;
    Ok((Webhook::new(club, &row)?, row.secret))
}
