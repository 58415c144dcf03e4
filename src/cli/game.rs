//! Which game a command is about.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::Arc;

use super::Failure;
use crate::game::{Ending, Fault, Position};
use crate::names::{Called, Meaning, called, folded, meaning, others};
use crate::play::{Game, Referee};
use crate::position_text;
use crate::problem::{RuleFileError, one_of};
use crate::proof::undecided;
use crate::rules::model::Rules;
use crate::ruleset::{Ruleset, shipped_source, shipped_texts};
use crate::source::{LARGEST_FILE, Source};

/// More names than this are not suggested.
const SUGGESTIONS: usize = 3;

/// The game, and the readings it is played by.
#[derive(clap::Args)]
pub(super) struct GameArguments {
    /// The name of a ruleset (`mancala list` has them) or what a game is called, or the path of a rule file
    #[arg(add = super::candidates::game())]
    pub(super) game: String,

    #[command(flatten)]
    pub(super) readings: ReadingArguments,
}

/// The readings that a game is played by.
#[derive(clap::Args)]
pub(super) struct ReadingArguments {
    /// Take another reading of an option (`mancala show GAME` has them); may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
}

impl ReadingArguments {
    /// Names and values.
    pub(super) fn settings(&self) -> &[(String, String)] {
        &self.set
    }
}

/// Who reads the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Reader {
    /// The tables, fast
    Tables,
    /// The narrator, word for word
    Narrator,
}

/// Who reads the rules.
#[derive(clap::Args)]
pub(super) struct EngineArguments {
    /// Who reads the rules: `tables` (fast) or `narrator` (word for word; it also tells what `--trace` shows). Both
    /// always agree
    #[arg(long, value_name = "READER", default_value = "tables", hide_possible_values = true)]
    pub(super) engine: Reader,
}

impl EngineArguments {
    /// Who reads the rules; the narrator if it is to be told what happens.
    pub(super) fn referee(&self, rules: &Arc<Rules>, told: bool) -> Referee {
        if told || self.engine == Reader::Narrator { Referee::narrator(rules) } else { Referee::tables(rules) }
    }
}

/// A game that can be played.
#[derive(Clone)]
pub(super) struct Loaded {
    pub(super) ruleset: Ruleset,
    pub(super) rules: Arc<Rules>,
}

impl GameArguments {
    pub(super) fn load(&self) -> Result<Loaded, Failure> {
        Loaded::new(&self.game, self.readings.settings())
    }

    /// The game as it is written in a command, with its settings.
    pub(super) fn typed(&self) -> String {
        let settings = self
            .readings
            .settings()
            .iter()
            .map(|(name, value)| format!(" --set {}", quoted(&format!("{name}={value}"))));
        quoted(&self.game) + &settings.collect::<String>()
    }
}

impl Loaded {
    /// The game of a name or a path, with the readings chosen.
    pub(super) fn new(game: &str, settings: &[(String, String)]) -> Result<Loaded, Failure> {
        let shipped = shipped_name(game)?;
        let ruleset = match shipped {
            Some(name) => Ruleset::shipped(name)?,
            None => Ruleset::read(file(game)?)?,
        };
        let rules = ruleset.rules_under(settings)?;
        if shipped.is_none() {
            // nobody has proved that these rules always give an answer
            let undecided = undecided(&rules);
            if !undecided.is_empty() {
                return Err(RuleFileError::new(ruleset.source, undecided).into());
            }
        }
        Ok(Loaded { ruleset, rules })
    }

    /// The position of `--from`, or the start.
    pub(super) fn position(&self, from: Option<&str>) -> Result<Position, Failure> {
        let Some(text) = from else { return Ok(Position::start(&self.rules)) };
        let position = position_text::parse(&self.rules.board, text)
            .map_err(|error| Failure::wrong_use(error.message).help(error.help))?;
        if position.last.is_some() && !self.rules.remembers {
            let message = "no rule of this game asks about the turn before";
            return Err(Failure::wrong_use(message).help("leave `last turn` out of the position"));
        }
        Ok(position)
    }

    /// A game from a position.
    pub(super) fn game(&self, referee: &Referee, position: Position) -> Result<Game, Failure> {
        referee.game(position.clone()).map_err(|fault| self.fault(&fault, &position))
    }

    /// The rules give no answer in a position.
    pub(super) fn fault(&self, fault: &Fault, position: &Position) -> Failure {
        let text = position_text::format(&self.rules.board, position);
        Failure::fault(&self.ruleset.source, fault, &text)
    }

    /// Why a game ended, with the place of the rule.
    pub(super) fn reason(&self, ending: &Ending) -> String {
        let source = &self.ruleset.source;
        format!("{} ({}, line {})", ending.reason, source.name, source.line(ending.span.start))
    }
}

/// A word as a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=+./,:".contains(c);
    match (word.chars().all(plain), word.contains('\'')) {
        (true, _) => word.to_owned(),
        (false, false) => format!("'{word}'"),
        (false, true) => format!("\"{word}\""),
    }
}

/// A name and a value.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("a name and a value are wanted, as in `no-move=the-end`".to_owned()),
    }
}

/// The ruleset of a name, or of a path; one of a path is checked under all its readings.
pub(super) fn checked(name: &str) -> Result<Ruleset, Failure> {
    Ok(match shipped_name(name)? {
        Some(shipped) => Ruleset::shipped(shipped)?,
        None => Ruleset::checked(file(name)?)?,
    })
}

