//! What a turn knows of its own move and of others.

use std::cell::{Cell, RefCell};

use mancala_rules::rules::model::Way;

use super::lanes::Lanes;
use super::moves::Move;
use super::position::Position;
use crate::tables::{Slot, Test};

/// What a turn knows of its own move and of others, in games whose rules ask about others.
#[derive(Debug)]
pub(super) struct Others<'t, L: Lanes, const P: usize> {
    /// The position before the turn.
    pub before: Position<L, P>,
    pub play: Move,
    /// Number of questions before `after turn`, and the answers in mixed radix.
    pub asked: (u8, u64),
    /// What is tested in place of `after turn`.
    pub comparing: Option<Comparing<'t, L::Mask>>,
    /// What is known of the moves of the position before the turn.
    pub compared: RefCell<Vec<Compared<L, P>>>,
    /// Whether the rules give no answer in another move that was tried.
    pub fail: Cell<bool>,
}

/// What identifies a move up to its `after turn`.
pub(super) type Identity = (Slot, Way, u8, u64);

impl<L: Lanes, const P: usize> Others<'_, L, P> {
    pub fn identity(&self) -> Identity {
        let (asked, answers) = self.asked;
        (self.play.hole, self.play.way, asked, answers)
    }
}

/// A condition that is tested in place of reading `after turn`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparing<'t, M> {
    pub test: &'t Test<M>,
    /// The first two moves after which the condition was true.
    pub found: [Option<Identity>; 2],
}

/// The moves of a position after which a condition is true: two are enough to know it of any other move.
#[derive(Clone, Debug)]
pub(super) struct Compared<L: Lanes, const P: usize> {
    pub before: Position<L, P>,
    pub section: u8,
    pub test: Test<L::Mask>,
    pub found: [Option<Identity>; 2],
}
