//! Solves a layer with other ranks: each keeps the bounds of a share of its positions.
//!
//! The first pass looks all positions up to which moves lead, wherever they lie. Later passes need only what has
//! changed, which owners tell those who asked for it. Positions without a list look everything up again
//! (docs/solving.md).

use super::bounds::{Bounds, seen};
use super::circles::{Endless, finished, settles};
use super::draft::{Draft, Edge};
use super::field::{Desk, Field, Step};
use super::ghosts::{Asked, Changed, Ghosts, read, written};
use super::open::{List, Weighed, matters, sweep, weigh};
use super::parts::{Part, each, parts};
use super::peers::{Peers, Shares};
use super::refusal::Refusal;
use super::solved::{Counts, Solved};
use super::value::{NOTHING, with_gain};
use super::work::Work;
use crate::engine::{Lanes, Progress};

/// Number of positions whose moves a rank looks up at a time: with more ranks more, so that messages do not get short.
fn part(ranks: usize) -> u64 {
    ((ranks as u64) << 10).clamp(1 << 13, 1 << 15)
}

/// Solves a layer with others. The work has this rank's share of the values of layers before it, and its memory; the
/// result has its share of this layer.
pub(super) fn solve<L: Lanes>(field: &Field<L>, work: &Work<'_>, peers: &mut dyn Peers) -> Result<Solved, Refusal> {
    let Work { number, range, values, bytes, progress } = *work;
    let ranks = peers.count();
    let shares: Vec<Shares> =
        field.layers.iter().take(number + 1).map(|layer| Shares::new(layer.positions, ranks)).collect();
    let own = shares[number].of(peers.rank());
    let size = (own.end - own.start) as usize;
    let mut shard = Shard {
        field,
        work,
        first: own.start,
        shares: &shares,
        bounds: Bounds::new(size, range.0, range.1),
        changed: Changed::all(size),
        talk: Talk { peers, sent: 0, trouble: None },
    };
    let mut left = bytes / 4;
    let mut pieces: Vec<Piece> = parts(field, number, &own, part(ranks))
        .into_iter()
        .map(|part| Piece { part, draft: None, list: None })
        .collect();
    shard.look_up(&mut pieces, &mut left)?;
    progress.add(size as u64, size as u64);
    let (ghosts, asked, listed) = shard.settle(&mut pieces)?;
    // as if all that others asked for had changed
    shard.tell(&asked, &ghosts)?;
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
        if !shard.tell(&asked, &ghosts)? {
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
    work: &'s Work<'s>,
    /// Number of this rank's first position.
    first: u64,
    /// How the layers up to this one are divided.
    shares: &'s [Shares],
    bounds: Bounds,
    changed: Changed,
    talk: Talk<'s>,
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
        let rounds = self.talk.agree(pieces.len() as u64, self.work.progress)?.into_iter().max().unwrap_or(0);
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
            self.talk.agree(0, self.work.progress)?;
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
        let done = each(field, self.work.number, &part, open, |slot, position, door| {
            field.look(position, door, &mut desk)?;
            let steps = &desk.found.steps;
            if steps.iter().any(|step| !self.is_known(step)) {
                return Err(field.unsolved(self.work.number, self.first + u64::from(slot)));
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
        let (layer, number) = (step.layer as usize, self.work.number);
        layer < number || layer == number && step.gain == 0
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
            let bounds = if layer == self.work.number {
                self.bounds.get(slot)
            } else {
                let value = self.work.values.of(layer).get(slot as usize).copied().unwrap_or(NOTHING);
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
        let mut known: Vec<(Edge, (i8, i8))> = Vec::new();
        let mut edges: Vec<Edge> = Vec::new();
        for (slot, fixed, count) in &batch.heads {
            let slot = *slot;
            known.clear();
            for step in steps.by_ref().take(*count as usize) {
                let (owner, slot_there) = self.shares[step.layer as usize].owner(step.index);
                let answer = answers.get_mut(owner).and_then(|answers| answers.next());
                let (under, over) = answer.map_or((NOTHING, NOTHING), |answer| read(*answer));
                if under == NOTHING {
                    return Err(self.field.unsolved(self.work.number, self.first + u64::from(slot)));
                }
                let gained = (with_gain(under, step.gain), with_gain(over, step.gain));
                known.push((Edge { owner, slot: slot_there, again: step.again }, seen(gained, step.again)));
            }
            let Weighed { mut best, low, high } = weigh(*fixed, known.iter().map(|(_, bounds)| *bounds));
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
                best = best.max(low);
                edges.clear();
                edges
                    .extend(known.iter().filter(|(_, bounds)| matters(*bounds, low, &mut best)).map(|(edge, _)| *edge));
                draft.add(slot, best, &edges);
            }
        }
        Ok((draft, open))
    }

    /// Makes lists of what the first pass noted: asks the owners of the positions that matter to be told of them, and
    /// learns who asks for own ones. Returns the size of all this in bytes as well.
    fn settle(&mut self, pieces: &mut [Piece]) -> Result<(Ghosts, Asked, u64), Refusal> {
        let (rank, ranks, own) = (self.talk.peers.rank(), self.talk.peers.count(), self.bounds.len());
        let mut ghosts = Ghosts::new(ranks);
        let edges = pieces.iter().filter_map(|piece| piece.draft.as_ref()).flat_map(Draft::edges);
        edges.filter(|edge| edge.owner != rank).for_each(|edge| ghosts.want(edge.owner, edge.slot));
        if ghosts.settle(own).is_none() {
            // more than can be numbered: everything is looked up again in every pass
            ghosts = Ghosts::new(ranks);
            ghosts.settle(own);
            pieces.iter_mut().for_each(|piece| piece.draft = None);
        }
        let place = |edge: Edge| if edge.owner == rank { edge.slot } else { ghosts.slot(edge.owner, edge.slot) };
        let mut words = 0;
        for piece in pieces {
            piece.list = piece.draft.take().map(|draft| draft.listed(place));
            words += piece.list.as_ref().map_or(0, Vec::len);
        }
        let asked = Asked::of(self.talk.exchange(ghosts.asked())?);
        // what is known of them comes from their owners
        let (more, (low, high)) = (ghosts.count(), self.work.range);
        self.bounds.extend(more, low, high);
        let listed = (4 * words + 2 * more + asked.bytes()) as u64;
        Ok((ghosts, asked, listed))
    }

    /// Tells others which positions that they asked for have changed, and hears of theirs. Returns whether any position
    /// of anyone has changed.
    fn tell(&mut self, asked: &Asked, ghosts: &Ghosts) -> Result<bool, Refusal> {
        const CHANGED: u64 = 1;
        const MORE: u64 = 2;
        let mut telling = asked.telling();
        loop {
            let told = self.talk.exchange(telling.next(&self.changed, &self.bounds))?;
            ghosts.hear(&told, &self.bounds);
            let changed = if self.changed.any() { CHANGED } else { 0 };
            let more = if telling.is_done() { 0 } else { MORE };
            let all = self.talk.agree(changed | more, self.work.progress)?;
            if all.iter().all(|told| told & MORE == 0) {
                return Ok(all.iter().any(|told| told & CHANGED != 0));
            }
        }
    }
}
