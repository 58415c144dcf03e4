//! Cells as text and as JSON.

use std::borrow::Cow;
use std::io;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::cells::{Cell, Column};

/// A cell of comma-separated values. A list is a text of JSON, since its texts may contain any sign.
pub(super) fn cell(cell: &Cell) -> Cow<'_, [u8]> {
    match cell {
        Cell::Nothing => Cow::Borrowed(b""),
        Cell::Text(text) => Cow::Borrowed(text.as_bytes()),
        Cell::Count(count) => Cow::Owned(count.to_string().into_bytes()),
        Cell::Number(number) => Cow::Owned(number.to_string().into_bytes()),
        Cell::Measure(measure) => Cow::Owned(measure.to_string().into_bytes()),
        Cell::Texts(_) | Cell::Counts(_) => Cow::Owned(serde_json::to_vec(cell).unwrap_or_default()),
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Nothing => serializer.serialize_none(),
            Cell::Text(text) => text.serialize(serializer),
            Cell::Count(count) => count.serialize(serializer),
            Cell::Number(number) => number.serialize(serializer),
            Cell::Measure(measure) => measure.serialize(serializer),
            Cell::Texts(texts) => texts.serialize(serializer),
            Cell::Counts(counts) => counts.serialize(serializer),
        }
    }
}

/// A row: columns in their order, with their cells.
struct Row<'a>(&'a [Column], &'a [Cell]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (column, cell) in self.0.iter().zip(self.1) {
            map.serialize_entry(&column.name, cell)?;
        }
        map.end()
    }
}

/// A row as an object of JSON.
pub(super) fn json(columns: &[Column], cells: &[Cell]) -> io::Result<String> {
    Ok(serde_json::to_string(&Row(columns, cells))?)
}
