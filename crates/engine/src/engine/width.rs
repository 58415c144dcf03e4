//! Selects the width of positions for a board, and hides it behind a trait.

use std::sync::Arc;

use mancala_rules::chance::Generator;
use mancala_rules::progress::Progress;
use mancala_rules::rules::model::{Amount, Condition, Effect, HoleSet, NumberSet, Player, Rule, Rules, Whose};
use mancala_rules::source::Source;

use super::counting::Branch;
use super::explore::reach::{Reached, Wanted};
use super::explore::survey::Survey;
use super::lanes::{Bytes, Lanes, Wide};
use super::machine::Machine;
use super::moves::Move;
use super::played::Played;
use super::position::Position;
use super::random::playouts::Stuck;
use super::random::tally::{Playouts, Series, Tally};
use super::random::traced::Trace;
use super::trouble::Trouble;
use crate::game::{self, Answer, Fault, Reader, Sowing};
use crate::tables::print::{Overview, Width};
use crate::tables::{Mask, RuleText};

/// A [`Machine`] of any width.
pub(super) trait AnyMachine: Send + Sync {
    /// The texts of all rules, indexed by number.
    fn rule_texts(&self) -> &[RuleText];
    /// A move as a [`Sowing`], with the mover's choices within the turn.
    fn sowing(&self, rules: &Rules, play: &Move, answers: Vec<Answer>) -> Sowing;
    /// Describes the tables of `players` in readable form.
    fn overview(&self, rules: &Rules, source: &Source, players: &[Player]) -> Overview;
    /// Starts a game from a position.
    fn begin(self: Arc<Self>, rules: Arc<Rules>, position: &game::Position) -> Result<Box<dyn Reader>, Fault>;
    /// Counts sequences of `depth` plies for each first ply.
    fn divide(&self, position: &game::Position, depth: u32, progress: &Progress) -> Result<Vec<Branch>, Trouble>;
    /// Plays random games and returns statistics.
    fn simulate(&self, position: &game::Position, series: &Series, progress: &Progress) -> Result<Tally, Stuck>;
    /// Plays random games and examines each position.
    fn survey(
        &self,
        rules: &Rules,
        position: &game::Position,
        series: &Series,
        claims: &[&Condition],
        progress: &Progress,
    ) -> Result<Survey<Move>, Stuck>;
    /// Explores the positions reachable from a position.
    fn reach(
        &self,
        rules: &Rules,
        position: &game::Position,
        wanted: &Wanted<'_>,
        progress: &Progress,
    ) -> Result<Reached<Move>, Stuck>;
    /// Size of a position in bytes.
    fn position_bytes(&self) -> usize;
    /// Plays random games: a number of games, each of at most a number of plies.
    fn playouts(
        &self,
        position: &game::Position,
        games_and_plies: (u64, u64),
        generator: &mut Generator,
    ) -> Result<Playouts, Trouble>;
    /// Plays a random game, and returns the positions on its way.
    fn trace(&self, rules: &Rules, start: &game::Position, most_plies: u64, generator: &mut Generator) -> Trace;
    /// Plays a random game of which all legal moves are listed: the positions on its way, and its tally.
    fn examine(
        &self,
        start: &game::Position,
        most_plies: u64,
        generator: &mut Generator,
    ) -> (Vec<game::Position>, Result<Tally, Trouble>);
    /// Counts sequences of `depth` plies in one part.
    fn sequences_from(&self, position: &game::Position, depth: u32) -> Result<u64, Trouble>;
    /// Counts sequences of `depth` plies, at least 2, many at once; `None` if they can only be counted one by one.
    fn sequences_at_once(&self, position: &game::Position, depth: u32) -> Option<Result<u64, Trouble>>;
    /// Plays the first games of a series at once, and one by one; `None` if they can only be played one by one.
    fn both_ways(&self, start: &game::Position, games: u64, series: &Series) -> Option<[Result<Tally, Trouble>; 2]>;
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

    fn playouts(
        &self,
        position: &game::Position,
        games_and_plies: (u64, u64),
        generator: &mut Generator,
    ) -> Result<Playouts, Trouble> {
        self.played_out(position, games_and_plies, generator)
    }

    fn trace(&self, rules: &Rules, start: &game::Position, most_plies: u64, generator: &mut Generator) -> Trace {
        Machine::trace(self, rules, start, most_plies, generator)
    }

    fn examine(
        &self,
        start: &game::Position,
        most_plies: u64,
        generator: &mut Generator,
    ) -> (Vec<game::Position>, Result<Tally, Trouble>) {
        Machine::examine(self, start, most_plies, generator)
    }

    fn sequences_from(&self, position: &game::Position, depth: u32) -> Result<u64, Trouble> {
        Machine::sequences_from(self, position, depth)
    }

    fn sequences_at_once(&self, position: &game::Position, depth: u32) -> Option<Result<u64, Trouble>> {
        let (position, round) = Position::read(&self.tables.layout, position);
        Machine::sequences_at_once(self, &position, &round, depth)
    }

