//! Several tests after `where` or `while` without brackets.

use pest::Parser;

use super::grammar::{Grammar, Rule};
use crate::problem::{Code, Problem};
use crate::source::{Span, single_blanks};

/// A filter whose tests lack brackets.
pub(super) struct Unbracketed<'t> {
    /// `where` or `while`.
    pub word: &'t str,
    /// Byte offset of the first test.
    pub start: usize,
    /// The tests.
    pub tests: &'t str,
}

/// The last filter before a place at which a text cannot be read, if the text is a statement of the kind once the
/// filter's tests stand in brackets. In `mask`, which is as long as `text`, texts and notes are masked.
pub(super) fn unbracketed<'t>(text: &'t str, mask: &'t str, place: usize, kind: Rule) -> Option<Unbracketed<'t>> {
    let last = |(at, word): &(usize, &str)| *at < place && matches!(*word, "where" | "while");
    let (at, word) = words(mask).filter(last).last()?;
    let behind = at + word.len();
    let start = behind + mask[behind..].len() - mask[behind..].trim_start().len();
    let tests = mask[start..start + end_of_tests(&mask[start..])?].trim_end();
    let end = start + tests.len();
    let mended = format!("{}({}){}", &text[..start], &text[start..end], &text[end..]);
    Grammar::parse(kind, &mended).is_ok().then(|| Unbracketed { word: &text[at..behind], start, tests })
}

/// The problem of several tests without brackets. `word` is `where` or `while`.
pub fn several_tests(place: Span, word: &str, tests: &str) -> Problem {
    let message = format!("`{word}` takes one test without brackets, and these are several");
    let written = single_blanks(tests);
    Problem::new(Code::NotACondition, place, message).help(format!("put the tests in brackets: `{word} ({written})`"))
}

/// Where several tests end: before a sign that no test has, or before what is said of the holes. `None` if nothing
/// joins tests.
fn end_of_tests(mask: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut joined = false;
    let mut word_ends = 0;
    for (at, c) in mask.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' | ',' | '|' | '@' | '{' => return joined.then_some(at),
            '-' if mask[at..].starts_with("->") => return joined.then_some(at),
            _ if depth == 0 && at >= word_ends && is_of_word(c) => {
                let word = &mask[at..at + mask[at..].find(|c| !is_of_word(c)).unwrap_or(mask.len() - at)];
                word_ends = at + word.len();
                match word {
                    "and" | "or" => joined = true,
                    "are" | "hold" => return joined.then_some(at),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    joined.then_some(mask.len())
}

pub(super) fn words(mask: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = mask.split(|c| !is_of_word(c)).filter(|word| !word.is_empty());
    parts.map(|word| (word.as_ptr() as usize - mask.as_ptr() as usize, word))
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '-')
}
