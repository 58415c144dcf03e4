//! Values that stay in their files: a look-up reads one block, and the blocks that were asked for last are kept.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use mancala_engine::solver::Stored;
use mancala_engine::solver::blocks::{Blocks, Unpacker, VALUES};

/// Number of blocks that are kept: 16 MB.
const KEPT: NonZeroUsize = match NonZeroUsize::new((16 << 20) / VALUES) {
    Some(kept) => kept,
    None => NonZeroUsize::MIN,
};

/// The layers of a database.
pub(super) struct Shelf {
    /// The file and the blocks of each layer that is there.
    layers: Vec<Option<(PathBuf, Blocks)>>,
    kept: Mutex<Kept>,
}

/// Blocks that were asked for, by layer and number, and room to unpack another one.
struct Kept {
    blocks: LruCache<(usize, usize), Vec<i8>>,
    unpacker: Unpacker,
}

impl Shelf {
    /// The layers of a database, `None` where one is not there.
    pub(super) fn new(layers: Vec<Option<(PathBuf, Blocks)>>) -> io::Result<Shelf> {
        let kept = Kept { blocks: LruCache::new(KEPT), unpacker: Unpacker::new()? };
        Ok(Shelf { layers, kept: Mutex::new(kept) })
    }
}

impl Stored for Shelf {
    fn value(&self, layer: usize, index: u64) -> Result<Option<i8>, String> {
        let Some(Some((path, blocks))) = self.layers.get(layer) else { return Ok(None) };
        if index >= blocks.positions() {
            return Ok(None);
        }
        let (block, at) = ((index / VALUES as u64) as usize, (index % VALUES as u64) as usize);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let Kept { blocks: known, unpacker } = &mut *kept;
        let values = known.try_get_or_insert((layer, block), || {
            let unread = |what: &dyn fmt::Display| format!("`{}` cannot be read: {what}", path.display());
            let bytes = bytes_of(path, blocks, block).map_err(|error| unread(&error))?;
            blocks.unpack(block, &bytes, unpacker).map_err(|damage| unread(&damage))
        })?;
        Ok(values.get(at).copied())
    }
}

/// Opens a file of a database. A pipe or a device, which may never end, is refused.
pub(super) fn open(path: &Path) -> io::Result<File> {
    // opening a pipe would wait for somebody who writes into it
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    File::open(path)
}

/// The bytes of a block.
fn bytes_of(path: &Path, blocks: &Blocks, block: usize) -> io::Result<Vec<u8>> {
    let (begin, length) = blocks.place(block).unwrap_or_default();
    let (mut file, mut bytes) = (open(path)?, vec![0; length]);
    file.seek(SeekFrom::Start(begin))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

impl fmt::Debug for Shelf {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Shelf").field("layers", &self.layers.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use std::io::Write;

    use super::*;
    use mancala_engine::solver::blocks::Packer;
    use mancala_engine::solver::database::HEAD_BYTES;
    use mancala_rules::chance::{choice, generator};

    /// The values of a layer of some blocks, and a shelf with its record in a file.
    fn shelved(file: &mut fs::File, path: &Path) -> (Vec<i8>, Shelf) {
        let mut chance = generator(1, 1);
        let values: Vec<i8> = (0..3 * VALUES + 100).map(|_| choice(5, &mut chance) as i8 - 2).collect();
        let mut blocks = Vec::new();
        let (mut packer, mut write) = (Packer::default(), |block: &[u8]| blocks.write_all(block));
        packer.add(&values[..7], &mut write).unwrap();
        packer.add(&values[7..], &mut write).unwrap();
        let table = packer.finish(&mut write).unwrap();
        file.write_all(&[&[0; HEAD_BYTES][..], &table, &blocks].concat()).unwrap();
        let blocks = Blocks::read(values.len() as u64, &table).unwrap();
        (values, Shelf::new(vec![None, Some((path.to_owned(), blocks))]).unwrap())
    }

    #[test]
    fn a_value_is_looked_up_in_its_block() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().to_owned();
        let (values, shelf) = shelved(file.as_file_mut(), &path);
        assert!(fs::metadata(&path).unwrap().len() < values.len() as u64 / 2);
        for index in [0, VALUES - 1, VALUES, 3 * VALUES - 1, 3 * VALUES, 3 * VALUES + 99, 7] {
            assert_eq!(shelf.value(1, index as u64), Ok(Some(values[index])));
        }
        assert_eq!(shelf.value(1, values.len() as u64), Ok(None));
        assert_eq!(shelf.value(0, 0), Ok(None));
        assert_eq!(shelf.value(2, 0), Ok(None));
    }

    #[test]
    fn a_file_that_changed_after_it_was_opened_gives_no_value() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().to_owned();
        let (values, shelf) = shelved(file.as_file_mut(), &path);
        assert_eq!(shelf.value(1, 0), Ok(Some(values[0])));
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        // a block that was read before is kept
        assert_eq!(shelf.value(1, 1), Ok(Some(values[1])));
        let told = |index: usize| shelf.value(1, index as u64).unwrap_err();
        assert!(told(2 * VALUES - 1).contains("checksum") || told(2 * VALUES).contains("checksum"));
        assert!(told(3 * VALUES + 1).contains("cannot be read"));
    }
}
