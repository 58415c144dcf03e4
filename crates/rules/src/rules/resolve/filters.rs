//! Tests and holes joined with a filter or a set that has no brackets: they do not belong to it, although somebody may
//! think so.

use super::resolver::Resolver;
use super::resolving::WordMeaning;
use crate::problem::{Code, Help};
use crate::rules::model::Condition;
use crate::rules::vocabulary;
use crate::source::Span;
use crate::syntax::ast::{Claim, Condition as Node, ConditionKind, Filter, Property, Set, SetKind, Tail, Word};
use crate::syntax::filters::several_tests;

impl Resolver<'_> {
    /// Resolves conditions joined by `and` or `or`.
    pub(super) fn joined(&mut self, parts: &[Node]) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        let mut before: Option<&Node> = None;
        let mut rest = parts;
        while let [part, others @ ..] = rest {
            let filter = before.and_then(last_filter).filter(|_| self.lacks_its_hole(part));
            conditions.push(match filter {
                Some(filter) => self.several_tests(filter, part.span),
                None => self.condition(part),
            });
            (before, rest) = (Some(part), others);
            let Some(set) = last_inside(part) else { continue };
            let holes = others.iter().take_while(|other| self.is_only_holes(other)).count();
            if holes > 0 {
                let all: Vec<Span> = [set.span].into_iter().chain(others[..holes].iter().map(|it| it.span)).collect();
                conditions.push(self.lacks_brackets(&all));
                rest = &others[holes..];
            }
        }
        conditions.into_iter().collect()
    }

    /// Whether a condition is nothing but holes.
    fn is_only_holes(&mut self, part: &Node) -> bool {
        let ConditionKind::Test(Some(subject), None) = &part.kind else { return false };
        self.quietly(|resolver| resolver.fact(subject)).is_none()
            && self.quietly(|resolver| resolver.set(subject)).is_some()
    }

    /// Reports holes after `in` that were probably meant to be one set.
    fn lacks_brackets<T>(&mut self, holes: &[Span]) -> Option<T> {
        let place = holes.iter().copied().reduce(Span::to)?;
        let meant: Vec<String> = holes.iter().map(|span| self.source.said(*span)).collect();
        let help = Help::write(&self.source.said(place), &format!("({})", meant.join(" and ")))?;
        self.wrong(Code::NotACondition, place, "several holes after `in` are put in brackets", help);
        None
    }

    /// Reports a test that follows a filter and was probably meant to be part of it.
    pub(super) fn several_tests<T>(&mut self, filter: &Filter, test: Span) -> Option<T> {
        let place = filter.condition.span.to(test);
        let word = if filter.keep_going { "while" } else { "where" };
        let problem = several_tests(place, word, &self.source.said(place));
        self.gathered.add(problem);
        None
    }

    /// Whether words joined with sets of holes ask something of a hole, and name none.
    pub(super) fn is_test(&self, set: &Set) -> bool {
        let SetKind::Words { words, within: None } = &set.kind else { return false };
        let is_condition = || matches!(self.own_word(&words.text()), Some((_, WordMeaning::Condition(_))));
        set.filter.is_none() && (self.are_properties(&words.words) || is_condition())
    }

    /// Whether a test names no hole at a moment when there is no `here`.
    fn lacks_its_hole(&self, part: &Node) -> bool {
        if self.moment.has_here() || self.testing {
            return false;
        }
        match &part.kind {
            ConditionKind::Not(inner) => self.lacks_its_hole(inner),
            ConditionKind::Test(None, Some(_)) => true,
            ConditionKind::Test(Some(subject), None) => {
                matches!(&subject.kind, SetKind::Words { words, within: None } if self.are_properties(&words.words))
            }
            _ => false,
        }
    }

    /// Whether words are properties of a hole and nothing else.
    fn are_properties(&self, words: &[Word]) -> bool {
        let mut rest = words;
        while let Some(first) = rest.first() {
            let by = rest.get(1).is_some_and(|word| word.text == "by");
            let length = match vocabulary::property(rest) {
                _ if first.text == self.known.mark => {
                    if by {
                        3
                    } else {
                        1
                    }
                }
                Some((_, length)) => length,
                None => return false,
            };
            rest = rest.get(length..).unwrap_or_default();
        }
        true
    }
}

/// The filter at the end of a condition about holes.
fn last_filter(condition: &Node) -> Option<&Filter> {
    match &condition.kind {
        ConditionKind::Not(inner) => last_filter(inner),
        ConditionKind::Quantified(_, set, None) => set.filter.as_ref(),
        _ => None,
    }
}

/// The holes after `in` at the end of a condition.
fn last_inside(condition: &Node) -> Option<&Set> {
    match &condition.kind {
        ConditionKind::Not(inner) => last_inside(inner),
        ConditionKind::Test(_, Some(Tail::Is(_, Property::Inside(set))))
        | ConditionKind::Quantified(_, _, Some(Claim { tail: Tail::Is(_, Property::Inside(set)), .. })) => Some(set),
        _ => None,
    }
}
