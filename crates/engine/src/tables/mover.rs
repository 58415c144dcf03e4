//! Tables for the turns of one player.

use mancala_rules::rules::model::{Fact, Rule, Way};

use super::code::{Action, Amount, Set, Spot, Test, Then};
use super::decisions::{Decisions, Stirred, Told};
use super::gates::{self, Gate, Outcome, Quiet};
use super::listed::Listed;
use super::lower::Lower;
use super::offers::Offer;
use super::paces::{Paces, Pacing};
use super::section::{Passing, Section, Ways};
use super::slots::{Mask, Slot, mask};
use super::walk::Node;

/// Compiled rules for the turns of one player.
#[derive(Clone, Debug)]
pub struct MoverTables<M> {
    /// The `move` sections in the order of the file.
    pub sections: Vec<Section<M>>,
    /// The list `each seed`, read after every seed.
    pub each_seed: Vec<Listed<M>>,
    /// The list `each seed` as a table.
    pub each_decisions: Decisions<M>,
    /// When `each seed` does something; `None` if the slots that sowing passes over can change during a lap.
    pub stirred: Option<Stirred<M>>,
    /// The list `last seed`, read after the last seed of a lap.
    pub last_seed: Vec<Listed<M>>,
    /// The list `last seed` as a table.
    pub last_decisions: Decisions<M>,
    /// The list `after turn`, read once after the turn.
    pub after_turn: Vec<Listed<M>>,
    /// The list `before turn`, read whenever the mover is to move.
    pub before_turn: Vec<Listed<M>>,
    /// The actions of all rules. [`Listed::action`] and the tables refer to them by index.
    pub actions: Vec<Action<M>>,
    /// The slots that sowing passes over.
    pub skip: Skip<M>,
    /// The slots that the last seed of a lap passes over; `None` if they are those of the others. Sowing then goes seed by
    /// seed.
    pub skip_last: Option<Set<M>>,
    /// Whether a lap can be sown at once: `each seed` is empty, and the slots passed over do not change during a lap.
    pub tabled_laps: bool,
    /// The list `before turn` as gates, each with its effect.
    pub gates: Vec<(Gate<M>, Outcome)>,
    /// The rules of `before turn` that offer moves in place of a turn.
    pub offers: Vec<Offer<M>>,
    /// Test that only the last gate holds; `None` if the gates have no such form.
    pub quiet: Option<Quiet<M>>,
    /// This player's score; `None` where the rules count no score.
    pub score: Option<Amount<M>>,
    /// His way along the track.
    pub(super) pacing: Pacing,
    /// Direction of holes ahead while no lap runs.
    pub way_at_rest: Way,
    /// The slots on an opponent's side.
    pub abroad: M,
}

/// The slots that sowing passes over, apart from closed holes.
#[derive(Clone, Debug)]
pub enum Skip<M> {
    /// Some slots always, and others while marked by certain players.
    Marked {
        /// Always passed over.
        always: M,
        /// Passed over while marked by one of `players`.
        among: M,
        /// Players as a bit set.
        players: u32,
        /// Whether the hole from which the lap started is passed over.
        origin: bool,
    },
    /// A set that is constant while no mark changes, and whether the hole from which the lap started is passed over
    /// too.
    Fixed(Set<M>, bool),
    /// A set that can change with every seed. If the flag is set, whether it includes a slot depends, during a lap, on
    /// the seeds of that slot alone.
    Changing(Set<M>, bool),
}

impl<M> Skip<M> {
    /// The slots that are passed over, if they are the same at all times, but for closed holes.
    pub(super) fn constant(&self) -> Option<M>
    where
        M: Copy,
    {
        match self {
            Skip::Marked { always, players: 0, origin: false, .. } => Some(*always),
            _ => None,
        }
    }

    /// Whether the hole from which the lap started is passed over.
    pub fn passes_origin(&self) -> bool {
        match self {
            Skip::Marked { origin, .. } | Skip::Fixed(_, origin) => *origin,
            Skip::Changing(..) => false,
        }
    }
}

