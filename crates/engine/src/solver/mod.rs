//! Exact values of all positions of two-player games, by retrograde analysis with the tables.
//!
//! docs/solving.md describes what is solved, the method, and its proofs.

#[cfg(feature = "database")]
pub mod blocks;
mod book;
mod bounds;
mod circles;
#[cfg(feature = "database")]
pub mod database;
mod draft;
mod field;
mod ghosts;
mod ground;
mod layer;
mod open;
mod oracle;
mod packed;
mod parts;
mod peers;
mod plan;
mod refusal;
mod shard;
mod solved;
mod space;
mod survey;
mod turning;
mod unseen;
mod value;
mod values;
mod work;

use std::fmt::Debug;

use mancala_rules::rules::model::Rules;

pub use book::{Book, Known};
pub use field::{Layer, Place};
pub use oracle::{Choice, Oracle, Stretch};
pub use peers::{Peers, Shares};
pub use plan::Trust;
pub use refusal::Refusal;
pub use solved::{Circling, Counts, Solved};
pub use value::{LOST, WON, Worth};
pub use values::{Stored, Values};

use self::field::Field;
use self::ground::Ground;
use self::layer::Glance;
use self::work::Work;
use crate::engine::{AtWidth, Decided, End, Lanes, Outlook, Progress, at_narrow_width};
use crate::game;

/// A game whose positions are divided into layers, ready to be solved.
#[derive(Debug)]
pub struct Solver {
    ground: Ground,
    field: Box<dyn AnyField>,
    trust: Trust,
    most: usize,
}

/// Resources that solving needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Number of positions in all layers.
    pub positions: u64,
    /// Bytes of memory without lists of open positions: one byte for each position, two more while its layer is solved,
    /// and a fixed amount for the program.
    pub least_memory: u64,
    /// Bytes of that memory that lists can use in place of values while a layer is solved: one for each position of the
    /// largest layer.
    pub spare: u64,
    /// Size of the database in bytes, at most.
    pub disk: u64,
}

/// What follows a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The round is over. The value to the player to move, counted from an empty store.
    Over(i8),
    /// The player passes, which leads to this position.
    Pass(Box<game::Position>),
    /// The legal moves in their usual order, each with its result.
    Moves(Vec<(game::Sowing, After)>),
}

/// Result of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum After {
    /// The round is decided by a rule; the value to the player who moved.
    Decided(i8),
    /// The position after the move.
    Position(Box<game::Position>),
}

