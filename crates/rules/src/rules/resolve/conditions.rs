//! Resolves conditions.

use super::holes::all_of;
use super::named::Range;
use super::resolver::Resolver;
use super::resolving::WordMeaning;
use crate::problem::{Code, Help, one_of};
use crate::rules::model::{Amount, Condition, CountedFrom, Fact, Fixed, HoleSet, Moment, Need, One, Property};
use crate::rules::vocabulary::Meaning;
use crate::rules::{notation, vocabulary};
use crate::source::Span;
use crate::syntax::ast::{
    Claim, Condition as Node, ConditionKind, Number, NumbersKind, Property as Asked, Quantifier, Set, SetKind, Tail,
    Word, Words, texts,
};

impl<'a> Resolver<'a> {
    /// Resolves a condition. Tests of options are replaced by their outcome.
    pub(super) fn condition(&mut self, node: &Node) -> Option<Condition> {
        self.written_out += usize::from(!self.expanding.is_empty());
        let met = self.words_met.len();
        let condition = self.condition_of(node);
        if matches!(condition, Some(Condition::Constant(_))) {
            self.words_met.truncate(met);
        }
        condition
    }

    fn condition_of(&mut self, node: &Node) -> Option<Condition> {
        match &node.kind {
            ConditionKind::Or(parts) => self.joined(parts).map(any_of),
            ConditionKind::And(parts) => self.joined(parts).map(every),
            ConditionKind::Not(inner) => self.condition(inner).map(not),
            ConditionKind::Leaves(inner) => self.another_leaves(inner, node.span),
            ConditionKind::Quantified(quantifier, set, claim) => {
                self.quantified(*quantifier, set, claim.as_ref(), node.span)
            }
            ConditionKind::Drawn(drawn) => self.drawn(drawn).map(Condition::Drawn),
            ConditionKind::Test(None, Some(tail)) => self.test(None, tail, node.span),
            ConditionKind::Test(Some(subject), Some(tail)) => self.test(Some(subject), tail, node.span),
            ConditionKind::Test(Some(subject), None) => self.fact(subject),
            ConditionKind::Test(None, None) => None,
        }
    }

    /// Resolves `another move would leave C`.
    fn another_leaves(&mut self, inner: &Node, span: Span) -> Option<Condition> {
        if self.among_others {
            let message = "another move cannot be compared with a third one";
            let help = "write `another move would leave` once, with the whole condition behind it";
            self.wrong(Code::NotACondition, span, message, help);
            return None;
        }
        if self.testing {
            let message = "another move is compared as a whole, not for one hole of a set";
            self.wrong(Code::NotACondition, span, message, "write `another move would leave` outside of `where`");
            return None;
        }
        self.meets(Need::OtherMoves, span);
        let before = std::mem::replace(&mut self.among_others, true);
        let inner = self.condition(inner);
        self.among_others = before;
        inner.map(|inner| Condition::AnotherLeaves(Box::new(inner)))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        set: &Set,
        claim: Option<&Claim>,
        span: Span,
    ) -> Option<Condition> {
        if quantifier == Quantifier::No
            && let SetKind::Words { words, within: None } = &set.kind
            && matches!(&*words.text(), "legal move" | "legal moves")
        {
            self.meets(Fact::NoLegalMove.need(), span);
            return Some(Condition::Fact(Fact::NoLegalMove));
        }
        if let (Quantifier::All, None, SetKind::Words { words, within: None }) = (quantifier, claim, &set.kind)
            && let Some((last, [.., noun])) = words.words.split_last()
            && matches!(noun.text.as_str(), "holes" | "ends")
        {
            let help = format!("write `all {} are {}`", texts(&words.words[..words.words.len() - 1]), last.text);
            self.wrong(Code::NotACondition, span, "`all` has no condition for the holes", help);
            return None;
        }
        let holes = self.set(set);
        match (quantifier, claim) {
            (Quantifier::All, Some(claim)) => {
                let inner = self.tested(|resolver| resolver.test(None, &claim.tail, claim.span));
                let inner = if claim.negated { not(inner?) } else { inner? };
                Some(Condition::All(holes?, Box::new(inner)))
            }
            (Quantifier::All, None) => {
                self.wrong(
                    Code::NotACondition,
                    span,
                    "`all` has no condition for the holes",
                    "write `all holes are empty`",
                );
                None
            }
            (_, Some(claim)) => {
                self.wrong(
                    Code::NotACondition,
                    claim.span,
                    "`no` and `some` take no `are`",
                    "write `no holes where P`, or `all holes are not P`",
                );
                None
            }
            (Quantifier::Some, None) => holes.map(Condition::Some),
            (Quantifier::No, None) => holes.map(|holes| not(Condition::Some(holes))),
        }
    }

