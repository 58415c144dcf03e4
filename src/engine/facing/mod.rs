//! A board of two sides as the player to move faces it: his side in one word of eight lanes, the other side in another.
//! When the turn goes over the words change places, so that a ply is the same few steps for both players.

mod count;
mod face;
mod glide;
mod known;
mod seat;

pub(super) use count::Counter;
pub(super) use glide::{Trail, Why};
pub(super) use known::Known;
pub(super) use seat::Seats;

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Layout, Mask, Slot, StraightWay};

/// Lanes of a side.
const LANES: u8 = 8;

/// A board is only faced with so many seeds at most: the highest bit of a lane is needed for other things.
const MOST: i64 = 127;

/// What lies on a board, as a player faces it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Seen {
    /// His side, a lane of a byte for each slot.
    pub own: u64,
    /// The other one.
    pub others: u64,
    /// The seeds of his store, if that is beside the board.
    pub won: i32,
    /// The same for the other player.
    pub lost: i32,
}

impl Seen {
    /// The same as the other player faces it.
    #[inline(always)]
    pub fn turned(self) -> Seen {
        Seen { own: self.others, others: self.own, won: self.lost, lost: self.won }
    }

    /// Whether these and so many others are few enough seeds for a board to be faced.
    pub fn is_few(&self, others: i32) -> bool {
        // all seeds together fit a lane
        let lanes: u64 = total(self.own) + total(self.others);
        lanes as i64 + i64::from(self.won) + i64::from(self.lost) + i64::from(others) <= MOST
    }

    /// Whether something lies in some lanes, all bits of which are set: own ones, and others.
    #[inline(always)]
    fn holds_some(&self, [own, others]: &[u64; 2]) -> bool {
        (self.own & own) | (self.others & others) != 0
    }
}

/// One in each lane.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The sum of all lanes.
#[inline(always)]
fn total(lanes: u64) -> u64 {
    lanes.wrapping_mul(ONES) >> 56
}

/// The seeds of a lane, told by the bit with which it begins: those of the other side begin with 64.
#[inline(always)]
fn get(own: u64, others: u64, at: u8) -> u64 {
    let word = if at & 64 == 0 { own } else { others };
    word >> (at & 63) & 0xff
}

/// Which slots lie on which side, in lanes: first those that may be chosen, in order.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    slots: [Vec<Slot>; 2],
    /// For every slot its lane as each player faces it.
    lanes: [Vec<Option<u8>>; 2],
}

impl Sides {
    /// The sides of a board on which two players choose holes of their own; none if they do not, or if it is too large.
    pub fn of<M: Mask>(layout: &Layout, ways: [&StraightWay<M>; 2]) -> Option<Self> {
        let chosen = ways.map(|way| way.from);
        if !(chosen[0] & chosen[1]).is_none() {
            return None;
        }
        let mut slots = chosen.map(|holes| holes.slots().collect::<Vec<Slot>>());
        let rest = M::first_slots(layout.lanes) & !(chosen[0] | chosen[1]);
        for slot in rest.slots() {
            // a store lies on the side of its player
            let roomy = usize::from(slots[1].len() < slots[0].len());
            let side = ways.iter().position(|way| way.store == slot).unwrap_or(roomy);
            slots[side].push(slot);
        }
        if slots.iter().any(|slots| slots.len() > usize::from(LANES)) {
            return None;
        }
        let lanes = [0, 1].map(|player| {
            let lane = |slot: Slot| {
                let at = |side: usize| slots[side].iter().position(|own| *own == slot);
                at(player).map(|lane| lane as u8).or_else(|| at(1 - player).map(|lane| lane as u8 + LANES))
            };
            (0..layout.lanes as Slot).map(lane).collect()
        });
        Some(Sides { slots, lanes })
    }

    /// The lane of a slot as a player faces it.
    fn lane(&self, player: usize, slot: Slot) -> Option<u8> {
        *self.lanes[player].get(usize::from(slot))?
    }

    /// The slot of a lane that a player faces.
    pub fn slot(&self, player: usize, lane: u8) -> Option<Slot> {
        let side = if lane < LANES { player } else { 1 - player };
        self.slots[side].get(usize::from(lane % LANES)).copied()
    }

    /// All bits of the lanes of some slots: those of a player's own side, and those of the other one.
    fn lanes_of<M: Mask>(&self, player: usize, slots: M) -> [u64; 2] {
        let mut lanes = [0; 2];
        for slot in slots.slots() {
            if let Some(lane) = self.lane(player, slot) {
                lanes[usize::from(lane / LANES)] |= 0xff << (8 * (lane % LANES));
            }
        }
        lanes
    }

    /// The lanes of some slots, a bit for each.
    fn bits_of<M: Mask>(&self, player: usize, slots: M) -> u16 {
        slots.slots().filter_map(|slot| self.lane(player, slot)).fold(0, |bits, lane| bits | 1 << lane)
    }

    /// The slots of some lanes that a player faces, a bit for each.
    pub fn slots_of<M: Mask>(&self, player: usize, lanes: u16) -> M {
        let (mut slots, mut left) = (M::NONE, lanes);
        while left != 0 {
            let lane = left.trailing_zeros() as u8;
            if let Some(slot) = self.slot(player, lane) {
                slots |= M::of(slot);
            }
            left &= left - 1;
        }
        slots
    }

    /// The board as the player to move faces it.
    pub fn seen<L: Lanes, const P: usize>(&self, position: &Position<L, P>) -> Seen {
        let mover = position.mover();
        let [own, others] = self.words(mover, position.seeds);
        let store = |player: usize| position.stores.get(player).copied().unwrap_or(0);
        Seen { own, others, won: store(mover), lost: store(1 - mover) }
    }

    /// The seeds of the lanes that a player faces: of his own side, and of the other one.
    fn words<L: Lanes>(&self, player: usize, seeds: L) -> [u64; 2] {
        let held = seeds.bytes();
        [player, 1 - player].map(|side| {
            let slots = self.slots[side].iter().enumerate();
            slots.fold(0, |word, (lane, slot)| word | u64::from(held[usize::from(slot % 16)]) << (8 * lane))
        })
    }

    /// Puts what the player to move sees in place of what lies in a position.
    pub fn put<L: Lanes, const P: usize>(&self, position: &mut Position<L, P>, seen: Seen) {
        let mover = position.mover();
        let mut bytes = [0; 16];
        for (side, word) in [(mover, seen.own), (1 - mover, seen.others)] {
            for (slot, held) in self.slots[side].iter().zip(word.to_le_bytes()) {
                bytes[usize::from(slot % 16)] = held;
            }
        }
        position.seeds = L::of_bytes(&bytes);
        for (player, held) in [(mover, seen.won), (1 - mover, seen.lost)] {
            if let Some(store) = position.stores.get_mut(player) {
                *store = held;
            }
        }
    }
}
