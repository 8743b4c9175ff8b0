//! Ids, codes and secrets: random text that is safe in a URL.

use rand::{
    distr::{Alphanumeric, SampleString},
    rand_core::{Rng, UnwrapErr},
    rngs::SysRng,
};

/// 62 characters to choose from: 5.95 bits each.
fn random_text(length: usize) -> String {
    Alphanumeric.sample_string(&mut UnwrapErr(SysRng), length)
}

/// An id that nobody can guess: 71 bits.
pub fn id() -> String {
    random_text(12)
}

/// A join code: 95 bits.
pub fn join_code() -> String {
    random_text(16)
}

/// The secret part of a token: 238 bits.
pub fn token_secret() -> String {
    random_text(40)
}

/// 256 bits for a key.
pub fn key() -> [u8; 32] {
    let mut key = [0; 32];
    UnwrapErr(SysRng).fill_bytes(&mut key);
    key
}
