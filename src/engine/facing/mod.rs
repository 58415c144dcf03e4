//! A small board of two players as the player to move faces it: his side is one 64-bit word of eight byte lanes, the
//! opponent's side another. When the turn passes, the words are swapped, so that a ply takes the same steps for both.
//!
//! Lanes 0 to 7 are those of the own word, 8 to 15 those of the opponent's word. A lane is often given as a bit offset:
//! eight times its number, so that 64 and above address the opponent's word.

mod count;
mod face;
mod finish;
mod fixed;
mod glide;
mod known;
mod laps;
mod packed;
mod ranges;
mod seat;
mod trail;

pub(super) use count::Counter;
pub(super) use face::Faces;
pub(super) use glide::Why;
pub(super) use known::Known;
pub(super) use seat::Seats;
pub(super) use trail::Trail;

use super::lanes::Lanes;
use super::position::Position;
use crate::tables::{Layout, Mask, Slot, StraightWay};

/// Number of lanes of a side.
const LANES: u8 = 8;

/// Largest number of seeds of such a board: the highest bit of a lane serves other purposes.
pub(super) const MOST: i64 = 127;

/// The seeds of a board and its stores, as a player faces them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Seen {
    /// His side, one byte for each slot.
    pub own: u64,
    /// The opponent's side.
    pub others: u64,
}

impl Seen {
    /// Swaps the sides: what the other player faces.
    #[inline(always)]
    pub fn turned(self) -> Seen {
        Seen { own: self.others, others: self.own }
    }

    /// Whether some lanes hold seeds. The masks have all bits of each lane set: own lanes, and the opponent's.
    #[inline(always)]
    fn holds_some(self, [own, others]: &[u64; 2]) -> bool {
        (self.own & own) | (self.others & others) != 0
    }

    /// Number of seeds in some lanes.
    #[inline(always)]
    fn held(self, [own, others]: &[u64; 2]) -> u64 {
        total(self.own & own) + total(self.others & others)
    }

    /// Adds seeds to the lane at a bit offset.
    #[inline(always)]
    fn plus(self, at: u8, seeds: u64) -> Seen {
        let seeds = seeds << (at & 63);
        match at & 64 {
            0 => Seen { own: self.own + seeds, ..self },
            _ => Seen { others: self.others + seeds, ..self },
        }
    }

    /// Takes seeds from the lane at a bit offset, which holds as many.
    #[inline(always)]
    fn minus(self, at: u8, seeds: u64) -> Seen {
        let seeds = seeds << (at & 63);
        match at & 64 {
            0 => Seen { own: self.own - seeds, ..self },
            _ => Seen { others: self.others - seeds, ..self },
        }
    }

    /// Empties some lanes.
    #[inline(always)]
    fn without(self, [own, others]: &[u64; 2]) -> Seen {
        Seen { own: self.own & !own, others: self.others & !others }
    }

    /// Hashes both sides. The highest bits depend on all others.
    #[inline(always)]
    fn mixed(self) -> u64 {
        (self.own.rotate_left(29) ^ self.others).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The seeds of a lane. `at` is a bit offset; 64 and above address the opponent's word.
    #[inline(always)]
    fn get(self, at: u8) -> u64 {
        let word = if at & 64 == 0 { self.own } else { self.others };
        word >> (at & 63) & 0xff
    }
}

/// One in each lane.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The sum of all lanes.
#[inline(always)]
fn total(lanes: u64) -> u64 {
    lanes.wrapping_mul(ONES) >> 56
}

/// Assigns slots to sides and lanes. On each side the holes that may be chosen come first, in order.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    slots: [Vec<Slot>; 2],
    /// For each player, the lane of each slot as he faces it.
    lanes: [Vec<Option<u8>>; 2],
    /// For each side, the groups of slots that are moved together.
    spans: [Vec<Span>; 2],
    /// The first slot beside the board.
    beside: Slot,
}

/// Slots whose distance to their lanes is equal: the rotation in bits that moves them there, and a mask of their bits
/// on the board, in words of eight slots.
#[derive(Clone, Copy, Debug)]
struct Span {
    turn: u32,
    board: [u64; 2],
}

impl Sides {
    /// The sides of a board; `None` if the players can choose the same hole, or the board is too large.
    pub fn of<M: Mask>(layout: &Layout, ways: [&StraightWay<M>; 2]) -> Option<Self> {
        let chosen = ways.map(|way| way.from);
        if !(chosen[0] & chosen[1]).is_none() {
            return None;
        }
        let mut slots = chosen.map(|holes| holes.slots().collect::<Vec<Slot>>());
        let rest = M::first_slots(layout.slots) & !(chosen[0] | chosen[1]);
        for slot in rest.slots() {
            // a store lies on the side of its player
            let roomy = usize::from(slots[1].len() < slots[0].len());
            let side = layout.stores.iter().position(|store| *store == slot).unwrap_or(roomy);
            slots.get_mut(side)?.push(slot);
        }
        if slots.iter().any(|slots| slots.len() > usize::from(LANES)) {
            return None;
        }
        let lanes = [0, 1].map(|player| {
            let lane = |slot: Slot| {
                let at = |side: usize| slots[side].iter().position(|own| *own == slot);
                at(player).map(|lane| lane as u8).or_else(|| at(1 - player).map(|lane| lane as u8 + LANES))
            };
            (0..layout.slots as Slot).map(lane).collect()
        });
        let beside = layout.lanes as Slot;
        let spans = [0, 1].map(|side| Span::of(&slots[side], beside));
        Some(Sides { slots, lanes, spans, beside })
    }

