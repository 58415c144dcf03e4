//! What a table is made of: columns, and cells.

/// What the cells of a column are. Every cell may also be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Kind {
    Text,
    Count,
    Number,
    Measure,
    /// A list of texts.
    Texts,
    /// A list of counts.
    Counts,
}

/// A column: its name, and what its cells are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Column {
    pub(in crate::cli) name: String,
    pub(in crate::cli) kind: Kind,
}

impl Column {
    pub(in crate::cli) fn new(name: impl Into<String>, kind: Kind) -> Self {
        Column { name: name.into(), kind }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::cli) enum Cell {
    Nothing,
    Text(String),
    Count(u64),
    Number(i64),
    Measure(f64),
    Texts(Vec<String>),
    Counts(Vec<u64>),
}

impl Cell {
    /// A measure that may be missing.
    pub(in crate::cli) fn measure(measure: Option<f64>) -> Self {
        measure.map_or(Cell::Nothing, Cell::Measure)
    }
}
