//! Perft, many positions at a time: what lanes do not tell is counted by the engine for one game.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::counting::{Ahead, Counters};
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::moves::Tried;
use super::super::position::{Position, Round};
use super::super::progress::Progress;
use super::super::trouble::Trouble;
use super::Abreast;
use super::kernel::played;
use super::lane::{Apart, Referee};
use super::plan::{Choice, Plan, is_told};

/// Number of sequences of which progress is told at once.
const TOLD_EVERY: u64 = 1 << 20;
/// Up to this number of plies, what follows a position that lanes do not tell is not counted by lanes at all.
const FEW_PLIES: u32 = 2;

/// Number of bytes of the numbers that belong to a position that waits.
const NUMBERS: usize = 8;

/// Number of bytes of a position: its seeds, its marks, and the player to move.
fn bytes_of(game: &Apart) -> usize {
    game.seeds.len() + game.marks.len() + 1
}

/// The positions from which sequences are to be counted.
struct Tree<'r, 'm, L: Lanes, const P: usize> {
    plan: &'r Plan,
    /// The tables with which a game begins, and those for the time when no rule asks for the number of a turn.
    first: &'m Machine<L, P>,
    later: &'m Machine<L, P>,
    round: &'m Round<L::Mask>,
    /// Number of plies of a sequence.
    depth: u32,
    /// The positions from which all sequences begin, and how many of them threads have taken.
    roots: &'r [Ahead<L, P>],
    taken: &'r AtomicUsize,
    /// Positions on the way: seeds, marks, the player to move, and then the number of plies so far and the index of the
    /// first ply, as four bytes each.
    waiting: Vec<u8>,
    /// The numbers of sequences, by the index of the first ply.
    sums: Vec<u64>,
    /// Count what lanes do not tell, and what comes before players turn to the later tables.
    counters: Counters<'m, L, P>,
    progress: &'m Progress,
    /// Sequences of which progress was not told yet.
    untold: u64,
    trouble: Option<Trouble>,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Counts the sequences of `depth` plies that begin in positions which no other thread has taken. Returns their
    /// numbers by the index of the first ply.
    pub(in super::super) fn count_at_once(
        &self,
        Abreast(plan): &Abreast,
        round: &Round<L::Mask>,
        (roots, taken): (&[Ahead<L, P>], &AtomicUsize),
        depth: u32,
        progress: &Progress,
    ) -> Result<Vec<u64>, Trouble> {
        let firsts = roots.iter().map(|root| root.first + 1).max().unwrap_or(0);
        let mut tree = Tree {
            plan,
            first: self,
            later: self.later.as_deref().unwrap_or(self),
            round,
            depth,
            roots,
            taken,
            waiting: Vec::new(),
            sums: vec![0; firsts],
            counters: Counters::new(self, round, depth, progress),
            progress,
            untold: 0,
            trouble: None,
        };
        played(plan, &mut tree);
        progress.add(0, tree.untold);
        tree.trouble.map_or(Ok(tree.sums), Err)
    }
}

#[cfg(any(test, feature = "traced"))]
impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Counts the sequences of `depth` plies, at least 2, side by side. `None` if they can only be counted one by one.
    pub(in super::super) fn sequences_at_once(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        depth: u32,
    ) -> Option<Result<u64, Trouble>> {
        let abreast = Abreast::of(self, position, round, true)?;
        let (mut roots, progress) = (Vec::new(), Progress::default());
        let advanced = self.advance(position, round, |_, _, next| {
            roots.extend(next.map(|position| Ahead { first: 0, position: *position }));
        });
        let taken = AtomicUsize::new(0);
        let counted =
            advanced.and_then(|()| self.count_at_once(&abreast, round, (&roots, &taken), depth - 1, &progress));
        Some(counted.map(|sums| sums.iter().sum()))
    }
}

impl<L: Lanes, const P: usize> Tree<'_, '_, L, P> {
    fn add(&mut self, first: usize, sequences: u64) {
        self.sums[first] += sequences;
        self.untold += sequences;
        if self.untold >= TOLD_EVERY {
            self.progress.add(0, std::mem::take(&mut self.untold));
        }
    }

