//! `mancala serve`: the page for browsers, from this program, which also answers what the page asks.

mod answers;
mod desk;
mod guard;
mod page;
mod workers;

use super::folder::Folder;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::routing::{get, post};
use axum::{Router, middleware};
use mancala_tools::questions::Databases;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use self::desk::Desk;
use self::guard::Guard;
use self::workers::Workers;
use super::Failure;
use super::output::Output;

/// Arguments of `serve`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala serve
  mancala serve --address 127.0.0.1:9000
  mancala serve --db my-databases          exact values from the databases there
  mancala serve --address 0.0.0.0:8080     for other machines in the network, too

Prints the address, which a browser opens, and serves the page until Ctrl-C. The page looks the same as on any web \
server, but asks this program, which is faster than a browser and may think longer about a move. Pages of other web \
sites cannot ask it. Whoever may open the address may: with an address of the network, everybody there.

Other programs may ask, too: `POST /ask` takes the questions that web/README.md describes.

Exit codes: 2 the address or the folder cannot be used, or the program was built without the page.")]
pub(super) struct Arguments {
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    address: SocketAddr,

    /// Folder of a database, or of folders with databases (`mancala solve GAME --db FOLDER` makes one): hints show
    /// exact values from it, and machines play by it
    #[arg(long, value_name = "FOLDER")]
    db: Option<PathBuf>,

    /// A name by which other machines open the page, such as `my-pc.local`; addresses in numbers need none
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
}

/// Serves the page until the program is ended.
pub(super) fn serve(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    if !page::is_built() {
        return Err(Failure::wrong_use("this program was built without the page")
            .help("run `web/build.sh`, then build the program again; web/README.md says what that needs"));
    }
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
