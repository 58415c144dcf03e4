//! Solves a layer with other ranks: each keeps the bounds of a share of its positions.
//!
//! The first pass looks all positions up to which moves lead, wherever they lie. Later passes need only what has
//! changed, which owners tell those who asked for it. Positions without a list look everything up again
//! (docs/solving.md).

use super::bounds::{Bounds, seen};
use super::circles::{Endless, finished, settles};
use super::field::{Desk, Field, Step};
use super::ghosts::{Asked, Changed, Draft, Ghosts, read, written};
use super::open::{List, Weighed, matters, sweep, weigh};
use super::parts::{Part, each, parts};
use super::peers::{Peers, Shares};
use super::refusal::Refusal;
use super::solved::{Counts, Solved};
use super::value::{NOTHING, with_gain};
use super::values::Values;
use crate::engine::{Lanes, Progress};

/// Number of positions whose moves a rank looks up at a time.
const PART: u64 = 1 << 15;

/// Solves a layer with others. `values` has this rank's share of the layers before it; the result has its share of this
/// one. `bytes` is the memory of this rank for lists besides the bounds.
pub(super) fn solve<L: Lanes>(
    field: &Field<L>,
    number: usize,
    range: (i8, i8),
    values: &Values,
    bytes: usize,
    peers: &mut dyn Peers,
    progress: &Progress,
) -> Result<Solved, Refusal> {
    let ranks = peers.count();
    let shares: Vec<Shares> =
        field.layers.iter().take(number + 1).map(|layer| Shares::new(layer.positions, ranks)).collect();
    let own = shares[number].of(peers.rank());
    let size = (own.end - own.start) as usize;
    let mut shard = Shard {
        field,
        number,
        first: own.start,
        shares: &shares,
        bounds: Bounds::new(size, range.0, range.1),
        changed: Changed::new(size),
        values,
        talk: Talk { peers, sent: 0, trouble: None },
        progress,
    };
    let mut left = bytes / 4;
    let mut pieces: Vec<Piece> =
        parts(field, number, &own, PART).into_iter().map(|part| Piece { part, draft: None, list: None }).collect();
    shard.look_up(&mut pieces, &mut left)?;
    progress.add(size as u64, size as u64);
    let (ghosts, asked, listed) = shard.settle(&mut pieces)?;
    let mut passes = 1;
    loop {
        pieces.retain(|piece| piece.list.as_ref().is_none_or(|list| !list.is_empty()));
        shard.changed.clear();
        let mut anew: Vec<Piece> = pieces.extract_if(.., |piece| piece.list.is_none()).collect();
        shard.look_up(&mut anew, &mut 0)?;
        let Shard { bounds, changed, .. } = &mut shard;
        for list in pieces.iter_mut().filter_map(|piece| piece.list.as_mut()) {
            sweep(list, bounds, |slot| changed.add(slot));
        }
        pieces.append(&mut anew);
        passes += 1;
        let messages = asked.changes(&shard.changed, &shard.bounds);
        let told = shard.talk.exchange(messages)?;
        ghosts.hear(&told, &shard.bounds);
        if shard.talk.agree(shard.changed.count(), progress)?.iter().all(|count| *count == 0) {
            break;
        }
    }
    let parts: Vec<Part> = pieces.into_iter().map(|piece| piece.part).collect();
    shard.bounds.truncate(size);
    let endless = Endless::among(field, number, &parts, &shard.bounds);
    let endless = shard.talk.keep(endless).unwrap_or_default();
    let all = shard.talk.agree(endless.number(), progress)?;
    let endless = all.into_iter().map(Endless::of).fold(Endless::default(), Endless::and);
    let (circling, worth) = endless.circling(field, number);
    let (own_values, mine) = finished(field, number, &own, shard.bounds, worth);
    let talk = &mut shard.talk;
    let mut sum = |number: u64| -> Result<u64, Refusal> { Ok(talk.peers.gather(number)?.iter().sum()) };
    let counts = Counts { won: sum(mine.won)?, even: sum(mine.even)?, lost: sum(mine.lost)?, cyclic: endless.count };
    let (listed, sent) = (sum(listed)?, talk.sent);
    let exchanged = talk.peers.gather(sent)?.iter().sum();
    let settled = settles(field, number, circling, values);
    Ok(Solved { values: own_values, counts, circling, settled, passes, listed, exchanged })
}

/// A part of this rank's positions.
struct Piece {
    part: Part,
    /// Its open positions, as the first pass found them.
    draft: Option<Draft>,
    /// Its open positions; `None` if their successors are looked up again.
    list: Option<List>,
}

/// Talk with the other ranks. What goes wrong here is kept until all ranks can hear of it, so that none waits for ever.
struct Talk<'s> {
    peers: &'s mut dyn Peers,
    /// Bytes sent to others.
    sent: u64,
    trouble: Option<Refusal>,
}

