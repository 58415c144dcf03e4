//! Tells by the narrator where rules contradict a record, and which of their statements decide it.

use foldhash::HashMap;
use mancala_engine::game::Position;
use mancala_engine::narrator::Narrator;
use mancala_engine::outcome::result;
use mancala_rules::notation::{hole, row_column};
use mancala_rules::rules::model::{Example, Rules};
use mancala_rules::source::Span;

use super::evidence::Evidence;
use super::found::Refutation;
use super::replay::{Contradicted, Contradiction};
use crate::examples::{After, Decision, Difference, forbidden};
use crate::record::Record;

/// Most differences of one statement that are told.
const MOST_TOLD: usize = 4;
/// Most legal moves that are told.
const MOST_LEGAL: usize = 24;

/// What contradicts a record, in words.
pub(super) fn told(
    evidence: &Evidence,
    rules: &Rules,
    record: &Record,
    contradiction: &Contradiction,
    examples: &HashMap<Span, &Example>,
) -> Refutation {
    let Contradiction { start, path, ways, what } = contradiction;
    let (span, differences, said, decided) = match Telling::of(rules, start, path) {
        Some(telling) => telling.told(what, examples),
        // the rules leave the position undecided
        None => match what {
            Contradicted::Fault(fault, span) => (*span, 1, fault.message.clone(), Decision::default()),
            _ => (record.span, 1, "the rules give no answer here".to_owned(), Decision::default()),
        },
    };
    let said = match ways {
        1 => said,
        _ => {
            let way = if path.is_empty() { String::new() } else { format!(", `{}`", path.join(" ")) };
            format!("none of {ways} ways to play the moves that are not told fits; in the nearest{way}, {said}")
        }
    };
    Refutation {
        place: evidence.place(span),
        record: record.title.clone(),
        passed: 0,
        misread: false,
        differences,
        after: path.clone(),
        said,
        decided: decided.said(&evidence.source),
    }
}

/// Where a record differs, in how many things, and how, in a sentence.
pub(super) fn compared(differences: &[Difference]) -> (Option<Span>, usize, String) {
    let parts = differences.iter().flat_map(|difference| {
        let whole = || {
            let said = format!("{} in the record, {} by the rules", difference.expected, difference.found);
            vec![(difference.span, said)]
        };
        let part = difference.parts.iter().map(|part| {
            let said = format!("{}: {} in the record, {} by the rules", part.what, part.expected, part.found);
            (part.span, said)
        });
        if difference.parts.is_empty() { whole() } else { part.collect() }
    });
    let parts: Vec<(Span, String)> = parts.collect();
    let told: Vec<&str> = parts.iter().take(MOST_TOLD).map(|(_, said)| said.as_str()).collect();
    let more = match parts.len().saturating_sub(MOST_TOLD) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    (parts.first().map(|(span, _)| *span), parts.len(), format!("{}{more}", told.join("; ")))
}

/// A game up to the statement that is contradicted.
struct Telling<'r> {
    rules: &'r Rules,
    game: Narrator<&'r Rules>,
    /// How the last turn was decided.
    decision: Decision,
}

impl<'r> Telling<'r> {
    fn of(rules: &'r Rules, start: &Position, path: &[String]) -> Option<Self> {
        let mut game = Narrator::from_position(rules, start.clone()).ok()?;
        let mut events = game.take_events();
        for name in path {
            game.play(name).ok()?;
            events = game.take_events();
        }
        Some(Telling { rules, decision: Decision::of(&rules.board, &events), game })
    }

    /// Where the record says what is contradicted, what is true instead, and how it was decided.
    fn told(self, what: &Contradicted, examples: &HashMap<Span, &Example>) -> (Span, usize, String, Decision) {
        match what {
            Contradicted::Move(name, span) => {
                let board = &self.rules.board;
                let said = match (row_column(name), hole(board, name)) {
                    (Some(_), None) => format!("this board has no hole `{name}`"),
                    _ => format!("`{name}` in the record is not legal by the rules; {}", self.legal()),
                };
                let decision = if self.game.ending().is_some() {
                    self.decision
                } else {
                    forbidden(self.rules, self.game.position(), name)
                };
                (*span, 1, said, decision)
            }
            Contradicted::Unknown(span) => {
                (*span, 1, format!("the record has another move; {}", self.legal()), self.decision)
            }
            Contradicted::Expected(step) => {
                let legal = || self.game.legal();
                let (board, left, ending) = (&self.rules.board, self.game.left(), self.game.ending());
                let after = After { board, left, ending, legal: &legal };
                let expected = examples.get(step).map_or(&[][..], |example| example.expected.as_slice());
                let (span, differences, said) = compared(&after.differences(expected));
                (span.unwrap_or(*step), differences, said, self.decision)
            }
            Contradicted::Count(count, found) => {
                let moves = if count.depth == 1 { "1 move".to_owned() } else { format!("{} moves", count.depth) };
                let said = format!("{} sequences of {moves} in the record, {found} by the rules", count.sequences);
                (count.span, 1, said, Decision::default())
            }
            Contradicted::Fault(fault, span) => (*span, 1, fault.message.clone(), Decision::default()),
        }
    }

    /// The legal moves, or how the game ended.
    fn legal(&self) -> String {
        if let Some(ending) = self.game.ending() {
            return format!("the game is over: {}", result(self.rules, ending));
        }
        let legal = self.game.legal();
        let more = match legal.len().saturating_sub(MOST_LEGAL) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        format!("legal: {}{more}", legal[..legal.len().min(MOST_LEGAL)].join(" "))
    }
}
