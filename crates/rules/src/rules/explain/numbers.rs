//! Phrases for numbers: `2 or 3 seeds`, `at most as many seeds as it held at the start of the game`.

use std::collections::BTreeSet;

use super::voice::Voice;
use super::words::{Article, join};
use crate::rules::model::{Amount, CountedFrom, InMatch, Layout, NumberSet, One, Whose};
use crate::rules::notation::{count, ordinal};
use crate::rules::vocabulary::Verb;

/// Closes a comparison of what a hole holds now with what it held at the start.
const AT_START: &str = "at the start";

impl Voice<'_> {
    /// The predicate for the number of seeds in a hole. `certain` if the hole certainly exists; then a denial may name
    /// the complement instead.
    pub(super) fn holding(
        &mut self,
        verb: Verb,
        numbers: &NumberSet,
        certain: bool,
        positive: bool,
        plural: bool,
    ) -> String {
        if is_zero(numbers) && !positive {
            return format!("{} empty", Verb::Be.form(false, plural));
        }
        match complement(numbers).filter(|_| certain && !positive) {
            Some(others) => format!("{} {}", verb.form(true, plural), self.amount_of(&others, "seed")),
            None => format!("{} {}", verb.form(positive, plural), self.amount_of(numbers, "seed")),
        }
    }

    /// `2 or 3 seeds`, `an even number of seeds`, `at least 25 seeds`.
    pub(super) fn amount_of(&mut self, set: &NumberSet, noun: &str) -> String {
        let counted = |number: u32| several(number, noun);
        if let (Some(Amount::StartingSeeds(_)), Layout::Uniform(seeds)) = (set.bound(), &self.rules.board.seeds.value) {
            let seeds = counted(*seeds);
            return match set {
                NumberSet::AtLeast(_) => format!("at least {seeds}, as {AT_START}"),
                NumberSet::AtMost(_) => format!("at most {seeds}, as {AT_START}"),
                NumberSet::MoreThan(_) => format!("more than the {seeds} of the start"),
                NumberSet::FewerThan(_) => format!("fewer than the {seeds} of the start"),
                _ => format!("{seeds}, as {AT_START}"),
            };
        }
        match set {
            NumberSet::Even => format!("an even number of {noun}s"),
            NumberSet::Odd => format!("an odd number of {noun}s"),
            NumberSet::List(list) => match list.as_slice() {
                [0] => format!("no {noun}s"),
                [number] => counted(*number),
                list => {
                    let list: Vec<String> = ascending(list).iter().map(u32::to_string).collect();
                    format!("{} {noun}s", join(&list, "or"))
                }
            },
            NumberSet::Range(from, to) if from == to => counted(*from),
            NumberSet::Range(from, to) => format!("{from} to {to} {noun}s"),
            NumberSet::AtMost(Amount::Number(0)) | NumberSet::FewerThan(Amount::Number(1)) => format!("no {noun}s"),
            NumberSet::AtLeast(Amount::Number(number)) => format!("at least {}", counted(*number)),
            NumberSet::AtMost(Amount::Number(number)) => format!("at most {}", counted(*number)),
            NumberSet::MoreThan(Amount::Number(number)) => format!("more than {}", counted(*number)),
            NumberSet::FewerThan(Amount::Number(number)) => format!("fewer than {}", counted(*number)),
            NumberSet::Exactly(amount) => self.as_many("", noun, amount),
            NumberSet::AtLeast(amount) => self.as_many("at least ", noun, amount),
            NumberSet::AtMost(Amount::StartingSeeds(_)) => format!("no more {noun}s than {AT_START}"),
            NumberSet::AtMost(amount) => self.as_many("at most ", noun, amount),
            NumberSet::MoreThan(amount @ Amount::Half(_)) => self.as_many("more than ", noun, amount),
            NumberSet::MoreThan(amount) => format!("more {noun}s than {}", self.amount_there(amount, noun)),
            NumberSet::FewerThan(amount @ Amount::Half(_)) => self.as_many("fewer than ", noun, amount),
            NumberSet::FewerThan(amount) => format!("fewer {noun}s than {}", self.amount_there(amount, noun)),
        }
    }

    /// `at least as many seeds as the hole opposite it holds`, `half as many seeds as at the start of the game (rounded
    /// down)`.
    pub(super) fn as_many(&mut self, bound: &str, noun: &str, amount: &Amount) -> String {
        let (part, whole) = fraction(amount);
        let there = self.amount_there(whole, noun);
        match part {
            0 => format!("{bound}as many {noun}s as {there}"),
            _ => format!("{bound}{} as many {noun}s as {there} (rounded down)", fraction_said(part)),
        }
    }

    /// The phrase for a number after `as many seeds as`.
    fn amount_there(&mut self, amount: &Amount, noun: &str) -> String {
        match amount {
            Amount::Number(number) => number.to_string(),
            Amount::StartingSeeds(_) => AT_START.to_owned(),
            Amount::SeedsIn(set) => {
                let (set, plural) = self.set(set);
                self.forget_it();
                let hold = if plural { "together hold" } else { "holds" };
                format!("{set} {hold}{}", if noun == "seed" { "" } else { " seeds" })
            }
            Amount::NumberOf(set) => match self.kind(set) {
                Some(kind) => {
                    let mut words = kind.adjectives.clone();
                    words.push(if kind.ends { "ends" } else { "holes" }.to_owned());
                    let side = match kind.side {
                        Some(Whose::Own) => format!(" on {} side", self.his()),
                        Some(Whose::Opponents) => format!(" on {}'s side", self.opponent()),
                        None => String::new(),
                    };
                    let rest = self.relative_clause(&kind.rest, true);
                    self.forget_hole();
                    format!("there are {}{side}{rest}", words.join(" "))
                }
                None => format!("there are holes among {}", self.set(set).0),
            },
            Amount::InMatch(_) | Amount::Half(_) => self.amount(amount),
        }
    }

    /// The phrase for a number as a noun: `the seeds in his store`.
    pub(super) fn amount(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Number(number) => number.to_string(),
            Amount::SeedsIn(set) => match self.kind(set) {
                Some(kind) => format!("the seeds in {}", self.many(&kind, Article::The).0),
                None => format!("the seeds in {}", self.set(set).0),
            },
            Amount::NumberOf(set) => format!("the number of {}", self.set(set).0),
            Amount::Half(_) => {
                let (part, whole) = fraction(amount);
                format!("{} of {} (rounded down)", fraction_said(part), self.amount(whole))
            }
            Amount::InMatch(InMatch::Points) => "his points in the match".to_owned(),
            Amount::InMatch(InMatch::Owned) => "the seeds that he owned when the refilling began".to_owned(),
            Amount::InMatch(InMatch::Rounds) => "the number of rounds played".to_owned(),
            Amount::InMatch(InMatch::Score) => "his score in the round".to_owned(),
            Amount::InMatch(InMatch::Lead) => "his lead over the next best score in the round".to_owned(),
            Amount::StartingSeeds(one) => format!("the seeds that {} held at the start of the game", self.hole(one)),
        }
    }
}

