//! Places of the seeds in a hole that are drawn as dots.

/// Most seeds that do not overlap.
pub(super) const MOST: u32 = 19;

/// Radius of a seed.
pub(super) const SEED: f64 = 3.3;

/// Places of `count` seeds relative to the centre of the hole: at most one in the centre, an inner ring, an outer ring.
pub(super) fn places(count: u32) -> Vec<(f64, f64)> {
    // Seeds in the centre, in the inner ring and in the outer ring.
    let (middle, inner, outer) = match count {
        0 => (0, 0, 0),
        1 => (1, 0, 0),
        2..=4 => (0, count, 0),
        5..=7 => (1, count - 1, 0),
        8..=9 => (1, 0, count - 1),
        10..=11 => (0, 2 + count % 2, 8),
        12..=13 => (0, 3 + count % 2, 9),
        14..=15 => (0, 4 + count % 2, 10),
        16..=19 => (1, 5 + u32::from(count > 17), count - 6 - u32::from(count > 17)),
        more => (1, 6, more - 7),
    };
    let wide = match middle + inner {
        0..=2 => 6.0,
        3..=4 if outer == 0 => 8.0,
        _ if outer == 0 => 11.0,
        3 => 6.5,
        _ => 8.0,
    };
    let mut places = vec![(0.0, 0.0); middle as usize];
    places.extend(ring(inner, wide, if inner % 2 == 0 { 0.5 } else { 0.0 }));
    places.extend(ring(outer, 16.5, if inner == 2 { 0.5 } else { 0.0 }));
    places
}

/// Evenly spaced places on a ring. The first is at the top, turned by `turned` steps.
fn ring(count: u32, radius: f64, turned: f64) -> impl Iterator<Item = (f64, f64)> {
    let step = std::f64::consts::TAU / f64::from(count.max(1));
    (0..count).map(move |at| {
        let angle = (f64::from(at) + turned) * step;
        (radius * angle.sin(), -radius * angle.cos())
    })
}
