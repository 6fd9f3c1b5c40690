//! The page: three files, built from `studio/` and embedded.

use super::refusal::Refusal;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::path::Path;

const PAGE: &[u8] = include_bytes!("../../page/index.html");
const SCRIPT: &[u8] = include_bytes!("../../page/studio.js");
const STYLE: &[u8] = include_bytes!("../../page/studio.css");

/// Names a folder whose files are served instead, so that who works on the page need not build us.
const INSTEAD: &str = "MARQUETRY_STUDIO_PAGE";

/// Every screen is the same page; its script looks at the address.
pub(super) async fn page() -> Result<Response, Refusal> {
    file("index.html", PAGE, "text/html; charset=utf-8")
}

pub(super) async fn script() -> Result<Response, Refusal> {
    file("studio.js", SCRIPT, "text/javascript; charset=utf-8")
}

pub(super) async fn style() -> Result<Response, Refusal> {
    file("studio.css", STYLE, "text/css; charset=utf-8")
}

fn file(name: &str, embedded: &'static [u8], kind: &'static str) -> Result<Response, Refusal> {
    let bytes: Cow<'static, [u8]> = match std::env::var_os(INSTEAD) {
        Some(folder) if cfg!(debug_assertions) => std::fs::read(Path::new(&folder).join(name))
            .map(Cow::Owned)
            .map_err(|error| Refusal::unknown(format!("{name}: {error}")))?,
        _ => Cow::Borrowed(embedded),
    };
    Ok(([(CONTENT_TYPE, kind)], bytes).into_response())
}
