//! Seeds that lie in a hole, as dots.

/// The most that lie clearly apart.
pub(super) const MOST: u32 = 19;

/// The radius of a seed.
pub(super) const SEED: f64 = 3.3;

/// Where so many seeds lie, seen from the middle of the hole: one in the middle or none, an inner ring and an outer one.
pub(super) fn places(count: u32) -> Vec<(f64, f64)> {
    // the middle, the inner ring, the outer ring
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

/// So many places on a ring, the first above the middle or turned by a part of the way to the next.
fn ring(count: u32, radius: f64, turned: f64) -> impl Iterator<Item = (f64, f64)> {
    let step = std::f64::consts::TAU / f64::from(count.max(1));
    (0..count).map(move |at| {
        let angle = (f64::from(at) + turned) * step;
        (radius * angle.sin(), -radius * angle.cos())
    })
}
