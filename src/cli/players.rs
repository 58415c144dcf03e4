//! The players that `--players` names.

use std::path::PathBuf;
use std::sync::Arc;

use super::Failure;
use super::database::Database;
use super::game::Loaded;
use crate::chance::Generator;
use crate::engine::Progress;
use crate::game::FaultAt;
use crate::players::{self, Kind};
use crate::rules::model::Player;
use crate::solver::Book;

/// A database of solved positions.
#[derive(clap::Args)]
pub(super) struct BookArguments {
    /// Folder of a database for `perfect` and `search`; `mancala solve GAME --db FOLDER` makes one
    #[arg(long, value_name = "FOLDER")]
    db: Option<PathBuf>,
}

impl BookArguments {
    /// The database, if it is given; fails if no player uses it or one lacks it.
    pub(super) fn book(&self, kinds: &[Kind], loaded: &Loaded) -> Result<Option<Arc<Book>>, Failure> {
        match &self.db {
            Some(folder) if kinds.iter().any(|kind| kind.looks_up()) => {
                Ok(Some(Arc::new(Database::look_up(folder, loaded)?)))
            }
            Some(_) => {
                let help = "let `perfect` or `search` play (`--players perfect`)";
                Err(Failure::wrong_use("no player uses the database").help(help))
            }
            None if kinds.contains(&Kind::Perfect) => {
                let help = format!(
                    "make one with `mancala solve {} --db FOLDER` and name it with `--db FOLDER`",
                    loaded.ruleset.source.name.trim_end_matches(".mancala")
                );
                Err(Failure::wrong_use("`perfect` needs a database of solved positions").help(help))
            }
            None => Ok(None),
        }
    }
}

/// The kind of every player: one word for all, or one for each.
pub(super) fn kinds(words: &[String], players: usize) -> Result<Vec<Kind>, Failure> {
    Kind::for_players(words, players).map_err(|error| Failure::wrong_use(error.message).help(error.help))
}

/// The players of a game, and what they need to choose moves.
pub(super) struct Seats {
    players: Vec<Box<dyn players::Strategy>>,
    chance: Generator,
    progress: Progress,
}

impl Seats {
    pub(super) fn new(kinds: &[Kind], book: Option<&Arc<Book>>, chance: Generator) -> Self {
        let players = kinds.iter().map(|kind| kind.player_with(book)).collect();
        Seats { players, chance, progress: Progress::default() }
    }

    /// The move that a player chooses.
    pub(super) fn choose(
        &mut self,
        by: Player,
        choose: impl FnOnce(&mut dyn players::Strategy, &mut Generator, &Progress) -> Result<usize, FaultAt>,
    ) -> Result<usize, FaultAt> {
        match self.players.get_mut(by) {
            Some(player) => choose(player.as_mut(), &mut self.chance, &self.progress),
            None => Ok(0),
        }
    }
}
