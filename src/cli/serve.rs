//! `mancala serve`: the page for browsers, from this program.

use std::io;
use std::net::SocketAddr;

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use super::Failure;
use super::output::Output;

/// The files of the page with their bytes; `build.rs` writes the list. Empty if the page was not built.
static PAGE: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Arguments of `serve`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala serve
  mancala serve --address 127.0.0.1:9000
  mancala serve --address 0.0.0.0:8080     for other machines in the network, too

Prints the address, which a browser opens, and serves the page until Ctrl-C. All work is done in the browser.

Exit codes: 2 the address cannot be used, or the program was built without the page.")]
pub(super) struct Arguments {
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    address: SocketAddr,
}

/// Serves the page until the program is ended.
pub(super) fn serve(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    if PAGE.is_empty() {
        return Err(Failure::wrong_use("this program was built without the page")
            .help("run `web/build.sh`, then build the program again with `--features serve`"));
    }
    let address = arguments.address;
    let failed = |error: io::Error| Failure::wrong_use(format!("the page cannot be served at {address}: {error}"));
    let runtime = Builder::new_current_thread().enable_io().build().map_err(failed)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        out.line(format!("http://{}/", listener.local_addr().map_err(failed)?))?;
        out.flush()?;
        axum::serve(listener, Router::new().fallback(file)).await.map_err(failed)
    })
}

/// The file of the page at an address.
async fn file(uri: Uri) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    match PAGE.iter().find(|(known, _)| *known == name) {
        Some((_, bytes)) => ([(header::CONTENT_TYPE, kind(name))], *bytes).into_response(),
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
