//! Proves claims by counting: by the number of seeds, and by a common divisor of the numbers of seeds that leave the
//! holes.

use mancala_rules::rules::model::{
    Amount, Condition, Effect, Ends, HoleSet, NumberSet, One, Outcome, Property, Rule, Rules, Whose,
};

/// For each number of seeds, from 0 to all, whether it is possible.
type Possible = Vec<bool>;

/// What counting shows of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Number of seeds in the game.
    pub seeds: u32,
    /// Number of seeds in the holes at the start.
    pub in_holes: u32,
    /// Seeds leave the holes and enter a store only in multiples of this: 0 if none ever do, 1 if nothing is known.
    pub step: u32,
}

impl Counted {
    /// Counts the seeds of a game, and examines what its rules move out of holes.
    pub fn of(rules: &Rules) -> Counted {
        let board = &rules.board;
        let seeds: u32 = board.start.iter().sum();
        let in_holes = board.start[..board.holes()].iter().sum();
        // sowing puts single seeds into end holes
        let step = if board.ends.value == Ends::None { step(rules, seeds) } else { 1 };
        Counted { seeds, in_holes, step }
    }

    /// These facts reduced to the number of seeds.
    pub fn by_number_alone(self) -> Counted {
        Counted { step: 1, ..self }
    }

    /// Whether a condition may hold in a position. A `false` is proved.
    pub fn allows(&self, rules: &Rules, condition: &Condition) -> bool {
        match condition {
            Condition::Constant(value) => *value,
            Condition::Or(parts) => parts.iter().any(|part| self.allows(rules, part)),
            Condition::And(parts) => {
                parts.iter().all(|part| self.allows(rules, part))
                    && amounts(condition).iter().all(|amount| self.leaves_some(rules, condition, amount))
            }
            Condition::Not(inner) => match &**inner {
                Condition::Count(..) | Condition::Holds(..) => {
                    amounts(inner).iter().all(|amount| self.leaves_some(rules, condition, amount))
                }
                inner => denied(inner).is_none_or(|denied| self.allows(rules, &denied)),
            },
            Condition::Some(HoleSet::Where(base, claim)) => {
                self.allows(rules, &Condition::Some((**base).clone())) && self.allows(rules, claim)
            }
            Condition::Count(amount, _) => self.leaves_some(rules, condition, amount),
            Condition::Holds(one, _) => self.leaves_some(rules, condition, &Amount::SeedsIn(HoleSet::One(one.clone()))),
            _ => true,
        }
    }

    /// Whether an amount can be one of the numbers that a condition allows.
    fn leaves_some(&self, rules: &Rules, condition: &Condition, amount: &Amount) -> bool {
        let wanted = numbers(condition, amount, self.seeds);
        let found = |(number, wanted): (usize, bool)| wanted && self.comes_to(rules, amount, number as u32);
        wanted.into_iter().enumerate().any(found)
    }

    /// Whether an amount can become this number.
    fn comes_to(&self, rules: &Rules, amount: &Amount, number: u32) -> bool {
        let board = &rules.board;
        match amount {
            Amount::SeedsIn(HoleSet::Holes) => self.is_step(self.in_holes, number),
            Amount::SeedsIn(HoleSet::Store(whose)) if board.ends.value == Ends::None => {
                let starts = |player: usize| board.start[board.stores[player]];
                let either = |of: &dyn Fn(u32) -> bool| (0..board.players.value).map(starts).any(of);
                match whose {
                    Whose::Own | Whose::Opponents => either(&|start| self.is_step(start, number)),
                }
            }
            Amount::NumberOf(set) if touches_store(set) => number as usize <= board.cells(),
            Amount::NumberOf(_) => number as usize <= board.holes(),
            _ => true,
        }
    }

    fn is_step(&self, from: u32, to: u32) -> bool {
        match self.step {
            0 => from == to,
            step => from.abs_diff(to).is_multiple_of(step),
        }
    }
}

