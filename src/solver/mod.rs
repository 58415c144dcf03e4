//! Exact values of games of two players, for every position, by retrograde analysis on the tables.
//!
//! What is solved and how, and what is proved of it: docs/solving.md.

mod book;
#[cfg(feature = "cli")]
pub mod database;
mod field;
mod ground;
mod layer;
mod oracle;
mod plan;
mod refusal;
mod solved;
mod space;
mod survey;
mod turning;
mod unseen;
mod value;
mod values;

use std::fmt::Debug;

pub use book::{Book, Known};
pub use field::{Layer, Place};
pub use oracle::{Choice, Oracle, Stretch};
pub use plan::Trust;
pub use refusal::Refusal;
pub use solved::{Circling, Counts, Solved};
pub use value::{LOST, WON, Worth};
pub use values::Values;

use self::field::Field;
use self::ground::Ground;
use self::layer::Glance;
use crate::engine::{AtWidth, Decided, End, Lanes, Outlook, Progress, at_narrow_width};
use crate::game;
use crate::rules::model::Rules;

/// A game laid out to be solved.
#[derive(Debug)]
pub struct Solver {
    ground: Ground,
    field: Box<dyn AnyField>,
    trust: Trust,
    most: usize,
}

/// What solving needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Positions in all layers.
    pub positions: u64,
    /// Bytes of memory, without lists of open positions: a byte a position, and two more while its layer is solved.
    pub least_memory: u64,
    /// Of these, bytes that lists can take as long as a layer is solved.
    pub spare: u64,
    /// Bytes of the database.
    pub disk: u64,
}

/// What comes next in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Nothing: what the player to move has then, from an empty store on.
    Over(i8),
    /// He passes.
    Pass(Box<game::Position>),
    /// His moves, in the order in which they are listed, each with what comes of it.
    Moves(Vec<(game::Sowing, After)>),
}

/// What comes of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum After {
    /// The round is decided without a count; for the player who moved.
    Decided(i8),
    /// Somebody is to move.
    Position(Box<game::Position>),
}

/// Positions at some width.
trait AnyField: Debug + Send + Sync {
    fn layers(&self) -> &[Layer];
    fn solve(
        &self,
        layer: usize,
        range: (i8, i8),
        values: &Values,
        bytes: usize,
        progress: &Progress,
    ) -> Result<Solved, Refusal>;
    fn place_of(&self, position: &game::Position) -> Option<Place>;
    fn position(&self, layer: usize, index: u64) -> Option<game::Position>;
    fn next(&self, position: &game::Position) -> Result<Next, Refusal>;
    fn glance(&self, layer: usize) -> Option<Glance>;
    /// Seeds in stores and in holes from which nothing comes back, for the player to move less for the other.
    fn banked(&self, position: &game::Position) -> Option<i32>;
}

