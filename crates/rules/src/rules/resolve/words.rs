//! Asks a condition that the file defines of any hole: `next is centre`.

use super::holes::all_of;
use super::phrases::forms;
use super::resolver::Resolver;
use crate::problem::{Code, Problem};
use crate::rules::model::{Amount, Condition, Forms, HoleSet, Meant, NumberSet, One, Part, Property, Saying};
use crate::source::Span;
use crate::syntax::ast::Definition;

impl<'a> Resolver<'a> {
    /// Resolves `X is WORD`. A test in the word that names no hole is then about that hole.
    pub(super) fn word_asked_of(
        &mut self,
        one: &One,
        word: &'a str,
        definition: &'a Definition,
        span: Span,
    ) -> Option<Condition> {
        let expanded = |resolver: &mut Self| resolver.defined(word, definition, span);
        match one {
            One::Tested => expanded(self),
            One::Here => {
                let before = std::mem::replace(&mut self.testing, false);
                let condition = expanded(self);
                self.testing = before;
                condition
            }
            _ => {
                let before = self.asked_of.replace((word, span));
                let condition = self.tested(expanded);
                self.asked_of = before;
                let asked = asked_of(one, condition?);
                self.says(word, forms(&definition.forms), Meant::Condition(asked.clone()));
                Some(asked)
            }
        }
    }

    /// Resolves a condition that the file defines.
    pub(super) fn defined(&mut self, word: &'a str, definition: &'a Definition, span: Span) -> Option<Condition> {
        let condition = self.expanding(word, span, |resolver| resolver.condition(&definition.condition))?;
        self.says(word, forms(&definition.forms), Meant::Condition(condition.clone()));
        Some(condition)
    }

    /// Records what a word means here, if the file has a phrase for it.
    pub(super) fn says(&mut self, word: &str, forms: Option<Forms>, meaning: Meant) {
        let Some(forms) = forms else { return };
        let saying = Saying { word: word.to_owned(), forms, meaning };
        if !self.guessing && !self.sayings.contains(&saying) {
            self.sayings.push(saying);
        }
    }

    /// Reports something that is only known of `here`, in a word that is asked of another hole.
    pub(super) fn not_elsewhere(&mut self, what: &str, place: Span) -> Option<()> {
        let Some((word, used)) = self.asked_of else { return Some(()) };
        let message = format!("`{word}` cannot be asked of another hole than `here`, since it says `{what}`");
        let help = format!("write only `{word}`, or write out what the other hole should be");
        let problem = Problem::new(Code::WrongMoment, used, message).help(help);
        self.gathered.add(problem.also(place, "this is about `here`, whatever hole is asked"));
        self.gathered.reported.push(used);
        None
    }
}

/// The condition, which is about `Tested`, asked of a hole. It is false if the hole does not exist.
fn asked_of(one: &One, condition: Condition) -> Condition {
    match moved(&condition, one) {
        Some(condition) => condition,
        None if condition == Condition::Constant(false) => condition,
        None => Condition::Some(HoleSet::Where(Box::new(HoleSet::One(one.clone())), Box::new(condition))),
    }
}

/// A condition about another hole than `Tested`, if all its tests are of that hole and false where there is none.
fn moved(condition: &Condition, to: &One) -> Option<Condition> {
    let all = |parts: &[Condition]| parts.iter().map(|part| moved(part, to)).collect::<Option<Vec<_>>>();
    match condition {
        Condition::And(parts) => all(parts).map(all_of),
        Condition::Or(parts) => all(parts).map(Condition::Or),
        Condition::Is(_, Property::In(set)) if speaks_of_tested(set) => None,
        Condition::Is(one, property) => Some(Condition::Is(one_moved(one, to)?, property.clone())),
        Condition::Holds(one, numbers) => Some(Condition::Holds(one_moved(one, to)?, numbers_moved(numbers, to)?)),
        _ => None,
    }
}

fn speaks_of_tested(set: &HoleSet) -> bool {
    let mut found = false;
    set.visit(&mut |part| found |= matches!(part, Part::One(One::Tested)));
    found
}

fn one_moved(one: &One, to: &One) -> Option<One> {
    match one {
        One::Tested => Some(to.clone()),
        One::Related(relation, from) => Some(One::Related(*relation, Box::new(one_moved(from, to)?))),
        One::Here | One::Origin | One::Named(_) => None,
    }
}

fn numbers_moved(numbers: &NumberSet, to: &One) -> Option<NumberSet> {
    let bound = |amount: &Amount| amount_moved(amount, to);
    Some(match numbers {
        NumberSet::Exactly(amount) => NumberSet::Exactly(bound(amount)?),
        NumberSet::AtLeast(amount) => NumberSet::AtLeast(bound(amount)?),
        NumberSet::AtMost(amount) => NumberSet::AtMost(bound(amount)?),
        NumberSet::MoreThan(amount) => NumberSet::MoreThan(bound(amount)?),
        NumberSet::FewerThan(amount) => NumberSet::FewerThan(bound(amount)?),
        NumberSet::Even | NumberSet::Odd | NumberSet::Range(..) | NumberSet::List(_) => numbers.clone(),
    })
}

fn amount_moved(amount: &Amount, to: &One) -> Option<Amount> {
    match amount {
        Amount::StartingSeeds(one) => one_moved(one, to).map(Amount::StartingSeeds),
        Amount::Half(whole) => amount_moved(whole, to).map(|whole| Amount::Half(Box::new(whole))),
        Amount::SeedsIn(set) | Amount::NumberOf(set) if speaks_of_tested(set) => None,
        Amount::SeedsIn(_) | Amount::NumberOf(_) | Amount::Number(_) | Amount::InMatch(_) => Some(amount.clone()),
    }
}
