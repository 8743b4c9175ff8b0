//! Changes what others see of an account.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    refusal::Refusal,
    store::{StoreConnection, StoreError, players, players::PlayerRow},
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
    let text = text.trim();
    let is_short = (1..=40).contains(&text.chars().count());
    if is_short && !text.chars().any(is_harmful) && !text.chars().all(is_invisible) {
        return Ok(text.to_owned());
    }
    Err(Refusal::invalid(field, "1 to 40 characters of any script, without control characters"))
}

/// Control characters, and those that would turn round the text that stands beside a name.
fn is_harmful(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// What has its place within a text, but shows nothing by itself.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}')
}
