//! Games one by one: what is told of each, and random games and matches that are told so.

use std::ops::Range;

use mancala_engine::contest::{GameOrMatch, Start};
use mancala_engine::engine::{Progress, in_parts};
use mancala_engine::game::{FaultAt, IllegalMove, Move, Position};
use mancala_engine::play::Referee;
use mancala_rules::chance::{choice, generator, lots};
use mancala_rules::rules::model::Player;
use mancala_rules::source::Span;

/// A game, or a match, of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number, from 1.
    pub number: u64,
    /// For each seat, the place of its player in the list of players; empty if all moves are random.
    pub players: Vec<usize>,
    /// Plies, passes included.
    pub plies: u64,
    /// Passes.
    pub passes: u64,
    /// Choices of lay-outs.
    pub lay_outs: u64,
    /// Rounds of a match; `None` for a single game.
    pub rounds: Option<u32>,
    /// Why it ended, and the rule that ended it, if one did; `None` if it was stopped before its end.
    pub ending: Option<(String, Option<Span>)>,
    /// The winners; empty if it was stopped, or if a match was cut off.
    pub winners: Vec<Player>,
    /// Final score of each player of a single game that ended.
    pub scores: Vec<i64>,
    /// Points of each player of a match that ended.
    pub points: Vec<i64>,
    /// Seeds that each player of a match owned at its end.
    pub owned: Vec<i64>,
}

/// What is counted while a game is played.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub plies: u64,
    pub passes: u64,
    pub lay_outs: u64,
}

impl Counts {
    /// Number of plies and of choices in lay-outs.
    pub(super) fn steps(&self) -> u64 {
        self.plies + self.lay_outs
    }

    /// Plays a move or makes a choice of a lay-out, and counts it.
    pub(super) fn step(&mut self, table: &mut GameOrMatch, index: usize) -> Result<(), IllegalMove> {
        let plays = table.game().is_some();
        table.play_nth(index)?;
        if plays {
            self.plies += 1;
            let last = table.game().and_then(|game| game.history().last());
            self.passes += u64::from(last.is_some_and(Move::is_pass));
        } else {
            self.lay_outs += 1;
        }
        Ok(())
    }
}

impl GameRow {
    /// What is told of a game that was played.
    pub(super) fn of(number: u64, table: &GameOrMatch, counts: &Counts, players: Vec<usize>) -> Self {
        let mut row = GameRow {
            number,
            players,
            plies: counts.plies,
            passes: counts.passes,
            lay_outs: counts.lay_outs,
            rounds: None,
            ending: None,
            winners: Vec::new(),
            scores: Vec::new(),
            points: Vec::new(),
            owned: Vec::new(),
        };
        match table {
            GameOrMatch::Game(game) => {
                if let Some(ending) = game.outcome() {
                    row.ending = Some((ending.reason, Some(ending.span)));
                    (row.winners, row.scores) = (ending.winners, ending.scores);
                }
            }
            GameOrMatch::Match(contest) => {
                row.rounds = Some(contest.round());
                if let Some(ending) = contest.ending() {
                    row.rounds = Some(ending.rounds);
                    row.ending = Some((ending.reason.clone(), None));
                    row.winners.clone_from(&ending.winners);
                    (row.points, row.owned) = (ending.points.clone(), ending.owned.clone());
                }
            }
        }
        row
    }
}

/// A series of random games or matches, each told on its own.
#[derive(Clone, Debug)]
pub struct RandomGames {
    /// How each begins.
    pub start: Start,
    /// Which games or matches of the series are played, counted from 0.
    pub games: Range<u64>,
    /// Seed of the random generators.
    pub seed: u64,
    /// A game stops after this number of plies.
    pub most_plies: u64,
}

/// Games that are told at once.
const AT_ONCE: u64 = 4096;

/// Parts of some games, in their order, of which each is told at once.
pub(super) fn parts(games: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let end = games.end;
    games.step_by(usize::try_from(AT_ONCE).unwrap_or(1)).map(move |from| from..from.saturating_add(AT_ONCE).min(end))
}

/// Plays random games or matches and tells each, in their order; `each` is given some at a time. Number k is what
/// `run --players random` plays as number k. `None` if matches are wanted and the file describes a single game.
///
/// They run on all threads of the current pool until `progress` stops them; one that is stopped this way is not told.
///
/// # Errors
///
/// The rules give no answer; the error carries the position.
pub fn random_games(
    referee: &Referee,
    series: &RandomGames,
    progress: &Progress,
    mut each: impl FnMut(Vec<GameRow>),
) -> Option<Result<(), FaultAt>> {
    if matches!(series.start, Start::Match { .. }) {
        referee.rules().contest.as_ref()?;
    }
    progress.begin(series.games.end.saturating_sub(series.games.start));
    Some(parts(series.games.clone()).try_for_each(|part| {
        let mut rows = in_parts(
            part,
            progress,
            Vec::new,
            |all: &mut Vec<GameRow>, more: Vec<GameRow>| all.extend(more),
            || {
                |game| {
                    let row = random_game(referee, series, game + 1, progress)?;
                    progress.add(1, row.as_ref().map_or(0, |row| row.plies));
                    Ok(row.into_iter().collect())
                }
            },
        )?;
        rows.sort_by_key(|row| row.number);
        each(rows);
        Ok(())
    }))
}

/// Plays one game or match. `None` if `progress` stopped it.
fn random_game(
    referee: &Referee,
    series: &RandomGames,
    number: u64,
    progress: &Progress,
) -> Result<Option<GameRow>, FaultAt> {
    let start = series.start.drawn(referee.rules(), lots(series.seed, number));
    let at_start = match &start {
        Start::Game(position) => position.clone(),
        Start::Match { .. } => Position::start(referee.rules()),
    };
    let stuck = |fault, shown: Option<Position>| FaultAt::new(fault, shown.unwrap_or_else(|| at_start.clone()));
    let Some(begun) = GameOrMatch::begin(referee.clone(), &start) else { return Ok(None) };
    let mut table = begun.map_err(|fault| stuck(fault, None))?;
    let mut chance = generator(series.seed, number);
    let mut counts = Counts::default();
    while !table.is_over() && counts.steps() < series.most_plies {
        if progress.is_stopped() {
            return Ok(None);
        }
        if table.is_between_rounds() {
            let shown = table.shown();
            table.go_on().map_err(|fault| stuck(fault, shown))?;
            // No one reads these events.
            table.take_events();
            continue;
        }
        let index = choice(table.choices(), &mut chance);
        counts.step(&mut table, index).map_err(|illegal| stuck(illegal.into_fault(), table.shown()))?;
    }
    Ok(Some(GameRow::of(number, &table, &counts, Vec::new())))
}
