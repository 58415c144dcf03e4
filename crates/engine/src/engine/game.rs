//! The engine of a game: compiled tables, and everything that can be computed with them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use mancala_rules::chance::{Generator, choice, generator, lot, lots};
use mancala_rules::progress::Progress;
use mancala_rules::rules::model::{Condition, Player, Rules};
use mancala_rules::source::Source;

use super::counting::{Branch, First};
use super::explore::reach::{Reached, Wanted};
use super::explore::survey::{Place, Survey};
use super::random::tally::{Playouts, Series, Tally};
use super::random::traced::Trace;
use super::trouble::Trouble;
use super::width::{self, AnyMachine};
use crate::game::{Fault, FaultAt, Move, Position, Reader, Sowing};
use crate::tables::RuleText;
use crate::tables::print::Overview;

/// The compiled tables of a game, at the narrowest width that holds its board and seeds. It borrows the rules
/// (`&Rules`) or shares them (`Arc<Rules>`).
#[derive(Clone)]
pub struct Engine<R = Arc<Rules>> {
    pub(super) rules: R,
    pub(super) machine: Arc<dyn AnyMachine>,
    owner: Vec<Option<Player>>,
    most_seeds: i64,
    /// Whether holes may be closed; if not, the tables for positions in which some are, made when first needed.
    closes: bool,
    closing: Arc<OnceLock<Arc<dyn AnyMachine>>>,
}

impl Engine {
    /// Starts a game from a position.
    ///
    /// # Errors
    ///
    /// The rules give no answer for the position.
    pub fn game(&self, position: &Position) -> Result<Box<dyn Reader>, Fault> {
        let engine = self.fitting(position);
        engine.machine.begin(engine.rules, position)
    }
}

impl<R: Deref<Target = Rules> + Clone> Engine<R> {
    /// Compiles rules for games from `position`, and from others with the same owners and no more seeds.
    pub fn new(rules: R, position: &Position) -> Self {
        let (most_seeds, closes) = (seeds_in(position), position.closed.contains(&true));
        let machine = width::compile(&rules, position, most_seeds);
        let (owner, closing) = (position.owner.clone(), Arc::default());
        Engine { rules, machine, owner, most_seeds, closes, closing }
    }

    /// Returns this engine if it fits `position`, or one with other tables if the position has more seeds, other owners
    /// of holes, or closed holes where there were none.
    pub fn fitting(&self, position: &Position) -> Self {
        if self.owner != position.owner || seeds_in(position) > self.most_seeds {
            return Engine::new(self.rules.clone(), position);
        }
        let mut engine = self.clone();
        if !self.closes && position.closed.contains(&true) {
            let machine = || width::compile(&self.rules, position, self.most_seeds);
            (engine.machine, engine.closes) = (Arc::clone(self.closing.get_or_init(machine)), true);
        }
        engine
    }

    /// The rules from which the tables were compiled.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Perft, divided by first ply: for each first ply, its name and the number of sequences of `depth` plies that
    /// begin with it. `depth` is at least 1. A pass is a ply, a finished game has no continuation, and repetition is
    /// ignored. Uses all threads of the current pool. If `progress` stops them, the counts are too low.
    ///
    /// # Errors
    ///
    /// The rules give no answer for some position.
    pub fn divide(&self, position: &Position, depth: u32, progress: &Progress) -> Result<Vec<(String, u64)>, Fault> {
        let engine = self.fitting(position);
        let branches = engine.machine.divide(position, depth, progress).map_err(|trouble| engine.fault(trouble))?;
        let name = |branch: &Branch| match &branch.first {
            First::Pass => Move::Pass.to_string(),
            First::Turn(play, answers) => engine.machine.sowing(&engine.rules, play, answers.clone()).to_string(),
            First::Instead(instead) => instead.to_string(),
        };
        Ok(branches.iter().map(|branch| (name(branch), branch.sequences)).collect())
    }