    /// Takes a position that waits, or one from which sequences begin.
    fn next(&mut self, game: &mut Apart) -> Result<bool, Trouble> {
        if self.pop(game) {
            return Ok(true);
        }
        while let Some(Ahead { first, position }) = self.roots.get(self.taken.fetch_add(1, Ordering::Relaxed)) {
            self.progress.add(1, 0);
            if self.first.is_later(position) && is_told(position) {
                (game.game, game.plies) = (*first as u64, 0);
                self.plan.set(self.first, game, position);
                return Ok(true);
            }
            let sequences = self.counters.sequences(position, self.depth)?;
            self.add(*first, sequences);
        }
        Ok(false)
    }

    /// Takes the last position that waits.
    fn pop(&mut self, game: &mut Apart) -> bool {
        let Some(begin) = self.waiting.len().checked_sub(bytes_of(game) + NUMBERS) else { return false };
        let (seeds, bytes) = self.waiting[begin..].split_at(game.seeds.len());
        let (marks, bytes) = bytes.split_at(game.marks.len());
        game.seeds.copy_from_slice(seeds);
        game.marks.copy_from_slice(marks);
        if let [mover, numbers @ ..] = bytes
            && let ([plies, first], []) = numbers.as_chunks()
        {
            game.mover = usize::from(*mover);
            (game.plies, game.game) = (u32::from_le_bytes(*plies).into(), u32::from_le_bytes(*first).into());
        }
        self.waiting.truncate(begin);
        true
    }

    /// Counts what follows a position that lanes do not tell.
    fn counted_apart(&mut self, game: &Apart) -> Result<(), Trouble> {
        let position = self.position(game);
        let left = self.left(game);
        let (mut sequences, mut later) = (0, Vec::new());
        if left <= FEW_PLIES {
            sequences = self.counters.sequences(&position, left)?;
        } else {
            let mut after = Vec::new();
            self.later.advance(&position, self.round, |_, _, next| after.extend(next.copied()))?;
            for position in after {
                sequences += self.count_after(game, position, &mut later)?;
            }
        }
        self.take(game, sequences, &later);
        Ok(())
    }

    /// Counts what follows a turn that lanes do not tell, as [`Referee::turn`] does.
    fn counted_turn(&mut self, game: &Apart, choice: Choice, later: &mut Vec<u8>) -> Result<Option<u64>, Trouble> {
        let mut position = self.position(game);
        let (hole, direction) = (self.plan.sight.slot(game.mover, choice.spot), choice.way);
        let mut after = Vec::new();
        match self.counters.of(&position).way(&position) {
            Some((straight, _)) => {
                if let Tried::Done(end) = straight.play(&mut position, hole, direction)? {
                    after.push((position, end));
                }
            }
            None => {
                let mut children = Vec::new();
                let choice = (usize::from(choice.section), hole, direction);
                self.later.choice(&position, self.round, choice, &mut children)?;
                after.extend(children.iter().map(|child| (child.position, child.end)));
            }
        }
        let (legal, mut sequences) = (!after.is_empty(), 0);
        for (position, end) in after {
            sequences += match end.is_over() {
                _ if self.left(game) == 1 => 1,
                true => 0,
                false => self.count_after(game, position, later)?,
            };
        }
        Ok(legal.then_some(sequences))
    }

    /// Counts what follows a position that comes a ply after another one; if that takes long, it is only noted, in bytes.
    fn count_after(&mut self, game: &Apart, position: Position<L, P>, later: &mut Vec<u8>) -> Result<u64, Trouble> {
        let left = self.left(game) - 1;
        if left <= FEW_PLIES || !is_told(&position) {
            return self.counters.sequences(&position, left);
        }
        let mut next = game.clone();
        self.plan.set(self.first, &mut next, &position);
        later.extend(next.seeds.into_iter().chain(next.marks).chain([next.mover as u8]));
        Ok(0)
    }

    fn position(&self, game: &Apart) -> Position<L, P> {
        self.plan.position(self.first, &self.roots[0].position, game)
    }

    /// How many plies are counted from a position.
    fn left(&self, game: &Apart) -> u32 {
        self.depth - game.plies as u32
    }

