//! Tables for the straight turns of a player, in lanes as he faces them.

use std::cell::OnceCell;
use std::rc::Rc;

use super::circling::Circling;
use super::face::{
    AGAIN, BOTH, CLOSINGS, CODES, Closing, Deed, END, Face, Faces, Guard, LAPS, Laps, OPEN, RELAY, SEEDS, SOWN, STORE,
    row,
};
use super::fixed::Fixed;
use super::packed::{self, Packed};
use super::ranges::Ranges;
use super::{LANES, MOST, ONES, Sides};
use crate::engine::course::{Code, Course, Holding};
use crate::engine::lanes::Lanes;
use crate::engine::machine::Machine;
use crate::engine::position::{Position, Round};
use crate::engine::sowing::{Kept, around};
use crate::tables::{Lifting, Mask, Slot, StraightWay};

/// Number of marks: a lane is unmarked, or marked by one of two players.
const MARKS: usize = 3;

/// Stands for no lane.
const ASIDE: u8 = BOTH;

/// Bit offset that stands for no lane: its codes decide nothing.
const AWAY: u8 = 8 * ASIDE;

/// The part of a player's tables that does not depend on marks.
#[derive(Debug)]
struct Seat {
    /// What follows a lap, indexed by mark, lane and seeds. The last [`SEEDS`] entries, for no lane, are [`OPEN`].
    codes: Box<[u8; CODES]>,
    closings: Box<[Closing]>,
    /// For each lane, where its codes begin if it is unmarked.
    rows: [u16; 32],
    /// By mark and lane, the range of seed counts with which a last seed may do more than end the turn.
    busy: Box<[Option<(u8, u8)>]>,
    /// Whether a small board can be sown in one word: some holes relay, and nothing asks where a lap started.
    packs: bool,
    /// Whether the player chooses among at most six holes.
    few: bool,
    /// Whether some hole can relay.
    relays: bool,
    /// The lanes that may ever be chosen, as a bit set.
    chosen: u16,
    /// Whether each turn sows one lap, beginning after the chosen hole, whatever is marked.
    sows_once: bool,
    /// Whether some turn can capture.
    captures: bool,
}

/// Tables for the straight turns of both players of a game.
#[derive(Debug)]
pub(in crate::engine) struct Seats<M> {
    sides: Sides,
    seats: [Seat; 2],
    sowings: [Kept<M, Sowing>; 2],
}

/// Sowing tables of one player for a set of slots that are passed over.
#[derive(Debug)]
struct Sowing {
    laps: Box<Laps>,
    /// The table for chosen holes, if a first seed can fall into the chosen hole itself.
    first: Option<Box<Laps>>,
    /// The table for a small board.
    packed: Option<Box<Packed>>,
}

impl<M: Mask> Seats<M> {
    /// The tables of two players; `None` unless both have straight turns and their sides fit.
    pub fn of<L: Lanes<Mask = M>, const P: usize>(machine: &Machine<L, P>) -> Option<Self> {
        let tables = &machine.tables;
        let [first, second] = tables.movers.as_slice() else { return None };
        let ways = [first.straight.as_ref()?, second.straight.as_ref()?];
        let [south, north] = machine.courses.as_slice() else { return None };
        // no rule counts turns, and the words alone must suffice to detect repetition
        let countable = tables.turns_asked == 0 && (tables.repeated.is_none() || tables.gains_stay);
        if P != 2 || L::SIGNED || L::LANES > usize::from(BOTH) || !countable {
            return None;
        }
        let sides = Sides::of(&tables.layout, ways)?;
        let seats = [(0, south), (1, north)].map(|(player, course)| Seat::of(&sides, player, course, ways[player]));
        Some(Seats { sides, seats, sowings: [Kept::new(256), Kept::new(256)] })
    }

    /// The sides of the board.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// The tables for both players while no mark changes. Endless turns are remembered in `circling` under `number`.
    pub fn faces<'t, L: Lanes<Mask = M>, const P: usize>(
        &'t self,
        machine: &'t Machine<L, P>,
        position: &Position<L, P>,
        round: &Round<M>,
        (circling, number): (&Rc<Circling>, u64),
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

