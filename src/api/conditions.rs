//! The headers on which a request depends: conditions after RFC 9110, and the key that makes it safe to
//! repeat.

use actix_web::{HttpRequest, http::Method};
use sha2::{Digest, Sha256};

use crate::{
    games::{
        change::{IfMatch, Request},
        idempotency::Key,
    },
    refusal::Refusal,
    store::players::PlayerRow,
};

/// The headers and the address that a change depends on.
pub struct Conditions {
    if_match: Option<IfMatch>,
    key: Option<String>,
    method: Method,
    path: String,
    game_id: String,
}

impl Conditions {
    /// Reads them; nobody has to be told before his token was looked at.
    pub fn of(request: &HttpRequest) -> Result<Self, Refusal> {
        let key = text_header(request, "Idempotency-Key")?;
        if key.as_ref().is_some_and(|key| key.is_empty() || key.chars().count() > 128) {
            return Err(Refusal::malformed("an Idempotency-Key has 1 to 128 characters"));
        }
        let if_match = text_header(request, "If-Match")?.map(|text| {
            let detail =
                "If-Match is `*` or a list of ETags, each in its quotes, as the game's header has it";
            read_if_match(&text).ok_or_else(|| Refusal::malformed(detail))
        });
        Ok(Self {
            if_match: if_match.transpose()?,
            key,
            method: request.method().clone(),
            path: request.path().to_owned(),
            game_id: request.match_info().query("id").to_owned(),
        })
    }

    /// The request of a player with that body.
    pub fn request(&self, me: &PlayerRow, body: &[u8], limited: bool) -> Request {
        let mut fingerprint = Sha256::new();
        fingerprint.update(format!("{} {}\n", self.method, self.path));
        fingerprint.update(body);
        let fingerprint = hex::encode(fingerprint.finalize());
        let game_id = self.game_id.clone();
        let key = self.key.clone().map(|key| Key { key, game_id, fingerprint });
        let if_match = self.if_match.clone();
        Request { player: me.clone(), if_match, key, limited, seen: None.into() }
    }

    /// For answers that hold a secret.
    pub fn refuse_key(&self) -> Result<(), Refusal> {
        if self.key.is_none() || self.method != Method::POST {
            return Ok(());
        }
        Err(Refusal::malformed("no Idempotency-Key here: the answer holds a secret, which is not stored"))
    }
}

/// A header as text, if it is there; several lines of it are one list.
pub fn text_header(request: &HttpRequest, name: &str) -> Result<Option<String>, Refusal> {
    let lines: Result<Vec<&str>, _> = request.headers().get_all(name).map(|line| line.to_str()).collect();
    match lines {
        Ok(lines) if lines.is_empty() => Ok(None),
        Ok(lines) => Ok(Some(lines.join(", ").trim().to_owned())),
        Err(_) => Err(Refusal::malformed(format!("the header {name} must be plain ASCII"))),
    }
}

/// Reads an `If-Match` after RFC 9110; `None` if it is none. Weak tags never match strongly, so they
/// are left out.
fn read_if_match(text: &str) -> Option<IfMatch> {
    if text == "*" {
        return Some(IfMatch::Any);
    }
    let (mut tags, mut rest) = (Vec::new(), text);
    loop {
        let (tag, after) = rest.strip_prefix("W/").unwrap_or(rest).strip_prefix('"')?.split_once('"')?;
        if !rest.starts_with("W/") {
            tags.push(tag.to_owned());
        }
        let after = after.trim_start();
        // Lists may have empty places.
        rest = after.trim_start_matches([',', ' ', '\t']);
        if rest.is_empty() {
            return Some(IfMatch::Tags(tags));
        }
        if !after.starts_with(',') {
            return None;
        }
    }
}

fn unquote(tag: &str) -> Option<&str> {
    tag.strip_prefix('"')?.strip_suffix('"')
}

/// Whether an `If-None-Match` names the tag; weak tags count, as RFC 9110 wants it.
pub fn is_known(if_none_match: &str, tag: &str) -> bool {
    if_none_match
        .split(',')
        .map(str::trim)
        .any(|known| known == "*" || unquote(known.strip_prefix("W/").unwrap_or(known)) == Some(tag))
}
