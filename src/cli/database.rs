//! Databases of values in folders. Layers are written one by one, so that nothing is lost when the program is killed;
//! opening a database checks every checksum.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use std::sync::Arc;

use rayon::prelude::*;

use super::Failure;
use super::game::Loaded;
use super::shelf::{Shelf, open};
use crate::solver::blocks::{Blocks, Unpacker, pack, table_bytes};
use crate::solver::database::{Checksum, Damage, HEAD_BYTES, TITLE_FILE, Title};
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

/// Why a layer cannot be read.
enum Unread {
    Io(io::Error),
    Damage(Damage),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Unread::Io(error)
    }
}

impl From<Damage> for Unread {
    fn from(damage: Damage) -> Self {
        Unread::Damage(damage)
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
                database.put(&path, |file| file.write_all(text.as_bytes()))?;
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
        let layers = solver.layers();
        let looked = layers.par_iter().enumerate().map(|(number, layer)| database.read(number, layer, |_| {}));
        let looked: Vec<Option<(Solved, Blocks)>> = looked.collect::<Result<_, Failure>>()?;
        let solved: Vec<_> = looked
            .iter()
            .enumerate()
            .filter_map(|(number, layer)| layer.as_ref().map(|(solved, _)| (number, solved.circling, solved.settled)))
            .collect();
        let shelf = looked
            .into_iter()
            .enumerate()
            .map(|(number, layer)| layer.map(|(_, blocks)| (folder.join(database.title.file(number)), blocks)));
        let shelf = Arc::new(Shelf::new(shelf.collect()).map_err(|error| wrong(folder, error))?);
        let values = Values::kept(layers.len(), shelf, solved.into_iter());
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
        // the memory that was planned for: a list that grows would take up to twice as much
        let mut values = Vec::with_capacity(usize::try_from(layer.positions).unwrap_or(0));
        let read = self.read(number, layer, |more| values.extend_from_slice(more))?;
        Ok(read.map(|(solved, _)| Solved { values, ..solved }))
    }

    /// Reads a layer, and calls `each` for the values of each of its blocks; `None` if it was not written. Returns the
    /// layer without its values, and where its blocks lie.
    fn read(&self, number: usize, layer: &Layer, each: impl FnMut(&[i8])) -> Result<Option<(Solved, Blocks)>, Failure> {
        let path = self.folder.join(self.title.file(number));
        let file = match open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(&path, error)),
        };
        match self.read_from(file, number, layer, each) {
            Ok(read) => Ok(Some(read)),
            Err(Unread::Io(error)) => Err(wrong(&path, error)),
            Err(Unread::Damage(damage)) => Err(wrong(&path, damage)
                .help("remove this file, and `mancala solve` computes it again; or give another folder")),
        }
    }

    fn read_from(
        &self,
        file: File,
        number: usize,
        layer: &Layer,
        mut each: impl FnMut(&[i8]),
    ) -> Result<(Solved, Blocks), Unread> {
        let mut file = BufReader::new(file);
        let mut next = |count: u64| -> io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            Read::by_ref(&mut file).take(count).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let (solved, sum) = self.title.read_head(number, layer, &next(HEAD_BYTES as u64)?)?;
        let blocks = Blocks::read(layer.positions, &next(table_bytes(layer.positions))?)?;
        let (mut unpacker, mut own) = (Unpacker::new()?, Checksum::default());
        for block in 0..blocks.count() {
            let length = blocks.place(block).map_or(0, |(_, length)| length as u64);
            let values = blocks.unpack(block, &next(length)?, &mut unpacker)?;
            own.add(&values);
            each(&values);
        }
        if !next(1)?.is_empty() {
            return Err(Damage::Damaged("it is longer than its blocks".to_owned()).into());
        }
        if own.of_all() != sum {
            return Err(Damage::Damaged("its values have changed since they were written (checksum)".to_owned()).into());
        }
        Ok((solved, blocks))
    }

    /// Writes a layer, either whole or not at all.
    pub(super) fn write(&self, number: usize, layer: &Layer, solved: &Solved) -> Result<(), Failure> {
        let path = self.folder.join(self.title.file(number));
        let head = self.title.head(number, layer, solved);
        self.put(&path, |file| {
            file.write_all(&head)?;
            // the table comes before the blocks, and their lengths are known after them
            file.write_all(&vec![0; table_bytes(layer.positions) as usize])?;
            let table = pack(&solved.values, |block| file.write_all(block))?;
            file.seek(SeekFrom::Start(HEAD_BYTES as u64))?;
            file.write_all(&table)
        })
    }

    /// Writes a file under another name and renames it once it is on the disk.
    fn put(&self, path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Failure> {
        let part = path.with_extension("part");
        let written = || -> io::Result<()> {
            let mut file = File::create(&part)?;
            write(&mut file)?;
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
