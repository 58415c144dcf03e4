//! The files of the page.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// The files of the page with their bytes; `build.rs` writes the list. Empty if the page was not built.
static PAGE: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Whether the program was built with the page.
pub(super) fn is_built() -> bool {
    !PAGE.is_empty()
}

/// The file of the page at an address.
pub(super) async fn file(uri: Uri) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    match PAGE.iter().find(|(known, _)| *known == name) {
        Some((_, bytes)) => {
            let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, "no-cache")];
            (headers, *bytes).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The type of a file, by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
