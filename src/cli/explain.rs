//! `mancala explain`: the rules in sentences, a turn as a flow chart, and how two games differ.

use mancala_rules::rules::explain::Comparison;
use mancala_tools::json::explain::{DeclaredRecord, DifferenceRecord, ExampleRecord, ReadingRecord, SentenceRecord};
use mancala_tools::picture::flow_chart;

use mancala_tools::checks::Checks;
use std::path::PathBuf;

use super::Failure;
use super::game::{self, GameArguments, Loaded};
use super::output::Output;
use super::picture::{self, GroundArguments};

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
        out.json(&ExampleRecord::new(&loaded.rules, &example.title, &shown))?;
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
