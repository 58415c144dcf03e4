//! What a rank must know of positions that other ranks keep.
//!
//! A rank lists the positions of others on which its own still depend, once each, and asks their owners for them. Their
//! bounds lie behind those of its own positions. An owner remembers who asked for what, and tells changes by the place
//! in that list. Whatever rises is told and kept as the distance from the one before, which is a byte for most of it.

use super::bounds::Bounds;
use super::packed::{put, take, take_bytes};

/// Least number of slots for which a block makes room.
const FEW: usize = 64;

/// The lower halves of slots whose upper halves are the same.
#[derive(Debug, Default)]
struct Block {
    /// In rising order and each once, after `sort`.
    lower: Vec<u16>,
    /// Number of slots in the blocks before it.
    begin: u32,
}

impl Block {
    #[inline(always)]
    fn add(&mut self, lower: u16) {
        if self.lower.len() == self.lower.capacity() {
            self.sort();
            self.lower.reserve_exact(FEW.max(self.lower.len() / 4));
        }
        self.lower.push(lower);
    }

    fn sort(&mut self) {
        // all but the last ones are sorted, which this sort makes use of
        self.lower.sort();
        self.lower.dedup();
    }
}

/// Slots of another rank. They come in any order and several times.
#[derive(Debug, Default)]
struct Wanted {
    blocks: Vec<Block>,
    count: u32,
}

impl Wanted {
    #[inline(always)]
    fn add(&mut self, slot: u32) {
        let block = (slot >> 16) as usize;
        if block >= self.blocks.len() {
            self.blocks.resize_with(block + 1, Block::default);
        }
        self.blocks[block].add(slot as u16);
    }

    /// Sorts what has come.
    fn settle(&mut self) {
        for block in &mut self.blocks {
            block.sort();
            block.begin = self.count;
            self.count += block.lower.len() as u32;
        }
    }

    /// Place of a slot among all of them.
    #[inline(always)]
    fn place(&self, slot: u32) -> u32 {
        let block = &self.blocks[(slot >> 16) as usize];
        block.begin + block.lower.binary_search(&(slot as u16)).unwrap_or_default() as u32
    }

    /// All slots, as bytes.
    fn told(self) -> Vec<u8> {
        let (mut bytes, mut last) = (Vec::with_capacity(self.count as usize), 0);
        for (upper, block) in (0_u32..).zip(self.blocks) {
            for lower in block.lower {
                let slot = upper << 16 | u32::from(lower);
                put(&mut bytes, slot - last);
                last = slot;
            }
        }
        bytes
    }
}

/// The positions of other ranks that matter here.
#[derive(Debug)]
pub(super) struct Ghosts {
    /// For each rank, the slots there.
    wanted: Vec<Wanted>,
    /// For each rank, where their bounds begin here.
    begins: Vec<u32>,
    count: usize,
}

impl Ghosts {
    pub fn new(ranks: usize) -> Ghosts {
        Ghosts { wanted: (0..ranks).map(|_| Wanted::default()).collect(), begins: Vec::new(), count: 0 }
    }

    /// Wants a position of another rank.
    #[inline(always)]
    pub fn want(&mut self, owner: usize, slot: u32) {
        self.wanted[owner].add(slot);
    }

    /// Decides where their bounds lie, after those of so many own positions. `None` if there are too many.
    pub fn settle(&mut self, own: usize) -> Option<()> {
        let mut begin = u32::try_from(own).ok()?;
        for wanted in &mut self.wanted {
            wanted.settle();
            self.begins.push(begin);
            begin = begin.checked_add(wanted.count).filter(|all| *all < 1 << 31)?;
            self.count += wanted.count as usize;
        }
        Some(())
    }

    /// Number of positions of others.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Where the bounds of a position of another rank lie here.
    #[inline(always)]
    pub fn slot(&self, owner: usize, slot: u32) -> u32 {
        self.begins[owner] + self.wanted[owner].place(slot)
    }