    /// Plays a series of random games from a position and returns statistics. Each game has its own random generator,
    /// so a seed gives the same games on any number of threads. Uses all threads of the current pool, until `progress`
    /// stops them.
    ///
    /// # Errors
    ///
    /// The rules give no answer for some position, which the error contains.
    pub fn simulate(&self, position: &Position, series: &Series, progress: &Progress) -> Result<Tally, FaultAt> {
        let engine = self.fitting(position);
        let tally = engine.machine.simulate(position, series, progress);
        tally.map_err(|stuck| engine.fault_at(*stuck))
    }

    /// Plays random games as [`Engine::simulate`] does and examines each position: which claims it refutes, which rules
    /// apply, whether a sowing is endless, and for how long nobody gains a seed.
    ///
    /// # Errors
    ///
    /// The rules give no answer for some position, which the error contains.
    pub fn survey(
        &self,
        position: &Position,
        series: &Series,
        claims: &[&Condition],
        progress: &Progress,
    ) -> Result<Survey<Sowing>, FaultAt> {
        let engine = self.fitting(position);
        match engine.machine.survey(&engine.rules, position, series, claims, progress) {
            Ok(survey) => Ok(survey.telling(|play| engine.machine.sowing(&engine.rules, play, Vec::new()))),
            Err(stuck) => Err(engine.fault_at(*stuck)),
        }
    }

    /// Explores the positions reachable from a position breadth-first, up to `wanted.most_positions`. Positions that
    /// differ only in what no rule and no claim asks count as one. Uses one thread, until `progress` stops it.
    ///
    /// # Errors
    ///
    /// The rules give no answer for some position, which the error contains.
    pub fn reach(
        &self,
        position: &Position,
        wanted: &Wanted<'_>,
        progress: &Progress,
    ) -> Result<Reached<Sowing>, FaultAt> {
        let engine = self.fitting(position);
        match engine.machine.reach(&engine.rules, position, wanted, progress) {
            Ok(reached) => Ok(reached.telling(|play| engine.machine.sowing(&engine.rules, play, Vec::new()))),
            Err(stuck) => Err(engine.fault_at(*stuck)),
        }
    }

    /// Replays the random game of a series that leads to `place`, and returns where it began and the names of its moves.
    ///
    /// # Errors
    ///
    /// The rules give no answer for some position.
    pub fn beginning(
        &self,
        position: &Position,
        series: &Series,
        place: Place,
    ) -> Result<(Position, Vec<String>), Fault> {
        let rules = Arc::new(Rules::clone(&self.rules));
        let mut position = position.clone();
        if rules.asks_for_lots {
            position.lot = lot(lots(series.seed, place.game), 1, rules.board.players.value);
        }
        let mut game = self.fitting(&position).machine.begin(rules, &position)?;
        let mut chance = generator(series.seed, place.game);
        let mut names = Vec::new();
        for _ in 0..place.plies {
            // a forced pass uses no random number
            let nth = choice(game.choices(), &mut chance);
            names.extend(game.listed(nth).map(|play| play.to_string()));
            game.play(nth)?;
        }
        Ok((position, names))
    }

    /// Number of positions that [`Engine::reach`] can hold in `bytes` bytes.
    pub fn positions_in(&self, bytes: usize) -> usize {
        bytes / (self.machine.position_bytes() + super::explore::reach::BYTES_BESIDE)
    }

    /// Plays `games` random games as fast as possible, on one thread and without a limit on plies.
    ///
    /// # Errors
    ///
    /// The rules give no answer for some position.
    pub fn playouts(&self, position: &Position, games: u64, generator: &mut Generator) -> Result<Playouts, Fault> {
        self.playouts_within(position, games, u64::MAX, generator)
    }

