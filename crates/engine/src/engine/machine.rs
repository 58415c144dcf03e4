//! The tables of a game at one width.

use std::sync::OnceLock;

use mancala_rules::rules::model::{Endless, Player, Rules, Way};

use super::circling::Circling;
use super::course::Course;
use super::gathering::{Gathering, Sum};
use super::history::History;
use super::lanes::Lanes;
use super::moves::{End, Move};
use super::position::Position;
#[cfg(test)]
use super::position::Round;
use super::sowing::Sower;
use super::state::Lapped;
use crate::game;
use crate::tables::{Mask, MoverTables, NOWHERE, Skip, Slot, Tables, around, mask};

/// The tables of a game at one width. `L` holds the seeds of the board; `P` is the largest number of players.
#[derive(Debug)]
pub struct Machine<L: Lanes, const P: usize> {
    pub(super) tables: Tables<L::Mask>,
    /// Number of lanes, and so the first store beside the board.
    pub(super) lanes: Slot,
    /// For each player and direction, the slot that follows each lane on his track, and the one before it.
    pub(super) steps: Vec<[[Box<[Slot]>; 2]; 2]>,
    /// The slots of each player's track.
    pub(super) on_track: Vec<L::Mask>,
    /// For each player and direction, the sowing tables.
    pub(super) sowers: Vec<[Sower<L>; 2]>,
    /// For each mover what follows his laps, where no slot is locked and there is no pot.
    pub(super) courses: Vec<Course<L>>,
    /// What follows them in other positions, made when first needed.
    careful: OnceLock<Vec<Course<L>>>,
    /// For each mover and action, what it gathers before a turn, if it does nothing else.
    pub(super) gatherings: Vec<Box<[Option<Gathering<L>>]>>,
    /// The score of each player, where it is a plain sum.
    pub(super) sums: Vec<Option<Sum<L::Mask>>>,
    pub(super) holes: L::Mask,
    /// The holes and ends.
    pub(super) on_board: L::Mask,
    /// The slots on each player's side.
    pub(super) sides: Vec<L::Mask>,
    /// States of straight turns that lead to endless sowing.
    pub(super) circling: Circling<Lapped<L, P>>,
    /// Whether an endless sowing makes the move illegal.
    pub(super) endless_is_illegal: bool,
    /// The machine for the time when no player has a turn any more that a rule asks about by its number; `None` if no
    /// rule does.
    pub(super) later: Option<Box<Machine<L, P>>>,
}

