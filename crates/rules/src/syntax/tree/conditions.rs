//! Turns the parse tree of phrases, hole sets and conditions into the syntax tree.

use pest::iterators::Pair;

use super::walker::Walker;
use super::{name, number, parts, word};
use crate::source::Span;
use crate::syntax::ast::{
    Claim, Condition, ConditionKind, Filter, Holes, Number, Numbers, NumbersKind, Phrase, Property, Quantifier, Set,
    SetKind, Tail, Word, Words,
};
use crate::syntax::grammar::Rule;

impl Walker<'_> {
    pub(super) fn phrase(&self, pair: Pair<'_, Rule>) -> Phrase {
        let mut phrase = Phrase { object: None, links: Vec::new(), span: self.span(&pair) };
        for part in parts(pair) {
            if part.as_rule() == Rule::holes {
                phrase.object = Some(self.holes(part));
                continue;
            }
            let mut link = None;
            for part in parts(part) {
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

    /// The words of a reading such as `not allowed`.
    pub(super) fn denial(&self, pair: Pair<'_, Rule>) -> Phrase {
        let words = self.words(pair);
        let span = words.span;
        let set = Set { kind: SetKind::Words { words, within: None }, filter: None, span };
        Phrase { object: Some(Holes { parts: vec![set], span }), links: Vec::new(), span }
    }

    fn holes(&self, pair: Pair<'_, Rule>) -> Holes {
        let place = self.span(&pair);
        let sets = parts(pair).filter(|part| part.as_rule() == Rule::set);
        let parts = sets.map(|part| self.set(part)).collect();
        Holes { parts, span: place }
    }

    /// Reads a set, or the subject of a test or a number, which have the same parts.
    fn set(&self, pair: Pair<'_, Rule>) -> Set {
        let place = self.span(&pair);
        let mut group = None;
        let mut words = Words { words: Vec::new(), span: place };
        let mut link = None;
        let mut within = None;
        let mut filter = None;
        for part in parts(pair) {
            match part.as_rule() {
                Rule::group => {
                    group = parts(part).next().map(|holes| self.holes(holes));
                }
                Rule::phrase => words = self.words(part),
                Rule::within => link = Some(name(&part)),
                Rule::set => within = link.take().map(|link| (link, Box::new(self.set(part)))),
                Rule::filter => filter = self.filter(part),
                _ => {}
            }
        }
        let kind = match group {
            Some(holes) => SetKind::Group(holes),
            None => SetKind::Words { words, within },
        };
        Set { kind, filter, span: place }
    }

    fn filter(&self, pair: Pair<'_, Rule>) -> Option<Filter> {
        let keep_going = pair.as_str().starts_with("while");
        let mut condition = None;
        for part in parts(pair) {
            if part.as_rule() == Rule::negated {
                condition = Some(Box::new(self.negated(part)));
            }
        }
        condition.map(|condition| Filter { keep_going, condition })
    }

    fn words(&self, pair: Pair<'_, Rule>) -> Words {
        let place = self.span(&pair);
        let in_file = |word: Word| Word { span: self.scan.in_file(word.span), ..word };
        let words = parts(pair).map(|part| in_file(word(&part))).collect();
        Words { words, span: place }
    }

    pub(super) fn condition(&self, pair: Pair<'_, Rule>) -> Condition {
        let place = self.span(&pair);
        let conjuncts = parts(pair).filter(|part| part.as_rule() == Rule::conjunct);
        let parts = conjuncts.map(|part| self.conjunct(part)).collect();
        joined(parts, place, ConditionKind::Or)
    }

    fn conjunct(&self, pair: Pair<'_, Rule>) -> Condition {
        let place = self.span(&pair);
        let negated = parts(pair).filter(|part| part.as_rule() == Rule::negated);
        let parts = negated.map(|part| self.negated(part)).collect();
        joined(parts, place, ConditionKind::And)
    }

    fn negated(&self, pair: Pair<'_, Rule>) -> Condition {
        let place = self.span(&pair);
        let mut nots = 0;
        let mut condition = Condition { kind: ConditionKind::And(Vec::new()), span: place };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::not => nots += 1,
                Rule::leaves => {
                    for inner in parts(part) {
                        let inner = self.test_or_brackets(inner).map(Box::new);
                        condition.kind = inner.map_or(condition.kind, ConditionKind::Leaves);
                    }
                }
                _ => condition = self.test_or_brackets(part).unwrap_or(condition),
            }
        }
        condition.span = place;
        if nots % 2 == 1 {
            condition = Condition { kind: ConditionKind::Not(Box::new(condition)), span: place };
        }
        condition
    }

    /// Reads a test, or the condition in brackets.
    fn test_or_brackets(&self, pair: Pair<'_, Rule>) -> Option<Condition> {
        match pair.as_rule() {
            Rule::brackets => parts(pair).next().map(|inner| self.condition(inner)),
            Rule::test => Some(self.test(pair)),
            _ => None,
        }
    }

    fn test(&self, pair: Pair<'_, Rule>) -> Condition {
        let place = self.span(&pair);
        let (mut subject, mut tail) = (None, None);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::quantified => return self.quantified(part),
                Rule::drawn => return self.drawn(part),
                Rule::places => tail = Some(Tail::Is(false, self.places(part))),
                Rule::inside => tail = self.inside(part).map(|property| Tail::Is(false, property)),
                Rule::subject => subject = Some(self.set(part)),
                Rule::tail => tail = self.tail(part),
                _ => {}
            }
        }
        if let (Some(subject), None) = (&mut subject, &tail) {
            tail = self.lent(subject).map(|(number, _)| number);
        }
        Condition { kind: ConditionKind::Test(subject, tail), span: place }
    }

    /// The number that a count asks for, where its last filter has read it: in `seeds in holes where marked is 8`, the
    /// grammar gives `is 8` to the filter, and it belongs to the count. Also returns where the count then ends.
    fn lent(&self, counted: &mut Set) -> Option<(Tail, usize)> {
        let SetKind::Words { within: Some((_, inner)), .. } = &mut counted.kind else { return None };
        let (number, end) = match &mut inner.filter {
            Some(filter) if self.scan.said(filter.condition.span).ends_with(')') => None,
            Some(filter) => self.number_of(&mut filter.condition),
            None => self.lent(inner),
        }?;
        inner.span.end = end;
        counted.span.end = end;
        Some((number, end))
    }

    /// Takes the number out of a test that ends with one. A count inside the test gets its own back.
    fn number_of(&self, test: &mut Condition) -> Option<(Tail, usize)> {
        let taken = match &mut test.kind {
            ConditionKind::Not(inner) => self.number_of(inner),
            ConditionKind::Test(Some(subject), tail) => {
                let number = tail.take_if(|tail| matches!(tail, Tail::IsNumber(..)))?;
                let end = subject.span.end;
                *tail = self.lent(subject).map(|(inner, _)| inner);
                Some((number, end))
            }
            _ => None,
        }?;
        test.span.end = taken.1;
        Some(taken)
    }

    fn drawn(&self, pair: Pair<'_, Rule>) -> Condition {
        let place = self.span(&pair);
        let mut negated = false;
        let mut kind = ConditionKind::And(Vec::new());
        for part in parts(pair) {
            match part.as_rule() {
                Rule::not => negated = true,
                Rule::board => kind = ConditionKind::Drawn(self.board(part)),
                _ => {}
            }
        }
        let condition = Condition { kind, span: place };
        match negated {
            true => Condition { kind: ConditionKind::Not(Box::new(condition)), span: place },
            false => condition,
        }
    }

    fn quantified(&self, pair: Pair<'_, Rule>) -> Condition {
        let place = self.span(&pair);
        let mut quantifier = Quantifier::Some;
        let (mut set, mut claim) = (None, None);
        for part in parts(pair) {
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

    fn claim(&self, pair: Pair<'_, Rule>) -> Option<Claim> {
        let place = self.span(&pair);
        let mut negated = false;
        let mut tail = None;
        for part in parts(pair) {
            match part.as_rule() {
                Rule::not => negated = true,
                Rule::property => tail = self.property(part).map(|property| Tail::Is(false, property)),
                Rule::numbers | Rule::counted | Rule::named => tail = self.numbers(part).map(Tail::Holds),
                _ => {}
            }
        }
        tail.map(|tail| Claim { negated, tail, span: place })
    }

    fn tail(&self, pair: Pair<'_, Rule>) -> Option<Tail> {
        let part = parts(pair).next()?;
        let asked = part.as_rule();
        let mut negated = false;
        let mut tail = None;
        for part in parts(part) {
            match part.as_rule() {
                Rule::not => negated = true,
                Rule::property => tail = self.property(part).map(|property| Tail::Is(negated, property)),
                Rule::phrase => tail = Some(Tail::Was(self.words(part))),
                Rule::numbers | Rule::counted | Rule::named => {
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

    fn property(&self, pair: Pair<'_, Rule>) -> Option<Property> {
        let part = parts(pair).next()?;
        match part.as_rule() {
            Rule::inside => self.inside(part),
            Rule::places => Some(self.places(part)),
            Rule::refusal => parts(part).next().map(|denial| Property::Words(self.words(denial))),
            _ => Some(Property::Words(self.words(part))),
        }
    }

    fn inside(&self, pair: Pair<'_, Rule>) -> Option<Property> {
        let set = parts(pair).find(|part| part.as_rule() == Rule::set)?;
        Some(Property::Inside(self.set(set)))
    }

    fn places(&self, pair: Pair<'_, Rule>) -> Property {
        let mut ordinals = Vec::new();
        let mut words = Words { words: Vec::new(), span: self.span(&pair) };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::ordinal => ordinals.push(number(&part)),
                Rule::phrase => words = self.words(part),
                _ => {}
            }
        }
        Property::Places(ordinals, words)
    }

    fn numbers(&self, pair: Pair<'_, Rule>) -> Option<Numbers> {
        let place = self.span(&pair);
        if matches!(pair.as_rule(), Rule::counted | Rule::named) {
            return Some(Numbers { kind: NumbersKind::Exactly(self.set(pair)), span: place });
        }
        let mut bound = Rule::at_least;
        let mut kind = None;
        for part in parts(pair) {
            match part.as_rule() {
                Rule::even => kind = Some(NumbersKind::Even),
                Rule::odd => kind = Some(NumbersKind::Odd),
                Rule::amount => {
                    let amount = self.set(part);
                    kind = Some(match bound {
                        Rule::at_most => NumbersKind::AtMost(amount),
                        Rule::more_than => NumbersKind::MoreThan(amount),
                        Rule::fewer_than => NumbersKind::FewerThan(amount),
                        _ => NumbersKind::AtLeast(amount),
                    });
                }
                Rule::range | Rule::list => {
                    let is_range = part.as_rule() == Rule::range;
                    let numbers = parts(part).filter(|part| part.as_rule() == Rule::number);
                    let found: Vec<Number> = numbers.map(|part| number(&part)).collect();
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
