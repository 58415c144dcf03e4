//! What a rank must know of positions that other ranks keep.
//!
//! A rank lists the positions of others on which its own still depend, once each, and asks their owners for them. Their
//! bounds lie behind those of its own positions. An owner remembers who asked for what, and tells changes by the place
//! in that list.

use super::bounds::Bounds;
use super::open::{List, head, word};

/// Fewest positions that are sorted at a time.
const FEW: usize = 1 << 12;

/// Slots of another rank, each once. They come in any order and several times.
#[derive(Debug, Default)]
struct Wanted {
    sorted: Vec<u32>,
    recent: Vec<u32>,
}

impl Wanted {
    #[inline(always)]
    fn add(&mut self, slot: u32) {
        if self.recent.len() >= FEW.max(self.sorted.len() / 4) {
            self.merge();
        }
        self.recent.push(slot);
    }

    fn merge(&mut self) {
        self.sorted.append(&mut self.recent);
        // the part before is sorted, which this sort makes use of
        self.sorted.sort();
        self.sorted.dedup();
    }
}

/// The open positions of a part, as the first pass finds them: their successors lie with any rank.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// For each position its slot, and the head that it has in a list.
    heads: Vec<[u32; 2]>,
    /// Slot of each successor with its owner, and whether the same player is to move.
    words: Vec<u32>,
    owners: Vec<u16>,
}

impl Draft {
    /// Adds a successor of the position that is added next.
    #[inline(always)]
    pub fn step(&mut self, owner: usize, slot: u32, again: bool) {
        self.words.push(word(slot, again));
        self.owners.push(owner as u16);
    }

    /// Adds a position, and the best value that is known of its moves. `before` is the number of all steps before its
    /// own.
    #[inline(always)]
    pub fn add(&mut self, slot: u32, best: i8, before: usize) {
        self.heads.push([slot, head(self.words.len() - before, best)]);
    }

    /// Number of all steps.
    pub fn steps(&self) -> usize {
        self.words.len()
    }

    /// Number of words that the list takes, with what ranks must keep of each other's positions for it.
    pub fn size(&self) -> usize {
        2 * self.heads.len() + 5 * self.words.len() / 2
    }

    /// Gives back memory that is not needed.
    pub fn shrink(&mut self) {
        self.heads.shrink_to_fit();
        self.words.shrink_to_fit();
        self.owners.shrink_to_fit();
    }

    /// The list, once it is known where the bounds of the positions of others lie.
    pub fn listed(self, rank: usize, ghosts: &Ghosts) -> List {
        let mut list = Vec::with_capacity(2 * self.heads.len() + self.words.len());
        let mut edges = self.words.iter().zip(&self.owners);
        for [slot, head] in &self.heads {
            list.extend([*slot, *head]);
            for (edge, owner) in edges.by_ref().take((head >> 8) as usize) {
                let owner = usize::from(*owner);
                let of = if owner == rank { edge >> 1 } else { ghosts.slot(owner, edge >> 1) };
                list.push(word(of, edge & 1 != 0));
            }
        }
        list
    }
}

/// The positions of other ranks that matter here.
#[derive(Debug)]
pub(super) struct Ghosts {
    /// For each rank, the slots there.
    wanted: Vec<Wanted>,
    /// For each rank, where their bounds begin here.
    begins: Vec<u32>,
}

impl Ghosts {
    pub fn new(ranks: usize) -> Ghosts {
        Ghosts { wanted: (0..ranks).map(|_| Wanted::default()).collect(), begins: Vec::new() }
    }

    /// Wants all positions of others on which those of a part depend.
    pub fn want(&mut self, rank: usize, draft: &Draft) {
        for (edge, owner) in draft.words.iter().zip(&draft.owners) {
            let owner = usize::from(*owner);
            if owner != rank {
                self.wanted[owner].add(edge >> 1);
            }
        }
    }

    /// Decides where their bounds lie, after those of so many own positions. `None` if there are too many.
    pub fn settle(&mut self, own: usize) -> Option<()> {
        let mut begin = u32::try_from(own).ok()?;
        for wanted in &mut self.wanted {
            wanted.merge();
            wanted.recent = Vec::new();
            self.begins.push(begin);
            begin = begin.checked_add(u32::try_from(wanted.sorted.len()).ok()?).filter(|all| *all < 1 << 31)?;
        }
        Some(())
    }

