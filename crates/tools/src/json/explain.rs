//! The explanation of a game as records.

use mancala_engine::game::Position;
use mancala_engine::position_text;
use mancala_rules::rules::explain::{Difference, Open, Reading, Sentence};
use mancala_rules::rules::model::{Basis, Kind, Origin, ReadOf, Rules, SourceText};
use serde::Serialize;

use crate::examples::Shown;

/// A sentence, with what it rests on.
#[derive(Serialize)]
pub struct SentenceRecord<'a> {
    section: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    sources: Vec<SourceRecord<'a>>,
    assumed: Option<String>,
    stated: bool,
    ground: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<&'a str>,
}

/// A source, and a place in it.
#[derive(Serialize)]
pub struct SourceRecord<'a> {
    source: &'a str,
    place: &'a str,
}

/// A reading of an option, and what it changes.
#[derive(Serialize)]
pub struct ReadingRecord<'a> {
    section: &'static str,
    text: String,
    sources: Vec<SourceRecord<'a>>,
    assumed: Option<String>,
    stated: bool,
    ground: &'static str,
    names: &'a [String],
    values: &'a [String],
    in_force: bool,
    changes: Option<Vec<DifferenceRecord<'a>>>,
}

/// A difference between two sets of sentences.
#[derive(Serialize)]
pub struct DifferenceRecord<'a> {
    section: &'a str,
    here: Option<SentenceRecord<'a>>,
    there: Option<SentenceRecord<'a>>,
    moved: Option<&'static str>,
}

/// A source as the file declares it.
#[derive(Serialize)]
pub struct DeclaredRecord<'a> {
    #[serde(flatten)]
    line: SentenceRecord<'a>,
    key: &'a str,
    describes: Option<&'a str>,
    similar: Option<&'a str>,
    read: Option<String>,
    located: Option<&'a str>,
}

/// A worked example, with its positions as `--from` takes them.
#[derive(Serialize)]
pub struct ExampleRecord<'a> {
    #[serde(flatten)]
    line: SentenceRecord<'a>,
    before: Option<String>,
    play: &'a [String],
    after: Option<String>,
    outcome: &'a [String],
}

impl<'a> ExampleRecord<'a> {
    /// An example as it is played; `title` is its title as a sentence.
    pub fn new(rules: &Rules, title: &'a str, shown: &'a Shown) -> Self {
        let position = |position: &Position| position_text::format(&rules.board, position);
        ExampleRecord {
            line: SentenceRecord::bare("Examples", title),
            before: shown.before.as_ref().map(position),
            play: &shown.play,
            after: shown.after.as_ref().map(position),
            outcome: &shown.outcome,
        }
    }
}

impl<'a> DeclaredRecord<'a> {
    /// A source; `text` is its key with the title.
    pub fn new(source: &'a SourceText, text: &'a str) -> Self {
        let other = source.describes.as_ref();
        DeclaredRecord {
            line: SentenceRecord::bare("Sources", text),
            key: &source.key,
            describes: other.map(|other| other.game.as_str()),
            similar: other.and_then(|other| other.why.as_deref()),
            read: source.read.as_ref().map(ReadOf::said),
            located: source.located.as_deref(),
        }
    }
}

/// The sources of a basis.
pub fn sources<'b>(basis: &'b Basis) -> Vec<SourceRecord<'b>> {
    let record = |origin: &'b Origin| Some(SourceRecord { source: origin.source()?, place: &origin.text });
    basis.iter().filter_map(record).collect()
}

impl<'a> SentenceRecord<'a> {
    /// A line without a basis.
    pub fn bare(section: &'a str, text: &'a str) -> Self {
        SentenceRecord {
            section,
            text,
            rule: None,
            sources: Vec::new(),
            assumed: None,
            like: None,
            ground: None,
            stated: false,
        }
    }

    /// The record of a sentence.
    pub fn new(sentence: &'a Sentence) -> Self {
        SentenceRecord {
            section: &sentence.section,
            text: &sentence.text,
            rule: sentence.rule.as_deref(),
            sources: sources(&sentence.basis),
            assumed: sentence.assumed(),
            like: sentence.basis.iter().find_map(Origin::like),
            ground: sentence.ground(),
            stated: sentence.is_stated(),
        }
    }
}

impl<'a> ReadingRecord<'a> {
    /// The record of a reading of an option.
    pub fn new(option: &'a Open, reading: &'a Reading) -> Self {
        let changes = reading.changes.as_ref();
        ReadingRecord {
            section: "Open",
            text: format!("{}: {}", option.names.join(", "), reading.text),
            sources: sources(&reading.basis),
            assumed: mancala_rules::rules::explain::assumed(&reading.basis),
            ground: Kind::of(&reading.basis).name(),
            stated: true,
            names: &option.names,
            values: &reading.values,
            in_force: reading.in_force,
            changes: changes.map(|changes| changes.iter().map(DifferenceRecord::new).collect()),
        }
    }
}

impl<'a> DifferenceRecord<'a> {
    /// The record of a difference.
    pub fn new(difference: &'a Difference) -> Self {
        let (here, there, moved) = match difference {
            Difference::Changed(here, there, _) => (Some(here), Some(there), None),
            Difference::Gone(here) => (Some(here), None, None),
            Difference::New(there, _) => (None, Some(there), None),
            Difference::Earlier(sentence) => (Some(sentence), Some(sentence), Some("earlier")),
            Difference::Later(sentence) => (Some(sentence), Some(sentence), Some("later")),
        };
        let record = |sentence: Option<&'a Sentence>| sentence.map(SentenceRecord::new);
        DifferenceRecord { section: difference.section(), here: record(here), there: record(there), moved }
    }
}
