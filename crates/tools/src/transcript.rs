//! Transcripts: saved games as plain text, with the rules and the players. A transcript is written line by line, so
//! that it is valid at any moment.
//!
//! ```text
//! mancala transcript 1
//! game: Krur
//! rules: krur
//! fingerprint: 4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a
//! set: no-move=the-end
//! South: person
//! North: search:2s
//!
//! 1. South d1
//! 2. North a2
//! result: South wins, 20 to 12
//! ```
//!
//! - `rules`: name of a shipped ruleset, or path of a rule file.
//! - `fingerprint`: the [`Source::fingerprint`] of the rule file.
//! - `set`: a chosen reading, one line for each.
//! - `readings`, if the rules have options: the reading of each that was in force, to compare.
//! - `from`, if needed: the position that the game began from, in the notation of
//!   [`position_text`](mod@mancala_engine::position_text).
//! - `match`, for a whole match: its limit, `match: at most 1000 rounds`.
//! - `lots`, for a match in which lots decide: the seed of the lots, a number.
//!
//! In a match, `round 2` stands before the first ply, or choice of a lay-out, of a round, and each round numbers its
//! plies from 1. `undo` takes the last ply back. `result` says how the game, the round or the match ended. Lines that
//! begin with `//` are ignored. So is text after the last line break: that line was not finished.

mod recorder;

use std::fmt::Write;

use mancala_engine::contest::{GameOrMatch, Start};
use mancala_engine::game::{IllegalMove, Position};
use mancala_engine::play::Referee;
use mancala_engine::position_text;
use mancala_rules::notation::{player, player_name};
use mancala_rules::problem::nearest;
use mancala_rules::rules::model::{Player, Rules};
use mancala_rules::source::{Source, without_mark};

pub use self::recorder::Recorder;

/// First line of a transcript.
const FIRST: &str = "mancala transcript 1";

/// Whether a text begins as a saved game does.
pub fn is_transcript(text: &str) -> bool {
    without_mark(text).starts_with("mancala transcript")
}

/// Keywords of the head other than names of players.
const WORDS: [&str; 8] = ["game", "rules", "fingerprint", "set", "readings", "from", "match", "lots"];

/// The head of a transcript: the lines above the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Name of the game.
    pub game: String,
    /// Name of a shipped ruleset, or path of a rule file.
    pub rules: String,
    /// Fingerprint of the rule file.
    pub fingerprint: String,
    /// Chosen readings: pairs of an option and a reading.
    pub settings: Vec<(String, String)>,
    /// Every reading that was in force, chosen or not; `None` if the rules have no options.
    pub readings: Option<String>,
    /// The player in each seat; any text on one line.
    pub players: Vec<String>,
    /// The position that the game began from, if not the start of the rules.
    pub from: Option<String>,
    /// For a whole match: most rounds played.
    pub rounds: Option<u32>,
    /// For a match in which lots decide: the seed of the lots.
    pub lots: Option<u64>,
}

/// A ply, or a choice of a lay-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Number of the round, from 1.
    pub round: u32,
    /// Number of the ply in its round, from 1.
    pub number: u32,
    /// Player of the ply.
    pub by: Player,
    /// The move in its notation.
    pub play: String,
    /// Line of the transcript, from 1.
    pub line: usize,
}

/// A result that a transcript records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Number of plies before it, without those taken back.
    pub after: usize,
    /// The result in words.
    pub text: String,
    /// Line of the transcript, from 1.
    pub line: usize,
}

/// A transcript that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The lines above the moves.
    pub head: Head,
    /// Plies played, without those taken back.
    pub plies: Vec<Ply>,
    /// Results of the game, of its rounds and of the match, without those taken back.
    pub results: Vec<Said>,
    /// Bytes of the text up to the last line break; the rest is an unfinished line.
    pub whole: usize,
    /// Number of the unfinished line, if there is one.
    pub broken_line: Option<usize>,
}

