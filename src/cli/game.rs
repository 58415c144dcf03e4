//! The game that a command is about.

use mancala_engine::engine::Progress;
use mancala_engine::game::{Ending, Fault, Position};
use mancala_engine::outcome::result;
use mancala_engine::play::{Game, Referee};
use mancala_engine::position_text;
use mancala_rules::names::{Called, Meaning, called, folded, meaning, others, sound};
use mancala_rules::notation::player_name;
use mancala_rules::problem::RuleFileError;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::{Ruleset, shipped_source, shipped_texts, with_beside};
use mancala_rules::source::{LARGEST_FILE, Source};
use mancala_tools::proof::{LONGEST, undecided};

use mancala_tools::checks::Checks;
use std::fmt::Display;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use super::Failure;
use super::output::Output;
use super::rewrite::INPUT;

/// The most names that are suggested.
const SUGGESTIONS: usize = 3;

/// The game, and its readings.
#[derive(clap::Args)]
pub(super) struct GameArguments {
    /// The name of a ruleset (see `mancala list`), another name of a game, the path of a rule file, or `-` for one on
    /// standard input
    #[arg(add = super::candidates::game())]
    pub(super) game: String,

    #[command(flatten)]
    pub(super) readings: ReadingArguments,
}

/// The readings of a game.
#[derive(clap::Args)]
pub(super) struct ReadingArguments {
    /// Choose another reading of an option (see `mancala show GAME`); may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting, add = super::candidates::reading())]
    set: Vec<(String, String)>,
}

impl ReadingArguments {
    /// Names and values.
    pub(super) fn settings(&self) -> &[(String, String)] {
        &self.set
    }
}

/// A reader of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Reader {
    /// The tables, fast
    Tables,
    /// The narrator, word for word
    Narrator,
}

/// The reader of the rules.
#[derive(clap::Args)]
pub(super) struct EngineArguments {
    /// How the rules are read: `tables` (fast) or `narrator` (word for word; also reports the events that `--trace`
    /// shows). Both give the same results
    #[arg(long, value_name = "READER", default_value = "tables", hide_possible_values = true)]
    pub(super) engine: Reader,
}

impl EngineArguments {
    /// The reader of the rules; always the narrator if events are needed.
    pub(super) fn referee(&self, rules: &Arc<Rules>, events: bool) -> Referee {
        if events || self.engine == Reader::Narrator { Referee::narrator(rules) } else { Referee::tables(rules) }
    }
}

/// A game that can be played.
#[derive(Clone)]
pub(super) struct Loaded {
    pub(super) ruleset: Ruleset,
    pub(super) rules: Arc<Rules>,
    /// Whether it is known that its rules always give an answer: of rulesets inside the program, and of checked files.
    pub(super) proved: bool,
}

impl GameArguments {
    pub(super) fn load(&self) -> Result<Loaded, Failure> {
        Loaded::new(&self.game, self.readings.settings())
    }

    /// The game as arguments of a command, with its settings.
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
    /// Loads the game of a name or a path, with the chosen readings.
    pub(super) fn new(game: &str, settings: &[(String, String)]) -> Result<Loaded, Failure> {
        let shipped = shipped_name(game)?;
        let ruleset = match shipped {
            Some(name) => Ruleset::shipped(name)?,
            None => Ruleset::read(file(game)?)?,
        };
        Loaded::of(ruleset, shipped.is_some(), settings)
    }

    fn of(ruleset: Ruleset, proved: bool, settings: &[(String, String)]) -> Result<Loaded, Failure> {
        let rules = ruleset.rules_under(settings)?;
        if !proved {
            // these rules are not proved to give an answer always
            let undecided = undecided(&rules, &Progress::until(Instant::now() + LONGEST));
            if !undecided.is_empty() {
                return Err(RuleFileError::new(ruleset.source, undecided).into());
            }
        }
        Ok(Loaded { ruleset, rules, proved })
    }

    /// The same game under other readings.
    pub(super) fn under(&self, settings: &[(String, String)]) -> Result<Loaded, Failure> {
        Loaded::of(self.ruleset.clone(), self.proved, settings)
    }

