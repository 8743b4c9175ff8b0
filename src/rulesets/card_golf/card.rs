//! The cards of Card Golf, by name: `7_iron_120`, `sunk_putt`, `lost_ball`.

use std::{borrow::Cow, fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

use super::deck::deck;
use crate::rulesets::shown;

/// A card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Moves the ball so many yards towards the hole.
    Distance { club: Club, yards: u16 },
    /// Holes out from pin-high, and when played twice from 20 yards.
    Putt,
    /// Holes out from anywhere on the green.
    SunkPutt,
    /// Is played together with a distance card that reaches the hole exactly, and holes out.
    HoledOut,
    /// Is handed to an opponent.
    Hazard(Hazard),
}

/// A club, from the longest to the shortest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Club {
    #[serde(rename = "driver")]
    Driver,
    #[serde(rename = "2_wood")]
    Wood2,
    #[serde(rename = "3_wood")]
    Wood3,
    #[serde(rename = "4_wood")]
    Wood4,
    #[serde(rename = "1_iron")]
    Iron1,
    #[serde(rename = "2_iron")]
    Iron2,
    #[serde(rename = "3_iron")]
    Iron3,
    #[serde(rename = "4_iron")]
    Iron4,
    #[serde(rename = "5_iron")]
    Iron5,
    #[serde(rename = "6_iron")]
    Iron6,
    #[serde(rename = "7_iron")]
    Iron7,
    #[serde(rename = "8_iron")]
    Iron8,
    #[serde(rename = "9_iron")]
    Iron9,
}

/// A hazard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hazard {
    LostBall,
    OutOfBounds,
    #[serde(rename = "water_hazard")]
    Water,
    Bunker,
    BadBunker,
    Slice,
    Pull,
    MissedPutt,
}

impl Club {
    fn name(self) -> &'static str {
        match self {
            Club::Driver => "driver",
            Club::Wood2 => "2_wood",
            Club::Wood3 => "3_wood",
            Club::Wood4 => "4_wood",
            Club::Iron1 => "1_iron",
            Club::Iron2 => "2_iron",
            Club::Iron3 => "3_iron",
            Club::Iron4 => "4_iron",
            Club::Iron5 => "5_iron",
            Club::Iron6 => "6_iron",
            Club::Iron7 => "7_iron",
            Club::Iron8 => "8_iron",
            Club::Iron9 => "9_iron",
        }
    }
}

impl Hazard {
    fn name(self) -> &'static str {
        match self {
            Hazard::LostBall => "lost_ball",
            Hazard::OutOfBounds => "out_of_bounds",
            Hazard::Water => "water_hazard",
            Hazard::Bunker => "bunker",
            Hazard::BadBunker => "bad_bunker",
            Hazard::Slice => "slice",
            Hazard::Pull => "pull",
            Hazard::MissedPutt => "missed_putt",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Card::Distance { club, yards } => write!(f, "{}_{yards}", club.name()),
            Card::Putt => f.write_str("putt"),
            Card::SunkPutt => f.write_str("sunk_putt"),
            Card::HoledOut => f.write_str("holed_out"),
            Card::Hazard(hazard) => f.write_str(hazard.name()),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a card.
#[derive(Debug, thiserror::Error)]
#[error("there is no such card in the pack: write a name such as `7_iron_120`, `putt` or `lost_ball`")]
pub struct UnknownCard;

impl FromStr for Card {
    type Err = UnknownCard;

    fn from_str(text: &str) -> Result<Self, UnknownCard> {
        deck().card(text).ok_or(UnknownCard)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// A card as somebody may see it.
pub type Shown = shown::Shown<Card>;

fn named(description: &str, names: impl IntoIterator<Item = String>) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .enum_values(Some(names))
        .into()
}

impl PartialSchema for Card {
    fn schema() -> RefOr<Schema> {
        named("A card of Card Golf: of a distance card the club and the yards.", deck().names())
    }
}

impl ToSchema for Card {
    fn name() -> Cow<'static, str> {
        "CardGolfCard".into()
    }
}

impl PartialSchema for Shown {
    fn schema() -> RefOr<Schema> {
        let names = deck().names().chain(["??".to_owned()]);
        named("A card of Card Golf, or `??` if you may not see it.", names)
    }
}

impl ToSchema for Shown {
    fn name() -> Cow<'static, str> {
        "CardGolfShown".into()
    }
}
