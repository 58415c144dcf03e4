//! Layers shared among ranks: each keeps a part of the values of every layer, and the first one writes the folder.

use std::path::Path;
use std::time::Instant;

use mancala_engine::solver::{Layer, Peers, Shares, Solved, Values};

use super::rows::{Found, Row, Rows};
use super::task::Task;
use crate::cli::Failure;
use crate::cli::database::{Database, Use};
use crate::cli::exact::refused;
use crate::cli::output::Output;

/// What all ranks agree on: the result of this rank, unless another one failed. So no rank waits for one that does not go
/// on, and the first one that failed tells why.
pub(super) fn settle<T>(peers: &mut dyn Peers, result: Result<T, Failure>) -> Result<T, Failure> {
    let failed = peers.gather(u64::from(result.is_err())).map_err(|_| Failure::Elsewhere)?;
    match failed.iter().position(|failed| *failed != 0) {
        None => result,
        Some(first) if first == peers.rank() => result,
        Some(_) => Err(Failure::Elsewhere),
    }
}

/// A number of the first rank.
pub(super) fn of_first(peers: &mut dyn Peers, number: u64) -> Result<u64, Failure> {
    let all = peers.gather(number).map_err(|_| Failure::Elsewhere)?;
    Ok(all.first().copied().unwrap_or(number))
}

/// Solves all layers with other ranks; `None` if a new plan is needed. Only the first rank finds all values.
pub(super) fn solve(
    task: &Task<'_>,
    folder: &Path,
    peers: &mut dyn Peers,
    out: &mut Output,
) -> Result<Option<Found>, Failure> {
    let how = if peers.rank() == 0 { Use::Alone } else { Use::Reading };
    let database = Database::begin(folder, task.title.clone(), how);
    let database = settle(peers, database)?;
    let (layers, room) = (task.solver.layers(), task.room(peers.count()));
    let mut rows = Rows::begin(task, out)?;
    let began = Instant::now();
    let mut values = Values::new(layers.len());
    for (number, layer) in layers.iter().enumerate() {
        let started = Instant::now();
        let share = Shares::new(layer.positions, peers.count()).of(peers.rank());
        let (solved, sum) = if of_first(peers, u64::from(database.has(number)))? != 0 {
            let missing = || Failure::wrong_use(format!("layer {number} of `{}` is not there", folder.display()));
            let read = database.share(number, layer, &share);
            settle(peers, read.and_then(|read| read.ok_or_else(missing)))?
        } else {
            let solved = match task.solver.solve_share(number, &values, room, peers, task.work.progress()) {
                Ok(solved) => solved,
                Err(refusal) if task.may_replan() && refusal.is_open() => return Ok(None),
                // those who know the reason tell it, and the others end with them
                Err(refusal) => return settle(peers, Err(refused(task.loaded, &refusal))),
            };
            let written = write(&database, number, layer, &solved, peers);
            let sum = settle(peers, written)?;
            (solved, sum)
        };
        rows.hear(Row::new(number, layer, &solved, sum, started.elapsed().as_secs_f64()), out)?;
        values.put(number, solved);
    }
    drop(values);
    let seconds = began.elapsed().as_secs_f64();
    let values = if peers.rank() == 0 { database.values(task.solver) } else { Ok(Values::default()) };
    let values = settle(peers, values)?;
    Ok(Some(Found { values, sum: rows.end(seconds, out)? }))
}

/// Brings the values of a layer to the first rank, which writes them. Returns their checksum there.
fn write(
    database: &Database,
    number: usize,
    layer: &Layer,
    solved: &Solved,
    peers: &mut dyn Peers,
) -> Result<u32, Failure> {
    let own: &[u8] = bytemuck::cast_slice(&solved.values);
    let mut collected = None;
    let written = match peers.rank() {
        0 => database.write(number, layer, solved, |each| {
            collected = Some(peers.collect(own, &mut |bytes| each(bytemuck::cast_slice(bytes))));
        }),
        _ => Ok(0),
    };
    // the others send even if nothing can be written
    let collected = collected.unwrap_or_else(|| peers.collect(own, &mut |_| {}));
    collected.map_err(|_| Failure::Elsewhere)?;
    written
}
