//! The examples of a file: where they are, and what happens in them.

use mancala_rules::problem::{Mend, mends};
use mancala_rules::source::Span;
use mancala_rules::syntax::statements::{Item, extents};
use mancala_rules::syntax::tokens::Kind;

use crate::checks::Checks;
use std::fmt::Display;

use super::Document;
use super::unused;

/// The place of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The title, without quotation marks.
    pub title: String,
    /// Byte range of its head, with the bracket.
    pub head: Span,
    /// Byte range of the whole.
    pub span: Span,
}

/// An example that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The title.
    pub title: String,
    /// Whether all holds that it says.
    pub holds: bool,
    /// What happened, in words.
    pub told: String,
    /// What writes the outcome that the rules give, if that can be written.
    pub accept: Option<Mend>,
}

/// All examples of a file, in order.
pub fn places(document: &Document) -> Vec<Place> {
    let entries = document.entries();
    let examples = entries.iter().filter_map(|entry| match &entry.item {
        Item::Section { head, close, .. } if head.first()?.token.text == "example" => {
            let title = head.iter().find(|part| part.token.kind == Kind::Text)?.token.text;
            let head = head.iter().map(|part| part.token.span()).reduce(Span::to)?;
            let span = close.map_or(head, |close| head.to(close.span()));
            Some(Place { title: title.trim_matches('"').to_owned(), head, span })
        }
        _ => None,
    });
    examples.collect()
}

/// Plays the examples whose heads begin at the places `wanted`, or all of them.
///
/// # Errors
///
/// In words: the file has problems, so its rules cannot be read.
pub fn play(document: &Document, wanted: Option<usize>) -> Result<Vec<Played>, String> {
    let read = |error: &dyn Display| format!("the examples cannot be played: {error}");
    let ruleset = unused::read(&document.source).map_err(|error| read(&error))?;
    let places = places(document);
    let is_wanted = |span: Span| wanted.is_none_or(|at| span.start == at);
    let runs = ruleset.examples_in_time(is_wanted).map_err(|error| read(&error))?;
    let mut unfinished = places.iter().filter(|place| is_wanted(place.head)).collect::<Vec<_>>();
    let extents = extents(&document.source.text);
    let mut played: Vec<Played> = Vec::new();
    for run in runs.into_iter().flatten() {
        unfinished.retain(|place| place.head.start != run.span.start);
        let problem = ruleset.failing(&run);
        let accept = problem.as_ref().and_then(|problem| mends(&ruleset.source, &extents, problem).into_iter().next());
        let told = problem.map_or_else(|| "this example holds".to_owned(), |problem| problem.message);
        played.push(Played { title: run.title, holds: run.differences.is_empty(), told, accept });
    }
    played.extend(unfinished.into_iter().map(|place| Played {
        title: place.title.clone(),
        holds: false,
        told: "this example takes too long to play".to_owned(),
        accept: None,
    }));
    Ok(played)
}