/// The text of a ruleset inside the program, or of a file.
pub(super) fn source(name: &str) -> Result<Source, Failure> {
    match shipped_name(name)? {
        Some(shipped) => Ok(shipped_source(shipped)?),
        None => file(name),
    }
}

/// The ruleset inside the program that a name means; none if it is the path of a file.
fn shipped_name(name: &str) -> Result<Option<&'static str>, Failure> {
    let path = Path::new(name);
    if name.contains(['/', '.', MAIN_SEPARATOR]) || path.is_file() {
        return Ok(None);
    }
    match meaning(name) {
        Meaning::One(ruleset) => {
            if ruleset != name {
                note_others(name, ruleset);
            }
            Ok(Some(ruleset))
        }
        Meaning::Several(games) => {
            let message = format!("`{name}` is what {} games are called", games.len());
            let help = format!("{}\n  give one of the names on the left", told(&games));
            Err(Failure::wrong_use(message).help(help))
        }
        Meaning::Nothing => Err(unknown(name)),
    }
}

/// Says on standard error that other games are called so as well.
fn note_others(name: &str, ruleset: &str) {
    let others = others(name, ruleset);
    if !others.is_empty() {
        // nothing can be done about a standard error that cannot be written
        let _ = writeln!(
            anstream::stderr(),
            "note: this is `{ruleset}`; other games are called {name} as well:\n  {}",
            told(&others)
        );
    }
}

/// Games in a line each: the ruleset, the title, where it is played.
fn told(games: &[Called]) -> String {
    let width = games.iter().map(|game| game.ruleset.len()).max().unwrap_or(0);
    let line = |game: &Called| format!("{:width$}  {}", game.ruleset, game.title_and_region());
    games.iter().map(line).collect::<Vec<_>>().join("\n  ")
}

/// The text of a file.
pub(super) fn file(name: &str) -> Result<Source, Failure> {
    if Path::new(name).is_dir() {
        let help = "give the path of one rule file, such as `my-game.mancala`";
        return Err(Failure::wrong_use(format!("`{name}` is a folder")).help(help));
    }
    let mut bytes = Vec::new();
    let limit = u64::try_from(LARGEST_FILE).unwrap_or(u64::MAX).saturating_add(1);
    let read = File::open(name).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    match read {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let failure = Failure::wrong_use(format!("there is no file `{name}`"));
            let stem = name.strip_suffix(".mancala").unwrap_or(name);
            Err(match shipped_texts().find(|(known, _)| *known == stem) {
                Some((known, _)) => failure.help(format!("the ruleset inside the program is called `{known}`")),
                None => failure,
            })
        }
        Err(error) => Err(Failure::wrong_use(format!("`{name}` cannot be read: {error}"))),
        Ok(_) => text(name, bytes),
    }
}

/// The bytes of a file as text.
pub(super) fn text(name: &str, bytes: Vec<u8>) -> Result<Source, Failure> {
    if bytes.len() > LARGEST_FILE {
        let message = format!("`{name}` is too large for a rule file: more than {LARGEST_FILE} bytes");
        return Err(Failure::wrong_use(message).help("a game needs a few thousand bytes"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, &text)),
        Err(error) => {
            let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
            let line = bytes.iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
            let message = format!("`{name}` is not text in UTF-8: line {line} has a byte that belongs to no letter");
            Err(Failure::wrong_use(message).help("save the file as plain text in UTF-8"))
        }
    }
}

/// No ruleset has this name, and no game is called so: those that are like it.
fn unknown(name: &str) -> Failure {
    let failure = Failure::wrong_use(format!("there is no ruleset `{name}`, and no game is called so"));
    let (wanted, parts) = (folded(name), parts(name));
    let mut like: Vec<(usize, bool, &str)> =
        called().iter().filter_map(|game| likeness(game, &wanted, &parts)).collect();
    like.sort_unstable();
    let like: Vec<&str> = like.into_iter().take(SUGGESTIONS).map(|(_, _, known)| known).collect();
    if like.is_empty() {
        return failure.help("`mancala list` has the rulesets; the path of a file contains `/` or `.`");
    }
    failure.help(format!("did you mean {}?", one_of(like)))
}

/// How far the nearest name of a game is from the one wanted, and whether it is one beside the name of the ruleset; none
/// if none is like it.
fn likeness(game: &Called, wanted: &str, parts: &[String]) -> Option<(usize, bool, &'static str)> {
    let known = std::iter::once(game.ruleset).chain(game.names());
    let distances = known.enumerate().filter_map(|(at, known)| {
        let plain = folded(known);
        let part = self::parts(known).iter().any(|part| part.len() > 3 && parts.contains(part));
        let begun = wanted.len() > 1 && plain.starts_with(wanted);
        let distance = strsim::damerau_levenshtein(wanted, &plain);
        let distance = if part || begun { distance.min(1) } else { distance };
        (distance <= 1 + plain.len().min(wanted.len()) / 3).then_some((distance, at > 0))
    });
    distances.min().map(|(distance, beside)| (distance, beside, game.ruleset))
}

/// The words of a name, folded.
fn parts(name: &str) -> Vec<String> {
    name.split([' ', '-', '(', ')', '\'']).map(folded).filter(|part| !part.is_empty()).collect()
}
