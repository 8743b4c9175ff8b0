//! Tokens: how they are made and recognised. Only their hashes are stored.

use sha2::{Digest, Sha256};

use crate::{
    ids,
    store::{self, AnyConnection, players::PlayerRow},
};

/// What every token begins with.
pub const PREFIX: &str = "chk_";

/// A token as its owner gets to see it, once. Never printed by `Debug`.
pub struct Secret(String);

/// The SHA-256 of a token, hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TokenHash(String);

impl Secret {
    /// A fresh one.
    pub fn random() -> Self {
        Self(format!("{PREFIX}{}", ids::token_secret()))
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }

    /// The token itself, to be shown to its owner.
    pub fn reveal(self) -> String {
        self.0
    }
}

impl TokenHash {
    /// The hash of what somebody presents as his token.
    pub fn of(token: &str) -> Self {
        Self(hex::encode(Sha256::digest(token)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whose token that is; `None` if it is nobody's.
pub fn owner(connection: &mut AnyConnection, hash: &TokenHash) -> store::Result<Option<PlayerRow>> {
    store::tokens::owner(connection, hash.as_str())
}
