//! Changes what others see of an account.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    refusal::Refusal,
    store::{StoreConnection, StoreError, players, players::PlayerRow},
    text,
};

/// What to change about yourself; what is left out stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerChanges {
    /// 1 to 40 characters of any script.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 40, examples("Ana María"))]
    pub display_name: Option<String>,
}

/// A field that may be left out, but not be null.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

/// Changes the account, and gives it back as it is then.
pub fn rename(
    connection: &mut StoreConnection<'_>,
    me: &PlayerRow,
    changes: PlayerChanges,
) -> Result<PlayerRow, Refusal> {
    let mut me = me.clone();
    if let Some(display_name) = changes.display_name {
        me.display_name = check_text("display_name", &display_name)?;
        let stored =
            connection.write(|connection| players::set_display_name(connection, &me.id, &me.display_name));
        match stored {
            Err(StoreError::NotFound) => return Err(Refusal::Unauthorized("that account has ended")),
            other => other?,
        }
    }
    Ok(me)
}

/// A text of one line for people, without the spaces around it.
pub fn check_text(field: &str, text: &str) -> Result<String, Refusal> {
    let wrong = || Refusal::invalid(field, "1 to 40 characters of any script, without control characters");
    text::line(text, 40).map(str::to_owned).ok_or_else(wrong)
}
