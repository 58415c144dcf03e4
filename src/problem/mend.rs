//! Applies the corrections that problems propose.

use super::Problem;
use crate::source::{Span, replaced};

/// A correction of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// What is replaced.
    pub span: Span,
    /// What stands there afterwards.
    pub instead: String,
}

/// The corrections that problems propose, in the order of the text. Where two overlap, the later one is left out; so is
/// every place with two different corrections.
pub fn corrections(problems: &[Problem]) -> Vec<Correction> {
    let mut found: Vec<Correction> = problems
        .iter()
        .filter_map(|problem| Some(Correction { span: problem.span(), instead: problem.instead.clone()? }))
        .collect();
    found.sort_by(|a, b| (a.span, &a.instead).cmp(&(b.span, &b.instead)));
    found.dedup();
    let one_of_several = |correction: &Correction| {
        found.iter().any(|other| other.span == correction.span && other.instead != correction.instead)
    };
    let mut kept: Vec<Correction> = Vec::new();
    for correction in found.iter().filter(|correction| !one_of_several(correction)) {
        if kept.last().is_none_or(|last| last.span.end <= correction.span.start) {
            kept.push(correction.clone());
        }
    }
    kept
}

/// A text with corrections that do not overlap, in the order of the text.
pub fn corrected(text: &str, corrections: &[Correction]) -> String {
    replaced(text, corrections.iter().map(|correction| (correction.span, correction.instead.as_str())))
}

#[cfg(test)]
mod tests {
    use super::{Correction, corrected, corrections};
    use crate::problem::{Code, Help, Problem};
    use crate::source::Span;

    fn problem(text: &str, from: usize, to: usize, instead: &str) -> Problem {
        let help = Help::write(&text[from..to], instead).expect("another text");
        Problem::new(Code::UnknownWord, Span::new(from, to), "unknown").help(help)
    }

    #[test]
    fn corrections_that_overlap_or_contradict_are_left_out() {
        let text = "one two three four";
        let problems = [
            problem(text, 8, 13, "3"),
            problem(text, 0, 3, "1"),
            problem(text, 4, 13, "2"),
            problem(text, 14, 18, "4"),
            problem(text, 14, 18, "5"),
            problem(text, 0, 3, "1"),
        ];
        let found = corrections(&problems);
        let kept = [(0, 3, "1"), (4, 13, "2")]
            .map(|(from, to, instead)| Correction { span: Span::new(from, to), instead: instead.to_owned() });
        assert_eq!(found, kept);
        assert_eq!(corrected(text, &found), "1 2 four");
    }
}
