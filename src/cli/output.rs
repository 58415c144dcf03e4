//! Prints results: lines of text or JSON, with colour only on a terminal.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use mancala_rules::problem::Problem;
use mancala_rules::source::Source;
use serde::Serialize;
use terminal_size::{Height, terminal_size_of};

use super::Failure;
use super::page::{columns, drawn, is_ascii};
use super::pager;
use crate::play_screen::like;

/// Where output goes.
enum Target {
    /// To standard output, as it comes.
    Direct(BufWriter<AutoStream<StdoutLock<'static>>>),
    /// To a page, which is shown when all of it is there.
    Page(AutoStream<Vec<u8>>),
    /// Nowhere: another process of the same work prints.
    #[cfg(feature = "mpi")]
    Nowhere,
}

impl Target {
    fn direct() -> Self {
        Target::Direct(BufWriter::new(anstream::stdout().lock()))
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Direct(out) => out.write(bytes),
            Target::Page(page) => page.write(bytes),
            #[cfg(feature = "mpi")]
            Target::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Direct(out) => out.flush(),
            Target::Page(page) => page.flush(),
            #[cfg(feature = "mpi")]
            Target::Nowhere => Ok(()),
        }
    }
}

/// Standard output.
pub(super) struct Output {
    out: Target,
    /// Whether colour is wanted: on a terminal, unless the environment says otherwise.
    pub(super) color: bool,
    /// Whether the output is a terminal.
    live: bool,
    /// Whether it is a terminal whose locale has no signs beyond ASCII.
    ascii: bool,
}

impl Output {
    pub(super) fn new() -> Self {
        let stdout = std::io::stdout();
        let color = AutoStream::choice(&stdout) != ColorChoice::Never;
        let live = stdout.is_terminal();
        Output { out: Target::direct(), color, live, ascii: live && is_ascii() }
    }

    /// Gathers the output of a command that computes nothing for long, and shows it page by page if it is longer than
    /// the terminal; not through pipes.
    pub(super) fn gather(&mut self) {
        if self.live {
            let choice = if self.color { ColorChoice::Always } else { ColorChoice::Never };
            self.out = Target::Page(AutoStream::new(Vec::new(), choice));
        }
    }

    /// Prints nothing from now on: another process of the same work does.
    #[cfg(feature = "mpi")]
    pub(super) fn silence(&mut self) {
        self.out = Target::Nowhere;
    }

    /// Whether nothing is printed.
    pub(super) fn is_silent(&self) -> bool {
        match self.out {
            #[cfg(feature = "mpi")]
            Target::Nowhere => true,
            Target::Direct(_) | Target::Page(_) => false,
        }
    }

    /// Shows what was gathered.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        // what is replaced is dropped, and a dropped writer does not report that its last write failed
        if matches!(self.out, Target::Page(_))
            && let Target::Page(page) = std::mem::replace(&mut self.out, Target::direct())
        {
            let text = page.into_inner();
            let lines = text.iter().filter(|byte| **byte == b'\n').count();
            let room = terminal_size_of(std::io::stdout()).map_or(usize::MAX, |(_, Height(rows))| usize::from(rows));
            if lines < room || !pager::show(&text).map_err(Failure::Output)? {
                self.out.write_all(&text).map_err(Failure::Output)?;
            }
        }
        self.flush()
    }

    /// Prints a text and a line break.
    pub(super) fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        self.print(format_args!("{text}\n"))
    }

    /// Prints a text as it is.
    pub(super) fn print(&mut self, text: impl Display) -> Result<(), Failure> {
        if self.ascii {
            let text: String =
                text.to_string().chars().map(|sign| if sign.is_ascii() { sign } else { like(sign) }).collect();
            write!(self.out, "{text}").map_err(Failure::Output)?;
        } else {
            write!(self.out, "{text}").map_err(Failure::Output)?;
        }
        if self.live { self.flush() } else { Ok(()) }
    }

    /// Prints a record as one line of JSON.
    pub(super) fn json(&mut self, record: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(record).map_err(|error| Failure::Output(error.into()))?;
        self.line(text)
    }

    /// Flushes what was printed so far.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::Output)
    }

    /// Prints a note on standard error, beside the results.
    pub(super) fn note(&mut self, text: &str) -> Result<(), Failure> {
        self.flush()?;
        if self.is_silent() {
            return Ok(());
        }
        // nothing can be done about a standard error that cannot be written
        let _ = writeln!(anstream::stderr(), "{text}");
        Ok(())
    }

    /// A text in a style, if colour is wanted.
    pub(super) fn styled(&self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// A heading.
    pub(super) fn bold(&self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// Styles something that is good.
    pub(super) fn good(&self, text: &str) -> String {
        self.styled(Style::new().fg_color(Some(AnsiColor::Green.into())), text)
    }

    /// Styles something that is wrong.
    pub(super) fn bad(&self, text: &str) -> String {
        self.styled(Style::new().bold().fg_color(Some(AnsiColor::Red.into())), text)
    }

    /// Columns of a page.
    pub(super) fn width(&self) -> usize {
        columns(terminal_size_of(std::io::stdout()))
    }

    /// Prints problems with their places.
    pub(super) fn problems(&mut self, problems: &[Problem], source: &Source) -> Result<(), Failure> {
        self.print(drawn(problems, source, self.color, self.width()))
    }
}
