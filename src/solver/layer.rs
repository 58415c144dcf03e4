//! Solves a layer, after all layers that it leads to.
//!
//! For each position it keeps two bounds: what the player to move can force in finitely many turns, and what the
//! opponent can hold the player to. They start as far apart as values can be and only move closer. A pass updates all
//! positions whose bounds differ. If a pass changes nothing, bounds that still differ are those of endless play
//! (docs/solving.md).

use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::field::{Desk, Field, Step, Steps};
use super::refusal::Refusal;
use super::solved::{Circling, Counts, Solved};
use super::space::step;
use super::value::{LOST, NOTHING, WON, seen_from};
use super::values::Values;
use crate::clock::Instant;
use crate::engine::{Lanes, Position, Progress};

/// Number of positions given to a thread at a time.
const PART: u64 = 1 << 13;

/// Bounds of all positions of a layer, lower and upper packed into one number.
struct Bounds(Vec<AtomicU16>);

impl Bounds {
    fn new(size: usize, low: i8, high: i8) -> Self {
        Bounds((0..size).into_par_iter().with_min_len(1 << 16).map(|_| AtomicU16::new(packed(low, high))).collect())
    }

    #[inline(always)]
    fn get(&self, index: u32) -> (i8, i8) {
        // there are no positions beyond the layer
        self.0.get(index as usize).map_or((0, 0), |bounds| unpacked(bounds.load(Ordering::Relaxed)))
    }

    #[inline(always)]
    fn put(&self, index: u32, low: i8, high: i8) {
        if let Some(bounds) = self.0.get(index as usize) {
            bounds.store(packed(low, high), Ordering::Relaxed);
        }
    }
}

#[inline(always)]
fn packed(low: i8, high: i8) -> u16 {
    u16::from_le_bytes([low as u8, high as u8])
}

#[inline(always)]
fn unpacked(bounds: u16) -> (i8, i8) {
    let [low, high] = bounds.to_le_bytes();
    (low as i8, high as i8)
}

/// A range of positions that one thread updates.
struct Part {
    room: usize,
    first: u32,
    count: u32,
    /// Index in the layer of the first position of the room.
    offset: u32,
    list: List,
}

/// Successors of the positions of a part whose bounds differ.
enum List {
    /// For each position: its index, the best value known outside the layer, the number of its successors in the layer,
    /// and these successors, each with a bit that says whether the same player is to move.
    Kept(Vec<u32>),
    /// Not stored: they are computed again.
    Anew,
}

/// Solves a layer. `bytes` is the memory for lists besides the bounds.
pub(super) fn solve<L: Lanes>(
    field: &Field<L>,
    number: usize,
    range: (i8, i8),
    values: &Values,
    bytes: usize,
    progress: &Progress,
) -> Result<Solved, Refusal> {
    let layer = &field.layers[number];
    let size = layer.positions as usize;
    let solving = Solving {
        field,
        number: number as u32,
        bounds: Bounds::new(size, range.0, range.1),
        values,
        left: AtomicUsize::new(bytes / 4),
        progress,
    };
    let mut parts = solving.parts();
    let mut passes = 1;
    let first = parts.par_iter_mut().map(|part| solving.first(part));
    first.try_reduce(|| false, |one, other| Ok(one | other))?;
    let listed = parts.iter().map(|part| part.list.bytes()).sum();
    loop {
        parts.retain(|part| !matches!(&part.list, List::Kept(list) if list.is_empty()));
        if parts.is_empty() {
            break;
        }
        passes += 1;
        let again = parts.par_iter_mut().map(|part| solving.again(part));
        if !again.try_reduce(|| false, |one, other| Ok(one | other))? {
            break;
        }
    }
    let (circling, cyclic, worth) = solving.circling(&parts)?;
    // the values reuse the memory of the lists
    drop(parts);
    let all = solving.values;
    let (values, counts) = solving.finished(worth);
    let settled = circling.is_settled() && number.checked_sub(1).is_none_or(|before| all.is_settled(before));
    Ok(Solved { values, counts: Counts { cyclic, ..counts }, circling, settled, passes, listed })
}

