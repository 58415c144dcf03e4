//! The tables of both players as long as no mark changes, from what is fixed then.

use std::cell::OnceCell;
use std::rc::Rc;

use super::face::{Face, Faces, Lapped};
use super::laps::{BOTH, Laps, SEEDS, row};
use super::packed::{self, Packed};
use super::ranges::Ranges;
use super::seat::{Seats, Sowing};
use super::{LANES, MOST, ONES};
use crate::engine::circling::Circling;
use crate::engine::course::Course;
use crate::engine::lanes::Lanes;
use crate::engine::machine::Machine;
use crate::engine::moment::Moment;
use crate::engine::position::{Position, Round};
use crate::engine::view::View;
use crate::tables::{Mask, Slot, StraightWay};

/// Number of marks: a lane is unmarked, or marked by one of two players.
const MARKS: usize = 3;

/// What is fixed for the turns of one mover while no mark changes.
#[derive(Clone, Copy)]
struct Fixed<'t, L: Lanes> {
    way: &'t StraightWay<L::Mask>,
    course: &'t Course<L>,
    passed: L::Mask,
    /// Holes that may be chosen when occupied.
    from: L::Mask,
    /// A ply is smooth only if each of these sets holds seeds.
    needs: [L::Mask; 4],
    /// A ply is smooth only if the number of seeds in this slot does not lie between these numbers, both included.
    apart: Option<(Slot, i32, i32)>,
    /// Whether a mover without a legal move passes in a smooth ply.
    passes: bool,
    /// Whether every choice is legal while `way.unless_empty` holds seeds.
    safe: bool,
    /// Whether the first seed always falls after the chosen hole.
    after: bool,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// What is fixed for the player to move; `None` if his turns must be played in the general way.
    fn fixed(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> Option<Fixed<'_, L>> {
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

impl<M: Mask> Seats<M> {
    /// The tables for both players while no mark changes. Endless turns are remembered in `circling` under `number`.
    pub fn faces<'t, L: Lanes<Mask = M>, const P: usize>(
        &'t self,
        machine: &'t Machine<L, P>,
        position: &Position<L, P>,
        round: &Round<M>,
        (circling, number): (&Rc<Circling<Lapped>>, u64),
    ) -> Option<Faces<'t>> {
        let face = |player: u8| {
            let position = Position { to_move: player, ..*position };
            let straight = machine.fixed(&position, round)?;
            let track = machine.tables.layout.track(usize::from(player), straight.way.way);
            let number = number << 16 | u64::from(player) << 8;
            self.face(&straight, track, &position, (machine.endless_is_illegal, Rc::clone(circling), number))
        };
        Some(Faces::new([face(0)?, face(1)?]))
    }

    fn face<'t, L: Lanes<Mask = M>, const P: usize>(
        &'t self,
        straight: &Fixed<'_, L>,
        track: &[Slot],
        position: &Position<L, P>,
        (endless_is_illegal, circling, number): (bool, Rc<Circling<Lapped>>, u64),
    ) -> Option<Face<'t>> {
        let (sides, player) = (&self.sides, position.mover());
        let (seat, way) = (&self.seats[player], straight.way);
        let sowing = self.sowings[player].get(straight.passed, || {
            let mut laps = Laps::new(sides, player, track, straight.passed, way.origin_passed);
            laps.tell_stores(&seat.codes, straight.course.marks);
            let first = (!straight.after).then(|| laps.first(way.lifting));
            let fits = seat.packs && Packed::fits(track.iter().filter_map(|slot| sides.lane(player, *slot)));
            let packed = fits.then(|| Packed::new(first.as_deref().unwrap_or(&laps), &laps, &seat.codes, MARKS));
            Sowing { packed, first, laps }
        })?;
        let (mut rows, mut marks) = (seat.rows, 0);
        for (mark, marked) in (1..).zip(position.marks).take_while(|_| straight.course.marks > 1) {
            let mut left = sides.bits_of(player, marked);
            while left != 0 {
                let lane = left.trailing_zeros() as u8;
                rows[usize::from(lane)] = row(mark, lane);
                marks |= Packed::marked(lane, mark);
                left &= left - 1;
            }
        }
        let mut busy = Ranges::NONE;
        for lane in (0..BOTH).take_while(|_| !seat.relays) {
            if let Some(seeds) = seat.busy[usize::from(rows[usize::from(lane)]) / SEEDS] {
                busy.add(lane, seeds);
            }
        }
        let apart = match straight.apart {
            Some((slot, low, high)) if high >= 0 && low <= high && i64::from(low) <= MOST => {
                let (low, high) = (low.max(0) as u8, i64::from(high).min(MOST) as u8);
                let mut apart = Ranges::NONE;
                apart.add(sides.lane(player, slot)?, (low, high));
                Some(apart)
            }
            _ => None,
        };
        let stays_apart = straight.apart.is_none_or(|(slot, ..)| sides.lane_on_board(player, slot).is_none());
        let from = sides.lanes_of(player, straight.from)[0];
        let (mut needs, mut needed) = ([[u64::MAX; 2]; 4], 0);
        let needs_all = straight.needs.map(|slots| sides.lanes_of(player, slots));
        for [own, others] in needs_all {
            // a ply is only asked about if some hole can be chosen, so needs that include those holes are met
            if from & !own != 0 || from == 0 {
                needs[needed] = [own, others];
                needed += 1;
            }
        }
        // no feeding if another rule needs these holes to be occupied too
        let needs_fed = straight.needs.iter().filter(|slots| **slots == way.unless_empty).count();
        let feeds = (way.must_feed && needs_fed == 1).then(|| sides.lanes_of(player, way.unless_empty));
        let store = sides.lane(player, way.store).filter(|lane| *lane < LANES)?;
        Some(Face {
            player: player as u8,
            first: sowing.first.as_deref().unwrap_or(&sowing.laps),
            laps: &sowing.laps,
            packed: sowing.packed.as_deref().filter(|_| position.total() <= packed::MOST),
            marks,
            codes: &seat.codes,
            rows,
            busy,
            closings: &seat.closings,
            going: seat.going,
            from: from & !(ONES * 0x7f),
            needs_all,
            needs,
            asks_more: needed > 1,
            feeds,
            apart,
            origin_passed: way.origin_passed,
            store: 8 * store,
            hoard: if sides.lane_on_board(player, way.store).is_some() { 0 } else { 0xff << (8 * store) },
            few: seat.few,
            safe: straight.safe,
            relays: seat.relays,
            simple: !seat.relays && needed < 2 && stays_apart && straight.safe,
            passes: straight.passes,
            endless_is_illegal,
            finish: OnceCell::new(),
            circling,
            number,
        })
    }
}
