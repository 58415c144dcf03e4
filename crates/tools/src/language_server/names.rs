//! The names that a file defines (sources, options, readings, its own words, moves): where each is defined and used.

use mancala_rules::rules::citations::{ASSUMED, LIKE};
use mancala_rules::rules::vocabulary::{SectionWord, is_taken};
use mancala_rules::source::{Span, replaced};
use mancala_rules::syntax::statements::{Entry, Item, Part};
use mancala_rules::syntax::tokens::{Kind, Token};

use super::Document;
use super::place::{head_name, section_of};
use super::structure::RESERVED;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The key of a source.
    Source,
    /// An option.
    Option,
    /// A reading of the option with this name.
    Reading(String),
    /// A word that the file defines.
    Word,
    /// A `move` section.
    Move,
}

/// A name that the file defines.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name, with single blanks between words.
    pub text: String,
    /// What the name stands for.
    pub given: Given,
    /// Byte range of the name in its definition.
    pub span: Span,
    /// The statement that defines it, with single blanks.
    pub said: String,
    /// Whether the author may rename it. The language itself names settings and their values.
    pub free: bool,
}

impl Given {
    /// What the name stands for, in words.
    pub fn label(&self) -> &'static str {
        match self {
            Given::Source => "source",
            Given::Option => "option",
            Given::Reading(_) => "reading",
            Given::Word => "word of this file",
            Given::Move => "move",
        }
    }
}

/// All names that a file defines, in order.
pub fn given(document: &Document) -> Vec<Name> {
    given_in(&document.entries())
}

