//! Decides which requests are answered: only those of pages that come from this server.
//!
//! A browser lets every page send requests to this machine. A foreign page is known by its `Origin`. A foreign name
//! that leads to this machine (DNS rebinding) is known by the `Host`, which has to be an address or `localhost`.

use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use std::net::{IpAddr, SocketAddr};

/// Compares requests with the address on which the server listens.
pub(super) struct Guard {
    address: SocketAddr,
}

/// What the page may load: its own files, and pictures that it has made itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

impl Guard {
    pub fn new(address: SocketAddr) -> Guard {
        Guard { address }
    }

    /// The address and port as a browser on this machine has to write them. If the server listens on all addresses, it
    /// is the loopback address.
    pub fn host(&self) -> String {
        let mut address = self.address;
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip([127, 0, 0, 1].into()),
            IpAddr::V6(ip) if ip.is_unspecified() => {
                address.set_ip(std::net::Ipv6Addr::LOCALHOST.into())
            }
            _ => {}
        }
        address.to_string()
    }

    /// Whether a request with these headers may be answered. Its `Host` must be this server. Its `Origin` must be the
    /// same host; it may be missing.
    pub fn allows(&self, headers: &HeaderMap) -> bool {
        let has_host = host(headers).is_some_and(|host| self.is_here(host));
        has_host && (!headers.contains_key(ORIGIN) || self.comes_from_here(headers))
    }

    /// Whether the request has an `Origin`, and that is the host to which it was sent.
    pub fn comes_from_here(&self, headers: &HeaderMap) -> bool {
        let origin = only(headers, ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some() && origin == host(headers)
    }

    /// Whether a `Host` header, with its port, can only mean this server.
    fn is_here(&self, host: &str) -> bool {
        // The colons of an address in brackets do not begin a port.
        match host.rsplit_once(':').filter(|_| !host.ends_with(']')) {
            Some((name, port)) => port.parse() == Ok(self.address.port()) && self.is_own_name(name),
            // Browsers leave out port 80, the usual one of HTTP.
            None => self.address.port() == 80 && self.is_own_name(host),
        }
    }

    /// Whether `name` is `localhost` or an address of this server. If the server listens on a loopback address, only
    /// that address counts. Otherwise every address counts, because a machine may have many.
    fn is_own_name(&self, name: &str) -> bool {
        let ip = name
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse::<IpAddr>();
        match ip {
            Ok(ip) => ip == self.address.ip() || !self.address.ip().is_loopback(),
            Err(_) => name == "localhost",
        }
    }
}

/// The value of the header; `None` if it is missing, is given more than once, or is not readable text.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn host(headers: &HeaderMap) -> Option<&str> {
    only(headers, HOST)
}

/// Adds the headers that make the browser strict: what the page may load, and that no other page may embed it.
pub(super) fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // The address of the page has the token in it.
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(HeaderName, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().unwrap())
    }

    #[test]
    fn only_the_own_names_are_hosts() {
        let allows = |address, host| guard(address).allows(&headers(&[(HOST, host)]));
        for host in ["127.0.0.1:8000", "localhost:8000"] {
            assert!(allows("127.0.0.1:8000", host), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:8001",
            "evil.example:8000",
            "127.0.0.1.evil.example:8000",
            "192.168.0.1:8000",
            "localhost.:8000",
            "",
        ] {
            assert!(!allows("127.0.0.1:8000", host), "{host}");
        }
        assert!(allows("[::1]:8000", "[::1]:8000"));
        assert!(allows("127.0.0.1:80", "localhost"));
        assert!(allows("[::1]:80", "[::1]") && !allows("[::1]:8000", "[::1]"));
        // A machine that can be reached from outside has many addresses. A name could belong to somebody else.
        assert!(allows("0.0.0.0:8000", "192.168.0.1:8000"));
        assert!(!allows("0.0.0.0:8000", "evil.example:8000"));
        assert!(!guard("127.0.0.1:8000").allows(&headers(&[])));
        let two = [(HOST, "127.0.0.1:8000"), (HOST, "127.0.0.1:8000")];
        assert!(!guard("127.0.0.1:8000").allows(&headers(&two)));
    }

    #[test]
    fn the_address_of_the_page_leads_to_this_machine() {
        for (address, host) in [
            ("0.0.0.0:8000", "127.0.0.1:8000"),
            ("[::]:8000", "[::1]:8000"),
            ("192.168.0.1:80", "192.168.0.1:80"),
        ] {
            let guard = guard(address);
            assert_eq!(guard.host(), host);
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            assert!(guard.allows(&headers), "{host}");
        }
    }

    #[test]
    fn the_origin_is_the_host() {
        let guard = guard("127.0.0.1:8000");
        let with = |origin| headers(&[(HOST, "127.0.0.1:8000"), (ORIGIN, origin)]);
        assert!(guard.allows(&with("http://127.0.0.1:8000")));
        for origin in [
            "http://evil.example",
            "http://127.0.0.1:8001",
            "https://127.0.0.1:8000",
            "http://localhost:8000",
            "null",
            "",
        ] {
            assert!(!guard.allows(&with(origin)), "{origin}");
        }
        // A request for a file may have no origin, one for a conversation must have one.
        let without = headers(&[(HOST, "127.0.0.1:8000")]);
        assert!(guard.allows(&without) && !guard.comes_from_here(&without));
    }
}
