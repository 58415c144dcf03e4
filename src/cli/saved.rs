//! Files of saved games: written line by line while a game is played, and read back.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use mancala_engine::contest::{GameOrMatch, Match};
use mancala_engine::outcome::{match_result, result};
use mancala_engine::play::{Game, Referee};
use mancala_rules::rules::model::{Player, Rules};
use mancala_tools::transcript::{Head, Ply, Recorder, Transcript, TranscriptError, same_result};

use super::Failure;
use super::game::Loaded;

/// The largest size of a saved game, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;

/// The file of a saved game that is being written.
pub(super) struct Saved {
    file: File,
    name: String,
    recorder: Recorder,
    /// Bytes to which the file is cut before anything is written: an incomplete last line stays until then.
    whole: Option<u64>,
    /// Whether its lines end with CR and LF.
    crlf: bool,
}

impl Saved {
    /// Creates a new file; an existing file is an error.
    pub(super) fn begin(name: &str, head: &Head) -> Result<Saved, Failure> {
        let file = OpenOptions::new().write(true).create_new(true).open(name).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                let message = format!("`{name}` already exists and is not overwritten");
                Failure::wrong_use(message).help("choose another name, or remove the file")
            }
            _ => Failure::wrong_use(format!("`{name}` cannot be written: {error}")),
        })?;
        let (recorder, text) = Recorder::begin(head);
        let mut saved = Saved { file, name: name.to_owned(), recorder, whole: None, crlf: false };
        saved.write(&text)?;
        Ok(saved)
    }

    /// Continues a file that was read. Nothing is written before another ply is played; then an incomplete last line is
    /// cut off.
    pub(super) fn resume(name: &str, transcript: &Transcript) -> std::io::Result<Saved> {
        let file = OpenOptions::new().append(true).open(name)?;
        let whole = Some(u64::try_from(transcript.whole).unwrap_or(u64::MAX));
        let crlf = has_crlf(name);
        Ok(Saved { file, name: name.to_owned(), recorder: Recorder::resume(transcript), whole, crlf })
    }

    /// The name of the file.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Records that the last ply is taken back.
    pub(super) fn taken_back(&mut self) {
        self.recorder.undo();
    }

    /// Records a ply, or a choice of a lay-out, in a round.
    pub(super) fn ply(&mut self, round: u32, by: Player, play: &str) -> Result<(), Failure> {
        let text = self.recorder.ply(round, by, play);
        self.write(&text)
    }

    /// Records the result of a game, a round or a match.
    pub(super) fn result(&mut self, text: &str) -> Result<(), Failure> {
        let text = self.recorder.result(text);
        self.write(&text)
    }

    /// Writes lines to the file at once, so that nothing is lost if the program is killed.
    fn write(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Ok(());
        }
        let cut = self.whole.take().map_or(Ok(()), |whole| self.file.set_len(whole));
        let text = if self.crlf { text.replace('\n', "\r\n") } else { text.to_owned() };
        let written = cut.and_then(|()| self.file.write_all(text.as_bytes()));
        written.map_err(|error| Failure::wrong_use(format!("`{}` cannot be written: {error}", self.name)))
    }
}

/// Whether the first line of a file ends with CR and LF.
fn has_crlf(name: &str) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(name).and_then(|file| file.take(4096).read_to_end(&mut bytes));
    let end = bytes.iter().position(|byte| *byte == b'\n');
    read.is_ok() && end.is_some_and(|end| end > 0 && bytes[end - 1] == b'\r')
}

/// The head of the file of a new game.
pub(super) fn head(typed: &str, settings: &[(String, String)], loaded: &Loaded, players: Vec<String>) -> Head {
    let source = &loaded.ruleset.source;
    // a ruleset inside the program is named as `list` names it, a file by its path
    let is_file = typed.contains(['/', '.']) || Path::new(typed).is_file();
    let file = if is_file { typed } else { source.name.strip_suffix(".mancala").unwrap_or(&source.name) };
    Head::new(&loaded.rules, source, file, settings, players)
}

