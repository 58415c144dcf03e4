//! Files of saved games: written line by line while a game is played, and read back.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use super::Failure;
use super::game::Loaded;
use crate::play::Referee;
use crate::rules::model::Player;
use crate::transcript::{Head, Recorder, Transcript, TranscriptError};

/// The largest size of a saved game, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;

/// The file of a saved game that is being written.
pub(super) struct Saved {
    file: File,
    name: String,
    recorder: Recorder,
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
        let mut saved = Saved { file, name: name.to_owned(), recorder };
        saved.write(&text)?;
        Ok(saved)
    }

    /// Continues a file that was read; an incomplete last line is cut off.
    pub(super) fn resume(name: &str, transcript: &Transcript) -> Result<Saved, Failure> {
        let whole = u64::try_from(transcript.whole).unwrap_or(u64::MAX);
        let opened = OpenOptions::new().append(true).open(name);
        let file = opened.and_then(|file| file.set_len(whole).map(|()| file)).map_err(|error| {
            let help = "to continue a copy, name a new file with `--save`";
            Failure::wrong_use(format!("`{name}` cannot be written: {error}")).help(help)
        })?;
        Ok(Saved { file, name: name.to_owned(), recorder: Recorder::resume(transcript) })
    }

    /// The name of the file.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Records that the last ply is taken back.
    pub(super) fn taken_back(&mut self) -> Result<(), Failure> {
        let text = self.recorder.undo();
        self.write(&text)
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
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Failure::wrong_use(format!("`{}` cannot be written: {error}", self.name)))
    }
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
    let referee = Referee::tables(&loaded.rules);
    transcript.replay(&referee, |_, _| {}).map_err(|error| failure(name, error))?;
    Ok(has_changed)
}

fn failure(name: &str, error: TranscriptError) -> Failure {
    let place = error.line.map_or(name.to_owned(), |line| format!("{name}, line {line}"));
    Failure::wrong_use(format!("{place}: {}", error.message)).help(error.help)
}
