//! Failures of commands: their messages and exit codes.

use std::io::{self, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use mancala_engine::game::Fault;
use mancala_rules::problem::{Code, Problem, RuleFileError};
use mancala_rules::rules::resolve::SettingError;
use mancala_rules::ruleset::{RulesError, ShippedError};
use mancala_rules::source::Source;
use mancala_tools::checks::AcceptError;
use terminal_size::terminal_size_of;

use super::page::{columns, drawn};

/// The exit code of a program that was stopped by Ctrl-C.
pub(super) const INTERRUPTED: u8 = 130;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Arguments that cannot be parsed, or a request for help.
    Arguments(clap::Error),
    /// Wrong use, or input that cannot be read.
    Use {
        /// What is wrong.
        message: String,
        /// What to do instead.
        help: Option<String>,
    },
    /// A rule file has problems.
    Problems(RuleFileError),
    /// A record of games has problems.
    Records(RuleFileError),
    /// Files have problems, and the printed results already list them.
    Reported,
    /// Another process of the same work failed. It tells why, and its exit code is that of the whole.
    Elsewhere,
    /// The user stopped it; the results so far are printed.
    Interrupted,
    /// The results cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Wrong use, or input that cannot be read.
    pub(super) fn wrong_use(message: impl Into<String>) -> Failure {
        Failure::Use { message: shortened(&message.into()), help: None }
    }

    /// A file or a folder that cannot be written.
    pub(super) fn unwritten(path: &Path, error: &io::Error) -> Failure {
        Failure::wrong_use(format!("`{}` cannot be written: {error}", path.display()))
    }

    /// Adds advice: what to do instead.
    pub(super) fn help(self, text: impl Into<String>) -> Failure {
        match self {
            Failure::Use { message, .. } => Failure::Use { message, help: Some(text.into()) },
            other => other,
        }
    }

    /// The rules give no answer in `position`.
    pub(super) fn fault(source: &Source, fault: &Fault, position: &str) -> Failure {
        let problem = Problem::new(Code::Undecided, fault.span, &fault.message).help(match fault.is_limit() {
            true => format!("this is so in the position `{position}`; {}", fault.advice()),
            false => format!("the rule file does not decide what happens from the position `{position}`"),
        });
        RuleFileError::new(source.clone(), vec![problem]).into()
    }

    /// The message and its help on one line.
    pub fn text(&self) -> String {
        match self {
            Failure::Use { message, help } => match help {
                Some(help) => format!("{message}; {help}"),
                None => message.clone(),
            },
            Failure::Problems(error) | Failure::Records(error) => error.to_string(),
            Failure::Output(error) => error.to_string(),
            Failure::Arguments(_) | Failure::Reported | Failure::Elsewhere | Failure::Interrupted => String::new(),
        }
    }

    /// The file with problems, if that is what is wrong.
    pub fn problems(&self) -> Option<&RuleFileError> {
        match self {
            Failure::Problems(error) | Failure::Records(error) => Some(error),
            _ => None,
        }
    }

    /// Prints the failure on standard error and returns the exit code.
    pub fn report(&self) -> u8 {
        let mut err = anstream::stderr().lock();
        // nothing can be done about a standard error that cannot be written
        let _ = match self {
            Failure::Arguments(error) => {
                let printed = error.print().and_then(|()| io::stdout().flush());
                return match printed {
                    _ if error.use_stderr() => 2,
                    Ok(()) => 0,
                    Err(error) => Failure::Output(error).report(),
                };
            }
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Failure::Output(error) => writeln!(err, "{} the results cannot be written: {error}", label()),
            Failure::Use { message, help } => {
                let help = help.as_ref().map_or(String::new(), |help| format!("\n  {help}"));
                writeln!(err, "{} {message}{help}", label())
            }
            Failure::Problems(RuleFileError { source, problems })
            | Failure::Records(RuleFileError { source, problems }) => {
                let color = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
                let width = columns(terminal_size_of(io::stderr()));
                let _ = write!(err, "{}", drawn(problems, source, color, width));
                return if matches!(self, Failure::Records(_)) { 2 } else { 1 };
            }
            Failure::Reported => return 1,
            Failure::Elsewhere => return 0,
            Failure::Interrupted => return INTERRUPTED,
        };
        2
    }
}

/// `error:`, in the style of clap.
fn label() -> String {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    format!("{style}error:{style:#}")
}

impl From<RuleFileError> for Failure {
    fn from(error: RuleFileError) -> Self {
        Failure::Problems(error)
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Self {
        match error {
            RulesError::Setting(SettingError { message }) => Failure::wrong_use(message),
            RulesError::Problems(error) => error.into(),
        }
    }
}

impl From<AcceptError> for Failure {
    fn from(error: AcceptError) -> Self {
        match error {
            AcceptError::Problems(error) => error.into(),
            AcceptError::Rules(error) => error.into(),
            AcceptError::Changed => Failure::wrong_use(error.to_string()),
        }
    }
}

impl From<ShippedError> for Failure {
    fn from(error: ShippedError) -> Self {
        match error {
            ShippedError::Unknown(_) => Failure::wrong_use(error.to_string()),
            ShippedError::Problems(error) => error.into(),
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Failure::Arguments(error)
    }
}

/// A message in which no quoted text is so long that the rest cannot be found.
fn shortened(message: &str) -> String {
    /// Most signs of a quoted text.
    const MOST: usize = 300;
    let part = |(at, part): (usize, &str)| match part.char_indices().nth(MOST) {
        // every second part stands between quotation marks
        Some((end, _)) if at % 2 == 1 => format!("{}..", &part[..end]),
        _ => part.to_owned(),
    };
    message.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn what_was_typed_is_echoed_in_part_if_it_is_long() {
        let long = "ä".repeat(1 << 20);
        assert_eq!(shortened("no `a` and `b`"), "no `a` and `b`");
        let told = shortened(&format!("ply 1: `{long}` is not legal"));
        assert!(told.len() < 700 && told.starts_with("ply 1: `ää") && told.ends_with("ä..` is not legal"), "{told}");
    }
}
