//! `mancala explain`: the rules in sentences.

use serde::Serialize;

use super::Failure;
use super::game::GameArguments;
use super::output::Output;
use crate::rules::explain::{Sentence, explain as text_of, sentences};

/// Arguments of `explain`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala explain krur
  mancala explain krur --set no-move=the-end
  mancala explain krur --json | jq -r 'select(.assumed) | .text'")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Print a line of JSON for each sentence
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SentenceRecord<'a> {
    section: &'a str,
    text: &'a str,
    sources: Vec<SourceRecord<'a>>,
    assumed: Option<String>,
}

#[derive(Serialize)]
struct SourceRecord<'a> {
    source: &'a str,
    place: &'a str,
}

/// Tells the rules of a game.
pub(super) fn explain(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    if !arguments.json {
        return out.print(text_of(&loaded.rules));
    }
    for sentence in sentences(&loaded.rules) {
        out.json(&SentenceRecord::new(&sentence))?;
    }
    Ok(())
}

impl<'a> SentenceRecord<'a> {
    fn new(sentence: &'a Sentence) -> Self {
        let basis = &sentence.basis;
        let source = |source: &'a Option<String>, place| source.as_deref().map(|source| SourceRecord { source, place });
        let assumed: Vec<&str> =
            basis.iter().filter(|origin| origin.source.is_none()).map(|origin| origin.text.as_str()).collect();
        SentenceRecord {
            section: &sentence.section,
            text: &sentence.text,
            sources: basis.iter().filter_map(|origin| source(&origin.source, &origin.text)).collect(),
            assumed: (!assumed.is_empty()).then(|| assumed.join("; ")),
        }
    }
}
