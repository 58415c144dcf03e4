//! The tables of a game, at the width that its board needs, and what can be done with them.

use std::ops::Deref;
use std::sync::Arc;

use super::counting::Branch;
use super::progress::Progress;
use super::reach::{Reached, Wanted};
use super::survey::{Place, Survey};
use super::tally::{Pace, Playouts, Series, Tally};
use super::trouble::Trouble;
use super::width::{self, AnyMachine};
use crate::chance::{Generator, choice, generator};
use crate::game::{Fault, FaultAt, Move, Position, Reader, Sowing};
use crate::rules::model::{Condition, Player, Rules};
use crate::source::Source;
use crate::tables::RuleText;
use crate::tables::print::Overview;

/// The tables of a game, at the width that its board and its seeds need. It borrows the rules (`&Rules`) or shares them
/// (`Arc<Rules>`).
#[derive(Clone)]
pub struct Engine<R = Arc<Rules>> {
    rules: R,
    machine: Arc<dyn AnyMachine>,
    owner: Vec<Option<Player>>,
    most_seeds: i64,
}

impl Engine {
    /// A game from a position.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn game(&self, position: &Position) -> Result<Box<dyn Reader>, Fault> {
        let engine = self.fitting(position);
        engine.machine.begin(engine.rules, position)
    }
}

impl<R: Deref<Target = Rules> + Clone> Engine<R> {
    /// Compiles rules for games from a position, or from others with as many seeds.
    pub fn new(rules: R, position: &Position) -> Self {
        let most_seeds = seeds_in(position);
        let machine = width::compile(&rules, &position.owner, most_seeds);
        Engine { rules, machine, owner: position.owner.clone(), most_seeds }
    }

    /// These tables, or others if a position needs others: more seeds, or holes that changed their owner.
    pub fn fitting(&self, position: &Position) -> Self {
        if self.owner == position.owner && seeds_in(position) <= self.most_seeds {
            self.clone()
        } else {
            Engine::new(self.rules.clone(), position)
        }
    }

    /// The rules it was compiled from.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// How many sequences of `depth` plies, one at least, a game has from a position, after every first ply. A pass is a
    /// ply, a finished game has no continuation, and repetition is not looked at. All threads of the pool that it is
    /// called in work on it; if they are stopped, the counts are too low.
    pub fn divide(&self, position: &Position, depth: u32, progress: &Progress) -> Result<Vec<(String, u64)>, Fault> {
        let engine = self.fitting(position);
        let branches = engine.machine.divide(position, depth, progress).map_err(|trouble| engine.fault(trouble))?;
        let name = |branch: &Branch| match &branch.play {
            Some(play) => engine.machine.sowing(&engine.rules, play, branch.answers.clone()).to_string(),
            None => "pass".to_owned(),
        };
        Ok(branches.iter().map(|branch| (name(branch), branch.sequences)).collect())
    }

    /// Games at random from a position, each of at most so many plies, counted. Every game has its own generator, so
    /// that the same seed gives the same games on any number of threads; all threads of the pool that it is called in
    /// work on it, until they are stopped. Where the rules give no answer, the position is told too.
    pub fn simulate(&self, position: &Position, series: &Series, progress: &Progress) -> Result<Tally, FaultAt> {
        let engine = self.fitting(position);
        let tally = engine.machine.simulate(position, series, progress);
        tally.map_err(|stuck| engine.fault_at(*stuck))
    }

    /// Games at random as in [`Engine::simulate`], at each of whose positions is looked closely: which claims it refutes,
    /// which rules apply, what is sown for ever, how long nothing is won.
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

    /// All positions that games from a position come to, those after the fewest plies first, as many as are wanted.
    /// Positions that differ only in what no rule and no claim asks are one. Works on one thread, until it is stopped.
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

    /// The names of the moves that a game at random begins with, up to a place of a series.
    pub fn beginning(&self, position: &Position, series: &Series, place: Place) -> Result<Vec<String>, Fault> {
        let rules = Arc::new(Rules::clone(&self.rules));
        let mut game = self.fitting(position).machine.begin(rules, position)?;
        let mut chance = generator(series.seed, place.game);
        let mut names = Vec::new();
        for _ in 0..place.plies {
            // chance is not asked whether to pass
            let nth = choice(game.choices(), &mut chance);
            names.push(game.sowing(nth).map_or_else(|| Move::Pass.to_string(), |sowing| sowing.to_string()));
            game.play(nth)?;
        }
        Ok(names)
    }

    /// How many positions find room in so many bytes when all that games come to are looked at.
    pub fn positions_in(&self, bytes: usize) -> usize {
        bytes / (self.machine.position_bytes() + super::reach::BYTES_BESIDE)
    }

    /// Plays games at random as fast as can be, one after the other: plies, sum of scores, games that each player alone
    /// won.
    pub fn playouts(&self, position: &Position, games: u64, generator: &mut Generator) -> Result<Playouts, Fault> {
        self.playouts_within(position, games, u64::MAX, Pace::Gliding, generator)
    }

    /// The same for games of at most so many plies each, at one pace or the other: what comes of it is the same.
    pub fn playouts_within(
        &self,
        position: &Position,
        games: u64,
        most_plies: u64,
        pace: Pace,
        generator: &mut Generator,
    ) -> Result<Playouts, Fault> {
        let engine = self.fitting(position);
        let played = engine.machine.playouts(position, (games, most_plies), pace, generator);
        played.map_err(|trouble| engine.fault(trouble))
    }

    /// Whether [`Pace::Gliding`] makes a difference from a position on.
    pub fn glides(&self, position: &Position) -> bool {
        self.fitting(position).machine.glides(position)
    }

    /// The rule of a number that a [`Tally`] names.
    pub fn rule(&self, number: usize) -> Option<&RuleText> {
        self.machine.rule_texts().get(number)
    }

    /// How many rules there are.
    pub fn rules_in_all(&self) -> usize {
        self.machine.rule_texts().len()
    }

    /// The tables as a person reads them, those of some players. `source` is the text of the rules.
    pub fn overview(&self, source: &Source, players: &[Player]) -> Overview {
        self.machine.overview(&self.rules, source, players)
    }

    fn fault(&self, trouble: Trouble) -> Fault {
        trouble.fault(&self.rules, self.machine.rule_texts())
    }

    fn fault_at(&self, (trouble, position): (Trouble, Position)) -> FaultAt {
        FaultAt::new(self.fault(trouble), position)
    }
}

/// All seeds of a position, those of the pot included.
fn seeds_in(position: &Position) -> i64 {
    position.seeds.iter().map(|seeds| seeds.abs()).sum::<i64>() + position.pot
}
