//! Games or matches of players against each other, counted.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::chance::{choice, generator};
use crate::contest::{GameOrMatch, MatchEnding, Start};
use crate::engine::{Progress, in_parts};
use crate::game::{FaultAt, Position};
use crate::play::Referee;
use crate::players::Kind;
use crate::solver::Book;

/// Games, or whole matches, to be played. Below both are called games.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// How each begins: a game from a position, or a match.
    pub start: Start,
    /// Who plays, as many as the game has players. From game to game they change seats, so that after as many games as
    /// players everyone has sat everywhere.
    pub kinds: Vec<Kind>,
    /// What `perfect` looks positions up in.
    pub book: Option<Arc<Book>>,
    /// How many games.
    pub games: u64,
    /// What chance begins with.
    pub seed: u64,
    /// So many plies at random begin a game, the same for as many games as there are seats.
    pub opening: u64,
    /// A game is stopped after so many plies, those of the opening and choices of a lay-out included.
    pub most_plies: u64,
}

/// What came of the games of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that were played.
    pub games: u64,
    /// Plies of all games; choices of a lay-out are none.
    pub plies: u64,
    /// Choices made while the board was filled for a round.
    pub lay_outs: u64,
    /// Games stopped before their end, and matches that nobody had won when they were cut.
    pub stopped: u64,
    /// How many matches had so many rounds; nothing of single games.
    pub rounds: BTreeMap<u64, u64>,
    /// What came of them for each player, in the order in which they were named.
    pub players: Vec<Record>,
    /// Games that each seat alone won.
    pub seats: Vec<u64>,
}

/// What came of games for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games that he alone won.
    pub won: u64,
    /// Games that he won with others; with two players, draws.
    pub shared: u64,
    /// Games that others won.
    pub lost: u64,
    /// What he had at the end, all games that came to their end together.
    pub scores: i64,
    /// His points, all matches that came to their end together.
    pub points: i64,
    /// What he owned in the end, all such matches together.
    pub owned: i64,
}

impl Results {
    fn new(players: usize) -> Results {
        Results { players: vec![Record::default(); players], seats: vec![0; players], ..Results::default() }
    }

    fn add(&mut self, other: &Results) {
        self.games += other.games;
        self.plies += other.plies;
        self.lay_outs += other.lay_outs;
        self.stopped += other.stopped;
        for (rounds, matches) in &other.rounds {
            *self.rounds.entry(*rounds).or_default() += matches;
        }
        for (sum, more) in self.players.iter_mut().zip(&other.players) {
            sum.won += more.won;
            sum.shared += more.shared;
            sum.lost += more.lost;
            sum.scores += more.scores;
            sum.points += more.points;
            sum.owned += more.owned;
        }
        for (sum, more) in self.seats.iter_mut().zip(&other.seats) {
            *sum += more;
        }
    }
}

/// Plays a tournament; none if matches are wanted and the file tells a single game. Every game has its own generator, so
/// that the same seed gives the same games on any number of threads, if no player is limited by time; all threads of the
/// pool that it is called in work on it, until they are stopped. A game that was not played to its end then is not
/// counted.
///
/// # Errors
///
/// The rules give no answer; the position is told too.
pub fn tournament(referee: &Referee, tournament: &Tournament, progress: &Progress) -> Option<Result<Results, FaultAt>> {
    if matches!(tournament.start, Start::Match(_)) {
        referee.rules().contest.as_ref()?;
    }
    let players = tournament.kinds.len();
    progress.begin(tournament.games);
    Some(in_parts(
        0..tournament.games,
        progress,
        || Results::new(players),
        |sum, results| sum.add(&results),
        || {
            |number| {
                let results = play(referee, tournament, number, progress)?;
                progress.add(results.games, results.plies);
                Ok(results)
            }
        },
    ))
}

/// Plays the game of a number; nothing is counted if it was stopped.
fn play(referee: &Referee, tournament: &Tournament, number: u64, progress: &Progress) -> Result<Results, FaultAt> {
    let count = tournament.kinds.len();
    let players = count as u64;
    let mut results = Results::new(count);
    let stuck = |fault, position: Option<Position>| {
        FaultAt::new(fault, position.unwrap_or_else(|| Position::start(referee.rules())))
    };
    // an opening for all games in which only the seats change
    let mut opening = generator(tournament.seed, number / players.max(1));
    let mut chance = generator(tournament.seed.wrapping_add(1), number);
    let first = (number % players.max(1)) as usize;
    let mut seated: Vec<_> = (0..count)
        .map(|seat| tournament.kinds[(seat + count - first) % count].player_with(tournament.book.as_ref()))
        .collect();
    let Some(begun) = GameOrMatch::begin(referee.clone(), &tournament.start) else { return Ok(results) };
    let mut table = begun.map_err(|fault| {
        stuck(
            fault,
            match &tournament.start {
                Start::Game(position) => Some(position.clone()),
                Start::Match(_) => None,
            },
        )
    })?;
    // what a player counts for himself is no progress of the tournament
    let own = Progress::default();
    let mut steps = 0;
    while !table.is_over() && steps < tournament.most_plies {
        if progress.is_stopped() {
            return Ok(Results::new(count));
        }
        if table.is_between_rounds() {
            let shown = table.shown();
            table.go_on().map_err(|fault| stuck(fault, shown))?;
            // nobody is told of it
            table.take_events();
            continue;
        }
        let index = if steps < tournament.opening {
            choice(table.choices(), &mut opening)
        } else {
            match table.to_move().and_then(|player| seated.get_mut(player)) {
                Some(player) => player.choose_at(&table, &mut chance, &own)?,
                None => 0,
            }
        };
        let is_ply = table.game().is_some();
        table.play_nth(index).map_err(|illegal| stuck(illegal.into_fault(), table.shown()))?;
        steps += 1;
        *(if is_ply { &mut results.plies } else { &mut results.lay_outs }) += 1;
    }
    results.count(&table, |place| (place + first) % count);
    Ok(results)
}

impl Results {
    /// How a game ended; `seat_of` tells where the player of each place in the list sat.
    fn count(&mut self, table: &GameOrMatch, seat_of: impl Fn(usize) -> usize) {
        self.games = 1;
        let ending = match table {
            GameOrMatch::Game(game) => {
                game.outcome().map(|ending| (ending.winners, ending.scores, [Vec::new(), Vec::new()]))
            }
            GameOrMatch::Match(contest) => contest.ending().and_then(|ending| {
                self.rounds.insert(u64::from(ending.rounds), 1);
                let MatchEnding { winners, points, owned, .. } = ending.clone();
                // nobody wins a match that was cut
                (!winners.is_empty()).then_some((winners, Vec::new(), [points, owned]))
            }),
        };
        let Some((winners, scores, [points, owned])) = ending else {
            self.stopped = 1;
            return;
        };
        for (place, record) in self.players.iter_mut().enumerate() {
            let seat = seat_of(place);
            let of = |had: &[i64]| had.get(seat).copied().unwrap_or(0);
            (record.scores, record.points, record.owned) = (of(&scores), of(&points), of(&owned));
            match (winners.contains(&seat), winners.len()) {
                (true, 1) => record.won = 1,
                (true, _) => record.shared = 1,
                (false, _) => record.lost = 1,
            }
        }
        if let [winner] = winners.as_slice()
            && let Some(seat) = self.seats.get_mut(*winner)
        {
            *seat = 1;
        }
    }
}