    /// Number of positions of others.
    pub fn count(&self) -> usize {
        self.wanted.iter().map(|wanted| wanted.sorted.len()).sum()
    }

    /// Where the bounds of a position of another rank lie here.
    fn slot(&self, owner: usize, slot: u32) -> u32 {
        let place = self.wanted[owner].sorted.binary_search(&slot).unwrap_or_default();
        self.begins[owner] + place as u32
    }

    /// What each rank is asked for: the slots there, four bytes each. They are forgotten here; only their order matters
    /// from now on.
    pub fn asked(&mut self) -> Vec<Vec<u8>> {
        let slots = self.wanted.iter_mut().map(|wanted| std::mem::take(&mut wanted.sorted));
        slots.map(|slots| slots.iter().flat_map(|slot| slot.to_le_bytes()).collect()).collect()
    }

    /// Takes in what the owners know at first, two bytes for each position, behind the bounds of own positions.
    pub fn learn(&self, told: &[Vec<u8>], bounds: &mut Bounds) {
        for pair in told.iter().flat_map(|bytes| bytes.as_chunks().0) {
            bounds.push(read(*pair));
        }
    }

    /// Takes in changes, six bytes each: the place in the list of the owner, and the bounds.
    pub fn hear(&self, told: &[Vec<u8>], bounds: &Bounds) {
        for (bytes, begin) in told.iter().zip(&self.begins) {
            for [a, b, c, d, low, high] in bytes.as_chunks().0 {
                bounds.put(begin + u32::from_le_bytes([*a, *b, *c, *d]), *low as i8, *high as i8);
            }
        }
    }
}

/// What other ranks want to know of own positions.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// For each rank, slots in rising order.
    slots: Vec<Vec<u32>>,
}

impl Asked {
    /// Reads what was asked for, and returns the answers: the bounds of each position.
    pub fn of(messages: Vec<Vec<u8>>, bounds: &Bounds) -> (Asked, Vec<Vec<u8>>) {
        let read = |bytes: Vec<u8>| bytes.as_chunks().0.iter().map(|slot| u32::from_le_bytes(*slot)).collect();
        let slots: Vec<Vec<u32>> = messages.into_iter().map(read).collect();
        let known = |slots: &Vec<u32>| slots.iter().flat_map(|slot| written(bounds.get(*slot))).collect();
        let answers = slots.iter().map(known).collect();
        (Asked { slots }, answers)
    }

    /// Number of words that this takes.
    pub fn words(&self) -> usize {
        self.slots.iter().map(Vec::len).sum()
    }

    /// What each rank must be told of the positions that changed.
    pub fn changes(&self, changed: &Changed, bounds: &Bounds) -> Vec<Vec<u8>> {
        let told = |slots: &Vec<u32>| {
            let mut bytes = Vec::new();
            for (place, slot) in slots.iter().enumerate().filter(|(_, slot)| changed.has(**slot)) {
                bytes.extend((place as u32).to_le_bytes());
                bytes.extend(written(bounds.get(*slot)));
            }
            bytes
        };
        self.slots.iter().map(told).collect()
    }
}

/// Which own positions changed: a bit each.
#[derive(Debug)]
pub(super) struct Changed {
    bits: Vec<u64>,
    count: u64,
}

impl Changed {
    pub fn new(size: usize) -> Changed {
        Changed { bits: vec![0; size.div_ceil(64)], count: 0 }
    }

    #[inline(always)]
    pub fn add(&mut self, slot: u32) {
        self.count += 1;
        if let Some(word) = self.bits.get_mut(slot as usize / 64) {
            *word |= 1 << (slot % 64);
        }
    }

    #[inline(always)]
    fn has(&self, slot: u32) -> bool {
        self.bits.get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 != 0)
    }

    /// Number of changes.
    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn clear(&mut self) {
        self.bits.fill(0);
        self.count = 0;
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
