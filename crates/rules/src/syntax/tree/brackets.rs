//! Finds missing and surplus curly brackets from the indentation of lines.

use std::iter::Peekable;

use super::walker::Walker;
use crate::problem::{Change, Code, MOST_TOLD, Problem, Remedy};
use crate::source::Span;
use crate::syntax::ast::{Section, Statement};
use crate::syntax::broken::{self, Around};

/// An element of a file or a section, before its brackets are corrected.
pub(super) enum Item {
    /// A statement.
    Statement(Box<Statement>),
    /// A line that is not a statement.
    Line(Span),
    /// A `}` without a matching `{`.
    Close(Span),
}

impl Item {
    fn span(&self) -> Span {
        match self {
            Item::Statement(statement) => statement.span(),
            Item::Line(span) | Item::Close(span) => *span,
        }
    }
}

impl Walker<'_> {
    /// Indentation of a place in columns, a tab counting 4. `None` if other text precedes it on the line.
    fn indent(&self, at: usize) -> Option<usize> {
        let mut width = 0;
        for c in self.scan.text[..at].chars().rev() {
            match c {
                ' ' => width += 1,
                '\t' => width += 4,
                '\n' | '\r' => break,
                _ => return None,
            }
        }
        Some(width)
    }

    pub(super) fn said(&self, span: Span) -> &str {
        self.scan.said(span)
    }

    /// The `}` that ends a section, if there is one.
    fn bracket(&self, section: &Section) -> Option<Span> {
        self.said(section.span).ends_with('}').then(|| Span::new(section.span.end - 1, section.span.end))
    }

    /// The statements of a file or a section. Reports the lines that are not statements.
    pub(super) fn gather(&mut self, items: Vec<Item>, around: Around) -> Vec<Statement> {
        let mut statements = Vec::new();
        // A section without `{`, which takes the lines indented deeper than its head, and the column of that head.
        let mut open: Option<(usize, Section)> = None;
        let mut items = items.into_iter().peekable();
        while let Some(item) = items.next() {
            let place = item.span();
            if open.is_some() && self.said(place) == "{" {
                continue;
            }
            // The end of a section that another kind of bracket opened.
            let item = match item {
                Item::Line(line) if self.headless > 0 && matches!(self.said(line), "]" | ")") => Item::Close(line),
                item => item,
            };
            let indent = self.indent(place.start);
            let ends = |column: usize| !matches!(item, Item::Close(_)) && indent.is_some_and(|own| own <= column);
            if let Some((_, section)) = open.take_if(|(column, _)| ends(*column)) {
                statements.push(Statement::Section(section));
            }
            match item {
                Item::Statement(statement) => match &mut open {
                    Some((_, section)) => section.body.push(*statement),
                    None => statements.push(*statement),
                },
                Item::Line(line) => match self.without_bracket(line, items.peek()) {
                    Some(section) => {
                        statements.extend(open.take().map(|(_, section)| Statement::Section(section)));
                        open = indent.map(|column| (column, section));
                    }
                    None => self.line(line, around, &mut items),
                },
                Item::Close(close) if self.headless > 0 => {
                    self.headless -= 1;
                    match open.take() {
                        Some((_, mut section)) => {
                            section.span = section.span.to(close);
                            statements.push(Statement::Section(section));
                        }
                        None => {
                            self.rejoin(close, &mut statements);
                        }
                    }
                }
                Item::Close(close) => self.stray(close, &mut statements),
            }
        }
        statements.extend(open.map(|(_, section)| Statement::Section(section)));
        statements
    }

    /// Reports what is wrong with a line.
    fn line(&mut self, line: Span, around: Around, items: &mut Peekable<impl Iterator<Item = Item>>) {
        self.unread.push(line);
        if self.problems.len() > MOST_TOLD {
            return;
        }
        let unfinished = broken::unfinished(self.scan, line);
        if let (Some(problem), Some(Item::Line(next))) = (unfinished, items.peek())
            && !broken::is_rule(self.said(*next))
        {
            self.problems.push(problem);
            self.unread.push(*next);
            items.next();
            return;
        }
        let problem = broken::line(self.scan, line, around);
        self.problems.push(problem);
    }

    /// Reads a line as the head of a section that lacks its `{`, if the next line is indented deeper or is the `{`.
    fn without_bracket(&mut self, line: Span, next: Option<&Item>) -> Option<Section> {
        let column = self.indent(line.start).filter(|_| self.problems.len() <= MOST_TOLD)?;
        let next = next?.span();
        let deeper = self.indent(next.start).is_some_and(|next| next > column);
        let text = self.said(line);
        let head = text.trim_end_matches(['(', '[', ':', ' ', '\t']);
        if !(deeper || self.said(next) == "{") || head.is_empty() {
            return None;
        }
        let behind = Span::new(line.start + head.len(), line.end);
        let head = head.to_owned();
        let mut section = self.head_alone(&head, line.start)?;
        section.head_told = true;
        self.headless += 1;
        self.unread.push(behind);
        let problem = if behind.start < behind.end {
            let found = self.said(behind).trim();
            let message = format!("the section `{head}` is opened with `{found}` instead of `{{`");
            Problem::new(Code::BadHead, Span::new(behind.end - found.len(), behind.end), message)
        } else {
            let problem = Problem::new(Code::BadHead, line, format!("the section `{head}` has no `{{`"));
            if self.said(next) == "{" { problem.also(next, "it belongs on the line of the name") } else { problem }
        };
        self.problems.push(problem.help(format!("write `{head} {{`, and `}}` after its last statement")));
        Some(section)
    }

    /// Reports a surplus `}`. If indented statements follow the last section, that section was closed too early.
    fn stray(&mut self, close: Span, statements: &mut Vec<Statement>) {
        if self.problems.len() > MOST_TOLD {
            return;
        }
        let problem = match self.rejoin(close, statements) {
            Some((name, early)) => Problem::new(Code::StrayBracket, early, format!("`{name}` is closed twice"))
                .label("too early")
                .also(close, "again here")
                .help("remove the first `}`: the statements after it belong to the section, too")
                .remedy(Remedy::sure("Remove the first `}`", Change::Replace(early, String::new()))),
            None => Problem::new(Code::StrayBracket, close, "this `}` closes nothing")
                .help("remove it, or add the head of the section that it closes")
                .remedy(Remedy::new("Remove this `}`", Change::Replace(close, String::new()))),
        };
        self.problems.push(problem);
    }

    /// Moves indented statements after a section into that section. Returns the section's name and its first `}`.
    fn rejoin(&self, close: Span, statements: &mut Vec<Statement>) -> Option<(String, Span)> {
        let at = statements.iter().rposition(|statement| matches!(statement, Statement::Section(_)))?;
        let column = self.indent(statements.get(at)?.span().start)?;
        let behind = statements.get(at + 1..).filter(|behind| !behind.is_empty())?;
        if !behind.iter().all(|it| self.indent(it.span().start).is_some_and(|own| own > column)) {
            return None;
        }
        let moved = statements.split_off(at + 1);
        let Some(Statement::Section(section)) = statements.last_mut() else { return None };
        let early = self.bracket(section).unwrap_or(section.head);
        section.body.extend(moved);
        section.span = section.span.to(close);
        Some((section.name.text.clone(), early))
    }

    /// Moves statements that follow a missing `}` to where they belong, and reports the missing bracket.
    pub(super) fn close(&mut self, statements: Vec<Statement>) -> Vec<Statement> {
        if self.unclosed.is_empty() {
            return statements;
        }
        let mut missing = Vec::new();
        let statements = self.settle(statements, &mut missing);
        missing.sort_unstable();
        missing.truncate(self.unclosed.len());
        for (next, head) in &missing {
            let name = self.name_said(*head);
            self.problems.push(
                Problem::new(Code::UnclosedSection, *next, format!("the section `{name}` is not closed"))
                    .label("`}` is missing before this")
                    .also(*head, "opened here")
                    .help(format!("write `}}` on a line of its own after the last statement of `{name}`"))
                    .remedy(Remedy::sure(
                        format!("Close `{name}` with `}}`"),
                        Change::Before(*next, *head, "}".to_owned()),
                    )),
            );
        }
        let rest = self.unclosed.len() - missing.len();
        let heads: Vec<Span> = missing.iter().map(|(_, head)| *head).collect();
        let untold: Vec<Span> =
            self.unclosed.iter().map(|(_, head)| *head).filter(|head| !heads.contains(head)).collect();
        for head in untold.iter().rev().take(rest) {
            let name = self.name_said(*head);
            let problem = Problem::new(Code::UnclosedSection, *head, format!("the section `{name}` is not closed"))
                .label("opened here")
                .help("write `}` on a line of its own after its last statement");
            // of several nobody knows which ends where
            let end = Span::new(self.scan.text.len(), self.scan.text.len());
            let close =
                || Remedy::sure(format!("Close `{name}` with `}}`"), Change::Before(end, *head, "}".to_owned()));
            self.problems.push(Problem { remedy: (untold.len() == 1).then(close), ..problem });
        }
        // Without indentation, nobody can say to which section a statement belongs.
        if rest > 0 && statements.iter().any(|statement| holds_sections(statement, &untold)) {
            return Vec::new();
        }
        statements
    }

    fn name_said(&self, head: Span) -> String {
        self.said(head).split(['"', ',', '\n']).next().unwrap_or("").trim().to_owned()
    }

    /// Moves statements that are not indented deeper than the head of their section out of it.
    fn settle(&self, statements: Vec<Statement>, missing: &mut Vec<(Span, Span)>) -> Vec<Statement> {
        let mut settled = Vec::new();
        for statement in statements {
            let Statement::Section(mut section) = statement else {
                settled.push(statement);
                continue;
            };
            section.body = self.settle(section.body, missing);
            let outside = self.first_outside(&section).map_or(Vec::new(), |at| section.body.split_off(at));
            if let Some(first) = outside.first() {
                missing.push((first.span(), section.head));
                section.span.end = section.body.last().map_or(section.head.end, |last| last.span().end);
            }
            settled.push(Statement::Section(section));
            settled.extend(outside);
        }
        settled
    }

    /// Index of the first statement of a section that, by its indentation, belongs outside.
    fn first_outside(&self, section: &Section) -> Option<usize> {
        let column = self.indent(section.head.start)?;
        let unclosed = self.unclosed.iter().any(|(_, head)| *head == section.head);
        if !unclosed && self.bracket(section).is_some_and(|bracket| self.indent(bracket.start) == Some(column)) {
            return None;
        }
        let mut lines =
            section.body.iter().enumerate().filter_map(|(at, it)| Some((at, it, self.indent(it.span().start)?)));
        let (at, first, indent) = lines.next()?;
        if indent <= column {
            return matches!(first, Statement::Section(_)).then_some(at);
        }
        lines.find(|(_, _, indent)| *indent <= column).map(|(at, _, _)| at)
    }
}

fn holds_sections(statement: &Statement, heads: &[Span]) -> bool {
    let Statement::Section(section) = statement else { return false };
    let inner = |statement: &Statement| matches!(statement, Statement::Section(_));
    heads.contains(&section.head) && section.body.iter().any(inner)
        || section.body.iter().any(|inner| holds_sections(inner, heads))
}
