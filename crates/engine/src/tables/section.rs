//! Compiled `move` sections: which holes may be chosen, in which direction they are sown, and what is done with them.

use mancala_rules::rules::model::{Case, Condition, Direction, HoleSet, MoveRules, Part, Steps, Way};
use mancala_rules::source::Span;

use super::code::{Action, Amount, Set, Spot, Test};
use super::fold::{Class, Known};
use super::listed::Listed;
use super::lower::Lower;
use super::slots::{Layout, Mask};
use super::walk::Node;

/// A `move` section.
#[derive(Clone, Debug)]
pub struct Section<M> {
    /// Condition under which the section is in force.
    pub when: Test<M>,
    /// Holes that may be chosen. The first case whose condition holds counts.
    pub from: Vec<(Test<M>, Set<M>)>,
    /// Directions of sowing. The first case whose condition holds counts.
    pub direction: Vec<(Test<M>, Ways)>,
    /// All holes that may be chosen and their directions; `None` if each hole must be tested on its own.
    pub at_once: Option<(Set<M>, Ways)>,
    /// The holes that may be chosen for each direction; `None` if each hole must be tested on its own.
    pub offered: Option<Offered<M>>,
    /// The list `begin`: what is done with the chosen hole.
    pub begin: Vec<Listed<M>>,
    /// When every choice is legal and can be played to its end, so that no move has to be tried first.
    pub safe: Safe<M>,
    /// When `after turn` does nothing after any choice.
    pub allowed: Safe<M>,
    /// How the chosen hole is lifted and sown; `None` if `begin` does anything else.
    pub plain: Option<Lifting>,
    /// Where the section stands in the rule file.
    pub span: Span,
}

/// What sowing passes over besides closed holes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passing {
    /// The hole from which a lap started.
    pub origin: bool,
    /// Any other slot.
    pub others: bool,
}

/// The holes that may be chosen for each direction.
#[derive(Clone, Debug)]
pub struct Offered<M> {
    /// The fixed holes for each direction, in the order of [`Way`].
    pub fixed: [M; 2],
    /// Those of them that may be chosen.
    pub among: Among<M>,
    /// Whether they hold only while no hole is closed.
    pub unless_closed: bool,
}

/// Which of some fixed holes may be chosen.
#[derive(Clone, Debug)]
pub enum Among<M> {
    /// All.
    All,
    /// Those of a set, whatever the direction.
    Of(Set<M>),
    /// Those of a set for each direction, to be evaluated with it.
    Each([Set<M>; 2]),
}

impl<M: Mask> Offered<M> {
    fn of(holes: [Set<M>; 2], unless_closed: bool) -> Self {
        let all = || M::first_slots(M::SLOTS);
        let split = |set: &Set<M>| match set {
            Set::Slots(slots) => (*slots, Set::Slots(all())),
            Set::Both(parts) => match parts.as_slice() {
                [Set::Slots(slots), rest @ ..] => (*slots, Set::both(rest.iter().cloned())),
                _ => (bound(set), set.clone()),
            },
            set => (bound(set), set.clone()),
        };
        let [(first, one), (second, other)] = holes.each_ref().map(split);
        let known = |set: &Set<M>, fixed: M| fixed.is_none() || matches!(set, Set::Slots(slots) if *slots == all());
        let among = if known(&one, first) && known(&other, second) {
            Among::All
        } else if one == other && !depends_on_way(&Test::Some(one.clone())) {
            Among::Of(one.polished())
        } else {
            Among::Each([one.polished(), other.polished()])
        };
        Offered { fixed: [first, second], among, unless_closed }
    }

    /// The holes that may be chosen for some direction.
    fn holes(&self) -> Set<M> {
        let [first, second] = self.fixed;
        let part = |fixed: M, set: &Set<M>| Set::both([Set::Slots(fixed), set.clone()]);
        match &self.among {
            Among::All => Set::Slots(first | second),
            Among::Of(set) => part(first | second, set),
            Among::Each([one, other]) => Set::either([part(first, one), part(second, other)]),
        }
    }
}

/// Whether a lifted hole receives its own first seed, by the number of its seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lifting {
    /// Bit `n` is set if the first of `n` seeds falls into the hole itself, for `n` below 64.
    into: u64,
    /// Whether the first seed falls into the hole itself if there are 64 seeds or more.
    into_beyond: bool,
}

