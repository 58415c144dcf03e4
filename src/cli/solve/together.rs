//! Layers solved by several programs that share a folder: each takes a layer whose lower layers are finished and that no
//! other program has.

use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use mancala_engine::engine::Progress;
use mancala_engine::solver::Values;

use super::rows::{Found, Row};
use super::task::Task;
use crate::cli::Failure;
use crate::cli::claim::{Attempt, Claim, Claims, claimant};
use crate::cli::database::{Database, Use};
use crate::cli::output::Output;

/// Time between two looks at a folder in which nothing can be done.
const PAUSE: Duration = Duration::from_millis(500);

/// Most unfinished layers that are looked at; those behind them can wait.
const LOOKED_AT: usize = 2_000;

/// What there is to do.
enum Next {
    /// Solve this layer.
    Solve(usize, Claim),
    /// Wait for other programs.
    Wait,
    /// All layers are written.
    Done,
}

/// Solves layers with others until all are written; `None` if a new plan is needed.
pub(super) fn solve(task: &Task<'_>, folder: &Path, out: &mut Output) -> Result<Option<Found>, Failure> {
    let database = Database::begin(folder, task.title.clone(), Use::Together)?;
    let claims = Claims::new(database.mark(), Duration::from_secs(task.arguments.lost_after));
    let solve = |progress: &Progress, reports: &Sender<Row>| {
        let values = Values::new(task.solver.layers().len());
        Shift { task, database: &database, claims, values, written: HashSet::new(), progress, reports }.work()
    };
    task.with_rows(solve, out)
}

/// The work of one program.
struct Shift<'s> {
    task: &'s Task<'s>,
    database: &'s Database,
    claims: Claims,
    /// The layers that this program has in memory.
    values: Values,
    /// The layers that are known to be written.
    written: HashSet<usize>,
    progress: &'s Progress,
    reports: &'s Sender<Row>,
}

impl Shift<'_> {
    fn work(mut self) -> Result<Option<Values>, Failure> {
        let layers = self.task.solver.layers();
        loop {
            if self.progress.is_stopped() {
                return Err(Failure::Interrupted);
            }
            // another program may have met a position that this plan leaves out
            if !self.database.is_current()? {
                return Ok(None);
            }
            match self.next()? {
                Next::Wait => std::thread::sleep(PAUSE),
                Next::Solve(number, claim) => {
                    for before in (0..number).filter(|before| self.task.solver.leads_to(number, *before)) {
                        self.load(before)?;
                    }
                    let started = Instant::now();
                    let room = self.task.room(1);
                    let solved = match self.task.solver.solve(number, &self.values, room, self.progress) {
                        Ok(solved) => solved,
                        Err(refusal) => return self.task.unsolved(&refusal).map(|_| None),
                    };
                    if !self.database.is_current()? {
                        return Ok(None);
                    }
                    let layer = &layers[number];
                    let sum = self.database.write(number, layer, &solved, |each| each(&solved.values))?;
                    drop(claim);
                    self.written.insert(number);
                    let seconds = started.elapsed().as_secs_f64();
                    let _ = self.reports.send(Row::new(number, layer, &solved, sum, seconds));
                    self.values.put(number, solved);
                }
                Next::Done => {
                    for number in 0..layers.len() {
                        self.load(number)?;
                    }
                    self.tidy();
                    return Ok(Some(self.values));
                }
            }
        }
    }

    /// Looks for a layer to solve: the first one that leads to no unfinished layer and that no other program has.
    fn next(&mut self) -> Result<Next, Failure> {
        let solver = self.task.solver;
        let mut unfinished: Vec<usize> = Vec::new();
        for number in 0..solver.layers().len() {
            if self.written.contains(&number) {
                continue;
            }
            let waits = unfinished.iter().any(|before| solver.leads_to(number, *before));
            if !waits && self.is_written(number)? {
                continue;
            }
            unfinished.push(number);
            if unfinished.len() > LOOKED_AT {
                break;
            }
            if waits {
                continue;
            }
            let path = self.database.claim_path(number);
            let attempt = self.claims.take(&path).map_err(|error| Failure::unwritten(&path, &error))?;
            let Attempt::Taken(claim, lost) = attempt else { continue };
            if let Some(lost) = lost {
                self.database.sweep_up(number, &lost);
            }
            // its program may have finished it between the look and the claim
            if !self.is_written(number)? {
                return Ok(Next::Solve(number, claim));
            }
            unfinished.pop();
        }
        Ok(if unfinished.is_empty() { Next::Done } else { Next::Wait })
    }

    /// Whether a layer of this plan is written.
    fn is_written(&mut self, number: usize) -> Result<bool, Failure> {
        let is_written = self.database.has(number) && self.load(number)?;
        if is_written {
            self.written.insert(number);
        }
        Ok(is_written)
    }

    /// Removes what programs left that were killed right after they had written a layer.
    fn tidy(&self) {
        for number in 0..self.task.solver.layers().len() {
            let path = self.database.claim_path(number);
            if let Some(mark) = claimant(&path) {
                self.database.sweep_up(number, &mark);
                // a file that stays does no harm
                let _ = std::fs::remove_file(&path);
            }
        }
    }

    /// Reads a layer of another program, if it is there and not yet read.
    fn load(&mut self, number: usize) -> Result<bool, Failure> {
        if self.values.has(number) {
            return Ok(true);
        }
        let layer = &self.task.solver.layers()[number];
        let Some((solved, sum)) = self.database.layer(number, layer)? else { return Ok(false) };
        self.progress.add(layer.positions, layer.positions);
        let _ = self.reports.send(Row::new(number, layer, &solved, sum, 0.0));
        self.values.put(number, solved);
        Ok(true)
    }
}
