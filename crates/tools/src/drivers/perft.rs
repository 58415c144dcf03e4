//! Counts sequences of moves (perft).

use mancala_engine::engine::{Engine, Progress};
use mancala_engine::game::{Fault, Position};
use mancala_engine::narrator::Narrator;
use mancala_engine::play::Game;
use mancala_rules::rules::model::Rules;

/// Counts the sequences of `depth` plies from the present position of a game (perft). A pass is a ply, a finished game
/// has no continuation, and repetition is ignored. Depth 0 counts one sequence.
///
/// # Errors
///
/// The rules give no answer in a position on the way.
pub fn perft(game: &Game, depth: u32) -> Result<u64, Fault> {
    perft_until(game, depth, &Progress::default())
}

/// Counts as [`perft`] does. If `progress` stops it, the count is too low.
///
/// # Errors
///
/// The rules give no answer in a position on the way.
pub fn perft_until(game: &Game, depth: u32, progress: &Progress) -> Result<u64, Fault> {
    if depth > 0 && game.is_over() { Ok(0) } else { counted(game.rules(), &game.left(), depth, progress) }
}

/// Counts the sequences of `depth` plies from a position, using the tables. A pass is a ply, a finished game has no
/// continuation, and repetition is ignored. Depth 0 counts one sequence.
///
/// # Errors
///
/// The rules give no answer in a position on the way.
pub fn perft_from(rules: &Rules, position: &Position, depth: u32) -> Result<u64, Fault> {
    counted(rules, position, depth, &Progress::default())
}

fn counted(rules: &Rules, position: &Position, depth: u32, progress: &Progress) -> Result<u64, Fault> {
    if depth == 0 {
        return Ok(1);
    }
    let branches = Engine::new(rules, position).divide(position, depth, progress)?;
    Ok(branches.iter().map(|(_, sequences)| sequences).sum())
}

/// Counts with the narrator the sequences of `depth` plies from a position, for each first ply, which is named.
/// `depth` is at least 1.
///
/// # Errors
///
/// The rules give no answer in a position on the way.
pub fn narrated(
    rules: &Rules,
    position: &Position,
    depth: u32,
    progress: &Progress,
) -> Result<Vec<(String, u64)>, Fault> {
    let mut game = Narrator::without_repetition(rules, position.clone())?;
    let names = game.legal();
    progress.begin(names.len() as u64);
    let mut branches = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        game.play_nth(index)?;
        let sequences = if progress.is_stopped() { 0 } else { count(&mut game, depth - 1, progress)? };
        game.back();
        progress.add(1, sequences);
        branches.push((name, sequences));
    }
    Ok(branches)
}

/// The sequences of `plies` plies from a position, named, with the position after each. A game that ends before has
/// none. Repetition is ignored.
///
/// # Errors
///
/// The rules give no answer in a position on the way.
pub fn beginnings(rules: &Rules, position: &Position, plies: u32) -> Result<Vec<(Vec<String>, Position)>, Fault> {
    let mut game = Narrator::without_repetition(rules, position.clone())?;
    let (mut names, mut found) = (Vec::new(), Vec::new());
    begin(&mut game, plies, &mut names, &mut found)?;
    Ok(found)
}

fn begin(
    game: &mut Narrator<&Rules>,
    plies: u32,
    names: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, Position)>,
) -> Result<(), Fault> {
    if plies == 0 {
        found.push((names.clone(), game.left().clone()));
        return Ok(());
    }
    for (index, name) in game.legal().into_iter().enumerate() {
        names.push(name);
        game.play_nth(index)?;
        begin(game, plies - 1, names, found)?;
        game.back();
        names.pop();
    }
    Ok(())
}

fn count(game: &mut Narrator<&Rules>, depth: u32, progress: &Progress) -> Result<u64, Fault> {
    let moves = game.choices();
    match depth {
        0 => Ok(1),
        1 => Ok(moves as u64),
        _ if progress.is_stopped() => Ok(0),
        _ => {
            let mut sum = 0;
            for index in 0..moves {
                game.play_nth(index)?;
                sum += count(game, depth - 1, progress)?;
                game.back();
            }
            Ok(sum)
        }
    }
}
