//! The straight way of a player in the lanes of the board that he faces.

use super::face::{
    AGAIN, BOTH, CLOSINGS, CODES, Closing, Deed, END, Face, Faces, Guard, LAPS, LOST, Laps, OPEN, RELAY, SEEDS, SOWN,
    WON, bits,
};
use super::{LANES, ONES, Sides};
use crate::engine::course::{Code, Course, Holding};
use crate::engine::lanes::Lanes;
use crate::engine::machine::Machine;
use crate::engine::position::{Position, Round};
use crate::engine::sowing::{Kept, around};
use crate::engine::straight::Straight;
use crate::rules::model::Way;
use crate::tables::{Mask, NOWHERE, Slot};

/// No lane.
const ASIDE: u8 = BOTH;

/// The bit with which no lane begins: nothing is decided there.
const AWAY: u8 = 8 * ASIDE;

/// What stays of a player's straight way whatever is marked.
#[derive(Debug)]
struct Seat {
    /// What follows a lap: by mark, lane and seeds; at last [`SEEDS`] times that nothing is decided.
    codes: Box<[u8; CODES]>,
    closings: Box<[Option<Closing>]>,
    /// Whether he chooses among six holes at most.
    few: bool,
    /// Whether some hole is ever sown on from.
    relays: bool,
}

/// The straight ways of both players of a game.
#[derive(Debug)]
pub(in crate::engine) struct Seats<M> {
    sides: Sides,
    seats: [Seat; 2],
    laps: [Kept<M, Laps>; 2],
}

impl<M: Mask> Seats<M> {
    /// The straight ways of two players, if both go such a way and their sides fit.
    pub fn of<L: Lanes<Mask = M>, const P: usize>(machine: &Machine<L, P>) -> Option<Self> {
        let tables = &machine.tables;
        let [first, second] = tables.movers.as_slice() else { return None };
        let ways = [first.straight.as_ref()?, second.straight.as_ref()?];
        let [Some(south), Some(north)] = machine.courses.as_slice() else { return None };
        // turns are not counted, and what is told apart to find repetition must be seen from the words alone
        let countable = tables.turns_asked == 0 && (tables.repeated.is_none() || tables.gains_stay);
        if P != 2 || L::SIGNED || L::LANES > usize::from(BOTH) || !countable {
            return None;
        }
        let sides = Sides::of(&tables.layout, ways)?;
        let seats =
            [(0, south), (1, north)].map(|(player, course)| Seat::of(&sides, player, course, ways[player].from));
        Some(Seats { sides, seats, laps: [Kept::new(256), Kept::new(256)] })
    }

    /// The sides of the board.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// The board as both players face it, as long as no mark changes.
    pub fn faces<'t, L: Lanes<Mask = M>, const P: usize>(
        &'t self,
        machine: &'t Machine<L, P>,
        position: &Position<L, P>,
        round: &Round<M>,
    ) -> Option<Faces<'t>> {
        let face = |player: u8| {
            let position = Position { to_move: player, ..*position };
            let straight = machine.straight(&position, round)?;
            let track = &machine.tables.layout.tracks[usize::from(player)];
            self.face(&straight, track, &position, (machine.lanes, machine.endless_is_illegal))
        };
        Some(Faces([face(0)?, face(1)?]))
    }

    fn face<'t, L: Lanes<Mask = M>, const P: usize>(
        &'t self,
        straight: &Straight<'_, L, P>,
        track: &[Slot],
        position: &Position<L, P>,
        (lanes, endless_is_illegal): (Slot, bool),
    ) -> Option<Face<'t>> {
        let (sides, player) = (&self.sides, position.mover());
        let (seat, way) = (&self.seats[player], straight.way);
        let laps = self.laps[player]
            .get(straight.passed, || Laps::new(sides, player, track, way.way, straight.passed, way.origin_passed))?;
        let mut rows = [(CODES - SEEDS) as u16; 32];
        for lane in 0..BOTH {
            if let Some(slot) = sides.slot(player, lane) {
                let mark = if straight.course.by_mark { position.mark_of(slot) } else { 0 };
                rows[usize::from(lane)] = ((mark * usize::from(BOTH) + usize::from(lane)) * SEEDS) as u16;
            }
        }
        let (spot, apart) = match straight.apart {
            None => (NOWHERE, [0; 2]),
            Some((slot, low, high)) => {
                let spot = match slot.checked_sub(lanes) {
                    None => 8 * sides.lane(player, slot)?,
                    Some(owner) if usize::from(owner) == player => WON,
                    Some(_) => LOST,
                };
                (spot, [low, high])
            }
        };
        let from = sides.lanes_of(player, straight.from)[0];
        let (mut needs, mut needed) = ([[u64::MAX; 2]; 4], 0);
        let needs_all = straight.needs.map(|slots| sides.lanes_of(player, slots));
        for [own, others] in needs_all {
            // where something can be chosen something lies there
            if from & !own != 0 || from == 0 {
                needs[needed] = [own, others];
                needed += 1;
            }
        }
        let store = match way.store.checked_sub(lanes) {
            None => Some(sides.lane(player, way.store).filter(|lane| *lane < LANES)?),
            Some(_) => None,
        };
        Some(Face {
            player: player as u8,
            laps,
            codes: &seat.codes,
            rows,
            closings: &seat.closings,
            from: bits(from & ONES),
            few: seat.few,
            needs_all,
            needs,
            asks_more: needed > 1,
            spot,
            apart,
            lifting: way.lifting,
            after: straight.after,
            origin_passed: way.origin_passed,
            store,
            safe: straight.fed.1,
            relays: seat.relays,
            passes: straight.passes,
            endless_is_illegal,
        })
    }
}

