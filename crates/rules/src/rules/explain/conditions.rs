//! Phrases for conditions, as they stand after `if`.

use super::common::{either_side_empty, same_start, starters_turn, together, turns};
use super::numbers::{always, hand, is_zero, places};
use super::plain::called;
use super::simplify::{conjuncts, not};
use super::voice::Voice;
use super::words::{Article, is_list, join, ordinal_word};
use crate::rules::model::{
    Amount, Condition, CountedFrom, Ends, Fixed, Forms, HoleSet, InMatch, One, Property, Rules, Way, Whose,
};
use crate::rules::notation::{drawn, ordinal, player_name};
use crate::rules::vocabulary::{Meaning, Of, Phrase, Said, Verb, phrase, word};

/// A condition that is neither a conjunction nor a disjunction, affirmed or denied.
#[derive(Clone, Copy)]
pub(super) struct Literal<'c> {
    /// The condition without negation.
    pub(super) condition: &'c Condition,
    /// Whether it is affirmed.
    pub(super) positive: bool,
    /// Whether the phrase that the file has for it says what a hole is; `None` if the file has no phrase.
    called: Option<bool>,
}

/// Reads a condition as a literal; `None` for a conjunction or disjunction for which the file has no phrase.
pub(super) fn literal<'c>(rules: &Rules, given: &'c Condition) -> Option<Literal<'c>> {
    let called = called(rules, given).map(Forms::is_predicate);
    match given {
        condition if called.is_some() => Some(Literal { condition, positive: true, called }),
        Condition::And(_) | Condition::Or(_) => None,
        Condition::Not(inner) => literal(rules, inner).map(|inner| Literal { positive: !inner.positive, ..inner }),
        condition => Some(Literal { condition, positive: true, called }),
    }
}

/// The hole that a condition is about: the one tested, or else the first that it asks about.
pub(super) fn main_hole(given: &Condition) -> Option<&One> {
    match given {
        Condition::Is(one, _) | Condition::Holds(one, _) => Some(one),
        Condition::Count(Amount::SeedsIn(HoleSet::One(one)), _) => Some(one),
        Condition::Makes(_) | Condition::WasEmpty => Some(&One::Here),
        Condition::Not(inner) => main_hole(inner),
        Condition::And(parts) | Condition::Or(parts) => {
            let mut holes = parts.iter().filter_map(main_hole);
            let first = holes.next()?;
            if *first == One::Tested {
                Some(first)
            } else {
                Some(holes.find(|one| **one == One::Tested).unwrap_or(first))
            }
        }
        _ => None,
    }
}

/// The subject of a clause.
#[derive(Clone, PartialEq)]
enum Subject {
    Hole(One),
    Store(Whose),
    Mover,
    /// A fixed noun phrase.
    Thing(&'static str),
}

impl<'c> Literal<'c> {
    /// The hole that the condition is about, if it is about one.
    pub(super) fn hole(&self) -> Option<&'c One> {
        match self.condition {
            _ if self.called == Some(false) => None,
            called if self.called == Some(true) => main_hole(called),
            Condition::Is(one, _)
            | Condition::Holds(one, _)
            | Condition::Count(Amount::SeedsIn(HoleSet::One(one)), _) => Some(one),
            Condition::Makes(_) | Condition::WasEmpty => Some(&One::Here),
            _ => None,
        }
    }

    fn subject(&self) -> Option<Subject> {
        match self.condition {
            _ if self.called.is_some() => self.hole().cloned().map(Subject::Hole),
            Condition::Count(Amount::SeedsIn(HoleSet::Store(whose)), _) => Some(Subject::Store(*whose)),
            Condition::MoverIs(_) => Some(Subject::Mover),
            Condition::Count(Amount::InMatch(amount), _) => match amount {
                InMatch::Points | InMatch::Owned => Some(Subject::Mover),
                InMatch::Rounds | InMatch::Score | InMatch::Lead => None,
            },
            Condition::Fact(fact) => match phrase(Meaning::Fact(Some(*fact))) {
                Phrase::Said(Said { of: Of::Mover, .. }) => Some(Subject::Mover),
                Phrase::Said(Said { of: Of::Thing(thing), .. }) => Some(Subject::Thing(thing)),
                _ => Some(Subject::Thing("the game")),
            },
            Condition::MoveIs(_) => Some(Subject::Thing("the move")),
            Condition::LapGoes(_) => Some(Subject::Thing("the lap")),
            _ => self.hole().cloned().map(Subject::Hole),
        }
    }

