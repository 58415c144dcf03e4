//! A position between turns, small enough to be copied.

use mancala_rules::rules::model::{Player, Players, Way};

use super::lanes::Lanes;
use crate::game;
use crate::tables::{Layout, Mask, NOWHERE, Slot};

/// A position between turns. `P` is the largest number of players.
///
/// The alignment makes copies read in the same pieces as were written before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(16))]
pub struct Position<L: Lanes, const P: usize> {
    /// Number of seeds in each hole and end.
    pub seeds: L,
    /// The slots that each player marked.
    pub marks: [L::Mask; P],
    /// Number of seeds in each player's store beside the board.
    pub stores: [i32; P],
    /// Number of turns of each player in this round, passes included.
    pub turns: [u32; P],
    /// Locked slots: nothing is sown or taken from them until they are full.
    pub locked: L::Mask,
    /// The slot chosen in the previous turn, if rules ask about it; else `NOWHERE`.
    pub played: Slot,
    /// Where the last seed of the previous turn fell, if rules ask about it; else `NOWHERE`.
    pub reached: Slot,
    /// For each player, if rules ask about it, two bits: his last turn began counterclockwise, it began clockwise.
    pub last_ways: u16,
    /// Number of seeds that go to the first player who captures or marks.
    pub pot: u16,
    /// Index of the player to move.
    pub to_move: u8,
}

/// What is constant during a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round<M> {
    /// Closed holes, which are not used.
    pub closed: M,
    /// The player who began.
    pub starter: Player,
    /// The player to whom the lot falls.
    pub lot: Player,
}

impl<L: Lanes, const P: usize> Position<L, P> {
    /// The player to move.
    #[inline(always)]
    pub fn mover(&self) -> Player {
        usize::from(self.to_move)
    }

    /// Number of seeds in a slot. `lanes` is the first slot beside the board.
    #[inline(always)]
    pub fn held(&self, slot: Slot, lanes: Slot) -> i32 {
        self.held_with(self.seeds, slot, lanes)
    }

    /// Number of seeds in a slot, with the seeds on the board passed separately.
    #[inline(always)]
    pub fn held_with(&self, seeds: L, slot: Slot, lanes: Slot) -> i32 {
        match slot.checked_sub(lanes) {
            None => seeds.get(slot),
            Some(beside) => self.stores.get(usize::from(beside)).copied().unwrap_or(0),
        }
    }

    /// Number of all seeds, the pot included.
    pub fn total(&self) -> i64 {
        let lanes = (0..L::LANES as Slot).map(|slot| self.seeds.get(slot));
        lanes.chain(self.stores).chain([i32::from(self.pot)]).map(i64::from).sum()
    }

    /// The slots that any of these players, given as a bit set, marked.
    #[inline(always)]
    pub fn marked_by(&self, players: u32) -> L::Mask {
        self.marks.iter().enumerate().fold(L::Mask::NONE, |found, (player, marks)| {
            if players >> player & 1 != 0 { found | *marks } else { found }
        })
    }

    /// Removes all marks from some slots.
    #[inline(always)]
    pub fn unmark(&mut self, slots: L::Mask) {
        for marks in &mut self.marks {
            *marks = *marks & !slots;
        }
    }

    /// Puts a player's mark on some slots, beside those of others.
    pub fn add_mark(&mut self, player: Player, slots: L::Mask) {
        self.marks[player] |= slots;
    }

    /// Puts a player's mark on some slots, replacing any other.
    #[inline(always)]
    pub fn mark(&mut self, player: Player, slots: L::Mask) {
        self.unmark(slots);
        self.marks[player] |= slots;
    }

    /// Who marked a slot, where only one player can have: 0 for nobody, else the player's index plus 1.
    #[inline(always)]
    pub fn mark_of(&self, slot: Slot) -> usize {
        let marks = self.marks.iter().enumerate();
        marks.map(|(player, marks)| (player + 1) * marks.at(slot)).sum()
    }

    /// Records that a player's turn began in this direction.
    pub fn went(&mut self, player: Player, way: Way) {
        self.last_ways = self.last_ways & !(0b11 << (2 * player)) | 1 << (2 * player + way as usize);
    }

    /// Whether a player's last turn began in this direction.
    pub fn last_went(&self, player: Player, way: Way) -> bool {
        self.last_ways >> (2 * player + way as usize) & 1 == 1
    }

    /// Converts a position of the narrator, which includes what is constant during the round.
    pub fn read(layout: &Layout, position: &game::Position) -> (Self, Round<L::Mask>) {
        let mut read = Position {
            seeds: L::default(),
            marks: [L::Mask::NONE; P],
            stores: [0; P],
            turns: [0; P],
            locked: L::Mask::NONE,
            pot: position.pot as u16,
            to_move: position.to_move as u8,
            played: position.last.map_or(NOWHERE, |last| layout.slot_of[last.played]),
            reached: position.last.map_or(NOWHERE, |last| layout.slot_of[last.reached]),
            last_ways: 0,
        };
        let mut round = Round { closed: L::Mask::NONE, starter: position.starter, lot: position.lot };
        for (slot, cell) in layout.cell_of.iter().enumerate() {
            let (seeds, bit) = (position.seeds[*cell] as i32, L::Mask::of(slot as Slot));
            match slot.checked_sub(layout.lanes) {
                None => read.seeds.put(slot as Slot, seeds),
                Some(player) => read.stores[player] = seeds,
            }
            for player in position.marks[*cell].each() {
                read.marks[player] |= bit;
            }
            if position.locked[*cell] {
                read.locked |= bit;
            }
            if position.closed[*cell] {
                round.closed |= bit;
            }
        }
        for (own, turns) in read.turns.iter_mut().zip(&position.turns) {
            *own = *turns;
        }
        for (player, way) in position.last_ways.iter().enumerate() {
            if let Some(way) = way {
                read.went(player, *way);
            }
        }
        (read, round)
    }

    /// Converts to a position of the narrator.
    pub fn write(&self, layout: &Layout, round: &Round<L::Mask>, players: usize) -> game::Position {
        let cells = layout.slots;
        let mut written = game::Position {
            seeds: vec![0; cells],
            marks: vec![Players::NOBODY; cells],
            closed: vec![false; cells],
            locked: vec![false; cells],
            pot: i64::from(self.pot),
            owner: vec![None; cells],
            to_move: self.mover(),
            turns: self.turns[..players].to_vec(),
            starter: round.starter,
            lot: round.lot,
            last: (self.played != NOWHERE).then(|| game::LastTurn {
                played: layout.cell_of[usize::from(self.played)],
                reached: layout.cell_of[usize::from(self.reached)],
            }),
            last_ways: (0..players)
                .map(|player| Way::BOTH.into_iter().find(|way| self.last_went(player, *way)))
                .collect(),
        };
        for (slot, cell) in layout.cell_of.iter().enumerate() {
            let bit = slot as Slot;
            written.seeds[*cell] = i64::from(match slot.checked_sub(layout.lanes) {
                None => self.seeds.get(bit),
                Some(player) => self.stores[player],
            });
            written.marks[*cell] = (0..players).filter(|player| self.marks[*player].has(bit)).collect();
            written.closed[*cell] = round.closed.has(bit);
            written.locked[*cell] = self.locked.has(bit);
            written.owner[*cell] = layout.owner[slot];
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Bytes;

    #[test]
    fn positions_of_two_rows_are_small() {
        assert!(size_of::<Bytes<1>>() == 16);
        assert!(size_of::<Position<Bytes<1>, 2>>() <= 64);
    }
}
