//! Which addresses may be called: lest anybody make the server knock at doors behind its own.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// How long a URL may be.
pub const LONGEST: usize = 2000;

/// Reads the URL of a webhook.
///
/// Ports below 1024 are other services'; 443 is meant to be called. `anywhere` allows any address and
/// calls without TLS.
///
/// # Errors
/// What would be right.
pub fn read(text: &str, anywhere: bool) -> Result<Url, &'static str> {
    if text.len() > LONGEST {
        return Err("a URL of at most 2000 characters");
    }
    let url = Url::parse(text).map_err(|_| "an absolute URL, such as https://example.org/hook")?;
    match url.scheme() {
        "https" => {}
        "http" if anywhere => {}
        _ => return Err("a URL that begins with https://"),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("a URL without user and password");
    }
    if url.fragment().is_some() {
        return Err("a URL without a fragment (#…)");
    }
    // What the parser has escaped is longer.
    if url.as_str().len() > LONGEST {
        return Err("a URL of at most 2000 characters");
    }
    if anywhere {
        return Ok(url);
    }
    if url.port().is_some_and(|port| port < 1024) {
        return Err("the port 443 (the default), or one from 1024 on");
    }
    let is_public = match url.host() {
        Some(Host::Ipv4(address)) => is_public(address.into()),
        Some(Host::Ipv6(address)) => is_public(address.into()),
        // Where other names lead is looked up before every call.
        Some(Host::Domain(name)) => !is_local_name(name),
        None => false,
    };
    if is_public { Ok(url) } else { Err("a public address: not one of this machine or a private network") }
}

fn is_local_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}

/// Whether an address is one of the public internet's. Whatever stands in for another address counts as
/// not public, since it depends on the network where it leads.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// The special blocks of IPv4, after IANA's registry: network and length of the prefix.
const SPECIAL_V4: [([u8; 4], u32); 17] = [
    ([0, 0, 0, 0], 8),       // this network, unspecified
    ([10, 0, 0, 0], 8),      // private
    ([100, 64, 0, 0], 10),   // shared by the customers of a provider
    ([127, 0, 0, 0], 8),     // loopback
    ([169, 254, 0, 0], 16),  // link-local, and the clouds' metadata
    ([172, 16, 0, 0], 12),   // private
    ([192, 0, 0, 0], 24),    // protocols
    ([192, 0, 2, 0], 24),    // documentation
    ([192, 31, 196, 0], 24), // AS112
    ([192, 52, 193, 0], 24), // AMT
    ([192, 88, 99, 0], 24),  // relays of 6to4
    ([192, 168, 0, 0], 16),  // private
    ([192, 175, 48, 0], 24), // AS112
    ([198, 18, 0, 0], 15),   // benchmarking
    ([198, 51, 100, 0], 24), // documentation
    ([203, 0, 113, 0], 24),  // documentation
    ([224, 0, 0, 0], 3),     // multicast, reserved, broadcast
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    // A public address by itself, behind which Azure answers its machines.
    if address == Ipv4Addr::new(168, 63, 129, 16) {
        return false;
    }
    let within = |(network, length): &([u8; 4], u32)| {
        let rest = 32 - length;
        address.to_bits() >> rest == u32::from_be_bytes(*network) >> rest
    };
    !SPECIAL_V4.iter().any(within)
}

/// Within the one block of IPv6 that is public, 2000::/3, those that are not.
const SPECIAL_V6: [(u128, u32); 6] = [
    (0x2001_0000 << 96, 23),      // protocols: Teredo, ORCHID, benchmarking
    (0x2001_0db8 << 96, 32),      // documentation
    (0x2002_0000 << 96, 16),      // 6to4: an IPv4 address within
    (0x2620_004f_8000 << 80, 48), // AS112
    (0x3fff_0000 << 96, 20),      // documentation
    (0x3ffe_0000 << 96, 16),      // the 6bone that was
];

fn is_public_v6(address: Ipv6Addr) -> bool {
    // Everything else is loopback, mapped IPv4, 64:ff9b::, unique local, link-local, multicast, or not
    // given out.
    let is_global = address.to_bits() >> 125 == 1;
    let within = |(network, length): &(u128, u32)| {
        let rest = 128 - length;
        address.to_bits() >> rest == network >> rest
    };
    is_global && !SPECIAL_V6.iter().any(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_refused_in_every_spelling() {
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.0.0.1.",
            "0",
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "0xc0a80101",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "168.63.129.16",
            "192.88.99.1",
            "[::]",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[::ffff:8.8.8.8]",
            "[::127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[64:ff9b:1::1]",
            "[100::1]",
            "[2001::1]",
            "[2001:db8::1]",
            "[2001:2::1]",
            "[2001:10::1]",
            "[2002:7f00:1::]",
            "[3fff::1]",
            "[fc00::1]",
            "[fd00:ec2::254]",
            "[fe80::1]",
            "[fec0::1]",
            "[ff02::1]",
            "localhost",
            "LOCALHOST",
            "localhost.",
            "a.localhost",
            "%6cocalhost",
            "１２７.０.０.１",
        ] {
            let url = format!("https://{host}/hook");
            assert!(read(&url, false).is_err(), "{url}");
        }
    }

    #[test]
    fn public_addresses_are_taken() {
        for host in [
            "example.org",
            "8.8.8.8",
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.1",
            "172.32.0.1",
            "172.15.255.255",
            "192.0.1.1",
            "198.17.1.1",
            "198.20.0.1",
            "223.255.255.255",
            "[2606:4700::1111]",
            "[2a00:1450::1]",
            "example.org:443",
            "example.org:8443",
            "localhost.example.org",
        ] {
            let url = format!("https://{host}/hook?x=1");
            assert!(read(&url, false).is_ok(), "{url}");
        }
    }

    #[test]
    fn other_urls_are_refused() {
        for url in [
            "",
            "example.org",
            "/hook",
            "http://example.org/",
            "ftp://example.org/",
            "file:///etc/passwd",
            "https://",
            "https://a@example.org/",
            "https://:b@example.org/",
            "https://example.org/#a",
            "https://example.org:22/",
            "https://example.org:80/",
            "https://exa mple.org/",
            "https://example.org:0/",
            "https://999.1.1.1/",
            "gopher://example.org/",
        ] {
            assert!(read(url, false).is_err(), "{url}");
        }
        let long = |length: usize| format!("https://example.org/{}", "a".repeat(length - 20));
        assert!(read(&long(2000), false).is_ok());
        assert!(read(&long(2001), false).is_err());
        assert!(read(&format!("https://example.org/{}", "ö".repeat(900)), false).is_err(), "it is escaped");
    }

    #[test]
    fn a_developer_may_call_his_own_machine() {
        for url in ["http://127.0.0.1:8000/", "http://localhost:80/", "https://[::1]/"] {
            assert!(read(url, true).is_ok(), "{url}");
        }
        for url in ["ftp://127.0.0.1/", "http://a:b@127.0.0.1/", "http://127.0.0.1/#a"] {
            assert!(read(url, true).is_err(), "{url}");
        }
    }
}
