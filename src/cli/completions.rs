//! `mancala completions`: what a shell needs to complete commands, options and names of games.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{ArgValueCompleter, CompleteEnv};

use super::Failure;
use super::game::title_and_region;
use super::output::Output;
use crate::names::called;
use crate::players::Kind;
use crate::problem::one_of;
use crate::rules::family::Family;

/// By this variable the script of a shell asks the program for completions.
const ASKED: &str = "MANCALA_COMPLETE";

/// Arguments of `completions`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples, the line to write once into the start file of the shell:
  bash, in ~/.bashrc                     source <(mancala completions bash)
  zsh, in ~/.zshrc                       source <(mancala completions zsh)
  fish, in ~/.config/fish/config.fish    mancala completions fish | source
  elvish, in ~/.elvish/rc.elv            eval (mancala completions elvish | slurp)
  PowerShell, in $PROFILE                mancala completions powershell | Out-String | Invoke-Expression

Names of games are completed, too; `mancala` must be on the path.")]
pub(super) struct Arguments {
    /// bash, zsh, fish, elvish or powershell
    #[arg(value_name = "SHELL", value_parser = shell, add = shells())]
    shell: &'static str,
}

/// Prints the script of a shell.
pub(super) fn completions(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    if let Some(completer) = Shells::builtins().completer(arguments.shell) {
        let written = completer.write_registration(ASKED, "mancala", "mancala", "mancala", &mut script);
        written.map_err(Failure::Output)?;
    }
    out.print(String::from_utf8_lossy(&script))
}

/// Answers the script of a shell if that is who called: whether it was.
pub(super) fn answer<C: CommandFactory>(arguments: &[OsString]) -> Result<bool, Failure> {
    let folder = std::env::current_dir().ok();
    let asked = CompleteEnv::with_factory(C::command).var(ASKED);
    Ok(asked.try_complete(arguments.iter().cloned(), folder.as_deref())?)
}

/// The shell of a name.
fn shell(name: &str) -> Result<&'static str, String> {
    let shells = Shells::builtins();
    let found = shells.completer(name).map(|completer| completer.name());
    found.ok_or_else(|| format!("there are {}", one_of(shells.names())))
}

/// Completes the name of a shell.
fn shells() -> ArgValueCompleter {
    among(|| Shells::builtins().names().map(|name| (name.to_owned(), String::new())).collect())
}

/// Completes the name of a command.
pub(super) fn command() -> ArgValueCompleter {
    among(|| {
        let program = super::Arguments::command();
        let about = |command: &clap::Command| command.get_about().map_or(String::new(), ToString::to_string);
        program.get_subcommands().map(|command| (command.get_name().to_owned(), about(command))).collect()
    })
}

/// Completes one of some words, each with what it means.
fn among(words: impl Fn() -> Vec<(String, String)> + Send + Sync + 'static) -> ArgValueCompleter {
    ArgValueCompleter::new(move |begun: &OsStr| {
        let text = begun.to_string_lossy();
        let fits = words().into_iter().filter(|(word, _)| word.starts_with(text.as_ref()));
        fits.map(|(word, about)| CompletionCandidate::new(word).help((!about.is_empty()).then(|| about.into())))
            .collect()
    })
}

/// Completes a GAME: names of rulesets, and paths of rule files.
pub(super) fn game() -> ArgValueCompleter {
    ArgValueCompleter::new(|begun: &OsStr| {
        let is_rule_file = |path: &Path| path.is_dir() || path.extension() == Some(OsStr::new("mancala"));
        let text = begun.to_string_lossy();
        let named = called().into_iter().filter(|game| game.ruleset.starts_with(text.as_ref()));
        let mut found: Vec<CompletionCandidate> = named
            .map(|game| CompletionCandidate::new(game.ruleset).help(Some(title_and_region(&game).into())))
            .collect();
        found.extend(PathCompleter::any().filter(is_rule_file).complete(begun));
        found
    })
}

/// Completes a machine that plays, or the last of several.
pub(super) fn machine() -> ArgValueCompleter {
    among(machines)
}

/// Completes who plays, or the last of several: a person or a machine.
pub(super) fn seat() -> ArgValueCompleter {
    among(|| std::iter::once(("person".to_owned(), "plays at the keys".to_owned())).chain(machines()).collect())
}

fn machines() -> Vec<(String, String)> {
    Kind::words().map(|(word, about)| (word.to_owned(), about.to_owned())).collect()
}

/// Completes a family, or the last of several.
pub(super) fn family() -> ArgValueCompleter {
    among(|| Family::ALL.into_iter().map(|family| (family.name().to_owned(), family.about().to_owned())).collect())
}