    /// Resolves `X is P`, `holds N`, `makes N`, `was empty`.
    fn test(&mut self, subject: Option<&Set>, tail: &Tail, span: Span) -> Option<Condition> {
        if let Some(subject) = subject
            && let Some(answer) = self.named_test(subject, tail)
        {
            return answer;
        }
        match tail {
            Tail::Makes(numbers) => {
                self.about_here(subject, "makes", span)?;
                self.last_seed_known("makes", span)?;
                self.numbers(numbers, Some(&One::Here)).map(Condition::Makes)
            }
            Tail::Was(words) => {
                self.about_here(subject, "was", span)?;
                self.last_seed_known("was", span)?;
                match &*words.text() {
                    "empty" => Some(Condition::WasEmpty),
                    "occupied" => Some(not(Condition::WasEmpty)),
                    text => {
                        let message = format!("`was {text}` is not a condition");
                        let help = made_of(text)
                            .or_else(|| Help::nearest(text, ["empty", "occupied"]))
                            .unwrap_or_else(|| "write `was empty` or `was occupied`".into());
                        self.wrong(Code::NotACondition, words.span, message, help);
                        None
                    }
                }
            }
            Tail::Holds(numbers) => {
                let set = match subject {
                    Some(subject) => self.set(subject)?,
                    None => HoleSet::One(self.subject(span)?),
                };
                if let HoleSet::Store(_) = set {
                    return self.numbers(numbers, None).map(|numbers| Condition::Count(Amount::SeedsIn(set), numbers));
                }
                let one = self.one(set, subject.map_or(span, |subject| subject.span))?;
                let numbers = self.numbers(numbers, Some(&one))?;
                Some(Condition::Holds(one, numbers))
            }
            Tail::IsNumber(negated, numbers) => {
                let subject = subject?;
                if let NumbersKind::Exactly(set) = &numbers.kind
                    && is_relative(set)
                {
                    let said = self.source.said(set.span);
                    let message = format!("`{said}` is a hole, not a property or a number");
                    self.wrong(Code::NotACondition, set.span, message, format!("write `is in {said}`"));
                    return None;
                }
                let amount = self.counted(subject)?;
                let condition = Condition::Count(amount, self.numbers(numbers, None)?);
                Some(if *negated { not(condition) } else { condition })
            }
            Tail::Is(negated, property) => {
                if let (Some(subject), Asked::Words(words)) = (subject, property)
                    && let Some(number) = self.named_exactly(words)
                {
                    let condition = Condition::Count(self.counted(subject)?, number);
                    return Some(if *negated { not(condition) } else { condition });
                }
                let one = match subject {
                    Some(subject) => {
                        let set = self.set(subject)?;
                        self.one(set, subject.span)?
                    }
                    None => self.subject(span)?,
                };
                let condition = self.property(&one, property)?;
                Some(if *negated { not(condition) } else { condition })
            }
        }
    }

