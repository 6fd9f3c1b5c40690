//! Who may talk to the studio: this machine's own page, and those who hold the token.
//!
//! Any web page can make a browser send requests to this machine, and a foreign name can be made to
//! point to it. So every request must name us as its host, carry the token, and, where it changes
//! anything, come from our own page.

use super::Studio;
use super::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use std::net::SocketAddr;
use std::sync::Arc;

/// How a browser tells where a request comes from.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// What a page from here may do: load its own three files and talk to us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
     img-src 'self' data: blob:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/// The secret that is told to nobody but the user, and the names we answer to.
#[derive(Debug)]
pub(super) struct Guard {
    token: String,
    hosts: Vec<String>,
    cookie: String,
}

impl Guard {
    pub(super) fn new(token: String, address: SocketAddr) -> Self {
        let port = address.port();
        let mut hosts: Vec<String> =
            ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")).into();
        hosts.push(address.to_string());
        // Browsers share cookies between the ports of a host.
        Self { token, hosts, cookie: format!("marquetry-{port}") }
    }

    /// The address that lets a browser in.
    pub(super) fn address(&self) -> String {
        let host = self.hosts.last().map_or("", String::as_str);
        format!("http://{host}/?token={}", self.token)
    }

    /// Compared by hash, which takes the same time whatever differs.
    fn is_token(&self, found: &str) -> bool {
        blake3::hash(found.as_bytes()) == blake3::hash(self.token.as_bytes())
    }

    fn knows_host(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        hosts.next().is_none() && host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    fn bears_token(&self, headers: &HeaderMap) -> bool {
        let bearer = text(headers, &AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
        bearer.is_some_and(|token| self.is_token(token))
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|c| c.split_once('='));
        pairs.any(|(name, value)| name.trim() == self.cookie && self.is_token(value.trim()))
    }

    /// Whether a request that changes something comes from our own page, or from a program that was
    /// given the token. Another port of this machine is the same site, but not the same origin.
    fn is_our_page(&self, headers: &HeaderMap) -> bool {
        let own = |origin: &str| {
            let host = text(headers, &HOST).unwrap_or_default();
            origin.strip_prefix("http://") == Some(host)
        };
        match text(headers, &ORIGIN) {
            Some(origin) => own(origin) && text(headers, &FETCH_SITE) == Some("same-origin"),
            None => !headers.contains_key(ORIGIN) && self.bears_token(headers),
        }
    }

    /// Whether a request is granted.
    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let headers = request.headers();
        let refuse = |status, says| Err(Refusal::new(status, says));
        if !self.knows_host(headers) {
            return refuse(StatusCode::FORBIDDEN, "the studio does not answer to this host name");
        }
        if !self.has_cookie(headers) && !self.bears_token(headers) {
            let says = "no or wrong token: open the address that `marquetry studio` printed";
            return refuse(StatusCode::FORBIDDEN, says);
        }
        // A browser says who asks: another page of this machine may have our cookie sent along.
        let site = text(headers, &FETCH_SITE);
        if request.uri().path().starts_with("/api/")
            && !matches!(site, None | Some("same-origin" | "none"))
        {
            return refuse(StatusCode::FORBIDDEN, "not from the studio's own page");
        }
        match *request.method() {
            Method::GET | Method::HEAD => Ok(()),
            Method::POST if !self.is_our_page(headers) => {
                refuse(StatusCode::FORBIDDEN, "not from the studio's own page")
            }
            Method::POST if !is_json(headers) => {
                refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected application/json")
            }
            Method::POST => Ok(()),
            _ => refuse(StatusCode::METHOD_NOT_ALLOWED, "the studio knows GET and POST"),
        }
    }

    /// The first visit: the token of the address becomes a cookie, and leaves the address bar.
    fn welcome(&self, request: &Request) -> Option<Response> {
        let query = request.uri().query()?;
        let token = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        let entrance = *request.method() == Method::GET && request.uri().path() == "/";
        if !entrance || !self.knows_host(request.headers()) || !self.is_token(token) {
            return None;
        }
        let cookie = format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000",
            self.cookie, self.token
        );
        let cookie = HeaderValue::from_str(&cookie).ok()?;
        let mut response = Redirect::to("/").into_response();
        response.headers_mut().insert(axum::http::header::SET_COOKIE, cookie);
        Some(response)
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = text(headers, &CONTENT_TYPE).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json")
}

/// Stands before every address, static files and streams too.
pub(super) async fn guard(
    State(studio): State<Arc<Studio>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match studio.guard.welcome(&request) {
        Some(welcome) => welcome,
        None => match studio.guard.check(&request) {
            Ok(()) => next.run(request).await,
            Err(refusal) => refusal.into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
