//! Tables that are looked up in all games at once: numbers by place, and what follows a lap, by the row and the number of
//! seeds where it ended.

use fearless_simd::{Select, Simd, prelude::*, u8x64};

/// Number of entries that are looked up at once, and its binary logarithm.
const BLOCK: usize = 1 << BLOCK_BITS;
const BLOCK_BITS: u32 = 6;

/// A table in blocks.
type Blocks = Box<[[u8; BLOCK]]>;

/// A list of up to 255 numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct List(Blocks);

impl List {
    pub fn of(numbers: impl IntoIterator<Item = u8>) -> Self {
        List(blocks(&numbers.into_iter().collect::<Vec<_>>()))
    }

    /// The number at a place of the list.
    pub fn get(&self, place: u8) -> u8 {
        self.0[usize::from(place) / BLOCK][usize::from(place) % BLOCK]
    }

    /// The number at a place of the list, in each game. What stands beyond its end is not defined.
    #[inline(always)]
    pub fn at<S: Simd>(&self, simd: S, place: u8x64<S>) -> u8x64<S> {
        let row = place & u8x64::splat(simd, BLOCK as u8 - 1);
        match &*self.0 {
            [numbers] => u8x64::from_slice(simd, numbers).swizzle_dyn(row),
            blocks => find(simd, blocks, place >> BLOCK_BITS, row),
        }
    }
}

/// What follows laps, in tables that have a row for each place where a lap can end. Numbers of seeds after which the same
/// follows everywhere share their entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Codes {
    /// For each number of seeds, the first part of `codes`. Each table has a part, one after the other.
    parts: Blocks,
    codes: Blocks,
    /// Binary logarithm of the length of a part.
    bits: u32,
}

impl Codes {
    /// Tables with a number of rows each, in which what follows stands by number of seeds. `None` if there are too many parts.
    pub fn of(tables: &[Vec<u8>], rows: usize, columns: usize) -> Option<Self> {
        let bits = rows.next_power_of_two().trailing_zeros();
        let (mut found, mut parts, mut codes) = (Vec::new(), Vec::new(), Vec::new());
        for seeds in 0..columns {
            let column: Vec<u8> = tables.iter().flatten().skip(seeds).step_by(columns).copied().collect();
            let place = found.iter().position(|known| *known == column).unwrap_or_else(|| {
                for part in column.chunks(rows.max(1)) {
                    codes.extend_from_slice(part);
                    codes.resize(codes.len().next_multiple_of(1 << bits), 0);
                }
                found.push(column);
                found.len() - 1
            });
            parts.push(u8::try_from(place * tables.len()).ok()?);
        }
        let parts_in_all = found.len() * tables.len();
        let codes = Codes { parts: blocks(&parts), codes: blocks(&codes), bits };
        (parts_in_all.max(codes.codes.len()) <= usize::from(u8::MAX)).then_some(codes)
    }

    /// What follows in each game, given the table, the row and the number of seeds.
    #[inline(always)]
    pub fn find<S: Simd>(&self, simd: S, table: u8x64<S>, row: u8x64<S>, seeds: u8x64<S>) -> u8x64<S> {
        let last = u8x64::splat(simd, BLOCK as u8 - 1);
        let part = find(simd, &self.parts, seeds >> BLOCK_BITS, seeds & last) + table;
        match self.bits.checked_sub(BLOCK_BITS) {
            None => {
                let block = part >> (BLOCK_BITS - self.bits);
                find(simd, &self.codes, block, ((part << self.bits) + row) & last)
            }
            Some(more) => find(simd, &self.codes, (part << more) + (row >> BLOCK_BITS), row & last),
        }
    }
}

fn blocks(numbers: &[u8]) -> Blocks {
    let block = |numbers: &[u8]| std::array::from_fn(|place| numbers.get(place).copied().unwrap_or(0));
    numbers.chunks(BLOCK).map(block).collect()
}

/// What stands at a place of a block, in each game.
#[inline(always)]
fn find<S: Simd>(simd: S, blocks: &[[u8; BLOCK]], block: u8x64<S>, place: u8x64<S>) -> u8x64<S> {
    let mut found = u8x64::splat(simd, 0);
    for (numbers, number) in blocks.iter().zip(0..) {
        let here = block.simd_eq(u8x64::splat(simd, number));
        found = here.select(u8x64::from_slice(simd, numbers).swizzle_dyn(place), found);
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use fearless_simd::{Level, dispatch};

    use super::*;

    /// What is found of some tables in which each entry depends on its place.
    fn found<S: Simd>(simd: S, (tables, rows, columns): (usize, usize, usize)) -> Option<Vec<(u8, u8)>> {
        let entry = |table: usize, row: usize, seeds: usize| (table * 7 + row * 3 + (seeds % 5) * 11) as u8;
        let table = |table| (0..rows * columns).map(|place| entry(table, place / columns, place % columns)).collect();
        let all: Vec<Vec<u8>> = (0..tables).map(table).collect();
        let codes = Codes::of(&all, rows, columns)?;
        let mut found = Vec::new();
        for (table, row) in (0..tables).flat_map(|table| (0..rows).map(move |row| (table, row))) {
            for first in (0..columns).step_by(BLOCK) {
                let seeds: [u8; BLOCK] = std::array::from_fn(|lane| (first + lane) as u8);
                let [table_of, row_of] = [table, row].map(|number| u8x64::splat(simd, number as u8));
                let told = codes.find(simd, table_of, row_of, u8x64::from_slice(simd, &seeds));
                let known = told.iter().zip(first..columns);
                found.extend(known.map(|(told, seeds)| (*told, entry(table, row, seeds))));
            }
        }
        Some(found)
    }

    #[test]
    fn what_stands_in_tables_is_found() {
        for tables in [(1, 6, 20), (3, 16, 65), (2, 36, 163), (5, 64, 8), (4, 100, 70), (1, 1, 256)] {
            let found = dispatch!(Level::new(), simd => found(simd, tables)).unwrap();
            assert_eq!(found.len(), tables.0 * tables.1 * tables.2);
            assert!(found.iter().all(|(told, entry)| told == entry), "{tables:?}");
        }
        assert!(dispatch!(Level::new(), simd => found(simd, (60, 10, 8))).is_none());
    }
}
