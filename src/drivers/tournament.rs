//! Games of players against each other, counted.

use std::sync::Arc;

use crate::chance::{choice, generator};
use crate::engine::{Progress, in_parts};
use crate::narrator::Position;
use crate::play::Referee;
use crate::players::{Kind, Stuck};
use crate::solver::Book;

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
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
    /// A game is stopped after so many plies, those of the opening included.
    pub most_plies: u64,
}

/// What came of the games of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that were played.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Games stopped before their end.
    pub stopped: u64,
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
    /// What he had at the end, all games together.
    pub scores: i64,
}

impl Results {
    fn new(players: usize) -> Results {
        Results { players: vec![Record::default(); players], seats: vec![0; players], ..Results::default() }
    }

    fn add(&mut self, other: &Results) {
        self.games += other.games;
        self.plies += other.plies;
        self.stopped += other.stopped;
        for (sum, more) in self.players.iter_mut().zip(&other.players) {
            sum.won += more.won;
            sum.shared += more.shared;
            sum.lost += more.lost;
            sum.scores += more.scores;
        }
        for (sum, more) in self.seats.iter_mut().zip(&other.seats) {
            *sum += more;
        }
    }
}

/// Plays a tournament from a position. Every game has its own generator, so that the same seed gives the same games on any
/// number of threads, if no player is limited by time; all threads of the pool that it is called in work on it, until
/// they are stopped. A game that was not played to its end then is not counted.
///
/// # Errors
///
/// The rules give no answer; the position is told too.
pub fn tournament(
    referee: &Referee<'_>,
    position: &Position,
    tournament: &Tournament,
    progress: &Progress,
) -> Result<Results, Stuck> {
    let players = tournament.kinds.len();
    progress.begin(tournament.games);
    in_parts(
        0..tournament.games,
        progress,
        || Results::new(players),
        |sum, results| sum.add(&results),
        || {
            |number| {
                let results = play(referee, position, tournament, number, progress)?;
                progress.add(results.games, results.plies);
                Ok(results)
            }
        },
    )
}

/// Plays the game of a number; nothing is counted if it was stopped.
fn play(
    referee: &Referee<'_>,
    position: &Position,
    tournament: &Tournament,
    number: u64,
    progress: &Progress,
) -> Result<Results, Stuck> {
    let count = tournament.kinds.len();
    let players = count as u64;
    let mut results = Results::new(count);
    // an opening for all games in which only the seats change
    let mut opening = generator(tournament.seed, number / players.max(1));
    let mut chance = generator(tournament.seed.wrapping_add(1), number);
    let first = (number % players.max(1)) as usize;
    // the seat of the player of each place in the list
    let seat_of = |place: usize| (place + first) % count;
    let mut seated: Vec<_> = (0..count)
        .map(|seat| tournament.kinds[(seat + count - first) % count].player_with(tournament.book.as_ref()))
        .collect();
    let mut game = referee.game(position.clone()).map_err(|fault| Box::new((fault, position.clone())))?;
    // what a player counts for himself is no progress of the tournament
    let own = Progress::default();
    while !game.is_over() && results.plies < tournament.most_plies {
        if progress.is_stopped() {
            return Ok(Results::new(count));
        }
        let index = if results.plies < tournament.opening {
            choice(game.choices(), &mut opening)
        } else {
            match seated.get_mut(game.to_move()) {
                Some(player) => player.choose(&game, &mut chance, &own)?,
                None => 0,
            }
        };
        game.play_nth(index).map_err(|fault| Box::new((fault, game.position())))?;
        results.plies += 1;
    }
    results.games = 1;
    let Some(ending) = game.ending() else {
        results.stopped = 1;
        return Ok(results);
    };
    for (place, record) in results.players.iter_mut().enumerate() {
        let seat = seat_of(place);
        record.scores = ending.scores.get(seat).copied().unwrap_or(0);
        match (ending.winners.contains(&seat), ending.winners.len()) {
            (true, 1) => record.won = 1,
            (true, _) => record.shared = 1,
            (false, _) => record.lost = 1,
        }
    }
    if let [winner] = ending.winners.as_slice()
        && let Some(seat) = results.seats.get_mut(*winner)
    {
        *seat = 1;
    }
    Ok(results)
}
