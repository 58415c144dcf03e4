//! Which width a board needs, and what can be done at any width.

use std::sync::Arc;

use super::counting::Branch;
use super::lanes::{Bytes, Lanes, Wide};
use super::machine::Machine;
use super::moves::Move;
use super::played::Played;
use super::playouts::Stuck;
use super::position::Position;
use super::progress::Progress;
use super::reach::{Reached, Wanted};
use super::survey::Survey;
use super::tally::{Pace, Playouts, Series, Tally};
use super::trouble::Trouble;
use crate::chance::Generator;
use crate::game::{self, Answer, Fault, Reader, Sowing};
use crate::rules::model::{Condition, Effect, Player, Rules};
use crate::source::Source;
use crate::tables::print::{Overview, Width};
use crate::tables::{Mask, RuleText};

/// Tables at some width.
pub(super) trait AnyMachine: Send + Sync {
    /// All rules of the lists of a turn, by number.
    fn rule_texts(&self) -> &[RuleText];
    /// A move in the words of the rules, with what the mover chooses in it.
    fn sowing(&self, rules: &Rules, play: &Move, answers: Vec<Answer>) -> Sowing;
    /// The tables as a person reads them, those of some players.
    fn overview(&self, rules: &Rules, source: &Source, players: &[Player]) -> Overview;
    /// A game from a position.
    fn begin(self: Arc<Self>, rules: Arc<Rules>, position: &game::Position) -> Result<Box<dyn Reader>, Fault>;
    /// Sequences of `depth` plies from a position, after every first ply.
    fn divide(&self, position: &game::Position, depth: u32, progress: &Progress) -> Result<Vec<Branch>, Trouble>;
    /// Games at random, counted.
    fn simulate(&self, position: &game::Position, series: &Series, progress: &Progress) -> Result<Tally, Stuck>;
    /// Games at random, each position looked at closely.
    fn survey(
        &self,
        rules: &Rules,
        position: &game::Position,
        series: &Series,
        claims: &[&Condition],
        progress: &Progress,
    ) -> Result<Survey<Move>, Stuck>;
    /// All positions that games from a position come to.
    fn reach(
        &self,
        rules: &Rules,
        position: &game::Position,
        wanted: &Wanted<'_>,
        progress: &Progress,
    ) -> Result<Reached<Move>, Stuck>;
    /// Bytes of a position.
    fn position_bytes(&self) -> usize;
    /// Whether plies from a position can be played in a row, with no look at the rules.
    fn glides(&self, position: &game::Position) -> bool;
    /// Games at random, so many of so many plies at most, only played.
    fn playouts(
        &self,
        position: &game::Position,
        games_and_plies: (u64, u64),
        pace: Pace,
        generator: &mut Generator,
    ) -> Result<Playouts, Trouble>;
}

impl<L: Lanes, const P: usize> AnyMachine for Machine<L, P> {
    fn rule_texts(&self) -> &[RuleText] {
        &self.tables.rules
    }

    fn sowing(&self, rules: &Rules, play: &Move, answers: Vec<Answer>) -> Sowing {
        Machine::sowing(self, rules, play, answers)
    }

    fn overview(&self, rules: &Rules, source: &Source, players: &[Player]) -> Overview {
        let width = Width {
            lanes: L::LANES,
            lane_bytes: size_of::<L>() / L::LANES,
            position_bytes: size_of::<Position<L, P>>(),
        };
        Overview::new(&self.tables, rules, source, players, width)
    }

    fn begin(self: Arc<Self>, rules: Arc<Rules>, position: &game::Position) -> Result<Box<dyn Reader>, Fault> {
        Ok(Box::new(Played::begin(self, rules, position)?))
    }

    fn divide(&self, position: &game::Position, depth: u32, progress: &Progress) -> Result<Vec<Branch>, Trouble> {
        let (position, round) = Position::read(&self.tables.layout, position);
        Machine::divide(self, &position, &round, depth, progress)
    }

    fn simulate(&self, position: &game::Position, series: &Series, progress: &Progress) -> Result<Tally, Stuck> {
        self.simulated(position, series, progress)
    }

