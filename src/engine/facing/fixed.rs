//! What is fixed for a player as long as no mark changes, in games that are faced.

use crate::engine::course::Course;
use crate::engine::lanes::Lanes;
use crate::engine::machine::Machine;
use crate::engine::moment::Moment;
use crate::engine::position::{Position, Round};
use crate::engine::view::View;
use crate::tables::{Mask, Slot, StraightWay};

/// What is fixed for the turns of one mover while no mark changes.
#[derive(Clone, Copy)]
pub(super) struct Fixed<'t, L: Lanes> {
    pub way: &'t StraightWay<L::Mask>,
    pub course: &'t Course<L>,
    pub passed: L::Mask,
    /// Holes that may be chosen when occupied.
    pub from: L::Mask,
    /// A ply is smooth only if each of these sets holds seeds.
    pub needs: [L::Mask; 4],
    /// A ply is smooth only if the number of seeds in this slot does not lie between these numbers, both included.
    pub apart: Option<(Slot, i32, i32)>,
    /// Whether a mover without a legal move passes in a smooth ply.
    pub passes: bool,
    /// Whether every choice is legal while `way.unless_empty` holds seeds.
    pub safe: bool,
    /// Whether the first seed always falls after the chosen hole.
    pub after: bool,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// What is fixed for the player to move; `None` if his turns must be played in the general way.
    pub(super) fn fixed(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> Option<Fixed<'_, L>> {
        let mover = position.mover();
        let (way, course) = (self.tables.movers.get(mover)?.straight.as_ref()?, self.courses.get(mover)?);
        if !position.locked.is_none() || position.pot != 0 {
            return None;
        }
        let unmarked =
            if way.unless_marked == 0 { way.from } else { way.from & !position.marked_by(way.unless_marked) };
        let passed = Moment::at_rest(self, round, position).always_passed_over();
        let ends = course.surely_ends(position, passed);
        let fed = Some(way.unless_empty).filter(|slots| !slots.is_none());
        let (apart, passes) =
            self.tables.movers[mover].quiet.map_or((None, false), |quiet| (quiet.apart[0], quiet.passes));
        Some(Fixed {
            way,
            course,
            passed,
            from: unmarked & !round.closed,
            needs: self.needs(position, fed),
            apart,
            passes,
            safe: way.safe && round.closed.is_none() || ends,
            after: way.lifting.is_after(),
        })
    }
}
