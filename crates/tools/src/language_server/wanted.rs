//! What is expected at a place: looks at the section, the statement and the verb before it.

use mancala_rules::rules::vocabulary::SectionWord;
use mancala_rules::syntax::tokens::{Kind, Token};

use super::names::{Given, Name};
use super::place::Place;

/// What is expected at a place.
pub(super) enum Wanted {
    /// A section of the file.
    Section,
    /// A setting of this section, or anything else that begins a statement there.
    Setting(SectionWord),
    /// A rule, which begins with `when` or `otherwise`.
    Rule,
    /// A value of this setting.
    Value(String),
    /// A part of a condition.
    Condition(Test),
    /// A reading of this option.
    Reading(String),
    /// An effect or an outcome, of which so many tokens before the place are written.
    Effect(usize),
    /// Holes.
    Holes,
    /// The key of a source.
    Source,
    /// Nothing, as far as is known.
    Nothing,
}

/// What a condition asks for at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Its beginning.
    Begin,
    /// A property of holes, after `where` or `while`.
    Filter,
    /// A property, a number or `in`, after `is` or `are`.
    Is,
    /// A number, after `holds` or `makes`.
    Number,
    /// What `here` was.
    Was,
    /// Holes, after `some`, `of` or `in`.
    Holes,
    /// What goes on with what is written.
    GoesOn,
}

/// What is expected at a place of a file that defines these names.
pub(super) fn wanted(place: &Place<'_>, names: &[Name]) -> Wanted {
    let before = &place.before;
    let last = |sign: &str| before.iter().rposition(|token| token.is(sign));
    let bar = last("|").unwrap_or(0);
    if let Some(tag) = last("@").filter(|tag| *tag >= bar) {
        let key = before.len() == tag + 1 || before.last().is_some_and(|last| last.is(","));
        return if key { Wanted::Source } else { Wanted::Nothing };
    }
    // After `OPTION is`, a reading of that option.
    let is = before.iter().rposition(|token| token.text == "is");
    if let Some(is) = is
        && before[is + 1..].iter().all(|token| token.text == "not" || token.kind == Kind::Word)
        && let Some(option) = names.iter().filter(|name| name.given == Given::Option).find(|name| {
            let words: Vec<&str> = name.text.split(' ').collect();
            let matching =
                before[..is].iter().rev().zip(words.iter().rev()).filter(|(token, word)| token.text == **word);
            matching.count() == words.len()
        })
        && !before[is + 1..].iter().any(|token| matches!(token.text, "and" | "or"))
    {
        return Wanted::Reading(option.text.clone());
    }
    let begun = before.first().map_or("", |first| first.text);
    let comma = |from: usize| before[from..].iter().rposition(|token| token.is(",")).map_or(from, |at| from + at + 1);
    if let Some(arrow) = last("->") {
        return match place.head() {
            "from" => Wanted::Holes,
            "direction" => Wanted::Value("direction".to_owned()),
            _ => effect(before, comma(arrow + 1)),
        };
    }
    let asks = before.iter().rposition(|token| matches!(token.text, "when" | "if"));
    let asks = asks.map(|at| at + 1);
    if let Some(asks) = asks.or((begun == "when").then_some(1)) {
        return condition(before, asks);
    }
    if let Some(colon) = before.iter().position(|token| token.is(":")) {
        let name = before[..colon].iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
        let of = bar.max(colon) + 1;
        return match name.as_str() {
            "begin" => effect(before, comma(of)),
            "from" | "skip" | "marked at start" if before.len() > of => condition(before, of),
            "each player scores" if before.len() > of => condition(before, of),
            _ if place.section() == Some(SectionWord::Words) && before.len() > of => condition(before, of),
            _ => Wanted::Value(name),
        };
    }
    match (place.head(), place.section()) {
        ("from" | "direction" | "begin", _) => Wanted::Rule,
        (_, Some(SectionWord::Never)) => condition(before, 0),
        (_, None) => Wanted::Section,
        (_, Some(section)) => Wanted::Setting(section),
    }
}

/// What is wanted in an effect that begins at a token. A filter in it is a condition.
fn effect(before: &[Token<'_>], from: usize) -> Wanted {
    let from = if before.get(from).is_some_and(|token| token.text == "may") { from + 1 } else { from };
    let filter = before[from..].iter().rposition(|token| matches!(token.text, "where" | "while"));
    match filter {
        Some(_) => condition(before, from),
        None => Wanted::Effect(before.len() - from),
    }
}

/// What is wanted in a condition that begins at a token.
fn condition(before: &[Token<'_>], from: usize) -> Wanted {
    let parts = |token: &Token<'_>| {
        matches!(token.text, "and" | "or" | "not" | "where" | "while") || token.is("(") || token.is(")")
    };
    let last = before[from..].iter().rposition(parts).map(|at| from + at);
    let begin = last.map_or(from, |at| at + 1);
    let said = &before[begin..];
    let filters = last.is_some_and(|at| matches!(before[at].text, "where" | "while"));
    let test = match said.last().map_or("", |token| token.text) {
        "" if last.is_some_and(|at| before[at].is(")")) => Test::GoesOn,
        // `2 or 3`, `is not`
        "" => match last.and_then(|at| Some((before[at].text, before.get(at.checked_sub(1)?)?.text))) {
            Some(("not", "is" | "are")) => Test::Is,
            Some(("or", number)) if number.starts_with(|c: char| c.is_ascii_digit()) => Test::Number,
            _ if filters => Test::Filter,
            _ => Test::Begin,
        },
        "is" | "are" => Test::Is,
        "holds" | "hold" | "makes" | "than" | "least" | "most" => Test::Number,
        "was" => Test::Was,
        "no" | "some" | "all" | "of" | "in" => Test::Holes,
        _ => Test::GoesOn,
    };
    Wanted::Condition(test)
}
