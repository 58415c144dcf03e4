//! Tables as Parquet, by way of Arrow.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::Compression;
use ::parquet::file::properties::WriterProperties;
use arrow_array::builder::{Float64Builder, Int64Builder, ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};

use super::cells::{Cell, Column, Kind};

/// Rows that are gathered before they are written.
const AT_ONCE: usize = 8192;

/// A table of Parquet in the making.
pub(super) struct Rows<W: Write + Send> {
    schema: Arc<Schema>,
    writer: ArrowWriter<W>,
    columns: Vec<Gathered>,
    rows: usize,
}

/// The cells of a column that are not written yet.
enum Gathered {
    Text(StringBuilder),
    Count(UInt64Builder),
    Number(Int64Builder),
    Measure(Float64Builder),
    Texts(ListBuilder<StringBuilder>),
    Counts(ListBuilder<UInt64Builder>),
}

impl Gathered {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Gathered::Text(StringBuilder::new()),
            Kind::Count => Gathered::Count(UInt64Builder::new()),
            Kind::Number => Gathered::Number(Int64Builder::new()),
            Kind::Measure => Gathered::Measure(Float64Builder::new()),
            Kind::Texts => Gathered::Texts(ListBuilder::new(StringBuilder::new())),
            Kind::Counts => Gathered::Counts(ListBuilder::new(UInt64Builder::new())),
        }
    }

    /// Adds a cell. A cell of another kind than its column becomes an empty one.
    fn add(&mut self, cell: &Cell) {
        match (self, cell) {
            (Gathered::Text(column), Cell::Text(text)) => column.append_value(text),
            (Gathered::Count(column), Cell::Count(count)) => column.append_value(*count),
            (Gathered::Number(column), Cell::Number(number)) => column.append_value(*number),
            (Gathered::Measure(column), Cell::Measure(measure)) => column.append_value(*measure),
            (Gathered::Texts(column), Cell::Texts(texts)) => column.append_value(texts.iter().map(Some)),
            (Gathered::Counts(column), Cell::Counts(counts)) => column.append_value(counts.iter().copied().map(Some)),
            (Gathered::Text(column), _) => column.append_null(),
            (Gathered::Count(column), _) => column.append_null(),
            (Gathered::Number(column), _) => column.append_null(),
            (Gathered::Measure(column), _) => column.append_null(),
            (Gathered::Texts(column), _) => column.append_null(),
            (Gathered::Counts(column), _) => column.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Gathered::Text(column) => Arc::new(column.finish()),
            Gathered::Count(column) => Arc::new(column.finish()),
            Gathered::Number(column) => Arc::new(column.finish()),
            Gathered::Measure(column) => Arc::new(column.finish()),
            Gathered::Texts(column) => Arc::new(column.finish()),
            Gathered::Counts(column) => Arc::new(column.finish()),
        }
    }
}

fn data_type(kind: Kind) -> DataType {
    let list = |of| DataType::List(Arc::new(Field::new_list_field(of, true)));
    match kind {
        Kind::Text => DataType::Utf8,
        Kind::Count => DataType::UInt64,
        Kind::Number => DataType::Int64,
        Kind::Measure => DataType::Float64,
        Kind::Texts => list(DataType::Utf8),
        Kind::Counts => list(DataType::UInt64),
    }
}

impl<W: Write + Send> Rows<W> {
    pub(super) fn begin(columns: &[Column], to: W) -> io::Result<Self> {
        let fields: Vec<Field> =
            columns.iter().map(|column| Field::new(&column.name, data_type(column.kind), true)).collect();
        let schema = Arc::new(Schema::new(fields));
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = ArrowWriter::try_new(to, schema.clone(), Some(properties)).map_err(io::Error::other)?;
        Ok(Rows { schema, writer, columns: columns.iter().map(|column| Gathered::new(column.kind)).collect(), rows: 0 })
    }

    pub(super) fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        self.columns.iter_mut().zip(cells).for_each(|(column, cell)| column.add(cell));
        self.rows += 1;
        if self.rows < AT_ONCE { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> io::Result<()> {
        self.rows = 0;
        let arrays = self.columns.iter_mut().map(Gathered::finish).collect();
        let batch = RecordBatch::try_new(self.schema.clone(), arrays).map_err(io::Error::other)?;
        self.writer.write(&batch).map_err(io::Error::other)
    }

    pub(super) fn finish(mut self: Box<Self>) -> io::Result<W> {
        if self.rows > 0 {
            self.write()?;
        }
        self.writer.into_inner().map_err(io::Error::other)
    }
}