    /// Resolves a test of a name that is no hole: an option, the mover, the lap, the move.
    #[expect(clippy::option_option, reason = "outer none: the subject is no such name")]
    fn named_test(&mut self, subject: &Set, tail: &Tail) -> Option<Option<Condition>> {
        let SetKind::Words { words, within: None } = &subject.kind else { return None };
        if subject.filter.is_some() {
            return None;
        }
        let name = words.text();
        if let Some((index, at)) = self.option_place(&name)
            && !self.known.definitions.contains_key(name.as_ref())
        {
            return Some(self.option_test((index, at), &name, words.span, tail));
        }
        match (name.as_ref(), tail) {
            ("position", _) => {
                let message = "a position is compared with a drawn board, which is missing here";
                let help = format!("draw all holes: `position is {}`", self.empty_board());
                self.wrong(Code::NotACondition, subject.span, message, help);
                Some(None)
            }
            ("mover" | "lap" | "move", Tail::Is(negated, Asked::Words(value))) => {
                let fact = fact_of(&format!("{name} is {}", value.text()));
                let condition = match (fact, name.as_ref()) {
                    (Some(fact), _) => {
                        self.meets(fact.need(), value.span);
                        Some(Condition::Fact(fact))
                    }
                    (None, "mover") => self.mover_test(value),
                    (None, "lap") => self.lap_test(value),
                    (None, _) => self.move_test(value),
                };
                Some(condition.map(|condition| if *negated { not(condition) } else { condition }))
            }
            _ => None,
        }
    }

    fn option_test(&mut self, (index, at): (usize, usize), name: &str, span: Span, tail: &Tail) -> Option<Condition> {
        let option = &mut self.options[index];
        option.used = true;
        let (negated, value, place) = match tail {
            Tail::Is(negated, Asked::Words(value)) => (*negated, value.text(), value.span),
            Tail::IsNumber(negated, numbers) => {
                if let Some(number) = option.number(at) {
                    let number = self.count(number, span)?;
                    let numbers = self.numbers(numbers, None)?;
                    let condition = match numbers.is_counted().then(|| numbers.clone().turned(number)).flatten() {
                        Some((amount, numbers)) => Condition::Count(amount, numbers),
                        None => Condition::Constant(numbers.contains_plain(number)),
                    };
                    return Some(if *negated { not(condition) } else { condition });
                }
                (*negated, self.source.slice(numbers.span).into(), numbers.span)
            }
            _ => {
                let message = format!("`{name}` is an option, and the test of an option uses `is`");
                self.wrong(Code::NotACondition, span, message, format!("write `{name} is READING`"));
                return None;
            }
        };
        let entry = option.entry;
        let readings = || (0..entry.readings.len()).map(|reading| entry.value(reading, at).text.as_str());
        // `is not allowed` asks for the reading `not allowed`, if there is one
        let denied = format!("not {value}");
        let (negated, value) = match negated && readings().any(|reading| reading == denied) {
            true => (false, denied.into()),
            false => (negated, value),
        };
        if !readings().any(|reading| reading == value) && !entry.is_dropped(at, &value) {
            let help = Help::nearest(&value, readings())
                .unwrap_or_else(|| format!("its readings are {}", one_of(readings())).into());
            self.wrong(Code::UnknownReading, place, format!("the option `{name}` has no reading `{value}`"), help);
            return None;
        }
        let chosen = option.value_in_force(at) == value;
        Some(Condition::Constant(chosen != negated))
    }

    fn mover_test(&mut self, value: &Words) -> Option<Condition> {
        let text = value.text();
        let players = self.players;
        match notation::player(players, &text) {
            Some(player) => Some(Condition::MoverIs(player)),
            None => {
                let known: Vec<String> = (0..players).map(|player| notation::player_name(players, player)).collect();
                let help = format!("write {}", one_of(known.iter().map(String::as_str).chain(["starter"])));
                self.wrong(Code::UnknownWord, value.span, format!("`{text}` is not a player"), help);
                None
            }
        }
    }