impl<M: Mask> MoverTables<M> {
    /// Compiles rules. `closes` says that holes may be closed.
    pub(super) fn compile(lower: Lower<'_>, closes: bool) -> Self {
        let Lower { rules, layout, mover, .. } = lower;
        let mut actions: Vec<Action<M>> = Vec::new();
        let mut listed = |list: &[Rule]| -> Vec<Listed<M>> {
            list.iter()
                .map(|rule| {
                    let number = actions.len() as u16;
                    actions.push(lower.action(rule, number));
                    let test = rule.condition.as_ref().map_or(Test::Known(true), |condition| lower.test(condition));
                    let test: Test<M> = test.polished(layout);
                    let asks_for_moves =
                        test.any(&mut |node| matches!(node, Node::Test(Test::Fact(Fact::NoLegalMove))));
                    Listed { test, action: number, asks_for_moves }
                })
                .collect()
        };
        let begins: Vec<Vec<Listed<M>>> = rules.moves.iter().map(|section| listed(&section.begin)).collect();
        let each_seed = listed(&rules.each_seed);
        let last_seed = listed(&rules.last_seed);
        let after_turn = listed(&rules.after_turn);
        let before_turn = listed(&rules.before_turn);
        let passed = |last| {
            let lower = Lower { last_seed: Some(last), ..lower };
            rules.skip.as_ref().map_or(Set::none(), |skip| lower.set(&skip.value))
        };
        let skip_last = Some(passed(true)).filter(|last| *last != passed(false));
        let skip = Skip::of(passed(false), skip_last.is_some());
        let sections = rules.moves.iter().zip(begins);
        let sections: Vec<Section<M>> = sections
            .map(|(section, begin)| Section::compile(&lower, section, begin, skip.passing(), &actions))
            .collect();
        let always = skip.constant().filter(|_| !closes);
        let pacing = Pacing {
            way: only_way(&sections, &actions),
            paces: Way::BOTH.map(|way| Some(Paces::of(always?, layout, (mover, way)))),
        };
        let told =
            Told { layout, mover, players: rules.board.players.value, sections: rules.moves.len(), pacing: &pacing };
        let each_decisions = Decisions::new(&each_seed, &mut actions, &told, true);
        let last_decisions = Decisions::new(&last_seed, &mut actions, &told, each_seed.is_empty());
        let gate = |(place, rule): (usize, &Listed<M>)| {
            let outcome = Outcome::of(rule.action, &actions[usize::from(rule.action)]);
            Gate::of(place, rule, layout).into_iter().map(move |gate| (gate, outcome))
        };
        let decides = |(_, rule): &(usize, &Listed<M>)| !actions[usize::from(rule.action)].may;
        let gates = gates::reached(before_turn.iter().enumerate().filter(decides).flat_map(gate));
        let offers = Offer::all(rules, &before_turn, &actions);
        let abroad = (0..layout.slots).filter(|slot| layout.owner[*slot].is_some_and(|owner| owner != mover));
        MoverTables {
            sections,
            each_seed,
            stirred: (!matches!(skip, Skip::Changing(..))).then(|| each_decisions.stirred()),
            each_decisions,
            last_seed,
            last_decisions,
            after_turn,
            // where something may be offered, every position is looked at
            quiet: Quiet::of(&gates).filter(|_| offers.is_empty()),
            offers,
            gates,
            before_turn,
            tabled_laps: rules.each_seed.is_empty() && !matches!(skip, Skip::Changing(..)) && rules.largest_drop() == 1,
            skip,
            skip_last,
            score: rules.score.value.as_ref().map(|score| lower.amount(score)),
            pacing,
            way_at_rest: rules.way_at_rest(mover),
            abroad: mask(abroad.map(|slot| slot as Slot)),
            actions,
        }
    }
}