/// A common divisor of all numbers of seeds that leave the holes, or return to them from a store.
fn step(rules: &Rules, seeds: u32) -> u32 {
    let begins = rules.moves.iter().flat_map(|section| &section.begin);
    let sows_at_once = begins.clone().all(|rule| matches!(rule.value.outcome, Some(Outcome::Sow { .. })));
    // where several seeds fall at a time, `was empty` does not say what the hole holds
    let untouched = rules.each_seed.is_empty() && sows_at_once && rules.largest_drop() == 1;
    let lists = rules.moves.iter().map(|section| (&section.begin, false)).chain([
        (&rules.each_seed, true),
        (&rules.last_seed, untouched),
        (&rules.after_turn, false),
        (&rules.before_turn, false),
    ]);
    let mut step = 0;
    for (list, made_is_held) in lists {
        for (at, rule) in list.iter().enumerate() {
            let ends = matches!(
                rule.value.outcome,
                Some(Outcome::Over | Outcome::MoverWins | Outcome::MoverLoses | Outcome::Draw)
            );
            // captures at the end of the game appear in no position of it
            let over = ends && std::ptr::eq(list, &rules.before_turn);
            // what is offered is done after the effects of the rule that plays
            let later = rule.value.may && std::ptr::eq(list, &rules.before_turn);
            let captures = rule.value.effects.iter().any(|effect| matches!(effect, Effect::Capture(..)));
            if !over && later && captures {
                step = 1;
            } else if !over {
                step = gcd(step, rule_step(&fits_first(list, at), rule, made_is_held, seeds));
            }
        }
    }
    step
}

/// Holds iff a rule is the first that applies: its condition, and none of those above it.
fn fits_first(list: &[Rule], at: usize) -> Condition {
    let above = list[..at].iter().filter(|rule| !rule.value.may);
    let above = above.filter_map(|rule| rule.condition.clone()).map(|condition| Condition::Not(Box::new(condition)));
    Condition::And(above.chain(list[at].condition.clone()).collect())
}

/// A common divisor of the numbers of seeds that a rule moves out of holes.
fn rule_step(condition: &Condition, rule: &Rule, made_is_held: bool, seeds: u32) -> u32 {
    let mut step = 0;
    // whether every hole is unchanged since the condition was read, or empty
    let mut as_read = true;
    for effect in &rule.value.effects {
        match effect {
            Effect::Capture(_, set) => {
                step = gcd(step, set_step(condition, set, as_read.then_some(made_is_held), seeds));
            }
            Effect::Lift(most, set) => {
                if touches_store(set) {
                    step = 1;
                }
                as_read &= most.is_none();
            }
            Effect::Place { count, from_store, into } => {
                if *from_store != touches_store(into) {
                    step = gcd(step, if let Amount::Number(count) = count { *count } else { 1 });
                }
                as_read = false;
            }
            Effect::PlaceAll(into) => {
                if touches_store(into) {
                    step = 1;
                }
                as_read = false;
            }
            Effect::To(..) | Effect::Points(..) => {}
        }
    }
    step
}

fn touches_store(set: &HoleSet) -> bool {
    let mut found = false;
    set.visit(&mut |part| {
        found |= matches!(part, mancala_rules::rules::model::Part::Set(HoleSet::Store(_) | HoleSet::Ends));
    });
    found
}

/// A common divisor of the seeds of all holes of a set. `read` is `None` if the holes have changed since the condition
/// was read; else it says whether `makes` describes what `here` holds.
fn set_step(condition: &Condition, set: &HoleSet, read: Option<bool>, seeds: u32) -> u32 {
    let of = |condition: &Condition, one: &One| {
        let amount = Amount::SeedsIn(HoleSet::One(one.clone()));
        let numbers = numbers(condition, &amount, seeds).into_iter().enumerate();
        numbers.filter(|(_, possible)| *possible).fold(0, |step, (number, _)| gcd(step, number as u32))
    };
    let claimed = match (read, claim_of_all(condition, set)) {
        (Some(_), Some(claim)) => of(claim, &One::Tested),
        _ => 1,
    };
    let own = match set {
        HoleSet::One(one) => match read {
            Some(true) if *one == One::Here => of(&made_as_held(condition), one),
            Some(_) => of(condition, one),
            None => 1,
        },
        HoleSet::Where(_, claim) | HoleSet::Run { condition: claim, .. } => of(claim, &One::Tested),
        HoleSet::Union(parts) => parts.iter().fold(0, |step, part| gcd(step, set_step(condition, part, read, seeds))),
        HoleSet::Any(_, among) => set_step(condition, among, read, seeds),
        HoleSet::Holes | HoleSet::Ends | HoleSet::Store(_) | HoleSet::Named(_) | HoleSet::Related(..) => 1,
    };
    // both divide all numbers, so their least common multiple does too
    match (claimed, own) {
        (0, _) | (_, 0) => 0,
        (one, other) => one / gcd(one, other) * other,
    }
}