fn given_in(entries: &[Entry<'_>]) -> Vec<Name> {
    let mut names = Vec::new();
    for (section, parts) in statements(entries) {
        let tokens: Vec<Token<'_>> = parts.iter().map(|part| part.token).collect();
        if tokens.last().is_some_and(|last| last.is("{")) {
            // As in `move namua when .. {`.
            let name = head_name(&tokens);
            if section_of(&name) == Some(SectionWord::Move)
                && let [_, named] = tokens
                    .iter()
                    .take_while(|token| token.kind == Kind::Word && token.text != "when")
                    .collect::<Vec<_>>()[..]
            {
                names.push(name_at(&[*named], Given::Move, said(&tokens), true));
            }
            continue;
        }
        let Some(section) = section else { continue };
        let colon = tokens.iter().position(|token| token.is(":"));
        let said = said(&tokens);
        match (section, colon) {
            (SectionWord::Sources, Some(colon)) => names.push(name_at(&tokens[..colon], Given::Source, said, true)),
            (SectionWord::Words, Some(colon)) => names.push(name_at(&tokens[..colon], Given::Word, said, true)),
            (SectionWord::Words, None) if tokens.get(1).is_some_and(|token| token.text == "if") => {
                names.push(name_at(&tokens[..1], Given::Word, said, true));
            }
            (SectionWord::Game | SectionWord::LeftOut | SectionWord::Example | SectionWord::Never, _) => {}
            (_, Some(colon)) => options(&tokens, colon, section == SectionWord::Options, &said, &mut names),
            _ => {}
        }
    }
    names
}

/// The options that a setting defines, with their readings.
fn options(tokens: &[Token<'_>], colon: usize, listed: bool, said: &str, names: &mut Vec<Name>) {
    let has_readings = tokens.iter().any(|token| token.is("|"));
    if !listed && !has_readings {
        return;
    }
    let own: Vec<&[Token<'_>]> = tokens[..colon].split(|token| token.is(",")).filter(|name| !name.is_empty()).collect();
    for name in &own {
        let free = listed && !is_taken(&text_of(name)) && !is_setting(&text_of(name));
        names.push(name_at(name, Given::Option, said.to_owned(), free));
    }
    for reading in tokens[colon + 1..].split(|token| token.is("|")) {
        let value = reading.iter().position(|token| token.is("@") || token.kind == Kind::Text).unwrap_or(reading.len());
        for (name, value) in own.iter().zip(reading[..value].split(|token| token.is(","))) {
            let number = value.first().is_some_and(|first| first.text.starts_with(|c: char| c.is_ascii_digit()));
            if !value.is_empty() {
                let option = text_of(name);
                let free = listed && !number && !is_setting(&option);
                names.push(name_at(value, Given::Reading(option), said.to_owned(), free));
            }
        }
    }
}

fn is_setting(name: &str) -> bool {
    use mancala_rules::rules::vocabulary::{Meaning, written};
    written(name).any(|entry| matches!(entry.meaning, Meaning::Setting(_)))
}

fn name_at(tokens: &[Token<'_>], given: Given, said: String, free: bool) -> Name {
    Name { text: text_of(tokens), given, span: span_of(tokens), said, free }
}

fn text_of(tokens: &[Token<'_>]) -> String {
    tokens.iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
}

fn span_of(tokens: &[Token<'_>]) -> Span {
    tokens.iter().map(Token::span).reduce(Span::to).unwrap_or_default()
}

/// A statement as one line.
fn said(tokens: &[Token<'_>]) -> String {
    let mut out = String::new();
    for token in tokens {
        let close = token.is(",") || token.is(":") || token.is(")") || out.ends_with('(');
        out.push_str(if out.is_empty() || close { "" } else { " " });
        out.push_str(token.text);
    }
    out.trim_end_matches(" {").to_owned()
}

/// All statements and section heads, each with the section around it.
fn statements<'e, 't>(entries: &'e [Entry<'t>]) -> Vec<(Option<SectionWord>, &'e [Part<'t>])> {
    let mut found = Vec::new();
    let mut open: Vec<(Option<SectionWord>, &Entry<'t>)> = entries.iter().rev().map(|entry| (None, entry)).collect();
    while let Some((section, entry)) = open.pop() {
        match &entry.item {
            Item::Note(_) => {}
            Item::Statement(parts) => found.push((section, parts.as_slice())),
            Item::Section { head, inside, .. } => {
                found.push((section, head.as_slice()));
                let tokens: Vec<Token<'_>> = head.iter().map(|part| part.token).collect();
                let inner = section_of(&head_name(&tokens)).or(section);
                open.extend(inside.iter().rev().map(|entry| (inner, entry)));
            }
        }
    }
    found
}

/// Byte ranges of all occurrences of a name, including its definition, in order.
pub fn places(document: &Document, name: &Name) -> Vec<Span> {
    places_in(&document.entries(), name)
}

fn places_in(entries: &[Entry<'_>], name: &Name) -> Vec<Span> {
    let mut found = vec![name.span];
    for (_, parts) in statements(entries) {
        let tokens: Vec<Token<'_>> = parts.iter().map(|part| part.token).collect();
        match &name.given {
            Given::Source => found.extend(cited(&tokens, &name.text)),
            Given::Option | Given::Word => found.extend(said_in(&tokens, &name.text)),
            Given::Reading(option) => found.extend(asked(&tokens, option, &name.text)),
            Given::Move => found.extend(asked(&tokens, "move", &name.text)),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Byte ranges of a key after `@`.
fn cited(tokens: &[Token<'_>], key: &str) -> Vec<Span> {
    let (mut in_tag, mut through) = (false, false);
    let mut found = Vec::new();
    for token in tokens {
        in_tag = (in_tag || token.is("@")) && !token.is("|");
        if (in_tag || through) && token.kind == Kind::Word && token.text == key {
            found.push(token.span());
        }
        // `read through KEY`, in the declaration of another source
        through = token.text == "through";
    }
    found
}

/// Byte ranges of a name among the words of a statement: in a setting only after the colon, and never in a citation.
fn said_in(tokens: &[Token<'_>], name: &str) -> Vec<Span> {
    let words: Vec<&str> = name.split(' ').collect();
    let colon = tokens.iter().position(|token| token.is(":")).unwrap_or(0);
    let mut in_tag = false;
    let mut found = Vec::new();
    for (at, window) in tokens.windows(words.len()).enumerate() {
        in_tag = (in_tag || tokens[at].is("@")) && !tokens[at].is("|");
        let same = window.iter().zip(&words).all(|(token, word)| token.kind == Kind::Word && token.text == *word);
        if same && !in_tag && at >= colon {
            found.push(span_of(window));
        }
    }
    found
}

/// Byte ranges of a reading after `NAME is` or `NAME is not`. Its blanks may be written as hyphens.
fn asked(tokens: &[Token<'_>], name: &str, reading: &str) -> Vec<Span> {
    let mut found = Vec::new();
    for span in said_in(tokens, name) {
        let Some(is) = tokens.iter().position(|token| token.start >= span.end) else { continue };
        if tokens[is].text != "is" {
            continue;
        }
        let value = is + 1 + usize::from(tokens.get(is + 1).is_some_and(|token| token.text == "not"));
        for words in [reading.split(' ').map(str::to_owned).collect::<Vec<_>>(), vec![reading.replace(' ', "-")]] {
            if let Some(window) = tokens.get(value..value + words.len())
                && window.iter().zip(&words).all(|(token, word)| token.text == *word)
            {
                found.push(span_of(window));
            }
        }
    }
    found
}

/// The name at byte offset `at`, and its byte range there.
pub fn at(document: &Document, at: usize) -> Option<(Name, Span)> {
    let entries = document.entries();
    given_in(&entries).into_iter().find_map(|name| {
        let span = places_in(&entries, &name).into_iter().find(|span| span.start <= at && at <= span.end)?;
        Some((name, span))
    })
}

/// Why a name cannot be changed, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoRename(String);

/// Whether the name at a byte offset can be renamed: the name, and its byte range there.
///
/// # Errors
///
/// There is no name at this place, or the language defines it.
pub fn renameable(document: &Document, at_byte: usize) -> Result<(Name, Span), NoRename> {
    match at(document, at_byte) {
        None => Err(NoRename("this is not a name from this file".to_owned())),
        Some((name, _)) if !name.free => Err(NoRename(format!("`{}` is a name of the language", name.text))),
        Some(found) => Ok(found),
    }
}

/// Byte ranges to replace by `new`, in order, to rename the name at byte offset `at_byte`.
///
/// # Errors
///
/// There is no name at this place, the language defines it, or `new` is not usable as its name.
pub fn rename(document: &Document, at_byte: usize, new: &str) -> Result<Vec<Span>, NoRename> {
    let new = new.trim();
    let (name, _) = renameable(document, at_byte)?;
    if new == name.text {
        return Ok(Vec::new());
    }
    spelled(&name, new)?;
    let is_language = match name.given {
        Given::Source => [ASSUMED, LIKE].contains(&new),
        Given::Option | Given::Word => is_taken(new) || is_setting(new),
        Given::Reading(_) | Given::Move => false,
    };
    if is_language {
        return Err(NoRename(format!("`{new}` is a word of the language")));
    }
    let same_kind = |other: &Name| match (&name.given, &other.given) {
        (Given::Option | Given::Word, Given::Option | Given::Word) => true,
        (one, other) => one == other,
    };
    if let Some(other) = given(document).iter().find(|other| other.text == new && same_kind(other)) {
        return Err(NoRename(format!("`{new}` is the name of another {}", other.given.label())));
    }
    let places = places(document, &name);
    still_read(document, &places, new)?;
    Ok(places)
}

/// Whether `new` is spelled as a name of this kind is, and no reserved word stands in it.
fn spelled(name: &Name, new: &str) -> Result<(), NoRename> {
    let one_word = !matches!(name.given, Given::Reading(_));
    let fits = !new.is_empty()
        && new.split(' ').all(|word| word.starts_with(char::is_alphabetic))
        && new.chars().all(|c| c.is_alphanumeric() || "-' ".contains(c))
        && !new.split([' ', '-']).any(str::is_empty)
        && !(one_word && new.contains(' '));
    if !fits {
        let wanted =
            if one_word { "a name is one word, with hyphens if you like" } else { "a reading consists of words" };
        return Err(NoRename(format!("`{new}` cannot be a name: {wanted}")));
    }
    if one_word && RESERVED.contains(&new) {
        return Err(NoRename(format!("`{new}` cannot be a name: it is a reserved word of the language")));
    }
    Ok(())
}

/// Whether the file is read as before after a renaming: no new problem, and the same names in the same places.
fn still_read(document: &Document, places: &[Span], new: &str) -> Result<(), NoRename> {
    let text = replaced(&document.source.text, places.iter().map(|span| (*span, new)));
    let renamed = Document { source: document.source.instead(&text) };
    let (before, after) = (document.mistakes(), renamed.mistakes());
    if after.len() > before.len() {
        let told = after.iter().find(|problem| before.iter().all(|known| known.message != problem.message));
        let why = told.map_or_else(|| "it is read as something else".to_owned(), |problem| problem.message.clone());
        return Err(NoRename(format!("`{new}` cannot be a name here: {why}")));
    }
    let uses = |document: &Document| -> Vec<usize> {
        given(document).iter().map(|name| self::places(document, name).len()).collect()
    };
    if uses(document) != uses(&renamed) {
        return Err(NoRename(format!("`{new}` cannot be a name here: it already means something in this file")));
    }
    Ok(())
}
