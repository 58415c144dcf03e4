//! A player that plays perfectly from a database of solved positions.

use std::sync::Arc;

use mancala_rules::chance::Generator;

use super::{Search, Strategy};
use crate::contest::Match;
use crate::engine::Progress;
use crate::game::FaultAt;
use crate::play::Game;
use crate::solver::{Book, Refusal};

/// Plays a move that keeps the value of the position, from a database. If that value is better than that of endless
/// play, it takes the shortest way out of a cycle of positions. In positions that the database does not have, it
/// searches until it reaches positions of the database.
pub struct Perfect {
    book: Arc<Book>,
    beyond: Search,
}

impl Perfect {
    /// A player with a database, and a search for other positions. The search uses the database too.
    pub fn new(book: Arc<Book>, beyond: Search) -> Perfect {
        Perfect { beyond: beyond.with_book(Some(book.clone())), book }
    }

    /// Index of the best move by the database; `None` if it does not have the position.
    fn known(&self, game: &Game) -> Result<Option<usize>, FaultAt> {
        let position = game.left();
        let oracle = self.book.oracle();
        let stuck = |refusal: Refusal| match refusal {
            Refusal::Fault(fault, position) => Some(FaultAt { fault, position }),
            _ => None,
        };
        let choices = match oracle.choices(&position) {
            Ok(choices) => choices,
            Err(refusal) => return stuck(refusal).map_or(Ok(None), Err),
        };
        let best = match oracle.best(&position, &choices) {
            Ok(best) => best.and_then(|best| choices.get(best)),
            Err(refusal) => return stuck(refusal).map_or(Ok(None), Err),
        };
        let Some(best) = best else { return Ok(None) };
        Ok(game.legal_moves().iter().position(|legal| *legal == best.play))
    }
}

impl Strategy for Perfect {
    fn choose(&mut self, game: &Game, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        match self.known(game)? {
            Some(best) => Ok(best),
            None => self.beyond.choose(game, chance, progress),
        }
    }

    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        self.beyond.lay_out(contest, chance, progress)
    }
}
