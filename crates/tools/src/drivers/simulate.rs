//! Plays whole matches at random and counts the results; also summarises counts.

use std::collections::BTreeMap;

use mancala_engine::contest::Match;
use mancala_engine::engine::{Progress, add_counts, add_each, in_parts};
use mancala_engine::game::{Fault, FaultAt, IllegalMove, Move, Position};
use mancala_engine::play::Referee;
use mancala_rules::chance::{Generator, choice, generator, lots};
use mancala_rules::source::Span;

/// A summary of counted numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The least number.
    pub min: u64,
    /// The median; for an even count, the mean of the two middle numbers.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The greatest number.
    pub max: u64,
}

impl Spread {
    /// Summarises numbers, each with how often it was counted. `None` if there are none.
    pub fn of(counts: &BTreeMap<u64, u64>) -> Option<Spread> {
        let all: u64 = counts.values().sum();
        let nth = |index: u64| {
            let mut before = 0;
            counts.iter().find_map(|(number, times)| {
                before += times;
                (index < before).then_some(*number)
            })
        };
        let (min, max) = (nth(0)?, *counts.keys().next_back()?);
        let (low, high) = (nth((all - 1) / 2)?, nth(all / 2)?);
        let sum: u128 = counts.iter().map(|(number, times)| u128::from(*number) * u128::from(*times)).sum();
        Some(Spread { min, median: (low as f64 + high as f64) / 2.0, mean: sum as f64 / all as f64, max })
    }
}

/// A series of matches to play.
#[derive(Clone, Copy, Debug)]
pub struct MatchSeries {
    /// Number of matches.
    pub matches: u64,
    /// Seed of the random generators.
    pub seed: u64,
    /// A match is cut off after this number of rounds.
    pub most_rounds: u32,
}

/// What was counted in a series of matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchTally {
    /// Matches played.
    pub matches: u64,
    /// Plies of all rounds, passes included.
    pub plies: u64,
    /// Forced passes.
    pub passes: u64,
    /// Choices made in lay-outs.
    pub lay_outs: u64,
    /// Matches won alone, by player.
    pub won: Vec<u64>,
    /// Matches with several winners.
    pub shared: u64,
    /// Matches cut off without a winner.
    pub cut: u64,
    /// Number of matches by their number of rounds.
    pub rounds: BTreeMap<u64, u64>,
    /// Sum of each player's points over all matches.
    pub points: Vec<i64>,
    /// Sum of the seeds that each player owned at the end, over all matches.
    pub owned: Vec<i64>,
    /// Sum of the seeds that left the matches, since nobody won them.
    pub gone: i64,
    /// Number of matches by the reason of their end.
    pub endings: BTreeMap<String, u64>,
    /// Number of rounds by the rule that ended them: its span and its condition.
    pub round_endings: BTreeMap<(Span, String), u64>,
}

impl MatchTally {
    fn new(players: usize) -> Self {
        MatchTally { won: vec![0; players], points: vec![0; players], owned: vec![0; players], ..MatchTally::default() }
    }

    /// Adds what was counted in other matches.
    fn add(&mut self, other: &MatchTally) {
        self.matches += other.matches;
        self.plies += other.plies;
        self.passes += other.passes;
        self.lay_outs += other.lay_outs;
        self.shared += other.shared;
        self.cut += other.cut;
        add_each(&mut self.won, &other.won);
        add_each(&mut self.points, &other.points);
        add_each(&mut self.owned, &other.owned);
        self.gone += other.gone;
        add_counts(&mut self.rounds, &other.rounds);
        add_counts(&mut self.endings, &other.endings);
        add_counts(&mut self.round_endings, &other.round_endings);
    }
}

/// The counts, or where the rules gave no answer.
type Counted = Result<MatchTally, FaultAt>;

/// Plays whole matches at random, with refilling, and counts the results. `None` if the file describes a single game.
///
/// Each match has its own random generator, so one seed gives one set of matches on any number of threads. The matches
/// run on all threads of the current pool until `progress` stops them; a match that is stopped this way is not counted.
///
/// # Errors
///
/// The rules give no answer. The error carries the position, from the first match that reaches one.
pub fn matches(referee: &Referee, series: &MatchSeries, progress: &Progress) -> Option<Counted> {
    let rules = referee.rules();
    rules.contest.as_ref()?;
    let players = rules.board.players.value;
    progress.begin(series.matches);
    Some(in_parts(
        1..series.matches.saturating_add(1),
        progress,
        || MatchTally::new(players),
        |sum, tally| sum.add(&tally),
        || {
            |number| {
                let tally = play(referee, series, number, progress)?;
                progress.add(tally.matches, tally.plies);
                Ok(tally)
            }
        },
    ))
}

