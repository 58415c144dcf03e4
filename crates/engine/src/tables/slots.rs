//! Slots: the engine's numbering of holes, ends and stores. Their order is the order in which moves are listed.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use mancala_rules::rules::model::{Across, Board, Cell, Player, Way};

use crate::game::Hole;

/// Number of a hole, end or store, from 0. Holes come first, column by column from South's left, and within a column
/// from South's side; then the left and the right end, if there are ends; then one store beside the board for each
/// player.
pub type Slot = u8;

/// Stands for no slot.
pub const NOWHERE: Slot = u8::MAX;

/// A set of slots, one bit each.
pub trait Mask:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// Number of slots that fit.
    const SLOTS: usize;
    /// The empty set.
    const NONE: Self;
    /// The set of one slot.
    fn of(slot: Slot) -> Self;
    /// The set of slots 0 to `slots - 1`.
    fn first_slots(slots: usize) -> Self;
    /// Whether a slot belongs to the set.
    fn has(self, slot: Slot) -> bool;
    /// 1 if `slot`, which must be below `SLOTS`, belongs to the set, else 0.
    fn at(self, slot: Slot) -> usize;
    /// Number of slots in the set.
    fn count(self) -> u32;
    /// The lowest slot; for the empty set `SLOTS` or more.
    fn first(self) -> Slot;
    /// Removes the lowest slot.
    fn without_first(self) -> Self;
    /// Slots 0 to 63 as bits.
    fn low_bits(self) -> u64;
    /// Slots 64 to 127 as bits.
    fn high_bits(self) -> u64;
    /// Adds `by`, of which the amount is below `SLOTS`, to every slot. Slots that leave the range disappear.
    fn moved(self, by: i8) -> Self;

    /// Whether the set is empty.
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Iterates over the slots in ascending order.
    fn slots(self) -> Slots<Self> {
        Slots(self)
    }
}

/// Iterator over the slots of a set in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Slots<M>(M);

impl<M: Mask> Iterator for Slots<M> {
    type Item = Slot;

    #[inline(always)]
    fn next(&mut self) -> Option<Slot> {
        if self.0.is_none() {
            return None;
        }
        let slot = self.0.first();
        self.0 = self.0.without_first();
        Some(slot)
    }
}

/// Collects slots into a set.
pub fn mask<M: Mask>(slots: impl IntoIterator<Item = Slot>) -> M {
    slots.into_iter().fold(M::NONE, |mask, slot| mask | M::of(slot))
}

