//! Names that a file uses and defines (citations, words) and which of them are unused.

use super::outline::Outline;
use super::resolver::Resolver;
use super::resolving::{Resolving, WordMeaning};
use crate::problem::{Change, Code, Help, Problem, Remedy};
use crate::rules::citations::{ASSUMED, LIKE, basis};
use crate::rules::model::{Basis, Ground, Origin, Stated};
use crate::rules::notation::row_column;
use crate::rules::vocabulary::{self, SectionWord};
use crate::source::Span;
use crate::syntax::ast::{Cited, Reading, Statement, Tag};

impl<'a> Resolving<'a> {
    pub(super) fn read_words(&mut self) {
        for statement in self.outline.one(SectionWord::Words).iter().flat_map(|section| &section.body) {
            let (name, meaning) = match statement {
                Statement::Definition(definition) => (&definition.name, WordMeaning::Condition(definition)),
                Statement::Setting(setting) => match setting.names.first() {
                    Some(name) => (name, WordMeaning::Holes(setting)),
                    None => continue,
                },
                _ => continue,
            };
            if name.text.contains(' ') {
                let message = format!("`{}` is more than one word", name.text);
                self.gathered.wrong(Code::NameTaken, name.span, message, "join its parts with a hyphen");
            } else if vocabulary::is_taken(&name.text) {
                let message = match row_column(&name.text) {
                    Some(_) => format!("`{}` is the name of a hole", name.text),
                    None => format!("`{}` is already a word of the language", name.text),
                };
                self.gathered.wrong(Code::NameTaken, name.span, message, "choose another word");
            } else if self.definitions.insert(&name.text, meaning).is_some() {
                let message = format!("`{}` is defined twice", name.text);
                self.gathered.wrong(Code::RepeatedSetting, name.span, message, "define it once");
            } else {
                self.own_words.push(&name.text);
            }
        }
        // names of options must not be words of the language either
        let taken: Vec<(String, Span)> = self
            .options
            .iter()
            .filter(|entry| entry.section.is_none())
            .flat_map(|entry| &entry.names)
            .filter(|name| vocabulary::is_taken(&name.text) || self.definitions.contains_key(name.text.as_str()))
            .map(|name| (name.text.clone(), name.span))
            .collect();
        for (name, span) in taken {
            self.gathered.wrong(
                Code::NameTaken,
                span,
                format!("`{name}` is already a word"),
                "give the option another name",
            );
        }
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn stated_words(&mut self, outline: &Outline<'a>) -> Vec<Stated<String>> {
        let mut stated = Vec::new();
        for statement in outline.one(SectionWord::Words).iter().flat_map(|section| &section.body) {
            match statement {
                Statement::Definition(definition) => {
                    let basis = self.basis(definition.tag.as_ref());
                    stated.push(Stated { value: definition.name.text.clone(), span: definition.span, basis });
                }
                Statement::Setting(setting) => {
                    let tag = setting.readings.first().and_then(|reading| reading.tag.as_ref());
                    let basis = self.basis(tag);
                    let name = setting.names.first().map_or(String::new(), |name| name.text.clone());
                    stated.push(Stated { value: name, span: setting.span, basis });
                }
                _ => {}
            }
        }
        stated
    }

    /// Where the chosen reading was read. A citation also counts for the readings before it that have none.
    pub(super) fn basis_of(&mut self, readings: impl Iterator<Item = &'a Reading> + Clone, chosen: usize) -> Basis {
        for reading in readings.clone() {
            self.cite(reading.tag.as_ref());
        }
        basis(readings.skip(chosen).find_map(|reading| reading.tag.as_ref()), self.known.source_texts())
    }

    /// Where a statement was read. Marks its sources as cited and reports unknown ones.
    pub(super) fn basis(&mut self, tag: Option<&Tag>) -> Basis {
        self.cite(tag);
        basis(tag, self.known.source_texts())
    }

    /// Marks the sources of a citation as cited and reports unknown ones.
    pub(super) fn cite(&mut self, tag: Option<&Tag>) {
        let sources = &self.known.sources;
        for cited in tag.iter().flat_map(|tag| &tag.origins) {
            let key = &cited.key;
            let mut known = key.text == ASSUMED || key.text == LIKE;
            for (cited, (source, _)) in self.cited.iter_mut().zip(sources) {
                if source.key == key.text {
                    *cited = true;
                    known = true;
                }
            }
            if !self.is_full() {
                self.cited_well(cited);
            }
            if !known && !self.is_full() {
                let help = Help::nearest(&key.text, sources.iter().map(|(source, _)| source.key.as_str()))
                    .unwrap_or_else(|| "list it in `sources { .. }`, or write `@ assumed \"why\"`".into());
                self.once(Code::UnknownSource, key.span, format!("there is no source `{}`", key.text), help);
            }
        }
    }

    /// Reports a similar game without a reason, and a reason beside anything else.
    fn cited_well(&mut self, cited: &Cited) {
        // what a whole file takes over is not written out, and has its reason where the file names the game
        let written = cited.text.span != cited.key.span;
        match (&cited.because, cited.key.text == LIKE) {
            (None, true) if written => {
                let message = format!("this does not say why {} serves", cited.text.text);
                let help = format!("write `@ like \"{}\" because \"..\"`", cited.text.text);
                self.once(Code::BrokenCitation, cited.text.span, message, help);
            }
            (Some(because), false) => {
                let help = "write it where the source is declared: `wiki: \"..\", describes \"..\" because \"..\"`";
                let message = "only `like` is followed by `because`";
                self.once(Code::BrokenCitation, because.span, message, help);
            }
            _ => {}
        }
    }

    /// Reports what the same citation may show several times.
    fn once(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<Help>) {
        let reported = |problem: &Problem| problem.code == code && problem.span() == span;
        if !self.gathered.problems.iter().any(reported) {
            self.wrong(code, span, message, help);
        }
    }

    /// Index of the option with a name, and index of the name among the option's names.
    pub(super) fn option_place(&self, name: &str) -> Option<(usize, usize)> {
        let mut options = self.known.options.iter().enumerate();
        options.find_map(|(index, entry)| entry.place(name).map(|at| (index, at)))
    }

    /// A word that the file defines.
    pub(super) fn own_word(&self, text: &str) -> Option<(&'a str, WordMeaning<'a>)> {
        self.known.definitions.get_key_value(text).map(|(own, meaning)| (*own, *meaning))
    }

    /// Starts a statement: it contains no words yet.
    pub(super) fn no_words(&mut self) {
        self.words_met.clear();
    }

    /// Adds to `basis` the basis of each word that the file defines and the statement uses.
    pub(super) fn with_words(&mut self, mut basis: Basis) -> Basis {
        let mut uncited = false;
        for word in std::mem::take(&mut self.words_met) {
            let tag = match self.known.definitions.get(word) {
                Some(WordMeaning::Condition(definition)) => definition.tag.as_ref(),
                Some(WordMeaning::Holes(setting)) => setting.readings.first().and_then(|reading| reading.tag.as_ref()),
                None => None,
            };
            let of_word = self.basis(tag);
            uncited |= of_word.is_empty();
            for origin in of_word {
                if !basis.iter().any(|known| covers(known, &origin)) {
                    basis.push(origin);
                }
            }
        }
        if uncited {
            // with an uncited word of this file the statement is no longer as in the other game
            basis.retain(|origin| origin.ground != Ground::Like);
        }
        basis
    }

    pub(super) fn left_out(&mut self, outline: &Outline<'a>) -> Vec<Stated<String>> {
        let mut left_out = Vec::new();
        for statement in outline.one(SectionWord::LeftOut).iter().flat_map(|section| &section.body) {
            if let Statement::Remark(remark) = statement {
                let basis = self.basis(remark.tag.as_ref());
                left_out.push(Stated { value: remark.text.text.clone(), span: remark.span, basis });
            }
        }
        left_out
    }

    pub(super) fn unused(&mut self) {
        let mut unused: Vec<(Span, String, String, Option<String>)> = Vec::new();
        for name in &self.known.own_words {
            let Some(meaning) = self.known.definitions.get(name) else { continue };
            let span = match meaning {
                WordMeaning::Condition(definition) => definition.name.span,
                WordMeaning::Holes(setting) => setting.names.first().map_or(setting.span, |name| name.span),
            };
            if !self.words_used.contains(name) {
                unused.push((
                    span,
                    format!("the word `{name}` is never used"),
                    "use it in a rule, or remove it".to_owned(),
                    Some(format!("Remove the word `{name}`")),
                ));
            }
        }
        for entry in self.options.iter().filter(|option| !option.used).map(|option| option.entry) {
            for (at, name) in entry.names.iter().enumerate() {
                let message = format!("the option `{}` changes nothing", name.text);
                let asked = format!("`when {} is {} ..`", name.text, entry.value(0, at).text);
                let alone = entry.names.len() == 1;
                let remove = alone.then(|| format!("Remove the option `{}`", name.text));
                unused.push((name.span, message, format!("test it in a rule: {asked}"), remove));
            }
        }
        let sources = &self.known.sources;
        let through = |key: &str| sources.iter().any(|(source, _)| source.is_read_through(key));
        for ((text, span), cited) in sources.iter().zip(&self.cited) {
            if !cited && !through(&text.key) {
                let message = format!("the source `{}` is never cited", text.key);
                let remedy = Remedy::new(format!("Remove the source `{}`", text.key), Change::Remove(*span));
                let remark = Problem::new(Code::UnusedName, *span, message).help("cite it after `@`, or remove it");
                self.gathered.remark(remark.remedy(remedy));
            }
        }
        for (span, message, help, remove) in unused {
            let problem = Problem::new(Code::UnusedName, span, message).help(help);
            let remedy = remove.map(|title| Remedy::new(title, Change::Remove(span)));
            self.gathered.add(Problem { remedy, ..problem });
        }
    }
}

/// Whether citation `known` includes the place of `origin`: `Rules, 5 and 6` includes `Rules, 5`.
fn covers(known: &Origin, origin: &Origin) -> bool {
    let goes_on = |rest: &str| rest.starts_with(char::is_alphanumeric);
    known.ground == origin.ground && known.text.strip_prefix(&origin.text).is_some_and(|rest| !goes_on(rest))
}
