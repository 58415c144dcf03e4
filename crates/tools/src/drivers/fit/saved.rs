//! Plays saved games: whether rules allow them, and end them as they say.

use mancala_engine::contest::GameOrMatch;
use mancala_engine::outcome::{match_result, result};
use mancala_engine::play::Referee;
use mancala_rules::source::Source;

use super::found::{Place, Refutation};
use crate::examples::forbidden;
use crate::transcript::Transcript;

/// What refutes rules in a saved game; `None` if they allow it.
pub(super) fn refutation(
    name: &str,
    transcript: &Transcript,
    referee: &Referee,
    source: &Source,
) -> Option<Refutation> {
    let mut played: Vec<String> = Vec::new();
    let mut position = None;
    let mut wrong: Option<(usize, usize, String)> = None;
    let replayed = transcript.replay(referee, |table, ply| {
        played.extend(ply.map(|ply| ply.play.clone()));
        position = table.game().map(|game| game.position());
        let here = transcript.results.iter().filter(|said| said.after == played.len());
        for said in here.filter(|said| tells_result(&said.text) && !of_match(&said.text)) {
            let ends = table.game().and_then(|game| game.outcome()).map(|ending| result(referee.rules(), &ending));
            if wrong.is_none() && ends.as_deref() != Some(&said.text) {
                let is = ends.unwrap_or_else(|| "the game is not over".to_owned());
                wrong = Some((said.line, played.len(), format!("`{}` in the record; {is} by the rules", said.text)));
            }
        }
    });
    let mut table = match (replayed, &wrong) {
        (Err(error), None) => {
            let line = error.line.unwrap_or(1);
            let next = transcript.plies.get(played.len()).filter(|ply| ply.line == line);
            let decision = next.zip(position).map(|(ply, at)| forbidden(referee.rules(), &at, &ply.play));
            let decided = decision.map_or_else(String::new, |decision| decision.said(source));
            let said = format!("{}; {}", error.message, error.help);
            return Some(Refutation { decided, ..refuted(name, line, played, said) });
        }
        (_, Some((line, after, said))) => {
            played.truncate(*after);
            return Some(refuted(name, *line, played, said.clone()));
        }
        (Ok(table), None) => table,
    };
    let said = transcript.results.iter().find(|said| of_match(&said.text))?;
    let ends = match &mut table {
        GameOrMatch::Match(contest) => {
            // the last round may decide the match
            contest.ending().is_none().then(|| contest.next_round().ok());
            contest.ending().map(|ending| match_result(referee.rules(), ending))
        }
        GameOrMatch::Game(_) => None,
    };
    let differs = ends.as_deref() != Some(&said.text);
    let is = ends.unwrap_or_else(|| "the match is not over".to_owned());
    differs.then(|| refuted(name, said.line, played, format!("`{}` in the record; {is} by the rules", said.text)))
}

fn refuted(name: &str, line: usize, after: Vec<String>, said: String) -> Refutation {
    Refutation {
        place: Place { file: name.to_owned(), line },
        record: String::new(),
        passed: 0,
        misread: false,
        differences: 1,
        after,
        said,
        decided: String::new(),
    }
}

/// Whether a text tells who won, in the words of this program. Others, such as why a game was broken off, tell nothing.
fn tells_result(text: &str) -> bool {
    text.contains(" wins") || text.contains(" win:") || text.starts_with("a draw") || of_match(text)
}

/// Whether a text tells who won a match.
fn of_match(text: &str) -> bool {
    text.contains(" the match after ") || text.starts_with("The match is drawn")
}
