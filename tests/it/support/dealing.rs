//! How cards follow from a game's seed, written down a second time from the documentation, so
//! that a deal can be checked as any player could check it.

use sha2::{Digest, Sha256};

/// The random words of one log entry.
pub struct Words {
    seed: Vec<u8>,
    version: u64,
    counter: u64,
    left: Vec<u32>,
}

impl Words {
    pub fn new(seed: &str, version: u64) -> Self {
        let seed = hex::decode(seed).expect("hexadecimal");
        assert_eq!(seed.len(), 32, "a seed has 32 bytes");
        Self { seed, version, counter: 0, left: Vec::new() }
    }

    /// Eight words a block, in order; kept backwards, so that the next one is the last.
    fn word(&mut self) -> u32 {
        if self.left.is_empty() {
            let message = [self.version.to_be_bytes(), self.counter.to_be_bytes()].concat();
            let block = hmac(&self.seed, &message);
            let word = |four: &[u8]| u32::from_be_bytes(four.try_into().expect("four bytes"));
            self.left = block.chunks(4).rev().map(word).collect();
            self.counter += 1;
        }
        self.left.pop().expect("a block has words")
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        let fair = (1_u64 << 32) / n * n;
        loop {
            let word = u64::from(self.word());
            if word < fair {
                return (word % n) as usize;
            }
        }
    }

    /// Fisher–Yates, from the last position down to the second.
    pub fn shuffled(&mut self, mut cards: Vec<String>) -> Vec<String> {
        for i in (1..cards.len()).rev() {
            let j = self.below(i + 1);
            cards.swap(i, j);
        }
        cards
    }
}

/// HMAC after RFC 2104, for keys of up to 64 bytes.
fn hmac(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut padded = [0_u8; 64];
    padded[..key.len()].copy_from_slice(key);
    let pad = |with: u8| padded.map(|byte| byte ^ with);
    let inner = Sha256::digest([pad(0x36).as_slice(), message].concat());
    Sha256::digest([pad(0x5c).as_slice(), inner.as_slice()].concat()).to_vec()
}

/// The packs of nine-card Golf before a deal: three for two to five players and one more for every
/// four further ones; clubs, diamonds, hearts, spades, each from Ace to King, then two Jokers.
pub fn packs(players: usize) -> Vec<String> {
    let pack: Vec<String> = standard_pack().into_iter().chain(["JK".to_owned(), "JK".to_owned()]).collect();
    let packs = match players {
        2..=5 => 3,
        6..=9 => 4,
        10..=13 => 5,
        _ => panic!("not a game for {players}"),
    };
    std::iter::repeat_n(pack, packs).flatten().collect()
}

/// The pack of Card Golf before a deal, as its rules list it.
pub fn card_golf_pack() -> Vec<String> {
    let distances = "driver_260 driver_240 driver_220 2_wood_240 2_wood_220 3_wood_220 3_wood_200 4_wood_200 \
        4_wood_180 1_iron_200 1_iron_180 2_iron_180 2_iron_180 3_iron_180 3_iron_160 4_iron_160 4_iron_140 \
        5_iron_160 5_iron_140 6_iron_140 6_iron_120 7_iron_120 7_iron_100 8_iron_100 8_iron_80 9_iron_80 \
        9_iron_60 9_iron_40 9_iron_20";
    let hazards = "lost_ball out_of_bounds water_hazard bunker bunker bad_bunker bad_bunker slice pull \
        missed_putt missed_putt missed_putt";
    let putts = ["putt"; 10].into_iter().chain(["sunk_putt", "sunk_putt", "holed_out"]);
    let cards = distances.split_whitespace().chain(putts).chain(hazards.split_whitespace());
    cards.map(str::to_owned).collect()
}

/// A pack of 52 in order: clubs, diamonds, hearts, spades, each from Ace to King.
pub fn standard_pack() -> Vec<String> {
    let suited = ["C", "D", "H", "S"]
        .iter()
        .flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")));
    suited.collect()
}
