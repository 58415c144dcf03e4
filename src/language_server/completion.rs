//! Completions: what can be written at a place.

use super::Document;
use super::names::{self, Given};
use super::place::Place;
use crate::rules::vocabulary::{Entry, Meaning, SectionWord, VOCABULARY, settings};
use crate::source::Span;
use crate::syntax::tokens::{Kind, Token};

/// A suggestion for something to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text in the list of suggestions.
    pub label: String,
    /// The kind of the suggestion.
    pub kind: CompletionKind,
    /// Where the word may stand, or what kind of name it is.
    pub place: String,
    /// What it means, in Markdown.
    pub doc: String,
    /// Byte range to replace.
    pub replaces: Span,
    /// The text to insert.
    pub text: String,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A section.
    Section,
    /// A setting.
    Setting,
    /// A value or a reading.
    Value,
    /// A word that joins the parts of a statement.
    Structure,
    /// A word for holes, properties, numbers, facts or players.
    Word,
    /// An effect or an outcome.
    Effect,
    /// A name that the file defines.
    Name,
}

/// What is expected at a place.
enum Wanted {
    /// A section of the file.
    Section,
    /// A setting of this section, or anything else that begins a statement there.
    Setting(SectionWord),
    /// A rule, which begins with `when` or `otherwise`.
    Rule,
    /// A value of this setting.
    Value(String),
    /// A condition, a hole set or a number.
    Condition,
    /// A reading of this option.
    Reading(String),
    /// An effect, an outcome, or the holes of an effect.
    Effect,
    /// The key of a source.
    Source,
    /// Nothing, as far as is known.
    Nothing,
}

/// Completions at byte offset `at`.
pub fn completions(document: &Document, at: usize) -> Vec<Completion> {
    let text = document.source.text.as_str();
    let Some(before) = text.get(..at) else { return Vec::new() };
    let tokens = document.tokens();
    let place = Place::new(text, &tokens, before.len());
    if place.in_text {
        return Vec::new();
    }
    let names = names::given(document);
    let offer = Offer { place: &place, at, found: Vec::new() };
    offer.all(&wanted(&place, &names), &names)
}

fn wanted(place: &Place<'_>, names: &[names::Name]) -> Wanted {
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
    if last("->").is_some() {
        return match place.head() {
            "from" => Wanted::Condition,
            "direction" => Wanted::Value("direction".to_owned()),
            _ => Wanted::Effect,
        };
    }
    if matches!(begun, "when") || before.iter().any(|token| matches!(token.text, "when" | "if")) {
        return Wanted::Condition;
    }
    if let Some(colon) = before.iter().position(|token| token.is(":")) {
        return Wanted::Value(before[..colon].iter().map(|token| token.text).collect::<Vec<_>>().join(" "));
    }
    match (place.head(), place.section()) {
        ("from" | "direction" | "begin", _) => Wanted::Rule,
        (_, Some(SectionWord::Never)) => Wanted::Condition,
        (_, None) => Wanted::Section,
        (_, Some(section)) => Wanted::Setting(section),
    }
}

struct Offer<'p, 't> {
    place: &'p Place<'t>,
    at: usize,
    found: Vec<Completion>,
}

