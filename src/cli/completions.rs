//! `mancala completions`: what a shell needs to complete commands, options and names of games.

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory};
use clap_complete::CompleteEnv;
use mancala_rules::problem::one_of;

use super::Failure;
use super::bash::{shells, words_before_cursor};
use super::output::Output;
use super::typed;

/// The environment variable with which the script of a shell asks the program for completions.
const ASKED: &str = "MANCALA_COMPLETE";

/// Arguments of `completions`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples: add one line to the start file of your shell.
  bash, in ~/.bashrc                     source <(mancala completions bash)
  zsh, in ~/.zshrc                       source <(mancala completions zsh)
  fish, in ~/.config/fish/config.fish    mancala completions fish | source
  elvish, in ~/.elvish/rc.elv            eval (mancala completions elvish | slurp)
  PowerShell, in $PROFILE                mancala completions powershell | Out-String | Invoke-Expression

Names of games, readings, moves, players and files are completed, too; `mancala` must be on the path.")]
pub(super) struct Arguments {
    /// bash, zsh, fish, elvish or powershell
    #[arg(value_name = "SHELL", value_parser = shell, add = super::candidates::shells())]
    shell: &'static str,
}

/// Prints the script of a shell.
pub(super) fn completions(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    if let Some(completer) = shells().completer(arguments.shell) {
        let written = completer.write_registration(ASKED, "mancala", "mancala", "mancala", &mut script);
        written.map_err(Failure::Output)?;
    }
    out.print(String::from_utf8_lossy(&script))
}

/// Answers the script of a shell if the script called the program. Returns whether it did.
pub(super) fn answer<C: CommandFactory>(arguments: &[OsString]) -> Result<bool, Failure> {
    if std::env::var_os(ASKED).is_none() {
        return Ok(false);
    }
    // what follows `--` is the line; bash passes it in the environment
    let line = arguments.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
    let words: Vec<String> = words_before_cursor(line).iter().map(|word| word.to_string_lossy().into_owned()).collect();
    typed::remember::<C>(&words);
    let folder = std::env::current_dir().ok();
    let dashed = words.last().is_some_and(|word| word.starts_with('-'));
    let command = || if dashed { C::command() } else { without_options(C::command()) };
    let asked = CompleteEnv::with_factory(command).var(ASKED).shells(shells());
    Ok(asked.try_complete(arguments.iter().cloned(), folder.as_deref())?)
}

/// A command whose options are offered only where nothing else is: they would hide a move or a file among them.
fn without_options(command: Command) -> Command {
    let hidden = |argument: Arg| if argument.is_positional() { argument } else { argument.hide(true) };
    command.disable_help_flag(true).mut_args(hidden).mut_subcommands(without_options)
}

/// The name of a shell, checked.
fn shell(name: &str) -> Result<&'static str, String> {
    let shells = shells();
    let found = shells.completer(name).map(|completer| completer.name());
    found.ok_or_else(|| format!("there are {}", one_of(shells.names())))
}
