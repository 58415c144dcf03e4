//! Applies the corrections that problems propose.

use super::{Correction, Extents, Problem};
use crate::source::{Source, replaced, single_blanks};

/// What solves a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// What it does, as a command.
    pub title: String,
    /// What is replaced, in the order of the text.
    pub corrections: Vec<Correction>,
    /// Whether it is what the author meant, and loses nothing.
    pub is_sure: bool,
}

/// What solves a problem of a text: a replacement first, which is what the author meant.
pub fn mends(source: &Source, extents: &Extents, problem: &Problem) -> Vec<Mend> {
    let replacement = problem.instead.clone().map(|instead| Mend {
        title: match instead.trim() {
            "" => format!("Remove {}", named(source.slice(problem.span()))),
            written => format!("Write `{}`", single_blanks(written)),
        },
        corrections: vec![Correction { span: problem.span(), instead }],
        is_sure: true,
    });
    let remedy = problem.remedy.as_ref().map(|remedy| Mend {
        title: remedy.title.clone(),
        corrections: remedy.corrections(source, extents),
        is_sure: remedy.is_sure,
    });
    replacement.into_iter().chain(remedy).filter(|mend| !mend.corrections.is_empty()).collect()
}

/// What is removed, in words.
fn named(text: &str) -> String {
    match text.trim() {
        seen if seen.chars().any(|c| c.is_alphanumeric() || c.is_ascii_graphic()) => format!("`{seen}`"),
        _ => "this character".to_owned(),
    }
}

/// The corrections of a text that problems propose and that can only be what the author meant, in the order of the text.
/// Where two overlap, the later one is left out; so is every place with two different corrections.
pub fn corrections(source: &Source, extents: &Extents, problems: &[Problem]) -> Vec<Correction> {
    let sure = problems.iter().flat_map(|problem| mends(source, extents, problem)).filter(|mend| mend.is_sure);
    let mut found: Vec<Correction> = sure.flat_map(|mend| mend.corrections).collect();
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
    use crate::problem::{Change, Code, Help, Problem, Remedy};
    use crate::source::{Source, Span};
    use crate::syntax::statements::extents;

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
        let source = Source::new("numbers.mancala", text);
        let found = corrections(&source, &extents(text), &problems);
        let kept = [(0, 3, "1"), (4, 13, "2")]
            .map(|(from, to, instead)| Correction { span: Span::new(from, to), instead: instead.to_owned() });
        assert_eq!(found, kept);
        assert_eq!(corrected(text, &found), "1 2 four");
    }

    #[test]
    fn what_an_author_should_look_at_is_left_to_him() {
        let source = Source::new("words.mancala", "one {\n  two\n");
        let all = extents(&source.text);
        let problem = |remedy| Problem::new(Code::UnclosedSection, Span::new(0, 3), "unclosed").remedy(remedy);
        let sure = problem(Remedy::sure("Add `}`", Change::End("}".to_owned())));
        let other = problem(Remedy::new("Remove `two`", Change::Remove(Span::new(8, 11))));
        assert_eq!(corrected(&source.text, &corrections(&source, &all, &[sure.clone(), other])), "one {\n  two\n\n}\n");
        let several = sure.remedy.map(|remedy| problem(remedy.and(Change::Remove(Span::new(0, 3)))));
        assert_eq!(corrections(&source, &all, several.as_slice()), []);
    }
}
