//! Resolves how the hand is sown.

use super::effects::Within;
use super::resolver::Resolver;
use crate::problem::{Code, Help};
use crate::rules::model::{Amount, Moment, Outcome, Turning, Way};
use crate::rules::vocabulary;
use crate::source::Span;
use crate::syntax::ast::{Phrase, Word, Words};
use crate::syntax::spoken;

/// Numbers as players say them; the first stands for one seed, the second for two, and so on.
const SAID: [&[&str]; 10] = [
    &["one", "ones", "single", "singles", "singly"],
    &["two", "twos", "pair", "pairs", "double", "doubles", "twice"],
    &["three", "threes", "triple", "triples"],
    &["four", "fours"],
    &["five", "fives"],
    &["six", "sixes"],
    &["seven", "sevens"],
    &["eight", "eights"],
    &["nine", "nines"],
    &["ten", "tens"],
];
/// What else is said of several seeds at a time.
const AROUND: [&str; 15] =
    ["at", "a", "time", "by", "in", "of", "once", "each", "every", "seeds", "seed", "group", "groups", "drop", "drops"];

impl Resolver<'_> {
    /// Resolves `sow [clockwise] [2 at a time] after X`, `sow .. into X`.
    pub(super) fn sow(&mut self, phrase: &Phrase, words: &Words, within: Within<'_>) -> Option<Outcome> {
        let alone = phrase.object.as_ref().is_some_and(|object| match object.parts.as_slice() {
            [only] => only.filter.is_none() && within.is_none(),
            _ => false,
        });
        if !alone {
            let place = phrase.object.as_ref().map_or(phrase.span, |object| object.span);
            return self.not_understood(place);
        }
        let (turning, said) = match &words.words[1..] {
            [first, rest @ ..] => match turning_of(first) {
                Some(turning) => (Some(turning), rest),
                None => (None, &words.words[1..]),
            },
            [] => (None, &[][..]),
        };
        let by = match said {
            [] => 1,
            [number, at, a, time] if [at, a, time].map(|word| word.text.as_str()) == ["at", "a", "time"] => {
                self.drop_of(number)?
            }
            [word] if at_a_time([word.text.as_str()]).is_none() => return self.not_a_direction(word),
            _ => return self.not_understood(words.span),
        };
        let [(link, holes)] = phrase.links.as_slice() else {
            let help = "write `sow after here` (the first seed into the next hole) or `sow into here`";
            self.wrong(Code::NotAnEffect, phrase.span, "this does not say where sowing begins", help);
            return None;
        };
        if link.text == "from" {
            let help = "write `sow after X` (the first seed into the next hole) or `sow into X`";
            self.wrong(Code::NotAnEffect, link.span, "`from` does not say where the first seed falls", help);
            return None;
        }
        self.sows_on |= self.moment == Moment::LastSeed;
        self.goes_clockwise |= turning.is_some_and(|turning| turning.may_be(Way::Clockwise));
        let at = self.holes(holes)?;
        let outcome = Outcome::Sow { turning, by, into: link.text == "into", at };
        self.outcome_fits(&outcome, phrase.span);
        Some(outcome)
    }

    /// The number of seeds in a drop: a number from 1 on, or the name of an option that is one.
    fn drop_of(&mut self, number: &Word) -> Option<u32> {
        if let Some(digits) = number_of(&number.text).filter(|_| number.number.is_none())
            && self.quietly(|resolver| resolver.named_number(&number.text)).is_none()
        {
            let help = Help::write(&number.text, &digits.to_string()).unwrap_or_else(|| "write a number".into());
            let message = format!("`{}` is not a number in digits", number.text);
            self.wrong(Code::NotANumber, number.span, message, help);
            return None;
        }
        let words = Words { words: vec![number.clone()], span: number.span };
        let known = self.quietly(|resolver| resolver.plain_amount(&words, None));
        match known.or_else(|| number.number.filter(|_| !number.ordinal).and_then(|_| self.plain_amount(&words, None)))
        {
            Some(Amount::Number(0)) => {
                let help = "write how many fall at a time: 1 or more";
                self.wrong(Code::OutOfRange, number.span, "no seeds at a time never empty the hand", help);
                None
            }
            Some(Amount::Number(by)) => Some(by),
            _ if number.number.is_some_and(|_| !number.ordinal) => None,
            _ => {
                let options = self.known.options.iter().flat_map(|entry| &entry.names).map(|name| name.text.as_str());
                let help = Help::nearest(&number.text, options);
                let help = help.unwrap_or_else(|| "write a number, or the name of an option that is a number".into());
                self.wrong(Code::NotANumber, number.span, format!("`{}` is not a number", number.text), help);
                None
            }
        }
    }

    fn not_a_direction(&mut self, word: &Word) -> Option<Outcome> {
        let help = match word.text.as_str() {
            "on" => {
                let help = "write `sow after here`, and for captured seeds `sow after opposite`";
                self.wrong(Code::NotAnEffect, word.span, "`sow` does not take `on`", help);
                return None;
            }
            "next" => "write `sow after here` (the first seed into the next hole)".into(),
            text if self.names_holes(std::slice::from_ref(word)) => format!(
                "write `sow into {text}` (the first seed into that hole) or `sow after {text}` (into the one behind it)"
            )
            .into(),
            text => spoken::help(text)
                .or_else(|| Help::nearest(text, ["clockwise", "counterclockwise", "reversed"]))
                .unwrap_or_else(|| {
                    "write `sow after here`, `sow clockwise after here`, `sow reversed after here` or \
                     `sow 2 at a time after here`"
                        .into()
                }),
        };
        self.wrong(Code::NotAnEffect, word.span, format!("`{}` is not a direction", word.text), help);
        None
    }

    /// Reports words after `sow` that say neither a direction nor how many seeds fall at a time, in the place from
    /// `sow` up to `after` or `into`.
    fn not_understood(&mut self, place: Span) -> Option<Outcome> {
        let said = self.source.said(place);
        let help = at_a_time(said.split_whitespace().skip(1)).and_then(|meant| Help::write(&said, &meant));
        let help = help.unwrap_or_else(|| "write `sow after here`, or `sow 2 at a time after here`".into());
        self.wrong(Code::NotAnEffect, place, "this sowing is not understood", help);
        None
    }
}