/// Why a text is not a transcript, or does not fit the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TranscriptError {
    /// Line of the transcript, from 1; `None` if the error concerns the whole text.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl TranscriptError {
    fn new(line: impl Into<Option<usize>>, message: impl Into<String>, help: impl Into<String>) -> Self {
        TranscriptError { line: line.into(), message: message.into(), help: help.into() }
    }
}

/// Whether two results are the same: one may begin with a capital.
pub fn same_result(one: &str, other: &str) -> bool {
    let parted = |text: &str| text.split_at_checked(1).map(|(first, rest)| (first.to_lowercase(), rest.to_owned()));
    one == other || parted(one).is_some_and(|one| Some(one) == parted(other))
}

/// Joins the words with single blanks: text without line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Head {
    /// The head of a new game. `file` names the rule file of the rules and their readings.
    pub fn new(
        rules: &Rules,
        source: &Source,
        file: &str,
        settings: &[(String, String)],
        players: Vec<String>,
    ) -> Head {
        Head {
            game: rules.about.name.clone(),
            rules: file.to_owned(),
            fingerprint: source.fingerprint(),
            settings: settings.to_vec(),
            readings: in_force(rules),
            players,
            from: None,
            rounds: None,
            lots: None,
        }
    }

    /// Adds the position that the game begins from; adds nothing for the start of the rules.
    pub fn begun_at(self, rules: &Rules, position: &Position) -> Head {
        let from = (*position != Position::start(rules)).then(|| position_text::format(&rules.board, position));
        Head { from, ..self }
    }

    /// Makes this the head of a whole match of at most `most_rounds` rounds, whose lots are drawn with the seed `lots`.
    pub fn of_match(self, rules: &Rules, most_rounds: u32, lots: u64) -> Head {
        Head { rounds: Some(most_rounds), lots: rules.draws_lots().then_some(lots), ..self }
    }

    /// Writes the head.
    pub fn text(&self) -> String {
        let mut text = format!("{FIRST}\n");
        let mut line = |word: &str, value: &str| {
            // writing to a string cannot fail
            let _ = writeln!(text, "{word}: {}", one_line(value));
        };
        line("game", &self.game);
        line("rules", &self.rules);
        line("fingerprint", &self.fingerprint);
        for (name, value) in &self.settings {
            line("set", &format!("{name}={value}"));
        }
        if let Some(readings) = &self.readings {
            line("readings", readings);
        }
        for (number, name) in self.players.iter().enumerate() {
            line(&player_name(self.players.len(), number), name);
        }
        if let Some(from) = &self.from {
            line("from", from);
        }
        if let Some(rounds) = self.rounds {
            line("match", &format!("at most {rounds} rounds"));
            if let Some(lots) = self.lots {
                line("lots", &lots.to_string());
            }
        }
        text.push('\n');
        text
    }
}

/// The readings of a game in one line.
fn in_force(rules: &Rules) -> Option<String> {
    let each = rules.options.iter().flat_map(|option| option.names.iter().zip(&option.values));
    let each: Vec<String> = each.map(|(name, value)| format!("{name}={value}")).collect();
    (!each.is_empty()).then(|| one_line(&each.join(", ")))
}

