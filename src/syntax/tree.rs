//! Parse tree to syntax tree. This is the one file that names pest's rules, with `broken.rs`.

use pest::Parser;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::ast::{
    Board, Claim, Condition, ConditionKind, Definition, File, Filter, Holes, Name, Number, Numbers, NumbersKind,
    Phrase, Piece, Property, Quantifier, Reading, Remark, Row, Rule as RuleNode, Section, Set, SetKind, Setting,
    Statement, Strip, Tag, Tail, Word, Words,
};
use super::{DEEPEST, broken};
use crate::problem::{Code, Problem};
use crate::source::{Source, Span};

#[derive(Parser)]
#[grammar = "../grammar/mancala.pest"]
pub(super) struct Grammar;

/// Walks the whole file.
pub(super) fn read(source: &Source) -> (File, Vec<Problem>) {
    let mut walker = Walker { comments: Vec::new(), problems: Vec::new(), depth: 0 };
    let mut statements = Vec::new();
    match Grammar::parse(Rule::file, &source.text) {
        Ok(pairs) => {
            for pair in pairs.flat_map(Pair::into_inner) {
                walker.comment_or(pair, |walker, pair| statements.extend(walker.statement(pair)));
            }
        }
        Err(error) => walker.problems.push(broken::unread(&source.text, &error)),
    }
    walker.comments.sort_unstable();
    walker.comments.dedup();
    (File { statements, comments: walker.comments }, walker.problems)
}

/// The place of a pair, without the blanks and comments behind it.
fn span(pair: &Pair<'_, Rule>) -> Span {
    let start = pair.as_span().start();
    let mut text = pair.as_str().trim_end();
    let mut inner: Vec<_> = pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::COMMENT).collect();
    while let Some(comment) = inner.pop() {
        let at = comment.as_span().start() - start;
        if at + comment.as_str().trim_end().len() == text.len() {
            text = text[..at].trim_end();
        }
    }
    Span::new(start, start + text.len())
}

struct Walker {
    comments: Vec<Span>,
    problems: Vec<Problem>,
    depth: usize,
}

impl Walker {
    fn comment_or<'i>(&mut self, pair: Pair<'i, Rule>, then: impl FnOnce(&mut Self, Pair<'i, Rule>)) {
        if pair.as_rule() == Rule::COMMENT {
            let start = pair.as_span().start();
            self.comments.push(Span::new(start, start + pair.as_str().trim_end().len()));
        } else {
            then(self, pair);
        }
    }

