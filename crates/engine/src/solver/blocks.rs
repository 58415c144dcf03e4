//! The values of a layer in blocks, each compressed by itself, so that one value can be looked up without the others.
//!
//! After the head of a record follow the lengths of its blocks, four bytes each, their CRC-32, and the blocks: frames of
//! Zstandard, each with its own checksum.

use rayon::prelude::*;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

use super::database::{Damage, HEAD_BYTES};

/// Number of values in a block; the last one may have fewer.
pub const VALUES: usize = 1 << 15;

/// More effort makes files of values hardly shorter, and takes longer.
const EFFORT: i32 = 1;

/// Number of blocks that are compressed at a time.
const AT_ONCE: usize = 256;

/// Number of bytes after the head and before the blocks.
pub fn table_bytes(positions: u64) -> u64 {
    4 * (positions.div_ceil(VALUES as u64) + 1)
}

/// Compresses values that come piece by piece.
#[derive(Debug, Default)]
pub struct Packer {
    table: Vec<u8>,
    /// Values that do not fill the blocks of a step yet.
    waiting: Vec<i8>,
}

impl Packer {
    /// Adds values, and calls `write` for each block that is full, in order.
    ///
    /// # Errors
    ///
    /// The first error of `write`, or of compression.
    pub fn add(
        &mut self,
        mut values: &[i8],
        write: &mut impl FnMut(&[u8]) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        while self.waiting.len() + values.len() >= AT_ONCE * VALUES {
            let (more, rest) = values.split_at(AT_ONCE * VALUES - self.waiting.len());
            values = rest;
            if self.waiting.is_empty() {
                self.pack(more, write)?;
            } else {
                self.waiting.extend_from_slice(more);
                self.pack_waiting(write)?;
            }
        }
        self.waiting.extend_from_slice(values);
        Ok(())
    }

    /// Writes the last blocks, and returns the bytes of the table.
    ///
    /// # Errors
    ///
    /// The first error of `write`, or of compression.
    pub fn finish(mut self, write: &mut impl FnMut(&[u8]) -> std::io::Result<()>) -> std::io::Result<Vec<u8>> {
        self.pack_waiting(write)?;
        self.table.extend(crc32fast::hash(&self.table).to_le_bytes());
        Ok(self.table)
    }

    fn pack_waiting(&mut self, write: &mut impl FnMut(&[u8]) -> std::io::Result<()>) -> std::io::Result<()> {
        let mut waiting = std::mem::take(&mut self.waiting);
        self.pack(&waiting, write)?;
        waiting.clear();
        self.waiting = waiting;
        Ok(())
    }

    fn pack(&mut self, values: &[i8], write: &mut impl FnMut(&[u8]) -> std::io::Result<()>) -> std::io::Result<()> {
        let blocks: Vec<std::io::Result<Vec<u8>>> = values.par_chunks(VALUES).map_init(compressor, packed).collect();
        for block in blocks {
            let block = block?;
            self.table.extend((block.len() as u32).to_le_bytes());
            write(&block)?;
        }
        Ok(())
    }
}

fn compressor() -> std::io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(EFFORT)?;
    compressor.set_parameter(CParameter::ChecksumFlag(true))?;
    Ok(compressor)
}

fn packed(compressor: &mut std::io::Result<Compressor<'static>>, values: &[i8]) -> std::io::Result<Vec<u8>> {
    let bytes: Vec<u8> = values.iter().map(|value| *value as u8).collect();
    match compressor {
        Ok(compressor) => compressor.compress(&bytes),
        Err(error) => Err(std::io::Error::new(error.kind(), error.to_string())),
    }
}

/// Where the blocks of a layer lie in its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    positions: u64,
    /// Where each block begins, and where the last one ends.
    begins: Box<[u64]>,
}

impl Blocks {
    /// Reads the table of a layer of so many positions.
    ///
    /// # Errors
    ///
    /// The table is damaged.
    pub fn read(positions: u64, table: &[u8]) -> Result<Blocks, Damage> {
        let damaged = |what: &str| Err(Damage::Damaged(what.to_owned()));
        if table.len() as u64 != table_bytes(positions) {
            return damaged("it is too short");
        }
        let (lengths, own) = table.split_at(table.len() - 4);
        if crc32fast::hash(lengths).to_le_bytes() != *own {
            return damaged("the lengths of its blocks have changed since they were written (checksum)");
        }
        let mut at = HEAD_BYTES as u64 + table.len() as u64;
        let mut begins = vec![at];
        for length in lengths.as_chunks().0 {
            at += u64::from(u32::from_le_bytes(*length));
            begins.push(at);
        }
        Ok(Blocks { positions, begins: begins.into() })
    }

    /// Number of blocks.
    pub fn count(&self) -> usize {
        self.begins.len() - 1
    }

    /// Where a block begins in the record, and the number of its bytes; `None` if there is no such block.
    pub fn place(&self, block: usize) -> Option<(u64, usize)> {
        let (begin, end) = (self.begins.get(block)?, self.begins.get(block + 1)?);
        Some((*begin, usize::try_from(end - begin).ok()?))
    }

    /// Number of positions of the layer.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The values of a block, from its bytes.
    ///
    /// # Errors
    ///
    /// The bytes are damaged.
    pub fn unpack(&self, block: usize, bytes: &[u8], unpacker: &mut Unpacker) -> Result<Vec<i8>, Damage> {
        let left = self.positions - (block as u64 * VALUES as u64).min(self.positions);
        let wanted = left.min(VALUES as u64) as usize;
        match unpacker.0.decompress(bytes, wanted) {
            Ok(values) if values.len() == wanted => Ok(values.into_iter().map(|byte| byte as i8).collect()),
            _ => Err(Damage::Damaged(format!("block {block} has changed since it was written (checksum)"))),
        }
    }
}

/// Room for unpacking blocks.
pub struct Unpacker(Decompressor<'static>);

impl Unpacker {
    /// Makes room.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn new() -> std::io::Result<Self> {
        Ok(Unpacker(Decompressor::new()?))
    }
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Unpacker")
    }
}