    /// What each rank is asked for: the slots there. They are forgotten here; only their order matters from now on.
    pub fn asked(&mut self) -> Vec<Vec<u8>> {
        self.wanted.iter_mut().map(|wanted| std::mem::take(wanted).told()).collect()
    }

    /// Takes in what owners tell.
    pub fn hear(&self, told: &[Vec<u8>], bounds: &Bounds) {
        for (bytes, begin) in told.iter().zip(&self.begins) {
            let (mut left, mut slot) = (&bytes[..], *begin);
            while let (Some(more), Some(pair)) = (take(&mut left), take_bytes(&mut left)) {
                slot += more;
                let (low, high) = read(pair);
                bounds.put(slot, low, high);
            }
        }
    }
}

/// What other ranks want to know of own positions.
#[derive(Debug)]
pub(super) struct Asked {
    /// For each rank, slots in rising order, as bytes.
    slots: Vec<Vec<u8>>,
}

/// Most bytes that a rank tells all others at a time.
const MOST_TOLD: usize = 1 << 20;

/// It may always tell each of them this much.
const LEAST_TOLD: usize = 1 << 12;

impl Asked {
    /// Keeps what each rank has asked for.
    pub fn of(slots: Vec<Vec<u8>>) -> Asked {
        Asked { slots }
    }

    /// Number of bytes that this takes.
    pub fn bytes(&self) -> usize {
        self.slots.iter().map(Vec::len).sum()
    }

    /// Begins to tell others what has changed.
    pub fn telling(&self) -> Telling<'_> {
        let most = (MOST_TOLD / self.slots.len().max(1)).max(LEAST_TOLD);
        Telling { left: self.slots.iter().map(|slots| Left { slots, slot: 0, place: 0 }).collect(), most }
    }
}

/// What is still to be told.
#[derive(Debug)]
pub(super) struct Telling<'a> {
    /// For each rank.
    left: Vec<Left<'a>>,
    most: usize,
}

/// The slots that are not looked at yet.
#[derive(Debug)]
struct Left<'a> {
    slots: &'a [u8],
    /// The slot before them, and the place of the first of them.
    slot: u32,
    place: u32,
}

impl Telling<'_> {
    /// The next piece for each rank: places and bounds of positions that have changed.
    pub fn next(&mut self, changed: &Changed, bounds: &Bounds) -> Vec<Vec<u8>> {
        let most = self.most;
        let next = |left: &mut Left<'_>| {
            let (mut bytes, mut last) = (Vec::new(), 0);
            while bytes.len() < most
                && let Some(more) = take(&mut left.slots)
            {
                left.slot += more;
                if changed.has(left.slot) {
                    put(&mut bytes, left.place - last);
                    bytes.extend(written(bounds.get(left.slot)));
                    last = left.place;
                }
                left.place += 1;
            }
            bytes
        };
        self.left.iter_mut().map(next).collect()
    }

    /// Whether all is told.
    pub fn is_done(&self) -> bool {
        self.left.iter().all(|left| left.slots.is_empty())
    }
}

/// Which own positions changed: a bit each.
#[derive(Debug)]
pub(super) struct Changed {
    bits: Vec<u64>,
    any: bool,
}

impl Changed {
    /// Says that all of so many positions changed.
    pub fn all(size: usize) -> Changed {
        Changed { bits: vec![u64::MAX; size.div_ceil(64)], any: true }
    }

    #[inline(always)]
    pub fn add(&mut self, slot: u32) {
        self.any = true;
        if let Some(word) = self.bits.get_mut(slot as usize / 64) {
            *word |= 1 << (slot % 64);
        }
    }

    #[inline(always)]
    fn has(&self, slot: u32) -> bool {
        self.bits.get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 != 0)
    }

    /// Whether any position changed.
    pub fn any(&self) -> bool {
        self.any
    }

    pub fn clear(&mut self) {
        self.bits.fill(0);
        self.any = false;
    }
}

/// Bounds as two bytes.
#[inline(always)]
pub(super) fn written((low, high): (i8, i8)) -> [u8; 2] {
    [low as u8, high as u8]
}

