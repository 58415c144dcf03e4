//! Explains in words what is wrong with a line that is not a statement.

use pest::Parser;
use pest::error::Error;

use super::filters::{self, several_tests};
use super::grammar::{Grammar, Rule};
use super::line::Line;
use super::misfit;
use super::tokens::Scan;
use super::{habits, spoken};
use crate::problem::{Change, Code, Help, Problem, Remedy};
use crate::source::Span;

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// Outside of all sections.
    File,
    /// In a section of statements.
    Section,
    /// In a section that holds a condition.
    Claim,
    /// In the section of options.
    Options,
}

/// The problem of a line that is not a statement.
pub(super) fn line(scan: Scan<'_>, place: Span, around: Around) -> Problem {
    let line = Line::new(scan, place);
    let first = line.words().next().filter(|(at, _)| *at == 0).map_or("", |(_, word)| word);
    let (arrow, colon) = (line.find("->").is_some(), line.find(":").is_some());
    let claims = around == Around::Claim && !arrow && !colon;
    let asks = !claims && (matches!(first, "when" | "otherwise") || arrow);
    let explains = line.find(" if ").is_some() && !colon;
    let kind = if asks || explains || claims { habits::Kind::Condition } else { habits::Kind::Other };
    if let Some(problem) = quotes(&line)
        .or_else(|| brackets(&line))
        .or_else(|| ending(&line))
        .or_else(|| habits::sign(line.text, &line.mask, place.start, kind))
        .or_else(|| citation(&line))
    {
        return problem;
    }
    if claims {
        parsed(&line, Rule::only_condition, "a claim is a condition, as in `seeds in holes is 1`")
    } else if asks {
        rule(&line, first)
    } else if line.text.starts_with('"') {
        parsed(&line, Rule::only_remark, "a separate text belongs in `left out`, one on each line")
    } else if explains {
        definition(&line)
    } else if colon {
        setting(&line, around)
    } else {
        words(&line, around != Around::File)
    }
}

/// The problem of a section head that cannot be read.
pub(super) fn head(scan: Scan<'_>, span: Span) -> Problem {
    let line = Line::new(scan, span);
    let raw = line.text;
    if is_rule(raw) {
        let first = line.words().next().map_or("", |(_, word)| word);
        return Problem::new(Code::BrokenRule, line.word_span(0, first), "a rule does not take curly brackets")
            .help("write `when CONDITION -> EFFECT, EFFECT` on one line");
    }
    let of_head = |mut problem: Problem| {
        if problem.code == Code::NotAStatement {
            problem.code = Code::BadHead;
        }
        problem
    };
    if let Some(problem) = quotes(&line)
        .or_else(|| brackets(&line))
        .or_else(|| habits::sign(line.text, &line.mask, span.start, habits::Kind::Other))
        .or_else(|| citation(&line))
    {
        return of_head(problem);
    }
    let name = name_of_head(raw);
    let behind = line.mask.get(name.len()..).unwrap_or("");
    if let Some(sign) = behind.trim().chars().next().filter(|c| matches!(c, ':' | ',' | '(')) {
        let at = name.len() + behind.find(sign).unwrap_or(0);
        return if sign == ',' {
            Problem::new(Code::BadHead, line.span(at, line.text.len()), "the head of a list cannot be read")
                .help(format!("write `{name}, the first that fits {{`"))
        } else {
            let message = format!("`{sign}` does not belong in the head of a section");
            Problem::new(Code::BadHead, line.span(at, at + 1), message).help(format!("write `{name} {{`"))
        };
    }
    let helped =
        "write `NAME {`, `game \"Name\" {`, `last seed, the first that fits {` or `move NAME when CONDITION {`";
    match Grammar::parse(Rule::only_head, &format!("{} {{", line.text)) {
        Err(error) if !line.text.is_empty() => of_head(misfit::at(&error, &line)).help(helped),
        _ => Problem::new(Code::BadHead, span, "this is not the head of a section").help(helped),
    }
}

/// The words that begin a head.
pub(super) fn name_of_head(raw: &str) -> &str {
    let end = raw.find(|c: char| !(c.is_alphanumeric() || matches!(c, ' ' | '\t' | '-' | '\'')));
    raw[..end.unwrap_or(raw.len())].trim_end()
}

/// Whether the text before a `{` is the beginning of a rule.
pub(super) fn is_rule(raw: &str) -> bool {
    matches!(raw.split_whitespace().next(), Some("when" | "otherwise" | "if" | "else"))
}