/// Whether the first bytes of a file are as a test asks; false if it cannot be read, which is told where it is read.
pub(super) fn begins(name: &str, test: impl Fn(&str) -> bool) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(name).and_then(|file| file.take(64).read_to_end(&mut bytes));
    read.is_ok() && test(&String::from_utf8_lossy(&bytes))
}

/// Reads a saved game.
pub(super) fn read(name: &str) -> Result<Transcript, Failure> {
    if Path::new(name).is_dir() {
        return Err(Failure::wrong_use(format!("`{name}` is a folder")).help("give the path of a saved game"));
    }
    let mut bytes = Vec::new();
    let read = File::open(name).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let help = "`mancala run GAME --save FILE` writes one";
            return Err(Failure::wrong_use(format!("there is no file `{name}`")).help(help));
        }
        Err(error) => return Err(Failure::wrong_use(format!("`{name}` cannot be read: {error}"))),
        Ok(_) if bytes.len() as u64 > LARGEST => {
            return Err(Failure::wrong_use(format!(
                "`{name}` is too large for a saved game: more than {LARGEST} bytes"
            )));
        }
        Ok(_) => {}
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let whole = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(&error.as_bytes()[..whole]).into_owned();
            // an incomplete last line may end within a character
            if error.as_bytes()[whole..].contains(&b'\n') {
                let line = text.matches('\n').count() + 1;
                return Err(Failure::wrong_use(format!("`{name}` is not text in UTF-8: line {line}")));
            }
            text + "?"
        }
    };
    Transcript::parse(&text).map_err(|error| failure(name, error))
}

/// Checks that a saved game can be replayed: every ply must be legal, and the rules must be unchanged unless `changed`
/// allows changed rules. Returns whether the rules have changed.
pub(super) fn check(name: &str, transcript: &Transcript, loaded: &Loaded, changed: bool) -> Result<bool, Failure> {
    let same = transcript.check(&loaded.ruleset.source);
    let has_changed = same.is_err();
    if !changed {
        same.map_err(|mut error| {
            error.help.push_str(
                "\n  restore the old rule file, or give `--changed` to use the new rules as far as the moves are legal",
            );
            failure(name, error)
        })?;
    }
    let rules = &loaded.rules;
    if !has_changed {
        transcript.check_readings(rules).map_err(|error| failure(name, error))?;
    }
    let referee = Referee::tables(rules);
    let (mut played, mut wrong) = (0, None);
    let each = |table: &GameOrMatch, ply: Option<&Ply>| {
        played += usize::from(ply.is_some());
        let recorded = transcript.results.iter().filter(|result| result.after == played && !has_changed);
        let mut recorded = recorded.peekable();
        if wrong.is_none() && recorded.peek().is_some() {
            let known = results(rules, table);
            wrong = recorded.find(|result| !known.iter().any(|known| same_result(known, &result.text))).map(|result| {
                let message = match known.last() {
                    Some(known) => format!("the result is recorded as `{}`, but it is: {known}", result.text),
                    None => format!("the result is recorded as `{}`, but the game is not over here", result.text),
                };
                let help = "a ply or a reading may be missing, or the line was changed; leave the line out to replay";
                TranscriptError { line: Some(result.line), message, help: help.to_owned() }
            });
        }
    };
    transcript.replay(&referee, each).map_err(|error| failure(name, error))?;
    wrong.map_or(Ok(has_changed), |error| Err(failure(name, error)))
}

/// The results that a game or a match has now, in words: of the game or the round, and of the match.
fn results(rules: &Rules, table: &GameOrMatch) -> Vec<String> {
    let mut known: Vec<String> =
        table.game().and_then(Game::outcome).iter().map(|ending| result(rules, ending)).collect();
    let mut after = table.clone();
    if table.is_between_rounds()
        && after.go_on().is_ok()
        && let Some(ending) = after.contest().and_then(Match::ending)
    {
        known.push(match_result(rules, ending));
    }
    if let Some(ending) = table.contest().and_then(Match::ending) {
        known.push(match_result(rules, ending));
    }
    known
}

fn failure(name: &str, error: TranscriptError) -> Failure {
    let place = error.line.map_or(name.to_owned(), |line| format!("{name}, line {line}"));
    Failure::wrong_use(format!("{place}: {}", error.message)).help(error.help)
}
