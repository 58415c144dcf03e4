//! Where seeds lie in the tables: slots, numbered so that moves come out in the order in which they are listed.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::game::Hole;
use crate::rules::model::{Across, Board, Cell, Player};

/// A place that holds seeds. The holes come first, column by column from South's left and in each column from South's
/// side; then the left and the right end, if there are ends; then a store beside the board for every player.
pub type Slot = u8;

/// No slot.
pub const NOWHERE: Slot = u8::MAX;

/// A set of slots, a bit for each.
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
    /// How many slots it can hold.
    const SLOTS: usize;
    /// No slot.
    const NONE: Self;
    /// One slot.
    fn of(slot: Slot) -> Self;
    /// The first so many slots.
    fn first_slots(slots: usize) -> Self;
    /// Whether a slot belongs to it.
    fn has(self, slot: Slot) -> bool;
    /// 1 if a slot that it can hold belongs to it, else 0.
    fn at(self, slot: Slot) -> usize;
    /// How many slots belong to it.
    fn count(self) -> u32;
    /// Its first slot; of an empty set a number beyond all slots.
    fn first(self) -> Slot;
    /// The same without its first slot.
    fn without_first(self) -> Self;
    /// The lowest 64 slots as bits.
    fn low_bits(self) -> u64;

    /// Whether no slot belongs to it.
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Its slots in order.
    fn slots(self) -> Slots<Self> {
        Slots(self)
    }
}

/// The slots of a set in order.
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

/// A set of these slots.
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
        }
    )*};
}

masks!(u32, u64, u128);

/// Which cell of the rules is which slot, and what never changes about a slot.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Holes of the rows.
    pub holes: usize,
    /// Holes and ends: slots in which sowing can drop seeds.
    pub lanes: usize,
    /// All slots.
    pub slots: usize,
    /// The slot of every cell.
    pub slot_of: Vec<Slot>,
    /// The cell of every slot.
    pub cell_of: Vec<Cell>,
    /// The hole, end or store that every slot is.
    pub hole_of: Vec<Hole>,
    /// For each player the slots that he sows round, counterclockwise.
    pub tracks: Vec<Vec<Slot>>,
    /// For each player the slot that is his store.
    pub stores: Vec<Slot>,
    /// On whose side a slot lies in this round.
    pub owner: Vec<Option<Player>>,
    /// What a slot holds at the start of the game.
    pub start: Vec<u32>,
    /// For every relation that the board decides, in the order of [`Across::ALL`], the relative of every slot.
    pub across: [Vec<Slot>; Across::ALL.len()],
}

impl Layout {
    /// The slots of a board. `owner` tells for every cell on whose side it lies in the round.
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
            tracks: board.tracks.iter().map(|track| slots(track)).collect(),
            stores: slots(&board.stores),
            owner: cell_of.iter().map(|cell| owner[*cell]).collect(),
            start: cell_of.iter().map(|cell| board.start[*cell]).collect(),
            across: Across::ALL
                .map(|relation| cell_of.iter().map(|cell| relative(board, &slot_of, relation, *cell)).collect()),
            hole_of: cell_of.iter().map(|cell| Hole::new(board, *cell)).collect(),
            slot_of,
            cell_of,
        }
    }
}

/// The relative of a cell, as a slot.
fn relative(board: &Board, slot_of: &[Slot], relation: Across, cell: Cell) -> Slot {
    board.across(relation, cell).map_or(NOWHERE, |cell| slot_of[cell])
}
