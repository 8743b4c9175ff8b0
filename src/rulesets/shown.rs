//! A card as somebody may see it.

use std::{fmt::Display, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A card as somebody may see it: its face, or `??`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown<C> {
    Face(C),
    Hidden,
}

impl<C: Serialize> Serialize for Shown<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Shown::Face(card) => card.serialize(serializer),
            Shown::Hidden => serializer.serialize_str("??"),
        }
    }
}

impl<'de, C: FromStr<Err: Display>> Deserialize<'de> for Shown<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.as_str() {
            "??" => Ok(Shown::Hidden),
            _ => text.parse().map(Shown::Face).map_err(de::Error::custom),
        }
    }
}