impl Seat {
    fn of<L: Lanes>(sides: &Sides, player: usize, course: &Course<L>, from: L::Mask) -> Self {
        let mut codes = Vec::new();
        let marks = if course.by_mark { 3 } else { 1 };
        for mark in 0..marks {
            for lane in 0..BOTH {
                let slot = sides.slot(player, lane);
                codes.extend((0..SEEDS as i32).map(|made| {
                    let code = slot.map_or(Code::OTHER, |slot| course.code(mark, slot, made));
                    match code {
                        Code::RELAY => RELAY,
                        Code::END => END,
                        Code::AGAIN => AGAIN,
                        Code::OTHER => OPEN,
                        code => code.number().and_then(|number| CLOSINGS.checked_add(number)).unwrap_or(OPEN),
                    }
                }));
            }
        }
        codes.resize(CODES, OPEN);
        let words = |lanes: L| sides.words(player, lanes);
        let closings = course.closings().iter().map(|closing| {
            let closing = closing.as_ref()?;
            let marked = closing.first.marks | closing.second.marks;
            if marked.slots().any(|slot| sides.lane(player, slot).is_none()) {
                return None;
            }
            let run = closing.run.as_ref().map(|(back, table)| {
                let mut bits = Box::new([0; BOTH as usize]);
                for (slot, numbers) in table.iter().enumerate() {
                    if let Some(lane) = sides.lane(player, slot as Slot) {
                        bits[usize::from(lane)] = *numbers;
                    }
                }
                (*back, bits)
            });
            let deed = |deed: &crate::tables::Deed<L::Mask>| Deed {
                captures: deed.captures,
                marks: sides.bits_of(player, deed.marks),
                again: deed.again,
            };
            Some(Closing {
                prey: words(closing.prey),
                run,
                guard: match closing.guard {
                    Holding::Always => Guard::Always,
                    Holding::Seeds(slot, low, high) => {
                        Guard::Seeds(sides.lane(player, slot)?, low.max(0) as u64, high.max(0) as u64)
                    }
                    Holding::NoneLeft(slots) => Guard::NoneLeft(words(slots)),
                },
                deeds: [deed(&closing.first), deed(&closing.second)],
            })
        });
        Seat {
            closings: closings.collect(),
            relays: codes.contains(&RELAY),
            codes: boxed(codes),
            few: from.count() <= 6,
        }
    }
}

impl Laps {
    fn new<M: Mask>(sides: &Sides, player: usize, track: &[Slot], way: Way, passed: M, origin_passed: bool) -> Self {
        let mut laps =
            Laps { own: [0; LAPS], others: [0; LAPS], last: [AWAY; LAPS], next: [[ASIDE; BOTH as usize]; 2] };
        let lane = |slot: Slot| sides.lane(player, slot);
        let one = |lane: u8| {
            let one = 1_u64 << (8 * (lane % LANES));
            if lane < LANES { (one, 0) } else { (0, one) }
        };
        let ways = [way, way.reversed()];
        for (at, from) in track.iter().enumerate() {
            let Some(start) = lane(*from) else { continue };
            let after = |way: Way| around(track, at, way).filter(|slot| !passed.has(*slot));
            for (next, way) in laps.next.iter_mut().zip(ways) {
                next[usize::from(start)] = after(way).next().and_then(lane).unwrap_or(ASIDE);
            }
            let circuit: Vec<u8> = after(way).filter(|slot| !origin_passed || slot != from).filter_map(lane).collect();
            let taken = one(start);
            let (mut own, mut others, mut last) = (0_u64, 0_u64, start);
            let mut falls = circuit.iter().cycle();
            for place in usize::from(start) * SOWN..(usize::from(start) + 1) * SOWN {
                if place % SOWN > 0 {
                    let Some(fallen) = falls.next() else { break };
                    let given = one(*fallen);
                    own = own.wrapping_add(given.0).wrapping_sub(taken.0);
                    others = others.wrapping_add(given.1).wrapping_sub(taken.1);
                    last = *fallen;
                }
                (laps.own[place], laps.others[place], laps.last[place]) = (own, others, 8 * last);
            }
        }
        laps
    }
}

fn boxed(codes: Vec<u8>) -> Box<[u8; CODES]> {
    codes.into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([OPEN; CODES]))
}