impl List {
    fn bytes(&self) -> u64 {
        match self {
            List::Kept(list) => 4 * list.len() as u64,
            List::Anew => 0,
        }
    }
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
    fn parts(&self) -> Vec<Part> {
        let layer = &self.field.layers[self.number as usize];
        let mut parts = Vec::new();
        for (place, room) in layer.rooms.iter().enumerate() {
            let begins =
                |room: usize| self.field.rooms[room].begins[layer.seeds].map_or(0, |(_, first)| u64::from(first));
            let offset = begins(*room);
            let end = layer.rooms.get(place + 1).map_or(layer.positions, |next| begins(*next));
            let mut first = 0;
            while offset + first < end {
                let count = PART.min(end - offset - first);
                parts.push(Part {
                    room: *room,
                    first: first as u32,
                    count: count as u32,
                    offset: offset as u32,
                    list: List::Anew,
                });
                first += count;
            }
        }
        parts
    }

    /// Calls back for each position of a part, with its index in the layer.
    #[inline(always)]
    fn each(
        &self,
        part: &Part,
        wanted: impl Fn(u32) -> bool,
        mut look: impl FnMut(u32, &Position<L, 2>, usize) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let layer = &self.field.layers[self.number as usize];
        let door = self.field.rooms[part.room].door;
        let slots = &self.field.doors[door].slots;
        let mut position = self.field.bare(part.room);
        let mut laid = self.field.numbers[slots.len()].distribution(part.first, layer.seeds, slots.len());
        for (slot, seeds) in slots.iter().zip(&laid) {
            position.seeds.put(*slot, i32::from(*seeds));
        }
        for number in part.first..part.first + part.count {
            let index = part.offset + number;
            if wanted(index) {
                look(index, &position, door)?;
            }
            if let Some(last) = step(&mut laid) {
                for at in [0, last - 1, last] {
                    position.seeds.put(slots[at], i32::from(laid[at]));
                }
            }
        }
        Ok(())
    }

