//! Tables: Rules compiled for a board, a mover and a set of slots.
//!
//! What a board, a mover and a hole fix is worked out once. A condition becomes a [`Test`] over slots; the list read
//! after the last seed of a lap becomes [`Decisions`], a table over hole, mark and seeds; what cannot be tabulated
//! stays as a guard.

mod algebra;
mod code;
mod decisions;
mod fold;
mod gates;
mod hazards;
mod lower;
pub mod print;
mod quick;
mod section;
mod slots;
mod straight;
mod walk;

pub use code::{Across, Action, Amount, Bound, Numbers, Op, RuleId, Set, Spot, Test, Then, Turning, Winner};
pub use decisions::{Branches, Decisions, Entry, Kind};
pub use gates::{Entering, Gate, Outcome, Quiet};
pub use quick::{Deed, Guard, Prey, Quick};
pub use section::{Lifting, Safe, Section, Ways};
pub use slots::{Layout, Mask, NOWHERE, Slot, Slots, mask};
pub use straight::StraightWay;
pub use walk::Node;

use self::lower::Lower;

use crate::rules::model::{Condition, Endless, Fact, Player, Rule, Rules};
use crate::source::Span;

/// A rule of a list: its condition, and what it does, an index into [`MoverTables::actions`].
#[derive(Clone, Debug)]
pub struct Listed<M> {
    /// When it applies.
    pub test: Test<M>,
    /// What it does.
    pub action: u16,
    /// Whether its condition asks for a legal move.
    pub asks_for_moves: bool,
}

/// The list that a rule stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// `begin` of a `move` section.
    Begin(usize),
    /// `each seed`.
    EachSeed,
    /// `last seed`.
    LastSeed,
    /// `after turn`.
    AfterTurn,
    /// `before turn`.
    BeforeTurn,
}

/// A rule, found again by its number.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// The list that it stands in.
    pub list: List,
    /// Its condition, as the file says it.
    pub said: String,
    /// Where it stands.
    pub span: Span,
}

/// Rules compiled.
#[derive(Clone, Debug)]
pub struct Tables<M> {
    /// The slots.
    pub layout: Layout,
    /// How many play.
    pub players: usize,
    /// What each player does when he is the mover.
    pub movers: Vec<MoverTables<M>>,
    /// All rules of the lists of a turn, by number.
    pub rules: Vec<RuleText>,
    /// What becomes of an endless sowing, and where the file says so.
    pub endless: Option<(Endless, Span)>,
    /// From which occurrence on a position counts as repeated; none if no rule asks.
    pub repeated: Option<u32>,
    /// Whether seeds in stores beside the board never leave them and marks are never taken away.
    pub gains_stay: bool,
    /// Up to which of a player's turns some rule asks how many he has had; 0 if none does.
    pub turns_asked: u32,
    /// What has to be watched in a turn.
    pub watched: Watched,
}

/// What has to be watched in a turn because some rule asks it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched {
    /// What the mover chooses inside a turn.
    pub answers: bool,
    /// In which slots seeds fell.
    pub sown: bool,
    /// In which slots seeds fell in the last lap.
    pub sown_this_lap: bool,
    /// Which slots were raided.
    pub raided: bool,
    /// How the turn before went.
    pub last_turn: bool,
    /// States of a turn must be remembered from its first lap on, since it is not the state alone that decides how the
    /// turn goes on, or since it matters where exactly a state comes back.
    pub every_state: bool,
}

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

impl<M: Mask> Tables<M> {
    /// Compiles rules. `owner` tells for every cell on whose side it lies in the round.
    pub fn compile(rules: &Rules, owner: &[Option<Player>]) -> Tables<M> {
        let layout = Layout::new(&rules.board, owner);
        let players = rules.board.players.value;
        let texts = rule_texts(rules);
        let mut movers: Vec<MoverTables<M>> =
            (0..players).map(|mover| MoverTables::compile(rules, &layout, mover)).collect();
        let watched = hazards::watched(rules, &movers);
        let harmless = !hazards::may_fail(rules);
        for (mover, tables) in movers.iter_mut().enumerate() {
            let sowable = tables.skip.leaves_some(&layout.tracks[mover]);
            let sections: Vec<Safe<M>> = tables
                .sections
                .iter()
                .map(|section| match &section.at_once {
                    Some((from, _)) if section.plain.is_some() && sowable && harmless => hazards::safe(tables, from),
                    _ => Safe::Never,
                })
                .collect();
            for (section, safe) in tables.sections.iter_mut().zip(sections) {
                section.safe = safe;
            }
            tables.straight = StraightWay::of(tables, &layout.tracks[mover], layout.stores[mover], &watched);
        }
        let asked = movers.iter().any(|mover| {
            let repeated = &mut |node: Node<'_, M>| matches!(node, Node::Test(Test::Fact(Fact::Repeated)));
            mover.before_turn.iter().any(|rule| {
                rule.test.any(repeated)
                    || mover.actions.get(usize::from(rule.action)).is_some_and(|it| it.any(repeated))
            })
        });
        Tables {
            layout,
            players,
            movers,
            rules: texts,
            endless: rules.endless.as_ref().map(|endless| (endless.value, endless.span)),
            repeated: rules.repeated.as_ref().map(|from| from.value).filter(|_| asked),
            gains_stay: hazards::gains_stay(rules),
            turns_asked: hazards::turns_asked(rules),
            watched,
        }
    }
}

/// A condition that is asked of players who are to move, of each as he sees it.
pub fn asked<M: Mask>(rules: &Rules, layout: &Layout, condition: &Condition) -> Vec<Test<M>> {
    let players = 0..rules.board.players.value;
    players.map(|mover| Lower::new(rules, layout, mover).test(condition).polished(layout)).collect()
}

/// All rules of the lists of a turn, in the order of their numbers.
fn rule_texts(rules: &Rules) -> Vec<RuleText> {
    let begins = rules.moves.iter().enumerate().map(|(index, section)| (List::Begin(index), &section.begin));
    let lists = begins.chain([
        (List::EachSeed, &rules.each_seed),
        (List::LastSeed, &rules.last_seed),
        (List::AfterTurn, &rules.after_turn),
        (List::BeforeTurn, &rules.before_turn),
    ]);
    lists
        .flat_map(|(list, rules)| {
            rules.iter().map(move |rule| RuleText { list, said: rule.said.clone(), span: rule.span })
        })
        .collect()
}

impl<M: Mask> MoverTables<M> {
    fn compile(rules: &Rules, layout: &Layout, mover: Player) -> Self {
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
    fn leaves_some(&self, track: &[Slot]) -> bool {
        match self {
            Skip::Marked { always, among, origin, .. } => {
                let left = track.iter().filter(|slot| !(*always | *among).has(**slot)).count();
                left > usize::from(*origin)
            }
            Skip::Fixed(..) | Skip::Changing(_) => false,
        }
    }
}