    /// Says for what lot a result holds that looks ahead, if a rule asks for the lot.
    pub(super) fn tell_lot(&self, position: &Position, out: &mut Output) -> Result<(), Failure> {
        if !self.rules.asks_for_lots {
            return Ok(());
        }
        let players = self.rules.board.players.value;
        let name = player_name(players, position.lot);
        let other = player_name(players, (position.lot + 1) % players);
        out.note(&format!(
            "note: a lot decides in this game. This is the result if {name} wins it and every player knows that; with \
             `; lot {other}` in `--from`, {other} wins it"
        ))
    }

    /// The position of `--from`, or the start.
    pub(super) fn position(&self, from: Option<&str>) -> Result<Position, Failure> {
        let Some(text) = from else { return Ok(Position::start(&self.rules)) };
        let position = position_text::parse(&self.rules.board, text)
            .map_err(|error| Failure::wrong_use(error.message).help(error.help))?;
        if position.last.is_some() && !self.rules.remembers {
            let message = "no rule of this game depends on the previous turn";
            return Err(Failure::wrong_use(message).help("remove `last turn` from the position"));
        }
        if position.last_ways.iter().any(Option::is_some) && !self.rules.recalls_ways() {
            let message = "no rule of this game depends on the direction of a player's last turn";
            return Err(Failure::wrong_use(message).help("remove `last ways` from the position"));
        }
        if position.lot != 0 && !self.rules.draws_lots() {
            return Err(Failure::wrong_use("no lot decides in this game").help("remove `lot` from the position"));
        }
        Ok(position)
    }

    /// Begins a game from a position.
    pub(super) fn game(&self, referee: &Referee, position: Position) -> Result<Game, Failure> {
        referee.game(position.clone()).map_err(|fault| self.fault(&fault, &position))
    }

    /// Fails if the game is over where it begins.
    pub(super) fn goes_on(&self, game: &Game) -> Result<(), Failure> {
        let Some(ending) = game.outcome() else { return Ok(()) };
        let message = format!("the game is over in this position: {}", result(&self.rules, &ending));
        Err(Failure::wrong_use(message).help(self.reason(&ending)))
    }

    /// The failure for rules that give no answer in a position.
    pub(super) fn fault(&self, fault: &Fault, position: &Position) -> Failure {
        let text = position_text::format(&self.rules.board, position);
        Failure::fault(&self.ruleset.source, fault, &text)
    }

    /// Why a game ended, with the place of the rule.
    pub(super) fn reason(&self, ending: &Ending) -> String {
        let source = &self.ruleset.source;
        let line = source.line(ending.span.start).in_words();
        format!("{} ({}, {line})", ending.reason, source.name)
    }
}

/// A word, quoted for a shell if it needs quotes.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=+./,:".contains(c);
    match (word.chars().all(plain), word.contains('\'')) {
        (true, _) => word.to_owned(),
        (false, false) => format!("'{word}'"),
        (false, true) => format!("\"{word}\""),
    }
}

/// Parses a name and a value, separated by `=`.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected a name and a value, such as `no-move=the-end`".to_owned()),
    }
}

/// Loads the ruleset of a name or a path. A ruleset from a path is checked under all its readings.
pub(super) fn checked(name: &str) -> Result<Ruleset, Failure> {
    Ok(match shipped_name(name)? {
        Some(shipped) => Ruleset::shipped(shipped)?,
        None => Ruleset::checked(file(name)?)?,
    })
}

/// Loads the text of a ruleset inside the program, or of a file.
pub(super) fn source(name: &str) -> Result<Source, Failure> {
    match shipped_name(name)? {
        Some(shipped) => Ok(shipped_source(shipped)?),
        None => file(name),
    }
}

/// Loads the text of a file that may be rewritten.
pub(super) fn own_file(name: &str) -> Result<Source, Failure> {
    let message = match shipped_name(name) {
        _ if name == INPUT => "standard input cannot be rewritten".to_owned(),
        Ok(Some(shipped)) => format!("`{shipped}` is a ruleset inside the program, which cannot be rewritten"),
        Ok(None) => return file(name),
        Err(failure) => return Err(failure),
    };
    Err(Failure::wrong_use(message).help("give the path of a file of your own"))
}