/// `1 seed`, `2 points`.
pub(super) fn several(number: u32, noun: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), noun)
}

/// How often a number is halved, and the whole.
pub(super) fn fraction(amount: &Amount) -> (u32, &Amount) {
    match amount {
        Amount::Half(inner) => {
            let (part, whole) = fraction(inner);
            (part + 1, whole)
        }
        whole => (0, whole),
    }
}

/// A number halved so often: `half`, `a quarter`.
pub(super) fn fraction_said(part: u32) -> String {
    match part {
        1 => "half".to_owned(),
        2 => "a quarter".to_owned(),
        3 => "an eighth".to_owned(),
        _ => format!("half of {}", fraction_said(part - 1)),
    }
}

/// The numbers in ascending order, each once.
fn ascending(list: &[u32]) -> Vec<u32> {
    list.iter().copied().collect::<BTreeSet<u32>>().into_iter().collect()
}

/// The phrase for numbers in a row: `1st or 2nd`.
pub(super) fn places(list: &[u32]) -> String {
    let list: Vec<String> = ascending(list).into_iter().map(ordinal).collect();
    join(&list, "or")
}

/// The hand of the owner, `left` or `right`, from which holes in a row are counted.
pub(super) fn hand(from: CountedFrom) -> &'static str {
    match from {
        CountedFrom::OwnersRight => "right",
        CountedFrom::OwnersLeft | CountedFrom::Border => "left",
    }
}

/// Whether a hole certainly exists.
pub(super) fn always(one: &One) -> bool {
    !matches!(one, One::Related(..))
}

/// The complement of a set of numbers, if it has a plain form too.
fn complement(numbers: &NumberSet) -> Option<NumberSet> {
    match numbers {
        NumberSet::AtLeast(amount) => Some(NumberSet::FewerThan(amount.clone())),
        NumberSet::AtMost(amount) => Some(NumberSet::MoreThan(amount.clone())),
        NumberSet::MoreThan(amount) => Some(NumberSet::AtMost(amount.clone())),
        NumberSet::FewerThan(amount) => Some(NumberSet::AtLeast(amount.clone())),
        NumberSet::Exactly(_) | NumberSet::Even | NumberSet::Odd | NumberSet::List(_) | NumberSet::Range(..) => None,
    }
}

/// Whether a set of numbers contains only 0.
pub(super) fn is_zero(numbers: &NumberSet) -> bool {
    match numbers {
        NumberSet::List(list) => list.iter().all(|number| *number == 0) && !list.is_empty(),
        NumberSet::Range(_, to) => *to == 0,
        NumberSet::AtMost(Amount::Number(number)) => *number == 0,
        NumberSet::FewerThan(Amount::Number(number)) => *number == 1,
        _ => false,
    }
}