    fn both_ways(&self, start: &game::Position, games: u64, series: &Series) -> Option<[Result<Tally, Trouble>; 2]> {
        let (position, round) = Position::read(&self.tables.layout, start);
        Machine::both_ways(self, (&position, round), 1..games, series)
    }
}

/// Whether this width holds a game: its slots, its players, and up to `most_seeds` seeds in a hole. `owing` says that a
/// store can owe seeds.
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

/// A computation that is generic over the width and the number of players.
pub(super) trait AtAnyWidth {
    /// Its result.
    type Done;
    /// Runs it at this width, for at most `P` players.
    fn at<L: Lanes, const P: usize>(self) -> Self::Done;
}

/// Runs a computation at the narrowest width that holds a game with up to `most_seeds` seeds.
pub(super) fn at_any_width<W: AtAnyWidth>(rules: &Rules, most_seeds: i64, work: W) -> W::Done {
    let owing = may_owe(rules);
    if fits::<Bytes<1>, 2>(rules, most_seeds, owing) {
        work.at::<Bytes<1>, 2>()
    } else if fits::<Bytes<2>, 3>(rules, most_seeds, owing) {
        work.at::<Bytes<2>, 3>()
    } else if fits::<Bytes<4>, 6>(rules, most_seeds, owing) {
        work.at::<Bytes<4>, 6>()
    } else if fits::<Wide<32>, 2>(rules, most_seeds, owing) {
        work.at::<Wide<32>, 2>()
    } else {
        work.at::<Wide<128>, 6>()
    }
}

/// A computation for two players that is generic over the width.
pub trait AtWidth {
    /// Its result.
    type Done;
    /// Runs it at this width.
    fn at<L: Lanes>(self) -> Self::Done;
}

/// Runs a computation at the narrowest width that holds a game of two players with up to `most_seeds` seeds. `None` if
/// the board is too large for its positions to be numbered.
pub fn at_narrow_width<W: AtWidth>(rules: &Rules, most_seeds: i64, work: W) -> Option<W::Done> {
    let owing = may_owe(rules);
    Some(if fits::<Bytes<1>, 2>(rules, most_seeds, owing) {
        work.at::<Bytes<1>>()
    } else if fits::<Bytes<2>, 2>(rules, most_seeds, owing) {
        work.at::<Bytes<2>>()
    } else {
        return None;
    })
}

/// Compiles rules as [`Machine::new`] does, at the narrowest width that holds a game with up to `most_seeds` seeds.
pub(super) fn compile(rules: &Rules, round: &game::Position, most_seeds: i64) -> Arc<dyn AnyMachine> {
    struct Compiling<'r>(&'r Rules, &'r game::Position);

    impl AtAnyWidth for Compiling<'_> {
        type Done = Arc<dyn AnyMachine>;

        fn at<L: Lanes, const P: usize>(self) -> Self::Done {
            Arc::new(Machine::<L, P>::new(self.0, self.1))
        }
    }

    at_any_width(rules, most_seeds, Compiling(rules, round))
}

/// Whether a store can owe seeds: some rule places more seeds from it than the condition of its section says it holds.
fn may_owe(rules: &Rules) -> bool {
    let placed = |rule: &Rule| -> u32 {
        let from_store = |effect: &Effect| match effect {
            Effect::Place { count: Amount::Number(count), from_store: true, into: HoleSet::One(_) } => *count,
            Effect::Place { from_store: true, .. } => u32::MAX,
            _ => 0,
        };
        rule.value.effects.iter().map(from_store).fold(0, u32::saturating_add)
    };
    let lists = [&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn];
    lists.into_iter().flatten().any(|rule| placed(rule) > 0)
        || rules.moves.iter().any(|section| {
            let held = section.when.as_ref().map_or(0, held_in_store);
            section.begin.iter().any(|rule| placed(rule) > held)
        })
}

/// The mover's store holds at least this number of seeds where a condition holds.
fn held_in_store(condition: &Condition) -> u32 {
    match condition {
        Condition::And(parts) => parts.iter().map(held_in_store).max().unwrap_or(0),
        Condition::Count(Amount::SeedsIn(HoleSet::Store(Whose::Own)), NumberSet::AtLeast(Amount::Number(number))) => {
            *number
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::may_owe;
    use mancala_rules::ruleset::Ruleset;

    #[test]
    fn a_store_that_is_asked_before_it_gives_owes_nothing() {
        let owes = |game: &str| may_owe(&Ruleset::shipped(game).unwrap().rules().unwrap());
        assert!(owes("o-an-quan") && !owes("bao-la-kiswahili") && !owes("katra-be") && !owes("krur"));
        // Bao, with a seed more from the store than the section asks for
        let text = |of: &str| Ruleset::read(mancala_rules::source::Source::new("bao", of)).unwrap().rules().unwrap();
        let (_, bao) = mancala_rules::ruleset::shipped_texts().find(|(name, _)| *name == "bao-la-kiswahili").unwrap();
        assert!(!may_owe(&text(bao)));
        assert!(may_owe(&text(&bao.replacen(
            "begin: place 1 in here from own store",
            "begin: place 2 in here from own store",
            1
        ))));
    }
}