    /// Smallest number of plies before a position can recur, if each ply sows one lap and no store gains. By then every
    /// hole that gained a seed has been played, and each hole that is played gives a seed to the next one. 0 if
    /// unknown.
    pub fn period(&self, faces: &Faces<'_>) -> usize {
        let faces = &faces.by_player;
        if !self.seats.iter().zip(faces).all(|(seat, face)| seat.sows_once && (face.hoard != 0 || !seat.captures)) {
            return 0;
        }
        // converts between lanes as `player` and as the first player face them
        let turned = |player: usize, lane: u8| if player == 0 { lane } else { lane ^ LANES };
        let next = |lane: u8| {
            let player = usize::from(lane / LANES);
            let lane = turned(player, lane);
            let played = self.seats[player].chosen >> lane & 1 != 0;
            let next = faces[player].laps.next[0][usize::from(lane)];
            (played && next != ASIDE).then(|| turned(player, next))
        };
        let round = |from: u8| {
            let (mut at, mut steps) = (next(from), 1);
            while let Some(lane) = at.filter(|lane| *lane != from && steps < BOTH) {
                (at, steps) = (next(lane), steps + 1);
            }
            at.filter(|lane| *lane == from).map(|_| usize::from(steps))
        };
        (0..BOTH).filter_map(round).min().unwrap_or(usize::MAX)
    }

    fn face<'t, L: Lanes<Mask = M>, const P: usize>(
        &'t self,
        straight: &Fixed<'_, L>,
        track: &[Slot],
        position: &Position<L, P>,
        (endless_is_illegal, circling, number): (bool, Rc<Circling>, u64),
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

impl Seat {
    fn of<L: Lanes>(sides: &Sides, player: usize, course: &Course<L>, way: &StraightWay<L::Mask>) -> Self {
        let words = |lanes: L| sides.words(player, lanes);
        let deed = |deed: &crate::tables::Deed<L::Mask>| {
            let on_board = deed.marks.slots().all(|slot| sides.lane_on_board(player, slot).is_some());
            let marks = sides.bits_of(player, deed.marks);
            on_board.then_some(Deed { captures: deed.captures, marks, again: deed.again })
        };
        let closing = |closing: &crate::engine::course::Closing<L>| {
            let run = closing.run.as_ref().map(|(back, table)| {
                let mut bits = Box::new([0; BOTH as usize]);
                for (slot, numbers) in table.iter().enumerate() {
                    if let Some(lane) = sides.lane_on_board(player, slot as Slot) {
                        bits[usize::from(lane)] = *numbers;
                    }
                }
                (*back, bits)
            });
            let guard = match closing.guard {
                Holding::Always => Guard::Always,
                Holding::Seeds(slot, low, high) => {
                    Guard::Seeds(sides.lane_on_board(player, slot)?, low.max(0) as u64, high.max(0) as u64)
                }
                Holding::NoneLeft(slots) => Guard::NoneLeft(words(slots)),
            };
            Some(Closing {
                prey: words(closing.prey),
                run,
                guard,
                deeds: [deed(&closing.first)?, deed(&closing.second)?],
            })
        };
        // closings that cannot be expressed in lanes become `OPEN`
        let (mut closings, mut numbers) = (Vec::new(), Vec::new());
        for told in course.closings() {
            let number = u8::try_from(closings.len()).ok().and_then(|number| CLOSINGS.checked_add(number));
            let told = number.zip(told.as_ref().and_then(closing));
            numbers.push(told.as_ref().map(|(number, _)| *number));
            closings.extend(told.map(|(_, closing)| closing));
        }
        let mut codes = Vec::new();
        let marks = course.marks;
        for mark in 0..marks {
            for lane in 0..BOTH {
                let slot = sides.slot(player, lane).filter(|slot| sides.lane_on_board(player, *slot).is_some());
                codes.extend((0..SEEDS as i32).map(|made| {
                    // a slot just sown has at least one seed
                    let slot = slot.filter(|_| made > 0);
                    let code = slot.map_or(Code::NOTHING, |slot| course.code_by_mark(0, mark, slot, made));
                    match code {
                        Code::RELAY => RELAY,
                        Code::END => END,
                        Code::AGAIN => AGAIN,
                        code => numbers.get(code.0 as usize).copied().flatten().unwrap_or(OPEN),
                    }
                }));
            }
        }
        codes.resize(CODES, OPEN);
        let relays = codes.contains(&RELAY);
        let mut rows = [(CODES - SEEDS) as u16; 32];
        for lane in (0..BOTH).filter(|lane| sides.slot(player, *lane).is_some()) {
            rows[usize::from(lane)] = row(0, lane);
        }
        let busy = codes.chunks(SEEDS).map(|made| {
            let may_do_more = |code: &u8| *code != END;
            // indexed by the number of seeds before the last one fell
            let (first, last) = (made[1..].iter().position(may_do_more)?, made[1..].iter().rposition(may_do_more)?);
            Some((first as u8, last as u8))
        });
        Seat {
            sows_once: !relays && way.lifting.is_after() && way.passed_players == 0,
            captures: closings.iter().any(|closing| closing.deeds.iter().any(|deed| deed.captures)),
            busy: busy.collect(),
            rows,
            packs: relays && !(way.origin_passed && closings.iter().any(|closing| closing.run.is_some())),
            closings: closings.into(),
            relays,
            codes: boxed(codes),
            few: way.from.count() <= 6,
            chosen: sides.bits_of(player, way.from),
        }
    }
}

impl Laps {
    fn new<M: Mask>(sides: &Sides, player: usize, track: &[Slot], passed: M, origin_passed: bool) -> Box<Self> {
        let mut laps = Box::new(Laps {
            own: [0; LAPS],
            others: [0; LAPS],
            last: [AWAY; LAPS],
            alone: [BOTH; LAPS],
            stores: false,
            next: [[ASIDE; BOTH as usize]; 2],
        });
        let lane = |slot: Slot| sides.lane(player, slot);
        let one = |lane: u8| {
            let one = 1_u64 << (8 * (lane % LANES));
            if lane < LANES { (one, 0) } else { (0, one) }
        };
        for (at, from) in track.iter().enumerate() {
            let Some(start) = lane(*from) else { continue };
            let after = |back: bool| around(track, at, back).filter(|slot| !passed.has(*slot));
            for (next, back) in laps.next.iter_mut().zip([false, true]) {
                next[usize::from(start)] = after(back).next().and_then(lane).unwrap_or(ASIDE);
            }
            let circuit: Vec<u8> =
                after(false).filter(|slot| !origin_passed || slot != from).filter_map(lane).collect();
            let taken = one(start);
            let (mut own, mut others, mut last) = (0_u64, 0_u64, start);
            let mut falls = circuit.iter().cycle();
            for sown in 0..SOWN {
                if sown > 0 {
                    let Some(fallen) = falls.next() else { break };
                    let given = one(*fallen);
                    own = own.wrapping_add(given.0).wrapping_sub(taken.0);
                    others = others.wrapping_add(given.1).wrapping_sub(taken.1);
                    last = *fallen;
                }
                let place = usize::from(start) * SOWN + sown;
                (laps.own[place], laps.others[place], laps.last[place]) = (own, others, 8 * last);
                if last != start && sown <= circuit.len() {
                    laps.alone[place] = last;
                }
            }
        }
        laps
    }

