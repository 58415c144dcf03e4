//! Commands that the editor sends back: play an example, or write its outcome.

use lsp_server::RequestId;
use lsp_types::{CodeLens, Command, Uri};
use serde_json::{Value, json};

use super::places::Places;
use crate::language_server::Document;
use crate::language_server::examples::{self, Place, Played};
use crate::language_server::findings::Finding;

/// Plays one example. Arguments: the address of the text, and the line of the head.
pub(super) const RUN: &str = "mancala.runExample";
/// Plays all examples of a text. Argument: its address.
pub(super) const RUN_ALL: &str = "mancala.runAllExamples";
/// Writes the outcome that the rules give into an example. Arguments as for [`RUN`].
pub(super) const ACCEPT: &str = "mancala.acceptExample";
/// All commands.
pub(super) const ALL: [&str; 3] = [RUN, RUN_ALL, ACCEPT];

/// Examples to play.
pub struct Question {
    /// The request to answer.
    pub(super) id: RequestId,
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) document: Document,
    /// Where the head of the only example to play begins.
    pub(super) only: Option<usize>,
    /// Whether to write the outcome.
    pub(super) accept: bool,
}

/// Examples that were played.
pub struct Answer {
    pub(super) question: Question,
    pub(super) played: Result<Vec<Played>, String>,
}

/// Plays.
pub fn play(question: Question) -> Answer {
    let played = examples::play(&question.document, question.only);
    Answer { question, played }
}

/// What stands above the examples of a text: commands to play them, and to accept what was found of those that fail.
pub(super) fn lenses(document: &Document, findings: &[Finding], uri: &Uri) -> Vec<CodeLens> {
    let places = Places::new(document);
    let all = examples::places(document);
    let count = all.len();
    let fails = |place: &Place| {
        let inside = |finding: &Finding| place.span.start <= finding.span.start && finding.span.end <= place.span.end;
        findings.iter().any(|finding| finding.code == "failing-example" && inside(finding))
    };
    let mut found = Vec::new();
    for (nth, place) in all.iter().enumerate() {
        let range = places.range(place.head);
        let mut lens = |title: String, command: &str, arguments: Vec<Value>| {
            let command = Command { title, command: command.to_owned(), arguments: Some(arguments) };
            found.push(CodeLens { range, command: Some(command), data: None });
        };
        let here = || vec![json!(uri), json!(range.start.line)];
        let state = if fails(place) { " (it fails)" } else { "" };
        lens(format!("▶ Run this example{state}"), RUN, here());
        if fails(place) {
            lens("Write the outcome that the rules give".to_owned(), ACCEPT, here());
        }
        if nth == 0 && count > 1 {
            lens(format!("▶ Run all {count} examples"), RUN_ALL, vec![json!(uri)]);
        }
    }
    found
}

/// The example whose head is on a line.
pub(super) fn on_line(document: &Document, line: u64) -> Option<usize> {
    let places = Places::new(document);
    let starts = examples::places(document).into_iter().map(|place| place.head.start);
    starts.into_iter().find(|start| u64::from(places.position(*start).line) == line)
}

/// What was found, in words, and whether all is well.
pub(super) fn told(played: &[Played]) -> (bool, String) {
    let failing: Vec<&Played> = played.iter().filter(|played| !played.holds).collect();
    let text = match (played, failing.as_slice()) {
        ([], _) => "there are no examples here".to_owned(),
        ([only], _) => format!("“{}”: {}", only.title, only.told),
        (all, []) => format!("all {} examples hold", all.len()),
        (all, some) => {
            let titles: Vec<String> =
                some.iter().map(|played| format!("“{}”: {}", played.title, played.told)).collect();
            format!("{} of {} examples fail: {}", some.len(), all.len(), titles.join("; "))
        }
    };
    (failing.is_empty() && !played.is_empty(), text)
}

/// The answer to the command.
pub(super) fn record(played: &[Played]) -> Value {
    let example = |played: &Played| json!({ "title": played.title, "holds": played.holds, "told": played.told });
    json!({ "examples": played.iter().map(example).collect::<Vec<_>>() })
}