impl<L: Lanes> AnyField for Field<L> {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn solve(
        &self,
        layer: usize,
        range: (i8, i8),
        values: &Values,
        bytes: usize,
        progress: &Progress,
    ) -> Result<Solved, Refusal> {
        layer::solve(self, layer, range, values, bytes, progress)
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
            Outlook::Over(scores) => Next::Over((scores[mover] - scores[1 - mover]) as i8),
            Outlook::Decided(told) => Next::Over(field::verdict(told, mover)),
            Outlook::Passes(after) => Next::Pass(written(&after)),
            Outlook::Moves => Next::Moves(
                children
                    .iter()
                    .map(|child| {
                        let answers = self.machine.chosen(&read, &round, &child.play);
                        let play = self.machine.sowing(&self.rules, &child.play, answers);
                        let after = match child.end {
                            End::Decided(Decided { verdict, .. }) => After::Decided(field::verdict(verdict, mover)),
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
    /// Lays out the positions of a game with at most so many seeds in play; all that its start leads to if nothing is told.
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
            Err(Refusal::rules(message, "take a smaller board"))
        })?;
        Ok(Solver { ground, field, trust, most })
    }

    /// The layers, in the order in which they are solved.
    pub fn layers(&self) -> &[Layer] {
        self.field.layers()
    }

    /// At most so many seeds are in play.
    pub fn most_seeds(&self) -> usize {
        self.most
    }

    /// How much of what games at random show was taken for all there is.
    pub fn trust(&self) -> Trust {
        self.trust
    }

    /// The rules as they are solved: without those that end the round at a majority.
    pub fn rules(&self) -> &Rules {
        &self.ground.rules
    }

    /// Whether rules that end the round at a majority were left aside.
    pub fn majority_aside(&self) -> bool {
        self.ground.majority_aside
    }

    /// Whether seeds are counted; else rounds are won and lost without a count.
    pub fn counts(&self) -> bool {
        self.ground.counts
    }

    /// Whether a round can be won or lost without a count.
    pub fn decides(&self) -> bool {
        self.ground.decides
    }

    /// What the largest layer will take, from positions here and there in it and from a trial with few seeds. None if it
    /// was stopped, or the rules gave no answer.
    pub fn forecast(&self, progress: &Progress) -> Option<Forecast> {
        let number = (0..self.layers().len()).max_by_key(|layer| self.layers()[*layer].positions)?;
        let Glance { seconds, bytes } = self.field.glance(number)?;
        let all = bytes * self.layers()[number].positions as f64;
        Some(Forecast { seconds, lists: (all * self.open_share(progress)?) as u64 })
    }

    /// How much of what lists could hold they do hold, in a trial: layers with few seeds are solved.
    fn open_share(&self, progress: &Progress) -> Option<f64> {
        let few = (0..=self.most).rev().find(|most| self.needs(*most).positions <= TRIAL);
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

    /// Whether positions of both players share a place, the board being turned.
    pub fn turned(&self) -> bool {
        self.ground.turning.is_some()
    }

    /// What solving needs if at most so many seeds are in play.
    pub fn needs(&self, most: usize) -> Needs {
        let sizes = self.layers().iter().filter(|layer| layer.seeds <= most).map(|layer| layer.positions);
        let positions: u64 = sizes.clone().sum();
        let largest = sizes.max().unwrap_or(0);
        Needs { positions, least_memory: positions + 2 * largest + FIXED_BYTES, spare: largest, disk: positions }
    }

    /// The most seeds in play with which the least memory needed is not more than this, and layers can be numbered.
    pub fn fitting(&self, memory: u64, disk: u64) -> Option<usize> {
        (0..=self.most).rev().find(|most| {
            let needs = self.needs(*most);
            let layers = self.layers().iter().filter(|layer| layer.seeds <= *most);
            needs.positions > 0
                && needs.least_memory <= memory
                && needs.disk <= disk
                && layers.map(|layer| layer.positions).max().unwrap_or(0) < MOST_IN_A_LAYER
        })
    }

    /// Solves a layer, when those before it are solved. `bytes` is how much memory lists of open positions may take.
    pub fn solve(&self, layer: usize, values: &Values, bytes: usize, progress: &Progress) -> Result<Solved, Refusal> {
        let seeds = self.layers().get(layer).map_or(0, |layer| layer.seeds);
        let range = layer::range(seeds, self.ground.counts, self.ground.decides);
        self.field.solve(layer, range, values, bytes, progress)
    }

    /// Where a position is kept, stores aside; none if it has no place.
    pub fn place_of(&self, position: &game::Position) -> Option<Place> {
        self.field.place_of(position)
    }

    /// The position that is kept in a place, with empty stores.
    pub fn position(&self, layer: usize, index: u64) -> Option<game::Position> {
        self.field.position(layer, index)
    }

    /// What comes next in a position.
    pub fn next(&self, position: &game::Position) -> Result<Next, Refusal> {
        self.field.next(position)
    }

    fn banked(&self, position: &game::Position) -> Option<i32> {
        self.field.banked(position)
    }
}

/// What it will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// About how many seconds one thread takes for a position.
    pub seconds: f64,
    /// About how many bytes lists of open positions take, so that each position is worked out only once.
    pub lists: u64,
}

/// Tables and the program itself.
const FIXED_BYTES: u64 = 16 << 20;

/// A trial has at most so many positions.
const TRIAL: u64 = 200_000;

/// So many of its largest layers are looked at.
const TRIED: usize = 4;

/// A layer has fewer positions than this, so that a number and a bit fit a word.
const MOST_IN_A_LAYER: u64 = 1 << 31;
