//! Hover texts: what the manual says about a word, what a name stands for, what a rule decides.

use std::time::Duration;

use mancala_engine::engine::Progress;
use mancala_rules::clock::Instant;
use mancala_rules::rules::model::Kind as Ground;
use mancala_rules::rules::vocabulary::{Entry, Meaning, VOCABULARY};
use mancala_rules::ruleset::name_of_like;
use mancala_rules::source::Span;
use mancala_rules::syntax::tokens::{Kind, Token};

use super::Document;
use super::grounds::ground;
use super::names;
use super::place::{Place, head_name};
use super::unused;
use crate::proof::{Can, situations};

/// A hover text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Byte range of the words that the text is about.
    pub span: Span,
    /// The text, in Markdown.
    pub text: String,
}

/// The hover text at byte offset `at`, if there is one.
pub fn hover(document: &Document, at: usize) -> Option<Hover> {
    let tokens = document.tokens();
    let index = tokens.iter().position(|token| token.start <= at && at < token.span().end)?;
    let token = tokens[index];
    if matches!(token.kind, Kind::Note | Kind::Text | Kind::Quote) {
        return None;
    }
    if matches!(token.text, "when" | "otherwise" | "->")
        && let Some(text) = decided(document, &tokens, index)
    {
        return Some(Hover { span: token.span(), text });
    }
    if let Some(text) = taken_over(document, token.span()) {
        return Some(Hover { span: token.span(), text });
    }
    let ground = ground(document, &tokens, index);
    if let Some((name, span)) = names::at(document, at) {
        let ground = ground.map_or_else(String::new, |ground| format!("\n\n{ground}"));
        return Some(Hover { span, text: format!("{}\n\n```mancala\n{}\n```{ground}", name.given.label(), name.said) });
    }
    if let Some(text) = ground {
        return Some(Hover { span: token.span(), text });
    }
    let (entry, span) = row(document, &tokens, index)?;
    let text = format!("**{}** ({})\n\n{}\n\n```mancala\n{}\n```", entry.words, entry.place, entry.doc, entry.example);
    Some(Hover { span, text })
}

