//! What the words of a file are, for editors that colour them.

use std::sync::LazyLock;

use foldhash::HashMap;
use mancala_rules::rules::citations::{ASSUMED, LIKE};
use mancala_rules::rules::vocabulary::{Meaning, rows};
use mancala_rules::source::Span;
use mancala_rules::syntax::statements::{Entry, Item, Part};
use mancala_rules::syntax::tokens::{Kind, PLAYERS, Token};

use super::Document;
use super::names::{self, Given};
use super::place::section_of;
use super::structure::STRUCTURE;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// A note.
    Note,
    /// A text in quotation marks.
    Text,
    /// A number.
    Number,
    /// A word that holds a statement together.
    Structure,
    /// The name of a section.
    Section,
    /// The name of a setting.
    Setting,
    /// A value of a setting.
    Value,
    /// An effect or an outcome.
    Effect,
    /// A word of the language for holes, properties, numbers and facts.
    Word,
    /// A player.
    Player,
    /// The key of a source.
    Source,
    /// An option.
    Option,
    /// A reading of an option.
    Reading,
    /// A word that the file defines.
    OwnWord,
    /// The name of a `move` section.
    Move,
}

impl Colour {
    /// All of them, in order.
    pub const ALL: [Colour; 15] = {
        use Colour::*;
        [
            Note, Text, Number, Structure, Section, Setting, Value, Effect, Word, Player, Source, Option, Reading,
            OwnWord, Move,
        ]
    };
}

/// A word with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coloured {
    /// Where it is, within a line.
    pub span: Span,
    /// What it is.
    pub colour: Colour,
    /// Whether it is defined here.
    pub is_definition: bool,
}

/// The words of a phrase, and its colour.
type Phrase = (Vec<&'static str>, Colour);

/// Phrases of the language by their first words, the longest first.
static PHRASES: LazyLock<HashMap<&'static str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut found: HashMap<&str, Vec<Phrase>> = HashMap::default();
    let open = |word: &&str| word.starts_with(|c: char| !c.is_lowercase());
    for entry in rows(|meaning| !matches!(meaning, Meaning::Structure | Meaning::Section(_) | Meaning::Setting(_))) {
        let colour = match entry.meaning {
            Meaning::Effect(_) | Meaning::Outcome(_) => Colour::Effect,
            Meaning::Value => Colour::Value,
            Meaning::Player(_) => Colour::Player,
            _ => Colour::Word,
        };
        for form in entry.forms() {
            let words: Vec<&str> = form.split(' ').collect();
            // what stands for something else parts them
            for phrase in words.split(|word| open(word)).filter(|phrase| !phrase.is_empty()) {
                if phrase.iter().any(|word| !STRUCTURE.contains(word)) {
                    found.entry(phrase[0]).or_default().push((phrase.to_vec(), colour));
                }
            }
        }
    }
    for phrases in found.values_mut() {
        phrases.sort_by_key(|(words, colour)| (std::cmp::Reverse(words.len()), *colour != Colour::Effect));
    }
    found
});

/// The words of a file with their colours, in order.
pub fn colours(document: &Document) -> Vec<Coloured> {
    let tokens = document.tokens();
    let mut own: HashMap<usize, (usize, Colour, bool)> = HashMap::default();
    for name in names::given(document) {
        let colour = match name.given {
            Given::Source => Colour::Source,
            Given::Option if name.free => Colour::Option,
            Given::Reading(_) if name.free => Colour::Reading,
            Given::Word => Colour::OwnWord,
            Given::Move => Colour::Move,
            // the language names settings and their values
            Given::Option | Given::Reading(_) => continue,
        };
        for place in names::places(document, &name) {
            own.entry(place.start).or_insert((place.end, colour, place == name.span));
        }
    }
    let mut found: Vec<Coloured> = Vec::new();
    let mut add = |token: &Token<'_>, colour: Colour, is_definition: bool| {
        found.push(Coloured { span: token.span(), colour, is_definition });
    };
    for token in &tokens {
        match token.kind {
            Kind::Note => add(token, Colour::Note, false),
            Kind::Text => add(token, Colour::Text, false),
            _ => {}
        }
    }
    for statement in statements(&document.entries()) {
        let mut at = 0;
        let named = named(&statement);
        while let Some(token) = statement.get(at) {
            let (length, colour, is_definition) = match own.get(&token.start) {
                Some((end, colour, defines)) => {
                    let length = statement[at..].iter().take_while(|token| token.span().end <= *end).count();
                    (length.max(1), Some(*colour), *defines)
                }
                None if at < named.0 => (1, Some(named.1), false),
                None => {
                    let (length, colour) = phrase(&statement, at);
                    (length, colour, false)
                }
            };
            if let Some(colour) = colour {
                statement[at..at + length].iter().for_each(|token| add(token, colour, is_definition));
            }
            at += length;
        }
    }
    found.sort_by_key(|coloured| coloured.span);
    found.dedup_by_key(|coloured| coloured.span.start);
    found
}

/// How many tokens at the beginning of a statement name it, and their colour.
fn named(tokens: &[Token<'_>]) -> (usize, Colour) {
    let words = tokens.iter().take_while(|token| token.kind == Kind::Word && token.text != "when").count();
    let name = tokens[..words].iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
    let is_head = tokens.last().is_some_and(|last| last.is("{"));
    let is_setting = tokens.get(words).is_some_and(|token| token.is(":"));
    match () {
        () if (is_head || is_setting) && section_of(&name).is_some() => (words, Colour::Section),
        () if is_head || is_setting => (words, Colour::Setting),
        () => (0, Colour::Setting),
    }
}

/// How many tokens make up the phrase at a place, and its colour.
fn phrase(tokens: &[Token<'_>], at: usize) -> (usize, Option<Colour>) {
    let token = tokens[at];
    let before = at.checked_sub(1).map_or("", |before| tokens[before].text);
    if token.kind != Kind::Word {
        return (1, None);
    }
    if PLAYERS.contains(&token.text) {
        return (1, Some(Colour::Player));
    }
    if token.text.starts_with(|c: char| c.is_ascii_digit()) {
        return (1, Some(Colour::Number));
    }
    if matches!(before, "@") && [ASSUMED, LIKE].contains(&token.text) {
        return (1, Some(Colour::Structure));
    }
    let fits = |words: &Vec<&str>| {
        let these = tokens.get(at..at + words.len());
        these.is_some_and(|these| these.iter().zip(words).all(|(token, word)| token.text == *word))
    };
    let known = PHRASES.get(token.text).and_then(|phrases| phrases.iter().find(|(words, _)| fits(words)));
    match known {
        Some((words, colour)) => (words.len(), Some(*colour)),
        None if STRUCTURE.contains(&token.text) => (1, Some(Colour::Structure)),
        None => (1, None),
    }
}

/// The tokens of each statement and head, without notes.
fn statements<'t>(entries: &[Entry<'t>]) -> Vec<Vec<Token<'t>>> {
    let tokens = |parts: &[Part<'t>]| parts.iter().map(|part| part.token).collect();
    let mut found = Vec::new();
    let mut open: Vec<&Entry<'t>> = entries.iter().rev().collect();
    while let Some(entry) = open.pop() {
        match &entry.item {
            Item::Note(_) => {}
            Item::Statement(parts) => found.push(tokens(parts)),
            Item::Section { head, inside, .. } => {
                found.push(tokens(head));
                open.extend(inside.iter().rev());
            }
        }
    }
    found
}
