//! The first word of a line that does not fit there, in words.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::Rule;
use super::line::Line;
use super::spoken;
use crate::problem::{Code, Problem};

/// Where the grammar stopped.
pub(super) fn position(error: &Error<Rule>, text: &str) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    }
}

/// The first word that does not fit, with help if its replacement is known.
pub(super) fn at(error: &Error<Rule>, line: &Line<'_>) -> Problem {
    let stop = position(error, line.text);
    // a name of a number is one word, so what fails after it began with it
    let number = named_number(&line.text[..stop]);
    let counts_seeds = |text: &str| matches!(text.split_whitespace().next(), Some("seed" | "seeds"));
    let at = number.filter(|_| !counts_seeds(&line.text[stop..])).unwrap_or(stop);
    let rest = &line.text[at..];
    let from = at + rest.len() - rest.trim_start().len();
    let word = rest.split_whitespace().next().unwrap_or("");
    let end = word.find([',', ')', ':']).filter(|end| *end > 0).unwrap_or(word.len());
    let word = &word[..end];
    if word.is_empty() {
        let text = line.text.trim_end();
        let last = text.split_whitespace().next_back().unwrap_or("");
        return Problem::new(
            Code::NotAStatement,
            line.span(text.len() - last.len(), text.len()),
            format!("something is missing after `{last}`"),
        );
    }
    let problem =
        Problem::new(Code::NotAStatement, line.span(from, from + word.len()), format!("`{word}` does not fit here"));
    if let Some(help) = spoken::help(word) {
        return problem.help(help);
    }
    if word.strip_prefix('-').is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit())) {
        return problem.help("only stores and reserves can be below zero, as in `stores: South -3, North 0`");
    }
    if word == "+" {
        return problem.help("holes are added with `and`, as in `seeds in (own store and own holes)`");
    }
    let before = line.text[..at].trim_end();
    if let Some(help) = no_hole(word, &rest[from - at..], before) {
        return problem.help(help);
    }
    if counts_seeds(word) && (number.is_some() || before.ends_with(|c: char| c.is_ascii_digit())) {
        return problem.help("numbers always count seeds: remove it");
    }
    let bounded = [" at least", " at most", " more than", " fewer than"].iter().any(|bound| before.ends_with(bound));
    if bounded || number.is_some() || wants_number(error) {
        return problem.help("a number belongs here: `4`, `2 or 3`, `2 to 15`, `at least 2`, `fewer than 4`, `even`");
    }
    problem
}

/// Where the word begins that stands for a number at the end of a text: after `holds few`.
fn named_number(text: &str) -> Option<usize> {
    let text = text.trim_end();
    let begin = text.len() - text.rsplit(char::is_whitespace).next()?.len();
    let verb = text[..begin].split_whitespace().next_back()?;
    (matches!(verb, "holds" | "hold" | "makes") && text[begin..].starts_with(char::is_alphabetic)).then_some(begin)
}

/// Help for a condition that begins with `in` and names no hole.
fn no_hole(word: &str, rest: &str, before: &str) -> Option<String> {
    let begins = before
        .split_whitespace()
        .next_back()
        .is_none_or(|last| matches!(last, "when" | "and" | "or" | "not" | "if") || last.ends_with('('));
    if word != "in" || !begins {
        return None;
    }
    let holes = rest.split(&['-', ',', ')'][..]).next()?.trim_start_matches("in").trim();
    let mut words = holes.split(' ').filter(|word| *word != "the");
    let (whose, last) = (words.next()?, words.next_back());
    Some(match (whose, last.unwrap_or(whose)) {
        ("opponent's", "store") => "name the hole and its end of the row: write `here is opponent's end`".to_owned(),
        (_, "store" | "kalah" | "mancala") => {
            "name the hole and its end of the row: write `here is own end`".to_owned()
        }
        _ => format!("name the hole that lies there: write `here is in {holes}`"),
    })
}

/// Whether only a number would have fitted.
fn wants_number(error: &Error<Rule>) -> bool {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else { return false };
    // A note fits after every word.
    let mut wanted = positives.iter().filter(|wanted| **wanted != Rule::note).peekable();
    wanted.peek().is_some()
        && wanted.all(|wanted| {
            matches!(
                wanted,
                Rule::number
                    | Rule::numbers
                    | Rule::counted
                    | Rule::counts
                    | Rule::named
                    | Rule::even
                    | Rule::odd
                    | Rule::at_least
                    | Rule::at_most
                    | Rule::more_than
                    | Rule::fewer_than
                    | Rule::range
                    | Rule::list
            )
        })
}
