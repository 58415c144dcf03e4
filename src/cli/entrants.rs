//! The players of a tournament: built-in players, and other programs.

use std::sync::Arc;
use std::time::Duration;

use mancala_engine::contest::GameOrMatch;
use mancala_engine::engine::Progress;
use mancala_engine::game::FaultAt;
use mancala_engine::outcome::{match_result, result};
use mancala_engine::solver::Book;
use mancala_rules::chance::Generator;
use mancala_rules::rules::model::Rules;
use mancala_tools::drivers::tournament::{Course, Entrants, Mover};

use super::game::Loaded;
use super::players::{Chooser, Stuck, at};
use super::program;
use crate::play_screen::Seat;

/// The players of a tournament.
pub(super) struct Seated<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) seats: &'a [Seat],
    pub(super) book: Option<Arc<Book>>,
    /// The game as it was typed, and its readings, of which programs are told.
    pub(super) game: &'a str,
    pub(super) settings: &'a [(String, String)],
    /// How long a program may take for an answer.
    pub(super) limit: Duration,
}

impl Entrants<Stuck> for Seated<'_> {
    fn number(&self) -> usize {
        self.seats.len()
    }

    fn mover(&self, place: usize, player: usize) -> Box<dyn Mover<Stuck> + '_> {
        let chooser = Chooser::new(&self.seats[place], self.book.as_ref(), |command| program::Seated {
            command,
            player,
            loaded: self.loaded.clone(),
            game: self.game.to_owned(),
            settings: self.settings.to_vec(),
            limit: self.limit,
            aloud: true,
        });
        Box::new(Sitting { chooser, rules: &self.loaded.rules })
    }
}

/// A player in one game.
struct Sitting<'a> {
    /// `None` for a person, who takes no seat in a tournament.
    chooser: Option<Chooser>,
    rules: &'a Rules,
}

impl Mover<Stuck> for Sitting<'_> {
    fn choose(
        &mut self,
        table: &GameOrMatch,
        course: &Course<'_>,
        chance: &mut Generator,
        progress: &Progress,
    ) -> Result<usize, Stuck> {
        match &mut self.chooser {
            Some(chooser) => chooser.choose(at(table), course, chance, progress),
            None => Ok(0),
        }
    }

    fn follows(&self) -> bool {
        matches!(self.chooser, Some(Chooser::Program(_)))
    }

    fn over(&mut self, table: &GameOrMatch) {
        let Some(Chooser::Program(program)) = &mut self.chooser else { return };
        let told = match table {
            GameOrMatch::Game(game) => game.outcome().map(|ending| result(self.rules, &ending)),
            GameOrMatch::Match(contest) => contest.ending().map(|ending| match_result(self.rules, ending)),
        };
        if let Some(told) = told {
            program.over(&told);
        }
    }
}

impl From<FaultAt> for Stuck {
    fn from(fault: FaultAt) -> Self {
        Stuck::Rules(fault)
    }
}