impl<M: Mask> Skip<M> {
    /// `changing` says that the set counts as one that changes in any case.
    fn of(set: Set<M>, changing: bool) -> Self {
        let parts = match &set {
            Set::Either(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        let (origin, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| *part == Set::Spot(Spot::Origin));
        let others = Set::either(others);
        let origin = !origin.is_empty();
        let changes = changing
            || others.any(&mut |node| match node {
                Node::Test(test) => !(is_constant(test) || matches!(test, Test::Some(_))),
                Node::Set(set) => !(combines(set) || matches!(set, Set::Across(..) | Set::Whose(..))),
                Node::Spot(_) => true,
            });
        if changes {
            let alone = !set.any(&mut |node| match node {
                Node::Test(test) => !(is_constant(test) || matches!(test, Test::Goes(_) | Test::Lap(_))),
                Node::Set(set) => {
                    let asks_seeds = matches!(set, Set::Occupied | Set::Empty | Set::Holding(_));
                    !(combines(set) || asks_seeds || matches!(set, Set::Unmarked(..)))
                }
                Node::Spot(_) => true,
            });
            return Skip::Changing(set, alone);
        }
        let parts = match &others {
            Set::Either(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        let (mut always, mut marked) = (M::NONE, None);
        for part in parts {
            match part {
                Set::Slots(slots) => always |= slots,
                Set::Marked(players) if marked.is_none() => marked = Some((M::first_slots(M::SLOTS), players)),
                Set::Both(both) => match both.as_slice() {
                    [Set::Slots(among), Set::Marked(players)] if marked.is_none() => marked = Some((*among, *players)),
                    _ => return Skip::Fixed(others, origin),
                },
                _ => return Skip::Fixed(others, origin),
            }
        }
        let (among, players) = marked.unwrap_or((M::NONE, 0));
        Skip::Marked { always, among, players, origin }
    }

    /// What sowing may pass over.
    fn passing(&self) -> Passing {
        match self {
            Skip::Marked { always, among, origin, .. } => {
                Passing { origin: *origin, others: !(*always | *among).is_none() }
            }
            Skip::Fixed(_, origin) => Passing { origin: *origin, others: true },
            Skip::Changing(..) => Passing { origin: true, others: true },
        }
    }

    /// Whether at least one slot of a track can always be sown.
    pub(super) fn leaves_some(&self, on_track: M) -> bool {
        match self {
            Skip::Marked { always, among, origin, .. } => {
                let left = on_track & !(*always | *among);
                left.count() > u32::from(*origin)
            }
            Skip::Fixed(..) | Skip::Changing(..) => false,
        }
    }
}

/// The direction of all laps; `None` if they go in both.
fn only_way<M: Mask>(sections: &[Section<M>], actions: &[Action<M>]) -> Option<Way> {
    let mut ways = sections.iter().map(|section| match section.at_once {
        Some((_, Ways::One(way))) => Some(way),
        _ => None,
    });
    let first = ways.next()??;
    let same = |action: &Action<M>| match action.then {
        Then::Sow { turning, .. } => turning.after(first) == first,
        _ => true,
    };
    (ways.all(|way| way == Some(first)) && actions.iter().all(same)).then_some(first)
}

/// Whether a test cannot change during a turn, if its parts cannot.
fn is_constant<M>(test: &Test<M>) -> bool {
    matches!(
        test,
        Test::Known(_)
            | Test::Not(_)
            | Test::And(_)
            | Test::Or(_)
            | Test::Starter(_)
            | Test::Lot(_)
            | Test::Went(..)
            | Test::TurnsBefore(_)
            | Test::Section(_)
    )
}

/// Whether a set is made of fixed slots, marks, and other sets and tests, slot by slot.
fn combines<M>(set: &Set<M>) -> bool {
    matches!(set, Set::Slots(_) | Set::Marked(_) | Set::If(_) | Set::Both(_) | Set::Either(_) | Set::Not(_))
}
