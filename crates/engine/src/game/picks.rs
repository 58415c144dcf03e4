//! Combinations.

/// Binomial coefficient: the number of ways to choose `number` of `things`. Returns `u64::MAX` if it is larger.
pub fn choices(things: u64, number: u64) -> u64 {
    let mut ways = 1_u128;
    for taken in 0..number.min(things.saturating_sub(number)) {
        ways = ways * u128::from(things - taken) / u128::from(taken + 1);
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    if number > things { 0 } else { ways as u64 }
}

/// Lists all combinations of `number` indices below `things`, in lexicographic order: `01 02 03 12 13 23`.
pub fn picks(things: usize, number: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for taken in 1..=number {
        let longer = |pick: Vec<usize>| {
            let first = pick.last().map_or(0, |last| last + 1);
            // leave enough things for the rest of the pick
            (first..(things + taken).saturating_sub(number)).map(move |place| [pick.as_slice(), &[place]].concat())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}
