//! Listens at an address, and serves the page and its questions.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::routing::{get, post};
use axum::{Router, middleware};
use mancala_tools::questions::Databases;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use super::super::Failure;
use super::super::folder::Folder;
use super::super::output::Output;
use super::desk::Desk;
use super::guard::Guard;
use super::workers::Workers;
use super::{answers, guard, page};

/// Serves the page until the program is ended, with exact values from the databases in a folder, to machines that call
/// this one by any of the names.
pub(super) fn listen(
    address: SocketAddr,
    folder: Option<&Path>,
    names: &[String],
    out: &mut Output,
) -> Result<(), Failure> {
    let databases = folder.map(Folder::open).transpose()?.map(|folder| Arc::new(folder) as Arc<dyn Databases>);
    let desk = Arc::new(Desk { workers: Workers::default(), databases });
    let failed = |error: io::Error| Failure::wrong_use(format!("the page cannot be served at {address}: {error}"));
    let runtime = Builder::new_current_thread().enable_io().enable_time().build().map_err(failed)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let at = listener.local_addr().map_err(failed)?;
        out.line(format!("http://{at}/"))?;
        if !at.ip().is_loopback() {
            out.line("other machines in the network can open this address, and ask this program")?;
        }
        out.flush()?;
        let guard = Arc::new(Guard::new(names.to_vec()));
        let router = Router::new()
            .route("/ask", post(answers::answer))
            .route("/program.json", get(answers::about))
            .with_state(desk)
            .fallback(page::file)
            .layer(middleware::from_fn_with_state(guard, guard::guarded));
        axum::serve(listener, router).await.map_err(failed)
    })
}
