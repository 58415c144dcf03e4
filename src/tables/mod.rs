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
mod listed;
mod lower;
mod mover;
pub mod print;
mod quick;
mod section;
mod slots;
mod straight;
mod walk;

pub use crate::rules::model::Across;
pub use code::{Action, Amount, Bound, Numbers, Op, RuleId, Set, Spot, Test, Then, Turning, Winner};
pub use decisions::{Decisions, Entry, Kind};
pub use gates::{Entering, Gate, Outcome, Quiet};
pub use hazards::Watched;
pub use listed::{Branches, List, Listed, RuleText};
pub use mover::{MoverTables, Skip, StraightWay};
pub use quick::{Deed, Guard, Prey, Quick};
pub use section::{Lifting, Safe, Section, Ways};
pub use slots::{Layout, Mask, NOWHERE, Slot, Slots, mask};
pub use walk::Node;

use self::listed::rule_texts;
use self::lower::Lower;
use self::straight::straight_way;
use crate::rules::model::{Condition, Endless, Fact, Player, Rules};
use crate::source::Span;

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
            tables.straight = straight_way(tables, &layout.tracks[mover], layout.stores[mover], &watched);
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
