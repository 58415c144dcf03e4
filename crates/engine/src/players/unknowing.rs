//! A player who does not know to whom the lot of the round falls.

use mancala_rules::chance::{Generator, choice};

use super::Strategy;
use crate::contest::Match;
use crate::engine::Progress;
use crate::game::{FaultAt, Position};
use crate::play::Game;

/// Lets a player choose as if the lot fell to somebody who is drawn anew for each move: nobody knows it before a rule
/// asks, and a player who looked ahead with the real one would.
pub(super) struct Unknowing(pub Box<dyn Strategy>);

impl Strategy for Unknowing {
    fn choose(&mut self, game: &Game, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        if !game.rules().asks_for_lots {
            return self.0.choose(game, chance, progress);
        }
        let lot = choice(game.rules().board.players.value, chance);
        let Some(imagined) = with_lot(game, lot) else { return self.0.choose(game, chance, progress) };
        let chosen = self.0.choose(&imagined, chance, progress)?;
        // with another lot other moves may be legal
        let play = imagined.legal_moves().into_iter().nth(chosen);
        Ok(game.legal_moves().into_iter().position(|legal| Some(legal) == play).unwrap_or(0))
    }

    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        self.0.lay_out(contest, chance, progress)
    }
}

/// The same game with another lot. `None` if it could not have been played so far.
fn with_lot(game: &Game, lot: usize) -> Option<Game> {
    let start = Position { lot, ..game.start().clone() };
    let mut imagined = Game::from_position(game.rules(), start).ok()?;
    for play in game.history() {
        imagined.play(play).ok()?;
    }
    (imagined.to_move() == game.to_move() && !imagined.is_over()).then_some(imagined)
}
