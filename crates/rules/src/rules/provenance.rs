//! Finds the statements of a rule file, and whether each rests on a source, on another game, on an
//! assumption or on nothing.
//!
//! A statement is everything that can carry `@`: a setting or one of its readings, a rule, a word that the file
//! defines, a remark, the condition in the head of a `move` section. All readings count, not only those in force. The
//! last rule of a list that does nothing but let play go on says nothing that a source could say; it counts only if it
//! has a ground.

use super::citations::basis;
use super::model::{Basis, Kind, Outcome, SourceText};
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

impl Statement {
    /// What the statement rests on.
    pub fn kind(&self) -> Kind {
        Kind::of(&self.basis)
    }
}

/// All statements of a file in order, except those in `sources` and `example` sections.
pub fn statements(source: &Source, file: &File, sources: &[SourceText]) -> Vec<Statement> {
    let mut found = Statements { source, sources, list: Vec::new() };
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
    sources: &'s [SourceText],
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
            self.add(name, self.source.said(span), span, section.tag.as_ref());
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
            Node::Rule(rule) => self.add(section, self.source.said(rule.span), rule.span, rule.tag.as_ref()),
            Node::Definition(word) => self.add(section, self.source.said(word.span), word.span, word.tag.as_ref()),
            Node::Remark(remark) => self.add(section, self.source.said(remark.span), remark.span, remark.tag.as_ref()),
            Node::Asked(asked) => {
                let span = asked.condition.span;
                self.add(section, self.source.said(span), span, asked.tag.as_ref());
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
            self.add(section, text, Span::new(start, reading.span.end), tag);
        }
    }

    fn add(&mut self, section: &str, text: String, span: Span, tag: Option<&Tag>) {
        let basis = basis(tag, self.sources.iter());
        self.list.push(Statement { section: section.to_owned(), text, span, basis });
    }
}