impl Transcript {
    /// Parses a transcript.
    ///
    /// # Errors
    ///
    /// The text is not a transcript, or a line is invalid, missing or repeated.
    pub fn parse(text: &str) -> Result<Transcript, TranscriptError> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (lines, rest) = text.split_at(whole);
        let mut lines = (1..).zip(without_mark(lines).lines().map(str::trim));
        match lines.next() {
            Some((_, FIRST)) => {}
            Some((line, other)) if other.starts_with("mancala transcript") => {
                let help = format!("this program reads `{FIRST}`; a newer version may read this file");
                return Err(TranscriptError::new(line, format!("`{other}` is another format of saved games"), help));
            }
            _ => {
                let help = format!("a saved game begins with the line `{FIRST}`");
                return Err(TranscriptError::new(1, "this is not a saved game", help));
            }
        }
        let mut reader = Reader::default();
        let mut plies_begun = false;
        let mut last = 1;
        for (line, said) in lines {
            last = line;
            if said.is_empty() || said.starts_with("//") {
                continue;
            }
            let is_ply = said.starts_with(|c: char| c.is_ascii_digit());
            let is_ply_word = said == "undo" || said.starts_with("round ") || said.starts_with("result:");
            if is_ply || is_ply_word {
                plies_begun = true;
                reader.moved(line, said)?;
            } else if plies_begun {
                let help = "write `1. South a1`, `round 2`, `undo`, `result: ..` or a note after `//` below the head";
                return Err(TranscriptError::new(line, format!("`{said}` cannot be read among the moves"), help));
            } else {
                reader.head(line, said)?;
            }
        }
        let head = reader.finish(last)?;
        let broken_line = (!rest.is_empty()).then_some(last + 1);
        Ok(Transcript { head, plies: reader.plies, results: reader.results, whole, broken_line })
    }

    /// Checks that the game was played by this rule file.
    ///
    /// # Errors
    ///
    /// The file has changed since, or is another file.
    pub fn check(&self, source: &Source) -> Result<(), TranscriptError> {
        let now = source.fingerprint();
        if now == self.head.fingerprint {
            return Ok(());
        }
        let short = |fingerprint: &str| fingerprint.chars().take(12).collect::<String>();
        let (before, now) = (short(&self.head.fingerprint), short(&now));
        Err(TranscriptError::new(
            None,
            format!("the rule file `{}` differs from the one of this game", source.name),
            format!("its fingerprint was {before}.. and is now {now}..; the file may have changed"),
        ))
    }

    /// Checks that the readings in force are those of the game.
    ///
    /// # Errors
    ///
    /// A reading differs: a line `set` is missing, or says something else.
    pub fn check_readings(&self, rules: &Rules) -> Result<(), TranscriptError> {
        let (Some(before), Some(now)) = (&self.head.readings, in_force(rules)) else { return Ok(()) };
        if *before == now {
            return Ok(());
        }
        let other = before.split(", ").find(|reading| !now.split(", ").any(|known| known == *reading));
        let message = format!("the game was played with `{}`, which is not in force", other.unwrap_or(before));
        let help = format!("a line such as `set: {}` chooses a reading; one may be missing", other.unwrap_or(before));
        Err(TranscriptError::new(None, message, help))
    }

    /// Replays the game from its beginning. Calls `each` at the beginning and after each ply. A finished round stays in
    /// place until the first ply of the next round.
    ///
    /// # Errors
    ///
    /// The beginning or a ply does not fit the rules.
    pub fn replay(
        &self,
        referee: &Referee,
        mut each: impl FnMut(&GameOrMatch, Option<&Ply>),
    ) -> Result<GameOrMatch, TranscriptError> {
        let mut table = self.begin(referee)?;
        each(&table, None);
        for ply in &self.plies {
            self.play(&mut table, ply)?;
            each(&table, Some(ply));
        }
        Ok(table)
    }

    fn begin(&self, referee: &Referee) -> Result<GameOrMatch, TranscriptError> {
        let rules = referee.rules();
        let players = rules.board.players.value;
        if self.head.players.len() != players {
            let message = format!("{} players are named, but this game has {players}", self.head.players.len());
            return Err(TranscriptError::new(None, message, "the head names each player on a separate line"));
        }
        let fault = |message: String| TranscriptError::new(None, message, "`mancala check` reports what is wrong");
        let start = match (self.head.rounds, &self.head.from) {
            (Some(rounds), _) => Start::Match { rounds, lots: self.head.lots.unwrap_or(0) },
            (None, None) => Start::Game(Position::start(rules)),
            (None, Some(text)) => position_text::parse(&rules.board, text)
                .map(Start::Game)
                .map_err(|error| TranscriptError::new(None, format!("`from`: {}", error.message), error.help))?,
        };
        match GameOrMatch::begin(referee.clone(), &start) {
            Some(begun) => begun.map_err(|error| fault(error.message)),
            None => {
                let message = format!("a match was saved, but {} describes only a single game", rules.about.name);
                Err(TranscriptError::new(None, message, "the rule file may have changed"))
            }
        }
    }

    fn play(&self, table: &mut GameOrMatch, ply: &Ply) -> Result<(), TranscriptError> {
        let players = self.head.players.len();
        let Ply { round, number, by, play, line } = ply;
        let place =
            if self.head.rounds.is_some() { format!("round {round}, ply {number}") } else { format!("ply {number}") };
        let played = format!("{place}: `{} {play}`", player_name(players, *by));
        let refused = |message: String, help: String| Err(TranscriptError::new(*line, message, help));
        if let Err(fault) = table.go_on() {
            return refused(
                format!("{played} cannot be played: {fault}"),
                "`mancala check` reports what is wrong".into(),
            );
        }
        if table.is_over() {
            return refused(
                format!("{played} comes after the end of the game"),
                "cut the file off before this line".into(),
            );
        }
        if table.round() != *round {
            let message = format!("{played} is in the wrong round: round {} is in play", table.round());
            return refused(message, "rounds are numbered one after the other, from 1".into());
        }
        match table.to_move() {
            Some(mover) if mover != *by => {
                let mover = player_name(players, mover);
                return refused(
                    format!("{played}, but {mover} is to move"),
                    format!("legal: {}", table.legal_names().join(" ")),
                );
            }
            _ => {}
        }
        match table.play_named(play) {
            Ok(()) => Ok(()),
            Err(IllegalMove::Fault(fault)) => {
                refused(format!("{played} cannot be played: {fault}"), "`mancala check` reports what is wrong".into())
            }
            Err(_) => refused(format!("{played} is not legal"), format!("legal: {}", table.legal_names().join(" "))),
        }
    }
}