    /// Processes all positions of a part for the first time.
    fn first(&self, part: &mut Part) -> Result<bool, Refusal> {
        if self.progress.is_stopped() {
            return Err(Refusal::Stopped);
        }
        let mut desk = Desk::default();
        let mut list = Vec::new();
        let keep = self.left.load(Ordering::Relaxed) > 0;
        self.each(
            part,
            |_| true,
            |index, position, door| {
                self.field.look(position, door, &mut desk)?;
                let before = self.bounds.get(index);
                let best = self.judge(index, before, &desk.found)?;
                let (low, high) = self.bounds.get(index);
                if keep && low < high {
                    self.note(&mut list, index, best.max(low), &desk.found, low);
                }
                Ok(())
            },
        )?;
        self.progress.add(u64::from(part.count), u64::from(part.count));
        if keep {
            list.shrink_to_fit();
            let words = list.len();
            let _ =
                self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(words)));
            part.list = List::Kept(list);
        }
        Ok(true)
    }

    /// Updates the bounds of a position from its successors. Returns the best value known outside the layer.
    #[inline(always)]
    fn judge(&self, index: u32, before: (i8, i8), found: &Steps) -> Result<i8, Refusal> {
        let mut best = found.fixed.unwrap_or(NOTHING);
        let (mut low, mut high) = (NOTHING, NOTHING);
        for step in &found.steps {
            if step.layer == self.number && step.gain == 0 {
                let (under, over) = self.bounds.get(step.index);
                let (under, over) = if step.again { (under, over) } else { (-over, -under) };
                low = low.max(under);
                high = high.max(over);
            } else {
                let value = self.values.of(step.layer as usize).get(step.index as usize);
                let Some(value) = value else { return Err(self.unsolved(index)) };
                best = best.max(seen_from(*value, step.gain, step.again));
            }
        }
        self.bounds.put(index, before.0.max(low).max(best), before.1.min(high.max(best)));
        Ok(best)
    }

    #[cold]
    fn unsolved(&self, index: u32) -> Refusal {
        let position = self.field.position(self.number as usize, u64::from(index));
        match position {
            Some(position) => Refusal::Open {
                message: "a move leads to a position of a later layer".to_owned(),
                position: Box::new(self.field.written(&position)),
            },
            None => Refusal::rules("a position has no number", "please report this to the authors"),
        }
    }

    /// Lists a position whose bounds differ, with its successors in the layer that still matter.
    #[inline(always)]
    fn note(&self, list: &mut Vec<u32>, index: u32, best: i8, found: &Steps, low: i8) {
        let head = list.len();
        list.extend([index, 0]);
        let mut best = best;
        for step in &found.steps {
            if step.layer == self.number && step.gain == 0 {
                self.keep(list, &mut best, step.index << 1 | u32::from(step.again), low);
            }
        }
        let count = (list.len() - head - 2) as u32;
        list[head + 1] = count << 8 | u32::from(best as u8);
    }

    /// Lists a successor in the layer if it may still change the bounds.
    #[inline(always)]
    fn keep(&self, list: &mut Vec<u32>, best: &mut i8, word: u32, low: i8) {
        let (under, over) = self.edge(word);
        if under == over {
            *best = (*best).max(under);
        } else if over > low {
            list.push(word);
        }
    }

    #[inline(always)]
    fn edge(&self, word: u32) -> (i8, i8) {
        let (under, over) = self.bounds.get(word >> 1);
        if word & 1 != 0 { (under, over) } else { (-over, -under) }
    }

    /// Updates the positions of a part whose bounds differ. Returns whether any bound changed.
    fn again(&self, part: &mut Part) -> Result<bool, Refusal> {
        if self.progress.is_stopped() {
            return Err(Refusal::Stopped);
        }
        let mut changed = false;
        match &mut part.list {
            List::Kept(list) => {
                let (mut read, mut write) = (0, 0);
                while let Some(&[index, head]) = list.get(read..read + 2) {
                    let steps = read + 2..read + 2 + (head >> 8) as usize;
                    read = steps.end;
                    let mut best = head as u8 as i8;
                    let (mut low, mut high) = (best, best);
                    for word in list.get(steps.clone()).unwrap_or_default() {
                        let (under, over) = self.edge(*word);
                        low = low.max(under);
                        high = high.max(over);
                    }
                    let before = self.bounds.get(index);
                    let (low, high) = (before.0.max(low), before.1.min(high));
                    if (low, high) != before {
                        changed = true;
                        self.bounds.put(index, low, high);
                    }
                    if low >= high {
                        continue;
                    }
                    best = best.max(low);
                    let at = write;
                    list[at] = index;
                    write += 2;
                    for place in steps {
                        let word = list[place];
                        let (under, over) = self.edge(word);
                        if under == over {
                            best = best.max(under);
                        } else if over > low {
                            list[write] = word;
                            write += 1;
                        }
                    }
                    list[at + 1] = ((write - at - 2) as u32) << 8 | u32::from(best as u8);
                }
                list.truncate(write);
            }
            List::Anew => {
                let mut open = false;
                let mut desk = Desk::default();
                let (bounds, changed, open) = (&self.bounds, &mut changed, &mut open);
                self.each(
                    &Part { list: List::Anew, ..*part },
                    |index| {
                        let (low, high) = bounds.get(index);
                        low < high
                    },
                    |index, position, door| {
                        self.field.look(position, door, &mut desk)?;
                        let before = bounds.get(index);
                        self.judge(index, before, &desk.found)?;
                        let now = bounds.get(index);
                        *changed |= now != before;
                        *open |= now.0 < now.1;
                        Ok(())
                    },
                )?;
                if !*open {
                    part.list = List::Kept(Vec::new());
                }
            }
        }
        Ok(changed)
    }

    /// What endless play is worth, how many positions it affects, and from which player's side the worth is seen.
    fn circling(&self, parts: &[Part]) -> Result<(Circling, u64, i8), Refusal> {
        let checked = parts.par_iter().map(|part| {
            let mut desk = Desk::default();
            let mut seen: Vec<Option<i8>> = Vec::new();
            let mut count = 0_u64;
            let bounds = &self.bounds;
            self.each(
                part,
                |index| {
                    let (low, high) = bounds.get(index);
                    low < high
                },
                |_, position, _| {
                    count += 1;
                    if seen.len() < 2 {
                        let worth = self.field.repeated(position, &mut desk);
                        // convert to South's side
                        let worth = worth.map(|worth| if position.to_move == 0 { worth } else { -worth });
                        if !seen.contains(&worth) {
                            seen.push(worth);
                        }
                    }
                    Ok(())
                },
            )?;
            Ok((seen, count))
        });
        let (seen, count) = checked.try_reduce(
            || (Vec::new(), 0),
            |(mut seen, count), (more, other)| {
                more.into_iter().for_each(|worth| {
                    if !seen.contains(&worth) {
                        seen.push(worth)
                    }
                });
                Ok((seen, count + other))
            },
        )?;
        Ok(match seen.as_slice() {
            [] => (Circling::Never, count, 0),
            [None] => (Circling::Untold, count, 0),
            // turned positions show North's side as South's
            [Some(0)] => (Circling::Told, count, 0),
            [Some(worth)] if self.both_movers() => (Circling::Told, count, *worth),
            _ => (Circling::ByPath, count, 0),
        })
    }

    /// Whether the layer stores positions of both movers without turning them.
    fn both_movers(&self) -> bool {
        let mut movers = self.field.layers[self.number as usize].rooms.iter().map(|room| self.field.rooms[*room].mover);
        let first = movers.next();
        movers.any(|mover| Some(mover) != first)
    }

    /// All values, and their counts.
    fn finished(self, worth: i8) -> (Vec<i8>, Counts) {
        let field = self.field;
        let number = self.number as usize;
        let layer = &field.layers[number];
        let of_north: Vec<(u64, u64)> = layer
            .rooms
            .iter()
            .enumerate()
            .filter(|(_, room)| field.rooms[**room].mover == 1)
            .map(|(place, room)| {
                let begins =
                    |room: usize| field.rooms[room].begins[layer.seeds].map_or(0, |(_, first)| u64::from(first));
                (begins(*room), layer.rooms.get(place + 1).map_or(layer.positions, |next| begins(*next)))
            })
            .collect();
        let north = |index: usize| of_north.iter().any(|(from, to)| (*from..*to).contains(&(index as u64)));
        let values: Vec<i8> = (self.bounds.0.into_par_iter().enumerate().with_min_len(1 << 16))
            .map(|(index, bounds)| {
                let (low, high) = unpacked(bounds.into_inner());
                let worth = if worth != 0 && north(index) { -worth } else { worth };
                if low >= high { low } else { worth.clamp(low, high) }
            })
            .collect();
        let counts = count(&values);
        (values, counts)
    }
}

impl Counts {
    /// Adds the counts of other positions.
    pub fn add(&mut self, other: &Counts) {
        self.won += other.won;
        self.even += other.even;
        self.lost += other.lost;
        self.cyclic += other.cyclic;
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

/// Counts the values above, equal to and below 0.
pub(super) fn count(values: &[i8]) -> Counts {
    let of = |values: &[i8]| {
        let won = values.iter().filter(|value| **value > 0).count() as u64;
        let lost = values.iter().filter(|value| **value < 0).count() as u64;
        (won, lost)
    };
    let (won, lost) =
        values.par_chunks(1 << 16).map(of).reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
    Counts { won, even: values.len() as u64 - won - lost, lost, cyclic: 0 }
}

/// Least and greatest possible value in a layer with this number of seeds. `counts`: seeds are scored; `decides`: a
/// rule can decide the round.
pub(super) fn range(seeds: usize, counts: bool, decides: bool) -> (i8, i8) {
    if !counts || decides { (LOST, WON) } else { (-(seeds as i8), seeds as i8) }
}
