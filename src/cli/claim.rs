//! Which of several programs solves a layer: a file says so, which its program rewrites again and again.
//!
//! A claim only saves work. Whoever solves a layer writes the same bytes into a file of its own and renames it, so two
//! programs with the same layer do no harm. So nothing here needs a clock that machines share, or a file system that
//! locks files: a claim is taken over when a program has watched it for some time, by its own clock, without any change.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A program rewrites its claim so often before others take it over.
const BEATS: u32 = 6;

/// A claim is read up to this number of bytes.
const MOST_BYTES: u64 = 200;

/// The claims of others, as a program has seen them.
pub(super) struct Claims {
    /// A word that no other program has.
    mark: String,
    /// Time without a change after which others may take over the claims of this program.
    patience: Duration,
    seen: HashMap<PathBuf, (String, Instant)>,
}

/// What became of an attempt to claim a layer.
pub(super) enum Attempt {
    /// The layer is this program's; another one had it before and is lost, whose mark this is.
    Taken(Claim, Option<String>),
    /// Another program has it.
    Held,
}

/// A layer that this program solves, until this is dropped.
pub(super) struct Claim {
    path: PathBuf,
    mark: String,
    /// Tells the thread that rewrites the claim to end.
    beating: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Claims {
    pub(super) fn new(mark: &str, patience: Duration) -> Claims {
        Claims { mark: mark.to_owned(), patience, seen: HashMap::new() }
    }

    /// Claims the layer of a file.
    pub(super) fn take(&mut self, path: &Path) -> io::Result<Attempt> {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => return self.begin(path, file, None),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) => {}
        }
        let found = match read(path) {
            Ok(found) => found,
            // its program has just finished
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Attempt::Held),
            Err(error) => return Err(error),
        };
        let now = Instant::now();
        let (before, since) = self.seen.entry(path.to_owned()).or_insert_with(|| (found.clone(), now));
        if *before != found {
            (*before, *since) = (found, now);
            return Ok(Attempt::Held);
        }
        let (mark, patience) = parts(&found).unwrap_or(("", self.patience));
        if now.duration_since(*since) < patience {
            return Ok(Attempt::Held);
        }
        // of several programs that take it over, one can rename the file
        let (aside, lost) = (path.with_extension(format!("{}.lost", self.mark)), mark.to_owned());
        if fs::rename(path, &aside).is_err() {
            return Ok(Attempt::Held);
        }
        let _ = fs::remove_file(&aside);
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => self.begin(path, file, Some(lost)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Attempt::Held),
            Err(error) => Err(error),
        }
    }

    fn begin(&mut self, path: &Path, mut file: File, lost: Option<String>) -> io::Result<Attempt> {
        self.seen.remove(path);
        file.write_all(text(&self.mark, self.patience, 0).as_bytes())?;
        drop(file);
        let (end, ended) = channel::<()>();
        let (own, mark, patience) = (path.to_owned(), self.mark.clone(), self.patience);
        let beat = move || {
            for beat in 1_u64.. {
                match ended.recv_timeout(patience / BEATS) {
                    // somebody else took it over: this program was thought to be lost
                    Err(RecvTimeoutError::Timeout) if !is_of(&own, &mark) => return,
                    // if it cannot be written now, it may be in a while
                    Err(RecvTimeoutError::Timeout) => drop(rewrite(&own, &text(&mark, patience, beat))),
                    _ => return,
                }
            }
        };
        let beating = Some((end, std::thread::Builder::new().spawn(beat)?));
        Ok(Attempt::Taken(Claim { path: path.to_owned(), mark: self.mark.clone(), beating }, lost))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some((end, beating)) = self.beating.take() {
            drop(end);
            let _ = beating.join();
        }
        if is_of(&self.path, &self.mark) {
            // if it stays, others wait a while
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The text of a claim: whose it is, for how many milliseconds it holds without a change, and a number that changes. All
/// texts of a program have the same length, so that none is ever cut.
fn text(mark: &str, patience: Duration, beat: u64) -> String {
    format!("{mark} {:012} {beat:020}\n", patience.as_millis())
}

/// Whose a claim is, and how long it holds.
fn parts(text: &str) -> Option<(&str, Duration)> {
    let mut words = text.split_whitespace();
    let (mark, patience) = (words.next()?, words.next()?.parse().ok()?);
    Some((mark, Duration::from_millis(patience)))
}

/// The mark of the program that claims the layer of a file; `None` if none does.
pub(super) fn claimant(path: &Path) -> Option<String> {
    let found = read(path).ok()?;
    Some(parts(&found).map_or_else(String::new, |(mark, _)| mark.to_owned()))
}

fn is_of(path: &Path, mark: &str) -> bool {
    claimant(path).is_some_and(|of| of == mark)
}

/// The text of a claim. The file is opened anew, so that a network file system asks the server for it.
fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn rewrite(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where something is wrong")]

    use super::*;

    fn taken(attempt: Attempt) -> (Claim, Option<String>) {
        match attempt {
            Attempt::Taken(claim, lost) => (claim, lost),
            Attempt::Held => panic!("it is held"),
        }
    }

    #[test]
    fn a_claim_holds_as_long_as_its_program_lives() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("layer.claim");
        let patience = Duration::from_millis(600);
        let (mut one, mut other) = (Claims::new("one", patience), Claims::new("other", patience));
        let (claim, lost) = taken(one.take(&path).unwrap());
        assert_eq!(lost, None);
        let began = Instant::now();
        while began.elapsed() < 3 * patience {
            assert!(matches!(other.take(&path).unwrap(), Attempt::Held), "{:?}", began.elapsed());
            std::thread::sleep(patience / 20);
        }
        drop(claim);
        assert!(!path.exists());
        drop(taken(other.take(&path).unwrap()));
    }

    #[test]
    fn a_claim_of_a_program_that_is_gone_is_taken_over_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("layer.claim");
        let patience = Duration::from_millis(200);
        // what a killed program leaves, and what it leaves if it was killed at once
        for (left, mark) in [(text("gone", patience, 7), "gone"), (String::new(), "")] {
            fs::write(&path, left).unwrap();
            let (mut one, mut other) = (Claims::new("one", patience), Claims::new("other", patience));
            assert!(matches!(one.take(&path).unwrap(), Attempt::Held));
            assert!(matches!(other.take(&path).unwrap(), Attempt::Held));
            std::thread::sleep(patience * 2);
            let (claim, lost) = taken(one.take(&path).unwrap());
            assert_eq!(lost.as_deref(), Some(mark));
            assert!(matches!(other.take(&path).unwrap(), Attempt::Held), "the new claim is another one");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
            drop(claim);
        }
    }

    #[test]
    fn a_claim_that_was_taken_over_is_left_to_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("layer.claim");
        let patience = Duration::from_secs(60);
        let (claim, _) = taken(Claims::new("slow", patience).take(&path).unwrap());
        fs::remove_file(&path).unwrap();
        let (other, _) = taken(Claims::new("other", patience).take(&path).unwrap());
        drop(claim);
        assert!(is_of(&path, "other"));
        drop(other);
    }
}
