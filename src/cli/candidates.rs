//! Candidates with which a shell completes an argument.

use std::ffi::OsStr;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::ArgValueCompleter;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;

use crate::names::called;
use crate::players::Kind;
use crate::rules::family::Family;

/// Completes the name of a shell.
pub(super) fn shells() -> ArgValueCompleter {
    among(|| Shells::builtins().names().map(|name| (name.to_owned(), String::new())).collect())
}

/// Completes one of some words; each has a description.
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
            .map(|game| CompletionCandidate::new(game.ruleset).help(Some(game.title_and_region().into())))
            .collect();
        found.extend(PathCompleter::any().filter(is_rule_file).complete(begun));
        found
    })
}

/// Completes a machine player, or the last of several.
pub(super) fn machine() -> ArgValueCompleter {
    among(machines)
}

/// Completes a player, or the last of several: a person or a machine.
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

/// Completes the name of a command of a program.
pub(super) fn command<C: CommandFactory>() -> ArgValueCompleter {
    among(|| {
        let about = |command: &clap::Command| command.get_about().map_or(String::new(), ToString::to_string);
        C::command().get_subcommands().map(|command| (command.get_name().to_owned(), about(command))).collect()
    })
}
