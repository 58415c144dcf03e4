//! Who may ask: the page of this program, and programs on machines that can open its address. Pages of other web sites
//! may not, although the browser that shows them could reach the address.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Decides who may ask.
pub(super) struct Guard {
    /// Names of this machine, beside `localhost` and addresses in numbers.
    hosts: Vec<String>,
}

impl Guard {
    pub(super) fn new(hosts: Vec<String>) -> Guard {
        Guard { hosts }
    }

    /// Why a request is refused, if it is.
    fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        // a web site can let a name of its own stand for this machine, and then counts as the same site
        let Some(host) = text(header::HOST).filter(|host| self.knows(host)) else {
            return Some(
                "this name does not stand for this program: open the address that it printed, or name it with --host",
            );
        };
        if method == Method::GET || method == Method::HEAD {
            return None;
        }
        // browsers say from which site a page asks
        let own = |origin: &str| origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host));
        if headers.contains_key(header::ORIGIN) && !text(header::ORIGIN).is_some_and(own) {
            return Some("pages of other web sites cannot ask this program");
        }
        // a page of another site cannot send this type without asking first
        let is_json = |kind: &str| kind.split(';').next().unwrap_or_default().trim() == "application/json";
        if !text(header::CONTENT_TYPE).is_some_and(is_json) {
            return Some("a question has the type application/json");
        }
        None
    }

    /// Whether a name with or without a port stands for this machine, and for no web site.
    fn knows(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        let same = |known: &String| known.eq_ignore_ascii_case(name);
        name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok() || self.hosts.iter().any(same)
    }
}

/// Refuses a request that may not be answered, and tells browsers not to show the page inside another.
pub(super) async fn guarded(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.refusal(request.method(), request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, format!("{why}\n")).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(method: &Method, hosts: &[&str], headers: &[(&'static str, &'static str)]) -> bool {
        let guard = Guard::new(hosts.iter().map(|host| (*host).to_owned()).collect());
        let headers =
            headers.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        guard.refusal(method, &headers.collect()).is_some()
    }

    #[test]
    fn names_of_web_sites_are_refused() {
        for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:80", "[::1]:8080", "192.168.0.7:8080"] {
            assert!(!refused(&Method::GET, &[], &[("host", host)]), "{host}");
        }
        for host in ["evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example:80", ""] {
            assert!(refused(&Method::GET, &[], &[("host", host)]), "{host}");
        }
        assert!(refused(&Method::GET, &[], &[]));
        assert!(!refused(&Method::GET, &["my-pc.local"], &[("host", "My-PC.local:8080")]));
    }

    #[test]
    fn other_sites_cannot_ask() {
        let json = ("content-type", "application/json; charset=utf-8");
        let host = ("host", "127.0.0.1:8080");
        let asks = |more: &[(&'static str, &'static str)]| !refused(&Method::POST, &[], &[&[host], more].concat());
        assert!(asks(&[json]));
        assert!(asks(&[json, ("origin", "http://127.0.0.1:8080")]));
        assert!(!asks(&[json, ("origin", "http://evil.example")]));
        assert!(!asks(&[json, ("origin", "http://127.0.0.1:9999")]));
        assert!(!asks(&[json, ("origin", "null")]));
        assert!(!asks(&[("content-type", "text/plain")]));
        assert!(!asks(&[]));
    }
}
