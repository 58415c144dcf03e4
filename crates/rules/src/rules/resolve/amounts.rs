//! Resolves numbers, and what is compared with them.

use super::resolver::Resolver;
use crate::problem::{Code, Help};
use crate::rules::model::{Amount, Need, NumberSet, One};
use crate::rules::vocabulary::{self, Meaning};
use crate::source::Span;
use crate::syntax::ast::{Numbers, NumbersKind, Set, SetKind, Words};
use crate::syntax::spoken;

/// What is a number.
const NUMBERS: &str =
    "write a number, a count such as `seeds in opposite`, `starting seeds`, or the name of an option that is a number";

impl Resolver<'_> {
    /// Resolves a set of numbers. `one` is the hole that `starting seeds` refers to.
    pub(super) fn numbers(&mut self, numbers: &Numbers, one: Option<&One>) -> Option<NumberSet> {
        Some(match &numbers.kind {
            NumbersKind::Even => NumberSet::Even,
            NumbersKind::Odd => NumberSet::Odd,
            NumbersKind::Exactly(amount) => match self.exact_amount(amount, one)? {
                Amount::Number(number) => NumberSet::List(vec![number]),
                amount => NumberSet::Exactly(amount),
            },
            NumbersKind::AtLeast(amount) => NumberSet::AtLeast(self.amount(amount, one)?),
            NumbersKind::AtMost(amount) => NumberSet::AtMost(self.amount(amount, one)?),
            NumbersKind::MoreThan(amount) => NumberSet::MoreThan(self.amount(amount, one)?),
            NumbersKind::FewerThan(amount) => NumberSet::FewerThan(self.amount(amount, one)?),
            NumbersKind::Range(low, high) => {
                let (from, to) = (self.count(low.value, low.span)?, self.count(high.value, high.span)?);
                if from > to {
                    let help = Help::write(&self.source.said(numbers.span), &format!("{to} to {from}"));
                    let help = help.unwrap_or_else(|| "write the lower number first".into());
                    self.wrong(Code::OutOfRange, numbers.span, "this range is empty", help);
                }
                NumberSet::Range(from, to)
            }
            NumbersKind::List(list) => {
                let list: Option<Vec<u32>> = list.iter().map(|number| self.count(number.value, number.span)).collect();
                NumberSet::List(list?)
            }
        })
    }

    /// Resolves a number with which another is compared. `one` is the hole that `starting seeds` refers to.
    pub(super) fn amount(&mut self, set: &Set, one: Option<&One>) -> Option<Amount> {
        if let Some(found) = self.counted_words(set, one) {
            return found;
        }
        match &set.kind {
            SetKind::Words { words, within: None } => self.plain_amount(words, one),
            _ => self.not_a_number(set),
        }
    }

    /// Resolves a number that stands alone. It is counted, or it has a name that can mean nothing else.
    fn exact_amount(&mut self, set: &Set, one: Option<&One>) -> Option<Amount> {
        let SetKind::Words { words, within: None } = &set.kind else { return self.amount(set, one) };
        let text = words.text();
        if is_name_of_number(&text) {
            return self.amount(set, one);
        }
        if self.quietly(|resolver| resolver.set(set)).is_some() {
            return self.not_a_number(set);
        }
        let is_property = vocabulary::written(&text).any(|entry| matches!(entry.meaning, Meaning::Property(_)));
        let help = match is_property {
            true => format!("write `is {text}`"),
            false => NUMBERS.to_owned(),
        };
        self.wrong(Code::NotANumber, words.span, format!("`{text}` is not a number"), help);
        None
    }

    /// The number after `is` that the number before `is` must be, if the words name one.
    pub(super) fn named_exactly(&mut self, words: &Words) -> Option<NumberSet> {
        let text = words.text();
        let number = self.named_number(&text).filter(|_| is_name_of_number(&text))?;
        self.count(number, words.span).map(|number| NumberSet::List(vec![number]))
    }

    /// Resolves the number that a test is about: one that is counted, such as `seeds in holes`.
    pub(super) fn counted(&mut self, set: &Set) -> Option<Amount> {
        match self.counted_words(set, None) {
            Some(found) => found,
            None => self.not_a_number(set),
        }
    }

    /// Resolves the number that is a player's score.
    pub(super) fn score_of(&mut self, set: &Set) -> Option<Amount> {
        let amount = self.counted(set)?;
        if let Amount::Half(_) = amount {
            let help = "write `seeds in own store` without `half of`";
            self.wrong(Code::NotANumber, set.span, "a score is a number of seeds or holes, not a part of one", help);
            return None;
        }
        Some(amount)
    }

    /// Resolves `seeds in SET`, `number of SET`, `half of NUMBER` and numbers of the match. Outer `None`: the words are
    /// something else.
    #[expect(clippy::option_option, reason = "a number, something else, or a number that is wrong")]
    fn counted_words(&mut self, set: &Set, one: Option<&One>) -> Option<Option<Amount>> {
        let SetKind::Words { words, within } = &set.kind else { return None };
        if set.filter.is_some() {
            return None;
        }
        let text = words.text();
        if let Some((link, inner)) = within {
            return match (&*text, link.text.as_str()) {
                ("seeds", "in") => Some(self.set(inner).map(Amount::SeedsIn)),
                ("number", "of") if !is_count(inner) => Some(self.set(inner).map(Amount::NumberOf)),
                ("half", "of") => Some(self.amount(inner, one).map(|whole| match whole {
                    Amount::Number(number) => Amount::Number(number / 2),
                    whole => Amount::Half(Box::new(whole)),
                })),
                _ => None,
            };
        }
        let amount = vocabulary::written(&text).find_map(|entry| match entry.meaning {
            Meaning::Amount(amount) => amount,
            _ => None,
        })?;
        self.meets(Need::LastRound, set.span);
        Some(Some(Amount::InMatch(amount)))
    }

    /// Resolves a number in words that counts nothing: `4`, `starting seeds`, the name of an option.
    pub(super) fn plain_amount(&mut self, words: &Words, one: Option<&One>) -> Option<Amount> {
        let text = words.text();
        if text == "starting seeds" {
            return match one {
                Some(one) => Some(Amount::StartingSeeds(one.clone())),
                None => {
                    self.wrong(
                        Code::NotANumber,
                        words.span,
                        "this does not say which hole's starting seeds are meant",
                        "use `starting seeds` with `holds` and `makes` of one hole",
                    );
                    None
                }
            };
        }
        if let [word] = words.words.as_slice()
            && let (Some(number), false) = (word.number, word.ordinal)
        {
            return self.count(number, word.span).map(Amount::Number);
        }
        if let Some(number) = self.named_number(&text) {
            return self.count(number, words.span).map(Amount::Number);
        }
        let options = self.known.options.iter().flat_map(|entry| &entry.names).map(|name| name.text.as_str());
        let near = || Help::nearest(&text, options.chain(["starting seeds"]));
        let help = spoken::help(&text).or_else(near).unwrap_or_else(|| NUMBERS.into());
        self.wrong(Code::NotANumber, words.span, format!("`{text}` is not a number"), help);
        None
    }

    fn not_a_number(&mut self, set: &Set) -> Option<Amount> {
        let said = self.source.said(set.span);
        if let SetKind::Words { words, within: Some((link, inner)) } = &set.kind {
            let mended = matches!(link.text.as_str(), "in" | "of").then(|| self.mended_count(words, inner)).flatten();
            if let Some((place, help)) = mended {
                self.wrong(Code::NotANumber, place, format!("`{said}` is not a number"), help);
                return None;
            }
        }
        if matches!(&set.kind, SetKind::Words { within: None, .. } | SetKind::Group(_)) {
            // what names no holes is reported as that
            self.quietly(|resolver| resolver.set(set)).or_else(|| self.set(set))?;
        }
        let help = match &set.kind {
            SetKind::Words { within: Some(_), .. } => {
                "numbers are `seeds in opposite`, `number of own empty holes`, `half of seeds in own holes`".to_owned()
            }
            _ => format!("write `seeds in {said}` or `number of {said}`; for one hole use `holds 3`"),
        };
        self.wrong(Code::NotANumber, set.span, format!("`{said}` is not a number"), help);
        None
    }

    /// Where and how a count of seeds or holes is mended that begins with `words`.
    fn mended_count(&mut self, words: &Words, inner: &Set) -> Option<(Span, Help)> {
        let said = words.text();
        if is_count(inner) {
            let (place, count) = (words.span.to(inner.span), self.source.said(inner.span));
            return Some((place, Help::write(&self.source.said(place), &count)?));
        }
        let unarticled: Vec<&str> = said.split(' ').filter(|word| !matches!(*word, "the" | "all")).collect();
        let spoken = spoken::replaced(&unarticled).map_or(unarticled.join(" "), |words| words.join(" "));
        matches!(spoken.as_str(), "seeds" | "number")
            .then(|| Help::write(&said, &spoken))
            .flatten()
            .map(|help| (words.span, help))
    }
}

/// Whether a set is a count of seeds: `seeds in holes`.
fn is_count(set: &Set) -> bool {
    matches!(&set.kind, SetKind::Words { words, within: Some(_) } if words.text() == "seeds")
}

/// Whether a number that stands alone may have this name: the name of an option is no other word of the language.
fn is_name_of_number(name: &str) -> bool {
    name == "starting seeds" || vocabulary::written(name).next().is_none()
}
