//! Who plays, as `--players` names them.

use super::Failure;
use crate::chance::Generator;
use crate::engine::Progress;
use crate::players::{self, Kind, Stuck};
use crate::rules::model::Player;

/// The kind of every player: one word for all, or one for each.
pub(super) fn kinds(words: &[String], players: usize) -> Result<Vec<Kind>, Failure> {
    Kind::for_players(words, players).map_err(|error| Failure::wrong_use(error.message).help(error.help))
}

/// The players of a game, and what they choose with.
pub(super) struct Seats {
    players: Vec<Box<dyn players::Player>>,
    chance: Generator,
    progress: Progress,
}

impl Seats {
    pub(super) fn new(kinds: &[Kind], chance: Generator) -> Self {
        Seats { players: kinds.iter().map(|kind| kind.player()).collect(), chance, progress: Progress::default() }
    }

    /// What a player chooses.
    pub(super) fn choose(
        &mut self,
        by: Player,
        choose: impl FnOnce(&mut dyn players::Player, &mut Generator, &Progress) -> Result<usize, Stuck>,
    ) -> Result<usize, Stuck> {
        match self.players.get_mut(by) {
            Some(player) => choose(player.as_mut(), &mut self.chance, &self.progress),
            None => Ok(0),
        }
    }
}
