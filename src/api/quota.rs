//! How many requests somebody may make.

use std::net::{IpAddr, Ipv4Addr};

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

/// Where a request comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(IpAddr);

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
        let unknown = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let direct = request.peer_addr().map_or(unknown, |address| address.ip());
        if !self.behind_proxy {
            return Peer(direct);
        }
        // Only the last entry is the proxy's own; all before it may be the client's invention.
        let forwarded = request.headers().get_all("X-Forwarded-For").last();
        let last = forwarded.and_then(|value| value.to_str().ok()).and_then(|list| list.rsplit(',').next());
        Peer(last.and_then(|text| text.trim().parse().ok()).unwrap_or(direct))
    }

    /// Whether limits hold for that client.
    pub fn applies_to(&self, peer: &Peer) -> bool {
        self.loopback_too || !peer.0.to_canonical().is_loopback()
    }

    pub fn check_registration(&self, peer: &Peer) -> Result<(), Problem> {
        self.check(peer, &self.registrations, &peer.0, "too many new players from your address")
    }

    pub fn check_address(&self, peer: &Peer) -> Result<(), Problem> {
        self.check(peer, &self.addresses, &peer.0, "too many requests from your address")
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
