//! Playing cards and packs: a rank and a suit in two characters (`TD`), or a Joker (`JK`).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// The characters of the ranks on the wire; a card's rank is its place here, Ace 1 to King 13.
const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";

/// A playing card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Card {
    /// `rank` 1 (Ace) to 13 (King), `suit` 0 to 3 (clubs, diamonds, hearts, spades).
    Suited {
        rank: u8,
        suit: u8,
    },
    Joker,
}

impl Card {
    /// 1 (Ace) to 13 (King); `None` for a Joker.
    pub fn rank(self) -> Option<u8> {
        match self {
            Card::Suited { rank, .. } => Some(rank),
            Card::Joker => None,
        }
    }
}

/// `packs` standard packs of 52, with `jokers` Jokers in each, in order.
pub fn packs(packs: usize, jokers: usize) -> Vec<Card> {
    let suited = (0..4).flat_map(|suit| (1..=13).map(move |rank| Card::Suited { rank, suit }));
    let one: Vec<Card> = suited.chain(std::iter::repeat_n(Card::Joker, jokers)).collect();
    one.repeat(packs)
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Card::Suited { rank, suit } => write!(
                f,
                "{}{}",
                char::from(RANKS[usize::from(rank) - 1]),
                char::from(SUITS[usize::from(suit)])
            ),
            Card::Joker => f.write_str("JK"),
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
#[error("`{0}` is not a card: write rank and suit, such as `TD` or `7H`, or `JK` for a Joker")]
pub struct UnknownCard(String);

impl FromStr for Card {
    type Err = UnknownCard;

    fn from_str(text: &str) -> Result<Self, UnknownCard> {
        let unknown = || UnknownCard(text.to_owned());
        match text.as_bytes() {
            b"JK" => Ok(Card::Joker),
            &[rank, suit] => {
                let rank = RANKS.iter().position(|&r| r == rank).ok_or_else(unknown)?;
                let suit = SUITS.iter().position(|&s| s == suit).ok_or_else(unknown)?;
                Ok(Card::Suited { rank: rank as u8 + 1, suit: suit as u8 })
            }
            _ => Err(unknown()),
        }
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

/// A playing card as somebody may see it.
pub type Shown = super::shown::Shown<Card>;

/// The schema of a card that is written as a text.
pub(super) fn text_schema(description: &str, pattern: &str, example: &str) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .pattern(Some(pattern))
        .examples([example])
        .into()
}

impl PartialSchema for Card {
    fn schema() -> RefOr<Schema> {
        text_schema(
            "A playing card: rank `A 2 3 4 5 6 7 8 9 T J Q K` and suit `C D H S`, or `JK` for a Joker.",
            "^([A2-9TJQK][CDHS]|JK)$",
            "TD",
        )
    }
}

impl ToSchema for Card {}

impl PartialSchema for Shown {
    fn schema() -> RefOr<Schema> {
        text_schema("A playing card, or `??` if you may not see it.", r"^([A2-9TJQK][CDHS]|JK|\?\?)$", "??")
    }
}

impl ToSchema for Shown {
    fn name() -> std::borrow::Cow<'static, str> {
        "Shown".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_has_fifty_four_cards_and_every_name_reads_back() {
        let pack = packs(1, 2);
        assert_eq!(pack.len(), 54);
        let names: std::collections::BTreeSet<String> = pack.iter().map(Card::to_string).collect();
        assert_eq!(names.len(), 53, "the Jokers are equal, all others differ");
        assert!(pack.iter().all(|card| card.to_string().parse::<Card>().unwrap() == *card));
        for wrong in ["", "T", "10D", "1C", "td", "TX", "??", "JKJ"] {
            assert!(wrong.parse::<Card>().is_err(), "{wrong}");
        }
    }
}
