//! `mancala man`: manual pages for `man`.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use mancala_rules::problem::{nearest, one_of};

use super::Failure;
use super::output::Output;

/// Arguments of `man`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala man | man -l -
  mancala man show | man -l -
  mancala man --out ~/.local/share/man/man1")]
pub(super) struct Arguments {
    /// The command whose page is printed [default: the program itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write all pages into this folder: mancala.1, mancala-show.1, ...
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints one page, or writes all pages.
pub(super) fn man<C: CommandFactory>(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let mut program = C::command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = &arguments.out else {
        let shown = match &arguments.command {
            None => Ok(&program),
            Some(name) => program.find_subcommand(name).ok_or_else(|| unknown(&program, name)),
        }?;
        return out.print(page(shown).map_err(Failure::Output)?);
    };
    let unwritten = |error: io::Error| Failure::unwritten(folder, &error);
    fs::create_dir_all(folder).map_err(unwritten)?;
    let mut written = 0;
    for command in std::iter::once(&program).chain(program.get_subcommands()) {
        let file = folder.join(format!("{}.1", name(command)));
        fs::write(file, page(command).map_err(Failure::Output)?).map_err(unwritten)?;
        written += 1;
    }
    out.line(format!("{written} pages in {}", folder.display()))
}

fn unknown(program: &Command, name: &str) -> Failure {
    let known = || program.get_subcommands().map(Command::get_name);
    let like = nearest(name, known()).map_or(String::new(), |like| format!("did you mean `{like}`? "));
    Failure::wrong_use(format!("there is no command `{name}`"))
        .help(format!("{like}the commands are {}", one_of(known())))
}

/// `mancala-show`
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

/// A manual page. The text below the options of `--help` keeps its line breaks.
fn page(command: &Command) -> io::Result<String> {
    let version = concat!("mancala ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).title(name(command).to_uppercase()).source(version);
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    if let Some(below) = command.get_after_help() {
        below_options(&below.to_string()).to_writer(&mut text)?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The examples, and the text after them under a heading of its own.
fn below_options(text: &str) -> Roff {
    let mut roff = Roff::new();
    let (examples, notes) = text.split_once("\n\n").unwrap_or((text, ""));
    for (heading, lines) in [("EXAMPLES", examples), ("NOTES", notes)] {
        let mut lines = lines.lines().filter(|line| *line != "Examples:").peekable();
        if lines.peek().is_none() {
            continue;
        }
        roff.control("SH", [heading]).control("nf", []);
        for line in lines {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    roff
}