impl Offer<'_, '_> {
    fn all(mut self, wanted: &Wanted, names: &[names::Name]) -> Vec<Completion> {
        match wanted {
            Wanted::Nothing => {}
            Wanted::Section => {
                let inner = |entry: &Entry| entry.meaning == Meaning::Section(SectionWord::AfterRefilling);
                self.rows(true, |entry| matches!(entry.meaning, Meaning::Section(_)) && !inner(entry));
            }
            Wanted::Setting(section) => self.statement(*section),
            Wanted::Rule => self.rules(),
            Wanted::Value(name) => self.value(name, names),
            Wanted::Condition => self.condition(names),
            Wanted::Reading(option) => {
                let of = |name: &&names::Name| name.given == Given::Reading(option.clone());
                names.iter().filter(of).for_each(|name| self.name(name));
                self.add("not", "not", CompletionKind::Structure, "after `is`", "negates it", false);
            }
            Wanted::Effect => {
                self.rows(false, |entry| {
                    matches!(entry.meaning, Meaning::Effect(_) | Meaning::Outcome(_) | Meaning::Player(_))
                });
                if self.place.before.last().is_some_and(|last| last.is("->")) {
                    self.structure("may");
                }
                self.holes(names);
            }
            Wanted::Source => {
                names.iter().filter(|name| name.given == Given::Source).for_each(|name| self.name(name));
                self.structure("@ assumed \"why\"");
            }
        }
        self.found
    }

    /// Offers what begins a statement in a section.
    fn statement(&mut self, section: SectionWord) {
        self.rows(true, |entry| entry.meaning == Meaning::Setting(section));
        match section {
            SectionWord::EachSeed | SectionWord::LastSeed | SectionWord::AfterTurn | SectionWord::AfterRefilling => {
                self.rules()
            }
            SectionWord::BeforeTurn => self.rules(),
            SectionWord::Match => {
                self.rows(true, |entry| entry.meaning == Meaning::Section(SectionWord::AfterRefilling));
            }
            _ => {}
        }
    }

    fn rules(&mut self) {
        self.structure("when C -> E, E");
        self.structure("otherwise -> E");
    }

    fn value(&mut self, name: &str, names: &[names::Name]) {
        let takes = |entry: &Entry| entry.place.split([',', ';']).any(|place| place.trim() == name);
        self.rows(false, |entry| {
            matches!(entry.meaning, Meaning::Value) && takes(entry)
                || matches!(entry.meaning, Meaning::Outcome(_)) && takes(entry) && name == "endless"
        });
        match name {
            "begin" => {
                self.rows(false, |entry| {
                    matches!(entry.meaning, Meaning::Effect(_))
                        || matches!(entry.meaning, Meaning::Outcome(_)) && takes(entry)
                });
                self.holes(names);
            }
            "from" | "skip" | "marked at start" => self.holes(names),
            "each player scores" => {
                self.rows(false, |entry| matches!(entry.meaning, Meaning::Amount(_)));
                self.holes(names);
            }
            _ if self.place.section() == Some(SectionWord::Words) => self.holes(names),
            "to move" | "next" | "stores" | "scores" | "reserve" | "refill" | "stores before" => {
                for player in ["South", "North"] {
                    self.add(player, player, CompletionKind::Word, "players", "one of the two players", false);
                }
            }
            _ => {}
        }
    }

    fn condition(&mut self, names: &[names::Name]) {
        self.rows(false, |entry| matches!(entry.meaning, Meaning::Fact(_) | Meaning::Amount(_)));
        for entry in
            VOCABULARY.iter().filter(|entry| entry.meaning == Meaning::Structure && entry.place.contains("conditions"))
        {
            if entry.forms().all(|form| form.starts_with(|c: char| c.is_lowercase())) {
                self.entry(entry, false);
            }
        }
        self.rows(false, |entry| entry.meaning == Meaning::Structure && entry.place.starts_with("after holds"));
        names.iter().filter(|name| name.given == Given::Option).for_each(|name| self.name(name));
        self.holes(names);
    }

    /// Offers hole sets, single holes, and properties of holes.
    fn holes(&mut self, names: &[names::Name]) {
        self.rows(false, |entry| {
            matches!(entry.meaning, Meaning::Noun(_) | Meaning::Hole(_) | Meaning::Relative(_) | Meaning::Property(_))
        });
        names.iter().filter(|name| name.given == Given::Word).for_each(|name| self.name(name));
        for joint in ["where", "while", "and", "of"] {
            self.add(
                joint,
                joint,
                CompletionKind::Structure,
                "hole sets",
                "joins sets, or keeps the holes that have a property",
                false,
            );
        }
    }