impl Lifting {
    /// Whether the first of `seeds` seeds falls into the hole itself.
    #[inline(always)]
    pub fn into(self, seeds: i32) -> bool {
        if seeds < 64 { self.into >> (seeds & 63) & 1 != 0 } else { self.into_beyond }
    }

    /// Whether the first seed always falls after the hole.
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
        // beyond 60 only parity can matter; this form needs parity not to matter either
        (sows_into(62)? == lifting.into_beyond).then_some(lifting)
    }
}

/// When every choice is legal and can be played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe<M> {
    /// Unknown: each move must be tried.
    Never,
    /// Always.
    Always,
    /// If at least one of `holes` is occupied.
    IfOccupied {
        /// A move can be illegal only if it leaves all of these empty and took nothing from them.
        holes: M,
        /// Whether the rule that forbids it has further conditions.
        asks_more: bool,
    },
}

impl<M: Mask> Safe<M> {
    /// The holes of which one must be occupied, if that is needed.
    #[inline(always)]
    pub fn needs(&self) -> Option<M> {
        if let Safe::IfOccupied { holes, .. } = self { Some(*holes) } else { None }
    }

    /// Whether every choice is legal where these slots are occupied.
    #[inline(always)]
    pub fn holds(&self, occupied: M) -> bool {
        match self {
            Safe::Never => false,
            Safe::Always => true,
            Safe::IfOccupied { holes, .. } => !(occupied & *holes).is_none(),
        }
    }
}

/// Directions in which a chosen hole may be sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// Only this direction.
    One(Way),
    /// Both, counterclockwise first.
    Either,
}

impl Ways {
    /// The directions as a list, counterclockwise first.
    pub fn list(self) -> &'static [Way] {
        match self {
            Ways::One(Way::Counterclockwise) => &[Way::Counterclockwise],
            Ways::One(Way::Clockwise) => &[Way::Clockwise],
            Ways::Either => &Way::BOTH,
        }
    }
}

impl<M: Mask> Section<M> {
    /// All holes that may be chosen; `None` if each hole must be tested on its own.
    pub(super) fn choices(&self) -> Option<Set<M>> {
        match (&self.at_once, &self.offered) {
            (Some((from, _)), _) => Some(from.clone()),
            (None, Some(offered)) => Some(offered.holes()),
            (None, None) => None,
        }
    }

    /// Compiles a section. The caller sets `safe` and `allowed`, which start as `Never`.
    pub(super) fn compile(
        lower: &Lower<'_>,
        section: &MoveRules,
        begin: Vec<Listed<M>>,
        passing: Passing,
        actions: &[Action<M>],
    ) -> Section<M> {
        let from = cases(lower, &section.from, |set| lower.set(set));
        let direction = directions(lower, &section.direction);
        let at_once = match (direction.as_slice(), from.last()) {
            ([(Test::Known(true), ways)], Some((Test::Known(true), _))) => {
                let depends = |test: &Test<M>| depends_on_hole(test) || depends_on_way(test);
                set_of_cases(&from, depends).map(|set| (set.polished(), *ways))
            }
            _ => None,
        };
        let offered = offered(lower, section, passing, (&from, &direction));
        let plain = Lifting::of(&begin, actions, lower.layout);
        Section {
            when: section.when.as_ref().map_or(Test::Known(true), |when| lower.test(when).polished(lower.layout)),
            from,
            direction,
            at_once,
            offered,
            begin,
            safe: Safe::Never,
            allowed: Safe::Never,
            plain,
            span: section.span,
        }
    }
}

/// The directions of sowing, case by case.
fn directions<M: Mask>(lower: &Lower<'_>, given: &[Case<Direction>]) -> Vec<(Test<M>, Ways)> {
    let mut directions = Vec::new();
    for (test, direction) in cases(lower, given, Clone::clone) {
        let ways = match direction {
            Direction::One(way) => Ways::One(way),
            Direction::PerPlayer(ways) => Ways::One(ways[lower.mover]),
            Direction::Either => Ways::Either,
            Direction::AsLast(keeper) => {
                for way in Way::BOTH {
                    directions.push((Test::and([test.clone(), Test::Went(keeper, way)]), Ways::One(way)));
                }
                Ways::Either
            }
        };
        directions.push((test, ways));
    }
    directions
}

