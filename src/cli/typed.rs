//! The command line that is being typed, as far as it helps to complete it: the game, its readings, and moves so far.

use std::sync::OnceLock;

use clap::{Command, CommandFactory};

use mancala_engine::game::Position;
use mancala_engine::play::{Game, Referee};
use mancala_engine::position_text;
use mancala_rules::names::{Meaning, meaning};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

/// What was typed before the word that is being completed, and the beginning of that word.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    /// Words that are no options, without the command.
    plain: Vec<String>,
    /// Options and their values; a flag has none.
    options: Vec<(String, String)>,
    /// The word that is being completed.
    current: String,
}

/// What is being typed in this run of the program, which answers the script of a shell.
static TYPED: OnceLock<Typed> = OnceLock::new();

/// What is being typed; nothing unless a shell asks.
pub(super) fn typed() -> &'static Typed {
    TYPED.get_or_init(Typed::default)
}

/// Remembers the words of a command line; the last one is being typed.
pub(super) fn remember<C: CommandFactory>(words: &[String]) {
    // the first line is the only one
    let _ = TYPED.set(Typed::of(&C::command(), words));
}

impl Typed {
    fn of(program: &Command, words: &[String]) -> Typed {
        let (current, before) =
            words.split_last().map_or((String::new(), &[][..]), |(last, rest)| (last.clone(), rest));
        let mut typed = Typed { current, ..Typed::default() };
        let mut command = program;
        let mut words = before.iter().skip(1);
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix("--").filter(|option| !option.is_empty()) else {
                match command.find_subcommand(word) {
                    Some(found) => command = found,
                    None => typed.plain.push(word.clone()),
                }
                continue;
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, value.to_owned()),
                None => {
                    let known = command.get_arguments().find(|argument| argument.get_long() == Some(option));
                    let takes = known.is_some_and(|argument| argument.get_action().takes_values());
                    (option, if takes { words.next().cloned().unwrap_or_default() } else { String::new() })
                }
            };
            typed.options.push((name.to_owned(), value));
        }
        typed
    }

    /// The values of an option, in their order.
    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.options.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The ruleset of the game, if it can be read. Nothing is said of what is wrong with it.
    pub(super) fn ruleset(&self) -> Option<Ruleset> {
        let name = self.plain.first()?;
        match meaning(name) {
            Meaning::One(ruleset) if !name.contains(['/', '.']) => Ruleset::shipped(ruleset).ok(),
            _ => Ruleset::read(Source::new(name, &std::fs::read_to_string(name).ok()?)).ok(),
        }
    }

    /// The game after the moves that were typed, if it can be read and they are legal. `more` are moves in the word that
    /// is being completed.
    pub(super) fn game(&self) -> Option<Game> {
        let pair = |text: &str| text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let settings: Vec<(String, String)> = self.values("set").filter_map(pair).collect();
        let rules = self.ruleset()?.rules_under(&settings).ok()?;
        let position = match self.values("from").last() {
            Some(text) => position_text::parse(&rules.board, text).ok()?,
            None => Position::start(&rules),
        };
        let mut game = Referee::narrator(&rules).game(position).ok()?;
        let listed = self.values("move").chain(self.before_comma()).flat_map(|moves| moves.split(','));
        for name in self.plain.iter().skip(1).map(String::as_str).chain(listed).filter(|name| !name.is_empty()) {
            game.play_named(name).ok()?;
        }
        Some(game)
    }

    /// What stands before the last comma of the word that is being completed.
    fn before_comma(&self) -> Option<&str> {
        let word = self.current.strip_prefix("--move=").unwrap_or(&self.current);
        word.rsplit_once(',').map(|(before, _)| before)
    }
}

/// The values of every reading of the options of a game, as `--set` takes them, each with what it is about.
pub(super) fn readings(rules: &Rules) -> Vec<(String, String)> {
    /// Most numbers of a range that are listed.
    const MOST: u64 = 40;
    let mut all = Vec::new();
    for option in &rules.options {
        for (at, name) in option.names.iter().enumerate() {
            for (nth, reading) in option.readings.iter().enumerate() {
                let Some(value) = reading.values.get(at) else { continue };
                let chosen = if nth == option.chosen { "in force; " } else { "" };
                let about = format!("{chosen}{}", reading.note.as_deref().unwrap_or(""));
                let about = about.trim_end_matches("; ").to_owned();
                let range = value.split_once(" to ").and_then(|(low, high)| {
                    let (low, high): (u64, u64) = (low.parse().ok()?, high.parse().ok()?);
                    Some(low..=high.min(low.saturating_add(MOST)))
                });
                match range {
                    Some(numbers) => all.extend(numbers.map(|number| (format!("{name}={number}"), about.clone()))),
                    // hyphens stand for blanks, which a shell would take for the end of the word
                    None => all.push((format!("{name}={}", value.replace(' ', "-")), about)),
                }
            }
        }
    }
    // a number may stand alone and in a range
    let mut seen = std::collections::HashSet::new();
    all.retain(|(word, _)| seen.insert(word.clone()));
    all
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Typed;
    use crate::cli::Arguments;

    fn typed(words: &[&str]) -> Typed {
        Typed::of(&Arguments::command(), &words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn values_of_options_are_no_plain_words() {
        let line =
            typed(&["mancala", "--color", "never", "replay", "krur", "--trace", "--set", "x=y", "d1", "--from=z", "a"]);
        assert_eq!(line.plain, ["krur", "d1"]);
        assert_eq!(line.current, "a");
        assert_eq!(line.values("set").collect::<Vec<_>>(), ["x=y"]);
        assert_eq!(line.values("from").collect::<Vec<_>>(), ["z"]);
    }

    #[test]
    fn moves_lead_to_a_position() {
        let legal = |words: &[&str]| typed(words).game().map(|game| game.legal_names().join(" "));
        assert_eq!(legal(&["mancala", "replay", "krur", ""]).as_deref(), Some("a1 b1 c1 d1"));
        assert_eq!(legal(&["mancala", "replay", "krur", "d1", ""]).as_deref(), Some("a2 b2 c2"));
        assert_eq!(legal(&["mancala", "show", "krur", "--move", "d1,a2,"]).as_deref(), Some("b1 c1 d1"));
        assert_eq!(legal(&["mancala", "replay", "krur", "a2", ""]), None);
        assert_eq!(legal(&["mancala", "replay", "no such game", ""]), None);
    }
}
