//! A player that looks one move ahead.

use super::layout::lay_out;
use super::value::Scale;
use super::{Player, Stuck};
use crate::chance::{Generator, choice};
use crate::contest::Match;
use crate::engine::Progress;
use crate::play::Game;

/// Takes what it can: the move after which it has most more than the others, any of those that are equally good. Where
/// nothing is scored, seeds on its side and in its store count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player for Greedy {
    fn choose(&mut self, game: &Game<'_>, chance: &mut Generator, _: &Progress) -> Result<usize, Stuck> {
        let stuck = |fault| Box::new((fault, game.position()));
        let mut walk = game.walk().map_err(stuck)?;
        let (me, scale) = (walk.to_move(), Scale::of(&walk));
        let mut best = Vec::new();
        let mut most = i32::MIN;
        for index in 0..walk.choices().map_err(stuck)? {
            walk.forth(index).map_err(stuck)?;
            let found = scale.value(&walk, me, 1);
            walk.back();
            if found > most {
                best.clear();
                most = found;
            }
            if found == most {
                best.push(index);
            }
        }
        Ok(best.get(choice(best.len(), chance)).copied().unwrap_or(0))
    }

    fn lay_out(&mut self, contest: &Match<'_>, chance: &mut Generator, progress: &Progress) -> Result<usize, Stuck> {
        lay_out(contest, chance, progress)
    }
}
