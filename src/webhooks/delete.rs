//! Deletes a webhook.

use super::change::hold;
use crate::{
    refusal::Refusal,
    store::{StoreConnection, deliveries, players::PlayerRow, webhooks},
};

/// Deletes one of the player's webhooks, with what it has sent and was to send.
pub fn delete(connection: &mut StoreConnection<'_>, me: &PlayerRow, id: &str) -> Result<(), Refusal> {
    connection.write(|connection| {
        let (_, row) = hold(connection, me, id)?;
        deliveries::delete_all(connection, &row.id)?;
        Ok(webhooks::delete(connection, &row.player_id, &row.id)?)
    })
}