/// What a rank tells of its trouble.
const FINE: u64 = 0;
const STOPPED: u64 = 1;
const REFUSED: u64 = 2;
const OPEN: u64 = 3;

/// Number of bits of a number for trouble.
const TROUBLE_BITS: u32 = 2;

impl Talk<'_> {
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Refusal> {
        let own = self.peers.rank();
        let away = messages.iter().enumerate().filter(|(rank, _)| *rank != own);
        self.sent += away.map(|(_, message)| message.len() as u64).sum::<u64>();
        self.peers.exchange(messages)
    }

    /// Keeps what went wrong first.
    fn keep<T>(&mut self, result: Result<T, Refusal>) -> Option<T> {
        match result {
            Ok(found) => Some(found),
            Err(refusal) => {
                self.trouble.get_or_insert(refusal);
                None
            }
        }
    }

    /// Tells all ranks a number and hears theirs, unless one of them cannot go on.
    fn agree(&mut self, number: u64, progress: &Progress) -> Result<Vec<u64>, Refusal> {
        if progress.is_stopped() {
            self.trouble.get_or_insert(Refusal::Stopped);
        }
        let trouble = match &self.trouble {
            None => FINE,
            Some(Refusal::Stopped) => STOPPED,
            Some(refusal) if refusal.is_open() => OPEN,
            Some(_) => REFUSED,
        };
        let told = self.peers.gather(number << TROUBLE_BITS | trouble)?;
        let worst = told.iter().map(|told| told & ((1 << TROUBLE_BITS) - 1)).max();
        match worst.unwrap_or(FINE) {
            FINE => Ok(told.into_iter().map(|told| told >> TROUBLE_BITS).collect()),
            // what another rank met decides what all of them do
            worst if worst > trouble => {
                Err(if worst == STOPPED { Refusal::Stopped } else { Refusal::Elsewhere { open: worst == OPEN } })
            }
            _ => Err(self.trouble.take().unwrap_or(Refusal::Stopped)),
        }
    }
}

/// One rank's work on a layer.
struct Shard<'s, L: Lanes> {
    field: &'s Field<L>,
    number: usize,
    /// Number of this rank's first position.
    first: u64,
    /// How the layers up to this one are divided.
    shares: &'s [Shares],
    bounds: Bounds,
    changed: Changed,
    values: &'s Values,
    talk: Talk<'s>,
    progress: &'s Progress,
}

/// Positions of a part whose moves are being looked up.
#[derive(Default)]
struct Batch {
    /// For each position its slot, the value that rules give it or a move, and the number of its steps.
    heads: Vec<(u32, Option<i8>, u32)>,
    steps: Vec<Step>,
}

