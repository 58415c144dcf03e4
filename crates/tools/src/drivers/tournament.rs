//! Plays games or matches between players and counts the results.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use mancala_engine::contest::{GameOrMatch, MatchEnding, Start};
use mancala_engine::engine::{Progress, in_parts};
use mancala_engine::game::{FaultAt, Position};
use mancala_engine::play::Referee;
use mancala_engine::players::{Kind, Strategy};
use mancala_engine::solver::Book;
use mancala_rules::chance::{Generator, choice, generator, lots};

use super::games::{Counts, GameRow, parts};

/// A series of games or of whole matches. The fields below call both games.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// How each game begins: from a position, or as a match.
    pub start: Start,
    /// Which games of the series are played, counted from 0.
    pub games: Range<u64>,
    /// Seed of the random generators.
    pub seed: u64,
    /// Number of random plies that begin a game. Games that differ only in who sits where share one opening.
    pub opening: u64,
    /// A game stops after this number of plies; those of the opening and choices of a lay-out count.
    pub most_plies: u64,
}

/// How a game began, and what was played, by name: what a player may need that knows nothing of it yet.
pub struct Course<'a> {
    /// How it began.
    pub start: &'a Start,
    /// The moves so far, and the choices of lay-outs.
    pub moves: &'a [String],
}

/// A player of one game. `E` is why it chooses no move.
pub trait Mover<E>: Send {
    /// Chooses a move of a game or match, or a choice of the lay-out, and returns its index.
    ///
    /// # Errors
    ///
    /// The player cannot choose.
    fn choose(
        &mut self,
        table: &GameOrMatch,
        course: &Course<'_>,
        chance: &mut Generator,
        progress: &Progress,
    ) -> Result<usize, E>;

    /// Whether it needs to know the moves of a [`Course`].
    fn follows(&self) -> bool {
        false
    }

    /// Is told that the game is over.
    fn over(&mut self, _: &GameOrMatch) {}
}

impl<E: From<FaultAt>> Mover<E> for Box<dyn Strategy> {
    fn choose(
        &mut self,
        table: &GameOrMatch,
        _: &Course<'_>,
        chance: &mut Generator,
        progress: &Progress,
    ) -> Result<usize, E> {
        Ok(self.choose_at(table, chance, progress)?)
    }
}

/// The players of a tournament, one for each seat. They change seats from game to game; after one game per seat, each
/// player has sat in every seat once.
pub trait Entrants<E>: Sync {
    /// Number of players.
    fn number(&self) -> usize;
    /// The player of this place in the list, for one game in which he has this seat.
    fn mover(&self, place: usize, seat: usize) -> Box<dyn Mover<E> + '_>;
}

/// Built-in players.
#[derive(Clone, Debug)]
pub struct Machines {
    /// The players.
    pub kinds: Vec<Kind>,
    /// Where `perfect` looks positions up.
    pub book: Option<Arc<Book>>,
}

impl<E: From<FaultAt>> Entrants<E> for Machines {
    fn number(&self) -> usize {
        self.kinds.len()
    }

    fn mover(&self, place: usize, _: usize) -> Box<dyn Mover<E> + '_> {
        Box::new(self.kinds[place].player_with(self.book.as_ref()))
    }
}

/// The results of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games played.
    pub games: u64,
    /// Plies of all games, without choices of a lay-out.
    pub plies: u64,
    /// Choices made in lay-outs.
    pub lay_outs: u64,
    /// Games stopped before their end, and matches cut off without a winner.
    pub stopped: u64,
    /// Number of matches by their number of rounds; empty for single games.
    pub rounds: BTreeMap<u64, u64>,
    /// The record of each player, in the order of the list of players.
    pub players: Vec<Record>,
    /// Games won alone from each seat.
    pub seats: Vec<u64>,
    /// The games on their own that were not told yet.
    rows: Vec<GameRow>,
}

/// The results of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games that the player won alone.
    pub won: u64,
    /// Games that the player won with others: draws, if there are two players.
    pub shared: u64,
    /// Games that others won.
    pub lost: u64,
    /// Sum of the player's final scores over all single games that reached their end.
    pub scores: i64,
    /// Sum of the player's points over all matches that were won.
    pub points: i64,
    /// Sum of the seeds that the player owned at the end of those matches.
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
        self.rows.extend_from_slice(&other.rows);
    }
}

