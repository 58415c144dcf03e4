//! What is offered where something is expected.

use mancala_rules::rules::vocabulary::{Entry, Meaning, SectionWord, VOCABULARY, settings};
use mancala_rules::source::Span;
use mancala_rules::syntax::tokens::Token;

use super::names::{self, Given};
use super::offered::{Completion, CompletionKind};
use super::pattern::{Next, next};
use super::place::Place;
use super::snippets;
use super::wanted::{Test, Wanted};

/// Collects what is offered at a place.
pub(super) struct Offer<'p, 't> {
    pub(super) place: &'p Place<'t>,
    pub(super) at: usize,
    /// Whether only that is offered which goes on with the words before the place.
    pub(super) goes_on: bool,
    pub(super) found: Vec<Completion>,
}

impl Offer<'_, '_> {
    pub(super) fn all(mut self, wanted: &Wanted, names: &[names::Name]) -> Vec<Completion> {
        match wanted {
            Wanted::Nothing => {}
            Wanted::Section => {
                let inner = |entry: &Entry| entry.meaning == Meaning::Section(SectionWord::AfterRefilling);
                self.rows(true, |entry| matches!(entry.meaning, Meaning::Section(_)) && !inner(entry));
            }
            Wanted::Setting(section) => self.statement(*section),
            Wanted::Rule => self.rules(),
            Wanted::Value(name) => self.value(name, names),
            Wanted::Condition(test) => self.condition(*test, names),
            Wanted::Holes => self.holes(names),
            Wanted::Reading(option) => {
                let of = |name: &&names::Name| name.given == Given::Reading(option.clone());
                names.iter().filter(of).for_each(|name| self.name(name));
                self.joint("not", "after `is`", "negates it");
            }
            Wanted::Effect(written) => self.effect(*written, names),
            Wanted::Source => {
                names.iter().filter(|name| name.given == Given::Source).for_each(|name| self.cited(name));
                self.structure("@ assumed \"why\"");
                self.structure("@ like \"GAME\" because \"why\"");
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
            "from" | "skip" | "marked at start" => self.holes(names),
            "each player scores" => {
                self.rows(false, |entry| matches!(entry.meaning, Meaning::Amount(_)));
                self.holes(names);
            }
            _ if self.place.section() == Some(SectionWord::Words) => self.holes(names),
            "to move" | "next" | "stores" | "scores" | "reserve" | "refill" | "stores before" | "lot" => {
                for player in ["South", "North"] {
                    self.add(player, player, None, CompletionKind::Word, ("players", "one of the two players"), false);
                }
            }
            "result" => {
                for result in ["South wins", "North wins", "draw"] {
                    self.add(result, result, None, CompletionKind::Value, ("result", "how the game ended"), false);
                }
            }
            _ => {}
        }
    }

    /// Offers what an effect goes on with, of which some tokens are written.
    fn effect(&mut self, written: usize, names: &[names::Name]) {
        let before = &self.place.before;
        let written = before.get(before.len().saturating_sub(written)..).unwrap_or(&[]);
        let list = self.place.head();
        let happens = |entry: &&Entry| {
            let here = |place: &str| place == "lists" || place.contains(list);
            matches!(entry.meaning, Meaning::Effect(_) | Meaning::Outcome(_))
                && (!LISTS.contains(&list) || here(entry.place))
        };
        if written.is_empty() {
            VOCABULARY.iter().filter(happens).for_each(|entry| self.entry(entry, false));
            self.rows(false, |entry| matches!(entry.meaning, Meaning::Player(_)));
            if before.last().is_some_and(|last| last.is("->")) {
                self.structure("may");
            }
            return;
        }
        let mut expected: Vec<Next> = Vec::new();
        for entry in VOCABULARY.iter().filter(happens) {
            for form in entry.forms() {
                for found in next(form, written) {
                    match &found {
                        Next::Words(_) if begins(form, written) => self.form(entry, form, false),
                        Next::Words(words) => {
                            let doc = format!("{}\n\n`{}`", entry.doc, entry.example);
                            let rest = form.find(words.as_str()).map_or("", |at| &form[at..]);
                            let snippet = snippets::of_form(rest);
                            self.add(rest, words, snippet, CompletionKind::Effect, (entry.place, &doc), false);
                        }
                        _ if expected.contains(&found) => {}
                        _ => expected.push(found),
                    }
                }
            }
        }
        for found in expected {
            match found {
                Next::Holes => {
                    self.holes(names);
                    self.structure("any N of SET");
                }
                Next::MoreHoles => {
                    self.goes_on = true;
                    self.holes(names);
                    self.goes_on = false;
                    self.joints();
                }
                Next::Number => {
                    self.rows(false, |entry| matches!(entry.meaning, Meaning::Amount(_)));
                    names.iter().filter(|name| name.given == Given::Option).for_each(|name| self.name(name));
                }
                Next::Player => self.rows(false, |entry| matches!(entry.meaning, Meaning::Player(_))),
                Next::Words(_) => {}
            }
        }
        if let [sow] = written
            && sow.text == "sow"
        {
            for way in ["clockwise", "counterclockwise", "reversed"] {
                self.joint(way, "after `sow`", "the direction of this lap, if it is another one");
            }
        }
    }

    fn condition(&mut self, test: Test, names: &[names::Name]) {
        let options = |name: &&names::Name| name.given == Given::Option;
        match test {
            Test::Begin => {
                self.rows(false, |entry| matches!(entry.meaning, Meaning::Fact(_) | Meaning::Amount(_)));
                self.tests(|_| true);
                names.iter().filter(options).for_each(|name| self.name(name));
                self.holes(names);
            }
            Test::Filter => {
                self.rows(false, |entry| matches!(entry.meaning, Meaning::Property(_) | Meaning::Relative(_)));
                self.tests(|entry| ["holds", "is", "not"].iter().any(|word| entry.words.starts_with(word)));
                names.iter().filter(|name| name.given == Given::Word).for_each(|name| self.name(name));
                for (word, doc) in [("holds", "the seeds in the hole now"), ("not", "denies what follows")] {
                    self.joint(word, "after `where`", doc);
                }
            }
            Test::Is => {
                self.rows(false, |entry| matches!(entry.meaning, Meaning::Property(_) | Meaning::Amount(_)));
                self.structure("in SET");
                self.numbers(names);
                self.joint("not", "after `is`", "negates it");
                let ends =
                    |entry: &Entry| matches!(entry.meaning, Meaning::Noun(_)) && entry.place.contains("after is");
                self.rows(false, ends);
                let players = |entry: &Entry| matches!(entry.meaning, Meaning::Fact(_)) && entry.words.contains(" is ");
                self.rows(false, players);
                names.iter().filter(|name| name.given == Given::Word).for_each(|name| self.name(name));
            }
            Test::Number => self.numbers(names),
            Test::Was => {
                for word in ["was empty", "was occupied"] {
                    self.add(word, word, None, CompletionKind::Structure, ("conditions", WAS), false);
                }
            }
            Test::Holes => self.holes(names),
            Test::GoesOn => {
                self.goes_on = true;
                self.condition(Test::Begin, names);
                self.condition(Test::Is, names);
                self.goes_on = false;
                self.joints();
                for (word, doc) in [
                    ("is", "asks for a property, or compares a number"),
                    ("holds", "asks for the seeds in the hole now"),
                    ("or", "one of both conditions holds"),
                ] {
                    self.joint(word, "conditions", doc);
                }
                if self.place.before.iter().any(|token| matches!(token.text, "no" | "some" | "all")) {
                    self.joint("are", "after `some`, `no`, `all`", "asks for a property of these holes");
                    self.joint("hold", "after `some`, `no`, `all`", "asks for the seeds in these holes");
                }
            }
        }
    }

    /// Offers numbers to compare with.
    fn numbers(&mut self, names: &[names::Name]) {
        self.rows(false, |entry| entry.meaning == Meaning::Structure && entry.place.starts_with("after holds"));
        self.rows(false, |entry| matches!(entry.meaning, Meaning::Amount(_)));
        names.iter().filter(|name| name.given == Given::Option).for_each(|name| self.name(name));
    }

    /// Offers the words that make up conditions.
    fn tests(&mut self, wanted: impl Fn(&Entry) -> bool) {
        let of_conditions = |entry: &&Entry| {
            let plain = entry.forms().all(|form| form.starts_with(|c: char| c.is_lowercase()));
            entry.meaning == Meaning::Structure && entry.place.contains("conditions") && plain && wanted(entry)
        };
        VOCABULARY.iter().filter(of_conditions).for_each(|entry| self.entry(entry, false));
    }

    /// Offers hole sets, single holes, and properties of holes.
    fn holes(&mut self, names: &[names::Name]) {
        self.rows(false, |entry| {
            matches!(entry.meaning, Meaning::Noun(_) | Meaning::Hole(_) | Meaning::Relative(_) | Meaning::Property(_))
        });
        names.iter().filter(|name| name.given == Given::Word).for_each(|name| self.name(name));
    }

    /// Offers what joins sets of holes, and what picks some of a set.
    fn joints(&mut self) {
        for word in ["where", "while", "and", "of"] {
            self.joint(word, "hole sets", "joins sets, or keeps the holes that have a property");
        }
    }

    fn joint(&mut self, word: &str, place: &str, doc: &str) {
        self.add(word, word, None, CompletionKind::Structure, (place, doc), false);
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
        entry.forms().for_each(|form| self.form(entry, form, first));
    }

    fn form(&mut self, entry: &Entry, form: &str, first: bool) {
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
        let snippet = snippets::of_entry(entry, form);
        if !text.is_empty() {
            let doc = format!("{}\n\n`{}`", entry.doc, entry.example);
            self.add(form, &text, snippet, kind, (entry.place, &doc), first);
        }
    }

    fn name(&mut self, name: &names::Name) {
        let doc = format!("`{}`", name.said);
        self.add(&name.text, &name.text, None, CompletionKind::Name, (name.given.label(), &doc), false);
    }

    /// Offers a source with the place in it, which every citation names.
    fn cited(&mut self, name: &names::Name) {
        let doc = format!("`{}`", name.said);
        let snippet = Some(format!("{} \"${{1:place}}\"", name.text));
        self.add(&name.text, &name.text, snippet, CompletionKind::Name, (name.given.label(), &doc), false);
    }

    /// Offers some words if they continue those before the place. With `first`, only at the beginning of a statement.
    fn add(
        &mut self,
        label: &str,
        text: &str,
        snippet: Option<String>,
        kind: CompletionKind,
        (place, doc): (&str, &str),
        first: bool,
    ) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let before = &self.place.before;
        let tail = |count: usize| before.len().checked_sub(count).map(|start| &before[start..]);
        let goes_on = |tokens: &[Token<'_>]| tokens.iter().zip(&words).all(|(token, word)| token.text == *word);
        let most = words.len().saturating_sub(1).min(before.len());
        let written = (0..=most).rev().find(|count| tail(*count).is_some_and(&goes_on)).unwrap_or(0);
        if first && written != before.len() || self.goes_on && written == 0 {
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
            snippet,
        };
        if !self.found.iter().any(|found| found.label == completion.label && found.text == completion.text) {
            self.found.push(completion);
        }
    }
}

/// Lists and settings whose effects the vocabulary tells apart.
const LISTS: [&str; 6] =
    ["each seed", "last seed", "after turn", "before turn", "begin", "each player after refilling"];

/// What `was` asks.
const WAS: &str = "what `here` held just before the last seed fell";

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

/// Whether the words before the first placeholder of a form begin with what is written.
fn begins(form: &str, written: &[Token<'_>]) -> bool {
    let own = plain(form);
    let words: Vec<&str> = own.split(' ').collect();
    written.len() < words.len() && written.iter().zip(words).all(|(token, word)| token.text == word)
}

/// The words of a form up to its first placeholder.
fn plain(form: &str) -> String {
    let is_own = |word: &&str| !word.starts_with(|c: char| c.is_uppercase() || c == '(' || c == '-' || c == '"');
    let words = form.trim_start_matches("@ ").split(' ');
    let words: Vec<&str> = words.take_while(is_own).collect();
    words.join(" ")
}