    fn survey(
        &self,
        rules: &Rules,
        position: &game::Position,
        series: &Series,
        claims: &[&Condition],
        progress: &Progress,
    ) -> Result<Survey<Move>, Stuck> {
        self.surveyed(rules, position, series, claims, progress)
    }

    fn reach(
        &self,
        rules: &Rules,
        position: &game::Position,
        wanted: &Wanted<'_>,
        progress: &Progress,
    ) -> Result<Reached<Move>, Stuck> {
        self.all_reached(rules, position, wanted, progress)
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position<L, P>>()
    }

    fn glides(&self, position: &game::Position) -> bool {
        self.seats(&Position::read(&self.tables.layout, position).0).is_some()
    }

    fn playouts(
        &self,
        position: &game::Position,
        games_and_plies: (u64, u64),
        pace: Pace,
        generator: &mut Generator,
    ) -> Result<Playouts, Trouble> {
        self.played_out(position, games_and_plies, pace, generator)
    }
}

/// Whether tables of this width hold a game: its slots, its players, and at most so many seeds in a hole, no store ever
/// owing any.
fn fits<L: Lanes, const P: usize>(rules: &Rules, most_seeds: i64, owing: bool) -> bool {
    let board = &rules.board;
    let lanes = board.holes() + board.end_cells().map_or(0, |ends| ends.len());
    let players = board.players.value;
    players <= P
        && lanes <= L::LANES
        && board.cells() <= <L::Mask as Mask>::SLOTS
        && most_seeds <= L::MOST
        && (L::SIGNED || !owing)
}

/// Something that is done at the width of a board.
pub(crate) trait AtWidth {
    /// What comes of it.
    type Done;
    /// Does it at this width.
    fn at<L: Lanes>(self) -> Self::Done;
}

/// Does something at the narrowest width that holds a game with so many seeds; for two players, and none where the board
/// is too large for its positions to be numbered.
pub(crate) fn at_narrow_width<W: AtWidth>(rules: &Rules, most_seeds: i64, work: W) -> Option<W::Done> {
    let owing = may_owe(rules);
    Some(if fits::<Bytes<1>, 2>(rules, most_seeds, owing) {
        work.at::<Bytes<1>>()
    } else if fits::<Bytes<2>, 2>(rules, most_seeds, owing) {
        work.at::<Bytes<2>>()
    } else if fits::<Bytes<4>, 2>(rules, most_seeds, owing) {
        work.at::<Bytes<4>>()
    } else {
        return None;
    })
}

/// The narrowest tables that hold a game with so many seeds.
pub(super) fn compile(rules: &Rules, owner: &[Option<Player>], most_seeds: i64) -> Arc<dyn AnyMachine> {
    fn at<L: Lanes, const P: usize>(rules: &Rules, owner: &[Option<Player>]) -> Arc<dyn AnyMachine> {
        Arc::new(Machine::<L, P>::new(rules, owner))
    }
    let owing = may_owe(rules);
    if fits::<Bytes<1>, 2>(rules, most_seeds, owing) {
        at::<Bytes<1>, 2>(rules, owner)
    } else if fits::<Bytes<2>, 2>(rules, most_seeds, owing) {
        at::<Bytes<2>, 2>(rules, owner)
    } else if fits::<Bytes<4>, 2>(rules, most_seeds, owing) {
        at::<Bytes<4>, 2>(rules, owner)
    } else if fits::<Bytes<4>, 6>(rules, most_seeds, owing) {
        at::<Bytes<4>, 6>(rules, owner)
    } else if fits::<Bytes<8>, 2>(rules, most_seeds, owing) {
        at::<Bytes<8>, 2>(rules, owner)
    } else if fits::<Wide<32>, 2>(rules, most_seeds, owing) {
        at::<Wide<32>, 2>(rules, owner)
    } else {
        at::<Wide<128>, 6>(rules, owner)
    }
}

/// Whether a store can come to owe seeds: some rule places seeds from it.
fn may_owe(rules: &Rules) -> bool {
    let begins = rules.moves.iter().map(|section| &section.begin);
    let lists = begins.chain([&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn]);
    lists
        .flatten()
        .any(|rule| rule.value.effects.iter().any(|effect| matches!(effect, Effect::Place { from_store: true, .. })))
}
