//! The best that a player who plays alone can get, and the fewest moves to it.

use std::sync::Arc;

use mancala_engine::engine::{Aim, Engine, Progress, Wanted};
use mancala_engine::game::{Achieved, FaultAt, IllegalMove, Position};
use mancala_engine::play::Game;
use mancala_rules::rules::model::Rules;

/// What is known of the best ending of a game of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// Positions examined, in the order of their distance. Two that differ only in what no rule asks and the score does
    /// not count are one.
    pub positions: u64,
    /// All positions up to this number of moves away were examined.
    pub plies: u32,
    /// Whether it is proved that nothing better can be reached, and nothing as good sooner.
    pub proved: bool,
    /// Whether a line that repeats a position may be better. Such lines were not examined.
    pub by_repetition: bool,
    /// The best ending found, and the moves of a shortest line to it, forced passes included.
    pub best: Option<(Achieved, Vec<String>)>,
}

/// Looks for the best ending that the only player of a game can reach from a position, and for the fewest moves to it.
/// Keeps at most `most_positions` positions.
///
/// # Errors
///
/// The rules give no answer; the error carries the position.
pub fn fewest(
    rules: &Arc<Rules>,
    from: &Position,
    most_positions: usize,
    progress: &Progress,
) -> Result<Fewest, FaultAt> {
    let engine = Engine::new(&**rules, from);
    let wanted = Wanted { claims: &[], most_positions, aim: Aim::Best };
    let reached = engine.reach(from, &wanted, progress)?;
    let played = match &reached.best {
        Some((achieved, line)) => Some((*achieved, played(rules, from, line)?)),
        None => None,
    };
    // to the rule on repeated positions, positions are the same that differ in the number of turns
    let fits = played.as_ref().is_none_or(|(achieved, (_, really))| *really == Some(*achieved));
    let by_repetition = reached.unfollowed || !fits;
    let soonest = |line: &Vec<u16>| line.len() <= reached.plies as usize + 1;
    let won = reached.best.as_ref().is_some_and(|(best, line)| *best == Achieved::Won && soonest(line));
    Ok(Fewest {
        positions: reached.positions,
        plies: reached.plies,
        proved: (reached.complete || won) && !by_repetition,
        by_repetition,
        best: played.filter(|_| fits).map(|(achieved, (names, _))| (achieved, names)),
    })
}

/// Plays a line by the narrator. Returns the names of its moves, and what the player really gets by it; `None` if the
/// game does not end there.
fn played(rules: &Arc<Rules>, from: &Position, line: &[u16]) -> Result<(Vec<String>, Option<Achieved>), FaultAt> {
    let mut game = Game::narrated(rules, from.clone()).map_err(|fault| FaultAt::new(fault, from.clone()))?;
    let mut names = Vec::with_capacity(line.len());
    for nth in line {
        let nth = usize::from(*nth);
        let Some(name) = game.legal_names().get(nth).cloned() else { return Ok((names, None)) };
        names.push(name);
        let before = game.position();
        match game.play_nth(nth) {
            Ok(()) => {}
            Err(IllegalMove::Fault(fault)) => return Err(FaultAt::new(fault, before)),
            Err(_) => return Ok((names, None)),
        }
    }
    let score = game.outcome().and_then(|ending| ending.scores.first().copied()).unwrap_or(0);
    let achieved = game.decision().map(|decision| Achieved::of(decision, from.to_move, score));
    Ok((names, achieved))
}
