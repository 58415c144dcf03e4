//! Finds the statements of a rule file, and whether each rests on a source, on another game, on an
//! assumption or on nothing.
//!
//! A statement is everything that can carry `@`: a setting or one of its readings, a rule, a word that the file
//! defines, a remark, the condition in the head of a `move` section. All readings count, not only those in force. The
//! last rule of a list that does nothing but let play go on says nothing that a source could say; it counts only if it
//! has a ground.

use super::inherit::LIKE;
use super::model::{Basis, Ground, Origin, Outcome};
use super::vocabulary::{self, Meaning, SectionWord};
use crate::source::{Source, Span};
use crate::syntax::ast::{File, Rule, Section, Setting, Statement as Node, Tag};

/// A statement of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The section, followed by the inner section if there is one: `last seed`, `move from`.
    pub section: String,
    /// The text in the file, with single blanks.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Where the statement was read, or why it is assumed.
    pub basis: Basis,
}

/// Of what kind the grounds of a statement are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sources alone.
    Documented,
    /// Taken over from another game, perhaps with a source as well.
    TakenOver,
    /// An assumption, perhaps with a source as well.
    Assumed,
    /// Nothing: the file does not say.
    Neither,
}

impl Statement {
    /// What the statement rests on.
    pub fn kind(&self) -> Kind {
        let rests = |on: fn(&Origin) -> bool| self.basis.iter().any(on);
        match () {
            () if self.basis.is_empty() => Kind::Neither,
            () if rests(|origin| origin.assumed().is_some()) => Kind::Assumed,
            () if rests(|origin| origin.like().is_some()) => Kind::TakenOver,
            () => Kind::Documented,
        }
    }
}

/// All statements of a file in order, except those in `sources` and `example` sections.
pub fn statements(source: &Source, file: &File) -> Vec<Statement> {
    let mut found = Statements { source, list: Vec::new() };
    for statement in &file.statements {
        match statement {
            Node::Section(section) if matches!(section.name.text.as_str(), "sources" | "example") => {}
            Node::Section(section) => found.section(section, &section.name.text),
            other => found.statement(other, ""),
        }
    }
    found.list
}

struct Statements<'s> {
    source: &'s Source,
    list: Vec<Statement>,
}

impl Statements<'_> {
    fn section(&mut self, section: &Section, name: &str) {
        let last = section.body.iter().rev().find_map(|statement| match statement {
            Node::Rule(rule) => Some(rule),
            _ => None,
        });
        // the readings for which a claim holds are no statement
        let never = vocabulary::section_name(SectionWord::Never);
        if let Some(when) = section.when.as_ref().filter(|_| section.name.text != never) {
            let span = Span::new(section.head.start, when.span.end);
            self.add(name, self.source.said(span), span, basis(section.tag.as_ref()));
        }
        for statement in &section.body {
            let goes_on = |rule: &Rule| rule.tag.is_none() && self.lets_play_go_on(rule);
            match statement {
                Node::Rule(rule) if last.is_some_and(|last| last.span == rule.span) && goes_on(rule) => {}
                _ => self.statement(statement, name),
            }
        }
    }

    /// Whether a rule does nothing but let play go on.
    fn lets_play_go_on(&self, rule: &Rule) -> bool {
        let play = vocabulary::word(Meaning::Outcome(Some(&Outcome::Play)));
        matches!(rule.effects.as_slice(), [effect] if rule.may.is_none() && self.source.said(effect.span) == play)
    }

    fn statement(&mut self, statement: &Node, section: &str) {
        match statement {
            Node::Section(inner) => self.section(inner, &format!("{section} {}", inner.name.text)),
            Node::Rule(rule) => self.add(section, self.source.said(rule.span), rule.span, basis(rule.tag.as_ref())),
            Node::Definition(word) => {
                self.add(section, self.source.said(word.span), word.span, basis(word.tag.as_ref()))
            }
            Node::Remark(remark) => {
                self.add(section, self.source.said(remark.span), remark.span, basis(remark.tag.as_ref()))
            }
            Node::Asked(asked) => {
                let span = asked.condition.span;
                self.add(section, self.source.said(span), span, basis(asked.tag.as_ref()));
            }
            Node::Setting(setting) => self.setting(setting, section),
        }
    }

    /// Adds a setting, or each of its readings. A citation also counts for the readings before it that have none.
    fn setting(&mut self, setting: &Setting, section: &str) {
        let names: Vec<&str> = setting.names.iter().map(|name| name.text.as_str()).collect();
        for (place, reading) in setting.readings.iter().enumerate() {
            let tag = setting.readings[place..].iter().find_map(|later| later.tag.as_ref());
            let text = format!("{}: {}", names.join(", "), self.source.said(reading.span));
            let start = if place == 0 { setting.span.start } else { reading.span.start };
            self.add(section, text, Span::new(start, reading.span.end), basis(tag));
        }
    }

    fn add(&mut self, section: &str, text: String, span: Span, basis: Basis) {
        self.list.push(Statement { section: section.to_owned(), text, span, basis });
    }
}

fn basis(tag: Option<&Tag>) -> Basis {
    let ground = |key: &str| match key {
        "assumed" => Ground::Assumed,
        LIKE => Ground::Like,
        key => Ground::Source(key.to_owned()),
    };
    let origin = |key: &str, text: &str| Origin { ground: ground(key), text: text.to_owned() };
    tag.iter().flat_map(|tag| &tag.origins).map(|(key, text)| origin(&key.text, &text.text)).collect()
}
