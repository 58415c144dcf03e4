//! How often games under some readings show that other readings were not in force.

use mancala_engine::engine::{Progress, in_parts};
use mancala_engine::game::{FaultAt, IllegalMove, Move, Position};
use mancala_engine::play::{Game, Referee};
use mancala_rules::chance::{choice, generator, lots};
use mancala_rules::rules::model::Players;

/// Games that were watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// Number of games.
    pub games: u64,
    /// Games that are impossible under the other readings.
    pub shown: u64,
    /// Sum of the plies of these games up to the one that is impossible.
    pub plies: u64,
}

impl Watched {
    /// Adds other games.
    pub fn add(&mut self, other: &Watched) {
        self.games += other.games;
        self.shown += other.shown;
        self.plies += other.plies;
    }
}

/// Random games to watch.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    /// Number of games.
    pub games: u64,
    /// Seed of the random generators.
    pub seed: u64,
    /// A game stops after this number of plies.
    pub most_plies: u64,
}

/// Plays random games under the rules of `played` and follows each under the rules of `other`: from the same board, by
/// a move from the same hole that leaves the same board, up to an end at the same ply with the same winners. A game that
/// cannot be followed to its end shows whoever watches it that the other rules are not in force.
///
/// # Errors
///
/// The rules give no answer; the error carries the position.
pub fn watched(played: &Referee, other: &Referee, watch: &Watch, progress: &Progress) -> Result<Watched, FaultAt> {
    progress.begin(watch.games);
    in_parts(
        1..watch.games.saturating_add(1),
        progress,
        Watched::default,
        |sum: &mut Watched, more: Watched| sum.add(&more),
        || {
            |number| {
                let watched = watch_one(played, other, watch, number, progress)?;
                progress.add(1, watched.plies);
                Ok(watched)
            }
        },
    )
}

/// What one sees of a position.
type Seen = (Vec<i64>, Vec<Players>, Vec<bool>, Vec<bool>, i64, usize);

fn seen(game: &Game) -> Seen {
    let Position { seeds, marks, closed, locked, pot, to_move, .. } = game.position();
    (seeds, marks, closed, locked, pot, to_move)
}

/// Whether two games look alike: the board, who is to move, and whether they are over, with which winners.
fn alike(one: &Game, other: &Game) -> bool {
    let winners = |game: &Game| game.outcome().map(|ending| ending.winners);
    seen(one) == seen(other) && winners(one) == winners(other)
}

fn watch_one(
    played: &Referee,
    other: &Referee,
    watch: &Watch,
    number: u64,
    progress: &Progress,
) -> Result<Watched, FaultAt> {
    let begin = |referee: &Referee| {
        let position = Position::drawn(referee.rules(), lots(watch.seed, number));
        referee.game(position.clone()).map_err(|fault| FaultAt::new(fault, position))
    };
    let (mut game, mut followed) = (begin(played)?, begin(other)?);
    let mut chance = generator(watch.seed, number);
    let shown = |plies| Watched { games: 1, shown: 1, plies };
    if !alike(&game, &followed) {
        return Ok(shown(0));
    }
    let mut plies = 0;
    while !game.is_over() && plies < watch.most_plies {
        if progress.is_stopped() {
            return Ok(Watched::default());
        }
        let index = choice(game.choices(), &mut chance);
        let chosen = game.legal_moves().into_iter().nth(index);
        step(&mut game, index)?;
        plies += 1;
        let mut candidates: Vec<_> = followed.legal_moves().into_iter().enumerate().collect();
        // the same move most often leaves the same board
        candidates.sort_by_key(|(_, candidate)| Some(candidate) != chosen.as_ref());
        let mut found = false;
        for (index, candidate) in candidates {
            let same = |chosen: &Move| chosen.hole() == candidate.hole() && chosen.is_pass() == candidate.is_pass();
            if !chosen.as_ref().is_none_or(same) {
                continue;
            }
            step(&mut followed, index)?;
            found = alike(&game, &followed);
            if found {
                break;
            }
            followed.undo();
        }
        if !found {
            return Ok(shown(plies));
        }
    }
    Ok(Watched { games: 1, ..Watched::default() })
}

/// Plays a move.
fn step(game: &mut Game, index: usize) -> Result<(), FaultAt> {
    let before = game.position();
    game.play_nth(index).map_err(|illegal: IllegalMove| FaultAt::new(illegal.into_fault(), before))
}