    fn lap_test(&mut self, value: &Words) -> Option<Condition> {
        let Some(way) = vocabulary::way(&value.text()) else {
            let message = format!("a lap cannot be `{}`", value.text());
            self.wrong(Code::UnknownWord, value.span, message, "write `lap is clockwise` or `lap is counterclockwise`");
            return None;
        };
        self.here_exists(value.span).map(|()| Condition::LapGoes(way))
    }

    fn move_test(&mut self, value: &Words) -> Option<Condition> {
        let text = value.text();
        let found = self.move_names.iter().position(|name| *name == Some(text.as_ref()));
        if found.is_none() {
            let names: Vec<&str> = self.move_names.iter().flatten().copied().collect();
            let help = Help::nearest(&text, names.iter().copied()).unwrap_or_else(|| match names.is_empty() {
                true => "no `move` of this file has a name: write `move NAME {`".into(),
                false => format!("the moves are {}", one_of(names)).into(),
            });
            self.wrong(Code::UnknownWord, value.span, format!("there is no move `{text}`"), help);
        }
        self.here_exists(value.span)?;
        found.map(Condition::MoveIs)
    }

    /// Reports a problem unless the test is about `here`, as `makes` and `was` require.
    fn about_here(&mut self, subject: Option<&Set>, word: &str, span: Span) -> Option<()> {
        self.not_elsewhere(word, span)?;
        let here = match subject {
            None => !self.testing,
            Some(subject) => {
                matches!(&subject.kind, SetKind::Words { words, within: None } if words.text() == "here")
            }
        };
        if here {
            return Some(());
        }
        let message = format!("`{word}` only applies to `here`, where the last seed fell");
        let named = subject.map(|subject| self.source.said(subject.span)).unwrap_or_default();
        let help = match (named.trim_start_matches("the "), word) {
            ("last seed" | "last hole" | "last stone" | "hole" | "it", "was") => {
                "leave the hole out: `was empty`, `was occupied`"
            }
            ("last seed" | "last hole" | "last stone" | "hole" | "it", _) => "leave the hole out: `makes 4`",
            _ => "for other holes use `holds 3`, `is empty` or `is occupied`",
        };
        self.wrong(Code::WrongMoment, span, message, help);
        None
    }

    fn last_seed_known(&mut self, word: &str, span: Span) -> Option<()> {
        if matches!(self.moment, Moment::EachSeed | Moment::LastSeed) {
            return Some(());
        }
        let message = format!("at {} no seed has just fallen, so `{word}` has no meaning", self.moment.name());
        self.wrong(Code::WrongMoment, span, message, "use `holds 3`, `is empty` or `is occupied`");
        None
    }

    /// Resolves a property of a hole.
    fn property(&mut self, one: &One, property: &Asked) -> Option<Condition> {
        match property {
            Asked::Inside(set) => {
                let set = self.set(set)?;
                Some(Condition::Is(one.clone(), Property::In(Box::new(set))))
            }
            Asked::Places(ordinals, words) => self.places(one, ordinals, words),
            Asked::Words(words) => self.property_words(one, words),
        }
    }

    fn places(&mut self, one: &One, ordinals: &[Number], words: &Words) -> Option<Condition> {
        let from = match &*words.text() {
            "owner's left" => CountedFrom::OwnersLeft,
            "owner's right" => CountedFrom::OwnersRight,
            "border" => CountedFrom::Border,
            other => {
                let message = format!("holes cannot be counted from `{other}`");
                let help = "write `1st or 2nd from owner's left`, `from owner's right` or `from border`";
                self.wrong(Code::UnknownWord, words.span, message, help);
                return None;
            }
        };
        self.meets(Property::Fixed(Fixed::Place(from, Vec::new())).need(), words.span);
        let mut numbers = Vec::new();
        for ordinal in ordinals {
            match u32::try_from(ordinal.value) {
                Ok(number) if (1..=50).contains(&number) => numbers.push(number),
                _ => {
                    self.wrong(Code::OutOfRange, ordinal.span, "no row has such a hole", "rows have 1 to 50 holes");
                    return None;
                }
            }
        }
        Some(Condition::Is(one.clone(), Property::Fixed(Fixed::Place(from, numbers))))
    }

