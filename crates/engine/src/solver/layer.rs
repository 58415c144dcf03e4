//! Solves a layer in one process, after all layers that it leads to.
//!
//! For each position it keeps two bounds: what the player to move can force in finitely many turns, and what the
//! opponent can hold the player to. They start as far apart as values can be and only move closer. A pass updates all
//! positions whose bounds differ. If a pass changes nothing, bounds that still differ are those of endless play
//! (docs/solving.md).

use std::sync::atomic::{AtomicUsize, Ordering};

use mancala_rules::clock::Instant;
use rayon::prelude::*;

use super::bounds::{Bounds, seen};
use super::circles::{Endless, finished, settles};
use super::field::{Desk, Field, Step, Steps};
use super::open::{List, Weighed, head, matters, sweep, weigh, word};
use super::parts::{Part, each, parts};
use super::refusal::Refusal;
use super::solved::{Counts, Solved};
use super::value::{LOST, WON, seen_from};
use super::values::Values;
use super::work::Work;
use crate::engine::{Lanes, Progress};

/// Number of positions given to a thread at a time.
const PART: u64 = 1 << 13;

/// A part, and its positions whose bounds differ; without a list, their successors are computed again.
struct Piece {
    part: Part,
    list: Option<List>,
}

/// Solves a layer.
pub(super) fn solve<L: Lanes>(field: &Field<L>, work: &Work<'_>) -> Result<Solved, Refusal> {
    let Work { number, range, values, bytes, progress } = *work;
    let all = 0..field.layers[number].positions;
    let solving = Solving {
        field,
        number: number as u32,
        bounds: Bounds::new(all.end as usize, range.0, range.1),
        values,
        left: AtomicUsize::new(bytes / 4),
        progress,
    };
    let parts = parts(field, number, &all, PART);
    let mut pieces: Vec<Piece> = parts.into_iter().map(|part| Piece { part, list: None }).collect();
    let mut passes = 1;
    pieces.par_iter_mut().try_for_each(|piece| solving.first(piece))?;
    let listed = pieces.iter().map(|piece| 4 * piece.list.as_ref().map_or(0, Vec::len) as u64).sum();
    loop {
        pieces.retain(|piece| piece.list.as_ref().is_none_or(|list| !list.is_empty()));
        if pieces.is_empty() {
            break;
        }
        passes += 1;
        let again = pieces.par_iter_mut().map(|piece| solving.again(piece));
        if !again.try_reduce(|| false, |one, other| Ok(one | other))? {
            break;
        }
    }
    // the values reuse the memory of the lists
    let parts: Vec<Part> = pieces.into_iter().map(|piece| piece.part).collect();
    let endless = Endless::among(field, number, &parts, &solving.bounds)?;
    let (circling, worth) = endless.circling(field, number);
    let settled = settles(field, number, circling, values);
    let (values, counts) = finished(field, number, &all, solving.bounds, worth);
    let counts = Counts { cyclic: endless.count, ..counts };
    Ok(Solved { values, counts, circling, settled, passes, listed, exchanged: 0 })
}

struct Solving<'s, L: Lanes> {
    field: &'s Field<L>,
    number: u32,
    bounds: Bounds,
    values: &'s Values,
    /// Number of words that lists may still take.
    left: AtomicUsize,
    progress: &'s Progress,
}

