//! Tries refilling for every number of seeds that a player can own.

use std::sync::Arc;

use mancala_engine::contest::{Left, Match};
use mancala_engine::game::Position;
use mancala_engine::play::Referee;
use mancala_rules::rules::model::{Fill, Rules};

/// Most shares to try; with more than two players or many seeds, not all are tried.
const MOST_SHARES: i64 = 200;
/// After this number of rounds without a move no move will follow.
const ROUNDS_WITHOUT_A_MOVE: usize = 5;

/// A defect of refilling.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// Seeds that each player owned.
    pub owned: Vec<i64>,
    /// What is wrong, in the terms of the game.
    pub message: String,
    /// The board of the next round.
    pub position: Position,
}

/// The first share of the seeds after which seeds appear or disappear, or rounds follow for ever without a move.
pub fn wrong(rules: &Rules) -> Option<Wrong> {
    let contest = rules.contest.as_ref().filter(|contest| contest.fill.value != Fill::Anew)?;
    let start: Vec<i64> = rules.board.start.iter().map(|seeds| i64::from(*seeds)).collect();
    let kept: i64 = Left::of(rules, contest, &start).kept.iter().sum();
    let seeds = start.iter().sum::<i64>() - kept;
    let players = rules.board.players.value;
    let referee = Referee::tables(&Arc::new(rules.clone()));
    shares(seeds, players).into_iter().enumerate().find_map(|(number, owned)| {
        let begun = Match::after_round(referee.clone(), &owned, number % players, u32::MAX)?;
        let mut contest = begun.ok()?;
        let (mut first, mut chosen) = (None, false);
        for _ in 0..ROUNDS_WITHOUT_A_MOVE {
            // if a player lays out the board, any choice will do
            while contest.ending().is_none() && contest.game().is_none() {
                contest.play_nth(0).ok()?;
                chosen = true;
            }
            let game = contest.game()?;
            if first.is_none() {
                let board = game.position();
                let have = board.seeds.iter().sum::<i64>() + contest.reserve().iter().sum::<i64>() + board.pot;
                if have != seeds + kept {
                    let message = format!("of {} seeds there are {have} after refilling", seeds + kept);
                    return Some(Wrong { owned, message, position: board });
                }
                first = Some(board);
            }
            // after a lay-out, a round without moves proves nothing: the player could have chosen otherwise
            if chosen || !game.is_over() {
                return None;
            }
            contest.next_round().ok()?;
        }
        let message = "rounds follow one another without a move, and no rule ends the match".to_owned();
        Some(Wrong { owned, message, position: first? })
    })
}

/// Shares of the seeds to try; with two players, every number unless there are many seeds.
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
