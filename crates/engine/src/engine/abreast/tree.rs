//! Perft, many positions at a time: what lanes do not tell is counted by the engine for one game.

use std::sync::atomic::{AtomicUsize, Ordering};

use mancala_rules::progress::Progress;

use super::super::counter::Counters;
use super::super::counting::Ahead;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::moves::{End, Move, Tried};
use super::super::position::{Position, Round};
use super::super::straight::turn::Before;
use super::super::straight::ways::{Fate, Straight};
use super::super::trouble::Trouble;
use super::Abreast;
use super::choices::Choice;
use super::kernel::played;
use super::lane::{Apart, Given, Referee, Relay};
use super::plan::{Plan, is_told};

/// Number of sequences of which progress is told at once.
const TOLD_EVERY: u64 = 1 << 20;
/// Up to this number of plies, what follows a position that lanes do not tell is not counted by lanes at all.
const FEW_PLIES: u32 = 2;

/// A position from which sequences are counted, and which is not the first.
struct Further<L: Lanes, const P: usize> {
    /// Index of the first ply.
    first: u64,
    /// Number of plies so far.
    plies: u64,
    position: Position<L, P>,
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
    /// Positions that follow what lanes did not tell.
    further: Vec<Further<L, P>>,
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
            further: Vec::new(),
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

impl Given {
    /// Whether a move begins with these answers.
    fn fits(&self, play: &Move) -> bool {
        play.answers & ((1 << self.questions) - 1) == u64::from(self.answers)
    }
}

impl<'m, L: Lanes, const P: usize> Tree<'_, 'm, L, P> {
    fn add(&mut self, first: usize, sequences: u64) {
        self.sums[first] += sequences;
        self.untold += sequences;
        if self.untold >= TOLD_EVERY {
            self.progress.add(0, std::mem::take(&mut self.untold));
        }
    }

    /// Takes a position from which sequences begin.
    fn next(&mut self, game: &mut Apart) -> Result<bool, Trouble> {
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

    /// Counts what follows a position that lanes do not tell.
    fn counted_apart(&mut self, game: &Apart) -> Result<(), Trouble> {
        let position = self.position(game);
        let left = self.left(game);
        if left <= FEW_PLIES {
            let sequences = self.counters.sequences(&position, left)?;
            self.add(game.game as usize, sequences);
            return Ok(());
        }
        let mut after = Vec::new();
        self.later.advance(&position, self.round, |_, _, next| after.extend(next.copied()))?;
        after.into_iter().try_for_each(|position| self.count_after(game, position))
    }

    /// The straight turns to which one with this choice belongs.
    fn straight(&mut self, position: &Position<L, P>, choice: Choice) -> Option<Straight<'m, L, P>> {
        let (straight, _) = self.counters.of(position).way(position)?;
        (straight.section == usize::from(choice.section)).then_some(straight)
    }

    /// Counts what follows a turn from after a lap, as [`Referee::relay`] does.
    fn counted_relay(&mut self, game: &Apart, choice: Choice, relay: Relay) -> Result<Option<bool>, Trouble> {
        let mut position = self.position(game);
        let Some(straight) = self.straight(&position, choice) else { return Ok(None) };
        let [hole, here] = [choice.spot, relay.here].map(|spot| self.plan.sight.slot(game.mover, spot));
        let before = Before { chosen: (hole, choice.way), laps: relay.laps, next: (here, relay.way) };
        let after = match straight.fate_from(&mut position, before) {
            Fate::Done(end) => Some((position, end)),
            Fate::Illegal => None,
            Fate::Open => return Ok(None),
        };
        self.count_ends(game, after).map(Some)
    }

    /// Counts what follows a turn that lanes do not tell, as [`Referee::turn`] does.
    fn counted_turn(&mut self, game: &Apart, choice: Choice, given: Given) -> Result<bool, Trouble> {
        let mut position = self.position(game);
        let (hole, direction) = (self.plan.sight.slot(game.mover, choice.spot), choice.way);
        let mut after = Vec::new();
        match self.straight(&position, choice) {
            Some(straight) => {
                if let Tried::Done(end) = straight.play(&mut position, hole, direction)? {
                    after.push((position, end));
                }
            }
            None => {
                let mut children = Vec::new();
                let choice = (usize::from(choice.section), hole, direction);
                self.later.choice(&position, self.round, choice, &mut children)?;
                after.extend(children.iter().filter(|it| given.fits(&it.play)).map(|it| (it.position, it.end)));
            }
        }
        self.count_ends(game, after)
    }

    /// Counts what follows the ways to play a turn. Returns whether there is one.
    fn count_ends(
        &mut self,
        game: &Apart,
        after: impl IntoIterator<Item = (Position<L, P>, End)>,
    ) -> Result<bool, Trouble> {
        let mut legal = false;
        for (position, end) in after {
            legal = true;
            match end.is_over() {
                _ if self.left(game) == 1 => self.add(game.game as usize, 1),
                true => {}
                false => self.count_after(game, position)?,
            }
        }
        Ok(legal)
    }