    /// Whether two literals state the same predicate of different holes.
    fn says_same(&self, other: &Literal<'_>) -> bool {
        match (self.condition, other.condition) {
            _ if self.called.is_some() || other.called.is_some() => false,
            (Condition::Is(_, one), Condition::Is(_, two)) => self.positive && other.positive && one == two,
            (Condition::Holds(_, one), Condition::Holds(_, two))
            | (
                Condition::Count(Amount::SeedsIn(HoleSet::Store(_)), one),
                Condition::Count(Amount::SeedsIn(HoleSet::Store(_)), two),
            ) => self.positive && other.positive && one == two,
            _ => false,
        }
    }
}

impl Voice<'_> {
    /// The clause after `if`. Alternatives with several parts begin with a new `if`.
    pub(super) fn condition(&mut self, given: &Condition) -> String {
        let rules = self.rules;
        match given {
            given if literal(rules, given).is_some() => self.all_of(&[given]),
            Condition::Or(parts) if turns(parts).is_some() => {
                let turns = turns(parts).unwrap_or_default();
                format!("it is {} {} turn of the {}", self.his(), places(&turns), self.unit())
            }
            Condition::Or(parts) if self.two_players() && either_side_empty(parts) => {
                "all holes of one player are empty".to_owned()
            }
            Condition::Or(parts)
                if one_subject(rules, parts)
                    || (parts.len() == 2 && parts.iter().all(|part| literal(rules, part).is_some())) =>
            {
                self.alternatives(parts, "")
            }
            Condition::Or(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.condition(part)).collect();
                parts.join(", or if ")
            }
            Condition::Not(inner) if matches!(**inner, Condition::And(_)) => {
                let parts: Vec<Condition> = conjuncts(inner).iter().cloned().map(not).collect();
                self.condition(&Condition::Or(parts))
            }
            // conditions inside sets that are counted are not simplified
            Condition::Not(inner) if literal(rules, inner).is_none() => self.condition(&not((**inner).clone())),
            other => self.all_of(&conjuncts(other).iter().collect::<Vec<_>>()),
        }
    }

    /// The conjunction of conditions in one clause.
    pub(super) fn all_of(&mut self, parts: &[&Condition]) -> String {
        let rules = self.rules;
        let denied = |part: &&&Condition| {
            matches!(part, Condition::Not(inner) if matches!(**inner, Condition::And(_)))
                && literal(rules, part).is_none()
        };
        let (lists, plain): (Vec<&Condition>, Vec<&Condition>) = parts.iter().partition(|part| denied(part));
        let mut wording: Vec<String> = Vec::new();
        if plain.is_empty() {
            for part in &lists {
                let alternatives: Vec<Condition> = match part {
                    Condition::Not(inner) => conjuncts(inner).iter().cloned().map(not).collect(),
                    _ => Vec::new(),
                };
                wording.push(self.alternatives(&alternatives, "either "));
            }
            return join(&wording, "and");
        }
        let mut left = plain;
        while !left.is_empty() {
            let first = left.remove(0);
            let Some(literal_first) = literal(rules, first) else {
                wording.push(match first {
                    Condition::Or(parts) => self.alternatives(parts, "either "),
                    other => format!("({})", self.condition(other)),
                });
                continue;
            };
            if let Some((other, turn)) = starters_turn(first, &left) {
                left.remove(other);
                wording.push(format!("it is the starter's {} turn", ordinal_word(turn)));
                continue;
            }
            let Some(subject) = literal_first.subject() else {
                wording.push(self.statement(literal_first));
                continue;
            };
            let same =
                |part: &&Condition| literal(rules, part).is_some_and(|part| part.subject().as_ref() == Some(&subject));
            let (mut about, others): (Vec<&Condition>, Vec<&Condition>) = left.into_iter().partition(same);
            left = others;
            about.insert(0, first);
            let about: Vec<Literal<'_>> = about.into_iter().filter_map(|part| literal(rules, part)).collect();
            wording.push(self.about(&subject, &about, &mut left));
        }
        let mut text = match wording.as_slice() {
            [.., last] if wording.len() > 1 && (is_list(last) || wording.iter().any(|part| is_list(part))) => {
                format!("{}, and {last}", wording[..wording.len() - 1].join(", "))
            }
            _ => join(&wording, "and"),
        };
        for part in lists {
            if let Condition::Not(inner) = part {
                let wording = self.all_of(&conjuncts(inner).iter().collect::<Vec<_>>());
                text.push_str(&format!(" (unless {wording})"));
            }
        }
        text
    }

    /// The clause with all predicates of one subject. Other holes with the same predicate join the subject.
    fn about(&mut self, subject: &Subject, about: &[Literal<'_>], left: &mut Vec<&Condition>) -> String {
        let rules = self.rules;
        if let ([said], Subject::Hole(one)) = (about, subject) {
            let joins = |part: &&Condition| {
                literal(rules, part)
                    .is_some_and(|part| part.says_same(said) && part.hole().is_some_and(|hole| hole != one))
            };
            let lone = |hole: &One| {
                left.iter().filter_map(|part| literal(rules, part)).filter(|part| part.hole() == Some(hole)).count()
                    == 1
            };
            let joined: Vec<&One> = left
                .iter()
                .filter(|part| joins(part))
                .filter_map(|part| literal(rules, part).and_then(|part| part.hole()))
                .filter(|hole| lone(hole))
                .collect();
            if !joined.is_empty() && !matches!(one, One::Tested) {
                let joined: Vec<One> = joined.into_iter().cloned().collect();
                left.retain(|part| {
                    !(joins(part)
                        && literal(rules, part).and_then(|part| part.hole()).is_some_and(|hole| joined.contains(hole)))
                });
                let mut holes = vec![self.hole(one)];
                holes.extend(joined.iter().map(|hole| self.hole(hole)));
                self.said_of_both([std::slice::from_ref(one), &joined].concat());
                let each = if holes.len() == 2 { "both" } else { "all" };
                let predicate = self.predicate(said.condition, true, true);
                let (verb, rest) = predicate.split_once(' ').unwrap_or((&predicate, ""));
                return match verb {
                    "are" => format!("{} are {each} {rest}", join(&holes, "and")),
                    _ => format!("{} {each} {predicate}", join(&holes, "and")),
                };
            }
        }
        let predicates = |voice: &mut Self, about: &[Literal<'_>]| -> String {
            let wording: Vec<String> = voice.store_of(about).unwrap_or_else(|| {
                let said = |said: &Literal<'_>| match placed(said, about) {
                    Some(wording) => wording,
                    None => Some(voice.predicate(said.condition, said.positive, false)),
                };
                about.iter().filter_map(said).collect()
            });
            together(wording)
        };
        let named = self.subject(subject, about);
        let wording = predicates(self, about);
        if !matches!(subject, Subject::Hole(_) | Subject::Mover) {
            self.forget_it();
        }
        format!("{named} {wording}")
    }

    /// The phrase for `here is own end` on a board whose ends are stores.
    fn store_of(&mut self, about: &[Literal<'_>]) -> Option<Vec<String>> {
        let whose = |said: &Literal<'_>| match said.condition {
            Condition::Is(_, Property::Own) if said.positive => Some(Whose::Own),
            Condition::Is(_, Property::Opponents) if said.positive => Some(Whose::Opponents),
            _ => None,
        };
        let end = |said: &Literal<'_>| {
            said.positive && matches!(said.condition, Condition::Is(_, Property::Fixed(Fixed::End)))
        };
        if self.rules.board.ends.value != Ends::Stores || !self.two_players() || !about.iter().any(end) {
            return None;
        }
        let side = about.iter().find_map(whose)?;
        let mut wording = vec![format!("is {}", self.store(side))];
        for said in about.iter().filter(|said| !end(said) && whose(said).is_none()) {
            wording.push(self.predicate(said.condition, said.positive, false));
        }
        Some(wording)
    }

    fn subject(&mut self, subject: &Subject, about: &[Literal<'_>]) -> String {
        match subject {
            Subject::Hole(One::Here)
                if about.first().is_some_and(|said| matches!(said.condition, Condition::Makes(_))) =>
            {
                match self.hole(&One::Here).as_str() {
                    "the hole" => "it".to_owned(),
                    named => named.to_owned(),
                }
            }
            Subject::Hole(one) => self.hole(one),
            Subject::Store(whose) => self.store(*whose),
            Subject::Mover => self.he(),
            Subject::Thing(thing) => (*thing).to_owned(),
        }
    }

    /// The disjunction of conditions in one clause. `lead` is `either ` if the clause is part of a longer one.
    fn alternatives(&mut self, parts: &[Condition], lead: &str) -> String {
        if let [Condition::Not(one), Condition::Not(two)] = parts
            && let Some((_, turn)) = starters_turn(one, &[&**two])
        {
            return format!("it is not the starter's {} turn", ordinal_word(turn));
        }
        let rules = self.rules;
        let literals: Option<Vec<Literal<'_>>> = parts.iter().map(|part| literal(rules, part)).collect();
        if let Some(literals) = &literals
            && let Some(subject) = literals.first().and_then(Literal::subject)
            && one_subject(rules, parts)
        {
            let about = subject.clone();
            let subject = self.subject(&subject, literals);
            let wording: Vec<String> =
                literals.iter().map(|said| self.predicate(said.condition, said.positive, false)).collect();
            if !matches!(about, Subject::Hole(_) | Subject::Mover) {
                self.forget_it();
            }
            return match same_start(&wording) {
                Some(verb) => {
                    let wording: Vec<String> =
                        wording.iter().map(|text| text.trim_start_matches(verb).trim_start().to_owned()).collect();
                    let lead = if wording.iter().any(|text| is_list(text)) { lead } else { "" };
                    format!("{subject} {verb} {lead}{}", join(&wording, "or"))
                }
                None => format!("{subject} {lead}{}", join(&wording, "or")),
            };
        }
        if let Some([first, others @ ..]) = literals.as_deref()
            && others.iter().all(|part| first.says_same(part))
        {
            let subjects: Option<Vec<Subject>> = parts.iter().map(|part| literal(rules, part)?.subject()).collect();
            if let Some(subjects) = subjects {
                let subjects: Vec<String> = subjects.iter().map(|subject| self.subject(subject, &[])).collect();
                self.forget_hole();
                let wording = self.predicate(first.condition, first.positive, false);
                return format!("{lead}{} {wording}", join(&subjects, "or"));
            }
        }
        let mut wording: Vec<(String, bool)> = Vec::new();
        for part in parts {
            wording.push(match literal(rules, part) {
                Some(_) => (self.all_of(&[part]), true),
                None => (self.condition(part), false),
            });
        }
        // alternatives within an alternative, and lists, would run into the rest
        let runs_on =
            |(text, alone): &(String, bool)| !alone && (is_list(text) && text.contains(", ") || text.contains(" or "));
        match wording.as_slice() {
            [one, other] if !lead.is_empty() && !wording.iter().any(runs_on) => {
                format!("{lead}{}, or {}", one.0, other.0)
            }
            _ => {
                let set_off = |(text, alone): (String, bool)| if alone { text } else { format!("({text})") };
                format!("{lead}{}", join(&wording.into_iter().map(set_off).collect::<Vec<_>>(), "or"))
            }
        }
    }

    /// The predicate of a subject: `is empty`, `holds 2 or 3 seeds`.
    pub(super) fn predicate(&mut self, given: &Condition, positive: bool, plural: bool) -> String {
        if let Some(forms) = called(self.rules, given).filter(|forms| forms.is_predicate()) {
            return self.named_predicate(forms, positive, plural);
        }
        let be = Verb::Be.form(positive, plural);
        match given {
            Condition::Is(one, property) => self.property(one, property, positive, plural),
            Condition::Holds(one, numbers) => self.holding(Verb::Do("hold"), numbers, always(one), positive, plural),
            Condition::Count(Amount::SeedsIn(HoleSet::One(one)), numbers) => {
                self.holding(Verb::Do("hold"), numbers, always(one), positive, plural)
            }
            Condition::Count(Amount::InMatch(InMatch::Points), numbers) if is_zero(numbers) && !positive => {
                format!("{} points in the match", Verb::Have.form(true, plural))
            }
            Condition::Count(Amount::InMatch(InMatch::Owned), numbers) if is_zero(numbers) && !positive => {
                "owned seeds when the refilling began".to_owned()
            }
            Condition::Count(Amount::InMatch(InMatch::Points), numbers) => {
                format!("{} {} in the match", Verb::Have.form(positive, plural), self.amount_of(numbers, "point"))
            }
            Condition::Count(Amount::InMatch(InMatch::Owned), numbers) => {
                let wording = self.holding(Verb::Did("owned", "own"), numbers, true, positive, plural);
                format!("{wording} when the refilling began")
            }
            Condition::Count(_, numbers) => self.holding(Verb::Do("hold"), numbers, true, positive, plural),
            Condition::Makes(numbers) => self.holding(Verb::Do("make"), numbers, true, positive, plural),
            Condition::WasEmpty => format!("was {}", if positive { "empty" } else { "occupied" }),
            Condition::MoverIs(player) => format!("{be} {}", player_name(self.rules.board.players.value, *player)),
            Condition::Fact(fact) => match phrase(Meaning::Fact(Some(*fact))) {
                Phrase::Said(said) => self.said(said, positive, plural),
                _ => format!("{be} so that \"{}\"", word(Meaning::Fact(Some(*fact)))),
            },
            Condition::MoveIs(index) => format!("{be} {}", self.move_name(*index)),
            Condition::LapGoes(way) => {
                let way: Way = if positive { *way } else { way.reversed() };
                format!("goes {}", way.name())
            }
            other => self.statement(Literal { condition: other, positive, called: None }),
        }
    }

    /// The name of a `move` section.
    pub(super) fn move_name(&self, index: usize) -> String {
        let name = self.rules.moves.get(index).and_then(|section| section.name.clone());
        name.unwrap_or_else(|| format!("move {}", index + 1))
    }

    fn property(&mut self, one: &One, property: &Property, positive: bool, plural: bool) -> String {
        let be = Verb::Be.form(positive, plural);
        let lie = Verb::Do("lie").form(positive, plural);
        match property {
            Property::Fixed(Fixed::End) => {
                let noun = if self.rules.board.ends.value == Ends::Stores { "store" } else { "end" };
                match (plural, noun) {
                    (true, _) => format!("{be} {noun}s"),
                    (false, "end") => format!("{be} an end"),
                    (false, _) => format!("{be} a store"),
                }
            }
            Property::Fixed(Fixed::Place(CountedFrom::Border, places)) => {
                format!("{lie} in the {} row from the border", self::places(places))
            }
            Property::Fixed(Fixed::Place(from, places)) => {
                let owner = match (self.at_home && *one == One::Tested, plural) {
                    (true, _) => "his own",
                    (false, true) => "their owner's",
                    (false, false) => "its owner's",
                };
                format!("{be} the {} from {owner} {}", self::places(places), hand(*from))
            }
            Property::Marked(marker) => self.marked(*marker, positive, plural),
            Property::In(set) => {
                let among = if plural { "among" } else { "one of" };
                let (set, several) = self.set(set);
                match (plural, several) {
                    (_, false) => format!("{be} {set}"),
                    _ => format!("{be} {among} {set}"),
                }
            }
            plain => match phrase(Meaning::Property(Some(plain))) {
                Phrase::Said(said) => self.said(said, positive, plural),
                _ => format!("{be} {}", word(Meaning::Property(Some(plain)))),
            },
        }
    }

    /// The predicate in a phrase of the vocabulary.
    fn said(&mut self, said: Said, positive: bool, plural: bool) -> String {
        let (positive, text) = match (said.denied, said.of_several) {
            (Some(denied), _) if !positive => (true, denied),
            (_, Some(several)) if plural => (positive, several),
            _ => (positive, said.text),
        };
        let mut text = format!("{} {text}", said.verb.form(positive, plural));
        if text.contains("HIS") {
            text = text.replace("HIS", &self.his());
        }
        text.replace("OPPONENT", self.opponent()).replace("UNIT", self.unit())
    }

    /// The clause for a condition without a single subject.
    fn statement(&mut self, said: Literal<'_>) -> String {
        if let Some(forms) = called(self.rules, said.condition).filter(|_| said.called == Some(false)) {
            return self.named_clause(forms, said.positive);
        }
        let be = Verb::Be.form(said.positive, false);
        match said.condition {
            Condition::Constant(settled) => if *settled == said.positive { "always" } else { "never" }.to_owned(),
            Condition::Some(set) => self.exists(set, said.positive),
            Condition::Drawn(seeds) => {
                let board = &self.rules.board;
                let hold = Verb::Do("hold").form(said.positive, true);
                format!("the holes {hold} exactly {}", drawn(seeds, board.rows.value, board.rows_are_sides()))
            }
            Condition::All(set, claim) => {
                // the holes of this set are tested, not those of a clause around it
                let before = std::mem::replace(&mut self.at_home, false);
                let wording = self.every(set, claim, said.positive);
                self.at_home = before;
                wording
            }
            Condition::AnotherLeaves(inner) => {
                let which = if said.positive { "another" } else { "no other" };
                // the hole of the last seed, too, is another one
                let inner = Voice::new(self.rules, self.scene).condition(inner);
                format!("{which} move would have left a position in which {inner}")
            }
            Condition::Count(Amount::NumberOf(set), numbers) => self.count_of(set, numbers, said.positive),
            Condition::Count(Amount::SeedsIn(set), numbers) => {
                if is_zero(numbers) {
                    let empty = Condition::Is(One::Tested, Property::Empty);
                    return self.every(set, &empty, said.positive);
                }
                let (subject, plural) = match self.kind(set) {
                    Some(kind) => self.many(&kind, Article::The),
                    None => self.set(set),
                };
                let wording = self.holding(Verb::Do("hold"), numbers, true, said.positive, plural);
                format!("{subject} {}{wording}", if plural { "together " } else { "" })
            }
            Condition::Count(Amount::StartingSeeds(one), numbers) => {
                let hole = self.hole(one);
                let wording = self.holding(Verb::Did("held", "hold"), numbers, always(one), said.positive, false);
                format!("{hole} {wording} at the start of the game")
            }
            Condition::Count(amount @ Amount::Half(_), numbers) => {
                let (amount, be) = (self.amount(amount), Verb::Be.form(said.positive, true));
                format!("{amount} {be} {}", self.amount_of(numbers, "seed"))
            }
            Condition::Count(Amount::InMatch(InMatch::Rounds), numbers) => {
                let not = if said.positive { "" } else { "not " };
                let rounds = self.amount_of(numbers, "round");
                let were = if rounds.ends_with("round") { "was" } else { "were" };
                format!("{not}{rounds} {were} played")
            }
            Condition::Count(amount @ Amount::InMatch(InMatch::Score | InMatch::Lead), numbers) => {
                format!("{} {be} {}", self.amount(amount), self.amount_of(numbers, "seed"))
            }
            Condition::Lap(number) => format!("it {be} the {} lap of the turn", ordinal(*number)),
            Condition::Turn(number) => {
                format!("it {be} {} {} turn of the {}", self.his(), ordinal(*number), self.unit())
            }
            other => {
                let other = if said.positive { other.clone() } else { not(other.clone()) };
                self.all_of(&[&other])
            }
        }
    }
}

