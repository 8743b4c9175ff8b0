//! All randomness of the games, as an interface.
//!
//! Every game has a secret seed of 32 bytes. The random words for the log entry with version *v*
//! are the blocks `HMAC-SHA256(seed, v ‖ counter)`, with *v* and *counter* (from 0) as unsigned
//! 64-bit big-endian integers; each block is read as eight unsigned 32-bit big-endian words, in
//! order. A number below *n* takes the next word *w* that is smaller than the largest multiple of
//! *n* in 2³², and is *w* mod *n*. A shuffle is Fisher–Yates from the last position down to the
//! second: position *i* changes places with position *j*, a number below *i* + 1. A die is one
//! more than a number below 6. The name of all this is [`ALGORITHM`]; a change to any of it needs
//! another name.

use std::{convert::Infallible, fmt::Display};

use hmac::{Hmac, KeyInit, Mac};
use rand::{Rng, TryCryptoRng, TryRng, rand_core::UnwrapErr, rngs::SysRng};
use sha2::Sha256;

/// Names the way from a seed to cards and dice, so that others can follow it.
pub const ALGORITHM: &str = "clubhouse-hmac-sha256-1";

/// What the engines may leave to chance.
pub trait Chance {
    /// Puts `cards` into a random order; the first is the top card. A card's text is its name on
    /// the wire.
    fn shuffle<T: Display>(&mut self, cards: &mut [T]);

    /// One of `0..n`. `n` must not be 0.
    fn pick(&mut self, n: usize) -> usize;

    /// A die: 1 to 6.
    fn die(&mut self) -> u8;
}

/// Deals the cards in these places anew among themselves. They are put in order first: what comes out
/// must not depend on what lay where.
pub fn mix<T: Copy + Ord + Display, C: Chance>(places: Vec<&mut T>, chance: &mut C) {
    let mut cards: Vec<T> = places.iter().map(|card| **card).collect();
    cards.sort_unstable();
    chance.shuffle(&mut cards);
    for (place, card) in places.into_iter().zip(cards) {
        *place = card;
    }
}

/// The secret from which all chance of one game follows. Never printed by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A fresh one from the operating system.
    pub fn random() -> Self {
        let mut bytes = [0; 32];
        UnwrapErr(SysRng).fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// Reads 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Self(bytes))
    }

    /// 64 lower-case hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// A seed for what bots leave to chance, from which nothing can be learnt of the game's own:
    /// `HMAC-SHA256(seed, "bots")`.
    pub fn for_bots(&self) -> Self {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            unreachable!("HMAC takes a key of any length")
        };
        mac.update(b"bots");
        Self(mac.finalize().into_bytes().into())
    }

    /// The stream of chance for one log entry.
    pub fn stream(&self, version: u64) -> Stream {
        Stream { seed: self.clone(), version, counter: 0, block: [0; 32], used: 32 }
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// The words of one (seed, version), as a generator of [`rand`] and as [`Chance`].
pub struct Stream {
    seed: Seed,
    version: u64,
    counter: u64,
    block: [u8; 32],
    used: usize,
}

impl Stream {
    fn next_block(&mut self) {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.seed.0) else {
            unreachable!("HMAC takes a key of any length")
        };
        mac.update(&self.version.to_be_bytes());
        mac.update(&self.counter.to_be_bytes());
        self.block = mac.finalize().into_bytes().into();
        self.counter += 1;
        self.used = 0;
    }

    fn word(&mut self) -> u32 {
        if self.used == self.block.len() {
            self.next_block();
        }
        let at = self.used;
        self.used += 4;
        u32::from_be_bytes([self.block[at], self.block[at + 1], self.block[at + 2], self.block[at + 3]])
    }

    /// A number below `n` without bias: words above the last whole multiple of `n` are passed over.
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        let range = 1_u64 << 32;
        let fair = range - range % u64::from(n);
        loop {
            let word = self.word();
            if u64::from(word) < fair {
                return word % n;
            }
        }
    }
}

impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.word())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.word()) << 32 | u64::from(self.word()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            let word = self.word().to_be_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

impl TryCryptoRng for Stream {}

impl Chance for Stream {
    fn shuffle<T: Display>(&mut self, cards: &mut [T]) {
        for i in (1..cards.len()).rev() {
            cards.swap(i, self.pick(i + 1));
        }
    }

    fn pick(&mut self, n: usize) -> usize {
        // Packs and tables are far smaller than 2³².
        self.below(n as u32) as usize
    }

    fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }
}

/// Chance that was written down before: for worked situations, and to play a recorded game again
/// from its events.
///
/// # Panics
/// Its methods panic when the script has nothing, or nothing that fits, at that point.
#[cfg(test)]
#[derive(Debug, Default, Clone)]
pub struct Script {
    /// Whole orders, top card first, as names on the wire.
    pub shuffles: std::collections::VecDeque<Vec<String>>,
    pub picks: std::collections::VecDeque<usize>,
    pub dice: std::collections::VecDeque<u8>,
}

#[cfg(test)]
impl Script {
    /// Whether everything that was written down has been used.
    pub fn is_used_up(&self) -> bool {
        self.shuffles.is_empty() && self.picks.is_empty() && self.dice.is_empty()
    }
}

#[cfg(test)]
impl Chance for Script {
    fn shuffle<T: Display>(&mut self, cards: &mut [T]) {
        let order = self.shuffles.pop_front().expect("the script has no further shuffle");
        assert_eq!(order.len(), cards.len(), "the script's shuffle has another number of cards");
        for (i, wanted) in order.iter().enumerate() {
            let found = (i..cards.len())
                .find(|&j| cards[j].to_string() == *wanted)
                .unwrap_or_else(|| panic!("the script wants a {wanted} that is not in the pack"));
            cards.swap(i, found);
        }
    }

    fn pick(&mut self, n: usize) -> usize {
        let picked = self.picks.pop_front().expect("the script has no further pick");
        assert!(picked < n, "the script picks {picked} of {n}");
        picked
    }

    fn die(&mut self) -> u8 {
        self.dice.pop_front().expect("the script has no further die")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> Seed {
        Seed::from_hex(&"00112233445566778899aabbccddeeff".repeat(2)).unwrap()
    }

    #[test]
    fn words_are_the_documented_hmac() {
        // Worked out with Python's standard library:
        // hmac.new(seed, struct.pack(">QQ", 7, 0), "sha256").hexdigest()
        let first_block = include_str!("chance_vector.txt").trim();
        let mut stream = seed().stream(7);
        let mut bytes = [0; 32];
        stream.fill_bytes(&mut bytes);
        assert_eq!(hex::encode(bytes), first_block);
        assert_ne!(stream.next_u32().to_be_bytes(), bytes[..4], "the counter goes on");
    }

    #[test]
    fn a_shuffle_keeps_the_cards_and_depends_on_seed_and_version_alone() {
        let shuffled = |version| {
            let mut numbers: Vec<u32> = (0..100).collect();
            seed().stream(version).shuffle(&mut numbers);
            numbers
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn every_order_of_three_and_every_face_of_a_die_comes_up_fairly() {
        let mut orders = std::collections::BTreeMap::<Vec<u32>, u32>::new();
        let mut faces = [0_u32; 7];
        for version in 0..6000 {
            let mut stream = seed().stream(version);
            let mut three = vec![0, 1, 2];
            stream.shuffle(&mut three);
            *orders.entry(three).or_default() += 1;
            faces[usize::from(stream.die())] += 1;
        }
        // 1000 expected of each, with a standard deviation of 29: six of them either way.
        let fair = 826..1174;
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|n| fair.contains(n)), "{orders:?}");
        assert!(faces[0] == 0 && faces[1..].iter().all(|n| fair.contains(n)), "{faces:?}");
    }

    #[test]
    fn a_seed_is_not_printed() {
        assert!(!format!("{:?}", seed()).contains("00"));
    }
}