/// State of the parser.
#[derive(Default)]
struct Reader {
    /// Keywords of the head with their values and line numbers.
    given: Vec<(String, String, usize)>,
    plies: Vec<Ply>,
    results: Vec<Said>,
    /// Number of the current round, and of its plies that were not taken back.
    at: (u32, u32),
    /// Players named in the head, in order.
    players: Vec<String>,
}

impl Reader {
    /// Parses a line of the head.
    fn head(&mut self, line: usize, said: &str) -> Result<(), TranscriptError> {
        let Some((word, value)) = said.split_once(':') else {
            let help = "a line of the head is a word, a colon and a value, such as `game: Krur`";
            return Err(TranscriptError::new(line, format!("`{said}` cannot be read"), help));
        };
        let (word, value) = (word.trim(), value.trim());
        let is_player = (1..=6).any(|players| player(players, word).is_some());
        if !WORDS.contains(&word) && !is_player {
            let like = nearest(word, WORDS.into_iter().chain(["South", "North"]));
            let help = match like {
                Some(like) => format!("did you mean `{like}`?"),
                None => {
                    format!("the head has `{}`, and names the players, such as `South: random`", WORDS.join("`, `"))
                }
            };
            return Err(TranscriptError::new(line, format!("the head of a saved game has no line `{word}`"), help));
        }
        if word != "set" && self.given.iter().any(|(known, ..)| known == word) {
            return Err(TranscriptError::new(line, format!("`{word}` occurs twice in the head"), "give it once"));
        }
        if is_player {
            self.players.push(word.to_owned());
        }
        self.given.push((word.to_owned(), value.to_owned(), line));
        Ok(())
    }

