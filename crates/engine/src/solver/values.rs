//! The values of solved layers.

use std::fmt::Debug;
use std::sync::Arc;

use super::refusal::Refusal;
use super::solved::{Circling, Solved};

/// Values that are kept elsewhere, such as in files.
pub trait Stored: Debug + Send + Sync {
    /// The value at a place of a layer; `None` if there is no such place.
    ///
    /// # Errors
    ///
    /// The value cannot be read; the error says why.
    fn value(&self, layer: usize, index: u64) -> Result<Option<i8>, String>;
}

/// The values of all solved layers, by number of the layer.
#[derive(Clone, Debug, Default)]
pub struct Values {
    layers: Vec<Vec<i8>>,
    /// The values of layers that are kept elsewhere.
    stored: Option<Arc<dyn Stored>>,
    /// What endless play is worth in each layer; `None` if the layer is not solved.
    circling: Vec<Option<Circling>>,
    /// Whether no value of a layer, or of one that it leads to, is known to depend on a convention about endless play.
    settled: Vec<bool>,
    /// Number of layers, from the first on, in none of which endless play has a value by convention.
    first: usize,
}

impl Values {
    /// Room for `layers` layers, none of them solved.
    pub fn new(layers: usize) -> Values {
        Values {
            layers: vec![Vec::new(); layers],
            stored: None,
            circling: vec![None; layers],
            settled: vec![false; layers],
            first: 0,
        }
    }

    /// The values of layers that are kept elsewhere. `solved` tells of each layer that is there, in order, what endless
    /// play is worth in it, and whether no value of it or of one that it leads to depends on a convention about that.
    pub fn kept(
        layers: usize,
        stored: Arc<dyn Stored>,
        solved: impl Iterator<Item = (usize, Circling, bool)>,
    ) -> Values {
        let mut values = Values { stored: Some(stored), ..Values::new(layers) };
        for (layer, circling, settled) in solved {
            values.note(layer, circling, settled);
        }
        values
    }

    /// The values of a layer; empty if it is not solved, or kept elsewhere.
    #[inline(always)]
    pub fn of(&self, layer: usize) -> &[i8] {
        self.layers.get(layer).map_or(&[], Vec::as_slice)
    }

    /// Whether a layer is solved.
    pub fn has(&self, layer: usize) -> bool {
        self.circling.get(layer).is_some_and(Option::is_some)
    }

    /// Stores the values of a layer.
    pub fn put(&mut self, layer: usize, solved: Solved) {
        if let Some(kept) = self.layers.get_mut(layer) {
            *kept = solved.values;
        }
        self.note(layer, solved.circling, solved.settled);
    }

    /// Notes that a layer is solved.
    fn note(&mut self, layer: usize, circling: Circling, settled: bool) {
        if let Some(kept) = self.circling.get_mut(layer) {
            *kept = Some(circling);
        }
        if let Some(known) = self.settled.get_mut(layer) {
            *known = settled;
        }
        let settled = |circling: &Option<Circling>| circling.is_some_and(Circling::is_settled);
        let more = self.circling.get(self.first..).unwrap_or_default();
        self.first += more.iter().take_while(|circling| settled(circling)).count();
    }

    /// Whether it is known that no value of a layer depends on a convention about endless play.
    pub(super) fn is_settled(&self, layer: usize) -> bool {
        layer < self.first || self.settled.get(layer).is_some_and(|settled| *settled)
    }

    /// The first layer that is not solved although one after it is, if that leaves open whether values depend on a
    /// convention about endless play.
    pub fn gap(&self) -> Option<usize> {
        let open = (self.first..self.circling.len()).rfind(|layer| self.has(*layer) && !self.is_settled(*layer))?;
        (self.first..open).find(|layer| !self.has(*layer))
    }

    /// The value stored at a place; `None` if its layer is not solved.
    ///
    /// # Errors
    ///
    /// The value is kept elsewhere and cannot be read.
    pub fn at(&self, layer: usize, index: u64) -> Result<Option<i8>, Refusal> {
        let here = usize::try_from(index).ok().and_then(|index| self.of(layer).get(index));
        match (here, &self.stored) {
            (None, Some(stored)) if self.has(layer) => stored
                .value(layer, index)
                .map_err(|what| Refusal::rules(&what, "the database has changed while it was read")),
            (here, _) => Ok(here.copied()),
        }
    }
}
