//! What one player does when he is the mover, compiled.

use super::code::{Action, Amount, Set, Spot, Test};
use super::decisions::Decisions;
use super::gates::{self, Gate, Outcome, Quiet};
use super::listed::Listed;
use super::lower::Lower;
use super::section::{Lifting, Section};
use super::slots::{Layout, Mask, Slot, mask};
use super::walk::Node;
use crate::rules::model::{Fact, Player, Rule, Rules, Way};

/// What a mover does.
#[derive(Clone, Debug)]
pub struct MoverTables<M> {
    /// The `move` sections.
    pub sections: Vec<Section<M>>,
    /// Read after every seed.
    pub each_seed: Vec<Listed<M>>,
    /// The same as a table.
    pub each_decisions: Decisions<M>,
    /// Read after the last seed of a lap.
    pub last_seed: Vec<Listed<M>>,
    /// The same as a table.
    pub last_decisions: Decisions<M>,
    /// Read once after the turn.
    pub after_turn: Vec<Listed<M>>,
    /// Read whenever the mover is to move.
    pub before_turn: Vec<Listed<M>>,
    /// All that the rules of the lists do.
    pub actions: Vec<Action<M>>,
    /// What sowing passes over.
    pub skip: Skip<M>,
    /// Whether laps can be sown from tables: nothing is read after every seed, and no seed changes what is passed over.
    pub tabled_laps: bool,
    /// The list `before turn` as gates, each with what comes of it.
    pub gates: Vec<(Gate<M>, Outcome)>,
    /// When none of the gates matters but the last; none if that cannot be told from a position alone.
    pub quiet: Option<Quiet<M>>,
    /// How turns go that tables alone decide, for most of their way.
    pub straight: Option<StraightWay<M>>,
    /// What each player has when this one is to move; none where nothing is counted.
    pub scores: Vec<Option<Amount<M>>>,
    /// The slots on an opponent's side.
    pub abroad: M,
}

/// What sowing passes over, closed holes aside.
#[derive(Clone, Debug)]
pub enum Skip<M> {
    /// The same slots always, and of others those that some players marked, a bit for each player.
    Marked {
        /// Always passed over.
        always: M,
        /// Passed over when marked.
        among: M,
        /// Marked by one of these players.
        players: u32,
        /// Whether the hole that a lap left from is passed over.
        origin: bool,
    },
    /// A set that stays as it is while no mark changes; and whether the hole that a lap left from is in it.
    Fixed(Set<M>, bool),
    /// A set that changes with every seed.
    Changing(Set<M>),
}

/// How turns of a mover go that tables alone decide for most of their way.
#[derive(Clone, Debug)]
pub struct StraightWay<M> {
    /// Holes that may be chosen when something lies in them.
    pub from: M,
    /// But not if one of these players, a bit for each, marked them.
    pub unless_marked: u32,
    /// How they are lifted and sown.
    pub lifting: Lifting,
    /// In which direction they are sown.
    pub way: Way,
    /// Slots that sowing always passes over.
    pub passed: M,
    /// Whether it passes over the hole that a lap left from.
    pub origin_passed: bool,
    /// The mover's store.
    pub store: Slot,
    /// Slots that it passes over when marked.
    pub passed_marked: M,
    /// By one of these players.
    pub passed_players: u32,
    /// Whether every choice is legal, as long as `unless_empty` is not.
    pub safe: bool,
    /// Whether `after turn` does nothing, as long as `unless_empty` is not.
    pub ends_alone: bool,
    /// Holes of which one must hold something; none where nothing depends on them.
    pub unless_empty: M,
    /// Whether a choice is forbidden just if these are empty after it and nothing was taken from them.
    pub must_feed: bool,
}

impl<M: Mask> MoverTables<M> {
    pub(super) fn compile(rules: &Rules, layout: &Layout, mover: Player) -> Self {
        let lower = Lower::new(rules, layout, mover);
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
        let sections = rules.moves.iter().zip(begins);
        let sections = sections.map(|(section, begin)| Section::compile(&lower, section, begin, &actions)).collect();
        let told_apart = (rules.board.players.value, rules.moves.len());
        let each_decisions = Decisions::new(&each_seed, &mut actions, layout, mover, told_apart, true);
        let last_decisions = Decisions::new(&last_seed, &mut actions, layout, mover, told_apart, each_seed.is_empty());
        let skip = Skip::of(rules.skip.as_ref().map_or(Set::none(), |skip| lower.set(&skip.value)));
        let score = |player: Player| rules.score.value.as_ref().map(|score| lower.of(player).amount(score));
        let gate = |(place, rule): (usize, &Listed<M>)| {
            (Gate::of(place, rule), Outcome::of(rule.action, &actions[usize::from(rule.action)]))
        };
        let gates = gates::reached(before_turn.iter().enumerate().map(gate));
        let abroad = (0..layout.slots).filter(|slot| layout.owner[*slot].is_some_and(|owner| owner != mover));
        MoverTables {
            sections,
            each_seed,
            each_decisions,
            last_seed,
            last_decisions,
            after_turn,
            quiet: Quiet::of(&gates),
            gates,
            before_turn,
            tabled_laps: rules.each_seed.is_empty() && !matches!(skip, Skip::Changing(_)),
            skip,
            straight: None,
            scores: (0..rules.board.players.value).map(score).collect(),
            abroad: mask(abroad.map(|slot| slot as Slot)),
            actions,
        }
    }
}

impl<M: Mask> Skip<M> {
    fn of(set: Set<M>) -> Self {
        let parts = match &set {
            Set::Either(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        let (origin, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| *part == Set::Spot(Spot::Origin));
        let others = Set::either(others);
        let changes = Test::Some(others.clone()).any(&mut |node| match node {
            Node::Test(test) => !matches!(
                test,
                Test::Known(_)
                    | Test::Not(_)
                    | Test::And(_)
                    | Test::Or(_)
                    | Test::Some(_)
                    | Test::Starter(_)
                    | Test::TurnsBefore(_)
                    | Test::Section(_)
            ),
            Node::Set(set) => !matches!(
                set,
                Set::Slots(_)
                    | Set::Marked(_)
                    | Set::If(_)
                    | Set::Both(_)
                    | Set::Either(_)
                    | Set::Not(_)
                    | Set::Across(..)
                    | Set::Whose(..)
            ),
            Node::Spot(_) => true,
        });
        let origin = !origin.is_empty();
        if changes {
            return Skip::Changing(set);
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

    /// Whether it is sure that sowing never passes over a whole track.
    pub(super) fn leaves_some(&self, track: &[Slot]) -> bool {
        match self {
            Skip::Marked { always, among, origin, .. } => {
                let left = track.iter().filter(|slot| !(*always | *among).has(**slot)).count();
                left > usize::from(*origin)
            }
            Skip::Fixed(..) | Skip::Changing(_) => false,
        }
    }
}
