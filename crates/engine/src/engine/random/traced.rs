//! Fast random games with every position that they pass through, for whoever compares them with the narrator.

use mancala_rules::chance::Generator;
use mancala_rules::progress::Progress;
use mancala_rules::rules::model::Rules;

use super::super::counter::Counters;
use super::super::ended::Ended;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::position::{Position, Round};
use super::super::trouble::Trouble;
use super::runner::{Observe, Runner};
use super::tally::Tally;
use crate::game::{self, Ending, Fault};

/// A random game, or its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The start and the position after each ply, before `before turn` applies.
    pub positions: Vec<game::Position>,
    /// Where the game stopped, after the effects of `before turn`.
    pub last: game::Position,
    /// Number of plies, passes included.
    pub plies: u64,
    /// The score of each player where the game stopped.
    pub scores: Vec<i64>,
    /// How the game ended, `None` at the limit on plies; or why the rules gave no answer after the last of the
    /// positions.
    pub end: Result<Option<Ending>, Fault>,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Plays a random game.
    pub(in super::super) fn trace(
        &self,
        rules: &Rules,
        start: &game::Position,
        most_plies: u64,
        generator: &mut Generator,
    ) -> Trace {
        let (position, round) = Position::read(&self.tables.layout, start);
        let mut met = Met::new();
        let mut note = |at: &_, plies| met.note(at, plies);
        let played = Runner::new(self).played(&position, &round, most_plies, generator, Some(&mut note));
        let write = |position: &Position<L, P>| position.write(&self.tables.layout, &round, self.tables.players);
        let positions: Vec<_> = met.positions.iter().map(write).collect();
        let (plies, scores, end) = match played {
            Ok((plies, scores, ended)) => {
                let scores: Vec<i64> = scores[..self.tables.players].iter().map(|score| i64::from(*score)).collect();
                let is_over = ended != Ended { rule: None, verdict: None };
                let ending = is_over.then(|| self.ending(rules, ended, scores.clone()));
                (plies, scores, Ok(ending))
            }
            Err(trouble) => {
                let plies = (positions.len() as u64).saturating_sub(1);
                (plies, Vec::new(), Err(trouble.fault(rules, &self.tables.rules)))
            }
        };
        let last = met.last.as_ref().map_or_else(|| start.clone(), write);
        Trace { positions, last, plies, scores, end }
    }

    /// Plays a random game of which all legal moves are listed, and adds it to an empty tally.
    pub(in super::super) fn examine(
        &self,
        start: &game::Position,
        most_plies: u64,
        generator: &mut Generator,
    ) -> (Vec<game::Position>, Result<Tally, Trouble>) {
        let (position, round) = Position::read(&self.tables.layout, start);
        let (mut met, mut tally) = (Met::new(), self.empty_tally());
        let played = Runner::new(self).counted(&position, &round, most_plies, generator, &mut tally, &mut met);
        let write = |position: &Position<L, P>| position.write(&self.tables.layout, &round, self.tables.players);
        (met.positions.iter().map(write).collect(), played.map(|()| tally).map_err(|(trouble, _)| trouble))
    }

    /// Counts sequences of plies in one part.
    pub(in super::super) fn sequences_from(&self, position: &game::Position, depth: u32) -> Result<u64, Trouble> {
        let (position, round) = Position::read(&self.tables.layout, position);
        let progress = Progress::default();
        Counters::new(self, &round, depth, &progress).sequences(&position, depth)
    }
}

/// The positions that a game met.
struct Met<L: Lanes, const P: usize> {
    positions: Vec<Position<L, P>>,
    /// The last one, and the number of plies before it.
    last: Option<Position<L, P>>,
    plies: Option<u64>,
}

impl<L: Lanes, const P: usize> Met<L, P> {
    fn new() -> Self {
        Met { positions: Vec::new(), last: None, plies: None }
    }

    /// Notes a position. A game shows its last one again, after the effects of `before turn`.
    fn note(&mut self, position: &Position<L, P>, plies: u64) {
        if self.plies != Some(plies) {
            self.positions.push(*position);
        }
        (self.last, self.plies) = (Some(*position), Some(plies));
    }
}

impl<L: Lanes, const P: usize> Observe<L, P> for Met<L, P> {
    fn stands(&mut self, position: &Position<L, P>, _: &Round<L::Mask>, _: bool, plies: u64) -> Result<(), Trouble> {
        self.note(position, plies);
        Ok(())
    }

    fn decided(&mut self, position: &Position<L, P>, _: &Round<L::Mask>, plies: u64) {
        self.note(position, plies);
    }

    fn over(&mut self, _: u64) {}
}
