//! `mancala serve`: the page for browsers, from this program, which also answers what the page asks.

#[cfg(feature = "serve")]
mod answers;
#[cfg(feature = "serve")]
mod desk;
#[cfg(feature = "serve")]
mod guard;
#[cfg(feature = "serve")]
mod listening;
#[cfg(feature = "serve")]
mod page;
#[cfg(feature = "serve")]
mod workers;

use std::net::SocketAddr;
use std::path::PathBuf;

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

/// Serves the page until the program is ended, if it was built with the page.
pub(super) fn serve(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    #[cfg(feature = "serve")]
    if page::is_built() {
        return listening::listen(arguments.address, arguments.db.as_deref(), &arguments.host, out);
    }
    let _ = (arguments, out);
    Err(Failure::wrong_use("this program was built without the page")
        .help("run `web/build.sh`, then build the program with `--features serve`; web/README.md says what that needs"))
}
