//! Numbers the distributions of seeds over holes.
//!
//! Distributing `n` seeds over `h` holes is like placing `h - 1` bars among `n` stars. The number of a distribution is
//! that of the positions of its bars in the combinatorial number system: with `p(i)` seeds in the first `i` holes, it
//! is the sum of `C(p(i) + i - 1, i)`.

/// For each hole but the last, and each number of seeds up to it, its term in the number of a distribution.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// Row `i` (from 0) and seeds `p`: `C(p + i, i + 1)`.
    rows: Vec<Vec<u64>>,
}

/// The binomial coefficient `C(n, k)`, if it fits.
pub(super) fn choose(n: u64, k: u64) -> Option<u64> {
    let k = k.min(n.checked_sub(k)?);
    (0..k).try_fold(1_u64, |product, step| Some(product.checked_mul(n - step)? / (step + 1)))
}

/// Number of ways to distribute seeds over holes, if it fits.
pub(super) fn distributions(seeds: usize, holes: usize) -> Option<u64> {
    match holes {
        0 => Some(u64::from(seeds == 0)),
        holes => choose((seeds + holes - 1) as u64, holes as u64 - 1),
    }
}

impl Numbers {
    /// Terms for this number of holes and seeds. Terms that do not fit are the largest number; such distributions are
    /// never numbered.
    pub fn new(holes: usize, seeds: usize) -> Numbers {
        let bars = |hole: usize, seeds: usize| match seeds {
            // with no seeds up to it, the bar stands in the very first position
            0 => 0,
            _ => choose((seeds + hole) as u64, hole as u64 + 1).unwrap_or(u64::MAX),
        };
        let row = |hole: usize| (0..=seeds).map(|seeds| bars(hole, seeds)).collect();
        Numbers { rows: (0..holes.saturating_sub(1)).map(row).collect() }
    }

    /// Term of a hole with this number of seeds up to and including it.
    #[inline(always)]
    pub fn adds(&self, hole: usize, seeds: usize) -> u64 {
        self.rows.get(hole).and_then(|row| row.get(seeds)).copied().unwrap_or(0)
    }

    /// The rows, one for every hole but the last.
    #[inline(always)]
    pub fn rows(&self) -> &[Vec<u64>] {
        &self.rows
    }

    /// The distribution with this number.
    pub fn distribution(&self, number: u64, seeds: usize, holes: usize) -> Vec<u8> {
        let (mut left, mut above) = (number, seeds);
        let mut laid = vec![0; holes];
        for hole in (0..holes.saturating_sub(1)).rev() {
            let upto = (0..=above).rev().find(|upto| self.adds(hole, *upto) <= left).unwrap_or(0);
            left -= self.adds(hole, upto);
            laid[hole + 1] = (above - upto) as u8;
            above = upto;
        }
        if let Some(first) = laid.first_mut() {
            *first = above as u8;
        }
        laid
    }
}

/// Steps to the distribution with the next number. Returns the last hole that changed; all others that changed are
/// before it. `None` after the last distribution.
#[inline(always)]
pub(super) fn step(laid: &mut [u8]) -> Option<usize> {
    let hole = laid.iter().skip(1).position(|seeds| *seeds > 0)? + 1;
    let first = laid[0];
    laid[0] = 0;
    laid[hole] -= 1;
    laid[hole - 1] = first + 1;
    Some(hole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_distribution_has_its_number() {
        for (holes, seeds) in [(1, 5), (2, 4), (3, 7), (4, 6), (6, 5), (8, 4)] {
            let numbers = Numbers::new(holes, seeds);
            let count = distributions(seeds, holes).unwrap();
            let mut laid = numbers.distribution(0, seeds, holes);
            for number in 0..count {
                let mut upto = 0;
                let sum: u64 = (0..holes - 1)
                    .map(|hole| {
                        upto += usize::from(laid[hole]);
                        numbers.adds(hole, upto)
                    })
                    .sum();
                assert_eq!(sum, number, "{laid:?}");
                assert_eq!(laid, numbers.distribution(number, seeds, holes));
                assert_eq!(laid.iter().map(|seeds| usize::from(*seeds)).sum::<usize>(), seeds);
                assert_eq!(step(&mut laid).is_some(), number + 1 < count, "{number}");
            }
        }
    }

    #[test]
    fn too_many_to_number_are_told() {
        assert_eq!(Numbers::new(32, 120).adds(30, 120), u64::MAX);
        assert_eq!(distributions(32, 8), Some(15_380_937));
        assert_eq!(choose(300, 150), None);
    }
}