    fn structure(&mut self, words: &str) {
        if let Some(entry) = VOCABULARY.iter().find(|entry| entry.words == words) {
            self.entry(entry, false);
        }
    }

    fn rows(&mut self, first: bool, wanted: impl Fn(&Entry) -> bool) {
        VOCABULARY.iter().filter(|entry| wanted(entry)).for_each(|entry| self.entry(entry, first));
    }

    /// Offers each form of a vocabulary row. With `first`, only at the beginning of a statement.
    fn entry(&mut self, entry: &Entry, first: bool) {
        for form in entry.forms() {
            let kind = match entry.meaning {
                Meaning::Section(_) => CompletionKind::Section,
                Meaning::Setting(_) => CompletionKind::Setting,
                Meaning::Value => CompletionKind::Value,
                Meaning::Structure => CompletionKind::Structure,
                Meaning::Effect(_) | Meaning::Outcome(_) => CompletionKind::Effect,
                _ => CompletionKind::Word,
            };
            let text = match entry.meaning {
                Meaning::Section(SectionWord::Score) => format!("{form}: "),
                Meaning::Section(word) => head(form, word),
                // Cases of a `move` setting need brackets of their own, which are left to the author.
                Meaning::Setting(_) => format!("{form}: "),
                _ => plain(form),
            };
            if !text.is_empty() {
                self.add(form, &text, kind, entry.place, &format!("{}\n\n`{}`", entry.doc, entry.example), first);
            }
        }
    }

    fn name(&mut self, name: &names::Name) {
        self.add(&name.text, &name.text, CompletionKind::Name, name.given.label(), &format!("`{}`", name.said), false);
    }

    /// Offers some words if they continue those before the place. With `first`, only at the beginning of a statement.
    fn add(&mut self, label: &str, text: &str, kind: CompletionKind, place: &str, doc: &str, first: bool) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let before = &self.place.before;
        let tail = |count: usize| before.len().checked_sub(count).map(|start| &before[start..]);
        let goes_on = |tokens: &[Token<'_>]| tokens.iter().zip(&words).all(|(token, word)| token.text == *word);
        let most = words.len().saturating_sub(1).min(before.len());
        let written = (0..=most).rev().find(|count| tail(*count).is_some_and(&goes_on)).unwrap_or(0);
        if first && written != before.len() {
            return;
        }
        let typed = self.place.typed_span(self.at);
        let start = tail(written).and_then(|tokens| tokens.first()).map_or(typed.start, |token| token.start);
        let completion = Completion {
            label: label.to_owned(),
            kind,
            place: place.to_owned(),
            doc: doc.to_owned(),
            replaces: Span::new(start, self.at),
            text: text.to_owned(),
        };
        if !self.found.iter().any(|found| found.label == completion.label && found.text == completion.text) {
            self.found.push(completion);
        }
    }
}

/// The text that begins a section.
fn head(name: &str, word: SectionWord) -> String {
    let has_rules_alone = settings(word).next().is_none();
    match word {
        SectionWord::Game | SectionWord::Example | SectionWord::Never => format!("{name} \""),
        SectionWord::BeforeTurn => format!("{name}, the first that fits {{"),
        SectionWord::Sources | SectionWord::Options | SectionWord::Words | SectionWord::LeftOut => format!("{name} {{"),
        _ if has_rules_alone => format!("{name}, the first that fits {{"),
        _ => format!("{name} {{"),
    }
}

/// The words of a form up to its first placeholder.
fn plain(form: &str) -> String {
    let is_own = |word: &&str| !word.starts_with(|c: char| c.is_uppercase() || c == '(' || c == '-' || c == '"');
    let words = form.trim_start_matches("@ ").split(' ');
    let words: Vec<&str> = words.take_while(is_own).collect();
    words.join(" ")
}
