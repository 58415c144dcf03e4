//! `mancala lsp`: the language server, for editors.

mod server;
mod wire;
mod worker;

use std::io::{BufReader, IsTerminal, stdin, stdout};

use self::server::{End, Server};
use super::Failure;

/// Arguments of `lsp`.
#[derive(clap::Args)]
#[command(after_help = "\
An editor starts this command and uses the Language Server Protocol over standard input and output. \
The server reports problems while you type, with fixes; plays examples and writes their outcomes; \
completes words; explains words and shows which situations a rule decides; finds and renames \
sources, options, readings and words; colours, folds and formats files. `editors/` has an extension \
for VS Code, a grammar for Helix, Neovim and Zed, and a syntax for Vim.

Examples:
  VS Code    install editors/vscode, see editors/README.md
  Neovim     vim.lsp.start({ name = 'mancala', cmd = { 'mancala', 'lsp' } })
  Helix      language-server.mancala = { command = \"mancala\", args = [\"lsp\"] }

Exit codes: 0 the editor ended the server, or is gone; 1 the editor ended it without `shutdown`; 2 the \
input cannot be parsed.")]
pub(super) struct Arguments {
    /// Given by editors; the server always uses standard input and output
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Answers an editor until it ends.
pub(super) fn lsp(_: &Arguments) -> Result<(), Failure> {
    if stdin().is_terminal() {
        eprintln!("an editor starts this command and talks to it; see `mancala lsp --help`");
    }
    let failed = |error: std::io::Error| Failure::wrong_use(format!("the language server cannot be started: {error}"));
    let heard = wire::listen(BufReader::new(stdin())).map_err(failed)?;
    match Server::begin(stdout().lock()).map_err(failed)?.serve(&heard) {
        End::Exit | End::Gone => Ok(()),
        // the protocol asks for this exit code
        End::WithoutShutdown => Err(Failure::Reported),
        End::Broken(why) => Err(Failure::wrong_use(format!("the input from the editor cannot be parsed: {why}"))),
    }
}