    /// Parses a line below the head.
    fn moved(&mut self, line: usize, said: &str) -> Result<(), TranscriptError> {
        if let Some(text) = said.strip_prefix("result:") {
            self.results.push(Said { after: self.plies.len(), text: one_line(text), line });
            return Ok(());
        }
        if self.at.0 == 0 {
            self.at = (1, 0);
        }
        let (round, number) = self.at;
        if said == "undo" {
            let Some(ply) = self.plies.pop() else {
                return Err(TranscriptError::new(
                    line,
                    "`undo` takes back a ply, but no ply comes before it",
                    "leave it out",
                ));
            };
            self.at = (ply.round, ply.number - 1);
            self.results.retain(|result| result.after <= self.plies.len());
            return Ok(());
        }
        if let Some(next) = said.strip_prefix("round ") {
            return match next.trim().parse::<u32>() {
                Ok(next) if next == round && number == 0 || next == round + 1 && number > 0 => {
                    self.at = (next, 0);
                    Ok(())
                }
                _ => {
                    let due = if number == 0 { round } else { round + 1 };
                    Err(TranscriptError::new(line, format!("`{said}` is out of order"), format!("round {due} is next")))
                }
            };
        }
        let wrong = |help: String| TranscriptError::new(line, format!("`{said}` is not a ply"), help);
        let players = self.players.len();
        let example = || {
            format!(
                "write the number, the player and the move, such as `{}. {} a1`",
                number + 1,
                player_name(players, 0)
            )
        };
        let (given, rest) = said.split_once('.').ok_or_else(|| wrong(example()))?;
        let (name, play) = rest.trim().rsplit_once(' ').ok_or_else(|| wrong(example()))?;
        let Some(by) = player(players, name.trim()) else {
            let names: Vec<String> = (0..players).map(|player| player_name(players, player)).collect();
            return Err(wrong(format!("the head names {}", names.join(" and "))));
        };
        if given.trim().parse() != Ok(number + 1) {
            return Err(wrong(format!("ply {} is next; a line may be missing", number + 1)));
        }
        self.at = (round, number + 1);
        self.plies.push(Ply { round, number: number + 1, by, play: play.to_owned(), line });
        Ok(())
    }

    /// Completes the head after the last line.
    fn finish(&mut self, last: usize) -> Result<Head, TranscriptError> {
        let find = |word: &str| self.given.iter().find(|(known, ..)| known == word);
        let needed = |word: &str| {
            let missing = || {
                let message = format!("the head of this saved game has no line `{word}`");
                TranscriptError::new(last, message, "the file may be incomplete")
            };
            find(word).map(|(_, value, _)| value.clone()).ok_or_else(missing)
        };
        let mut settings = Vec::new();
        for (_, value, line) in self.given.iter().filter(|(word, ..)| word == "set") {
            let Some((name, value)) = value.split_once('=') else {
                let help = "write a name and a value, such as `set: no-move=the-end`";
                return Err(TranscriptError::new(*line, format!("`set: {value}` does not choose a reading"), help));
            };
            settings.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let unread = |word: &str, value: &str, line: usize, help: &str| {
            TranscriptError::new(line, format!("`{word}: {value}` cannot be read"), help)
        };
        let rounds = find("match").map(|(word, value, line)| {
            let number = value.strip_prefix("at most ").and_then(|rest| rest.strip_suffix(" rounds"));
            let number = number.and_then(|number| number.trim().parse().ok());
            number.ok_or_else(|| unread(word, value, *line, "write `match: at most 1000 rounds`"))
        });
        let lots = find("lots").map(|(word, value, line)| {
            value.parse().map_err(|_| unread(word, value, *line, "write a whole number, as in `lots: 7`"))
        });
        let (rounds, lots) = (rounds.transpose()?, lots.transpose()?);
        let players = self.players.len();
        let names: Vec<String> = (0..players).map(|player| player_name(players, player)).collect();
        let named = names.iter().map(|name| needed(name)).collect::<Result<Vec<_>, _>>()?;
        if named.is_empty() {
            needed("South")?;
        }
        Ok(Head {
            game: needed("game")?,
            rules: needed("rules")?,
            fingerprint: needed("fingerprint")?,
            settings,
            readings: find("readings").map(|(_, value, _)| value.clone()),
            players: named,
            from: find("from").map(|(_, value, _)| value.clone()),
            rounds,
            lots,
        })
    }
}
