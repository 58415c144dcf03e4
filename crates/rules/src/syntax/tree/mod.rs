//! Turns the parse tree into the syntax tree. Only this folder and `broken.rs` name pest's rules.

mod brackets;
mod cited;
mod conditions;
mod walker;

use pest::Parser;
use pest::iterators::Pair;

use self::brackets::Item;
use self::walker::Walker;
use super::ast::{
    Asked, Board, Debt, Definition, File, Name, Number, Piece, Reading, Remark, Row, Rule as RuleNode, Section,
    Setting, Statement, Strip, Word,
};
use super::broken::{self, Around};
use super::grammar::{Grammar, Rule};
use super::tokens::{Kind, Scan, Token};
use crate::problem::Problem;
use crate::source::{Span, single_blanks};

/// Reads the whole file. `replaced` tells where the file has other words in place of these.
pub(super) fn read(text: &str, tokens: &[Token<'_>], replaced: &[Span]) -> (File, Vec<Problem>) {
    let comments: Vec<Span> = tokens.iter().filter(|token| token.kind == Kind::Note).map(Token::span).collect();
    let scan = Scan { text, tokens, notes: &comments, replaced };
    let mut walker = Walker { scan, problems: Vec::new(), unread: Vec::new(), headless: 0, unclosed: Vec::new() };
    let mut statements = Vec::new();
    match Grammar::parse(Rule::file, text) {
        Ok(mut pairs) => {
            if let Some(file) = pairs.next() {
                let items = walker.items(file);
                statements = walker.gather(items, Around::File);
                statements = walker.close(statements);
            }
        }
        Err(error) => walker.problems.push(broken::unread(text, &error)),
    }
    let Walker { mut unread, problems, .. } = walker;
    unread.sort_unstable();
    (File { statements, comments, unread }, problems)
}

/// The content of a text without positions: each part with its depth, rule and words; then the notes.
pub(super) type Shape = (Vec<(usize, Rule, String)>, Vec<String>);

/// The content of a text, for comparison. `None` if it cannot be parsed.
pub(super) fn shape(text: &str) -> Option<Shape> {
    let mut parts = Vec::new();
    let mut notes = Vec::new();
    let mut open: Vec<(usize, Pair<'_, Rule>)> = Grammar::parse(Rule::file, text).ok()?.map(|pair| (0, pair)).collect();
    while let Some((depth, pair)) = open.pop() {
        let kind = pair.as_rule();
        if kind == Rule::note {
            notes.push(pair.as_str().trim_end().to_owned());
            continue;
        }
        let inner = pair.clone().into_inner();
        let words = if kind == Rule::string {
            pair.as_str().to_owned()
        } else if inner.clone().all(|part| part.as_rule() == Rule::note) {
            single_blanks(pair.as_str())
        } else {
            // Its parts hold its words.
            String::new()
        };
        parts.push((depth, kind, words));
        let behind = open.len();
        open.extend(inner.map(|part| (depth + 1, part)));
        open[behind..].reverse();
    }
    Some((parts, notes))
}

/// The span of a pair.
fn place(token: &Pair<'_, Rule>) -> Span {
    let place = token.as_span();
    Span::new(place.start(), place.end())
}

/// The parts of a pair, without notes.
fn parts(pair: Pair<'_, Rule>) -> impl Iterator<Item = Pair<'_, Rule>> {
    pair.into_inner().filter(|part| part.as_rule() != Rule::note)
}

impl Walker<'_> {
    /// The items of a file or of the body of a section.
    fn items(&mut self, pair: Pair<'_, Rule>) -> Vec<Item> {
        let mut items = Vec::new();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::bad_line => items.push(Item::Line(self.span(&part))),
                Rule::stray_close => items.push(Item::Close(self.span(&part))),
                _ => items.extend(self.statement(part).map(Box::new).map(Item::Statement)),
            }
        }
        items
    }

    fn statement(&mut self, pair: Pair<'_, Rule>) -> Option<Statement> {
        match pair.as_rule() {
            Rule::section => Some(Statement::Section(self.section(pair))),
            Rule::rule => Some(Statement::Rule(self.rule(pair))),
            Rule::definition => self.definition(pair).map(Statement::Definition),
            Rule::setting => Some(Statement::Setting(self.setting(pair))),
            Rule::remark => self.remark(pair).map(Statement::Remark),
            Rule::lone_condition => self.asked(pair).map(Statement::Asked),
            Rule::bad_section => self.bad_section(pair).map(Statement::Section),
            _ => None,
        }
    }

    fn section(&mut self, pair: Pair<'_, Rule>) -> Section {
        let mut section = nameless(self.span(&pair));
        for part in parts(pair) {
            match part.as_rule() {
                Rule::head => self.head(part, &mut section),
                Rule::body | Rule::claim_body => section.body = self.body(part, section.head),
                _ => {}
            }
        }
        section
    }

    fn head(&self, pair: Pair<'_, Rule>, section: &mut Section) {
        section.head = self.span(&pair);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::name => section.name = name(&part),
                Rule::string => section.title = Some(text(&part)),
                Rule::first_fits => section.first_fits = Some(self.span(&part)),
                Rule::condition => section.when = Some(self.condition(part)),
                Rule::tag => section.tag = Some(self.tag(part)),
                _ => {}
            }
        }
    }

    /// Reads a head as if a `{` followed it. `start` is its byte offset in the file.
    fn head_alone(&self, head: &str, start: usize) -> Option<Section> {
        // With `start` blanks before it, offsets are those in the file.
        let alone = format!("{}{head} {{", " ".repeat(start));
        let pair = Grammar::parse(Rule::only_head, &alone).ok()?.next()?.into_inner().next()?;
        let mut section = nameless(Span::new(start, start + head.len()));
        self.head(pair, &mut section);
        (section.head.end == section.span.end).then_some(section)
    }

    fn bad_section(&mut self, pair: Pair<'_, Rule>) -> Option<Section> {
        let whole = self.span(&pair);
        let mut section = nameless(whole);
        section.head_told = true;
        for part in parts(pair) {
            if part.as_rule() == Rule::bad_head {
                section.head = self.span(&part);
                self.problems.push(broken::head(self.scan, section.head));
                if broken::is_rule(part.as_str()) {
                    self.unread.push(whole);
                    return None;
                }
                self.unread.push(section.head);
                let known = broken::name_of_head(part.as_str());
                if let Some(read) = self.head_alone(known, section.head.start) {
                    section.name = read.name;
                }
            } else {
                section.body = self.body(part, section.head);
            }
        }
        Some(section)
    }

    fn body(&mut self, pair: Pair<'_, Rule>, head: Span) -> Vec<Statement> {
        let open = Span::new(pair.as_span().start(), pair.as_span().start() + 1);
        if pair.clone().into_inner().any(|part| part.as_rule() == Rule::unclosed) {
            self.unclosed.push((open, head));
        }
        let around = match pair.as_rule() {
            Rule::claim_body => Around::Claim,
            _ if broken::name_of_head(self.said(head)) == "options" => Around::Options,
            _ => Around::Section,
        };
        let items = self.items(pair);
        self.gather(items, around)
    }

    fn rule(&self, pair: Pair<'_, Rule>) -> RuleNode {
        let start = pair.as_span().start();
        let mut rule = RuleNode {
            condition: None,
            may: None,
            effects: Vec::new(),
            told: None,
            tag: None,
            span: Span::new(start, start),
        };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::condition => rule.condition = Some(self.condition(part)),
                Rule::may => rule.may = Some(self.span(&part)),
                Rule::effects => {
                    rule.effects = parts(part).map(|part| self.phrase(part)).collect();
                }
                Rule::string => rule.told = Some(text(&part)),
                Rule::tag => rule.tag = Some(self.tag(part)),
                _ => {}
            }
        }
        rule.span.end = rule.effects.last().map_or(start, |effect| effect.span.end);
        rule
    }

    fn definition(&self, pair: Pair<'_, Rule>) -> Option<Definition> {
        let whole = self.span(&pair);
        let (mut word, mut condition, mut tag) = (None, None, None);
        let mut forms = Vec::new();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::string => forms.push(text(&part)),
                Rule::word => word = Some(name(&part)),
                Rule::condition => condition = Some(self.condition(part)),
                Rule::tag => tag = Some(self.tag(part)),
                _ => {}
            }
        }
        let condition = condition?;
        let span = Span::new(whole.start, condition.span.end);
        Some(Definition { name: word?, condition, forms, tag, span })
    }

    fn setting(&self, pair: Pair<'_, Rule>) -> Setting {
        let start = pair.as_span().start();
        let mut setting =
            Setting { names: Vec::new(), readings: Vec::new(), dropped: Vec::new(), span: Span::new(start, start) };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::name => setting.names.push(name(&part)),
                Rule::reading => setting.readings.push(self.reading(part)),
                _ => {}
            }
        }
        setting.span.end = setting.readings.last().map_or(start, |reading| reading.span.end);
        setting
    }

    fn reading(&self, pair: Pair<'_, Rule>) -> Reading {
        let mut reading =
            Reading { pieces: Vec::new(), note: None, of_several: None, tag: None, span: self.span(&pair) };
        let mut end = reading.span.start;
        for part in parts(pair) {
            let place = self.span(&part);
            match part.as_rule() {
                // A text after a value that is not a text is a note on what the value means.
                Rule::string if reading.pieces.last().is_some_and(|piece| !matches!(piece, Piece::Text(_))) => {
                    match reading.note {
                        None => reading.note = Some(text(&part)),
                        Some(_) => reading.of_several = Some(text(&part)),
                    }
                }
                Rule::string => reading.pieces.push(Piece::Text(text(&part))),
                Rule::board => reading.pieces.push(Piece::Board(self.board(part))),
                Rule::debt => reading.pieces.extend(self.debt(part).map(Piece::Debt)),
                Rule::denial => reading.pieces.push(Piece::Words(self.denial(part))),
                Rule::effect => reading.pieces.push(Piece::Words(self.phrase(part))),
                Rule::clause => reading.pieces.extend(self.clause(part).map(Piece::Clause)),
                Rule::tag => {
                    reading.tag = Some(self.tag(part));
                    continue;
                }
                _ => {}
            }
            end = place.end;
        }
        reading.span.end = end;
        reading
    }

    fn remark(&self, pair: Pair<'_, Rule>) -> Option<Remark> {
        let mut words = None;
        let mut tag = None;
        for part in parts(pair) {
            match part.as_rule() {
                Rule::string => words = Some(text(&part)),
                Rule::tag => tag = Some(self.tag(part)),
                _ => {}
            }
        }
        words.map(|text| Remark { span: text.span, text, tag })
    }

    fn asked(&self, pair: Pair<'_, Rule>) -> Option<Asked> {
        let (mut when, mut condition, mut tag) = (None, None, None);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::kw_when => when = Some(self.span(&part)),
                Rule::condition => condition = Some(self.condition(part)),
                Rule::tag => tag = Some(self.tag(part)),
                _ => {}
            }
        }
        Some(Asked { when, condition: condition?, tag })
    }

    fn debt(&self, pair: Pair<'_, Rule>) -> Option<Debt> {
        let span = self.span(&pair);
        let (mut player, mut owed) = (None, None);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::player => player = Some(name(&part)),
                _ => owed = Some(number(&part)),
            }
        }
        Some(Debt { player: player?, owed: owed?, span })
    }

    pub(super) fn board(&self, pair: Pair<'_, Rule>) -> Board {
        let place = self.span(&pair);
        let rows = parts(pair).map(|part| self.row(part)).collect();
        Board { rows, span: place }
    }

    fn row(&self, pair: Pair<'_, Rule>) -> Row {
        let mut row = Row { player: None, from_left: None, strips: Vec::new(), span: self.span(&pair) };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::player => row.player = Some(name(&part)),
                Rule::from_left => row.from_left = Some(self.span(&part)),
                Rule::strip => {
                    let mut strip = Strip { name: None, numbers: Vec::new(), going_on: Vec::new() };
                    for part in parts(part) {
                        match part.as_rule() {
                            Rule::strip_name => strip.name = Some(name(&part)),
                            Rule::again => strip.going_on.extend(strip.numbers.len().checked_sub(1)),
                            Rule::amounts => strip.numbers.extend(amounts(&part)),
                            _ => {}
                        }
                    }
                    row.strips.push(strip);
                }
                _ => {}
            }
        }
        row
    }
}