/// Plays a tournament and tells each game, in their order; `each` is given some at a time. `None` if matches are wanted
/// and the file describes a single game.
///
/// Each game has its own random generator. One seed therefore gives one set of games on any number of threads, unless
/// a player is limited by time or is another program. The games run on all threads of the current pool until `progress`
/// stops them; a game that is stopped this way is not counted.
///
/// # Errors
///
/// The rules give no answer, or a player cannot choose.
pub fn tournament<E: From<FaultAt> + Send>(
    referee: &Referee,
    tournament: &Tournament,
    entrants: &(impl Entrants<E> + ?Sized),
    progress: &Progress,
    mut each: impl FnMut(Vec<GameRow>),
) -> Option<Result<Results, E>> {
    if matches!(tournament.start, Start::Match { .. }) {
        referee.rules().contest.as_ref()?;
    }
    let players = entrants.number();
    progress.begin(tournament.games.end.saturating_sub(tournament.games.start));
    let mut sum = Results::new(players);
    for part in parts(tournament.games.clone()) {
        let played = in_parts(
            part,
            progress,
            || Results::new(players),
            |sum, results| sum.add(&results),
            || {
                |number| {
                    let results = play(referee, tournament, entrants, number, progress)?;
                    progress.add(results.games, results.plies);
                    Ok(results)
                }
            },
        );
        match played {
            Ok(results) => sum.add(&results),
            Err(error) => return Some(Err(error)),
        }
        let mut rows = std::mem::take(&mut sum.rows);
        rows.sort_by_key(|row| row.number);
        each(rows);
    }
    Some(Ok(sum))
}

/// Plays game `number`, counted from 0. The result is empty if `progress` stopped it.
fn play<E: From<FaultAt>>(
    referee: &Referee,
    tournament: &Tournament,
    entrants: &(impl Entrants<E> + ?Sized),
    number: u64,
    progress: &Progress,
) -> Result<Results, E> {
    let count = entrants.number();
    let players = count as u64;
    let mut results = Results::new(count);
    let stuck = |fault, position: Option<Position>| {
        FaultAt::new(fault, position.unwrap_or_else(|| Position::start(referee.rules())))
    };
    // Consecutive games, in which only the seats change, share an opening.
    let mut opening = generator(tournament.seed, number / players.max(1));
    let mut chance = generator(tournament.seed.wrapping_add(1), number);
    let first = (number % players.max(1)) as usize;
    let mut seated: Vec<_> = (0..count).map(|seat| entrants.mover((seat + count - first) % count, seat)).collect();
    let follows = seated.iter().any(|player| player.follows());
    let start = tournament.start.drawn(referee.rules(), lots(tournament.seed, number));
    let Some(begun) = GameOrMatch::begin(referee.clone(), &start) else { return Ok(results) };
    let mut table = begun.map_err(|fault| match &start {
        Start::Game(position) => stuck(fault, Some(position.clone())),
        Start::Match { .. } => stuck(fault, None),
    })?;
    // A player's own search is not progress of the tournament, but stops with it.
    let own = Progress::beside(progress);
    let mut moves = Vec::new();
    let mut counts = Counts::default();
    while !table.is_over() && counts.steps() < tournament.most_plies {
        if progress.is_stopped() {
            return Ok(Results::new(count));
        }
        if table.is_between_rounds() {
            let shown = table.shown();
            table.go_on().map_err(|fault| stuck(fault, shown))?;
            // No one reads these events.
            table.take_events();
            continue;
        }
        let index = if counts.steps() < tournament.opening {
            choice(table.choices(), &mut opening)
        } else {
            let course = Course { start: &start, moves: &moves };
            match table.to_move().and_then(|player| seated.get_mut(player)) {
                Some(player) => player.choose(&table, &course, &mut chance, &own)?,
                None => 0,
            }
        };
        if follows {
            moves.extend(table.legal_names().into_iter().nth(index));
        }
        counts.step(&mut table, index).map_err(|illegal| stuck(illegal.into_fault(), table.shown()))?;
    }
    // what was chosen while the search was asked to stop is no move of the player
    if progress.is_stopped() {
        return Ok(Results::new(count));
    }
    seated.iter_mut().for_each(|player| player.over(&table));
    (results.plies, results.lay_outs) = (counts.plies, counts.lay_outs);
    results.count(&table, |place| (place + first) % count);
    let players = (0..count).map(|seat| (seat + count - first) % count).collect();
    results.rows.push(GameRow::of(number + 1, &table, &counts, players));
    Ok(results)
}

impl Results {
    /// Records the end of a game. `seat_of` maps a player's index in the list to the player's seat.
    fn count(&mut self, table: &GameOrMatch, seat_of: impl Fn(usize) -> usize) {
        self.games = 1;
        let ending = match table {
            GameOrMatch::Game(game) => {
                game.outcome().map(|ending| (ending.winners, ending.scores, [Vec::new(), Vec::new()]))
            }
            GameOrMatch::Match(contest) => contest.ending().and_then(|ending| {
                self.rounds.insert(u64::from(ending.rounds), 1);
                let MatchEnding { winners, points, owned, .. } = ending.clone();
                // A match that was cut off has no winner.
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
