//! How thinking players fill the board between rounds: they try each choice in playouts.

use mancala_rules::chance::{Generator, forked};

use super::value::lead;
use crate::contest::Match;
use crate::engine::Progress;
use crate::game::{Decision, Fault, FaultAt, IllegalMove, Position, Verdict};

/// Playouts for each choice.
const PLAYOUTS: u32 = 64;

/// Most plies of a playout.
const MOST_PLIES: u64 = 500;

/// Index of the choice that does best in playouts if the rule fills the remaining holes.
pub(super) fn lay_out(contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
    let stuck = |fault: Fault| FaultAt::new(fault, contest.shown().unwrap_or_else(|| Position::start(contest.rules())));
    let Some(me) = contest.to_move() else { return Ok(0) };
    let choices = contest.choices();
    let mut best = (f64::MIN, choices.saturating_sub(1));
    // start from the last choice, which leaves the rest to the rule: others must beat it
    for index in (0..choices).rev() {
        if progress.is_stopped() {
            break;
        }
        let mut next = contest.clone();
        next.play_nth(index).map_err(IllegalMove::into_fault).map_err(stuck)?;
        while next.laying_out().is_some() {
            let rest = next.choices().saturating_sub(1);
            next.play_nth(rest).map_err(IllegalMove::into_fault).map_err(stuck)?;
        }
        let found = match (next.ending(), next.game()) {
            (Some(ending), _) if ending.winners.contains(&me) => f64::MAX,
            (_, Some(game)) => {
                let mut ahead = game.ahead().map_err(stuck)?;
                let seeds = game.position().seeds.iter().sum::<i64>().max(1) as f64;
                let mut sum = 0.0;
                (0..PLAYOUTS).for_each(|_| ahead.set_aside(forked(chance)));
                let played = ahead.play_out(MOST_PLIES, progress, |_, decision, scores| {
                    sum += match decision {
                        Decision::Scores => f64::from(lead(scores, me)) / seeds,
                        Decision::Rule(Verdict::Wins(winner)) if winner == me => 1.0,
                        Decision::Rule(Verdict::Loses(loser)) if loser != me => 1.0,
                        Decision::Rule(Verdict::Draw) => 0.0,
                        Decision::Rule(_) => -1.0,
                    };
                });
                played.map_err(stuck)?;
                sum
            }
            _ => f64::MIN,
        };
        if found > best.0 {
            best = (found, index);
        }
    }
    Ok(best.1)
}
