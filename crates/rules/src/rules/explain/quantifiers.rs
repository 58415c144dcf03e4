//! Phrases for conditions on all, some, none or a number of holes of a set.

use super::common::together;
use super::conditions::literal;
use super::holes::Kind;
use super::simplify::conjuncts;
use super::voice::Voice;
use super::words::{Article, is_adjective, join};
use crate::rules::model::{Amount, Condition, Fixed, Happened, HoleSet, Marker, NumberSet, One, Property, Whose};
use crate::rules::vocabulary::Verb;

impl Voice<'_> {
    /// The clause that says whether a set has a hole: `no hole on his side is occupied`.
    pub(super) fn exists(&mut self, set: &HoleSet, positive: bool) -> String {
        let Some(kind) = self.kind(set) else { return self.exists_single(set, positive) };
        let Kind { noun, ends, side, adjectives, mut rest } = kind;
        if let [Condition::Is(One::Tested, Property::Marked(marker))] = rest.as_slice()
            && !is_adjective(self.mark())
            && *marker != Marker::Anybody
            && side.is_none()
            && adjectives.is_empty()
            && noun.is_none()
            && self.mark_forms().is_none()
        {
            let who = match marker {
                Marker::Opponent => self.opponent().to_owned(),
                _ => self.he(),
            };
            let article = if positive { "a" } else { "no" };
            return format!("{who} has {article} {}", self.mark());
        }
        let happened = |rest: &[&Condition], asked: Property| {
            rest.iter().position(|part| **part == Condition::Is(One::Tested, asked.clone()))
        };
        for (asked, when) in
            [(Property::Happened(Happened::Sown), "turn"), (Property::Happened(Happened::SownThisLap), "lap")]
        {
            if let Some(place) = happened(&rest, asked) {
                rest.remove(place);
                let seed = if positive { "a seed" } else { "no seed" };
                if let (true, Some(side), None) = (adjectives.is_empty() && rest.is_empty() && !ends, side, &noun) {
                    let whose = if side == Whose::Own { self.his() } else { format!("{}'s", self.opponent()) };
                    return format!("{seed} fell on {whose} side in this {when}");
                }
                let article = if positive { "a" } else { "any" };
                let holes = self.any(&Kind { noun, ends, side, adjectives, rest }, article);
                return format!("{seed} fell in this {when} into {holes}");
            }
        }
        if let Some(place) = happened(&rest, Property::Happened(Happened::Raided)) {
            rest.remove(place);
            let plain = rest.is_empty() && adjectives.is_empty() && noun.is_none();
            let side = side.or(Some(Whose::Opponents));
            let what = if positive { "seeds were taken in this turn" } else { "no seeds were taken in this turn" };
            if plain && side == Some(Whose::Opponents) {
                return format!("{what} from {}'s side", self.opponent());
            }
            let article = if positive { "a" } else { "any" };
            return format!("{what} from {}", self.any(&Kind { noun, ends, side, adjectives, rest }, article));
        }
        self.exists_kind(Kind { noun, ends, side, adjectives, rest }, positive)
    }

    fn exists_kind(&mut self, mut kind: Kind<'_>, positive: bool) -> String {
        let article = if positive { "some" } else { "no" };
        let rules = self.rules;
        let said = |part: &Condition| literal(rules, part).is_some_and(|part| part.hole() == Some(&One::Tested));
        // a hole that has a place in its row, and is empty or occupied
        if let (true, [Condition::Is(_, Property::Fixed(Fixed::Place(..)))], Some(state)) = (
            positive,
            kind.rest.as_slice(),
            kind.adjectives.iter().position(|word| ["empty", "occupied"].contains(&word.as_str())),
        ) {
            let state = kind.adjectives.remove(state);
            if let Some(hole) = self.own_place(&kind) {
                return format!("{hole} is {state}");
            }
            kind.adjectives.insert(0, state);
        }
        if let Some(last) = kind.rest.pop_if(|last| said(last)) {
            let only = if positive { self.only_place(&kind) } else { None };
            let holes = only.unwrap_or_else(|| self.any(&kind, article));
            return match literal(self.rules, last) {
                Some(said) => {
                    format!("{holes} {}", self.testing(|voice| voice.predicate(said.condition, said.positive, false)))
                }
                None => holes,
            };
        }
        let states = ["empty", "occupied", self.mark()];
        if let (true, Some(place)) =
            (kind.rest.is_empty(), kind.adjectives.iter().position(|word| states.contains(&word.as_str())))
        {
            let state = kind.adjectives.remove(place);
            return format!("{} is {state}", self.any(&kind, article));
        }
        format!("there is {}", self.any(&kind, if positive { "a" } else { "no" }))
    }

    fn exists_single(&mut self, set: &HoleSet, positive: bool) -> String {
        match set {
            HoleSet::One(_) | HoleSet::Store(_) => {
                format!("{} {}", self.set(set).0, Verb::Do("exist").form(positive, false))
            }
            HoleSet::Where(base, filter) if matches!(**base, HoleSet::One(_)) => {
                let (base, _) = self.set(base);
                let filter: Vec<&Condition> = conjuncts(filter).iter().collect();
                let phrase = format!("{base} exists and {}", self.testing(|voice| voice.all_of(&filter)));
                if positive { phrase } else { format!("it is not true that ({phrase})") }
            }
            HoleSet::Where(base, filter) => {
                let filter: Vec<&Condition> = conjuncts(filter).iter().collect();
                let ones = match &**base {
                    HoleSet::Union(parts) if parts.iter().all(|part| matches!(part, HoleSet::One(_))) => {
                        parts.as_slice()
                    }
                    _ => &[],
                };
                let said: Option<Vec<String>> = filter.iter().map(|part| self.tested_predicate(part, false)).collect();
                let Some(said) = said else {
                    let which = self.relative_clause(&filter, false);
                    return format!(
                        "there is {}{which} among {}",
                        if positive { "one" } else { "none" },
                        self.set(base).0
                    );
                };
                // either of two holes, or none of several
                let base = match (positive, ones) {
                    (true, [_, _]) => {
                        let holes: Vec<String> = ones.iter().map(|one| self.set(one).0).collect();
                        join(&holes, "or")
                    }
                    (true, _) => format!("at least one of {}", self.set(base).0),
                    (false, _) => format!("none of {}", self.set(base).0),
                };
                self.forget_hole();
                format!("{base} {}", together(said))
            }
            _ => {
                let article = if positive { "at least one" } else { "none" };
                format!("there is {article} of {}", self.set(set).0)
            }
        }
    }

    /// The clause for a condition on every hole of a set: `all his holes are empty`.
    pub(super) fn every(&mut self, set: &HoleSet, claim: &Condition, positive: bool) -> String {
        let not = if positive { "" } else { "not " };
        if let (true, Some(kind), Some(said)) = (positive, self.kind(set), literal(self.rules, claim))
            && !said.positive
            && said.hole() == Some(&One::Tested)
        {
            let holes = self.any(&kind, "no");
            let phrase = self.testing(|voice| voice.predicate(said.condition, true, false));
            return format!("{holes} {phrase}");
        }
        let parts = conjuncts(claim);
        let rules = self.rules;
        let about = |part: &Condition| literal(rules, part).is_some_and(|part| part.hole() == Some(&One::Tested));
        if parts.iter().all(about) {
            let kind = self.kind(set);
            let (holes, plural) = match &kind {
                Some(kind) => self.many(kind, Article::All),
                None => self.set(set),
            };
            let phrase: Vec<String> = parts
                .iter()
                .filter_map(|part| literal(rules, part))
                .map(|said| self.testing(|voice| voice.predicate(said.condition, said.positive, plural)))
                .collect();
            let phrase = together(phrase);
            return match (kind.is_some() || !plural, phrase.strip_prefix("are ")) {
                (true, _) => format!("{not}{holes} {phrase}"),
                (false, Some(rest)) => format!("{holes} are {not}all {rest}"),
                (false, None) => format!("{not}all of {holes} {phrase}"),
            };
        }
        let holes = match self.kind(set) {
            Some(kind) => self.any(&kind, "every"),
            None => format!("each of {}", self.set(set).0),
        };
        let phrase = self.testing(|voice| voice.all_of(&parts.iter().collect::<Vec<_>>()));
        let not = if positive { "" } else { "not " };
        format!("{not}for {holes} this holds ({phrase})")
    }

    /// The clause for the number of holes in a set: `he has at least 12 holes`.
    pub(super) fn count_of(&mut self, set: &HoleSet, numbers: &NumberSet, positive: bool) -> String {
        let one = match numbers {
            NumberSet::List(list) => list.as_slice() == [1],
            NumberSet::AtLeast(Amount::Number(1)) | NumberSet::AtMost(Amount::Number(1)) => true,
            _ => false,
        };
        let Some(kind) = self.kind(set) else {
            let number = self.amount_of(numbers, "hole");
            let number = number.trim_end_matches(" holes").trim_end_matches(" hole").to_owned();
            let exact = matches!(numbers, NumberSet::List(list) if list.len() == 1);
            let number = if exact { format!("exactly {number}") } else { number };
            let (base, filter) = match set {
                HoleSet::Where(base, filter) => (&**base, conjuncts(filter)),
                base => (base, [].as_slice()),
            };
            let holes = self.set(base).0;
            self.forget_hole();
            let filter: Option<Vec<String>> = filter.iter().map(|part| self.tested_predicate(part, !one)).collect();
            return match filter.filter(|filter| !filter.is_empty() && positive) {
                Some(predicates) => format!("{number} of {holes} {}", together(predicates)),
                None => format!("there {} {number} of {}", Verb::Be.form(positive, !one), self.set(set).0),
            };
        };
        let subject = match kind.side {
            Some(Whose::Own) => format!("{} {}", self.he(), Verb::Have.form(positive, false)),
            _ => format!("there {}", Verb::Be.form(positive, !one)),
        };
        let phrase = self.amount_of(numbers, &kind.noun(false));
        let phrase = phrase.replace(&format!("{}s", kind.noun(false)), &kind.noun(true));
        let phrase = if kind.noun.is_some() { self.with_mover(&phrase) } else { phrase };
        let exact = matches!(numbers, NumberSet::List(list) if list.len() == 1 && list.first() != Some(&0));
        let phrase = if exact { format!("exactly {phrase}") } else { phrase };
        let side = match kind.side {
            Some(Whose::Opponents) => format!(" on {}'s side", self.opponent()),
            _ => String::new(),
        };
        let rest = self.relative_clause(&kind.rest, !one);
        self.forget_hole();
        format!("{subject} {phrase}{side}{rest}")
    }
}
