//! Shards: the part of a table that one run computes, and the file into which it writes the rows.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use super::Failure;
use super::sheet::{Cell, Column, Kind, TableFile};

/// Part `number` of `of` parts of about the same number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The whole table.
    const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Which of `all` rows are in this part, counted from 0. The parts follow each other and hold every row once.
    pub(super) fn range(self, all: u64) -> Range<u64> {
        let bound = |number: u64| {
            let bound = u128::from(all) * u128::from(number) / u128::from(self.of);
            u64::try_from(bound).unwrap_or(all)
        };
        bound(self.number - 1)..bound(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match parsed {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
        _ => Err("expected a part and the number of parts, from `1/N` to `N/N`, such as `3/8`".to_owned()),
    }
}

/// Where the rows of a table go, and which part of them is computed.
#[derive(clap::Args)]
pub(super) struct TableArguments {
    /// Write a table into FILE, which ends in `.csv`, `.jsonl` or `.parquet`; it appears when it is complete
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Compute part I of N of the rows. The parts together are the table without `--shard`, row for row
    #[arg(long, value_name = "I/N", value_parser = shard, requires = "out")]
    shard: Option<Shard>,
}

impl TableArguments {
    /// The part to compute.
    pub(super) fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Begins the table, if one is wanted. Fails before anything is computed if the file cannot be written.
    pub(super) fn begin(&self, mut columns: Vec<Column>) -> Result<Option<Table>, Failure> {
        let Some(file) = &self.out else { return Ok(None) };
        columns.push(Column::new("shard", Kind::Text));
        Ok(Some(Table { file: TableFile::begin(file, columns)?, shard: self.shard(), rows: 0 }))
    }
}

/// A table that is written.
pub(super) struct Table {
    file: TableFile,
    shard: Shard,
    rows: u64,
}

impl Table {
    /// Adds a row, and its shard.
    pub(super) fn row(&mut self, mut cells: Vec<Cell>) -> Result<(), Failure> {
        cells.push(Cell::Text(self.shard.to_string()));
        self.rows += 1;
        self.file.row(&cells)
    }

    /// Puts the file in its place, and says what is in it.
    pub(super) fn finish(self) -> Result<String, Failure> {
        let (shard, rows) = (self.shard, self.rows);
        let part = if shard == Shard::WHOLE { String::new() } else { format!(" (shard {shard})") };
        let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
        Ok(format!("{} written: {rows}{part}", self.file.finish()?))
    }
}

#[cfg(test)]
mod tests {
    use super::{Shard, shard};

    #[test]
    fn parts_hold_every_row_once_and_in_order() {
        for all in [0, 1, 7, 100, u64::MAX] {
            for of in [1, 2, 3, 8, 150] {
                let mut next = 0;
                for number in 1..=of {
                    let range = Shard { number, of }.range(all);
                    assert_eq!(range.start, next, "{number}/{of} of {all}");
                    assert!(range.end - range.start <= (all / of).saturating_add(1));
                    next = range.end;
                }
                assert_eq!(next, all);
            }
        }
    }

    #[test]
    fn a_part_is_one_of_its_number() {
        assert_eq!(shard("3/8").map(|shard| shard.to_string()), Ok("3/8".to_owned()));
        for wrong in ["0/8", "9/8", "3", "3/", "/8", "-1/8", "1/0", "a/b", "1/2/3"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
