//! `mancala explain`: the rules in sentences, a turn as a flow chart, and how two games differ.

use std::path::PathBuf;

use serde::Serialize;

use super::Failure;
use super::game::{self, GameArguments, Loaded};
use super::output::Output;
use super::picture::{self, GroundArguments};
use crate::game::Position;
use crate::picture::flow_chart;
use crate::position_text;
use crate::rules::explain::{Comparison, Difference, Open, Reading, Sentence};
use crate::rules::model::{Basis, Kind, Origin, ReadOf, SourceText};

/// Arguments of `explain`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala explain krur
  mancala explain krur --set no-move=the-end
  mancala explain bao-la-kiswahili --rules
  mancala explain krur --markdown > krur.md
  mancala explain krur --svg turn.svg
  mancala explain krur --diff buqruru
  mancala explain krur --diff krur --diff-set no-move=the-end
  mancala explain krur --json | jq -r 'select(.assumed) | .text'")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Show only the differences from another game (name or path); the same name compares two readings
    #[arg(long, value_name = "GAME", conflicts_with = "markdown", add = super::candidates::game())]
    diff: Option<String>,

    /// Choose another reading of an option in the game of `--diff`; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = game::setting, requires = "diff")]
    diff_set: Vec<(String, String)>,

    /// Also print the generated sentence where the file tells a rule in its own words, and what its phrases mean
    #[arg(long, conflicts_with_all = ["markdown", "json", "diff"])]
    rules: bool,

    /// Print Markdown, with the sources as footnotes
    #[arg(long, conflicts_with = "json")]
    markdown: bool,

    /// Print a line of JSON for each sentence, or for each difference
    #[arg(long)]
    json: bool,

    /// Draw a turn as a flow chart in SVG into this file: from the choice of a hole through the laps to the outcomes, each
    /// box with what it rests on; `-` prints it
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with_all = ["markdown", "json", "diff", "rules"])]
    svg: Option<PathBuf>,

    #[command(flatten)]
    ground: GroundArguments,
}

/// Explains the rules of a game.
pub(super) fn explain(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    if let Some(other) = &arguments.diff {
        let other = Loaded::new(other, &arguments.diff_set)?;
        return compare(&loaded, &other, arguments.json, out);
    }
    let account = loaded.ruleset.account(&loaded.rules);
    if let Some(file) = &arguments.svg {
        let (theme, ground) = arguments.ground.theme();
        return picture::write(file, &flow_chart(&account, &loaded.rules, theme, ground), out);
    }
    match (arguments.json, arguments.markdown) {
        (false, false) if arguments.rules => return out.print(account.text_with_rules()),
        (false, false) => return out.print(account.text()),
        (false, true) => return out.print(account.markdown()),
        (true, _) => {}
    }
    for sentence in &account.sentences {
        out.json(&SentenceRecord::new(sentence))?;
    }
    for option in &account.open {
        for reading in option.readings.iter() {
            out.json(&ReadingRecord::new(option, reading))?;
        }
    }
    for source in &account.sources {
        let text = format!("{}: {}", source.key, source.texts.join(", "));
        out.json(&DeclaredRecord::new(source, &text))?;
    }
    for (example, shown) in account.examples.iter().zip(loaded.ruleset.shown(&loaded.rules)) {
        let position = |position: &Position| position_text::format(&loaded.rules.board, position);
        out.json(&ExampleRecord {
            line: SentenceRecord::bare("Examples", &example.title),
            before: shown.before.as_ref().map(position),
            play: &shown.play,
            after: shown.after.as_ref().map(position),
            outcome: &shown.outcome,
        })?;
    }
    Ok(())
}

fn compare(one: &Loaded, two: &Loaded, json: bool, out: &mut Output) -> Result<(), Failure> {
    let files = [one, two].map(|loaded| loaded.ruleset.source.name.as_str());
    let comparison = Comparison::new(&one.rules, &two.rules, files);
    if !json {
        return out.print(comparison.text());
    }
    for difference in &comparison.differences {
        out.json(&DifferenceRecord::new(difference))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct SentenceRecord<'a> {
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
pub(super) struct SourceRecord<'a> {
    source: &'a str,
    place: &'a str,
}

#[derive(Serialize)]
struct ReadingRecord<'a> {
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

#[derive(Serialize)]
struct DifferenceRecord<'a> {
    section: &'a str,
    here: Option<SentenceRecord<'a>>,
    there: Option<SentenceRecord<'a>>,
    moved: Option<&'static str>,
}

/// A source as the file declares it.
#[derive(Serialize)]
struct DeclaredRecord<'a> {
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
struct ExampleRecord<'a> {
    #[serde(flatten)]
    line: SentenceRecord<'a>,
    before: Option<String>,
    play: &'a [String],
    after: Option<String>,
    outcome: &'a [String],
}

impl<'a> DeclaredRecord<'a> {
    /// `text` is the key with the title.
    fn new(source: &'a SourceText, text: &'a str) -> Self {
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
pub(super) fn sources<'b>(basis: &'b Basis) -> Vec<SourceRecord<'b>> {
    let record = |origin: &'b Origin| Some(SourceRecord { source: origin.source()?, place: &origin.text });
    basis.iter().filter_map(record).collect()
}

impl<'a> SentenceRecord<'a> {
    /// A line without a basis.
    fn bare(section: &'a str, text: &'a str) -> Self {
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

    fn new(sentence: &'a Sentence) -> Self {
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
    fn new(option: &'a Open, reading: &'a Reading) -> Self {
        let changes = reading.changes.as_ref();
        ReadingRecord {
            section: "Open",
            text: format!("{}: {}", option.names.join(", "), reading.text),
            sources: sources(&reading.basis),
            assumed: crate::rules::explain::assumed(&reading.basis),
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
    fn new(difference: &'a Difference) -> Self {
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