impl<L: Lanes> Shard<'_, L> {
    /// Plays the moves of all positions of these pieces whose bounds differ, and looks up where they lead, wherever that
    /// is kept. As long as words are left, open positions are noted.
    fn look_up(&mut self, pieces: &mut [Piece], left: &mut usize) -> Result<(), Refusal> {
        let rounds = self.talk.agree(pieces.len() as u64, self.progress)?.into_iter().max().unwrap_or(0);
        for round in 0..rounds {
            let mut piece = pieces.get_mut(round as usize);
            let mut batch = Batch::default();
            if let Some(piece) = &piece {
                let played = self.play(piece.part, &mut batch);
                self.talk.keep(played);
            }
            let asked = self.talk.exchange(self.questions(&batch))?;
            let answers = asked.iter().map(|asked| self.answers(asked)).collect();
            let answers = self.talk.exchange(answers)?;
            let weighed = self.weigh(&batch, &answers, *left > 0);
            if let (Some(piece), Some((mut draft, open))) = (&mut piece, self.talk.keep(weighed)) {
                if *left > 0 {
                    draft.shrink();
                    *left = left.saturating_sub(draft.size());
                    piece.draft = Some(draft);
                } else if !open {
                    piece.list = Some(Vec::new());
                }
            }
            self.talk.agree(0, self.progress)?;
        }
        Ok(())
    }

    /// Plays the moves of the open positions of a part.
    fn play(&self, part: Part, batch: &mut Batch) -> Result<(), Refusal> {
        let (field, bounds) = (self.field, &self.bounds);
        let mut desk = Desk::default();
        let open = |slot: u32| {
            let (low, high) = bounds.get(slot);
            low < high
        };
        let done = each(field, self.number, &part, open, |slot, position, door| {
            field.look(position, door, &mut desk)?;
            let steps = &desk.found.steps;
            if steps.iter().any(|step| !self.is_known(step)) {
                return Err(field.unsolved(self.number, self.first + u64::from(slot)));
            }
            batch.heads.push((slot, desk.found.fixed, steps.len() as u32));
            batch.steps.extend_from_slice(steps);
            Ok(())
        });
        if done.is_err() {
            *batch = Batch::default();
        }
        done
    }

    /// Whether a successor lies in this layer or in one before it.
    fn is_known(&self, step: &Step) -> bool {
        let layer = step.layer as usize;
        layer < self.number || layer == self.number && step.gain == 0
    }

    /// What each rank is asked: the layer and the slot of each step, eight bytes.
    fn questions(&self, batch: &Batch) -> Vec<Vec<u8>> {
        let mut messages = vec![Vec::new(); self.talk.peers.count()];
        for step in &batch.steps {
            let (owner, slot) = self.shares[step.layer as usize].owner(step.index);
            if let Some(message) = messages.get_mut(owner) {
                message.extend(step.layer.to_le_bytes());
                message.extend(slot.to_le_bytes());
            }
        }
        messages
    }

    /// What is known of the positions that a rank asks for: two bytes each.
    fn answers(&self, asked: &[u8]) -> Vec<u8> {
        let mut message = Vec::with_capacity(asked.len() / 4);
        for [a, b, c, d, slot @ ..] in asked.as_chunks::<8>().0 {
            let (layer, slot) = (u32::from_le_bytes([*a, *b, *c, *d]) as usize, u32::from_le_bytes(*slot));
            let bounds = if layer == self.number {
                self.bounds.get(slot)
            } else {
                let value = self.values.of(layer).get(slot as usize).copied().unwrap_or(NOTHING);
                (value, value)
            };
            message.extend(written(bounds));
        }
        message
    }

    /// Updates the bounds of the positions of a batch from the answers. Returns what is still open of it, and whether
    /// something is.
    fn weigh(&mut self, batch: &Batch, answers: &[Vec<u8>], keep: bool) -> Result<(Draft, bool), Refusal> {
        let (mut draft, mut open) = (Draft::default(), false);
        let mut answers: Vec<_> = answers.iter().map(|bytes| bytes.as_chunks::<2>().0.iter()).collect();
        let mut steps = batch.steps.iter();
        let mut known: Vec<(usize, u32, (i8, i8))> = Vec::new();
        for (slot, fixed, count) in &batch.heads {
            let slot = *slot;
            known.clear();
            for step in steps.by_ref().take(*count as usize) {
                let (owner, at) = self.shares[step.layer as usize].owner(step.index);
                let answer = answers.get_mut(owner).and_then(|answers| answers.next());
                let (under, over) = answer.map_or((NOTHING, NOTHING), |answer| read(*answer));
                if under == NOTHING {
                    return Err(self.field.unsolved(self.number, self.first + u64::from(slot)));
                }
                let gained = (with_gain(under, step.gain), with_gain(over, step.gain));
                known.push((owner, at << 1 | u32::from(step.again), seen(gained, step.again)));
            }
            let Weighed { mut best, low, high } = weigh(*fixed, known.iter().map(|(.., bounds)| *bounds));
            let before = self.bounds.get(slot);
            let (low, high) = (before.0.max(low), before.1.min(high));
            if (low, high) != before {
                self.bounds.put(slot, low, high);
                self.changed.add(slot);
            }
            if low >= high {
                continue;
            }
            open = true;
            if keep {
                let steps = draft.steps();
                best = best.max(low);
                for (owner, at, bounds) in &known {
                    if matters(*bounds, low, &mut best) {
                        draft.step(*owner, at >> 1, at & 1 != 0);
                    }
                }
                draft.add(slot, best, steps);
            }
        }
        Ok((draft, open))
    }

    /// Makes lists of what the first pass noted: asks the owners of the positions that matter for their bounds, and
    /// learns who asks for own ones. Returns the size of all lists in bytes as well.
    fn settle(&mut self, pieces: &mut [Piece]) -> Result<(Ghosts, Asked, u64), Refusal> {
        let (rank, ranks, own) = (self.talk.peers.rank(), self.talk.peers.count(), self.bounds.len());
        let mut ghosts = Ghosts::new(ranks);
        for draft in pieces.iter().filter_map(|piece| piece.draft.as_ref()) {
            ghosts.want(rank, draft);
        }
        if ghosts.settle(own).is_none() {
            // more than can be numbered: everything is looked up again in every pass
            ghosts = Ghosts::new(ranks);
            ghosts.settle(own);
            pieces.iter_mut().for_each(|piece| piece.draft = None);
        }
        let mut words = 0;
        for piece in pieces {
            piece.list = piece.draft.take().map(|draft| draft.listed(rank, &ghosts));
            words += piece.list.as_ref().map_or(0, Vec::len);
        }
        self.bounds.reserve(ghosts.count());
        let asked = self.talk.exchange(ghosts.asked())?;
        let (asked, answers) = Asked::of(asked, &self.bounds);
        let told = self.talk.exchange(answers)?;
        ghosts.learn(&told, &mut self.bounds);
        words += asked.words();
        Ok((ghosts, asked, 4 * words as u64))
    }
}
