//! What is wrong with a line that is no statement, told in words.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::tree::{Grammar, Rule};
use crate::problem::{Code, Problem};
use crate::source::Span;

/// A line that is no statement. `start` is the place of its first byte.
pub(super) fn line(raw: &str, start: usize) -> Problem {
    let text = raw.trim_end();
    let whole = Span::new(start, start + text.len());
    if let Some(problem) = unclosed(text, start) {
        return problem;
    }
    let first = text.split([' ', '\t', '\n', ':']).next().unwrap_or("");
    let kind = if matches!(first, "when" | "otherwise") {
        Rule::only_rule
    } else if text.starts_with('"') {
        Rule::only_remark
    } else if outside_text(text, " if ").is_some() && outside_text(text, ":").is_none() {
        Rule::only_definition
    } else if outside_text(text, ":").is_some() {
        Rule::only_setting
    } else {
        let problem = Problem::new(Code::NotAStatement, whole, "this line is no statement");
        return if outside_text(text, "->").is_some() {
            problem.help("a rule begins with `when CONDITION ->` or `otherwise ->`")
        } else {
            problem.help(
                "write a setting (`rows: 2`), a rule (`when was empty -> end turn`) or a section (`board { .. }`)",
            )
        };
    };
    match Grammar::parse(kind, text) {
        Ok(_) => Problem::new(Code::NotAStatement, whole, "this line cannot be read"),
        Err(error) => at(&error, text, start),
    }
}

/// The head of a section that cannot be read.
pub(super) fn head(raw: &str, span: Span) -> Problem {
    let text = raw.trim_end();
    if let Some(problem) = unclosed(text, span.start) {
        return problem;
    }
    let helped =
        "write `NAME {`, `game \"Name\" {`, `last seed, the first that fits {` or `move NAME when CONDITION {`";
    match Grammar::parse(Rule::only_head, &format!("{text} {{")) {
        Err(error) if !text.is_empty() => {
            let mut problem = at(&error, text, span.start);
            problem.code = Code::BadHead;
            problem.help(helped)
        }
        _ => Problem::new(Code::BadHead, span, "this is no head of a section").help(helped),
    }
}

/// A file in which even the search for statements failed.
pub(super) fn unread(text: &str, error: &Error<Rule>) -> Problem {
    let mut problem = at(error, text, 0);
    problem.message = format!("the file cannot be read from here on: {}", problem.message);
    problem
}

/// A quotation mark or a round bracket without its partner.
fn unclosed(text: &str, start: usize) -> Option<Problem> {
    let mut quote = None;
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quote = if quote.is_some() { None } else { Some(at) },
            '\n' if quote.is_some() => break,
            '(' if quote.is_none() => open.push(at),
            ')' if quote.is_none() && open.pop().is_none() => {
                let place = Span::new(start + at, start + at + 1);
                return Some(
                    Problem::new(Code::UnclosedBracket, place, "this `)` closes nothing")
                        .help("take it away, or write the `(` that it belongs to"),
                );
            }
            _ => {}
        }
    }
    if let Some(at) = quote {
        let end = text[at..].find('\n').map_or(text.len(), |line| at + line);
        return Some(
            Problem::new(Code::UnclosedText, Span::new(start + at, start + end), "this text is never closed")
                .help("a text begins and ends with `\"` on the same line"),
        );
    }
    open.pop().map(|at| {
        Problem::new(Code::UnclosedBracket, Span::new(start + at, start + at + 1), "this `(` is never closed")
            .help("write `)` where the part that belongs together ends")
    })
}

/// Where `needle` stands outside of quotation marks.
fn outside_text(text: &str, needle: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        if c == '"' {
            quoted = !quoted;
        }
        if !quoted && text[at..].starts_with(needle) {
            return Some(at);
        }
    }
    None
}

fn at(error: &Error<Rule>, text: &str, start: usize) -> Problem {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    };
    let wanted = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            let mut words: Vec<&str> = positives.iter().filter_map(|wanted_rule| wanted(*wanted_rule)).collect();
            words.sort_unstable();
            words.dedup();
            words
        }
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    let found = text[at..].split_whitespace().next();
    let (place, message) = match found {
        Some(word) => {
            let skipped = text[at..].len() - text[at..].trim_start().len();
            let from = start + at + skipped;
            (Span::new(from, from + word.len()), format!("`{word}` does not fit here"))
        }
        // nothing follows: the end of the last word is the place
        None => {
            let last = text.trim_end().char_indices().next_back().map_or(0, |(at, _)| at);
            (Span::new(start + last, start + text.trim_end().len()), "something is missing behind this".to_owned())
        }
    };
    let problem = Problem::new(Code::NotAStatement, place, message);
    match wanted.split_last() {
        None => problem,
        Some((only, [])) => problem.help(format!("{only} can stand here")),
        Some((last, rest)) => problem.help(format!("{} or {last} can stand here", rest.join(", "))),
    }
}

/// What a rule of the grammar is called in a help; nothing where it would only add to the noise.
fn wanted(missing: Rule) -> Option<&'static str> {
    match missing {
        Rule::EOI | Rule::eol => None,
        Rule::condition | Rule::conjunct | Rule::negated | Rule::test | Rule::simple => Some("a condition"),
        Rule::subject | Rule::phrase | Rule::set | Rule::holes | Rule::effect | Rule::effects | Rule::word => {
            Some("a word")
        }
        Rule::number | Rule::numbers => Some("a number"),
        Rule::reading | Rule::board => Some("a value"),
        Rule::string => Some("a text in quotation marks"),
        Rule::tag => Some("`@ source \"place\"`"),
        Rule::origin => Some("a source and a text that says where in it"),
        Rule::kw_and => Some("`and`"),
        Rule::kw_or => Some("`or`"),
        Rule::tail | Rule::is | Rule::holds | Rule::makes | Rule::was => Some("`is`, `holds`, `makes`, `was`"),
        Rule::may => Some("`may`"),
        Rule::first_fits => Some("`, the first that fits`"),
        _ => None,
    }
}
