//! `mancala book`: one game, several or all of them as one document.

use std::fs;
use std::path::{Path, PathBuf};

use mancala_rules::names::folded;
use mancala_rules::notation::count;
use mancala_rules::problem::{nearest, one_of};
use mancala_rules::ruleset::shipped_names;
use mancala_tools::book::{Chapter, html, markdown};
use rayon::prelude::*;

use super::Failure;
use super::game::{Loaded, setting};
use super::output::Output;

/// Arguments of `book`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala book --out mancala.html
  mancala book krur um-laarais buqruru --out desert.html
  mancala book oware --set grand-slam=forbidden --out oware.html
  mancala book krur --out krur.md
  mancala book my-game.mancala --format markdown | less

Without a GAME the book has all rulesets inside the program. The page of HTML needs no other file; print it from a \
browser. Each game has its board, its rules with their sources as notes, what each reading changes, its examples as \
small boards, and its sources. A book of several games has contents by region and family, and an index.")]
pub(super) struct Arguments {
    /// The names of rulesets (see `mancala list`), other names of games, or paths of rule files [default: all rulesets
    /// inside the program]
    #[arg(value_name = "GAME", add = super::candidates::game())]
    games: Vec<String>,

    /// Choose another reading of an option, in each game of the book that has the option; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,

    /// Write into this file; a file that exists is replaced [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The form of the document: `html`, or `markdown` [default: markdown for a FILE that ends in `.md`, else html]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    format: Option<Format>,

    /// The title of the document
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A page for browsers and for paper
    Html,
    /// Text with signs for headings and lists
    Markdown,
}

/// Writes the document.
pub(super) fn book(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let names: Vec<String> = match arguments.games.is_empty() {
        true => shipped_names().map(str::to_owned).collect(),
        false => arguments.games.clone(),
    };
    let mut chapters = chapters(&names, &arguments.set)?;
    chapters.sort_by_cached_key(|chapter| (folded(chapter.name()), chapter.id.clone()));
    apart(&mut chapters);
    let title = arguments.title.clone().unwrap_or_else(|| title(&chapters));
    let text = match arguments.format() {
        Format::Html => html(&title, &about(&chapters), &chapters),
        Format::Markdown => markdown(&title, &chapters),
    };
    let Some(file) = &arguments.out else { return out.print(text) };
    fs::write(file, text).map_err(|error| Failure::unwritten(file, &error))?;
    out.line(format!("{} written: {}", file.display(), count(chapters.len(), "game")))
}

impl Arguments {
    fn format(&self) -> Format {
        let ends = |ending: &str| {
            let given = self.out.as_deref().and_then(Path::extension).and_then(|given| given.to_str());
            given.is_some_and(|given| given.eq_ignore_ascii_case(ending))
        };
        let default = if ends("md") || ends("markdown") { Format::Markdown } else { Format::Html };
        self.format.unwrap_or(default)
    }
}

/// The chapters of the games, each under the readings that its options have.
fn chapters(names: &[String], set: &[(String, String)]) -> Result<Vec<Chapter>, Failure> {
    let loaded: Vec<Loaded> = names.iter().map(|name| Loaded::new(name, &[])).collect::<Result<_, _>>()?;
    for (option, _) in set {
        let known = || loaded.iter().flat_map(|game| game.ruleset.options()).flat_map(|option| &option.names);
        if !known().any(|name| name == option) {
            return Err(unknown(option, known().map(String::as_str).collect()));
        }
    }
    let chapter = |(name, game): (&String, &Loaded)| -> Result<Chapter, Failure> {
        let has = |option: &str| game.ruleset.options().iter().any(|known| known.names.iter().any(|it| it == option));
        let settings: Vec<(String, String)> = set.iter().filter(|(option, _)| has(option)).cloned().collect();
        Ok(Chapter::new(name, &game.ruleset, &settings)?)
    };
    names.par_iter().zip(&loaded).map(chapter).collect()
}

/// The failure for an option that no game of the book has.
fn unknown(option: &str, known: Vec<&str>) -> Failure {
    let failure = Failure::wrong_use(format!("no game of the book has an option `{option}`"));
    match (nearest(option, known.iter().copied()), known.len()) {
        (Some(like), _) => failure.help(format!("did you mean `{like}`?")),
        (None, 1..=12) => failure.help(format!("the options are {}", one_of(known.iter().copied()))),
        _ => failure.help("`mancala show GAME` lists the options of a game"),
    }
}

/// Numbers chapters of the same name, so that links tell them apart.
fn apart(chapters: &mut [Chapter]) {
    for place in 1..chapters.len() {
        let (before, rest) = chapters.split_at_mut(place);
        let Some(chapter) = rest.first_mut() else { continue };
        let bare = chapter.id.clone();
        let mut number = 1;
        while before.iter().any(|other| other.id == chapter.id) {
            number += 1;
            chapter.id = format!("{bare}-{number}");
        }
    }
}

fn title(chapters: &[Chapter]) -> String {
    match chapters {
        [one] => one.name().to_owned(),
        _ => "Mancala".to_owned(),
    }
}

/// What stands below the title.
fn about(chapters: &[Chapter]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match chapters.len() {
        1 => format!("The rules, from a rule file read by mancala {version}"),
        several => format!(
            "{several} games with their rules, variants, sources and examples, from rule files read by mancala {version}"
        ),
    }
}