/// Plays one random match. The tally is empty if `progress` stopped it.
fn play(referee: &Referee, series: &MatchSeries, number: u64, progress: &Progress) -> Counted {
    let players = referee.rules().board.players.value;
    let mut tally = MatchTally::new(players);
    let mut steps = 0;
    let stuck = |fault, steps| FaultAt::new(fault, position_after(referee, series, number, steps));
    let Some(mut chance) = Chance::begin(referee, series, number).map_err(|fault| stuck(fault, 0))? else {
        return Ok(tally);
    };
    while chance.contest.ending().is_none() {
        if progress.is_stopped() {
            return Ok(MatchTally::new(players));
        }
        match chance.contest.game() {
            None => tally.lay_outs += 1,
            Some(game) => match game.outcome() {
                Some(ending) => *tally.round_endings.entry((ending.span, ending.reason)).or_default() += 1,
                None => tally.plies += 1,
            },
        }
        let plays = chance.contest.game().is_some_and(|game| !game.is_over());
        chance.step().map_err(|fault| stuck(fault, steps))?;
        let last = chance.contest.game().and_then(|game| game.history().last());
        tally.passes += u64::from(plays && last.is_some_and(Move::is_pass));
        steps += 1;
    }
    if let Some(ending) = chance.contest.ending() {
        tally.matches = 1;
        match ending.winners.as_slice() {
            [] => tally.cut = 1,
            [winner] => tally.won[*winner] = 1,
            _ => tally.shared = 1,
        }
        tally.rounds.insert(u64::from(ending.rounds), 1);
        tally.points.clone_from(&ending.points);
        tally.owned.clone_from(&ending.owned);
        tally.gone = ending.gone;
        tally.endings.insert(ending.reason.clone(), 1);
    }
    Ok(tally)
}

/// The position shown after `steps` steps of a match, where the next step finds no answer.
fn position_after(referee: &Referee, series: &MatchSeries, number: u64, steps: u64) -> Position {
    let again = Chance::begin(referee, series, number).ok().flatten().and_then(|mut chance| {
        for _ in 0..steps {
            chance.step().ok()?;
        }
        chance.contest.shown()
    });
    again.unwrap_or_else(|| Position::start(referee.rules()))
}

/// A match in which every choice is random.
struct Chance {
    contest: Match,
    generator: Generator,
}

impl Chance {
    /// Match `number`, at its start. `None` if the file describes a single game.
    fn begin(referee: &Referee, series: &MatchSeries, number: u64) -> Result<Option<Self>, Fault> {
        let contest = Match::with_lots(referee.clone(), series.most_rounds, lots(series.seed, number)).transpose()?;
        Ok(contest.map(|contest| Chance { contest, generator: generator(series.seed, number) }))
    }

    /// Plays a ply of a round, makes a choice of a lay-out, or continues after a finished round.
    fn step(&mut self) -> Result<(), Fault> {
        if self.contest.game().is_some_and(|game| game.is_over()) {
            self.contest.next_round()?;
            // No one reads these events.
            self.contest.take_events();
            return Ok(());
        }
        let index = choice(self.contest.choices(), &mut self.generator);
        self.contest.play_nth(index).map_err(IllegalMove::into_fault)
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn the_median_is_in_the_middle() {
        let spread = |counts: &[(u64, u64)]| Spread::of(&counts.iter().copied().collect());
        assert_eq!(spread(&[]), None);
        assert_eq!(spread(&[(7, 1)]), Some(Spread { min: 7, median: 7.0, mean: 7.0, max: 7 }));
        assert_eq!(spread(&[(1, 1), (2, 1)]), Some(Spread { min: 1, median: 1.5, mean: 1.5, max: 2 }));
        assert_eq!(spread(&[(1, 2), (10, 3)]), Some(Spread { min: 1, median: 10.0, mean: 6.4, max: 10 }));
        assert_eq!(spread(&[(0, 3), (4, 1)]), Some(Spread { min: 0, median: 0.0, mean: 1.0, max: 4 }));
    }
}
