//! A player that looks one move ahead.

use mancala_rules::chance::{Generator, choice};

use super::Strategy;
use super::layout::lay_out;
use super::pace::Pace;
use super::value::Scale;
use crate::contest::Match;
use crate::engine::Progress;
use crate::game::FaultAt;
use crate::play::Game;

/// Maximises its lead over the best opponent after one move, and draws among equals. If the game has no scores, it
/// counts the seeds on its side and in its store.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Strategy for Greedy {
    fn choose(&mut self, game: &Game, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        let stuck = |fault| FaultAt::new(fault, game.position());
        let mut ahead = game.ahead().map_err(stuck)?;
        let (me, scale) = (ahead.to_move(), Scale::of(&ahead));
        let mut best = Vec::new();
        let mut pace = Pace::new(progress, None);
        let mut most = i32::MIN;
        for index in 0..ahead.list().map_err(stuck)? {
            ahead.forth(index).map_err(stuck)?;
            let found = scale.value(&ahead, me, 1);
            ahead.back();
            if found > most {
                best.clear();
                most = found;
            }
            if found == most {
                best.push(index);
            }
            if pace.step() {
                break;
            }
        }
        Ok(best.get(choice(best.len(), chance)).copied().unwrap_or(0))
    }

    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        lay_out(contest, chance, progress)
    }
}
