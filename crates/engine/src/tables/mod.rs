//! Rules compiled to tables for one board and each mover.
//!
//! Whatever the board, the mover and a hole determine is computed once. A condition becomes a [`Test`] over slots. The
//! list read after the last seed of a lap becomes [`Decisions`], a table indexed by hole, mark and number of seeds.
//! What a table cannot decide stays in it as a guard.

mod algebra;
mod code;
mod decisions;
mod fold;
mod gates;
mod hazards;
mod listed;
mod lower;
mod mover;
mod offers;
mod paces;
pub mod print;
mod section;
mod slots;
mod walk;

use mancala_rules::rules::model::{self, Condition, Endless, Fact, Rules};
use mancala_rules::source::Span;

pub use code::{Action, Amount, Bound, Moving, Numbers, Op, RuleId, Set, Spot, Test, Then, Turning, Winner, tells};
pub use decisions::{Decisions, Entry, Groups, Kind, Stirred};
pub use gates::{Entering, Gate, Outcome, Quiet};
pub use hazards::Watched;
pub use listed::{Branches, List, Listed, RuleText};
pub use mancala_rules::rules::model::Across;
pub use mover::{MoverTables, Skip};
pub use offers::Offer;
pub use section::{Among, Lifting, Offered, Safe, Section, Ways};
pub use slots::{Layout, Mask, NOWHERE, Relation, Slot, Slots, around, mask};
pub use walk::Node;

use self::listed::rule_texts;
use self::lower::Lower;
use crate::game::Position;

/// Compiled rules.
#[derive(Clone, Debug)]
pub struct Tables<M> {
    /// Numbering and fixed properties of the slots.
    pub layout: Layout,
    /// The relations of slots, in the order of [`Across::ALL`].
    pub relations: [Relation<M>; Across::ALL.len()],
    /// Number of players.
    pub players: usize,
    /// For each player, the tables used when he is the mover.
    pub movers: Vec<MoverTables<M>>,
    /// All rules of the lists of a turn, indexed by [`RuleId`].
    pub rules: Vec<RuleText>,
    /// What ends an endless sowing, and where the rule file says so.
    pub endless: Option<(Endless, Span)>,
    /// The occurrence, counted from 1, from which on a position counts as repeated; `None` if no rule asks.
    pub repeated: Option<u32>,
    /// Whether seeds in stores beside the board never leave them and marks are never taken away.
    pub gains_stay: bool,
    /// The highest turn number that a rule asks about; 0 if no rule asks.
    pub turns_asked: u32,
    /// What the engine must record during a turn.
    pub watched: Watched,
    /// For each slot, the slot whose seeds it gets when the players swap sides; empty if they cannot.
    pub exchanged: Box<[Slot]>,
}

impl<M: Mask> Tables<M> {
    /// Compiles rules for a round with the owners and closed holes of a position. If no hole is closed there, none may be.
    pub fn compile(rules: &Rules, round: &Position) -> Tables<M> {
        Tables::compiled(rules, round, None)
    }

    /// The tables for the time when no player has a turn any more that a rule asks about by its number; `None` if no rule
    /// does. The arguments are those of these tables.
    pub fn later(&self, rules: &Rules, round: &Position) -> Option<Tables<M>> {
        (self.turns_asked > 0).then(|| Tables::compiled(rules, round, Some(self)))
    }

    /// Compiles rules, or what remains of them later than the turns that they ask about by number.
    fn compiled(rules: &Rules, round: &Position, whole: Option<&Tables<M>>) -> Tables<M> {
        let layout = Layout::new(&rules.board, &round.owner);
        let players = rules.board.players.value;
        let texts = rule_texts(rules);
        let closes = round.closed.contains(&true);
        let lower = |mover| Lower { later: whole.is_some(), ..Lower::new(rules, &layout, mover) };
        let mut movers: Vec<MoverTables<M>> =
            (0..players).map(|mover| MoverTables::compile(lower(mover), closes)).collect();
        // a position must say the same at all times
        let watched = whole.map_or_else(|| hazards::watched(rules, &movers), |whole| whole.watched);
        let harmless = !hazards::may_fail(rules);
        for (mover, tables) in movers.iter_mut().enumerate() {
            let sowable = tables.skip.leaves_some(layout.on_track(mover));
            let sections: Vec<Safe<M>> = tables
                .sections
                .iter()
                .map(|section| match section.choices() {
                    Some(from) if section.plain.is_some() && sowable && harmless => hazards::safe(tables, &from),
                    _ => Safe::Never,
                })
                .collect();
            let allowed: Vec<Safe<M>> =
                tables.sections.iter().map(|section| hazards::allowed(tables, section)).collect();
            for (section, (safe, allowed)) in tables.sections.iter_mut().zip(sections.into_iter().zip(allowed)) {
                (section.safe, section.allowed) = (safe, allowed);
            }
        }
        let asked = movers.iter().any(|mover| {
            let repeated = &mut |node: Node<'_, M>| matches!(node, Node::Test(Test::Fact(Fact::Repeated)));
            mover.before_turn.iter().any(|rule| {
                rule.test.any(repeated)
                    || mover.actions.get(usize::from(rule.action)).is_some_and(|it| it.any(repeated))
            })
        });
        let swaps = rules.offers().any(|(_, rule)| rule.value.outcome == Some(model::Outcome::SwapSides));
        let exchanged = |cell: &usize| layout.slot_of[rules.board.exchanged(*cell)];
        let exchanged = layout.cell_of.iter().filter(|_| swaps).map(exchanged).collect();
        Tables {
            relations: Across::ALL.map(|relation| Relation::new(&layout, relation)),
            layout,
            players,
            movers,
            rules: texts,
            endless: rules.endless.as_ref().map(|endless| (endless.value, endless.span)),
            repeated: match whole {
                Some(whole) => whole.repeated,
                None => rules.repeated.as_ref().map(|from| from.value).filter(|_| asked),
            },
            gains_stay: hazards::gains_stay(rules),
            turns_asked: rules.turns_asked(),
            watched,
            exchanged,
        }
    }
}

/// Compiles a condition once for each player as the mover.
pub fn asked<M: Mask>(rules: &Rules, layout: &Layout, condition: &Condition) -> Vec<Test<M>> {
    let players = 0..rules.board.players.value;
    players.map(|mover| Lower::new(rules, layout, mover).test(condition).polished(layout)).collect()
}
