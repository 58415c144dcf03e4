//! Which statements of a rule file were read in a source, which are assumed, and which are neither.
//!
//! A statement is everything that can carry `@`: a setting or one of its readings, a rule, a word of the file's own, a
//! remark. All readings count, whichever is in force.

use super::model::{Basis, Origin};
use crate::source::{Source, Span};
use crate::syntax::ast::{File, Section, Setting, Statement as Node, Tag};

/// One statement of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The section that it stands in, with the inner one if there is one: `last seed`, `move from`.
    pub section: String,
    /// As the file says it, with single blanks.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Where it was read or why it was assumed.
    pub basis: Basis,
}

/// What a statement rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// On sources alone.
    Documented,
    /// On an assumption, perhaps beside a source.
    Assumed,
    /// The file does not say.
    Neither,
}

impl Statement {
    /// What it rests on.
    pub fn ground(&self) -> Ground {
        match self.basis.as_slice() {
            [] => Ground::Neither,
            basis if basis.iter().all(|origin| origin.source.is_some()) => Ground::Documented,
            _ => Ground::Assumed,
        }
    }
}

/// All statements of a file, in its order. Sources and examples are none.
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
        for statement in &section.body {
            self.statement(statement, name);
        }
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

    /// A setting, or each of its readings. A citation counts for the readings before it that have none.
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
    let origin =
        |key: &str, text: &str| Origin { source: (key != "assumed").then(|| key.to_owned()), text: text.to_owned() };
    tag.iter().flat_map(|tag| &tag.origins).map(|(key, text)| origin(&key.text, &text.text)).collect()
}
