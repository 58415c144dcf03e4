//! The examples of a file: their boards, what came of them, and what differs where one fails.

use crate::checks::Checks;
use crate::checks::LONGEST_EXAMPLES;
use crate::examples::Run;
use serde_json::{Value, json};

use super::asking::Asking;
use super::board::position;
use super::loaded::{Loaded, Refused};
use super::request::Spec;

/// All examples of a file, each under the readings that it asks for.
pub fn examples(game: &Spec, asking: &Asking) -> Result<Value, Refused> {
    let loaded = Loaded::new(game)?;
    let source = &loaded.ruleset.source;
    let runs = loaded.ruleset.examples_until(Some(&asking.begin(LONGEST_EXAMPLES)), |_| true)?;
    let runs: Vec<Run> = runs.into_iter().flatten().collect();
    let shown = loaded.ruleset.shown_examples()?;
    let all = shown.iter().map(|(rules, shown)| {
        let run = runs.iter().find(|run| run.span == shown.span);
        let differences = run.map(|run| {
            let differences = run.differences.iter().map(|difference| {
                json!({
                    "expected": difference.expected,
                    "found": difference.found,
                    "parts": difference.parts.iter().map(|part| &part.said).collect::<Vec<_>>(),
                })
            });
            differences.collect::<Vec<_>>()
        });
        json!({
            "title": shown.title,
            "line": source.line(shown.span.start),
            "readings": shown.readings,
            // `null`: time was up before it was played
            "holds": run.map(|run| run.differences.is_empty()),
            "differences": differences,
            "before": shown.before.as_ref().map(|before| position(rules, before)),
            "after": shown.after.as_ref().map(|after| position(rules, after)),
            "board": super::board::board(rules),
            "deeds": shown.deeds,
            "play": shown.play,
            "outcome": shown.outcome,
        })
    });
    Ok(json!({ "examples": all.collect::<Vec<_>>() }))
}