/// A section about which nothing is known yet.
fn nameless(span: Span) -> Section {
    Section {
        name: Name { text: String::new(), span },
        title: None,
        first_fits: None,
        when: None,
        tag: None,
        body: Vec::new(),
        head: span,
        head_told: false,
        span,
    }
}

fn name(pair: &Pair<'_, Rule>) -> Name {
    Name { text: single_blanks(pair.as_str()), span: place(pair) }
}

fn text(pair: &Pair<'_, Rule>) -> Name {
    Name { text: pair.as_str().trim_matches('"').to_owned(), span: place(pair) }
}

fn number(pair: &Pair<'_, Rule>) -> Number {
    let digits = pair.as_str().trim_matches(|c: char| !c.is_ascii_digit());
    Number { value: digits.parse().unwrap_or(u64::MAX), span: place(pair) }
}

/// The numbers of a strip that stand side by side.
fn amounts<'p>(pair: &Pair<'p, Rule>) -> impl Iterator<Item = Number> + use<'p> {
    let (text, start) = (pair.as_str(), pair.as_span().start());
    text.split([' ', '\t']).filter(|digits| !digits.is_empty()).map(move |digits| {
        let start = start + digits.as_ptr().addr() - text.as_ptr().addr();
        let value = digits.parse().unwrap_or(u64::MAX);
        Number { value, span: Span::new(start, start + digits.len()) }
    })
}

fn word(pair: &Pair<'_, Rule>) -> Word {
    let kind = pair.as_rule();
    let value = matches!(kind, Rule::number | Rule::ordinal).then(|| number(pair).value);
    Word { text: pair.as_str().to_owned(), number: value, ordinal: kind == Rule::ordinal, span: place(pair) }
}