    /// Resolves a property in words: `own`, `own end`, `marked by opponent`, `empty`, or a condition that the file
    /// defines.
    pub(super) fn property_words(&mut self, one: &One, words: &Words) -> Option<Condition> {
        let mut rest = words.words.as_slice();
        let mut properties = Vec::new();
        while let Some((property, length)) = self.property_at(rest) {
            properties.push(property?);
            rest = &rest[length..];
        }
        match &*texts(rest) {
            "" | "hole" | "holes" if !properties.is_empty() => {}
            "end" => {
                self.meets(Property::Fixed(Fixed::End).need(), words.span);
                properties.push(Property::Fixed(Fixed::End));
            }
            _ if Range::of(rest).is_some() => properties.push(self.named_property(rest)?),
            text => {
                if let Some((own, WordMeaning::Condition(definition))) = self.own_word(text)
                    && properties.is_empty()
                {
                    return self.word_asked_of(one, own, definition, words.span);
                }
                if let Some((own, WordMeaning::Holes(_))) = self.own_word(text) {
                    let message = format!("`{own}` is a set of holes, not a property of a hole");
                    self.wrong(Code::NotACondition, words.span, message, format!("write `in {own}`"));
                    return None;
                }
                self.unknown_property(one, rest, words);
                return None;
            }
        }
        let conditions = properties.into_iter().map(|property| Condition::Is(one.clone(), property)).collect();
        Some(all_of(conditions))
    }

    /// Resolves the name of a hole as a property: being that hole.
    fn named_property(&mut self, words: &[Word]) -> Option<Property> {
        let range = Range::of(words)?;
        if !range.is_single() {
            let said = texts(words);
            let message = format!("`{said}` is several holes, not a property");
            self.wrong(Code::NotACondition, range.span(), message, format!("write `here is in {said}`"));
            return None;
        }
        self.named_set(words)?.map(|set| Property::In(Box::new(set)))
    }

    /// Resolves words alone: a word that the file defines, a fact, or a property of the current hole.
    pub(super) fn fact(&mut self, subject: &Set) -> Option<Condition> {
        let SetKind::Words { words, within: None } = &subject.kind else {
            let help = match &subject.kind {
                SetKind::Words { words, .. } if ends_in_store(&self.source.said(words.span.to(subject.span))) => {
                    "a hole that is a store lies at the end of a row: write `here is own end`, with `ends: stores` in `board`"
                }
                SetKind::Words { words, .. } if words.text().starts_with("last seed") => {
                    "the condition is about the hole of the last seed: write `was empty`, `on own side`, `makes 3`"
                }
                _ => "add a test: `.. is occupied`, `.. holds 3`",
            };
            self.wrong(Code::NotACondition, subject.span, "these are holes, not a condition", help);
            return None;
        };
        if subject.filter.is_some() {
            self.wrong(
                Code::NotACondition,
                subject.span,
                "these are holes, not a condition",
                "write `some` or `no` before them",
            );
            return None;
        }
        let text = words.text();
        if let Some((own, WordMeaning::Condition(definition))) = self.own_word(&text) {
            return self.defined(own, definition, words.span);
        }
        if let Some(fact) = fact_of(&text) {
            self.meets(fact.need(), words.span);
            self.asks_repeated |= fact == Fact::Repeated && self.moment != Moment::Claim;
            return Some(Condition::Fact(fact));
        }
        if let [mover, nth, turn] = words.words.as_slice()
            && mover.text == "mover's"
            && turn.text == "turn"
            && nth.ordinal
        {
            return self.count(nth.number?, nth.span).map(Condition::Turn);
        }
        if let [nth, lap] = words.words.as_slice()
            && lap.text == "lap"
            && nth.ordinal
        {
            self.here_exists(words.span)?;
            return self.count(nth.number?, nth.span).map(Condition::Lap);
        }
        if self.option_place(&text).is_some() {
            let message = format!("`{text}` is an option, but no reading is named");
            self.wrong(Code::NotACondition, words.span, message, format!("write `{text} is READING`"));
            return None;
        }
        if Range::of(&words.words).is_some() {
            let one = self.subject(words.span)?;
            return self.property_words(&one, words);
        }
        if let Some((property, _)) = self.property_at(&words.words) {
            property?;
            let one = self.subject(words.span)?;
            return self.property_words(&one, words);
        }
        if matches!(self.own_word(&text), Some((_, WordMeaning::Holes(_)))) {
            let message = format!("`{text}` is a word for holes, not a condition");
            let help = format!(
                "write `hole is in {text}`, or define the word as a property, as in `{text} if 1st from owner's right`"
            );
            self.wrong(Code::NotACondition, words.span, message, help);
            return None;
        }
        if vocabulary::written(&text).any(|entry| matches!(entry.meaning, Meaning::Hole(_) | Meaning::Relative(_))) {
            let help = format!("add a test: `{text} is occupied`, `{text} holds 3`");
            self.wrong(Code::NotACondition, words.span, format!("`{text}` is a hole, not a condition"), help);
            return None;
        }
        self.unknown_condition(words);
        None
    }
}

