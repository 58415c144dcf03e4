//! `mancala fmt`: rule files in their standard form.

use mancala_rules::format::{FormatError, format};
use similar::TextDiff;

use super::Failure;
use super::game;
use super::output::Output;
use super::rewrite::{INPUT, replace};

/// Lines of context around a change.
const AROUND: usize = 2;

/// Arguments of `fmt`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala fmt my-game.mancala
  mancala fmt my-games/*.mancala --check
  mancala fmt my-game.mancala --diff
  mancala fmt - < my-game.mancala > tidy.mancala

Only blanks, line breaks and blank lines change; statements and notes keep their order. The result \
is parsed again and compared before a file is touched. A file that is not a valid rule file stays \
as it is.

Exit codes: 0 success; 1 a file cannot be formatted or, with `--check` or `--diff`, is not \
formatted; 2 a file cannot be read or written.")]
pub(super) struct Arguments {
    /// Paths of rule files; `-` reads standard input and prints the result
    #[arg(required = true, value_name = "FILE", add = super::candidates::file())]
    files: Vec<String>,

    /// Write nothing; list the files that are not formatted
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
                // the other files are still formatted; the last failure is reported at the end
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
        None => Err(Failure::Reported),
    }
}

/// Formats one file. Returns false if it has problems, or if it is not formatted and nothing may be written.
fn one(name: &str, arguments: &Arguments, out: &mut Output) -> Result<bool, Failure> {
    let source = game::file(name)?;
    let text = match format(&source) {
        Ok(text) => text,
        Err(FormatError::Problems(error)) => {
            out.flush()?;
            if name == INPUT {
                // standard output is for the text, so the problems go to standard error
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
        replace(name, &text, "`--diff` shows what would change")?;
        out.line(format!("{name}: {}", out.good("formatted")))?;
    }
    Ok(true)
}