    /// Counts what follows a position that comes a ply after another one; if that takes long, lanes do it.
    fn count_after(&mut self, game: &Apart, position: Position<L, P>) -> Result<(), Trouble> {
        let left = self.left(game) - 1;
        if left <= FEW_PLIES || !is_told(&position) {
            let sequences = self.counters.sequences(&position, left)?;
            self.add(game.game as usize, sequences);
        } else {
            self.further.push(Further { first: game.game, plies: game.plies + 1, position });
        }
        Ok(())
    }

    fn position(&self, game: &Apart) -> Position<L, P> {
        self.plan.position(self.first, &self.roots[0].position, game)
    }

    /// How many plies are counted from a position.
    fn left(&self, game: &Apart) -> u32 {
        self.depth - game.plies as u32
    }

    /// Whether there is a position; if something went wrong, there is none.
    fn or_stop(&mut self, on: Result<bool, Trouble>) -> bool {
        on.unwrap_or_else(|trouble| {
            self.trouble.get_or_insert(trouble);
            self.further.clear();
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
        let counted = self.counted_apart(game);
        self.or_stop(counted.map(|()| true))
    }

    fn further(&mut self, game: &mut Apart) -> bool {
        let Some(Further { first, plies, position }) = self.further.pop() else { return false };
        (game.game, game.plies) = (first, plies);
        self.plan.set(self.first, game, &position);
        true
    }

    fn decided(&mut self, game: &mut Apart, _: u8) -> bool {
        self.begin(game)
    }

    fn replay(&mut self, game: &mut Apart) -> bool {
        self.begin(game)
    }

    fn counted(&mut self, game: u64, sequences: u64) {
        self.add(game as usize, sequences);
    }

    fn turn(&mut self, game: &Apart, choice: Choice, given: Given) -> bool {
        let legal = self.counted_turn(game, choice, given);
        self.or_stop(legal)
    }

    fn relay(&mut self, game: &Apart, choice: Choice, relay: Relay) -> Option<bool> {
        match self.counted_relay(game, choice, relay) {
            Ok(legal) => legal,
            Err(trouble) => Some(self.or_stop(Err(trouble))),
        }
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

    use super::super::super::lanes::Bytes;
    use super::super::super::random::draws::below;
    use super::super::tests::of_two_players;
    use super::*;
    use crate::tables::Mask;
    use mancala_rules::chance::generator;

    /// After a count of more sequences than this, no longer ones are counted.
    const MANY: u64 = if cfg!(debug_assertions) { 10_000 } else { 200_000 };

    /// Number of plies of a game, and after how many of them sequences are counted.
    const PLIES: u32 = 60;
    const EVERY: u32 = if cfg!(debug_assertions) { 15 } else { 4 };

    /// The positions that follow one after a ply; none if the rules give no answer.
    fn after(
        machine: &Machine<Bytes<4>, 6>,
        round: &Round<u128>,
        position: &Position<Bytes<4>, 6>,
    ) -> Vec<Position<Bytes<4>, 6>> {
        let mut after = Vec::new();
        let advanced = machine.advance(position, round, |_, _, next| after.extend(next.copied()));
        advanced.map_or_else(|_| Vec::new(), |()| after)
    }

    /// Counts what follows each of some positions, all at once and one by one.
    fn counted_both_ways(
        machine: &Machine<Bytes<4>, 6>,
        (abreast, round): (&Abreast, &Round<u128>),
        positions: &[Position<Bytes<4>, 6>],
        depth: u32,
    ) -> [Vec<u64>; 2] {
        let roots: Vec<_> =
            positions.iter().enumerate().map(|(first, position)| Ahead { first, position: *position }).collect();
        let (taken, progress) = (AtomicUsize::new(0), Progress::default());
        let at_once = machine.count_at_once(abreast, round, (&roots, &taken), depth, &progress).unwrap();
        let mut counters = Counters::new(machine, round, depth, &progress);
        let alone = positions.iter().map(|position| counters.sequences(position, depth).unwrap()).collect();
        [at_once, alone]
    }

    /// Sequences of a few plies from what follows positions of a random game of each ruleset.
    #[test]
    fn sequences_counted_side_by_side_are_those_counted_one_by_one() {
        let mut told = Vec::new();
        for (name, rules) in of_two_players() {
            let (machine, mut position, round) = Machine::of_rules(&rules);
            let Some(abreast) = Abreast::of(&machine, &position, &round, true) else { continue };
            let (mut positions, mut generator) = (Vec::new(), generator(1, 1));
            for ply in 0..PLIES {
                let next = after(&machine, &round, &position);
                if ply % EVERY == 0 {
                    positions.extend(next.iter().flat_map(|position| after(&machine, &round, position)));
                }
                if next.is_empty() {
                    break;
                }
                position = next[below(next.len() as u32, &mut generator)];
            }
            for depth in 1..=5 {
                let [at_once, alone] = counted_both_ways(&machine, (&abreast, &round), &positions, depth);
                assert_eq!(at_once, alone, "{name}, {depth} plies");
                if alone.iter().sum::<u64>() > MANY {
                    break;
                }
            }
            told.push(name);
        }
        assert!(told.len() >= if cfg!(debug_assertions) { 15 } else { 60 }, "{told:?}");
        assert!(["mbothe", "mefuvha", "omweso"].iter().all(|name| told.contains(name)), "{told:?}");
    }

    /// Where the mover has marked a hole, every turn ends; where only the opponent has, some are endless.
    #[test]
    fn endless_turns_are_not_counted() {
        let rules = mancala_rules::ruleset::Ruleset::shipped("krur").unwrap().rules().unwrap();
        let (machine, start, round) = Machine::<Bytes<4>, 6>::of_rules(&rules);
        let abreast = Abreast::of(&machine, &start, &round, true).unwrap();
        let mut generator = generator(1, 1);
        let mut positions = vec![start; 24_000];
        for position in &mut positions {
            position.to_move = below(2, &mut generator) as u8;
            for hole in machine.holes.slots() {
                position.seeds.put(hole, below(6, &mut generator) as i32);
                let owner = usize::from(machine.sides[1].has(hole));
                if below(3, &mut generator) == 0 {
                    position.mark(1 - owner, Mask::of(hole));
                }
            }
        }
        let [at_once, alone] = counted_both_ways(&machine, (&abreast, &round), &positions, 1);
        assert_eq!(at_once, alone);
        let counted = positions.iter().zip(&alone);
        let barred = |(position, moves): &(&Position<Bytes<4>, 6>, &u64)| {
            let [one, other] = machine.straight(position, &round).unwrap().offered(position);
            **moves < u64::from((one | other).count())
        };
        let (marked, unmarked): (Vec<_>, Vec<_>) = counted.partition(|(it, _)| it.marks[it.mover()] != 0);
        assert!(marked.len() > 500 && !marked.iter().any(barred), "{}", marked.len());
        let barred = unmarked.into_iter().filter(barred).count();
        assert!(barred > 10, "{barred}");
    }

    /// A long turn is played on by the rules of its section: in one of them, fewer turns end.
    #[test]
    fn long_turns_are_those_of_their_section() {
        let text = "game \"Test\" {\n}\n\nboard {\n rows: 2\n columns: 4\n seeds: 4\n side: row\n}\n\
            move many when some opponent's holes where (holds at least 4) {\n from: own holes\n\
            direction: counterclockwise\n begin: lift here, sow after here\n}\n\
            move few when no opponent's holes where (holds at least 4) {\n from: own holes\n\
            direction: counterclockwise\n begin: lift here, sow after here\n}\n\
            sowing {\n endless: illegal\n}\n\
            last seed, the first that fits {\n when move is many and makes 3 -> end turn\n\
            when was occupied -> lift here, sow after here\n otherwise -> end turn\n}\n\
            before turn, the first that fits {\n when no legal move -> game over\n otherwise -> play\n}\n\
            each player scores: seeds in own store\n";
        let rules = mancala_rules::ruleset::Ruleset::read(mancala_rules::source::Source::new("test", text))
            .unwrap()
            .rules()
            .unwrap();
        let (machine, start, round) = Machine::<Bytes<4>, 6>::of_rules(&rules);
        let abreast = Abreast::of(&machine, &start, &round, true).unwrap();
        let mut generator = generator(1, 1);
        let mut positions = vec![start; 10_000];
        for position in &mut positions {
            machine.holes.slots().for_each(|hole| position.seeds.put(hole, below(6, &mut generator) as i32));
        }
        let [at_once, alone] = counted_both_ways(&machine, (&abreast, &round), &positions, 1);
        assert_eq!(at_once, alone);
    }

    /// Among the positions are some from which no turn is legal, and which come after turns that are not the last.
    #[test]
    fn positions_without_legal_turns_are_counted_on_the_way() {
        let rules = mancala_rules::ruleset::Ruleset::shipped("krur").unwrap().rules().unwrap();
        let (machine, position, round) = Machine::of_rules(&rules);
        let abreast = Abreast::of(&machine, &position, &round, true).unwrap();
        let mut positions = vec![position];
        for _ in 0..6 {
            positions = positions.iter().flat_map(|position| after(&machine, &round, position)).collect();
        }
        let [at_once, alone] = counted_both_ways(&machine, (&abreast, &round), &positions, 3);
        assert_eq!(at_once, alone);
        assert_eq!(alone.iter().sum::<u64>(), 40340);
    }
}
