//! Tables: rows under named columns, as comma-separated values, as lines of JSON, or as Parquet.

mod cells;
#[cfg(feature = "parquet")]
mod parquet;
mod text;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

pub(super) use self::cells::{Cell, Column, Kind};
use self::text::{cell, json};
use super::Failure;

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Comma-separated values with a head; a list is a text of JSON.
    Csv,
    /// An object of JSON on each line.
    Lines,
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Form {
    /// The form that the name of a file asks for.
    fn of(path: &Path) -> Result<Form, Failure> {
        match path.extension().and_then(OsStr::to_str) {
            Some("csv") => Ok(Form::Csv),
            Some("jsonl" | "ndjson") => Ok(Form::Lines),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Form::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => Err(Failure::wrong_use("this program was built without Parquet")
                .help("name a FILE that ends in `.csv` or `.jsonl`, or build with `--features parquet`")),
            _ => {
                let message = format!("the name of `{}` does not say what kind of table it is", path.display());
                Err(Failure::wrong_use(message).help("let it end in `.csv`, `.jsonl` or `.parquet`"))
            }
        }
    }
}

/// A table in the making.
pub(super) struct Sheet<W: Write + Send> {
    columns: Vec<Column>,
    body: Body<W>,
}

enum Body<W: Write + Send> {
    Csv(Box<::csv::Writer<W>>),
    Lines(W),
    #[cfg(feature = "parquet")]
    Parquet(Box<self::parquet::Rows<W>>),
}

impl<W: Write + Send> Sheet<W> {
    /// Begins a table.
    pub(super) fn begin(form: Form, columns: Vec<Column>, to: W) -> io::Result<Self> {
        let body = match form {
            Form::Csv => {
                let mut writer = ::csv::Writer::from_writer(to);
                writer.write_record(columns.iter().map(|column| column.name.as_str()))?;
                Body::Csv(Box::new(writer))
            }
            Form::Lines => Body::Lines(to),
            #[cfg(feature = "parquet")]
            Form::Parquet => Body::Parquet(Box::new(self::parquet::Rows::begin(&columns, to)?)),
        };
        Ok(Sheet { columns, body })
    }

    /// Adds a row: a cell for each column.
    pub(super) fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        match &mut self.body {
            Body::Csv(writer) => Ok(writer.write_record(cells.iter().map(cell))?),
            Body::Lines(to) => writeln!(to, "{}", json(&self.columns, cells)?),
            #[cfg(feature = "parquet")]
            Body::Parquet(rows) => rows.row(cells),
        }
    }

    /// Ends the table.
    pub(super) fn finish(self) -> io::Result<W> {
        match self.body {
            Body::Csv(writer) => writer.into_inner().map_err(::csv::IntoInnerError::into_error),
            Body::Lines(to) => Ok(to),
            #[cfg(feature = "parquet")]
            Body::Parquet(rows) => rows.finish(),
        }
    }
}

/// A table in the form of text.
pub(super) fn printed(
    form: Form,
    columns: Vec<Column>,
    rows: impl IntoIterator<Item = Vec<Cell>>,
) -> Result<String, Failure> {
    let made = || {
        let mut sheet = Sheet::begin(form, columns, Vec::new())?;
        rows.into_iter().try_for_each(|row| sheet.row(&row))?;
        sheet.finish()
    };
    let bytes = made().map_err(Failure::Output)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A table that goes into a file. It lies beside its place under another name until it is complete, so that a file that
/// is there is whole.
pub(super) struct TableFile {
    path: PathBuf,
    sheet: Sheet<BufWriter<File>>,
    /// The file under its other name; it vanishes if it is not put in its place.
    beside: NamedTempFile,
}

impl TableFile {
    pub(super) fn begin(path: &Path, columns: Vec<Column>) -> Result<Self, Failure> {
        let form = Form::of(path)?;
        let begun = || {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let mut builder = tempfile::Builder::new();
            builder.prefix(".mancala-");
            // other users may read it as they may read any new file
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let beside = builder.tempfile_in(folder)?;
            let sheet = Sheet::begin(form, columns, BufWriter::new(beside.reopen()?))?;
            Ok((sheet, beside))
        };
        let (sheet, beside) = begun().map_err(|error| Failure::unwritten(path, &error))?;
        Ok(TableFile { path: path.to_owned(), sheet, beside })
    }

    pub(super) fn row(&mut self, cells: &[Cell]) -> Result<(), Failure> {
        self.sheet.row(cells).map_err(|error| Failure::unwritten(&self.path, &error))
    }

    /// Puts the file in its place and returns its name.
    pub(super) fn finish(self) -> Result<String, Failure> {
        let TableFile { path, sheet, beside } = self;
        let done = || {
            sheet.finish()?.flush()?;
            beside.persist(&path).map_err(|error| error.error)
        };
        done().map_err(|error| Failure::unwritten(&path, &error))?;
        Ok(path.display().to_string())
    }
}