    /// The parts of a pair; comments among them are kept aside.
    fn parts<'i>(&mut self, pair: Pair<'i, Rule>) -> Vec<Pair<'i, Rule>> {
        let mut parts = Vec::new();
        for inner in pair.into_inner() {
            self.comment_or(inner, |_, inner| parts.push(inner));
        }
        parts
    }

    fn statement(&mut self, pair: Pair<'_, Rule>) -> Option<Statement> {
        match pair.as_rule() {
            Rule::section => Some(Statement::Section(self.section(pair))),
            Rule::rule => Some(Statement::Rule(self.rule(pair))),
            Rule::definition => self.definition(pair).map(Statement::Definition),
            Rule::setting => Some(Statement::Setting(self.setting(pair))),
            Rule::remark => self.remark(pair).map(Statement::Remark),
            Rule::bad_section => Some(Statement::Section(self.bad_section(pair))),
            Rule::bad_line => {
                self.problems.push(broken::line(pair.as_str(), pair.as_span().start()));
                None
            }
            Rule::stray_close => {
                self.problems.push(
                    Problem::new(Code::StrayBracket, span(&pair), "this `}` closes nothing")
                        .help("take it away, or look above for a section closed too early"),
                );
                None
            }
            _ => None,
        }
    }

    fn section(&mut self, pair: Pair<'_, Rule>) -> Section {
        let whole = span(&pair);
        let mut section = Section {
            name: Name { text: String::new(), span: whole },
            title: None,
            first_fits: None,
            when: None,
            body: Vec::new(),
            head: whole,
            span: whole,
        };
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::head => {
                    section.head = span(&part);
                    for part in self.parts(part) {
                        match part.as_rule() {
                            Rule::name => section.name = name(&part),
                            Rule::string => section.title = Some(text(&part)),
                            Rule::first_fits => section.first_fits = Some(span(&part)),
                            Rule::condition => section.when = Some(self.condition(part)),
                            _ => {}
                        }
                    }
                }
                Rule::body => section.body = self.body(part, section.head),
                _ => {}
            }
        }
        section
    }

    fn bad_section(&mut self, pair: Pair<'_, Rule>) -> Section {
        let whole = span(&pair);
        let mut head = whole;
        let mut body = Vec::new();
        for part in self.parts(pair) {
            if part.as_rule() == Rule::bad_head {
                head = span(&part);
                self.problems.push(broken::head(part.as_str(), head));
            } else {
                body = self.body(part, head);
            }
        }
        let name = Name { text: String::new(), span: head };
        Section { name, title: None, first_fits: None, when: None, body, head, span: whole }
    }

    fn body(&mut self, pair: Pair<'_, Rule>, head: Span) -> Vec<Statement> {
        let mut statements = Vec::new();
        let open = Span::new(pair.as_span().start(), pair.as_span().start() + 1);
        for part in self.parts(pair) {
            if part.as_rule() == Rule::unclosed {
                self.problems.push(
                    Problem::new(Code::UnclosedSection, open, "this section is never closed")
                        .label("opened here")
                        .also(head, "the section")
                        .help("write `}` on a line of its own behind its last statement"),
                );
            } else {
                statements.extend(self.statement(part));
            }
        }
        statements
    }

    fn rule(&mut self, pair: Pair<'_, Rule>) -> RuleNode {
        let start = pair.as_span().start();
        let mut rule =
            RuleNode { condition: None, may: None, effects: Vec::new(), tag: None, span: Span::new(start, start) };
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::condition => rule.condition = Some(self.condition(part)),
                Rule::may => rule.may = Some(span(&part)),
                Rule::effects => {
                    rule.effects = self.parts(part).into_iter().map(|part| self.phrase(part)).collect();
                }
                Rule::tag => rule.tag = Some(self.tag(part)),
                _ => {}
            }
        }
        rule.span.end = rule.effects.last().map_or(start, |effect| effect.span.end);
        rule
    }

    fn definition(&mut self, pair: Pair<'_, Rule>) -> Option<Definition> {
        let whole = span(&pair);
        let (mut word, mut condition, mut tag) = (None, None, None);
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::word => word = Some(name(&part)),
                Rule::condition => condition = Some(self.condition(part)),
                Rule::tag => tag = Some(self.tag(part)),
                _ => {}
            }
        }
        let condition = condition?;
        let span = Span::new(whole.start, condition.span.end);
        Some(Definition { name: word?, condition, tag, span })
    }

    fn setting(&mut self, pair: Pair<'_, Rule>) -> Setting {
        let start = pair.as_span().start();
        let mut setting = Setting { names: Vec::new(), readings: Vec::new(), span: Span::new(start, start) };
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::name => setting.names.push(name(&part)),
                Rule::reading => setting.readings.push(self.reading(part)),
                _ => {}
            }
        }
        setting.span.end = setting.readings.last().map_or(start, |reading| reading.span.end);
        setting
    }

    fn reading(&mut self, pair: Pair<'_, Rule>) -> Reading {
        let mut reading = Reading { pieces: Vec::new(), note: None, tag: None, span: span(&pair) };
        let mut end = reading.span.start;
        for part in self.parts(pair) {
            let place = span(&part);
            match part.as_rule() {
                // the last text behind a value that is no text says what the value means
                Rule::string if reading.pieces.last().is_some_and(|piece| !matches!(piece, Piece::Text(_))) => {
                    reading.note = Some(text(&part));
                }
                Rule::string => reading.pieces.push(Piece::Text(text(&part))),
                Rule::board => reading.pieces.push(Piece::Board(self.board(part))),
                Rule::effect => reading.pieces.push(Piece::Words(self.phrase(part))),
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

    fn remark(&mut self, pair: Pair<'_, Rule>) -> Option<Remark> {
        let mut words = None;
        let mut tag = None;
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::string => words = Some(text(&part)),
                Rule::tag => tag = Some(self.tag(part)),
                _ => {}
            }
        }
        words.map(|text| Remark { span: text.span, text, tag })
    }

    fn tag(&mut self, pair: Pair<'_, Rule>) -> Tag {
        let place = span(&pair);
        let mut origins = Vec::new();
        for part in self.parts(pair) {
            let (mut key, mut locator) = (None, None);
            for part in self.parts(part) {
                match part.as_rule() {
                    Rule::word => key = Some(name(&part)),
                    _ => locator = Some(text(&part)),
                }
            }
            if let (Some(key), Some(locator)) = (key, locator) {
                origins.push((key, locator));
            }
        }
        Tag { origins, span: place }
    }

    fn board(&mut self, pair: Pair<'_, Rule>) -> Board {
        let place = span(&pair);
        let rows = self.parts(pair).into_iter().map(|part| self.row(part)).collect();
        Board { rows, span: place }
    }

    fn row(&mut self, pair: Pair<'_, Rule>) -> Row {
        let mut row = Row { player: None, from_left: None, strips: Vec::new(), span: span(&pair) };
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::player => row.player = Some(name(&part)),
                Rule::from_left => row.from_left = Some(span(&part)),
                Rule::strip => {
                    let mut strip = Strip { name: None, numbers: Vec::new() };
                    for part in self.parts(part) {
                        match part.as_rule() {
                            Rule::strip_name => strip.name = Some(name(&part)),
                            _ => strip.numbers.push(number(&part)),
                        }
                    }
                    row.strips.push(strip);
                }
                _ => {}
            }
        }
        row
    }

    fn phrase(&mut self, pair: Pair<'_, Rule>) -> Phrase {
        let mut phrase = Phrase { object: None, links: Vec::new(), span: span(&pair) };
        for part in self.parts(pair) {
            if part.as_rule() == Rule::holes {
                phrase.object = Some(self.holes(part));
                continue;
            }
            let mut link = None;
            for part in self.parts(part) {
                match part.as_rule() {
                    Rule::link_word => link = Some(name(&part)),
                    _ => {
                        if let Some(word) = link.take() {
                            phrase.links.push((word, self.holes(part)));
                        }
                    }
                }
            }
        }
        phrase
    }

    fn holes(&mut self, pair: Pair<'_, Rule>) -> Holes {
        let place = span(&pair);
        let sets = self.parts(pair).into_iter().filter(|part| part.as_rule() == Rule::set);
        let parts = sets.map(|part| self.set(part)).collect();
        Holes { parts, span: place }
    }

    /// A set, or the subject of a test, which has the same parts.
    fn set(&mut self, pair: Pair<'_, Rule>) -> Set {
        let place = span(&pair);
        let mut group = None;
        let mut words = Words { words: Vec::new(), span: place };
        let mut link = None;
        let mut within = None;
        let mut filter = None;
        if self.deeper(place) {
            for part in self.parts(pair) {
                match part.as_rule() {
                    Rule::group => {
                        group = self.parts(part).into_iter().next().map(|holes| self.holes(holes));
                    }
                    Rule::phrase => words = self.words(part),
                    Rule::within => link = Some(name(&part)),
                    Rule::set => within = link.take().map(|link| (link, Box::new(self.set(part)))),
                    Rule::filter => filter = self.filter(part),
                    _ => {}
                }
            }
        }
        self.depth -= 1;
        let kind = match group {
            Some(holes) => SetKind::Group(holes),
            None => SetKind::Words { words, within },
        };
        Set { kind, filter, span: place }
    }

    fn filter(&mut self, pair: Pair<'_, Rule>) -> Option<Filter> {
        let keep_going = pair.as_str().starts_with("while");
        let mut condition = None;
        for part in self.parts(pair) {
            if part.as_rule() == Rule::simple {
                condition = Some(Box::new(self.negated(part)));
            }
        }
        condition.map(|condition| Filter { keep_going, condition })
    }

    fn words(&mut self, pair: Pair<'_, Rule>) -> Words {
        let place = span(&pair);
        let words = self.parts(pair).into_iter().map(|part| word(&part)).collect();
        Words { words, span: place }
    }

    /// Counts how deep the walk is; too deep is told once.
    fn deeper(&mut self, place: Span) -> bool {
        self.depth += 1;
        if self.depth == DEEPEST {
            self.problems.push(
                Problem::new(Code::TooDeep, place, "this is nested too deeply")
                    .help("give a part of it a name in `words`, and use the name"),
            );
        }
        self.depth < DEEPEST
    }

    fn condition(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let place = span(&pair);
        let mut parts = Vec::new();
        if self.deeper(place) {
            for part in self.parts(pair) {
                if part.as_rule() == Rule::conjunct {
                    parts.push(self.conjunct(part));
                }
            }
        }
        self.depth -= 1;
        joined(parts, place, ConditionKind::Or)
    }

    fn conjunct(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let place = span(&pair);
        let mut parts = Vec::new();
        for part in self.parts(pair) {
            if part.as_rule() == Rule::negated {
                parts.push(self.negated(part));
            }
        }
        joined(parts, place, ConditionKind::And)
    }

    fn negated(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let place = span(&pair);
        let mut nots = 0;
        let mut condition = Condition { kind: ConditionKind::And(Vec::new()), span: place };
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::not => nots += 1,
                Rule::brackets => {
                    if let Some(inner) = self.parts(part).into_iter().next() {
                        condition = self.condition(inner);
                    }
                }
                Rule::test => condition = self.test(part),
                Rule::tail => condition.kind = ConditionKind::Test(None, self.tail(part)),
                Rule::places => {
                    let property = self.places(part);
                    condition.kind = ConditionKind::Test(None, Some(Tail::Is(false, property)));
                }
                Rule::phrase => {
                    let words = self.words(part);
                    let span = words.span;
                    let set = Set { kind: SetKind::Words { words, within: None }, filter: None, span };
                    condition.kind = ConditionKind::Test(Some(set), None);
                }
                _ => {}
            }
        }
        condition.span = place;
        if nots % 2 == 1 {
            condition = Condition { kind: ConditionKind::Not(Box::new(condition)), span: place };
        }
        condition
    }

    fn test(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let place = span(&pair);
        let (mut subject, mut tail) = (None, None);
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::quantified => return self.quantified(part),
                Rule::places => tail = Some(Tail::Is(false, self.places(part))),
                Rule::subject => subject = Some(self.set(part)),
                Rule::tail => tail = self.tail(part),
                _ => {}
            }
        }
        Condition { kind: ConditionKind::Test(subject, tail), span: place }
    }

    fn quantified(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let place = span(&pair);
        let mut quantifier = Quantifier::Some;
        let (mut set, mut claim) = (None, None);
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::quantifier => {
                    quantifier = match part.as_str().trim() {
                        "no" => Quantifier::No,
                        "all" => Quantifier::All,
                        _ => Quantifier::Some,
                    };
                }
                Rule::set => set = Some(self.set(part)),
                Rule::claim => claim = self.claim(part),
                _ => {}
            }
        }
        let kind = match set {
            Some(set) => ConditionKind::Quantified(quantifier, set, claim),
            None => ConditionKind::And(Vec::new()),
        };
        Condition { kind, span: place }
    }

    fn claim(&mut self, pair: Pair<'_, Rule>) -> Option<Claim> {
        let place = span(&pair);
        let mut negated = false;
        let mut tail = None;
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::not => negated = true,
                Rule::property => tail = self.property(part).map(|property| Tail::Is(false, property)),
                Rule::numbers => tail = self.numbers(part).map(Tail::Holds),
                _ => {}
            }
        }
        tail.map(|tail| Claim { negated, tail, span: place })
    }

    fn tail(&mut self, pair: Pair<'_, Rule>) -> Option<Tail> {
        let part = self.parts(pair).into_iter().next()?;
        let asked = part.as_rule();
        let mut negated = false;
        let mut tail = None;
        for part in self.parts(part) {
            match part.as_rule() {
                Rule::not => negated = true,
                Rule::property => tail = self.property(part).map(|property| Tail::Is(negated, property)),
                Rule::phrase => tail = Some(Tail::Was(self.words(part))),
                Rule::numbers => {
                    tail = self.numbers(part).map(|numbers| match asked {
                        Rule::holds => Tail::Holds(numbers),
                        Rule::makes => Tail::Makes(numbers),
                        _ => Tail::IsNumber(negated, numbers),
                    });
                }
                _ => {}
            }
        }
        tail
    }

    fn property(&mut self, pair: Pair<'_, Rule>) -> Option<Property> {
        let part = self.parts(pair).into_iter().next()?;
        match part.as_rule() {
            Rule::inside => {
                let set = self.parts(part).into_iter().find(|part| part.as_rule() == Rule::set)?;
                Some(Property::Inside(self.set(set)))
            }
            Rule::places => Some(self.places(part)),
            _ => Some(Property::Words(self.words(part))),
        }
    }

    fn places(&mut self, pair: Pair<'_, Rule>) -> Property {
        let mut ordinals = Vec::new();
        let mut words = Words { words: Vec::new(), span: span(&pair) };
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::ordinal => ordinals.push(number(&part)),
                Rule::phrase => words = self.words(part),
                _ => {}
            }
        }
        Property::Places(ordinals, words)
    }

    fn numbers(&mut self, pair: Pair<'_, Rule>) -> Option<Numbers> {
        let place = span(&pair);
        let mut bound = Rule::at_least;
        let mut kind = None;
        for part in self.parts(pair) {
            match part.as_rule() {
                Rule::even => kind = Some(NumbersKind::Even),
                Rule::odd => kind = Some(NumbersKind::Odd),
                Rule::phrase => {
                    let words = self.words(part);
                    kind = Some(match bound {
                        Rule::at_most => NumbersKind::AtMost(words),
                        Rule::more_than => NumbersKind::MoreThan(words),
                        Rule::fewer_than => NumbersKind::FewerThan(words),
                        _ => NumbersKind::AtLeast(words),
                    });
                }
                Rule::range | Rule::list => {
                    let is_range = part.as_rule() == Rule::range;
                    let parts = self.parts(part);
                    let found: Vec<Number> =
                        parts.iter().filter(|part| part.as_rule() == Rule::number).map(number).collect();
                    kind = match (is_range, found.as_slice()) {
                        (true, [low, high]) => Some(NumbersKind::Range(*low, *high)),
                        _ => Some(NumbersKind::List(found)),
                    };
                }
                other => bound = other,
            }
        }
        kind.map(|kind| Numbers { kind, span: place })
    }
}