/// The ruleset inside the program that a name means; `None` if it is the path of a file. What contains `/` or `.` is a
/// path; so is the name of a file that no game has.
pub(super) fn shipped_name(name: &str) -> Result<Option<&'static str>, Failure> {
    if name == INPUT || name.contains(['/', '.', MAIN_SEPARATOR]) {
        return Ok(None);
    }
    let is_file = Path::new(name).is_file();
    match meaning(name) {
        Meaning::One(ruleset) => {
            if is_file {
                note(format_args!("note: this is the game `{ruleset}`; for the file of this name, write `./{name}`"));
            }
            if ruleset != name {
                note_others(name, ruleset);
            }
            Ok(Some(ruleset))
        }
        Meaning::Nothing if is_file => Ok(None),
        Meaning::Several(games) => {
            let message = format!("{} games are called `{name}`", games.len());
            let help = format!("{}\n  give one of the names on the left", lines_of(&games));
            Err(Failure::wrong_use(message).help(help))
        }
        Meaning::Nothing => Err(unknown(name)),
    }
}

/// Notes on standard error that other games have this name as well.
fn note_others(name: &str, ruleset: &str) {
    let others = others(name, ruleset);
    if !others.is_empty() {
        note(format_args!("note: this is `{ruleset}`; other games are also called {name}:\n  {}", lines_of(&others)));
    }
}

/// A note on standard error.
fn note(text: impl Display) {
    // nothing can be done about a standard error that cannot be written
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Games, one per line: the ruleset, the title and the region.
fn lines_of(games: &[Called]) -> String {
    let width = games.iter().map(|game| game.ruleset.len()).max().unwrap_or(0);
    let line = |game: &Called| format!("{:width$}  {}", game.ruleset, game.title_and_region());
    games.iter().map(line).collect::<Vec<_>>().join("\n  ")
}

/// Reads a rule file, and beside it those that it is like.
pub(super) fn file(name: &str) -> Result<Source, Failure> {
    Ok(beside(text_of_file(name)?, Path::new(name)))
}

/// Adds the rule files that a text of this path is like, from the folder of that path.
pub(super) fn beside(source: Source, path: &Path) -> Source {
    with_beside(source, |name| {
        let path = path.with_file_name(name);
        path.is_file().then(|| text_of_file(&path.to_string_lossy()).ok()).flatten()
    })
}

/// Reads standard input to its end, once: later calls give the same text.
fn input() -> Result<Source, Failure> {
    static READ: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = match READ.get() {
        Some(bytes) => bytes.clone(),
        None => {
            let mut bytes = Vec::new();
            let limit = u64::try_from(LARGEST_FILE).unwrap_or(u64::MAX).saturating_add(1);
            std::io::stdin()
                .take(limit)
                .read_to_end(&mut bytes)
                .map_err(|error| Failure::wrong_use(format!("standard input cannot be read: {error}")))?;
            READ.get_or_init(|| bytes).clone()
        }
    };
    text("standard input", bytes)
}

/// Fails if the rule file is read from standard input, from which a command reads something else.
pub(super) fn not_input(game: &str, what: &str) -> Result<(), Failure> {
    if game != INPUT {
        return Ok(());
    }
    Err(Failure::wrong_use(format!("standard input holds {what}, so the rule file cannot be read from it"))
        .help("give the path of the rule file"))
}

/// Reads the text of a file; `-` is standard input.
pub(super) fn text_of_file(name: &str) -> Result<Source, Failure> {
    if name == INPUT {
        return input();
    }
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
            let path = Path::new(stem);
            let like = || {
                let folder = path.parent().unwrap_or(Path::new(""));
                files_like(folder, &path.file_name()?.to_string_lossy()).into_iter().next()
            };
            Err(match shipped_texts().find(|(known, _)| *known == stem) {
                Some((known, _)) => failure.help(format!("the ruleset inside the program is called `{known}`")),
                None => match like() {
                    Some(file) => failure.help(format!("did you mean `{file}`?")),
                    None => failure,
                },
            })
        }
        Err(error) => Err(Failure::wrong_use(format!("`{name}` cannot be read: {error}"))),
        Ok(_) => text(name, bytes),
    }
}

