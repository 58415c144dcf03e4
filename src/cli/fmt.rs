//! `mancala fmt`: rule files in their one form.

use std::io::{Read, Write};
use std::path::Path;

use similar::TextDiff;

use super::Failure;
use super::game;
use super::output::Output;
use crate::format::{FormatError, format};
use crate::source::{LARGEST_FILE, Source};

/// What stands for standard input.
const INPUT: &str = "-";
/// Lines shown round a change.
const AROUND: usize = 2;

/// Arguments of `fmt`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala fmt my-game.mancala
  mancala fmt my-games/*.mancala --check
  mancala fmt my-game.mancala --diff
  mancala fmt - < my-game.mancala > tidy.mancala

Only blanks, line breaks and blank lines change; statements and notes stay, in their order. What was written is read
again and compared before a file is touched. A file that cannot be read as a rule file is left as it is.

Exit codes: 0 all is well; 1 a file cannot be formatted or, with `--check` or `--diff`, has another form; 2 a file cannot
be read or written.")]
pub(super) struct Arguments {
    /// Paths of rule files; `-` reads standard input and prints the result
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Write nothing; name the files that have another form
    #[arg(long)]
    check: bool,

    /// Write nothing; show what would change
    #[arg(long)]
    diff: bool,
}

/// Formats rule files.
pub(super) fn fmt(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let mut all_well = true;
    let mut unusable: Option<Failure> = None;
    for name in &arguments.files {
        match one(name, arguments, out) {
            Ok(well) => all_well &= well,
            Err(failure @ Failure::Output(_)) => return Err(failure),
            Err(failure) => {
                // the others are formatted, too; the last failure is told at the end
                if let Some(before) = unusable.replace(failure) {
                    out.flush()?;
                    before.report();
                }
            }
        }
    }
    match unusable {
        Some(failure) => Err(failure),
        None if all_well => Ok(()),
        None => Err(Failure::Told),
    }
}

/// Formats one file; false if it has problems, or another form where nothing is to be written.
fn one(name: &str, arguments: &Arguments, out: &mut Output) -> Result<bool, Failure> {
    let source = if name == INPUT { input()? } else { game::file(name)? };
    let text = match format(&source) {
        Ok(text) => text,
        Err(FormatError::Problems(error)) => {
            out.flush()?;
            if name == INPUT {
                // the text goes elsewhere, the problems to the person
                return Err(error.into());
            }
            out.problems(&error.problems, &error.source)?;
            out.line("")?;
            return Ok(false);
        }
        Err(error @ FormatError::Changed) => {
            return Err(Failure::wrong_use(format!("`{}`: {error}", source.name)));
        }
    };
    let same = text == source.text;
    if arguments.diff && !same {
        let diff = TextDiff::from_lines(&source.text, &text);
        let (old, new) = (source.name.clone(), format!("{}, formatted", source.name));
        out.print(diff.unified_diff().context_radius(AROUND).header(&old, &new))?;
    }
    if arguments.check || arguments.diff {
        if arguments.check && !same {
            out.line(format!("{}: {}", source.name, out.bad("not formatted")))?;
        }
        return Ok(same);
    }
    if name == INPUT {
        out.print(text)?;
    } else if !same {
        replace(name, &text)?;
        out.line(format!("{name}: {}", out.good("formatted")))?;
    }
    Ok(true)
}

/// The text on standard input.
fn input() -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(LARGEST_FILE).unwrap_or(u64::MAX).saturating_add(1);
    std::io::stdin()
        .take(limit)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::wrong_use(format!("standard input cannot be read: {error}")))?;
    game::text("standard input", bytes)
}

/// Puts a text in the place of a file: all of it or nothing, and whoever might read the file may still.
fn replace(name: &str, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::wrong_use(format!("`{name}` cannot be written: {error}"));
    // behind a link the file itself is replaced, not the link
    let path = Path::new(name).canonicalize().map_err(failed)?;
    let permissions = std::fs::metadata(&path).map_err(failed)?.permissions();
    if permissions.readonly() {
        let failure = Failure::wrong_use(format!("`{name}` cannot be written: it may only be read"));
        return Err(failure.help("`--diff` shows what would change"));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".mancala-").tempfile_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.as_file().set_permissions(permissions).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(&path).map_err(|error| failed(error.error))?;
    Ok(())
}
