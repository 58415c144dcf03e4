//! A moment of a straight turn, as conditions and sets ask about it.

use super::lanes::Lanes;
use super::machine::Machine;
use super::position::{Position, Round};
use super::sowing::Laps;
use super::view::View;
use crate::rules::model::{Fact, Happened, Player, Way};
use crate::tables::{Mask, MoverTables, NOWHERE, Node, Set, Slot, Test};

/// A moment of a straight turn, or before it.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a, L: Lanes, const P: usize> {
    pub machine: &'a Machine<L, P>,
    pub round: &'a Round<L::Mask>,
    pub position: &'a Position<L, P>,
    pub here: Slot,
    pub origin: Slot,
    pub way: Way,
    pub lap: u32,
    pub made: i32,
    pub laps: Option<&'a Laps<L>>,
}

impl<'a, L: Lanes, const P: usize> Moment<'a, L, P> {
    /// Before the player to move chooses.
    #[inline(always)]
    pub fn at_rest(machine: &'a Machine<L, P>, round: &'a Round<L::Mask>, position: &'a Position<L, P>) -> Self {
        let way = machine.tables.movers[position.mover()].way_at_rest;
        Moment { machine, round, position, here: NOWHERE, origin: NOWHERE, way, lap: 0, made: 1, laps: None }
    }
}

impl<L: Lanes, const P: usize> View<L, P> for Moment<'_, L, P> {
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
        self.position
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
        0
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
        L::Mask::NONE
    }

    #[inline(always)]
    fn sown_this_lap(&self) -> L::Mask {
        L::Mask::NONE
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

/// Whether a straight turn tells what a test asks.
pub(super) fn is_still<M: Mask>(node: Node<'_, M>) -> bool {
    match node {
        Node::Test(Test::AnotherLeaves(_) | Test::Fact(Fact::NoLegalMove | Fact::Repeated)) => false,
        Node::Set(Set::Chosen) => false,
        Node::Set(Set::Happened(happened)) => matches!(happened, Happened::Played | Happened::Reached),
        _ => true,
    }
}