/// Decodes the bytes of a file.
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
            let message = format!("`{name}` is not text in UTF-8: line {line} has an invalid byte");
            Err(Failure::wrong_use(message).help("save the file as plain text in UTF-8"))
        }
    }
}

/// The failure for a name that no ruleset and no game has, with similar names.
fn unknown(name: &str) -> Failure {
    let failure = Failure::wrong_use(format!("no ruleset or game is called `{name}`"));
    let beside = format!("{name}.mancala");
    if Path::new(&beside).is_file() {
        return failure.help(format!("there is a file of this name: write `{beside}`"));
    }
    let files = files_like(Path::new(""), name);
    let (wanted, parts) = (folded(name), parts(name));
    let mut like: Vec<Like> = called().iter().filter_map(|game| likeness(game, &wanted, &parts)).collect();
    // another spelling of a name is meant rather than another name
    let sounds = sound(name);
    let sounding = |like: &Like| sounds.len() > 1 && sound(like.3) == sounds;
    if like.iter().any(sounding) {
        like.retain(sounding);
        let least = like.iter().map(|like| like.0).min();
        like.retain(|like| Some(like.0) == least);
    }
    like.sort_unstable();
    let also = |like: &Like| if like.1 { format!(" ({})", like.3) } else { String::new() };
    let like: Vec<String> = like.iter().take(SUGGESTIONS).map(|like| format!("`{}`{}", like.2, also(like))).collect();
    let like: Vec<String> = files.iter().map(|file| format!("`{file}`")).chain(like).take(SUGGESTIONS).collect();
    if like.is_empty() {
        return failure.help("`mancala list` lists the rulesets; the path of a file contains `/` or `.`");
    }
    failure.help(format!("did you mean {}?", listed(&like)))
}

/// Rule files in a folder whose names are like a name, the most similar first.
fn files_like(folder: &Path, name: &str) -> Vec<String> {
    /// Most files that are looked at.
    const MOST: usize = 2000;
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let wanted = folded(name);
    let mut found: Vec<(usize, String)> = Vec::new();
    for entry in std::fs::read_dir(here).into_iter().flatten().take(MOST).flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let Some(stem) = file.strip_suffix(".mancala") else { continue };
        let plain = folded(stem);
        let distance = strsim::damerau_levenshtein(&wanted, &plain);
        if !wanted.is_empty() && distance <= wanted.len().min(plain.len()) / 3 {
            found.push((distance, folder.join(&file).to_string_lossy().into_owned()));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, file)| file).collect()
}

/// A game with a similar name: the distance, whether that is another name than that of the ruleset, the ruleset and the
/// similar name.
type Like = (usize, bool, &'static str, &'static str);

/// `a, b or c`
fn listed(all: &[String]) -> String {
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

/// The most similar name of a game; `None` if no name is similar.
fn likeness(game: &Called, wanted: &str, parts: &[String]) -> Option<Like> {
    let known = std::iter::once(game.ruleset).chain(game.names());
    let distances = known.enumerate().filter_map(|(at, known)| {
        let plain = folded(known);
        let part = self::parts(known).iter().any(|part| part.len() > 3 && parts.contains(part));
        let begun = wanted.len() > 1 && plain.starts_with(wanted);
        let distance = strsim::damerau_levenshtein(wanted, &plain);
        let distance = if part || begun { distance.min(1) } else { distance };
        let titled = at > 0 && plain != folded(game.ruleset);
        let sounds = sound(known) == sound(wanted);
        (sounds || distance <= 1 + plain.len().min(wanted.len()) / 3).then_some((distance, titled, game.ruleset, known))
    });
    distances.min()
}

/// The words of a name, folded.
fn parts(name: &str) -> Vec<String> {
    name.split([' ', '-', '(', ')', '\'']).map(folded).filter(|part| !part.is_empty()).collect()
}
