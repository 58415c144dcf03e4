//! Open positions as the first pass notes them, before it is known where the bounds of other ranks' positions will lie.

use super::open::{List, head, word};
use super::packed::{put, take, take_bytes};

/// A successor that still matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The rank that keeps it.
    pub owner: usize,
    /// Its slot there.
    pub slot: u32,
    /// Whether the same player is to move.
    pub again: bool,
}

/// Open positions of a part, with their successors that still matter, which lie with any rank.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// For each position how far its slot lies behind the one before, the best value that is known of its moves, and the
    /// number of its successors; then for each of these its owner, and its word as in a list.
    bytes: Vec<u8>,
    last: u32,
    positions: usize,
    edges: usize,
}

impl Draft {
    /// Adds a position behind the others.
    #[inline(always)]
    pub fn add(&mut self, slot: u32, best: i8, edges: &[Edge]) {
        put(&mut self.bytes, slot - self.last);
        self.bytes.push(best as u8);
        put(&mut self.bytes, edges.len() as u32);
        for edge in edges {
            put(&mut self.bytes, edge.owner as u32);
            self.bytes.extend(word(edge.slot, edge.again).to_le_bytes());
        }
        self.last = slot;
        self.positions += 1;
        self.edges += edges.len();
    }

    /// Number of words that the list takes, with what ranks must keep of each other's positions for it.
    pub fn size(&self) -> usize {
        2 * self.positions + 7 * self.edges / 4
    }

    /// Gives back memory that is not needed.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }

    /// All successors.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        let (mut left, mut edges) = (&self.bytes[..], 0);
        std::iter::from_fn(move || {
            while edges == 0 {
                (_, _, edges) = position(&mut left)?;
            }
            edges -= 1;
            edge(&mut left)
        })
    }

    /// The list, once it is known where the bounds of each successor lie.
    pub fn listed(self, place: impl Fn(Edge) -> u32) -> List {
        let mut list = Vec::with_capacity(2 * self.positions + self.edges);
        let (mut left, mut slot) = (&self.bytes[..], 0);
        while let Some((more, best, edges)) = position(&mut left) {
            slot += more;
            list.extend([slot, head(edges, best)]);
            let edges = (0..edges).map_while(|_| edge(&mut left));
            list.extend(edges.map(|edge| word(place(edge), edge.again)));
        }
        list
    }
}

#[inline(always)]
fn position(left: &mut &[u8]) -> Option<(u32, i8, usize)> {
    let slot = take(left)?;
    let [best] = take_bytes(left)?;
    Some((slot, best as i8, take(left)? as usize))
}

#[inline(always)]
fn edge(left: &mut &[u8]) -> Option<Edge> {
    let owner = take(left)? as usize;
    let word = u32::from_le_bytes(take_bytes(left)?);
    Some(Edge { owner, slot: word >> 1, again: word & 1 != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_becomes_the_list_of_its_positions() {
        let edge = |owner, slot, again| Edge { owner, slot, again };
        let edges = [edge(0, 3, false), edge(300, (1 << 31) - 1, true), edge(2, 0, false)];
        let mut draft = Draft::default();
        draft.add(5, -7, &edges[..2]);
        draft.add(6, 0, &[]);
        draft.add(400, 12, &edges[2..]);
        assert_eq!(draft.edges().collect::<Vec<_>>(), edges);
        let list = draft.listed(|edge| edge.owner as u32 + 10);
        let expected =
            [5, head(2, -7), word(10, false), word(310, true), 6, head(0, 0), 400, head(1, 12), word(12, false)];
        assert_eq!(list, expected);
    }
}