/// The change of direction that a word means.
fn turning_of(word: &Word) -> Option<Turning> {
    match word.text.as_str() {
        "reversed" => Some(Turning::Reversed),
        text => vocabulary::way(text).map(Turning::To),
    }
}

/// The number that a word says, in digits or as players say it.
fn number_of(word: &str) -> Option<u32> {
    let said = SAID.iter().zip(1..).find(|(forms, _)| forms.contains(&word)).map(|(_, number)| number);
    said.or_else(|| word.parse().ok())
}

/// The standard way to say that several seeds fall at a time, if words after `sow` mean it: `by 2`, `two by two`, `in
/// groups of four`, `2 at a time clockwise`.
fn at_a_time<'s>(said: impl IntoIterator<Item = &'s str>) -> Option<String> {
    let (mut ways, mut numbers) = (Vec::new(), Vec::new());
    for word in said.into_iter().flat_map(|word| word.split('-')) {
        if word == "reversed" || vocabulary::way(word).is_some() {
            ways.push(word);
        } else if let Some(number) = number_of(word) {
            numbers.push(number);
        } else if !AROUND.contains(&word) {
            return None;
        }
    }
    numbers.dedup();
    let way = ways.first().map_or(String::new(), |way| format!("{way} "));
    match numbers.as_slice() {
        [number] if *number > 0 && ways.len() < 2 => Some(format!("sow {way}{number} at a time")),
        _ => None,
    }
}
