//! Databases of values in folders. Layers are written one by one, so that nothing is lost when the program is killed;
//! reading checks every checksum.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::Failure;
use super::game::Loaded;
use crate::solver::database::{HEAD_BYTES, TITLE_FILE, Title, pieces};
use crate::solver::{Book, Layer, Refusal, Solved, Solver, Values};

/// A title has at most this number of bytes.
const MOST_TITLE: u64 = 1 << 20;

/// A database in a folder.
#[derive(Debug)]
pub(super) struct Database {
    folder: PathBuf,
    pub(super) title: Title,
    /// Held while layers are written.
    _lock: Option<File>,
}

/// The failure for a database that cannot be used.
fn wrong(path: &Path, what: impl std::fmt::Display) -> Failure {
    Failure::wrong_use(format!("the database `{}` cannot be used: {what}", path.display()))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::unwritten(path, error).help("layers that are already written stay; the same command continues from them")
}

/// Whether a folder cannot be written to at all.
fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Opens a file of a database. A pipe or a device, which may never end, is refused.
fn open(path: &Path) -> io::Result<File> {
    // opening a pipe would wait for somebody who writes into it
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    File::open(path)
}

/// The title of the database in a folder; `None` if the folder holds no database.
pub(super) fn title_in(folder: &Path) -> Result<Option<Title>, Failure> {
    let path = folder.join(TITLE_FILE);
    let mut text = String::new();
    match open(&path).and_then(|file| file.take(MOST_TITLE).read_to_string(&mut text)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(&path, error)),
        Ok(_) => Title::read(&text).map(Some).map_err(|damage| wrong(&path, damage)),
    }
}

impl Database {
    /// Opens the database of a folder to continue it, or begins one.
    pub(super) fn begin(folder: &Path, title: Title) -> Result<Database, Failure> {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        let lock_path = folder.join("database.lock");
        let lock = match File::create(&lock_path) {
            Ok(lock) => Some(lock),
            // nobody can write there, so what is there is read; a layer that is missing cannot be added
            Err(error) if is_read_only(&error) && folder.join(TITLE_FILE).is_file() => None,
            Err(error) => return Err(unwritable(&lock_path, &error)),
        };
        match lock.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => {
                return Err(wrong(folder, "another program is writing to it").help("wait until that program ends"));
            }
            // where files cannot be locked, other programs are not kept out
            None | Some(Ok(()) | Err(TryLockError::Error(_))) => {}
        }
        let database = Database { folder: folder.to_owned(), title, _lock: lock };
        match title_in(folder)? {
            Some(found) => found
                .same(&database.title)
                .map_err(|damage| wrong(folder, damage).help("give another folder with `--db`, or remove this one"))?,
            None => {
                let path = folder.join(TITLE_FILE);
                let text = database.title.text();
                database.put(&path, std::iter::once(text.into_bytes()))?;
            }
        }
        Ok(database)
    }

    /// Opens the database of a folder for lookups: the layout of the game and all existing layers.
    pub(super) fn look_up(folder: &Path, loaded: &Loaded) -> Result<Book, Failure> {
        let Some(title) = title_in(folder)? else {
            let message = format!("there is no database in `{}`", folder.display());
            return Err(Failure::wrong_use(message).help("`mancala solve GAME --db FOLDER` makes one"));
        };
        let refused = |refusal: Refusal| wrong(folder, refusal);
        let solver = Solver::new(&loaded.rules, Some(title.most_seeds), title.trust).map_err(refused)?;
        let wanted = Title::new(&solver, &loaded.rules, loaded.ruleset.source.fingerprint());
        title.same(&wanted).map_err(|damage| wrong(folder, damage))?;
        let database = Database { folder: folder.to_owned(), title, _lock: None };
        let mut values = Values::new(solver.layers().len());
        for (number, layer) in solver.layers().iter().enumerate() {
            if let Some(solved) = database.layer(number, layer)? {
                values.put(number, solved);
            }
        }
        Ok(Book { solver, values })
    }

    /// Removes the layers of another plan.
    pub(super) fn clear(folder: &Path) -> Result<(), Failure> {
        if let Some(title) = title_in(folder)? {
            for layer in 0..title.layers {
                remove(&folder.join(title.file(layer)))?;
            }
            remove(&folder.join(TITLE_FILE))?;
        }
        Ok(())
    }

    /// Reads a layer; `None` if it was not written.
    pub(super) fn layer(&self, number: usize, layer: &Layer) -> Result<Option<Solved>, Failure> {
        let path = self.folder.join(self.title.file(number));
        let mut file = match open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(&path, error)),
        };
        let mut head = Vec::with_capacity(HEAD_BYTES);
        let read = Read::by_ref(&mut file).take(HEAD_BYTES as u64).read_to_end(&mut head);
        read.map_err(|error| wrong(&path, error))?;
        let mut values = Vec::with_capacity(usize::try_from(layer.positions).unwrap_or(0));
        let mut piece = vec![0; 1 << 16];
        while values.len() as u64 <= layer.positions {
            let count = file.read(&mut piece).map_err(|error| wrong(&path, error))?;
            if count == 0 {
                break;
            }
            values.extend(piece.iter().take(count).map(|byte| *byte as i8));
        }
        let solved = self.title.layer(number, layer, &head, values);
        solved.map(Some).map_err(|damage| {
            wrong(&path, damage).help("remove this file, and `mancala solve` computes it again; or give another folder")
        })
    }

    /// Writes a layer, either whole or not at all.
    pub(super) fn write(&self, number: usize, layer: &Layer, solved: &Solved) -> Result<(), Failure> {
        let path = self.folder.join(self.title.file(number));
        let head = self.title.head(number, layer, solved);
        self.put(&path, std::iter::once(head.to_vec()).chain(pieces(&solved.values)))
    }

    /// Writes a file under another name and renames it once it is on the disk.
    fn put(&self, path: &Path, pieces: impl Iterator<Item = Vec<u8>>) -> Result<(), Failure> {
        let part = path.with_extension("part");
        let written = || -> io::Result<()> {
            let mut file = File::create(&part)?;
            for piece in pieces {
                file.write_all(&piece)?;
            }
            file.sync_all()?;
            fs::rename(&part, path)?;
            // a folder that cannot be synchronised is no reason to stop
            if let Ok(folder) = File::open(&self.folder) {
                let _ = folder.sync_all();
            }
            Ok(())
        };
        written().map_err(|error| unwritable(path, &error))
    }
}

fn remove(path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritable(path, &error)),
        _ => Ok(()),
    }
}