/// Bounds from two bytes.
#[inline(always)]
pub(super) fn read([low, high]: [u8; 2]) -> (i8, i8) {
    (low as i8, high as i8)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Numbers below `most` without order, some of them often.
    fn scattered(most: u32) -> impl Iterator<Item = u32> {
        (1..2_000_u32).map(move |step| step.wrapping_mul(2_654_435_761) % most)
    }

    #[test]
    fn wanted_positions_have_places_in_the_order_in_which_they_are_asked_for() {
        let mut ghosts = Ghosts::new(3);
        let (mut near, mut far) = (BTreeSet::new(), BTreeSet::new());
        for (one, other) in scattered(700).zip(scattered(300_000)) {
            ghosts.want(0, one);
            ghosts.want(2, other);
            near.insert(one);
            far.insert(other);
        }
        let own = 50;
        assert_eq!(ghosts.settle(own), Some(()));
        assert_eq!(ghosts.count(), near.len() + far.len());
        let mut next = own as u32;
        for (rank, slots) in [(0, &near), (2, &far)] {
            for slot in slots {
                assert_eq!(ghosts.slot(rank, *slot), next);
                next += 1;
            }
        }
        let read = |bytes: &Vec<u8>| {
            let (mut left, mut slot) = (&bytes[..], 0);
            std::iter::from_fn(move || {
                slot += take(&mut left)?;
                Some(slot)
            })
            .collect::<BTreeSet<u32>>()
        };
        let asked = ghosts.asked();
        assert_eq!(asked.iter().map(read).collect::<Vec<_>>(), [near, BTreeSet::new(), far]);
    }

    #[test]
    fn more_positions_than_there_are_numbers_cannot_be_wanted() {
        let mut ghosts = Ghosts::new(2);
        ghosts.want(1, 0);
        assert_eq!(ghosts.settle((1 << 31) - 1), None);
    }

    #[test]
    fn owners_tell_what_has_changed_piece_by_piece() {
        // rank 1 asks rank 0, who has 5000 positions, and keeps 10 itself
        let (owned, own) = (5_000, 10);
        let mut ghosts = Ghosts::new(2);
        scattered(owned).for_each(|slot| ghosts.want(0, slot));
        ghosts.settle(own);
        let places: Vec<(u32, u32)> = scattered(owned).map(|slot| (slot, ghosts.slot(0, slot))).collect();
        let asked = Asked::of(vec![Vec::new(), ghosts.asked().swap_remove(0)]);
        let owner = Bounds::new(owned as usize, 0, 0);
        (0..owned).for_each(|slot| owner.put(slot, (slot % 100) as i8 - 50, (slot % 101) as i8));
        let mut changed = Changed::all(owned as usize);
        let mut heard = Bounds::new(own, 1, 2);
        heard.extend(ghosts.count(), -128, 127);
        let tell = |changed: &Changed, heard: &Bounds| {
            let (mut telling, mut pieces) = (Telling { most: 100, ..asked.telling() }, 0);
            while !telling.is_done() {
                let messages = telling.next(changed, &owner);
                assert!(messages[0].is_empty() && messages[1].len() < 100 + 7, "{messages:?}");
                ghosts.hear(&[messages[1].clone(), Vec::new()], heard);
                pieces += 1;
            }
            pieces
        };
        assert!(tell(&changed, &heard) > 10);
        assert!(places.iter().all(|(slot, place)| heard.get(*place) == owner.get(*slot)));
        changed.clear();
        assert!(!changed.any());
        (0..owned).filter(|slot| slot % 3 == 0).for_each(|slot| changed.add(slot));
        (0..owned).for_each(|slot| owner.put(slot, 77, 78));
        assert!(changed.any() && tell(&changed, &heard) > 3);
        let told = |(slot, place): &(u32, u32)| (heard.get(*place) == (77, 78)) == (slot % 3 == 0);
        assert!(places.iter().all(told));
        assert!((0..own as u32).all(|slot| heard.get(slot) == (1, 2)));
    }
}
