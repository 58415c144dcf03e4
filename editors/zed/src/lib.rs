//! Starts `mancala lsp` in Zed.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Mancala;

impl zed::Extension for Mancala {
    fn new() -> Self {
        Mancala
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree.which("mancala").ok_or("the program `mancala` is not on the path")?;
        Ok(Command { command, args: vec!["lsp".to_owned()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Mancala);