/// The problem of a file in which even the search for statements failed. The grammar has a rule for lines that are not
/// statements, so no such file is known.
pub(super) fn unread(text: &str, error: &Error<Rule>) -> Problem {
    let at = misfit::position(error, text);
    let rest = text[at..].split_whitespace().next().unwrap_or("");
    let from = at + text[at..].find(rest).unwrap_or(0);
    Problem::new(Code::NotAStatement, Span::new(from, from + rest.len()), "the file cannot be read from here on")
}

/// The problem of a line that breaks off in the middle of a statement.
pub(super) fn unfinished(scan: Scan<'_>, place: Span) -> Option<Problem> {
    let line = Line::new(scan, place);
    let mask = line.mask.trim_end();
    let begins = |sign: &&&str| {
        let before = mask.strip_suffix(**sign);
        before.is_some_and(|before| !before.is_empty() && !before.ends_with(char::is_alphanumeric))
    };
    if let Some(sign) = ["->", "|", "@", "and", "or"].iter().find(begins) {
        let message = "this line is incomplete, and the next line does not continue it";
        return Some(
            Problem::new(Code::NotAStatement, line.span(mask.len() - sign.len(), mask.len()), message)
                .help(format!("move `{sign}` to the beginning of the next line")),
        );
    }
    let sign =
        ["not", "of", "in", "where", "while", "from", "after", "into", "is", "are", "holds", "makes", "was", "when"];
    sign.iter().find(begins).map(|sign| {
        let message = "this line is incomplete, and the next line does not continue it";
        Problem::new(Code::NotAStatement, line.span(mask.len() - sign.len(), mask.len()), message)
            .help("write it on one line, or begin the next line with `and`, `or`, `->`, `@` or `|`")
    })
}

/// A quotation mark without a partner. A mark after a blank begins a text; one before a blank ends it.
fn quotes(line: &Line<'_>) -> Option<Problem> {
    let mut begin = 0;
    for part in line.text.split_inclusive(['\n', '\r']) {
        let found = quotes_of(part).map(|(from, to, opened)| {
            let place = line.span(begin + from, begin + to);
            if opened {
                let said = part[from..to].to_owned();
                let closed = format!("{said}\"");
                Problem::new(Code::UnclosedText, place, "the quotation mark at the end of this text is missing")
                    .help(format!("write `{closed}`: a text ends on the line where it begins"))
                    .remedy(Remedy::new(format!("Write `{closed}`"), Change::Replace(place, closed)))
            } else {
                Problem::new(
                    Code::UnclosedText,
                    place,
                    "the text that ends here has no quotation mark at its beginning",
                )
                .help("a text begins and ends with `\"` on the same line")
            }
        });
        if found.is_some() {
            return found;
        }
        begin += part.len();
    }
    None
}

/// Byte range of a quotation mark without a partner in a line, and whether the mark begins its text.
fn quotes_of(line: &str) -> Option<(usize, usize, bool)> {
    let text = line.trim_end();
    let mut open: Option<usize> = None;
    let until = |from: usize, to: usize| {
        let said = &text[from..to];
        let end = [" @", " |", " {"].iter().filter_map(|sign| said.find(sign)).min().unwrap_or(said.len());
        (from, from + said[..end].trim_end_matches([' ', '\t', ',']).len().max(1), true)
    };
    // After the sign of a note there are no texts.
    let first = text.find('"')?;
    if text[..first].contains("//") {
        return None;
    }
    for (at, _) in text.match_indices('"') {
        let behind = text[at + 1..].chars().next();
        let begins = text[..at].ends_with([' ', '\t', '(']) && behind.is_some_and(char::is_alphanumeric);
        let ends = behind.is_none_or(|c| c.is_whitespace() || ",|@".contains(c)) && !text[..at].ends_with([' ', '\t']);
        open = match open {
            None if ends && at > 0 && !text[..at].ends_with('"') => return Some((at, at + 1, false)),
            None => Some(at),
            Some(from) if begins => return Some(until(from, at)),
            Some(_) => None,
        };
    }
    open.map(|from| until(from, text.len()))
}

/// A round bracket without a partner.
fn brackets(line: &Line<'_>) -> Option<Problem> {
    let mut open = Vec::new();
    for (at, c) in line.mask.char_indices() {
        match c {
            '(' => open.push(at),
            ')' if open.pop().is_none() => {
                return Some(
                    Problem::new(Code::UnclosedBracket, line.span(at, at + 1), "this `)` closes nothing")
                        .help("remove it, or add the `(` that it belongs to")
                        .remedy(Remedy::new("Remove this `)`", Change::Replace(line.span(at, at + 1), String::new()))),
                );
            }
            _ => {}
        }
    }
    open.pop().map(|at| {
        Problem::new(Code::UnclosedBracket, line.span(at, at + 1), "this `(` is never closed")
            .help("add `)` at the end of the part that belongs together")
    })
}