fn joined(mut parts: Vec<Condition>, span: Span, join: fn(Vec<Condition>) -> ConditionKind) -> Condition {
    match parts.pop() {
        Some(only) if parts.is_empty() => Condition { span, ..only },
        Some(last) => {
            parts.push(last);
            Condition { kind: join(parts), span }
        }
        None => Condition { kind: ConditionKind::And(Vec::new()), span },
    }
}

fn name(pair: &Pair<'_, Rule>) -> Name {
    let words: Vec<&str> = pair.as_str().split_whitespace().collect();
    Name { text: words.join(" "), span: span(pair) }
}

fn text(pair: &Pair<'_, Rule>) -> Name {
    Name { text: pair.as_str().trim_matches('"').to_owned(), span: span(pair) }
}

fn number(pair: &Pair<'_, Rule>) -> Number {
    let digits = pair.as_str().trim_end_matches(|c: char| !c.is_ascii_digit());
    Number { value: digits.parse().unwrap_or(u64::MAX), span: span(pair) }
}

fn word(pair: &Pair<'_, Rule>) -> Word {
    let kind = pair.as_rule();
    let value = matches!(kind, Rule::number | Rule::ordinal).then(|| number(pair).value);
    Word { text: pair.as_str().trim().to_owned(), number: value, ordinal: kind == Rule::ordinal, span: span(pair) }
}