/// The holes that may be chosen for each direction; `None` if no sets express them.
fn offered<M: Mask>(
    lower: &Lower<'_>,
    section: &MoveRules,
    passing: Passing,
    (from, direction): (&Cases<M, Set<M>>, &Cases<M, Ways>),
) -> Option<Offered<M>> {
    let (Some((Test::Known(true), _)), Some(Case { condition: None, .. })) = (from.last(), section.direction.last())
    else {
        return None;
    };
    if section.direction.len() != direction.len() {
        // a direction that depends on an earlier turn is not a set of holes
        return None;
    }
    let lower = Lower { here_tested: true, ..*lower };
    let (mut ways, mut left) = ([Set::none(), Set::none()], Set::Slots(M::first_slots(lower.layout.holes)));
    for (case, (_, directions)) in section.direction.iter().zip(direction) {
        let nested = |condition: &Condition| {
            condition.any(|part| {
                matches!(
                    part,
                    Part::Set(HoleSet::Where(..) | HoleSet::Run { .. }) | Part::Condition(Condition::All(..))
                )
            })
        };
        let holes = match &case.condition {
            None => std::mem::replace(&mut left, Set::none()),
            Some(condition) if nested(condition) => return None,
            Some(condition) => {
                let test: Test<M> = lower.test(condition);
                // which way it goes is not decided yet
                if depends_on_hole(&test) || depends_on_way(&test) {
                    return None;
                }
                let holes = Set::filtered(left.clone(), test, lower.layout);
                left = Set::both([left, Set::outside(holes.clone())]);
                holes
            }
        };
        for way in directions.list() {
            let before = std::mem::replace(&mut ways[*way as usize], Set::none());
            ways[*way as usize] = Set::either([before, holes.clone()]);
        }
    }
    // sowing may pass over the hole it starts from, which a set does not know: a step past all others would lead back
    let (mut steps, mut far) = (false, false);
    for (test, set) in from {
        Test::And(vec![test.clone(), Test::Some(set.clone())]).any(&mut |node| {
            match node {
                Node::Set(Set::Along { .. }) => far = true,
                Node::Spot(Spot::Along { steps: Steps::Number(1), from, .. }) if **from == Spot::Tested => steps = true,
                Node::Spot(Spot::Along { .. }) => far = true,
                _ => {}
            }
            false
        });
    }
    if passing.origin && (far || steps && passing.others) {
        return None;
    }
    let set = set_of_cases(from, depends_on_hole)?;
    let holes = ways.map(|way| Set::both([way, set.clone()]));
    Some(Offered::of(holes, passing.origin && steps))
}

/// Cases in order: the first whose test holds decides.
type Cases<M, V> = [(Test<M>, V)];

fn cases<M: Mask, T, V>(lower: &Lower<'_>, cases: &[Case<T>], value: impl Fn(&T) -> V) -> Vec<(Test<M>, V)> {
    let test = |case: &Case<T>| case.condition.as_ref().map_or(Test::Known(true), |condition| lower.test(condition));
    cases.iter().map(|case| (test(case), value(&case.value))).collect()
}

/// Combines the sets of all cases into one; `None` if one of them depends on what is not known.
fn set_of_cases<M: Mask>(cases: &Cases<M, Set<M>>, depends: impl Fn(&Test<M>) -> bool) -> Option<Set<M>> {
    let mut before = Vec::new();
    let mut parts = Vec::new();
    for (test, set) in cases {
        if depends(test) || depends(&Test::Some(set.clone())) {
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

/// Slots outside of which a set has none, whatever the position.
fn bound<M: Mask>(set: &Set<M>) -> M {
    match set {
        Set::Slots(slots) | Set::Unmarked(slots, _) => *slots,
        Set::Where(set, _) => bound(set),
        Set::Both(parts) => parts.iter().map(bound).fold(!M::NONE, |all, part| all & part),
        Set::Either(parts) => parts.iter().map(bound).fold(M::NONE, |all, part| all | part),
        _ => !M::NONE,
    }
}

/// Whether a test depends on the chosen hole.
fn depends_on_hole<M: Mask>(test: &Test<M>) -> bool {
    test.any(&mut |node| match node {
        Node::Test(test) => matches!(test, Test::Count(Amount::Made, _) | Test::Compare(Amount::Made, ..)),
        Node::Set(set) => matches!(set, Set::Run { .. }),
        Node::Spot(spot) => matches!(spot, Spot::Here | Spot::Origin),
    })
}

/// Whether a test depends on the direction in which the chosen hole is sown.
fn depends_on_way<M: Mask>(test: &Test<M>) -> bool {
    test.any(&mut |node| node.walks() || matches!(node, Node::Test(Test::Goes(_))))
}