/// A line that would be a statement without the sign at its end.
fn ending(line: &Line<'_>) -> Option<Problem> {
    let kept = line.mask.trim_end().strip_suffix(['.', ';'])?.len();
    let kinds = [Rule::only_rule, Rule::only_definition, Rule::only_setting, Rule::only_remark];
    kinds.into_iter().find(|kind| Grammar::parse(*kind, &line.text[..kept]).is_ok())?;
    let sign = &line.text[kept..=kept];
    Some(Problem::new(Code::ForeignSign, line.span(kept, kept + 1), "a statement ends with its line").correct(
        sign,
        "",
        format!("remove `{sign}`"),
    ))
}

/// A citation that lacks a part.
fn citation(line: &Line<'_>) -> Option<Problem> {
    let at = line.find("@")?;
    let mask = &line.mask[at..];
    let mut rest = &mask[1..];
    let broken =
        |from: usize, to: usize, message: &str| Problem::new(Code::BrokenCitation, line.span(from, to), message);
    loop {
        let trimmed = rest.trim_start();
        let begin = line.mask.len() - trimmed.len();
        let key =
            &trimmed[..trimmed.find(|c: char| !(c.is_alphanumeric() || "-'".contains(c))).unwrap_or(trimmed.len())];
        if key.is_empty() {
            let length = trimmed.find(|c| c != '"').unwrap_or(trimmed.len());
            let (from, to) = if length == 0 { (at, at + 1) } else { (begin, begin + length) };
            return Some(
                broken(from, to, "this citation does not name its source")
                    .help("write the key of a source: `@ wiki \"Rules, 5\"`, or `@ assumed \"why\"`"),
            );
        }
        let behind = trimmed[key.len()..].trim_start();
        if !behind.starts_with('"') {
            let (message, help) = if key == "assumed" {
                (
                    "this assumption does not say why it is made".to_owned(),
                    "write `@ assumed \"no source says\"`".to_owned(),
                )
            } else if matches!(key, "page" | "p" | "pp" | "paragraph" | "rule" | "section" | "chapter") {
                (
                    "this citation does not name its source".to_owned(),
                    format!("write the key of a source, and the place in quotes: `@ KEY \"{}\"`", place_of(trimmed)),
                )
            } else {
                (format!("this citation does not name the place in `{key}`"), format!("write `@ {key} \"Rules, 5\"`"))
            };
            return Some(broken(begin, begin + key.len(), &message).help(help));
        }
        let behind = behind.trim_start_matches('"').trim_start();
        match behind.strip_prefix(',') {
            Some(more) => rest = more,
            None if behind.starts_with('@') => {
                let second = line.mask.len() - behind.len();
                let comma = line.span(line.mask[..second].trim_end().len(), second + 1);
                return Some(
                    broken(second, second + 1, "a second `@` after a citation")
                        .help("separate several sources with commas: `@ wiki \"Rules, 5\", copy \"Rules, 3\"`")
                        .remedy(Remedy::sure("Write a comma in place of `@`", Change::Replace(comma, ",".to_owned()))),
                );
            }
            None => return None,
        }
    }
}

