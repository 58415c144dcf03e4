//! Refilling tried for every number of seeds that a player can own.

use std::sync::Arc;

use crate::contest::Match;
use crate::game::Position;
use crate::play::Referee;
use crate::rules::model::{Fill, Rules};

/// For more players than two, or more seeds, only some shares are tried.
const MOST_SHARES: i64 = 200;
/// After so many rounds without a move there will be no more moves.
const ROUNDS_WITHOUT_A_MOVE: usize = 5;

/// What is wrong with a refilling.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// What each player owned.
    pub owned: Vec<i64>,
    /// What is wrong, in words of the game.
    pub message: String,
    /// The board of the round that begins.
    pub position: Position,
}

/// The first share of the seeds after which seeds are created or lost, or after which rounds follow one another for ever
/// without a move.
pub fn wrong(rules: &Rules) -> Option<Wrong> {
    rules.contest.as_ref().filter(|contest| contest.fill.value != Fill::Anew)?;
    let seeds: i64 = rules.board.start.iter().map(|seeds| i64::from(*seeds)).sum();
    let players = rules.board.players.value;
    let referee = Referee::Narrator(Arc::new(rules.clone()));
    shares(seeds, players).into_iter().enumerate().find_map(|(number, owned)| {
        let begun = Match::after_round(referee.clone(), &owned, number % players, u32::MAX)?;
        let mut contest = begun.ok()?;
        let (mut first, mut chosen) = (None, false);
        for _ in 0..ROUNDS_WITHOUT_A_MOVE {
            // where a player lays out, any choice will do
            while contest.ending().is_none() && contest.game().is_none() {
                contest.play_nth(0).ok()?;
                chosen = true;
            }
            let game = contest.game()?;
            if first.is_none() {
                let board = game.position();
                let have = board.seeds.iter().sum::<i64>() + contest.reserve().iter().sum::<i64>() + board.pot;
                if have != seeds {
                    let message = format!("of {seeds} seeds there are {have} after refilling");
                    return Some(Wrong { owned, message, position: board });
                }
                first = Some(board);
            }
            // who lays out an idle board could have chosen another
            if chosen || !game.is_over() {
                return None;
            }
            contest.next_round().ok()?;
        }
        let message = "rounds follow one another without a move, and no rule ends the match".to_owned();
        Some(Wrong { owned, message, position: first? })
    })
}

/// The ways to share seeds among players that are tried: with two, every number.
fn shares(seeds: i64, players: usize) -> Vec<Vec<i64>> {
    let step = (seeds / if players == 2 { MOST_SHARES } else { 24 }).max(1);
    let numbers = (0..=seeds).step_by(step as usize).chain([seeds]);
    match players {
        1 => vec![vec![seeds]],
        2 => numbers.map(|south| vec![south, seeds - south]).collect(),
        _ => numbers
            .clone()
            .flat_map(|first| numbers.clone().map(move |second| (first, second)))
            .filter(|(first, second)| first + second <= seeds)
            .map(|(first, second)| {
                let mut owned = vec![0; players];
                (owned[0], owned[1], owned[players - 1]) = (first, second, seeds - first - second);
                owned
            })
            .collect(),
    }
}