    /// Plays `games` random games of at most `most_plies` plies each, on one thread.
    ///
    /// # Errors
    ///
    /// The rules give no answer for some position.
    pub fn playouts_within(
        &self,
        position: &Position,
        games: u64,
        most_plies: u64,
        generator: &mut Generator,
    ) -> Result<Playouts, Fault> {
        let engine = self.fitting(position);
        let played = engine.machine.playouts(position, (games, most_plies), generator);
        played.map_err(|trouble| engine.fault(trouble))
    }

    /// The text of the rule with this number, as in a [`Tally`].
    pub fn rule(&self, number: usize) -> Option<&RuleText> {
        self.machine.rule_texts().get(number)
    }

    /// Number of rules in all lists.
    pub fn rules_in_all(&self) -> usize {
        self.machine.rule_texts().len()
    }

    /// Describes the tables of `players` in readable form. `source` is the text of the rules.
    pub fn overview(&self, source: &Source, players: &[Player]) -> Overview {
        self.machine.overview(&self.rules, source, players)
    }

    pub(super) fn fault(&self, trouble: Trouble) -> Fault {
        trouble.fault(&self.rules, self.machine.rule_texts())
    }

    fn fault_at(&self, (trouble, position): (Trouble, Position)) -> FaultAt {
        FaultAt::new(self.fault(trouble), position)
    }

    /// Plays a random game as [`Engine::playouts_within`] does, and returns the positions on its way.
    pub fn traced(&self, start: &Position, most_plies: u64, generator: &mut Generator) -> Trace {
        let engine = self.fitting(start);
        engine.machine.trace(&engine.rules, start, most_plies, generator)
    }

    /// Plays a random game as [`Engine::simulate`] plays those that it examines. Returns the start and the position after
    /// each ply, and the tally of this game.
    pub fn examined(
        &self,
        start: &Position,
        most_plies: u64,
        generator: &mut Generator,
    ) -> (Vec<Position>, Result<Tally, Fault>) {
        let engine = self.fitting(start);
        let (positions, tally) = engine.machine.examine(start, most_plies, generator);
        (positions, tally.map_err(|trouble| engine.fault(trouble)))
    }

    /// Plays the first games of a long series as [`Engine::simulate`] does, but for those that it examines, many at a time
    /// and one by one. `None` if they can only be played one by one.
    pub fn both_ways(
        &self,
        start: &Position,
        games: u64,
        (seed, most_plies): (u64, u64),
    ) -> Option<[Result<Tally, Fault>; 2]> {
        let engine = self.fitting(start);
        let tallies = engine.machine.both_ways(start, games, &Series { games: u64::MAX, seed, most_plies })?;
        Some(tallies.map(|tally| tally.map_err(|trouble| engine.fault(trouble))))
    }

    /// Counts the sequences of `depth` plies, at least 1, in one part. [`Engine::divide`] lists the first plies, until
    /// there is enough to count for all threads.
    ///
    /// # Errors
    ///
    /// The rules give no answer for some position.
    pub fn sequences(&self, position: &Position, depth: u32) -> Result<u64, Fault> {
        let engine = self.fitting(position);
        engine.machine.sequences_from(position, depth).map_err(|trouble| engine.fault(trouble))
    }

    /// Counts the sequences of `depth` plies, at least 2, many at a time, as [`Engine::divide`] does in long counts.
    /// `None` if they can only be counted one by one.
    pub fn sequences_at_once(&self, position: &Position, depth: u32) -> Option<Result<u64, Fault>> {
        let engine = self.fitting(position);
        let counted = engine.machine.sequences_at_once(position, depth)?;
        Some(counted.map_err(|trouble| engine.fault(trouble)))
    }
}

/// Number of seeds in a position, the pot included. A debt counts as its amount, and as more than a lane of a byte can
/// hold: it needs lanes that can be negative.
pub(super) fn seeds_in(position: &Position) -> i64 {
    let owing = position.seeds.iter().any(|seeds| *seeds < 0);
    let debts = if owing { i64::from(u8::MAX) + 1 } else { 0 };
    position.seeds.iter().map(|seeds| seeds.abs()).sum::<i64>() + position.pot + debts
}