/// Help for `was N`: what the hole makes with the last seed in it.
fn made_of(said: &str) -> Option<Help> {
    let number = said.trim_start_matches("a ").trim_start_matches("the ");
    let before: u64 = match number {
        "single" | "singleton" | "one" => 1,
        number => number.parse().ok()?,
    };
    let makes = before.checked_add(1)?;
    Some(format!("write `makes {makes}`: the last seed is counted, too").into())
}

/// Whether words name holes as seen from others, such as `opposite of origin`.
fn is_relative(set: &Set) -> bool {
    let SetKind::Words { words, within: Some((link, _)) } = &set.kind else { return false };
    let text = words.text();
    let counts = vocabulary::rows(|meaning| matches!(meaning, Meaning::Amount(_)))
        .any(|entry| entry.words.strip_prefix(&*text).is_some_and(|rest| rest.starts_with(' ')));
    link.text == "of" && !counts
}

/// The fact that words stand for.
fn fact_of(text: &str) -> Option<Fact> {
    vocabulary::written(text).find_map(|entry| match entry.meaning {
        Meaning::Fact(fact) => fact,
        _ => None,
    })
}

/// The negation, with double negation removed and constants evaluated.
pub(super) fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Constant(value) => Condition::Constant(!value),
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

/// The conjunction, with constants evaluated.
pub(super) fn every(parts: Vec<Condition>) -> Condition {
    if parts.contains(&Condition::Constant(false)) {
        return Condition::Constant(false);
    }
    all_of(parts.into_iter().filter(|part| *part != Condition::Constant(true)).collect())
}

/// The disjunction, with constants evaluated.
fn any_of(parts: Vec<Condition>) -> Condition {
    if parts.contains(&Condition::Constant(true)) {
        return Condition::Constant(true);
    }
    let mut parts: Vec<Condition> = parts.into_iter().filter(|part| *part != Condition::Constant(false)).collect();
    match parts.len() {
        0 => Condition::Constant(false),
        1 => parts.remove(0),
        _ => Condition::Or(parts),
    }
}

/// Whether words tell that the last seed falls into a store: `last stone falls in own store`.
fn ends_in_store(said: &str) -> bool {
    said.starts_with("last ") && said.split_whitespace().any(|word| matches!(word, "store" | "kalah" | "mancala"))
}
