//! A game in play that is told actions: a move is one action, or several where the rules ask the mover.

use std::sync::Arc;

use mancala_engine::engine::rewards;
use mancala_engine::game::{Action, Actions, Event, IllegalMove, Observation};
use mancala_engine::play::Game;

/// A game in play, action by action.
#[derive(Clone, Debug)]
pub struct Acting {
    game: Game,
    actions: Arc<Actions>,
    /// The legal moves as actions.
    moves: Vec<Vec<Action>>,
    /// The actions of an unfinished move.
    chosen: Vec<Action>,
}

impl Acting {
    /// A game, in which no move is begun.
    pub fn new(game: Game, actions: Arc<Actions>) -> Acting {
        let mut acting = Acting { game, actions, moves: Vec::new(), chosen: Vec::new() };
        acting.list();
        acting
    }

    fn list(&mut self) {
        self.moves = self.game.legal_moves().iter().map(|play| self.actions.of(play)).collect();
    }

    /// The game, without the unfinished move.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The actions of the unfinished move.
    pub fn chosen(&self) -> &[Action] {
        &self.chosen
    }

    /// The legal actions, in the order of their numbers.
    pub fn legal(&self) -> Vec<Action> {
        let begun = self.moves.iter().filter(|path| path.starts_with(&self.chosen));
        let mut legal: Vec<Action> = begun.filter_map(|path| path.get(self.chosen.len()).copied()).collect();
        legal.sort_unstable();
        legal.dedup();
        legal
    }

    /// Takes a legal action. Returns whether a move was finished by it.
    ///
    /// # Errors
    ///
    /// The action is not legal, or the rules leave the move undecided; nothing has changed.
    pub fn act(&mut self, action: Action) -> Result<bool, IllegalMove> {
        let mut path = self.chosen.clone();
        path.push(action);
        let Some(index) = self.moves.iter().position(|known| known.starts_with(&path)) else {
            let name = |action: Action| self.actions.names().get(usize::from(action)).cloned();
            let name = name(action).unwrap_or_else(|| format!("action {action}"));
            if self.game.is_over() {
                return Err(IllegalMove::AfterEnd { name });
            }
            let legal: Vec<String> =
                self.legal().into_iter().map(|action| self.actions.names()[usize::from(action)].clone()).collect();
            return Err(IllegalMove::NotLegal { name, legal: legal.join(" ") });
        };
        if self.moves[index].len() > path.len() {
            self.chosen = path;
            return Ok(false);
        }
        self.game.play_nth(index)?;
        self.chosen.clear();
        self.list();
        Ok(true)
    }

    /// Plays a legal move by its name, in place of the unfinished one.
    ///
    /// # Errors
    ///
    /// The move is not legal, or the rules leave it undecided; nothing has changed.
    pub fn play_named(&mut self, name: &str) -> Result<(), IllegalMove> {
        self.game.play_named(name)?;
        self.chosen.clear();
        self.list();
        Ok(())
    }

    /// Takes the last action back. Returns `false` at the start of the game.
    pub fn back(&mut self) -> bool {
        if self.chosen.pop().is_some() {
            return true;
        }
        let Some(play) = self.game.undo() else { return false };
        self.chosen = self.actions.of(&play);
        self.chosen.pop();
        self.list();
        true
    }

    /// Takes the events of the last moves, as [`Game::take_events`] does.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.game.take_events()
    }

    /// What each player gets at the end of the game; nothing while it goes on.
    pub fn rewards(&self) -> Vec<f32> {
        let mut each = vec![0.0; self.game.players()];
        if let Some(ending) = self.game.outcome() {
            rewards(&ending.winners, &mut each);
        }
        each
    }

    /// What is observed.
    pub fn observe(&self, observation: &Observation, numbers: &mut [i32]) {
        observation.write(&self.game.position(), &self.chosen, numbers);
    }
}