/// The positions of a game, at any width of board.
trait AnyField: Debug + Send + Sync {
    fn layers(&self) -> &[Layer];
    fn solve(&self, work: &Work<'_>) -> Result<Solved, Refusal>;
    fn solve_share(&self, work: &Work<'_>, peers: &mut dyn Peers) -> Result<Solved, Refusal>;
    fn leads_to(&self, layer: usize, before: usize) -> bool;
    fn place_of(&self, position: &game::Position) -> Option<Place>;
    fn position(&self, layer: usize, index: u64) -> Option<game::Position>;
    fn next(&self, position: &game::Position) -> Result<Next, Refusal>;
    fn glance(&self, layer: usize) -> Option<Glance>;
    /// Lead in banked seeds of the player to move: seeds in stores, and in holes that seeds never leave.
    fn banked(&self, position: &game::Position) -> Option<i32>;
}

impl<L: Lanes> AnyField for Field<L> {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn solve(&self, work: &Work<'_>) -> Result<Solved, Refusal> {
        layer::solve(self, work)
    }

    fn solve_share(&self, work: &Work<'_>, peers: &mut dyn Peers) -> Result<Solved, Refusal> {
        shard::solve(self, work, peers)
    }

    fn leads_to(&self, layer: usize, before: usize) -> bool {
        Field::leads_to(self, layer, before)
    }

    fn place_of(&self, position: &game::Position) -> Option<Place> {
        Field::place_of(self, position)
    }

    fn position(&self, layer: usize, index: u64) -> Option<game::Position> {
        Some(self.written(&Field::position(self, layer, index)?))
    }

    fn next(&self, position: &game::Position) -> Result<Next, Refusal> {
        let tables = self.machine.tables();
        let (read, round) = crate::engine::Position::<L, 2>::read(&tables.layout, position);
        let mover = read.mover();
        let mut children = Vec::new();
        let outlook = self
            .machine
            .outlook(&read, &round, false, &mut children)
            .map_err(|trouble| Refusal::Fault(trouble.fault(&self.rules, &tables.rules), Box::new(position.clone())))?;
        let written = |position: &crate::engine::Position<L, 2>| Box::new(position.write(&tables.layout, &round, 2));
        Ok(match outlook {
            Outlook::Over(scores) => Next::Over(field::lead(scores, mover)),
            Outlook::Decided(outcome) => Next::Over(field::verdict(outcome, mover)),
            Outlook::Passes(after) => Next::Pass(written(&after)),
            Outlook::Moves => Next::Moves(
                children
                    .iter()
                    .map(|child| {
                        let answers = self.machine.chosen(&read, &round, &child.play);
                        let play = self.machine.sowing(&self.rules, &child.play, answers);
                        let after = match child.end {
                            End::Decided(Decided { verdict, .. }) => After::Decided(field::verdict(verdict, mover)),
                            End::Over(_) => {
                                After::Decided(field::lead(self.machine.counted(&child.position, &round), mover))
                            }
                            End::Next | End::Again => After::Position(written(&child.position)),
                        };
                        (play, after)
                    })
                    .collect(),
            ),
        })
    }

    fn glance(&self, layer: usize) -> Option<Glance> {
        layer::glance(self, layer)
    }

    fn banked(&self, position: &game::Position) -> Option<i32> {
        let (read, _) = crate::engine::Position::<L, 2>::read(&self.machine.tables().layout, position);
        let door = self.door_of.get(&(read.mover(), read.marks))?;
        Some(self.doors[*door].gone.iter().map(|(slot, worth)| worth * self.seeds(&read, *slot)).sum())
    }
}

impl Solver {
    /// Divides the positions of a game into layers, with at most `most` seeds in play; `None` allows all seeds of the
    /// game.
    ///
    /// # Errors
    ///
    /// The method does not cover the rules, or the game is too large.
    pub fn new(rules: &Rules, most: Option<usize>, trust: Trust) -> Result<Solver, Refusal> {
        struct Lay<'a>(&'a Ground, usize, Trust);
        impl AtWidth for Lay<'_> {
            type Done = Result<Box<dyn AnyField>, Refusal>;
            fn at<L: Lanes>(self) -> Self::Done {
                Ok(Box::new(plan::lay::<L>(self.0, self.1, self.2)?))
            }
        }
        let ground = Ground::new(rules)?;
        let seeds = ground.seeds as usize;
        let most = most.unwrap_or(seeds).min(seeds);
        let field = at_narrow_width(&ground.rules, i64::from(ground.seeds), Lay(&ground, most, trust));
        let field = field.unwrap_or_else(|| {
            let message = "the board has more than 32 holes";
            Err(Refusal::rules(message, "choose a smaller board"))
        })?;
        Ok(Solver { ground, field, trust, most })
    }

    /// The layers, in the order in which they are solved.
    pub fn layers(&self) -> &[Layer] {
        self.field.layers()
    }

    /// Most seeds in play.
    pub fn most_seeds(&self) -> usize {
        self.most
    }

    /// How far the results of random games were trusted.
    pub fn trust(&self) -> Trust {
        self.trust
    }

    /// The rules to be solved: without those that end the round at a majority.
    pub fn rules(&self) -> &Rules {
        &self.ground.rules
    }

    /// Whether rules that end the round at a majority were removed.
    pub fn majority_aside(&self) -> bool {
        self.ground.majority_aside
    }

    /// Whether seeds are scored; else rules decide all rounds.
    pub fn counts(&self) -> bool {
        self.ground.counts
    }

    /// Whether a rule can decide a round without a count.
    pub fn decides(&self) -> bool {
        self.ground.decides
    }

    /// Estimates what the largest layer takes, from a sample of its positions and a trial with few seeds. `None` if it
    /// was stopped or the rules leave a position undecided.
    pub fn forecast(&self, progress: &Progress) -> Option<Forecast> {
        let number = (0..self.layers().len()).max_by_key(|layer| self.layers()[*layer].positions)?;
        let Glance { seconds, bytes } = self.field.glance(number)?;
        let all = bytes * self.layers()[number].positions as f64;
        Some(Forecast { seconds, lists: (all * self.open_share(progress)?) as u64 })
    }

