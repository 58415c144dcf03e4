//! Candidates with which a shell completes an argument.

use std::ffi::OsStr;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::ArgValueCompleter;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};
use mancala_engine::players::Kind;
use mancala_rules::names::{called, folded};
use mancala_rules::rules::family::Family;

use super::typed::{readings, typed};
use crate::play_screen::{Pace, Theme};

/// Completes the name of a shell.
pub(super) fn shells() -> ArgValueCompleter {
    among(|| super::bash::shells().names().map(|name| (name.to_owned(), String::new())).collect())
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
    let words = Kind::words().map(|(word, about)| (word.to_owned(), about.to_owned()));
    let limits = LIMITS.map(|(word, about)| (word.to_owned(), about.to_owned()));
    words.chain(limits).collect()
}

/// Machines with a limit.
const LIMITS: [(&str, &str); 5] = [
    ("search:1s", "looks ahead for a second"),
    ("search:d8", "looks 8 plies ahead"),
    ("search:50000", "looks at 50000 positions"),
    ("mcts:1s", "plays random games for a second"),
    ("mcts:10000", "plays 10000 random games"),
];

/// Completes a reading, `name=value`, of the game that was typed before.
pub(super) fn reading() -> ArgValueCompleter {
    among(|| {
        let rules = typed().ruleset().and_then(|ruleset| ruleset.rules().ok());
        rules.map_or_else(Vec::new, |rules| readings(&rules))
    })
}

/// Completes a legal move after the moves that were typed before.
pub(super) fn legal_move() -> ArgValueCompleter {
    among(|| {
        let legal = typed().game().map_or_else(Vec::new, |game| game.legal_names());
        legal.into_iter().map(|name| (name, String::new())).collect()
    })
}

/// Completes the path of a file.
pub(super) fn file() -> ArgValueCompleter {
    ArgValueCompleter::new(|begun: &OsStr| PathCompleter::file().complete(begun))
}

/// Completes one of the speeds of the animation.
pub(super) fn speed() -> ArgValueCompleter {
    among(|| Pace::ALL.into_iter().map(|pace| (pace.name().to_owned(), String::new())).collect())
}

/// Completes the colours of a terminal.
pub(super) fn theme() -> ArgValueCompleter {
    among(|| Theme::ALL.into_iter().map(|theme| (theme.name().to_owned(), String::new())).collect())
}

/// Completes a place where games are played. Case is ignored, as `list` ignores it.
pub(super) fn region() -> ArgValueCompleter {
    ArgValueCompleter::new(|begun: &OsStr| {
        let wanted = folded(&begun.to_string_lossy());
        let mut places: Vec<&str> = called().into_iter().flat_map(|game| game.region).collect();
        places.sort_unstable();
        places.dedup();
        let fits = places.into_iter().filter(|place| folded(place).starts_with(&wanted));
        let named = |place: &str| begun_as(&begun.to_string_lossy(), &place.to_lowercase().replace(' ', "-"));
        fits.map(|place| CompletionCandidate::new(named(place)).help(Some(place.into()))).collect()
    })
}

/// A word in small letters that begins as somebody typed it, since shells compare letter by letter.
fn begun_as(typed: &str, word: &str) -> String {
    let small = typed.to_lowercase();
    word.strip_prefix(&small).map_or_else(|| word.to_owned(), |rest| format!("{typed}{rest}"))
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
