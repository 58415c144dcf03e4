//! Choices of a move: which holes, where to, and what is done with them.

use super::code::{Action, Amount, Set, Spot, Test};
use super::fold::{Class, Known};
use super::listed::Listed;
use super::lower::Lower;
use super::slots::{Layout, Mask};
use super::walk::Node;
use crate::rules::model::{Case, Direction, MoveRules, Way};
use crate::source::Span;

/// A `move` section.
#[derive(Clone, Debug)]
pub struct Section<M> {
    /// When it is in force.
    pub when: Test<M>,
    /// Holes that may be chosen, by case.
    pub from: Vec<(Test<M>, Set<M>)>,
    /// Where sowing goes, by case.
    pub direction: Vec<(Test<M>, Ways)>,
    /// The holes that may be chosen, if they can be told without trying each.
    pub at_once: Option<(Set<M>, Ways)>,
    /// What is done with the chosen hole.
    pub begin: Vec<Listed<M>>,
    /// When every choice is legal and can be played to its end, so that nothing has to be tried.
    pub safe: Safe<M>,
    /// What is done with the chosen hole is to lift it and to sow after it or into it.
    pub plain: Option<Lifting>,
    /// Where it stands.
    pub span: Span,
}

/// How the chosen hole is lifted and sown, by the number of its seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifting {
    /// The numbers of seeds below 64, as bits, of which the first falls into the hole itself.
    into: u64,
    /// Whether that is so with more seeds.
    into_beyond: bool,
}

impl Lifting {
    /// Whether the first of so many seeds falls into the hole itself.
    #[inline(always)]
    pub fn into(self, seeds: i32) -> bool {
        if seeds < 64 { self.into >> (seeds & 63) & 1 != 0 } else { self.into_beyond }
    }

    /// Whether no first seed ever falls into the hole itself.
    #[inline(always)]
    pub fn is_after(self) -> bool {
        self.into == 0 && !self.into_beyond
    }

    fn of<M: Mask>(begin: &[Listed<M>], actions: &[Action<M>], layout: &Layout) -> Option<Self> {
        let asks_seeds_alone = |rule: &Listed<M>| {
            !rule.test.any(&mut |node| match node {
                Node::Test(Test::Known(_) | Test::Not(_) | Test::And(_) | Test::Or(_)) => false,
                Node::Test(Test::Seeds(Spot::Here, numbers)) => numbers.limit() > 60,
                Node::Spot(Spot::Here) => false,
                _ => true,
            })
        };
        if !begin.iter().all(asks_seeds_alone) {
            return None;
        }
        let sows_into = |seeds: i32| {
            let known =
                Known { here: Some(0), made: Some(Class { number: seeds, cap: 64 }), holds: true, ..Known::default() };
            let rule = begin.iter().find(|rule| known.test(&rule.test, layout) == Test::Known(true))?;
            actions[usize::from(rule.action)].lifts_and_sows()
        };
        let mut lifting = Lifting { into: 0, into_beyond: sows_into(63)? };
        for seeds in 1..64 {
            lifting.into |= u64::from(sows_into(seeds)?) << seeds;
        }
        // beyond 60 it is at most a matter of their being even or odd, and here not even that
        (sows_into(62)? == lifting.into_beyond).then_some(lifting)
    }
}

/// When every choice is legal and can be played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe<M> {
    /// It is not known before it is tried.
    Never,
    /// Always.
    Always,
    /// When one of some holes holds something.
    IfOccupied {
        /// What forbids a move asks that all of these are empty and that nothing was taken from them.
        holes: M,
        /// Whether it asks more than that.
        asks_more: bool,
    },
}

/// Directions of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// One.
    One(Way),
    /// Both, counterclockwise first.
    Either,
}

impl Ways {
    /// The directions.
    pub fn list(self) -> &'static [Way] {
        match self {
            Ways::One(Way::Counterclockwise) => &[Way::Counterclockwise],
            Ways::One(Way::Clockwise) => &[Way::Clockwise],
            Ways::Either => &[Way::Counterclockwise, Way::Clockwise],
        }
    }
}

impl<M: Mask> Section<M> {
    /// Compiles a section; whether its moves are always legal is for the caller to say.
    pub(super) fn compile(
        lower: &Lower<'_>,
        section: &MoveRules,
        begin: Vec<Listed<M>>,
        actions: &[Action<M>],
    ) -> Section<M> {
        let from = cases(lower, &section.from, |set| lower.set(set));
        let direction = cases(lower, &section.direction, |direction| match direction {
            Direction::One(way) => Ways::One(*way),
            Direction::PerPlayer(ways) => Ways::One(ways[lower.mover]),
            Direction::Either => Ways::Either,
        });
        let at_once = match (direction.as_slice(), from.last()) {
            ([(Test::Known(true), ways)], Some((Test::Known(true), _))) => {
                set_of_cases(&from).map(|set| (set.polished(), *ways))
            }
            _ => None,
        };
        let plain = Lifting::of(&begin, actions, lower.layout);
        Section {
            when: section.when.as_ref().map_or(Test::Known(true), |when| lower.test(when)),
            from,
            direction,
            at_once,
            begin,
            safe: Safe::Never,
            plain,
            span: section.span,
        }
    }
}

fn cases<M: Mask, T, V>(lower: &Lower<'_>, cases: &[Case<T>], value: impl Fn(&T) -> V) -> Vec<(Test<M>, V)> {
    let test = |case: &Case<T>| case.condition.as_ref().map_or(Test::Known(true), |condition| lower.test(condition));
    cases.iter().map(|case| (test(case), value(&case.value))).collect()
}

/// The sets of all cases as one, unless it is the chosen hole or its direction that decides.
fn set_of_cases<M: Mask>(cases: &[(Test<M>, Set<M>)]) -> Option<Set<M>> {
    let mut before = Vec::new();
    let mut parts = Vec::new();
    for (test, set) in cases {
        if depends_on_choice(test) || depends_on_choice(&Test::Some(set.clone())) {
            return None;
        }
        let here = Test::and(before.iter().cloned().chain([test.clone()]));
        parts.push(match here {
            Test::Known(true) => set.clone(),
            Test::Known(false) => Set::none(),
            here => Set::both([set.clone(), Set::If(Box::new(here))]),
        });
        before.push(Test::negated(test.clone()));
    }
    Some(Set::either(parts))
}

/// Whether it is the chosen hole, or where it is sown, that decides.
fn depends_on_choice<M: Mask>(test: &Test<M>) -> bool {
    test.any(&mut |node| match node {
        Node::Test(test) => {
            matches!(test, Test::Goes(_) | Test::Count(Amount::Made, _) | Test::Compare(Amount::Made, ..))
        }
        Node::Set(set) => matches!(set, Set::Along { .. } | Set::Run { .. }),
        Node::Spot(spot) => matches!(spot, Spot::Here | Spot::Origin | Spot::Along { .. }),
    })
}
