//! How many requests somebody may make.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use actix_web::HttpRequest;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock as _, clock::DefaultClock};

use super::error::Problem;
use crate::{config::Limits, players::secret::TokenHash};

/// Counts requests by address and by token, and registrations by address.
pub struct Quotas {
    registrations: DefaultKeyedRateLimiter<IpAddr>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    tokens: DefaultKeyedRateLimiter<TokenHash>,
    loopback_too: bool,
    behind_proxy: bool,
}

/// Where a request comes from, if that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(Option<IpAddr>);

impl Peer {
    /// What its requests are counted under. One client may have a whole /64 of IPv6; all whose
    /// address is not known share one count.
    fn key(&self) -> IpAddr {
        match self.0 {
            None => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            Some(IpAddr::V4(address)) => IpAddr::V4(address),
            Some(IpAddr::V6(address)) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (!0 << 64))),
        }
    }
}

/// The last address in an `X-Forwarded-For`, with or without a port.
fn last_address(list: &[u8]) -> Option<IpAddr> {
    let last = list.rsplit(|&byte| byte == b',').next()?;
    let text = std::str::from_utf8(last).ok()?.trim();
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()));
    address.map(|address| address.to_canonical())
}

impl Quotas {
    pub fn new(limits: &Limits) -> Self {
        Self {
            registrations: RateLimiter::keyed(Quota::per_hour(limits.registrations_per_hour)),
            addresses: RateLimiter::keyed(Quota::per_minute(limits.requests_per_minute)),
            tokens: RateLimiter::keyed(Quota::per_minute(limits.requests_per_minute)),
            loopback_too: limits.limit_loopback,
            behind_proxy: limits.behind_proxy,
        }
    }

    /// The address of the client; behind a proxy, the one that the proxy has seen.
    pub fn peer(&self, request: &HttpRequest) -> Peer {
        // Only the last entry is the proxy's own; all before it may be the client's invention.
        match request.headers().get_all("X-Forwarded-For").last().filter(|_| self.behind_proxy) {
            Some(forwarded) => Peer(last_address(forwarded.as_bytes())),
            // There is no proxy, or somebody on its side of the wall asks.
            None => Peer(request.peer_addr().map(|address| address.ip().to_canonical())),
        }
    }

    /// Whether limits hold for that client.
    pub fn applies_to(&self, peer: &Peer) -> bool {
        self.loopback_too || !peer.0.is_some_and(|address| address.is_loopback())
    }

    pub fn check_registration(&self, peer: &Peer) -> Result<(), Problem> {
        self.check(peer, &self.registrations, &peer.key(), "too many new players from your address")
    }

    pub fn check_address(&self, peer: &Peer) -> Result<(), Problem> {
        self.check(peer, &self.addresses, &peer.key(), "too many requests from your address")
    }

    pub fn check_token(&self, peer: &Peer, token: &TokenHash) -> Result<(), Problem> {
        self.check(peer, &self.tokens, token, "too many requests with your token")
    }

    fn check<K: Clone + Eq + std::hash::Hash>(
        &self,
        peer: &Peer,
        limiter: &DefaultKeyedRateLimiter<K>,
        key: &K,
        detail: &str,
    ) -> Result<(), Problem> {
        if !self.applies_to(peer) {
            return Ok(());
        }
        limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Problem::too_many(format!("{detail}: wait a little"), wait.as_secs() + 1)
        })
    }

    /// Forgets whoever has been quiet for long enough.
    pub fn forget_quiet(&self) {
        self.registrations.retain_recent();
        self.addresses.retain_recent();
        self.tokens.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proxys_own_entry_counts_whatever_the_client_has_put_before_it() {
        let address = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        assert_eq!(last_address(b"1.2.3.4, 203.0.113.5"), address("203.0.113.5"));
        assert_eq!(last_address(b"\xff, 203.0.113.5"), address("203.0.113.5"));
        assert_eq!(last_address(b"203.0.113.6:1000"), address("203.0.113.6"));
        assert_eq!(last_address(b"[2001:db8::1]:1000"), address("2001:db8::1"));
        assert_eq!(last_address(b"[2001:db8::1]"), address("2001:db8::1"));
        assert_eq!(last_address(b"2001:db8::1"), address("2001:db8::1"));
        assert_eq!(last_address(b"::ffff:127.0.0.1"), address("127.0.0.1"));
        assert_eq!(last_address(b"unknown"), None);
    }

    #[test]
    fn a_64_of_ipv6_is_one_client() {
        let key = |text: &str| Peer(Some(text.parse().unwrap())).key();
        assert_eq!(key("2001:db8::1"), key("2001:db8::ffff:1"));
        assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
        assert_ne!(key("203.0.113.5"), key("203.0.113.6"));
    }
}