/// The vocabulary row that matches most words around a token, and their byte range.
fn row(document: &Document, tokens: &[Token<'_>], index: usize) -> Option<(&'static Entry, Span)> {
    let place = Place::new(&document.source.text, tokens, tokens[index].start);
    // Find out whether the token is in a section head, in the name of a setting, or in its value.
    let first = place.before.first().map_or(tokens[index].start, |first| first.start);
    let start = tokens.iter().position(|token| token.start == first).unwrap_or(index).min(index);
    let ends = tokens[start..].iter().skip(1).position(|token| token.lines_before > 0 && !token.goes_on);
    let statement = &tokens[start..ends.map_or(tokens.len(), |end| start + end + 1)];
    let own = index - start;
    let is_head =
        statement.iter().any(|token| token.is("{")) && !statement.iter().take(own).any(|token| token.text == "when");
    let colon = statement.iter().position(|token| token.is(":"));
    let is_name = !is_head && colon.is_some_and(|colon| own < colon);
    let fits = |entry: &Entry| match entry.meaning {
        Meaning::Section(_) => is_head || is_name,
        Meaning::Setting(section) => (is_name || is_head) && place.section() == Some(section),
        _ => !is_name && (!is_head || head_name(statement).is_empty() || own > 0),
    };
    let value_of = colon
        .filter(|colon| own > *colon)
        .map(|colon| statement[..colon].iter().map(|token| token.text).collect::<Vec<_>>().join(" "));
    let mut best: Option<(usize, &Entry, Span)> = None;
    for entry in VOCABULARY.iter().filter(|entry| fits(entry)) {
        // A value counts only in the setting that it belongs to.
        let home = value_of.as_ref().is_some_and(|name| entry.place.split(", ").any(|place| place == name));
        if entry.meaning == Meaning::Value && !home {
            continue;
        }
        for form in entry.forms() {
            if let Some((length, span)) = matched(form, tokens, index) {
                let weight = 2 * length + usize::from(home);
                if best.is_none_or(|(found, ..)| weight > found) {
                    best = Some((weight, entry, span));
                }
            }
        }
    }
    best.map(|(_, entry, span)| (entry, span))
}

/// Number of fixed words of a form that match around a token, including the token itself, and their byte range.
fn matched(form: &str, tokens: &[Token<'_>], index: usize) -> Option<(usize, Span)> {
    let words: Vec<&str> = form.split(' ').collect();
    let is_open = |word: &str| word.starts_with(|c: char| c.is_uppercase()) && !matches!(word, "South" | "Nth");
    // Placeholders at either end match anything, so they are left out.
    let first = words.iter().position(|word| !is_open(word))?;
    let last = words.iter().rposition(|word| !is_open(word))?;
    let words = &words[first..=last];
    let same = |token: &Token<'_>, word: &str| {
        let ordinal = |text: &str| {
            text == "Nth" || text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with(char::is_alphabetic)
        };
        token.kind != Kind::Text && (token.text == word || is_open(word) || ordinal(word) && ordinal(token.text))
    };
    (0..words.len()).find_map(|own| {
        let start = index.checked_sub(own)?;
        let window = tokens.get(start..start + words.len())?;
        let fits = !is_open(words[own]) && window.iter().zip(words).all(|(token, word)| same(token, word));
        let count = words.iter().filter(|word| !is_open(word)).count();
        let spans = window.iter().map(Token::span).reduce(Span::to)?;
        fits.then_some((count, spans))
    })
}

/// What a file takes over from the game that it is like, if `span` names that game.
fn taken_over(document: &Document, span: Span) -> Option<String> {
    if name_of_like(&document.source)? != document.source.slice(span) {
        return None;
    }
    let ruleset = unused::read(&document.source).ok()?;
    let rules = ruleset.rules().ok()?;
    let title = &rules.about.like.as_ref()?.value;
    let mut out = format!("Taken over from {title}:\n");
    let all = ruleset.statements();
    let taken = all.iter().filter(|statement| statement.kind() == Ground::TakenOver);
    for statements in taken.collect::<Vec<_>>().chunk_by(|one, next| one.section == next.section) {
        let section = statements.first().map_or("", |first| first.section.as_str());
        let texts: Vec<&str> = statements.iter().map(|statement| statement.text.as_str()).collect();
        out += &format!("\n**{section}**\n\n```mancala\n{}\n```\n", texts.join("\n"));
    }
    Some(out)
}

/// The longest time that is spent on what a rule decides.
const LONGEST: Duration = Duration::from_secs(5);

/// What the rule at a token decides, under the default readings.
fn decided(document: &Document, tokens: &[Token<'_>], index: usize) -> Option<String> {
    let begins = tokens[..=index].iter().rposition(|token| matches!(token.text, "when" | "otherwise"))?;
    let at = tokens[begins].start;
    let ruleset = unused::read(&document.source).ok()?;
    let rules = ruleset.rules().ok()?;
    let found = situations(&rules, &Progress::until(Instant::now() + LONGEST))?;
    let line = |span: Span| ruleset.source.line(span.start).in_words();
    let drawn = |text: String| format!("\n\n```text\n{}\n```", text.trim_end());
    let mut out = String::new();
    for list in &found.lists {
        for rule in list.rules.iter().filter(|rule| rule.span.start == at) {
            out = match &rule.can {
                Can::Be(scene) => format!("This rule decides, for example:{}", drawn(scene.drawn(&rules))),
                Can::Perhaps if rule.played => {
                    "This rule applies in random games; no single position shows it.".to_owned()
                }
                Can::Perhaps => {
                    "No position was found that shows this rule, and no proof that it never applies.".to_owned()
                }
                Can::Not => "This rule never applies under the default readings: proved.".to_owned(),
            };
        }
        for overlap in list.overlaps.iter().filter(|overlap| overlap.first.start == at || overlap.second.start == at) {
            let (first, second) = (line(overlap.first), line(overlap.second));
            out += &format!("\n\nBoth {first} and {second} fit; {first} decides: it comes first:");
            out += &drawn(overlap.scene.drawn(&rules));
        }
    }
    (!out.is_empty()).then_some(out)
}
