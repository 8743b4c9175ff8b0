//! The pack, as data: `deck.json` says which of its figures are from the printed rules, and which
//! had to be chosen.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use serde::Deserialize;

use super::card::{Card, Club, Hazard};

/// The pack and what its cards' print says.
pub(super) struct Deck {
    /// Every card, in the order before a shuffle: distance cards from the Driver to the 9 Iron,
    /// putts, Holed-Out, hazards.
    pack: Vec<Card>,
    by_name: HashMap<String, Card>,
    pub allowed: Allowed,
}

/// The clubs that a lie allows.
#[derive(Deserialize)]
pub(super) struct Allowed {
    pub bunker: Vec<Club>,
    pub bad_bunker: Vec<Club>,
    pub rough: Vec<Club>,
}

#[derive(Deserialize)]
struct File {
    /// The yards of each card.
    distance: BTreeMap<Club, Vec<u16>>,
    putts: Putts,
    holed_out: usize,
    hazards: BTreeMap<Hazard, usize>,
    clubs_allowed: Allowed,
}

#[derive(Deserialize)]
struct Putts {
    putt: usize,
    sunk_putt: usize,
}

/// The pack that is played with.
pub(super) fn deck() -> &'static Deck {
    static DECK: LazyLock<Deck> = LazyLock::new(|| {
        Deck::of(serde_json::from_str(include_str!("deck.json")).expect("the shipped deck reads"))
    });
    &DECK
}

impl Deck {
    fn of(file: File) -> Self {
        let distances = file
            .distance
            .iter()
            .flat_map(|(&club, yards)| yards.iter().map(move |&yards| Card::Distance { club, yards }));
        let others = [
            (Card::Putt, file.putts.putt),
            (Card::SunkPutt, file.putts.sunk_putt),
            (Card::HoledOut, file.holed_out),
        ];
        let hazards = file.hazards.iter().map(|(&hazard, &number)| (Card::Hazard(hazard), number));
        let counted = others.into_iter().chain(hazards);
        let counted = counted.flat_map(|(card, number)| std::iter::repeat_n(card, number));
        let pack: Vec<Card> = distances.chain(counted).collect();
        let by_name = pack.iter().map(|card| (card.to_string(), *card)).collect();
        Self { pack, by_name, allowed: file.clubs_allowed }
    }

    /// Every card, in the order before a shuffle.
    pub fn pack(&self) -> Vec<Card> {
        self.pack.clone()
    }

    /// The card with that name.
    pub fn card(&self, name: &str) -> Option<Card> {
        self.by_name.get(name).copied()
    }

    /// The name of every card, each once, in the order of the pack.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let mut cards = self.pack();
        cards.dedup();
        cards.into_iter().map(|card| card.to_string())
    }
}