impl<L: Lanes> Solving<'_, L> {
    /// Processes all positions of a part for the first time.
    fn first(&self, piece: &mut Piece) -> Result<(), Refusal> {
        if self.progress.is_stopped() {
            return Err(Refusal::Stopped);
        }
        let mut desk = Desk::default();
        let mut list = Vec::new();
        let keep = self.left.load(Ordering::Relaxed) > 0;
        each(
            self.field,
            self.number as usize,
            &piece.part,
            |_| true,
            |slot, position, door| {
                self.field.look(position, door, &mut desk)?;
                let Weighed { best, low, high } = self.judge(slot, &desk.found)?;
                if keep && low < high {
                    self.note(&mut list, slot, best.max(low), &desk.found, low);
                }
                Ok(())
            },
        )?;
        self.progress.add(u64::from(piece.part.count), u64::from(piece.part.count));
        if keep {
            list.shrink_to_fit();
            let words = list.len();
            let _ =
                self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(words)));
            piece.list = Some(list);
        }
        Ok(())
    }

    /// Whether a successor is a position of the same layer, whose value is not known yet.
    #[inline(always)]
    fn stays(&self, step: &Step) -> bool {
        step.layer == self.number && step.gain == 0
    }

    /// Updates the bounds of a position from its successors. Returns the best value known, and the bounds.
    #[inline(always)]
    fn judge(&self, slot: u32, found: &Steps) -> Result<Weighed, Refusal> {
        let mut unsolved = false;
        let known = found.steps.iter().map(|step| {
            if self.stays(step) {
                return seen(self.bounds.get(step.index as u32), step.again);
            }
            let value = self.values.of(step.layer as usize).get(step.index as usize);
            let value = value.map(|value| seen_from(*value, step.gain, step.again));
            unsolved |= value.is_none();
            let value = value.unwrap_or(0);
            (value, value)
        });
        let Weighed { best, low, high } = weigh(found.fixed, known);
        if unsolved {
            return Err(self.field.unsolved(self.number as usize, u64::from(slot)));
        }
        let before = self.bounds.get(slot);
        let (low, high) = (before.0.max(low), before.1.min(high));
        self.bounds.put(slot, low, high);
        Ok(Weighed { best, low, high })
    }

    /// Lists a position whose bounds differ, with its successors in the layer that still matter.
    #[inline(always)]
    fn note(&self, list: &mut List, slot: u32, best: i8, found: &Steps, low: i8) {
        let at = list.len();
        list.extend([slot, 0]);
        let mut best = best;
        for step in found.steps.iter().filter(|step| self.stays(step)) {
            if matters(seen(self.bounds.get(step.index as u32), step.again), low, &mut best) {
                list.push(word(step.index as u32, step.again));
            }
        }
        list[at + 1] = head(list.len() - at - 2, best);
    }

    /// Updates the positions of a part whose bounds differ. Returns whether any bound changed.
    fn again(&self, piece: &mut Piece) -> Result<bool, Refusal> {
        if self.progress.is_stopped() {
            return Err(Refusal::Stopped);
        }
        let (mut changed, mut open) = (false, false);
        let bounds = &self.bounds;
        if let Some(list) = &mut piece.list {
            sweep(list, bounds, |_| changed = true);
            return Ok(changed);
        }
        let mut desk = Desk::default();
        each(
            self.field,
            self.number as usize,
            &piece.part,
            |slot| {
                let (low, high) = bounds.get(slot);
                low < high
            },
            |slot, position, door| {
                self.field.look(position, door, &mut desk)?;
                let before = bounds.get(slot);
                let Weighed { low, high, .. } = self.judge(slot, &desk.found)?;
                changed |= (low, high) != before;
                open |= low < high;
                Ok(())
            },
        )?;
        if !open {
            piece.list = Some(Vec::new());
        }
        Ok(changed)
    }
}

/// Estimates from a sample of positions of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    /// Seconds for one position on one thread. All passes but the first together take about as long as the first.
    pub seconds: f64,
    /// Bytes of lists for each position, if all positions with successors in the layer were open.
    pub bytes: f64,
}

/// Samples positions of a layer; `None` if the rules leave all of them undecided.
pub(super) fn glance<L: Lanes>(field: &Field<L>, number: usize) -> Option<Glance> {
    let layer = field.layers.get(number)?;
    let mut desk = Desk::default();
    let began = Instant::now();
    let (mut looked, mut words) = (0_u32, 0);
    let looks = LOOKS.min(layer.positions);
    for place in 0..looks {
        let Some(position) = field.position(number, layer.positions * place / looks) else { continue };
        let door = *field.door_of.get(&(position.mover(), position.marks))?;
        if field.look(&position, door, &mut desk).is_ok() {
            looked += 1;
            let stays = |step: &&Step| step.layer as usize == number && step.gain == 0;
            match desk.found.steps.iter().filter(stays).count() {
                0 => {}
                steps => words += 2 + steps,
            }
        }
    }
    (looked > 0).then(|| Glance {
        seconds: 2.0 * began.elapsed().as_secs_f64() / f64::from(looked),
        bytes: 4.0 * words as f64 / f64::from(looked),
    })
}

/// Number of positions to sample.
const LOOKS: u64 = 20_000;

/// Least and greatest possible value in a layer with this number of seeds. `counts`: seeds are scored; `decides`: a
/// rule can decide the round.
pub(super) fn range(seeds: usize, counts: bool, decides: bool) -> (i8, i8) {
    if !counts || decides { (LOST, WON) } else { (-(seeds as i8), seeds as i8) }
}
