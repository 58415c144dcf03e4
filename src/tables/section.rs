//! Choices of a move: which holes, where to, and what is done with them.

use super::code::{Action, Amount, Set, Spot, Test};
use super::lower::Lower;
use super::slots::Mask;
use super::walk::Node;
use super::Listed;
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
    /// What is done with the chosen hole is to lift it and to sow after it.
    pub plain: bool,
    /// Where it stands.
    pub span: Span,
}

/// When every choice is legal and can be played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe<M> {
    /// It is not known before it is tried.
    Never,
    /// Always.
    Always,
    /// When one of these holes holds something: what forbids a move asks that all of them are empty and that nothing was
    /// taken from them.
    IfOccupied(M),
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
            ([(Test::Known(true), ways)], Some((Test::Known(true), _))) => set_of_cases(&from).map(|set| (set.polished(), *ways)),
            _ => None,
        };
        let plain = match begin.as_slice() {
            [Listed { test: Test::Known(true), action, .. }] => actions[usize::from(*action)].relays(),
            _ => false,
        };
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
        before.push(Test::not(test.clone()));
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
