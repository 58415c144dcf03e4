//! A set of values, numbered in order of insertion.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Distinct values, numbered from 0.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    values: Vec<T>,
    /// Hash table of the numbers.
    numbers: HashTable<u32>,
    hasher: RandomState,
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    /// Creates the set with one value, which gets number 0.
    pub fn new(first: T) -> Self {
        let mut numbered = Numbered { values: Vec::new(), numbers: HashTable::new(), hasher: RandomState::default() };
        numbered.add(first);
        numbered
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The value with a number.
    pub fn get(&self, number: usize) -> Option<T> {
        self.values.get(number).copied()
    }

    /// The number of a value, if it is in the set.
    pub fn number(&self, value: &T) -> Option<u32> {
        let is_it = |number: &u32| self.values[*number as usize] == *value;
        self.numbers.find(self.hasher.hash_one(value), is_it).copied()
    }

    /// Adds a value unless it is in the set. Returns its number, and whether it is new.
    pub fn add(&mut self, value: T) -> (u32, bool) {
        let Numbered { values, numbers, hasher } = self;
        let is_it = |number: &u32| values[*number as usize] == value;
        let hash = |number: &u32| hasher.hash_one(values[*number as usize]);
        match numbers.entry(hasher.hash_one(value), is_it, hash) {
            Entry::Occupied(known) => (*known.get(), false),
            Entry::Vacant(place) => {
                let number = values.len() as u32;
                place.insert(number);
                values.push(value);
                (number, true)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Numbered;

    #[test]
    fn values_keep_the_number_they_came_with() {
        let mut numbered = Numbered::new("first");
        let value = |number: u32| if number.is_multiple_of(2) { "second" } else { "third" };
        let found: Vec<(u32, bool)> = (0..4).map(|number| numbered.add(value(number))).collect();
        assert_eq!(found, [(1, true), (2, true), (1, false), (2, false)]);
        assert_eq!((numbered.len(), numbered.get(2), numbered.get(3)), (3, Some("third"), None));
        assert_eq!((numbered.number(&"second"), numbered.number(&"fourth")), (Some(1), None));
    }

    #[test]
    fn many_values_are_found_again() {
        let mut numbered = Numbered::new(0_u64);
        for value in 1..5_000 {
            assert_eq!(numbered.add(value * 7), (value as u32, true));
        }
        assert!((0..5_000).all(|value| numbered.number(&(value * 7)) == Some(value as u32)));
    }
}