    /// Solves layers with few seeds as a trial. Returns the share of possible list entries that were used.
    fn open_share(&self, progress: &Progress) -> Option<f64> {
        let few = (0..=self.most).rev().find(|most| self.needs(*most, 1).positions <= TRIAL);
        let mut values = Values::new(self.layers().len());
        let mut listed = Vec::new();
        for (number, layer) in self.layers().iter().enumerate().filter(|(_, layer)| Some(layer.seeds) <= few) {
            let solved = self.solve(number, &values, usize::MAX, progress).ok()?;
            listed.push((layer.positions, number, solved.listed));
            values.put(number, solved);
        }
        listed.sort_unstable();
        let (mut held, mut could) = (0.0, 0.0);
        for (positions, number, bytes) in listed.into_iter().rev().take(TRIED) {
            held += bytes as f64;
            could += self.field.glance(number)?.bytes * positions as f64;
        }
        Some(if could > 0.0 { held / could } else { 1.0 })
    }

    /// Whether positions of both players share a place, with the board turned.
    pub fn turned(&self) -> bool {
        self.ground.turning.is_some()
    }

    /// Resources of each of `ranks` processes that share all layers with at most `most` seeds in play.
    pub fn needs(&self, most: usize, ranks: usize) -> Needs {
        let sizes = self.layers().iter().filter(|layer| layer.seeds <= most).map(|layer| layer.positions);
        let positions: u64 = sizes.clone().sum();
        let share = |positions: u64| positions.div_ceil(ranks.max(1) as u64);
        let largest = share(sizes.clone().max().unwrap_or(0));
        let kept: u64 = sizes.map(share).sum();
        Needs { positions, least_memory: kept + 2 * largest + FIXED_BYTES, spare: largest, disk: positions }
    }

    /// The most seeds in play with which `memory` and `disk`, in bytes, suffice, for each of `ranks` processes that share
    /// all layers, and shares can be indexed.
    pub fn fitting(&self, memory: u64, disk: u64, ranks: usize) -> Option<usize> {
        (0..=self.most).rev().find(|most| {
            let needs = self.needs(*most, ranks);
            needs.positions > 0 && needs.least_memory <= memory && needs.disk <= disk && needs.spare < MOST_IN_A_SHARE
        })
    }

    /// Solves a layer after those before it. `bytes` is the memory for lists of open positions.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided, a position has no place, or `progress` asked to stop.
    pub fn solve(&self, layer: usize, values: &Values, bytes: usize, progress: &Progress) -> Result<Solved, Refusal> {
        self.field.solve(&Work { number: layer, range: self.range(layer), values, bytes, progress })
    }

    /// Solves a layer with other ranks, after those before it. `values` has this rank's share of each of them, and the
    /// result its share of this one; `bytes` is its memory for lists of open positions. The counts are those of all.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided, a position has no place, `progress` asked to stop, or one of these happened
    /// to another rank. All ranks return an error then.
    pub fn solve_share(
        &self,
        layer: usize,
        values: &Values,
        bytes: usize,
        peers: &mut dyn Peers,
        progress: &Progress,
    ) -> Result<Solved, Refusal> {
        let work = Work { number: layer, range: self.range(layer), values, bytes, progress };
        self.field.solve_share(&work, peers)
    }

    fn range(&self, layer: usize) -> (i8, i8) {
        let seeds = self.layers().get(layer).map_or(0, |layer| layer.seeds);
        layer::range(seeds, self.ground.counts, self.ground.decides)
    }

    /// Whether positions of a layer may lead to those of a layer before it. Layers that do not, directly or over others,
    /// lead to each other can be solved at the same time.
    pub fn leads_to(&self, layer: usize, before: usize) -> bool {
        self.field.leads_to(layer, before)
    }

    /// Place of a position, ignoring the stores; `None` if it has none.
    pub fn place_of(&self, position: &game::Position) -> Option<Place> {
        self.field.place_of(position)
    }

    /// The position stored at a place, with empty stores.
    pub fn position(&self, layer: usize, index: u64) -> Option<game::Position> {
        self.field.position(layer, index)
    }

    /// What follows a position.
    ///
    /// # Errors
    ///
    /// The rules leave the position undecided.
    pub fn next(&self, position: &game::Position) -> Result<Next, Refusal> {
        self.field.next(position)
    }

    fn banked(&self, position: &game::Position) -> Option<i32> {
        self.field.banked(position)
    }
}

/// Estimated resources for the largest layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Seconds for one position on one thread.
    pub seconds: f64,
    /// Bytes of lists of open positions that avoid computing successors twice.
    pub lists: u64,
}

/// Bytes for tables and the program itself.
const FIXED_BYTES: u64 = 16 << 20;

/// Most positions of a trial.
const TRIAL: u64 = 200_000;

/// Number of the trial's largest layers to examine.
const TRIED: usize = 4;

/// Limit of positions of a layer in one process: a slot and one bit must fit into a word.
const MOST_IN_A_SHARE: u64 = 1 << 31;