fn rule(line: &Line<'_>, first: &str) -> Problem {
    let broken = |place, message: &str| Problem::new(Code::BrokenRule, place, message);
    let whole = line.span(0, line.text.len());
    if !matches!(first, "when" | "otherwise") {
        let instead = Help::nearest(first, ["when", "otherwise"]).or_else(|| spoken::help(first));
        let place = if first.is_empty() { whole } else { line.word_span(0, first) };
        let problem = broken(place, "a rule begins with `when` or `otherwise`");
        return match instead {
            Some(instead) => problem.help(instead),
            None => problem.help("write `when CONDITION -> EFFECT`, or `otherwise -> EFFECT`"),
        };
    }
    let example = if first == "when" { "`when makes 2 -> capture here, end turn`" } else { "`otherwise -> end turn`" };
    let Some(arrow) = line.find("->") else {
        let written = format!("write for example {example}");
        if let Some((at, then)) = line.words().find(|(_, word)| *word == "then") {
            return broken(line.word_span(at, then), "a rule has `->` before its effects, not `then`")
                .correct(then, "->", written);
        }
        if let Some(colon) = line.find(":") {
            return broken(line.span(colon, colon + 1), "a rule has `->` before its effects, not `:`")
                .correct(":", " ->", written);
        }
        let alone = Grammar::parse(Rule::only_rule, line.text).err();
        let at = alone.map_or(line.text.len(), |error| misfit::position(&error, line.text));
        let message = "`->` is missing between the condition and the effects";
        let word = line.text[at..].split_whitespace().next().unwrap_or("");
        let skipped = line.text[at..].len() - line.text[at..].trim_start().len();
        return if word.is_empty() {
            broken(whole, "`->` and the effects are missing in this rule").help(written)
        } else {
            let from = at + skipped;
            broken(line.span(from, from + word.len()), message).label("`->` is missing before this").help(written)
        };
    };
    let condition = line.mask[first.len()..arrow].trim();
    if first == "when" && condition.is_empty() {
        return broken(line.word_span(0, first), "the condition after `when` is missing")
            .help("write `when was empty -> ..`, or `otherwise -> ..` for every other situation");
    }
    if first == "otherwise" && !condition.is_empty() {
        return broken(line.span(first.len() + 1, arrow), "`otherwise` takes no condition")
            .help("write `when CONDITION -> ..`, or `otherwise -> ..` for every other situation");
    }
    let effects = &line.mask[arrow + 2..];
    if effects.trim().is_empty() || effects.trim_start().starts_with('@') {
        return broken(line.span(arrow, arrow + 2), "the effects after this `->` are missing")
            .help("write for example `-> end turn`, or `-> capture here, end turn`");
    }
    if let Some((at, _)) = line.mask[..arrow].match_indices(',').next() {
        let is_digit = |c: char| c.is_ascii_digit();
        let numbers = line.mask[..at].ends_with(is_digit) && line.mask[at + 1..].trim_start().starts_with(is_digit);
        let help =
            if numbers { "join numbers with `or`: `makes 2 or 3`" } else { "join conditions with `and` or `or`" };
        return Problem::new(Code::NotAStatement, line.span(at, at + 1), "a condition has no comma").help(help);
    }
    if let Some((at, word)) = line.words().skip(1).find(|(_, word)| matches!(*word, "when" | "otherwise")) {
        return broken(line.word_span(at, word), "another rule begins in the middle of this one")
            .help("write each rule on a line of its own");
    }
    if let Some(second) = line.mask[arrow + 2..].find("->") {
        let from = arrow + 2 + second;
        return broken(line.span(from, from + 2), "this rule has a second `->`")
            .help("separate effects with commas, and write each rule on a line of its own");
    }
    parsed(
        line,
        Rule::only_rule,
        "separate effects with commas, as in `capture here, end turn`; a condition is like `was empty` or `makes 2 or 3`",
    )
}

fn definition(line: &Line<'_>) -> Problem {
    let at = line.find(" if ").unwrap_or(0);
    let name = line.text[..at].trim_end();
    if name.contains([' ', '\t']) {
        let joined = name.split_whitespace().collect::<Vec<_>>().join("-");
        return Problem::new(Code::NotAStatement, line.span(0, name.len()), "a word of your own is one word").correct(
            name,
            &joined,
            format!("join its parts with hyphens: `{joined} if ..`"),
        );
    }
    parsed(
        line,
        Rule::only_definition,
        "a condition is written like `was empty`, `makes 2 or 3` or `opposite is occupied`",
    )
}