    /// Sets `alone` to [`STORE`] for laps that give another turn whatever lies where they end. Who sows nothing, from the
    /// store itself, gets none. `marks` is the number of marks that `codes` distinguishes.
    fn tell_stores(&mut self, codes: &[u8; CODES], marks: usize) {
        let gives_a_turn = |mark: usize, lane: u8| {
            let row = usize::from(row(mark, lane));
            codes[row + 1..row + SEEDS].iter().all(|code| *code == AGAIN)
        };
        for lane in (0..BOTH).filter(|lane| (0..marks).all(|mark| gives_a_turn(mark, *lane))) {
            for place in (0..LAPS).filter(|place| place % SOWN > 0) {
                if self.last[place] == 8 * lane {
                    (self.alone[place], self.stores) = (STORE, true);
                }
            }
        }
    }

    /// The table for chosen holes, whose first seed can fall into the hole itself.
    fn first(&self, lifting: Lifting) -> Box<Self> {
        let mut first = Box::new(self.clone());
        for place in 0..LAPS {
            let hand = place % SOWN;
            let sown = place - usize::from(hand > 0 && lifting.into(hand as i32));
            (first.own[place], first.others[place], first.last[place]) =
                (self.own[sown], self.others[sown], self.last[sown]);
            first.alone[place] = self.alone[sown];
        }
        first
    }
}

fn boxed(codes: Vec<u8>) -> Box<[u8; CODES]> {
    codes.into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([OPEN; CODES]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::Known;
    use crate::engine::lanes::{Bytes, Lanes};
    use crate::engine::machine::Machine;

    /// Smallest number of plies before a position of a game can recur.
    fn period(game: &str) -> usize {
        let (machine, position, round) = Machine::<Bytes<1>, 2>::at_start(game);
        let seats = machine.seats(&position).unwrap();
        seats.period(&Known::new().get(seats, &machine, &position, &round).unwrap())
    }

    #[test]
    fn a_board_with_too_many_seeds_is_not_faced() {
        let (machine, mut position, _) = Machine::<Bytes<1>, 2>::at_start("oware");
        let mut is_faced = |each: u8| {
            position.seeds = Lanes::of_bytes(&std::array::from_fn(|hole| if hole < 12 { each } else { 0 }));
            machine.seats(&position).is_some()
        };
        // a sum of 288 seeds overflows a byte and looks like 32
        assert!(is_faced(4) && is_faced(10) && !is_faced(11) && !is_faced(24));
    }

    #[test]
    fn a_position_comes_back_when_every_hole_was_played() {
        assert_eq!(period("oware"), 12);
        // a turn plays many holes
        assert_eq!(period("krur"), 0);
        // captures go to stores that lie on the track
        assert_eq!(period("kalah"), 0);
    }
}
