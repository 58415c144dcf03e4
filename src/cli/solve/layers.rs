//! All layers solved by one program, one after the other.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Instant;

use mancala_engine::engine::Progress;
use mancala_engine::solver::database::checksum;
use mancala_engine::solver::{Refusal, Trust, Values};

use super::rows::{Found, Row, Rows};
use super::task::Task;
use crate::cli::Failure;
use crate::cli::database::{Database, Use};
use crate::cli::exact::refused;
use crate::cli::output::Output;

impl Task<'_> {
    /// Bytes of memory for lists.
    pub(super) fn room(&self, ranks: usize) -> usize {
        let needs = self.solver.needs(self.solver.most_seeds(), ranks);
        let room = self.arguments.memory.saturating_sub(needs.least_memory - needs.spare);
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// The failure for a refusal; `None` if a new plan may help.
    pub(super) fn unsolved(&self, refusal: &Refusal) -> Result<Option<Found>, Failure> {
        match self.may_replan() && refusal.is_open() {
            true => Ok(None),
            false => Err(refused(self.loaded, refusal)),
        }
    }

    /// Whether the plan left out what random games did not show.
    pub(super) fn may_replan(&self) -> bool {
        self.solver.trust() == Trust::Games
    }

    /// Runs a task that finds the values of all layers and reports each layer, and prints the table of layers.
    pub(super) fn with_rows(
        &self,
        solve: impl FnOnce(&Progress, &Sender<Row>) -> Result<Option<Values>, Failure> + Send,
        out: &mut Output,
    ) -> Result<Option<Found>, Failure> {
        let mut rows = Rows::begin(self, out)?;
        let began = Instant::now();
        let positions = rows.sum.positions;
        let solve = |progress: &Progress, reports: &Sender<Row>| {
            progress.begin(positions);
            solve(progress, reports)
        };
        let Some(solved) = self.work.run_with_reports("positions", solve, |row| rows.hear(row, out))? else {
            return Err(Failure::wrong_use("a thread ended unexpectedly"));
        };
        let Some(values) = solved? else { return Ok(None) };
        Ok(Some(Found { values, sum: rows.end(began.elapsed().as_secs_f64(), out)? }))
    }
}

/// Solves all layers; `None` if a new plan is needed.
pub(super) fn solve(task: &Task<'_>, folder: Option<&Path>, out: &mut Output) -> Result<Option<Found>, Failure> {
    let database = folder.map(|folder| Database::begin(folder, task.title.clone(), Use::Alone)).transpose()?;
    let (layers, room) = (task.solver.layers(), task.room(1));
    let solve = |progress: &Progress, reports: &Sender<Row>| {
        let mut values = Values::new(layers.len());
        for (number, layer) in layers.iter().enumerate() {
            let started = Instant::now();
            let kept = match &database {
                Some(database) => database.layer(number, layer)?,
                None => None,
            };
            let (solved, sum) = match kept {
                Some(kept) => {
                    progress.add(layer.positions, layer.positions);
                    kept
                }
                None => {
                    let solved = match task.solver.solve(number, &values, room, progress) {
                        Ok(solved) => solved,
                        Err(refusal) => return task.unsolved(&refusal).map(|_| None),
                    };
                    let sum = match &database {
                        Some(database) => database.write(number, layer, &solved, |each| each(&solved.values))?,
                        None => checksum(&solved.values),
                    };
                    (solved, sum)
                }
            };
            // if the program is about to end, nothing receives it
            let _ = reports.send(Row::new(number, layer, &solved, sum, started.elapsed().as_secs_f64()));
            values.put(number, solved);
        }
        Ok(Some(values))
    };
    task.with_rows(solve, out)
}
