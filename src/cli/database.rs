//! Databases of values in folders. Layers are written one by one, so that nothing is lost when the program is killed;
//! opening a database checks every checksum.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mancala_engine::solver::blocks::{Blocks, Packer, Unpacker, VALUES, table_bytes};
use mancala_engine::solver::database::{Checksum, Damage, HEAD_BYTES, TITLE_FILE, Title};
use mancala_engine::solver::{Book, Layer, Refusal, Solved, Solver, Trust, Values};
use rayon::prelude::*;

use super::Failure;
use super::game::Loaded;
use super::shelf::{Shelf, open};

/// A title has at most this number of bytes.
const MOST_TITLE: u64 = 1 << 20;

/// A database in a folder.
#[derive(Debug)]
pub(super) struct Database {
    folder: PathBuf,
    pub(super) title: Title,
    /// Held while layers are written.
    _lock: Option<File>,
    /// What the names of files have in them that this program has not finished.
    mark: String,
}

/// How a program uses a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It alone writes.
    Alone,
    /// Others that do the same may write, too.
    Together,
    /// It reads while another program of the same work writes.
    Reading,
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
    pub(super) fn begin(folder: &Path, title: Title, how: Use) -> Result<Database, Failure> {
        if how == Use::Reading {
            return Ok(Database { folder: folder.to_owned(), title, _lock: None, mark: String::new() });
        }
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        let lock_path = folder.join("database.lock");
        let lock = match File::create(&lock_path) {
            Ok(lock) => Some(lock),
            // nobody can write there, so what is there is read; a layer that is missing cannot be added
            Err(error) if is_read_only(&error) && folder.join(TITLE_FILE).is_file() => None,
            Err(error) => return Err(unwritable(&lock_path, &error)),
        };
        let (locked, mark) = match how {
            Use::Together => (lock.as_ref().map(File::try_lock_shared), token()),
            _ => (lock.as_ref().map(File::try_lock), String::new()),
        };
        match locked {
            Some(Err(TryLockError::WouldBlock)) => {
                let help = match how {
                    Use::Together => "programs share a folder if all of them are started with `--together`",
                    _ => "wait until that program ends",
                };
                return Err(wrong(folder, "another program is writing to it").help(help));
            }
            // where files cannot be locked, other programs are not kept out
            None | Some(Ok(()) | Err(TryLockError::Error(_))) => {}
        }
        let database = Database { folder: folder.to_owned(), title, _lock: lock, mark };
        match title_in(folder)? {
            Some(found) => found
                .same(&database.title)
                .map_err(|damage| wrong(folder, damage).help("give another folder with `--db`, or remove this one"))?,
            None => database.entitle()?,
        }
        Ok(database)
    }

    /// Writes the title.
    fn entitle(&self) -> Result<(), Failure> {
        let text = self.title.text();
        self.put(&self.folder.join(TITLE_FILE), |file| file.write_all(text.as_bytes()))
    }

    /// Gives the folder of several programs the title of another plan. What was written by the old one is replaced, layer
    /// by layer.
    pub(super) fn replan(folder: &Path, title: Title) -> Result<(), Failure> {
        Database { folder: folder.to_owned(), title, _lock: None, mark: token() }.entitle()
    }

    /// Whether the folder still has the title of this plan.
    pub(super) fn is_current(&self) -> Result<bool, Failure> {
        Ok(title_in(&self.folder)?.as_ref() == Some(&self.title))
    }

    /// Whether a layer was written, by whatever plan.
    pub(super) fn has(&self, number: usize) -> bool {
        self.path(number).is_file()
    }

    /// The file of a layer.
    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(self.title.file(number))
    }

    /// The file in which a program says that it solves a layer.
    pub(super) fn claim_path(&self, number: usize) -> PathBuf {
        self.path(number).with_extension("claim")
    }

    /// What the names of files have in them that this program has not finished.
    pub(super) fn mark(&self) -> &str {
        &self.mark
    }

    /// Removes what a program has left of a layer that it did not finish.
    pub(super) fn sweep_up(&self, number: usize, mark: &str) {
        // what cannot be removed does no harm
        let _ = fs::remove_file(part(&self.path(number), mark));
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
        let database = Database { folder: folder.to_owned(), title, _lock: None, mark: String::new() };
        let values = database.values(&solver)?;
        Ok(Book { solver, values })
    }

    /// The values of all layers that are there, which stay in their files.
    pub(super) fn values(&self, solver: &Solver) -> Result<Values, Failure> {
        let layers = solver.layers();
        let looked = layers.par_iter().enumerate().map(|(number, layer)| self.read(number, layer, |_| {}));
        let looked: Vec<Option<(Solved, Blocks)>> = looked.collect::<Result<_, Failure>>()?;
        let solved: Vec<_> = looked
            .iter()
            .enumerate()
            .filter_map(|(number, layer)| layer.as_ref().map(|(solved, _)| (number, solved.circling, solved.settled)))
            .collect();
        let shelf =
            looked.into_iter().enumerate().map(|(number, layer)| layer.map(|(_, blocks)| (self.path(number), blocks)));
        let shelf = Arc::new(Shelf::new(shelf.collect()).map_err(|error| wrong(&self.folder, error))?);
        Ok(Values::kept(layers.len(), shelf, solved.into_iter()))
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

    /// Reads a layer, and the checksum of its values; `None` if it was not written.
    pub(super) fn layer(&self, number: usize, layer: &Layer) -> Result<Option<(Solved, u32)>, Failure> {
        self.share(number, layer, &(0..layer.positions))
    }

    /// Reads a range of the values of a layer, and the checksum of all its values; `None` if it was not written.
    pub(super) fn share(
        &self,
        number: usize,
        layer: &Layer,
        range: &Range<u64>,
    ) -> Result<Option<(Solved, u32)>, Failure> {
        // the memory that was planned for: a list that grows would take up to twice as much
        let mut values = Vec::with_capacity(usize::try_from(range.end - range.start).unwrap_or(0));
        let read = self.read_range(number, layer, range, |more| values.extend_from_slice(more))?;
        Ok(read.map(|(solved, sum, _)| (Solved { values, ..solved }, sum)))
    }

    /// Reads a layer, and calls `each` for the values of each of its blocks; `None` if it was not written. Returns the
    /// layer without its values, and where its blocks lie.
    fn read(&self, number: usize, layer: &Layer, each: impl FnMut(&[i8])) -> Result<Option<(Solved, Blocks)>, Failure> {
        let read = self.read_range(number, layer, &(0..layer.positions), each)?;
        Ok(read.map(|(solved, _, blocks)| (solved, blocks)))
    }

    fn read_range(
        &self,
        number: usize,
        layer: &Layer,
        range: &Range<u64>,
        each: impl FnMut(&[i8]),
    ) -> Result<Option<(Solved, u32, Blocks)>, Failure> {
        let path = self.path(number);
        let file = match open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(&path, error)),
        };
        match self.read_from(file, number, layer, range, each) {
            Ok(read) => Ok(Some(read)),
            Err(Unread::Io(error)) => Err(wrong(&path, error)),
            // a plan that leaves nothing out takes the place of one that did
            Err(Unread::Damage(Damage::OtherTitle)) if self.replaces() => Ok(None),
            Err(Unread::Damage(damage)) => Err(wrong(&path, damage)
                .help("remove this file, and `mancala solve` computes it again; or give another folder")),
        }
    }

    /// Whether layers of an older plan may still lie in the folder.
    fn replaces(&self) -> bool {
        !self.mark.is_empty() && self.title.trust == Trust::Nothing
    }

    fn read_from(
        &self,
        file: File,
        number: usize,
        layer: &Layer,
        range: &Range<u64>,
        mut each: impl FnMut(&[i8]),
    ) -> Result<(Solved, u32, Blocks), Unread> {
        let mut file = BufReader::new(file);
        let next = |file: &mut BufReader<File>, count: u64| -> io::Result<Vec<u8>> {
            let mut bytes = Vec::new();
            file.take(count).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let head = next(&mut file, HEAD_BYTES as u64)?;
        let (solved, sum) = self.title.read_head(number, layer, &head)?;
        let blocks = Blocks::read(layer.positions, &next(&mut file, table_bytes(layer.positions))?)?;
        let (mut unpacker, mut own) = (Unpacker::new()?, Checksum::default());
        let size = VALUES as u64;
        let wanted = if range.is_empty() { 0..0 } else { range.start / size..range.end.div_ceil(size) };
        if let Some((begin, _)) = blocks.place(wanted.start as usize).filter(|_| wanted.start > 0) {
            file.seek(SeekFrom::Start(begin))?;
        }
        for block in wanted {
            let length = blocks.place(block as usize).map_or(0, |(_, length)| length as u64);
            let values = blocks.unpack(block as usize, &next(&mut file, length)?, &mut unpacker)?;
            own.add(&values);
            let from = range.start.saturating_sub(block * size) as usize;
            let to = (range.end - block * size).min(values.len() as u64) as usize;
            each(values.get(from..to).unwrap_or_default());
        }
        // a part has the checksums of its blocks alone
        let whole = *range == (0..layer.positions);
        if whole && !next(&mut file, 1)?.is_empty() {
            return Err(Damage::Damaged("it is longer than its blocks".to_owned()).into());
        }
        if whole && own.of_all() != sum {
            return Err(Damage::Damaged("its values have changed since they were written (checksum)".to_owned()).into());
        }
        Ok((solved, sum, blocks))
    }

    /// Writes a layer, either whole or not at all, and returns the checksum of its values. `feed` calls back with all its
    /// values, piece by piece.
    pub(super) fn write(
        &self,
        number: usize,
        layer: &Layer,
        solved: &Solved,
        feed: impl FnOnce(&mut dyn FnMut(&[i8])),
    ) -> Result<u32, Failure> {
        let mut sum = Checksum::default();
        let mut of_all = 0;
        self.put(&self.path(number), |file| {
            // the table and the checksum come before the blocks, and are known after them
            let (mut packer, before) = (Packer::default(), HEAD_BYTES as u64 + table_bytes(layer.positions));
            let mut done = file.seek(SeekFrom::Start(before)).map(|_| ());
            let mut write = |block: &[u8]| file.write_all(block);
            feed(&mut |values| {
                sum.add(values);
                if done.is_ok() {
                    done = packer.add(values, &mut write);
                }
            });
            done?;
            let table = packer.finish(&mut write)?;
            of_all = std::mem::take(&mut sum).of_all();
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&self.title.head(number, layer, solved, of_all))?;
            file.write_all(&table)
        })?;
        Ok(of_all)
    }

    /// Writes a file under another name and renames it once it is on the disk.
    fn put(&self, path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Failure> {
        let part = part(path, &self.mark);
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

/// The name of a file while a program writes it.
fn part(path: &Path, mark: &str) -> PathBuf {
    path.with_extension(if mark.is_empty() { "part".to_owned() } else { format!("{mark}.part") })
}

/// A word that no other program has.
fn token() -> String {
    // the standard library draws the keys of its hashes anew in every program
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

fn remove(path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritable(path, &error)),
        _ => Ok(()),
    }
}