macro_rules! masks {
    ($($bits:ty),*) => {$(
        impl Mask for $bits {
            const SLOTS: usize = <$bits>::BITS as usize;
            const NONE: Self = 0;

            #[inline(always)]
            fn of(slot: Slot) -> Self {
                1 << (u32::from(slot) % <$bits>::BITS)
            }

            fn first_slots(slots: usize) -> Self {
                if slots == 0 { 0 } else { <$bits>::MAX >> (Self::SLOTS - slots.min(Self::SLOTS)) }
            }

            #[inline(always)]
            fn has(self, slot: Slot) -> bool {
                u32::from(slot) < <$bits>::BITS && self >> (u32::from(slot) % <$bits>::BITS) & 1 != 0
            }

            #[inline(always)]
            fn at(self, slot: Slot) -> usize {
                (self >> (u32::from(slot) % <$bits>::BITS) & 1) as usize
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Slot {
                self.trailing_zeros() as Slot
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn low_bits(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            fn high_bits(self) -> u64 {
                self.checked_shr(64).unwrap_or(0) as u64
            }

            #[inline(always)]
            fn moved(self, by: i8) -> Self {
                let bits = u32::from(by.unsigned_abs()) % <$bits>::BITS;
                if by < 0 { self >> bits } else { self << bits }
            }
        }
    )*};
}

masks!(u64, u128);

/// Maps cells of the rules to slots and back, and holds what never changes about a slot.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Number of holes. They are slots 0 to `holes - 1`.
    pub holes: usize,
    /// Number of holes and ends, which come before the stores beside the board.
    pub lanes: usize,
    /// Number of all slots.
    pub slots: usize,
    /// The slot of each cell.
    pub slot_of: Vec<Slot>,
    /// The cell of each slot.
    pub cell_of: Vec<Cell>,
    /// The hole, end or store of each slot.
    pub hole_of: Vec<Hole>,
    /// For each player and direction, the slots of his track in the order of sowing. Both have the same slots.
    pub tracks: Vec<[Vec<Slot>; 2]>,
    /// The store slot of each player.
    pub stores: Vec<Slot>,
    /// For each slot the player on whose side it lies in this round.
    pub owner: Vec<Option<Player>>,
    /// Whether a slot can bear a mark of every player at once.
    pub marks_by_each: bool,
    /// Number of seeds in each slot at the start of the game.
    pub start: Vec<u32>,
    /// The relative of each slot, or [`NOWHERE`], for each relation in the order of [`Across::ALL`].
    pub across: [Vec<Slot>; Across::ALL.len()],
}

impl Layout {
    /// The slots of a player's track, in the order in which sowing in a direction goes.
    pub fn track(&self, player: Player, way: Way) -> &[Slot] {
        self.tracks.get(player).map_or(&[], |ways| &ways[way as usize])
    }

    /// The slots of a player's track, whichever the direction.
    pub fn on_track<M: Mask>(&self, player: Player) -> M {
        mask(self.track(player, Way::Counterclockwise).iter().copied())
    }

    /// The slots of a board. `owner` gives the player on whose side each cell lies in this round.
    pub fn new(board: &Board, owner: &[Option<Player>]) -> Layout {
        let (rows, columns) = (board.rows.value, board.columns.value);
        let mut cell_of: Vec<Cell> = Vec::with_capacity(board.cells());
        for column in 0..columns {
            cell_of.extend((0..rows).map(|row| board.hole(row, column)));
        }
        cell_of.extend(board.holes()..board.cells());
        let mut slot_of = vec![NOWHERE; board.cells()];
        for (slot, cell) in cell_of.iter().enumerate() {
            slot_of[*cell] = slot as Slot;
        }
        let slots = |cells: &[Cell]| cells.iter().map(|cell| slot_of[*cell]).collect::<Vec<_>>();
        Layout {
            holes: board.holes(),
            lanes: board.holes() + board.end_cells().map_or(0, |ends| ends.len()),
            slots: cell_of.len(),
            tracks: board.tracks.iter().map(|ways| ways.each_ref().map(|track| slots(track))).collect(),
            stores: slots(&board.stores),
            owner: cell_of.iter().map(|cell| owner[*cell]).collect(),
            marks_by_each: board.marks_by_each(),
            start: cell_of.iter().map(|cell| board.start[*cell]).collect(),
            across: Across::ALL
                .map(|relation| cell_of.iter().map(|cell| relative(board, &slot_of, relation, *cell)).collect()),
            hole_of: cell_of.iter().map(|cell| Hole::new(board, *cell)).collect(),
            slot_of,
            cell_of,
        }
    }
}

/// The slots of a track in the order of sowing or (`back`) against it, once around, beginning after index `at`.
pub fn around(track: &[Slot], at: usize, back: bool) -> impl Iterator<Item = Slot> {
    let length = track.len();
    (1..=length).map(move |steps| track[if back { at + length - steps } else { at + steps } % length])
}

/// A relation of slots that the board alone decides, over sets: slots whose relative lies the same distance away are
/// moved together.
#[derive(Clone, Debug)]
pub struct Relation<M> {
    /// Slots that have a relative, and what is added to them to give it.
    moves: Box<[(M, i8)]>,
}

impl<M: Mask> Relation<M> {
    /// The relation of a board.
    pub fn new(layout: &Layout, relation: Across) -> Self {
        let mut moves: Vec<(M, i8)> = Vec::new();
        for slot in 0..layout.slots as Slot {
            let relative = layout.relative(relation, slot);
            if relative == NOWHERE {
                continue;
            }
            let by = (i16::from(relative) - i16::from(slot)) as i8;
            match moves.iter_mut().find(|(_, known)| *known == by) {
                Some((slots, _)) => *slots |= M::of(slot),
                None => moves.push((M::of(slot), by)),
            }
        }
        Relation { moves: moves.into() }
    }

    /// The relatives of the slots of a set.
    #[inline(always)]
    pub fn relatives(&self, slots: M) -> M {
        self.moves.iter().fold(M::NONE, |found, (from, by)| found | (slots & *from).moved(*by))
    }

    /// The slots whose relative is in a set.
    #[inline(always)]
    pub fn whose(&self, set: M) -> M {
        self.moves.iter().fold(M::NONE, |found, (from, by)| found | set.moved(-*by) & *from)
    }
}

/// The slot of the relative of a cell, or [`NOWHERE`].
fn relative(board: &Board, slot_of: &[Slot], relation: Across, cell: Cell) -> Slot {
    board.across(relation, cell).map_or(NOWHERE, |cell| slot_of[cell])
}
