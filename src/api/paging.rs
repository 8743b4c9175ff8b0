//! Lists in pages: `limit`, an opaque `cursor`, and a `Link` to the next page.

use actix_web::{HttpRequest, HttpResponse, http::header};
use chrono::{DateTime, Datelike, NaiveDateTime};
use serde::Serialize;

use super::{error::Problem, respond};
use crate::refusal::Refusal;

const DEFAULT_LIMIT: i64 = 20;
const MAX_LIMIT: i64 = 100;

/// How many items a page has.
pub fn limit(limit: Option<i64>) -> Result<usize, Refusal> {
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    if (1..=MAX_LIMIT).contains(&limit) {
        return Ok(limit as usize);
    }
    Err(Refusal::invalid("limit", format!("from 1 to {MAX_LIMIT}")))
}

/// A place in a list that is ordered by a time and an id.
pub type Position = (NaiveDateTime, String);

/// Where the next page begins after.
pub fn cursor(position: &Position) -> String {
    hex::encode(format!("{} {}", position.0.and_utc().timestamp_micros(), position.1))
}

/// Reads what [`cursor`] has written.
pub fn position(cursor: &str) -> Result<Position, Refusal> {
    let read = || {
        let text = text(cursor)?;
        let (micros, id) = text.split_once(' ').filter(|(_, id)| id.len() <= 64)?;
        let at = DateTime::from_timestamp_micros(micros.parse().ok()?)?;
        // Four digits: the years that both databases know and order alike.
        let well_formed = (1970..=9999).contains(&at.year()) && id.bytes().all(is_of_id);
        well_formed.then(|| (at.naive_utc(), id.to_owned()))
    };
    read().ok_or_else(unknown_cursor)
}

/// Where the next page begins after, in the part of a list that has no times.
pub fn id_cursor(id: &str) -> String {
    hex::encode(id)
}

/// Reads what [`id_cursor`] has written; `None` if it is no such cursor.
pub fn id(cursor: &str) -> Option<String> {
    text(cursor).filter(|id| (1..=64).contains(&id.len()) && id.bytes().all(is_of_id))
}

fn is_of_id(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Where the next page of a log begins after.
pub fn version_cursor(version: i64) -> String {
    hex::encode(version.to_string())
}

/// Reads what [`version_cursor`] has written.
pub fn version(cursor: &str) -> Result<i64, Refusal> {
    text(cursor).and_then(|text| text.parse().ok()).filter(|&version| version >= 0).ok_or_else(unknown_cursor)
}

fn text(cursor: &str) -> Option<String> {
    String::from_utf8(hex::decode(cursor).ok()?).ok()
}

fn unknown_cursor() -> Refusal {
    Refusal::invalid("cursor", "take `next` from the page before, and the same other parameters")
}

#[derive(Serialize)]
struct Page<'a, T> {
    items: &'a [T],
    next: Option<String>,
}

/// A page, with a `Link` to the next one if there is one.
pub fn respond<T: Serialize>(
    request: &HttpRequest,
    items: &[T],
    next: Option<String>,
) -> Result<HttpResponse, Problem> {
    let link = next.as_ref().map(|next| link(request, next));
    let mut response = respond::json(request, &Page { items, next })?;
    if let Some(link) = link.and_then(|link| header::HeaderValue::from_str(&link).ok()) {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

/// The same address with another cursor.
fn link(request: &HttpRequest, next: &str) -> String {
    let replaced = |pair: &&str| !matches!(pair.split('=').next(), Some("" | "cursor" | "after"));
    let kept: Vec<&str> = request.query_string().split('&').filter(replaced).collect();
    let query = [kept.as_slice(), &[format!("cursor={next}").as_str()]].concat().join("&");
    format!("<{}?{query}>; rel=\"next\"", request.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_a_forged_one_is_refused() {
        let at = DateTime::from_timestamp_micros(1_764_476_400_123_000).unwrap().naive_utc();
        let place = (at, "k3Jx9QpZ4m".to_owned());
        assert_eq!(position(&cursor(&place)).unwrap(), place);
        assert_eq!(version(&version_cursor(17)).unwrap(), 17);
        assert_eq!(id(&id_cursor("st_andrews")).unwrap(), "st_andrews");
        assert_eq!(id(&cursor(&place)), None);
        for forged in [
            "",
            "zz",
            "00",
            &hex::encode("1 \0"),
            &hex::encode("99999999999999999999 a"),
            &hex::encode("-8000000000000000000 a"),
        ] {
            assert!(position(forged).is_err(), "{forged}");
        }
        assert!(version(&hex::encode("-1")).is_err());
    }
}
