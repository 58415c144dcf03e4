//! Resolves effects that move a number of seeds or points: `lift half from here`, `place 1 in next`, `mover gets 2 points`.

use super::effects::without;
use super::resolver::Resolver;
use crate::problem::{Change, Code, Remedy};
use crate::rules::model::{Amount, Effect, HoleSet, One, Whose};
use crate::source::Span;
use crate::syntax::ast::{Name, Phrase, Set, Words};

type Within<'p> = Option<&'p (Name, Box<Set>)>;

impl Resolver<'_> {
    /// Resolves `lift SET`, `lift N from SET`.
    pub(super) fn lift(&mut self, phrase: &Phrase, words: &Words, within: Within<'_>) -> Option<Effect> {
        let count = &words.words[1..];
        match (count, phrase.links.as_slice()) {
            ([first, ..], [(link, holes)]) if link.text == "from" && first.text != "all" => {
                let count = self.amount_moved(phrase, 1, true);
                let set = self.choosing(true, |resolver| resolver.holes(holes));
                Some(Effect::Lift(Some(count?), set?))
            }
            ([first, others @ ..], []) if is_amount(&first.text, first.number.is_some(), others.is_empty(), within) => {
                let ends = others.is_empty() || within.is_some();
                let said = if ends { self.source.said(phrase.span) } else { "lift half".into() };
                let help = format!("write `{said} from here`");
                self.wrong(Code::NotAnEffect, phrase.span, "this does not say from which holes", help);
                None
            }
            _ => self.object(phrase, 1).map(|set| Effect::Lift(None, set)),
        }
    }

    /// Resolves `place N in SET`, `place NUMBER into SET`, each perhaps `from own store`.
    pub(super) fn place(&mut self, phrase: &Phrase, words: &Words, within: Within<'_>) -> Option<Effect> {
        let help = "write `place 1 in here`, `place 1 in here from own store` or `place all in here`; a number that is \
                    counted stands before `into`: `place seeds in opposite into here`";
        let (count, into, links) = match (phrase.links.as_slice(), words.words.as_slice(), within) {
            ([(link, holes), links @ ..], [_, _, ..], _) if link.text == "into" => {
                let count = self.amount_moved(phrase, 1, false);
                (count?, self.choosing(true, |resolver| resolver.holes(holes))?, links)
            }
            (_, [_, all], Some((link, set))) if link.text == "in" && all.text == "all" => {
                return self.place_all(phrase, set);
            }
            (links, [_, count], Some((link, set))) if link.text == "in" && count.number.is_some() => {
                let count = self.count(count.number?, count.span)?;
                (Amount::Number(count), self.placed_in(phrase, set)?, links)
            }
            _ => {
                self.wrong(Code::NotAnEffect, phrase.span, "this does not say how many seeds go where", help);
                return None;
            }
        };
        let from_store = match links {
            [] => false,
            [(link, holes)] if link.text == "from" && self.holes(holes)? == HoleSet::Store(Whose::Own) => true,
            _ => {
                self.wrong(Code::NotAnEffect, phrase.span, "it is unclear where the seeds come from", help);
                return None;
            }
        };
        if !from_store && !self.moment.has_hand() {
            let message = format!("at {} no seeds are in the hand", self.moment.name());
            let behind = Span::new(phrase.span.end, phrase.span.end);
            let remedy = Remedy::sure("Add `from own store`", Change::Replace(behind, " from own store".to_owned()));
            self.curable(Code::WrongMoment, phrase.span, message, "add `from own store`", remedy);
        }
        Some(Effect::Place { count, from_store, into })
    }

    /// Resolves the holes of `place N in SET`, of which `first` is the first part.
    fn placed_in(&mut self, phrase: &Phrase, first: &Set) -> Option<HoleSet> {
        let others: Vec<&Set> = phrase.object.iter().flat_map(|object| &object.parts).skip(1).collect();
        let mut sets = vec![self.choosing(others.is_empty(), |resolver| resolver.set(first))?];
        for part in others {
            sets.push(self.set(part)?);
        }
        if sets.len() == 1 { sets.pop() } else { Some(HoleSet::Union(sets)) }
    }

    /// Resolves `place all in X`.
    fn place_all(&mut self, phrase: &Phrase, set: &Set) -> Option<Effect> {
        let alone = phrase.object.as_ref().is_none_or(|object| object.parts.len() == 1);
        let into = self.choosing(alone, |resolver| resolver.set(set))?;
        if !alone || !matches!(into, HoleSet::One(_) | HoleSet::Store(_) | HoleSet::Any(1, _)) {
            let help = "name one hole, or let the mover choose one: `place all in any 1 of opponent's holes`";
            self.wrong(Code::OneHoleNeeded, phrase.span, "`place all` puts the seeds of the hand into one hole", help);
        }
        if !phrase.links.is_empty() {
            self.wrong(
                Code::NotAnEffect,
                phrase.span,
                "`place all` takes the seeds from the hand",
                "write `place all in here`",
            );
        }
        Some(Effect::PlaceAll(into))
    }

    /// Resolves `PLAYER gets N points`, `PLAYER gets as many points as NUMBER`.
    pub(super) fn points(&mut self, phrase: &Phrase, words: &Words) -> Option<Effect> {
        let at = words.words.iter().position(|word| word.text == "gets")?;
        let who = self.player(&words.words[..at], words.span)?;
        let said: Vec<&str> = words.words[at + 1..].iter().map(|word| word.text.as_str()).collect();
        let count = match (said.as_slice(), phrase.links.as_slice()) {
            (["as", "many", "points", "as", _, ..], []) => self.amount_moved(phrase, at + 5, false)?,
            ([_, "point" | "points"], []) if words.words[at + 1].number.is_some() => {
                let number = &words.words[at + 1];
                Amount::Number(self.count(number.number?, number.span)?)
            }
            _ => {
                self.wrong(
                    Code::NotAnEffect,
                    phrase.span,
                    "this does not say how many points",
                    "write `opponent gets 1 point` or `mover gets as many points as own lead`",
                );
                return None;
            }
        };
        Some(Effect::Points(who, count))
    }

    /// Resolves the number of an effect, behind the first `skip` words of a phrase. `half` alone is half of what each
    /// hole holds, where holes give the seeds.
    fn amount_moved(&mut self, phrase: &Phrase, skip: usize, from_holes: bool) -> Option<Amount> {
        let said = without(phrase.object.as_ref()?, skip)?;
        let [number] = said.parts.as_slice() else {
            let help = "join sets in brackets: `seeds in (next and opposite)`";
            self.wrong(Code::NotAnEffect, said.span, "it is unclear where the number ends", help);
            return None;
        };
        if from_holes && self.source.slice(number.span).trim_end() == "half" {
            return Some(Amount::Half(Box::new(Amount::SeedsIn(HoleSet::One(One::Tested)))));
        }
        let before = std::mem::replace(&mut self.at_hand, true);
        let amount = self.amount(number, Some(&One::Tested));
        self.at_hand = before;
        amount
    }
}

/// Whether words are a number rather than holes.
fn is_amount(first: &str, number: bool, alone: bool, within: Within<'_>) -> bool {
    match (first, within.map(|(link, _)| link.text.as_str())) {
        ("half", _) | ("seeds", Some("in")) | ("number", Some("of")) => true,
        _ => number && alone,
    }
}
