//! The first word of a line that does not fit there, in words.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::Rule;
use super::line::Line;
use super::spoken;
use crate::problem::{Code, Help, Problem};

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
    if let Some(help) = spoken::help(word).or_else(|| seeds_of_a_player(line.text, &line.text[..from])) {
        return problem.help(help);
    }
    if word.strip_prefix('-').is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit())) {
        return problem.help("only stores and reserves can be below zero, as in `stores: South -3, North 0`");
    }
    if let Some((row, column)) = word.split_at_checked(word.len().saturating_sub(1))
        && row.parse::<u8>().is_ok_and(|row| row > 0)
        && column.starts_with(|c: char| c.is_ascii_lowercase())
    {
        let hole = format!("{column}{row}");
        return problem.correct(word, &hole, format!("the column of a hole stands before its row: `{hole}`"));
    }
    if let Some(help) = of_conditions(word, line.text[..from].trim_end()) {
        return problem.help(help);
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

/// Help for a word that does not fit into a condition.
fn of_conditions(word: &str, before: &str) -> Option<&'static str> {
    let said = |words: &[&str]| before.split_whitespace().any(|before| words.contains(&before));
    let number = before.ends_with(|c: char| c.is_ascii_digit());
    match word {
        "-" | "--" | ".." | "…" if number => Some("a range of numbers is written with `to`: `2 to 4`"),
        "between" => Some("a range of numbers is written with `to`: `2 to 4`"),
        "not" => Some("write `is not empty`, or `is occupied`"),
        "is" if said(&["all", "some", "no"]) => Some("write `are`: several holes are meant"),
        "are" => Some("say of how many of the holes: `all own holes are empty`, `some own holes are empty`"),
        _ => None,
    }
}

/// Help for a condition on what players have: `opponent has no seeds`, `fewer than 7 seeds are left`.
fn seeds_of_a_player(text: &str, before: &str) -> Option<Help> {
    let said = text.trim_start().strip_prefix("when ")?.split("->").next()?.trim();
    let has_none =
        ["has no seeds", "has no stones", "has nothing", "has no seed"].iter().any(|none| said.ends_with(none));
    if has_none {
        let whose = if said.starts_with("opponent") { "opponent's" } else { "own" };
        return Some(format!("write `all {whose} holes are empty`").into());
    }
    let left = ["are left", "remain", "are on the board"].iter().find_map(|left| said.strip_suffix(left))?;
    let number = left.trim().strip_suffix("seeds").or_else(|| left.trim().strip_suffix("stones"))?.trim();
    (!before.is_empty()).then(|| format!("write `seeds in holes is {number}`").into())
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
