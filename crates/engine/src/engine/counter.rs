//! Counts sequences of plies from one position after the other.

use mancala_rules::progress::Progress;
use mancala_rules::rules::model::Way;

use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::Tried;
use super::position::{Position, Round};
use super::standing::Standing;
use super::straight::moves::Ways;
use super::straight::ways::{Calm, Straight};
use super::trouble::Trouble;
use crate::tables::Mask;

/// Counts of fewer plies take too little time to ask whether they are still wanted.
const ASKED_FROM: u32 = 5;

/// Buffers for the moves of each ply.
type Buffers<L, const P: usize> = [Vec<Child<L, P>>];

/// Counts from positions one by one, by the tables that fit each: a smaller machine plays from some positions on.
pub(super) struct Counters<'m, L: Lanes, const P: usize> {
    machine: &'m Machine<L, P>,
    round: &'m Round<L::Mask>,
    progress: &'m Progress,
    /// One for the positions before these, and one for these, made when first needed.
    counters: [Option<Counter<'m, L, P>>; 2],
    buffers: Vec<Vec<Child<L, P>>>,
}

impl<'m, L: Lanes, const P: usize> Counters<'m, L, P> {
    /// Counters for sequences of at most `depth` plies.
    pub fn new(machine: &'m Machine<L, P>, round: &'m Round<L::Mask>, depth: u32, progress: &'m Progress) -> Self {
        let buffers = (0..depth).map(|_| Vec::with_capacity(16)).collect();
        Counters { machine, round, progress, counters: [None, None], buffers }
    }

    /// The counter for a position.
    pub fn of(&mut self, position: &Position<L, P>) -> &mut Counter<'m, L, P> {
        let (machine, round, progress) = (self.machine, self.round, self.progress);
        self.counters[usize::from(machine.is_later(position))]
            .get_or_insert_with(|| Counter::new(machine.at(position), round, progress))
    }

    /// Number of sequences of `depth` plies, at least 1, from a position.
    pub fn sequences(&mut self, position: &Position<L, P>, depth: u32) -> Result<u64, Trouble> {
        let mut buffers = std::mem::take(&mut self.buffers);
        let counted = self.of(position).sequences(&mut { *position }, depth, &mut buffers);
        self.buffers = buffers;
        counted
    }
}

/// Counts sequences of plies by the tables of one machine.
pub(super) struct Counter<'m, L: Lanes, const P: usize> {
    machine: &'m Machine<L, P>,
    round: &'m Round<L::Mask>,
    ways: Ways<'m, L, P>,
    progress: &'m Progress,
}

impl<'m, L: Lanes, const P: usize> Counter<'m, L, P> {
    fn new(machine: &'m Machine<L, P>, round: &'m Round<L::Mask>, progress: &'m Progress) -> Self {
        Counter { machine, round, ways: Ways::new(machine, round), progress }
    }

    /// The straight turns of the player to move, and what lets him move, if he has such turns.
    #[inline(always)]
    pub fn way(&mut self, position: &Position<L, P>) -> Option<(Straight<'m, L, P>, Calm<L>)> {
        let (sections, calm) = self.ways.of(position)?;
        Some((*sections.first, *calm))
    }

    /// Number of sequences of `depth` plies, at least 1, from a position in which a player is to move. `buffers` has one
    /// buffer for each ply. The position is meaningless afterwards.
    pub fn sequences(
        &mut self,
        position: &mut Position<L, P>,
        depth: u32,
        buffers: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        if depth >= ASKED_FROM && self.progress.is_stopped() {
            return Ok(0);
        }
        let Some((children, deeper)) = buffers.split_first_mut() else { return Ok(1) };
        let (machine, round) = (self.machine, self.round);
        let Some((way, calm)) = self.way(position) else {
            return self.listed(position, depth, children, deeper);
        };
        let choices = match way.choices(&calm, position) {
            Some(choices) => Some(choices),
            None => {
                let can_move = |position: &Position<L, P>| machine.can_move(position, round);
                let reached = machine.reached(position, position.seeds.occupied(), round, false, can_move)?;
                let offers = !machine.tables.movers[position.mover()].offers.is_empty();
                (reached.only_plays() && !offers).then(|| way.offered(position))
            }
        };
        let Some(choices) = choices else {
            return self.listed(position, depth, children, deeper);
        };
        let (mut moves, mut sum) = (0, 0);
        if depth == 1 {
            moves = way.count(position, choices)?;
            sum = moves;
        } else {
            for direction in Way::BOTH {
                for hole in choices[direction as usize].slots() {
                    let mut after = *position;
                    let Tried::Done(end) = way.play(&mut after, hole, direction)? else { continue };
                    moves += 1;
                    if !end.is_over() {
                        sum += self.sequences(&mut after, depth - 1, deeper)?;
                    }
                }
            }
        }
        if moves > 0 { Ok(sum) } else { self.listed(position, depth, children, deeper) }
    }

    /// Counts sequences from a list of all legal moves.
    #[inline(never)]
    fn listed(
        &mut self,
        position: &mut Position<L, P>,
        depth: u32,
        children: &mut Vec<Child<L, P>>,
        deeper: &mut Buffers<L, P>,
    ) -> Result<u64, Trouble> {
        let (machine, round) = (self.machine, self.round);
        // the last ply is only counted, where that can be done without a list
        let mut find = |position: &Position<L, P>| {
            if depth == 1
                && let Some(count) = machine.count(position, round)?
            {
                return Ok(count);
            }
            machine.children(position, round, children)?;
            Ok(children.len() as u64)
        };
        let mut found = None;
        let standing = machine.enter(position, round, false, None, |position| {
            let moves = find(position)?;
            found = Some(moves);
            Ok(moves > 0)
        })?;
        let (moves, rule, offering) = match standing {
            Standing::Play { changed, rule, offering } => match found {
                Some(moves) if !changed => (moves, rule, offering),
                _ => (find(position)?, rule, offering),
            },
            Standing::Over(_) | Standing::Decided(..) => return Ok(0),
            Standing::Pass if depth == 1 => return Ok(1),
            Standing::Pass => {
                machine.pass(position);
                return self.sequences(position, depth - 1, deeper);
            }
        };
        if moves == 0 {
            return Err(Trouble::NothingToPlay(rule));
        }
        if depth == 1 {
            return Ok(moves + offering.count());
        }
        machine.offer(position, round, offering, children)?;
        let mut sum = 0;
        for child in children.iter_mut().filter(|child| !child.end.is_over()) {
            sum += self.sequences(&mut child.position, depth - 1, deeper)?;
        }
        Ok(sum)
    }
}
