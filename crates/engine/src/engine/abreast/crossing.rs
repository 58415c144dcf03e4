//! Positions on their way between the lanes and the engine for one game.

use mancala_rules::chance::generator;

use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::position::Position;
use super::lane::Apart;
use super::plan::Plan;
use super::sight::Spot;
use crate::tables::Mask;

/// The most lanes of a board of bytes.
const MOST_LANES: usize = 128;

impl Plan {
    /// A game with no seeds.
    pub fn apart(&self) -> Apart {
        let places = self.sight.count();
        Apart {
            generator: generator(0, 0),
            game: 0,
            plies: 0,
            passes: 0,
            mover: 0,
            seeds: vec![0; places],
            marks: vec![0; if self.conduct.marked { places } else { 0 }],
            begun: false,
            late: false,
        }
    }

    /// A game as a position, which has from `start` what lanes do not know.
    pub fn position<L: Lanes, const P: usize>(
        &self,
        machine: &Machine<L, P>,
        start: &Position<L, P>,
        game: &Apart,
    ) -> Position<L, P> {
        let mut position = Position {
            seeds: L::default(),
            marks: [L::Mask::NONE; P],
            stores: [0; P],
            turns: [machine.tables.turns_asked; P],
            to_move: game.mover as u8,
            ..*start
        };
        let held = |spot: &Spot| game.seeds.get(usize::from(*spot)).copied().unwrap_or(0);
        let (board, beside) = self.sight.spots(game.mover).split_at(usize::from(machine.lanes));
        let mut bytes = [0; MOST_LANES];
        bytes.iter_mut().zip(board).for_each(|(seeds, spot)| *seeds = held(spot));
        position.seeds = L::of_bytes(&bytes[..board.len()]);
        position.stores.iter_mut().zip(beside).for_each(|(store, spot)| *store = i32::from(held(spot)));
        let mut marks = [L::Mask::NONE; 2];
        for (slot, mark) in self.sight.slots(game.mover).iter().zip(&game.marks) {
            for (by, marks) in (1..).zip(&mut marks) {
                *marks |= if *mark == by { L::Mask::of(*slot) } else { L::Mask::NONE };
            }
        }
        (position.marks[game.mover % P], position.marks[(1 - game.mover) % P]) = (marks[0], marks[1]);
        position
    }

    /// Takes a position over into a game.
    pub fn set<L: Lanes, const P: usize>(&self, machine: &Machine<L, P>, game: &mut Apart, position: &Position<L, P>) {
        game.mover = position.mover();
        let slots = self.sight.slots(game.mover);
        for (slot, seeds) in slots.iter().zip(&mut game.seeds) {
            *seeds = position.held(*slot, machine.lanes) as u8;
        }
        let [own, others] = [game.mover % P, (1 - game.mover) % P].map(|player| position.marks[player]);
        for (slot, mark) in slots.iter().zip(&mut game.marks) {
            *mark = (own.at(*slot) + 2 * others.at(*slot)) as u8;
        }
    }
}