/// A legal move and its result.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Child<L: Lanes, const P: usize> {
    /// The position after the move.
    pub position: Position<L, P>,
    /// The move.
    pub play: Move,
    /// How the turn ended.
    pub end: End,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Compiles rules for a round with the owners and closed holes of a position. If no hole is closed there, none may be.
    pub fn new(rules: &Rules, round: &game::Position) -> Self {
        let tables: Tables<L::Mask> = Tables::compile(rules, round);
        let later = tables.later(rules, round).map(|tables| Box::new(Machine::of(tables, None)));
        Machine::of(tables, later)
    }

    fn of(tables: Tables<L::Mask>, later: Option<Box<Self>>) -> Self {
        let layout = &tables.layout;
        let steps = |track: &Vec<Slot>| {
            [false, true].map(|back| {
                let mut next = vec![NOWHERE; L::LANES];
                for (at, slot) in track.iter().enumerate() {
                    next[usize::from(*slot)] = around(track, at, back).next().unwrap_or(NOWHERE);
                }
                next.into_boxed_slice()
            })
        };
        let sowers = |(ways, mover): (&[Vec<Slot>; 2], &MoverTables<L::Mask>)| {
            let origin = mover.skip.passes_origin();
            let many = match &mover.skip {
                Skip::Marked { among, .. } => !among.is_none(),
                Skip::Fixed(..) => true,
                Skip::Changing(..) => false,
            };
            ways.each_ref().map(|track| Sower::new(layout, track, origin, many))
        };
        let gatherings = |mover: &MoverTables<L::Mask>| {
            let mut gatherings: Box<[_]> = mover.actions.iter().map(|_| None).collect();
            for (_, outcome) in &mover.gates {
                let action = usize::from(outcome.action);
                gatherings[action] = Gathering::of(layout, &mover.actions[action].ops);
            }
            gatherings
        };
        let sum = |mover: &MoverTables<L::Mask>| Sum::of(layout, mover.score.as_ref()?);
        Machine {
            lanes: layout.lanes as Slot,
            steps: layout.tracks.iter().map(|ways| ways.each_ref().map(steps)).collect(),
            on_track: (0..tables.players).map(|player| layout.on_track(player)).collect(),
            sowers: layout.tracks.iter().zip(&tables.movers).map(sowers).collect(),
            courses: (0..tables.movers.len()).map(|player| Course::of(&tables, player, false)).collect(),
            careful: OnceLock::new(),
            gatherings: tables.movers.iter().map(gatherings).collect(),
            sums: tables.movers.iter().map(sum).collect(),
            holes: L::Mask::first_slots(layout.holes),
            on_board: L::Mask::first_slots(layout.lanes),
            sides: (0..tables.players)
                .map(|player| {
                    mask((0..layout.slots as Slot).filter(|slot| layout.owner[usize::from(*slot)] == Some(player)))
                })
                .collect(),
            circling: Circling::default(),
            endless_is_illegal: matches!(tables.endless, Some((Endless::Illegal, _))),
            later,
            tables,
        }
    }

    /// The tables.
    pub fn tables(&self) -> &Tables<L::Mask> {
        &self.tables
    }

    /// The machine for the turns that follow a position: a smaller one once no player has a turn any more that a rule asks
    /// about by its number.
    #[inline(always)]
    pub(super) fn at(&self, position: &Position<L, P>) -> &Self {
        match &self.later {
            Some(later) if self.is_later(position) => later,
            _ => self,
        }
    }

    /// Whether no player has a turn any more that a rule asks about by its number.
    #[inline(always)]
    pub(super) fn is_later(&self, position: &Position<L, P>) -> bool {
        position.turns.iter().take(self.tables.players).all(|turns| *turns >= self.tables.turns_asked)
    }

    /// What follows the laps of a mover where slots may be locked or there may be a pot.
    #[cold]
    pub(super) fn careful(&self, mover: Player) -> &Course<L> {
        let all = || (0..self.tables.players).map(|player| Course::of(&self.tables, player, true)).collect();
        &self.careful.get_or_init(all)[mover]
    }

    /// An empty history of positions.
    pub(super) fn history(&self) -> History<L, P> {
        History::new(self.tables.layout.lanes, self.tables.gains_stay)
    }

    /// The next slot of a mover's track in a direction that is not passed over, or (`back`) the one before it;
    /// `NOWHERE` if there is none or `from` is off the track.
    #[inline]
    pub(super) fn next(&self, mover: Player, from: Slot, (way, back): (Way, bool), passed: L::Mask) -> Slot {
        let steps = &self.steps[mover][way as usize][usize::from(back)];
        let mut at = from;
        // the track is a cycle and has at most this number of slots
        for _ in 0..steps.len() {
            at = steps.get(usize::from(at)).copied().unwrap_or(NOWHERE);
            if at == NOWHERE {
                break;
            }
            if !passed.has(at) {
                return at;
            }
            if at == from {
                break;
            }
        }
        NOWHERE
    }
}

#[cfg(test)]
impl<L: Lanes, const P: usize> Machine<L, P> {
    /// The machine of a shipped game, and its starting position.
    #[allow(clippy::unwrap_used, reason = "shipped rulesets are well")]
    pub fn at_start(game: &str) -> (Self, Position<L, P>, Round<L::Mask>) {
        Self::of_rules(&mancala_rules::ruleset::Ruleset::shipped(game).unwrap().rules().unwrap())
    }

    /// The machine of some rules, and its starting position.
    pub fn of_rules(rules: &Rules) -> (Self, Position<L, P>, Round<L::Mask>) {
        let start = crate::game::Position::start(rules);
        let machine = Machine::new(rules, &start);
        let (position, round) = Position::read(&machine.tables.layout, &start);
        (machine, position, round)
    }
}
