//! A player that looks one move ahead.

use super::worth::worth;
use super::{Player, Stuck};
use crate::chance::{Generator, choice};
use crate::engine::Progress;
use crate::play::Game;

/// Takes what it can: the move after which it has most more than the others, any of those that are equally good.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player for Greedy {
    fn choose(&mut self, game: &Game<'_>, chance: &mut Generator, _: &Progress) -> Result<usize, Stuck> {
        let me = game.to_move();
        let mut best = Vec::new();
        let mut most = i64::MIN;
        for index in 0..game.choices() {
            let mut next = game.clone();
            next.play_nth(index).map_err(|fault| Box::new((fault, game.position())))?;
            let found = worth(&next, me);
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
}
