//! Listens at an address, and serves the page and its questions.

use std::io;
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
use super::{Arguments, answers, guard, page};

/// Serves the page until the program is ended.
pub(super) fn listen(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let databases =
        arguments.db.as_deref().map(Folder::open).transpose()?.map(|folder| Arc::new(folder) as Arc<dyn Databases>);
    let desk = Arc::new(Desk { workers: Workers::default(), databases });
    let address = arguments.address;
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
        let guard = Arc::new(Guard::new(arguments.host.clone()));
        let router = Router::new()
            .route("/ask", post(answers::answer))
            .route("/program.json", get(answers::about))
            .with_state(desk)
            .fallback(page::file)
            .layer(middleware::from_fn_with_state(guard, guard::guarded));
        axum::serve(listener, router).await.map_err(failed)
    })
}