/// The part of a condition that is about every hole of a set.
fn claim_of_all<'c>(condition: &'c Condition, set: &HoleSet) -> Option<&'c Condition> {
    match condition {
        Condition::And(parts) => parts.iter().find_map(|part| claim_of_all(part, set)),
        Condition::All(of, claim) if of == set => Some(claim),
        _ => None,
    }
}

/// The condition with `makes` replaced by what `here` holds.
fn made_as_held(condition: &Condition) -> Condition {
    let all = |parts: &[Condition]| parts.iter().map(made_as_held).collect();
    match condition {
        Condition::Makes(numbers) => Condition::Holds(One::Here, numbers.clone()),
        Condition::WasEmpty => Condition::Holds(One::Here, NumberSet::List(vec![1])),
        Condition::Not(inner) => Condition::Not(Box::new(made_as_held(inner))),
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        other => other.clone(),
    }
}

/// The negation of a list of conditions, as a list of negations; `None` if it is not a list.
fn denied(condition: &Condition) -> Option<Condition> {
    let all = |parts: &[Condition]| parts.iter().map(|part| Condition::Not(Box::new(part.clone()))).collect();
    match condition {
        Condition::Not(inner) => Some((**inner).clone()),
        Condition::And(parts) => Some(Condition::Or(all(parts))),
        Condition::Or(parts) => Some(Condition::And(all(parts))),
        Condition::Constant(value) => Some(Condition::Constant(!value)),
        _ => None,
    }
}

/// The amounts that a condition asks about.
fn amounts(condition: &Condition) -> Vec<Amount> {
    match condition {
        Condition::Not(inner) => amounts(inner),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().flat_map(amounts).collect(),
        Condition::Count(amount, _) => vec![amount.clone()],
        Condition::Holds(one, _) => vec![Amount::SeedsIn(HoleSet::One(one.clone()))],
        _ => Vec::new(),
    }
}

/// The possible values of an amount if a condition holds.
fn numbers(condition: &Condition, amount: &Amount, most: u32) -> Possible {
    let all = || vec![true; most as usize + 1];
    let is = |one: &One| *amount == Amount::SeedsIn(HoleSet::One(one.clone()));
    let keep = |wanted: &dyn Fn(u32) -> bool| (0..=most).map(wanted).collect();
    match condition {
        Condition::Constant(false) => vec![false; most as usize + 1],
        Condition::And(parts) => parts.iter().fold(all(), |left, part| {
            left.into_iter().zip(numbers(part, amount, most)).map(|(one, other)| one && other).collect()
        }),
        Condition::Or(parts) => parts.iter().fold(vec![false; most as usize + 1], |found, part| {
            found.into_iter().zip(numbers(part, amount, most)).map(|(one, other)| one || other).collect()
        }),
        Condition::Not(inner) => match &**inner {
            // a hole that does not exist holds no number, so the negation does not imply another number
            Condition::Holds(one, set) if is(one) => keep(&|number| !surely(set, number)),
            Condition::Count(of, set) if of == amount => keep(&|number| !surely(set, number)),
            Condition::Is(one, Property::Empty) if is(one) => keep(&|number| number > 0),
            Condition::Is(one, Property::Occupied) if is(one) => keep(&|number| number == 0),
            Condition::And(_) | Condition::Or(_) | Condition::Not(_) | Condition::Constant(_) => {
                denied(inner).map_or_else(all, |denied| numbers(&denied, amount, most))
            }
            _ => all(),
        },
        Condition::Holds(one, set) if is(one) => keep(&|number| perhaps(set, number)),
        Condition::Count(of, set) if of == amount => keep(&|number| perhaps(set, number)),
        Condition::Is(one, Property::Empty) if is(one) => keep(&|number| number == 0),
        Condition::Is(one, Property::Occupied) if is(one) => keep(&|number| number > 0),
        _ => all(),
    }
}

/// Whether a number may be in a set; a set with a bound that is counted on the board may contain any number.
fn perhaps(set: &NumberSet, number: u32) -> bool {
    set.is_counted() || surely(set, number)
}

/// Whether a number is certainly in a set.
fn surely(set: &NumberSet, number: u32) -> bool {
    let bound = |amount: &Amount| match amount {
        Amount::Number(bound) => i64::from(*bound),
        _ => 0,
    };
    !set.is_counted() && set.contains(i64::from(number), bound)
}

fn gcd(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { gcd(other, one % other) }
}