    /// The lane of a slot as a player faces it.
    fn lane(&self, player: usize, slot: Slot) -> Option<u8> {
        *self.lanes[player].get(usize::from(slot))?
    }

    /// The lane of a slot as a player faces it; `None` for stores beside the board.
    fn lane_on_board(&self, player: usize, slot: Slot) -> Option<u8> {
        self.lane(player, slot).filter(|_| slot < self.beside)
    }

    /// The slot of a lane as a player faces it.
    pub fn slot(&self, player: usize, lane: u8) -> Option<Slot> {
        let side = if lane < LANES { player } else { 1 - player };
        self.slots[side].get(usize::from(lane % LANES)).copied()
    }

    /// Masks of the lanes of some slots, without stores beside the board: on the player's own side, and on the other.
    fn lanes_of<M: Mask>(&self, player: usize, slots: M) -> [u64; 2] {
        self.all_lanes_of(player, slots & M::first_slots(self.beside.into()))
    }

    /// Masks of the lanes of some slots, stores beside the board included: on the player's own side, and on the other.
    fn all_lanes_of<M: Mask>(&self, player: usize, slots: M) -> [u64; 2] {
        let mut lanes = [0; 2];
        for lane in slots.slots().filter_map(|slot| self.lane(player, slot)) {
            lanes[usize::from(lane / LANES)] |= 0xff << (8 * (lane % LANES));
        }
        lanes
    }

    /// The lanes of some slots as a bit set.
    fn bits_of<M: Mask>(&self, player: usize, slots: M) -> u16 {
        slots.slots().filter_map(|slot| self.lane(player, slot)).fold(0, |bits, lane| bits | 1 << lane)
    }

    /// The slots of some lanes, given as a bit set, as a player faces them.
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
        let mut words = self.words(mover, position.seeds);
        for (store, held) in (self.beside..).zip(&position.stores) {
            if let Some(lane) = self.lane(mover, store) {
                words[usize::from(lane / LANES)] |= (*held as u64) << (8 * (lane % LANES));
            }
        }
        let [own, others] = words;
        Seen { own, others }
    }

    /// The words of a player's own side and of the other side, without stores beside the board.
    fn words<L: Lanes>(&self, player: usize, seeds: L) -> [u64; 2] {
        let board = u128::from_le_bytes(seeds.bytes());
        let (low, high) = (board as u64, (board >> 64) as u64);
        [player, 1 - player].map(|side| {
            let moved = |span: &Span| (low & span.board[0] | high & span.board[1]).rotate_left(span.turn);
            self.spans[side].iter().fold(0, |word, span| word | moved(span))
        })
    }

    /// Writes what the player to move faces into a position.
    pub fn put<L: Lanes, const P: usize>(&self, position: &mut Position<L, P>, seen: Seen) {
        let mover = position.mover();
        let (mut low, mut high) = (0, 0);
        for (side, word) in [(mover, seen.own), (1 - mover, seen.others)] {
            for span in &self.spans[side] {
                let moved = word.rotate_right(span.turn);
                low |= moved & span.board[0];
                high |= moved & span.board[1];
            }
        }
        position.seeds = L::of_bytes(&(u128::from(high) << 64 | u128::from(low)).to_le_bytes());
        for (store, held) in (self.beside..).zip(&mut position.stores) {
            if let Some(lane) = self.lane(mover, store) {
                *held = seen.get(8 * lane) as i32;
            }
        }
    }
}

impl Span {
    /// The spans of a side. Slots beside the board belong to none.
    fn of(slots: &[Slot], beside: Slot) -> Vec<Self> {
        let mut spans: Vec<Span> = Vec::new();
        for (lane, slot) in slots.iter().enumerate().filter(|(_, slot)| **slot < beside) {
            let (from, to) = (u32::from(slot % 8), lane as u32 % 8);
            let turn = 8 * ((8 + to - from) % 8);
            let mut board = [0; 2];
            board[usize::from(slot / 8) & 1] = 0xff << (8 * from);
            match spans.iter_mut().find(|span| span.turn == turn) {
                Some(span) => span.board = [span.board[0] | board[0], span.board[1] | board[1]],
                None => spans.push(Span { turn, board }),
            }
        }
        spans
    }
}
