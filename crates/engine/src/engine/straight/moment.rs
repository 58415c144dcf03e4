//! A moment of a straight turn, as conditions and sets ask about it.

use std::ops::Deref;

use mancala_rules::rules::model::{Player, Way};

use super::super::effects::Acting;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::position::{Position, Round};
use super::super::sowing::Laps;
use super::super::view::View;
use crate::tables::{Mask, MoverTables, NOWHERE, Slot, Test};

/// A moment of a straight turn, or before it. `Q` is the position, which effects change.
#[derive(Clone, Copy)]
pub(in super::super) struct Moment<'a, L: Lanes, const P: usize, Q = &'a Position<L, P>> {
    pub machine: &'a Machine<L, P>,
    pub round: &'a Round<L::Mask>,
    pub position: Q,
    pub section: usize,
    pub here: Slot,
    pub origin: Slot,
    pub way: Way,
    pub lap: u32,
    pub made: i32,
    pub hand: i32,
    pub laps: Option<&'a Laps<L>>,
    /// The slots into which seeds fell in the turn, and in its last lap, if rules ask about them.
    pub sown: [L::Mask; 2],
}

impl<'a, L: Lanes, const P: usize> Moment<'a, L, P> {
    /// Before the player to move chooses.
    #[inline(always)]
    pub fn at_rest(machine: &'a Machine<L, P>, round: &'a Round<L::Mask>, position: &'a Position<L, P>) -> Self {
        Moment {
            machine,
            round,
            position,
            section: usize::MAX,
            here: NOWHERE,
            origin: NOWHERE,
            way: machine.tables.movers[position.mover()].way_at_rest,
            lap: 0,
            made: 1,
            hand: 0,
            laps: None,
            sown: [L::Mask::NONE; 2],
        }
    }
}

impl<L: Lanes, const P: usize> Acting<L, P> for Moment<'_, L, P, &mut Position<L, P>> {
    fn position_mut(&mut self) -> &mut Position<L, P> {
        self.position
    }

    fn hand(&mut self) -> &mut i32 {
        &mut self.hand
    }

    fn note_raid(&mut self, _: L::Mask) {}

    fn fell_here(&mut self, made: i32) {
        self.made = made;
    }

    fn marks_changed(&mut self) {
        self.laps = self.machine.sowers[self.position.mover()][self.way as usize].laps(self.always_passed_over());
    }
}

impl<L: Lanes, const P: usize, Q: Deref<Target = Position<L, P>>> View<L, P> for Moment<'_, L, P, Q> {
    #[inline(always)]
    fn machine(&self) -> &Machine<L, P> {
        self.machine
    }

    #[inline(always)]
    fn rules(&self) -> &MoverTables<L::Mask> {
        &self.machine.tables.movers[self.position.mover()]
    }

    #[inline(always)]
    fn round(&self) -> &Round<L::Mask> {
        self.round
    }

    #[inline(always)]
    fn position(&self) -> &Position<L, P> {
        &self.position
    }

    #[inline(always)]
    fn mover(&self) -> Player {
        self.position.mover()
    }

    #[inline(always)]
    fn here(&self) -> Slot {
        self.here
    }

    #[inline(always)]
    fn origin(&self) -> Slot {
        self.origin
    }

    #[inline(always)]
    fn way(&self) -> Way {
        self.way
    }

    #[inline(always)]
    fn lap(&self) -> u32 {
        self.lap
    }

    #[inline(always)]
    fn made(&self) -> i32 {
        self.made
    }

    #[inline(always)]
    fn dropped(&self) -> i32 {
        1
    }

    #[inline(always)]
    fn section(&self) -> usize {
        self.section
    }

    #[inline(always)]
    fn last_seed(&self) -> bool {
        self.lap > 0
    }

    #[inline(always)]
    fn chosen(&self) -> L::Mask {
        L::Mask::NONE
    }

    #[inline(always)]
    fn sown(&self) -> L::Mask {
        self.sown[0]
    }

    #[inline(always)]
    fn sown_this_lap(&self) -> L::Mask {
        self.sown[1]
    }

    #[inline(always)]
    fn raided(&self) -> L::Mask {
        L::Mask::NONE
    }

    #[inline(always)]
    fn no_legal_move(&self) -> bool {
        false
    }

    #[inline(always)]
    fn repeated(&self) -> bool {
        false
    }

    #[inline(always)]
    fn laps(&self) -> Option<&Laps<L>> {
        self.laps
    }

    #[inline(always)]
    fn another_leaves(&self, _: &Test<L::Mask>) -> bool {
        false
    }
}
