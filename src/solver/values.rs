//! The values of solved layers.

use super::solved::{Circling, Solved};

/// The values of all solved layers, by number of the layer.
#[derive(Clone, Debug, Default)]
pub struct Values {
    layers: Vec<Vec<i8>>,
    /// What endless play is worth in each layer; `None` if the layer is not solved.
    circling: Vec<Option<Circling>>,
    /// Number of layers, from the first on, whose values are known to depend on no convention about endless play.
    settled: usize,
}

impl Values {
    /// Room for `layers` layers, none of them solved.
    pub fn new(layers: usize) -> Values {
        Values { layers: vec![Vec::new(); layers], circling: vec![None; layers], settled: 0 }
    }

    /// The values of a layer; empty if it is not solved.
    #[inline(always)]
    pub fn of(&self, layer: usize) -> &[i8] {
        self.layers.get(layer).map_or(&[], Vec::as_slice)
    }

    /// Stores the values of a layer.
    pub fn put(&mut self, layer: usize, solved: Solved) {
        if let (Some(kept), Some(circling)) = (self.layers.get_mut(layer), self.circling.get_mut(layer)) {
            (*kept, *circling) = (solved.values, Some(solved.circling));
        }
        if solved.settled {
            self.settled = self.settled.max(layer + 1);
        }
        let settled = |circling: &Option<Circling>| circling.is_some_and(Circling::is_settled);
        let more = self.circling.get(self.settled..).unwrap_or_default();
        self.settled += more.iter().take_while(|circling| settled(circling)).count();
    }

    /// Whether it is known that no value of a layer depends on a convention about endless play.
    pub(super) fn is_settled(&self, layer: usize) -> bool {
        layer < self.settled
    }

    /// The first layer that is not solved although one after it is, if that leaves open whether values depend on a
    /// convention about endless play.
    pub fn gap(&self) -> Option<usize> {
        let solved = self.circling.iter().rposition(Option::is_some)?;
        (self.settled..solved).find(|layer| self.circling.get(*layer).is_some_and(Option::is_none))
    }

    /// The value stored at a place; `None` if its layer is not solved.
    pub fn at(&self, layer: usize, index: u64) -> Option<i8> {
        self.of(layer).get(usize::try_from(index).ok()?).copied()
    }
}