    /// Takes the number of sequences that follow a position, and the positions that come a ply later.
    fn take(&mut self, game: &Apart, sequences: u64, later: &[u8]) {
        self.add(game.game as usize, sequences);
        for bytes in later.chunks_exact(bytes_of(game)) {
            self.waiting.extend(bytes);
            for number in [game.plies + 1, game.game] {
                self.waiting.extend((number as u32).to_le_bytes());
            }
        }
    }

    /// Whether there is a position; if something went wrong, there is none.
    fn or_stop(&mut self, on: Result<bool, Trouble>) -> bool {
        on.unwrap_or_else(|trouble| {
            self.trouble.get_or_insert(trouble);
            self.waiting.clear();
            self.taken.store(self.roots.len(), Ordering::Relaxed);
            false
        })
    }
}

impl<L: Lanes, const P: usize> Referee for Tree<'_, '_, L, P> {
    fn begin(&mut self, game: &mut Apart) -> bool {
        let on = self.next(game);
        self.or_stop(on)
    }

    fn ply(&mut self, game: &mut Apart, _: bool) -> bool {
        let on = self.counted_apart(game).and_then(|()| self.next(game));
        self.or_stop(on)
    }

    fn decided(&mut self, game: &mut Apart, _: u8) -> bool {
        self.begin(game)
    }

    fn replay(&mut self, game: &mut Apart) -> bool {
        self.begin(game)
    }

    fn counted(&mut self, game: &mut Apart, sequences: u64, later: &[u8]) -> bool {
        self.take(game, sequences, later);
        self.begin(game)
    }

    fn turn(&mut self, game: &Apart, choice: Choice, later: &mut Vec<u8>) -> Option<u64> {
        let counted = self.counted_turn(game, choice, later);
        counted.unwrap_or_else(|trouble| {
            self.or_stop(Err(trouble));
            None
        })
    }

    fn is_stopped(&self) -> bool {
        self.trouble.is_some() || self.progress.is_stopped()
    }

    fn most_plies(&self) -> u64 {
        self.depth.into()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::super::draws::below;
    use super::super::super::lanes::Bytes;
    use super::*;
    use crate::chance::generator;

    /// After a count of more sequences than this, no longer ones are counted.
    const MANY: u64 = 5000;

    /// Number of plies of a game on the way of which sequences are counted.
    const PLIES: u32 = if cfg!(debug_assertions) { 8 } else { 60 };

    /// Sequences of a few plies from positions of a random game of each ruleset.
    #[test]
    fn sequences_counted_side_by_side_are_those_counted_one_by_one() {
        let mut told = Vec::new();
        for name in crate::shipped::shipped_names() {
            let rules = crate::ruleset::Ruleset::shipped(name).unwrap().rules().unwrap();
            if rules.board.players.value != 2 || cfg!(debug_assertions) && name == "kisolo-lali" {
                continue;
            }
            let (machine, mut position, round) = Machine::<Bytes<4>, 2>::of_rules(&rules);
            let (mut children, mut generator) = (Vec::new(), generator(1, 1));
            for ply in 0..PLIES {
                if ply % 4 == 0 {
                    for depth in 2..=4 {
                        let Some(at_once) = machine.sequences_at_once(&position, &round, depth) else { break };
                        let progress = Progress::default();
                        let alone =
                            Counters::new(&machine, &round, depth, &progress).sequences(&position, depth).unwrap();
                        let at_once = at_once.unwrap();
                        assert_eq!(at_once, alone, "{name}, ply {ply}");
                        told.push(name);
                        if alone > MANY {
                            break;
                        }
                    }
                }
                children.clear();
                let advanced = machine.advance(&position, &round, |_, _, next| children.extend(next.copied()));
                if advanced.is_err() || children.is_empty() {
                    break;
                }
                position = children[below(children.len() as u32, &mut generator)];
            }
        }
        told.dedup();
        assert!(told.len() >= 60, "{told:?}");
        assert!(["mbothe", "mefuvha", "omweso"].iter().all(|name| told.contains(name)), "{told:?}");
    }
}