/// Joins number and row: `is the 1st inner hole from its owner's left`. Outer `None`: the literal stands by itself.
/// Inner `None`: it is part of the joined phrase.
fn placed(said: &Literal<'_>, about: &[Literal<'_>]) -> Option<Option<String>> {
    let row = |said: &Literal<'_>| match said.condition {
        Condition::Is(_, Property::Fixed(Fixed::Inner)) if said.positive => Some("inner"),
        Condition::Is(_, Property::Fixed(Fixed::Outer)) if said.positive => Some("outer"),
        _ => None,
    };
    let places = |said: &Literal<'_>| match said.condition {
        Condition::Is(_, Property::Fixed(Fixed::Place(from, places)))
            if said.positive && *from != CountedFrom::Border =>
        {
            Some((*from, places.clone()))
        }
        _ => None,
    };
    let (the_row, (from, the_places)) = (about.iter().find_map(row)?, about.iter().find_map(places)?);
    if row(said).is_some() {
        return Some(None);
    }
    places(said)?;
    Some(Some(format!("is the {} {the_row} hole from its owner's {}", self::places(&the_places), hand(from))))
}

/// Whether conditions have one common subject.
fn one_subject(rules: &Rules, parts: &[Condition]) -> bool {
    let subjects: Option<Vec<Subject>> = parts.iter().map(|part| literal(rules, part)?.subject()).collect();
    subjects.is_some_and(|subjects| subjects.windows(2).all(|pair| pair[0] == pair[1]))
}