fn setting(line: &Line<'_>, around: Around) -> Problem {
    let colon = line.find(":").unwrap_or(0);
    let name = line.text[..colon].trim_end();
    let missing =
        |from: usize, to: usize, message: String| Problem::new(Code::NotAStatement, line.span(from, to), message);
    if name.is_empty() {
        return missing(colon, colon + 1, "a setting begins with its name".to_owned())
            .help("write for example `rows: 2`");
    }
    let value = line.mask[colon + 1..].trim();
    if value.is_empty() || value.starts_with('@') {
        return missing(0, name.len(), format!("the value of `{name}` is missing"))
            .help("write it after the colon, as in `rows: 2`");
    }
    let bar = value.starts_with('|') || value.ends_with('|');
    let doubled = line.mask.match_indices('|').find(|(at, _)| line.mask[at + 1..].trim_start().starts_with('|'));
    if bar || doubled.is_some() {
        let at = doubled.map(|(at, _)| at).or_else(|| line.mask.rfind('|')).unwrap_or(colon);
        return missing(at, at + 1, "a reading is missing next to this `|`".to_owned())
            .help("separate the readings of a setting with `|`: `rows: 2 | 4`");
    }
    let written = line.mask.split('@').next().unwrap_or("").trim_end();
    if written.ends_with(',') {
        let at = written.len() - 1;
        return missing(at, at + 1, "nothing follows this comma".to_owned()).correct(
            ",",
            "",
            "remove it: a setting ends with its line",
        );
    }
    let or = line.words().find(|(at, word)| *at > colon && *word == "or");
    // numbers alone are no condition
    let numbers = line.mask[colon + 1..].split_whitespace().all(|word| word == "or" || word.parse::<u32>().is_ok());
    if let Some((at, or)) = or.filter(|_| around == Around::Options || numbers) {
        let readings = line.mask[colon + 1..].replace(" or ", " | ");
        let help = format!("write `{name}: {}`", readings.split_whitespace().collect::<Vec<_>>().join(" "));
        let problem =
            Problem::new(Code::NotAStatement, line.word_span(at, or), "readings are separated by `|`, not by `or`");
        return problem.correct(or, "|", help);
    }
    if name == "direction" && line.words().any(|(at, word)| at > colon && word == "or") {
        let value = line.mask[colon + 1..].split('@').next().unwrap_or("").trim();
        return missing(colon + 1, line.mask.trim_end().len(), "the mover chooses between two directions".to_owned())
            .correct(value, "either", "write `direction: either`");
    }
    // As in `hit: makes 2 or 3`.
    let explained = format!("{name} if {}", &line.text[colon + 1..]);
    if Grammar::parse(Rule::only_definition, &explained).is_ok() {
        return missing(colon, colon + 1, "the name of a condition takes `if`, not `:`".to_owned()).correct(
            ":",
            " if",
            format!("write `{name} if {}`", line.text[colon + 1..].split_whitespace().collect::<Vec<_>>().join(" ")),
        );
    }
    parsed(line, Rule::only_setting, "a setting is `NAME: VALUE`; commas separate values and `|` separates readings")
}

/// The words of a place that stands without quotes, up to the next source: `page 12`.
fn place_of(text: &str) -> &str {
    text.split([',', '@', '"']).next().unwrap_or(text).trim()
}

/// A rule whose effect stands before its condition: `game over when no legal move`.
fn turned(line: &Line<'_>) -> Option<String> {
    let text = line.text.split('@').next()?.trim();
    let (effect, condition) = text.split_once(" when ").or_else(|| text.split_once(" if "))?;
    let rule = format!("when {} -> {}", condition.trim(), effect.trim());
    Grammar::parse(Rule::only_rule, &rule).is_ok().then_some(rule)
}

/// A line of words, most likely a setting without its colon.
fn words(line: &Line<'_>, inside: bool) -> Problem {
    let problem = Problem::new(Code::NotAStatement, line.span(0, line.text.len()), "this line is not a statement");
    if let Some(what) = line.text.strip_prefix("each player scores ") {
        return problem.help(format!("a setting has a colon after its name: `each player scores: {}`", what.trim()));
    }
    if let Some(rule) = turned(line) {
        return problem.help(format!("a rule says first when it applies: `{rule}`"));
    }
    let count = line.words().count();
    let plain = line.mask.chars().all(|c| c.is_alphanumeric() || " \t,'-\"".contains(c));
    if inside && plain && (2..=8).contains(&count) && line.text.starts_with(char::is_alphabetic) {
        let number = line.words().find(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit()));
        let split = number.or_else(|| line.words().nth(1)).map_or(0, |(at, _)| at);
        let (name, value) = (line.text[..split].trim_end(), &line.text[split..]);
        let (text, written) =
            (format!("a setting has a colon after its name: `{name}: {value}`"), format!("{name}: {value}"));
        return if number.is_some() { problem.correct(line.text, &written, text) } else { problem.help(text) };
    }
    problem.help("write a setting (`rows: 2`), a rule (`when was empty -> end turn`) or a section (`board { .. }`)")
}

/// What the grammar reports about a line that should be a statement of this kind.
fn parsed(line: &Line<'_>, kind: Rule, help: &str) -> Problem {
    match Grammar::parse(kind, line.text) {
        Ok(_) => {
            Problem::new(Code::NotAStatement, line.span(0, line.text.len()), "this line cannot be read").help(help)
        }
        Err(error) => {
            if let Some(problem) = tests_without_brackets(&error, line, kind) {
                return problem;
            }
            let mut problem = misfit::at(&error, line);
            problem.help.get_or_insert_with(|| help.to_owned());
            problem
        }
    }
}

/// A filter with several tests, which would be read in brackets.
fn tests_without_brackets(error: &Error<Rule>, line: &Line<'_>, kind: Rule) -> Option<Problem> {
    let found = filters::unbracketed(line.text, &line.mask, misfit::position(error, line.text), kind)?;
    let place = line.span(found.start, found.start + found.tests.len());
    Some(several_tests(place, found.word, found.tests))
}
