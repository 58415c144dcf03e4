//! The table of layers, and the sums over all of them.

use mancala_engine::solver::database::checksum_of_all;
use mancala_engine::solver::{Circling, Counts, Layer, Solved, Values};
use serde::Serialize;

use super::task::Task;
use crate::cli::Failure;
use crate::cli::output::Output;
use crate::cli::provenance::Provenance;

#[derive(Serialize)]
struct LayerRecord {
    kind: &'static str,
    seeds: usize,
    marked: u32,
    positions: u64,
    #[serde(flatten)]
    counts: Counts,
    endless: Circling,
    passes: u32,
    /// Bytes that ranks sent each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    exchanged: Option<u64>,
    seconds: f64,
}

/// Sums over all layers.
pub(super) struct Sum {
    pub(super) counts: Counts,
    pub(super) circling: Circling,
    pub(super) positions: u64,
    pub(super) seconds: f64,
    /// Number of bytes that ranks sent each other.
    pub(super) exchanged: u64,
    /// The checksum of each layer.
    sums: Vec<u32>,
}

impl Sum {
    fn add(&mut self, step: &Row) {
        self.counts.add(&step.counts);
        self.circling = self.circling.max(step.circling);
        self.exchanged += step.exchanged;
        if let Some(sum) = self.sums.get_mut(step.number) {
            *sum = step.sum;
        }
    }

    /// The checksum of all values.
    pub(super) fn checksum(&self) -> u32 {
        checksum_of_all(&self.sums)
    }
}

/// All layers solved: their values, and the sums over them.
pub(super) struct Found {
    pub(super) values: Values,
    pub(super) sum: Sum,
}

/// Prints layers as they are solved.
pub(super) struct Rows {
    json: bool,
    provenance: Provenance,
    /// The row that is not printed yet: layers of the same seeds and marks share one.
    row: Option<Row>,
    pub(super) sum: Sum,
}

impl Rows {
    /// Begins the table.
    pub(super) fn begin(task: &Task<'_>, out: &mut Output) -> Result<Self, Failure> {
        let json = task.arguments.json;
        if !json {
            let heads = ["seeds", "marked", "positions", "won", "even", "lost", "endless", "passes", "seconds"];
            out.line("")?;
            out.line(out.bold(&format!(
                "{:>5} {:>6} {:>12} {:>12} {:>12} {:>12} {:>11} {:>6} {:>8}",
                heads[0], heads[1], heads[2], heads[3], heads[4], heads[5], heads[6], heads[7], heads[8]
            )))?;
        }
        let layers = task.solver.layers();
        let sum = Sum {
            counts: Counts::default(),
            circling: Circling::Never,
            positions: layers.iter().map(|layer| layer.positions).sum(),
            seconds: 0.0,
            exchanged: 0,
            sums: vec![0; layers.len()],
        };
        Ok(Rows { json, provenance: Provenance::of(task.loaded), row: None, sum })
    }

    /// Adds a layer.
    pub(super) fn hear(&mut self, step: Row, out: &mut Output) -> Result<(), Failure> {
        self.sum.add(&step);
        if self.json {
            return step.record(&self.provenance, out);
        }
        match &mut self.row {
            Some(row) if row.is_like(&step) => row.add(&step),
            row => {
                if let Some(row) = row.replace(step) {
                    row.print(out)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the table.
    pub(super) fn end(self, seconds: f64, out: &mut Output) -> Result<Sum, Failure> {
        if let Some(row) = self.row {
            row.print(out)?;
        }
        Ok(Sum { seconds, ..self.sum })
    }
}

/// A line of the table of layers.
pub(super) struct Row {
    number: usize,
    seeds: usize,
    marked: u32,
    positions: u64,
    counts: Counts,
    circling: Circling,
    passes: u32,
    exchanged: u64,
    seconds: f64,
    /// The checksum of the values.
    sum: u32,
}

impl Row {
    /// A row of one layer, whose values have this checksum.
    pub(super) fn new(number: usize, layer: &Layer, solved: &Solved, sum: u32, seconds: f64) -> Self {
        Row {
            number,
            seeds: layer.seeds,
            marked: layer.marked,
            positions: layer.positions,
            counts: solved.counts,
            circling: solved.circling,
            passes: solved.passes,
            exchanged: solved.exchanged,
            seconds,
            sum,
        }
    }

    fn is_like(&self, other: &Row) -> bool {
        (self.seeds, self.marked) == (other.seeds, other.marked)
    }

    fn add(&mut self, other: &Row) {
        self.positions += other.positions;
        self.counts.add(&other.counts);
        self.passes = self.passes.max(other.passes);
        self.seconds += other.seconds;
    }

    fn record(&self, provenance: &Provenance, out: &mut Output) -> Result<(), Failure> {
        let record = LayerRecord {
            kind: "layer",
            seeds: self.seeds,
            marked: self.marked,
            positions: self.positions,
            counts: self.counts,
            endless: self.circling,
            passes: self.passes,
            exchanged: (self.exchanged > 0).then_some(self.exchanged),
            seconds: (self.seconds * 1000.0).round() / 1000.0,
        };
        out.json(&provenance.told(record, None))?;
        out.flush()
    }

    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        let Counts { won, even, lost, cyclic } = self.counts;
        out.line(format!(
            "{:>5} {:>6} {:>12} {won:>12} {even:>12} {lost:>12} {cyclic:>11} {:>6} {:>8.2}",
            self.seeds, self.marked, self.positions, self.passes, self.seconds
        ))?;
        out.flush()
    }
}
