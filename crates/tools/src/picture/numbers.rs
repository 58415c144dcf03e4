//! Finds where the numbers of the laps stand: each on its line, and on nothing that has to be seen.
//!
//! A number must not cover a head, another number, a rim or what stands beside a hole; lines it may cross where there is
//! no other way. So the two are weighed apart: first as little as possible of the former, then of lines, then as near to
//! the middle of its line as possible. Where one number takes the only place of another, the numbers move together.

use super::Picture;
use super::layout::HOLE;
use super::path::{DISK, HEAD};
use super::shapes::{Point, distance, from_line, head};

/// What an overlap of one unit costs with what has to be seen, and with a line. A unit away from the middle costs 1.
const SEEN: f64 = 1e6;
const LINE: f64 = 1e3;
/// How much numbers may overlap with what has to be seen, all together: less than a reader notices.
const HIDDEN: f64 = 0.3;

/// A place where a number may stand, and its cost apart from other numbers.
#[derive(Clone, Copy, Debug)]
struct Place {
    point: Point,
    cost: f64,
}

impl Picture<'_> {
    /// Where the number of each lap stands, and whether one hides something that has to be seen.
    pub(super) fn number_places(&self) -> (Vec<Point>, bool) {
        let ways = self.routes.points(&self.layout);
        let places: Vec<Vec<Place>> = (0..ways.len()).map(|at| self.places(&ways, at)).collect();
        let chosen = settled(&places);
        let taken: Vec<Place> = chosen.into_iter().zip(&places).map(|(chosen, places)| places[chosen]).collect();
        let points: Vec<Point> = taken.iter().map(|place| place.point).collect();
        let apart = points.iter().enumerate().map(|(at, point)| beside(*point, &points[at + 1..]));
        let cost = taken.iter().map(|place| place.cost).sum::<f64>() + apart.sum::<f64>();
        (points, cost >= HIDDEN * SEEN)
    }

    /// The places on the line of a lap.
    fn places(&self, ways: &[Vec<Point>], at: usize) -> Vec<Place> {
        let way = &ways[at];
        let segments = || way.iter().copied().zip(way.iter().copied().skip(1));
        let all: f64 = segments().map(|(one, two)| distance(one, two)).sum();
        let mut places = Vec::new();
        let mut before = 0.0;
        for (one, two) in segments() {
            let long = distance(one, two);
            let steps = (long / 2.0).ceil().max(1.0) as usize;
            for step in 0..=steps {
                let part = step as f64 / steps as f64;
                let point = (one.0 + (two.0 - one.0) * part, one.1 + (two.1 - one.1) * part);
                let off = (before + long * part - all / 2.0).abs();
                let cost = SEEN * self.hidden(ways, point) + LINE * crossed(ways, at, point) + off;
                places.push(Place { point, cost });
            }
            before += long;
        }
        if places.is_empty() {
            // a lap that goes nowhere
            places.extend(way.first().map(|point| Place { point: *point, cost: 0.0 }));
        }
        places
    }

    /// How much a number at a point would cover of what has to be seen.
    fn hidden(&self, ways: &[Vec<Point>], point: Point) -> f64 {
        let heads = ways.iter().filter_map(|way| {
            let [.., before, tip] = way.as_slice() else { return None };
            let base = head(*tip, *before, HEAD.0, 0.0)[1];
            Some(lacking(from_line(point, *tip, base), DISK + HEAD.1 + 0.5))
        });
        let cells = (0..self.board_rules().cells()).map(|cell| {
            let (x, y) = self.layout.center(cell);
            let hole = match self.layout.pit(cell) {
                Some(pit) => {
                    let inside = |at: f64, from: f64, long: f64| (from - at).max(at - from - long).max(0.0);
                    inside(point.0, pit.x, pit.width).hypot(inside(point.1, pit.y, pit.height))
                }
                None if cell < self.board_rules().holes() => distance(point, (x, y)) - HOLE,
                None => return 0.0,
            };
            let corners = self.corners(cell);
            let figure = if corners.figure && self.layout.pit(cell).is_none() {
                lacking(from_line(point, (x + HOLE - 5.0, y + HOLE), (x + HOLE + 3.0, y + HOLE)), DISK + 4.5)
            } else {
                0.0
            };
            let mark = if corners.mark {
                lacking(distance(point, (x + HOLE * 0.76, y - HOLE * 0.76)), DISK + 8.5)
            } else {
                0.0
            };
            let badge = self.badge_place(cell).map_or(0.0, |((x, y), half)| {
                let side = (half - 8.0).max(0.0);
                lacking(from_line(point, (x - side, y), (x + side, y)), DISK + 8.5)
            });
            lacking(hole, DISK) + figure + mark + badge
        });
        heads.chain(cells).sum()
    }
}

/// How much a distance lacks.
fn lacking(away: f64, least: f64) -> f64 {
    (least - away).max(0.0)
}

/// How much a number at a point would cover of the lines of other laps.
fn crossed(ways: &[Vec<Point>], at: usize, point: Point) -> f64 {
    let others = ways.iter().enumerate().filter(|(other, _)| *other != at);
    let lines = others.flat_map(|(_, way)| way.iter().zip(way.iter().skip(1)));
    lines.map(|(one, two)| lacking(from_line(point, *one, *two), DISK + 1.5)).sum()
}

/// What two numbers cost each other.
fn touching(one: Point, other: Point) -> f64 {
    SEEN * lacking(distance(one, other), 2.0 * DISK + 1.0)
}

/// Chooses a place for each number: the best for each beside the others, until nothing gets better. Where two touch all
/// the same, both are moved at a time.
fn settled(places: &[Vec<Place>]) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    for mine in places {
        let set: Vec<Point> = chosen.iter().zip(places).map(|(at, places)| places[*at].point).collect();
        chosen.push(best(mine, &set).0);
    }
    // every step makes the sum of all costs less; the bound is for the time alone
    for _ in 0..4 * places.len() {
        let before = chosen.clone();
        for at in 0..places.len() {
            chosen[at] = best(&places[at], &others(places, &chosen, &[at])).0;
        }
        if chosen != before {
            continue;
        }
        for (one, two) in touching_pairs(places, &chosen) {
            let set = others(places, &chosen, &[one, two]);
            let cost = |at: usize, of: usize| places[at][of].cost + beside(places[at][of].point, &set);
            let pair = |here: usize, there: usize| {
                cost(one, here) + cost(two, there) + touching(places[one][here].point, places[two][there].point)
            };
            let mut least = (pair(chosen[one], chosen[two]), chosen[one], chosen[two]);
            for here in 0..places[one].len() {
                let mut set = set.clone();
                set.push(places[one][here].point);
                let (there, rest) = best(&places[two], &set);
                let sum = cost(one, here) + rest;
                if sum < least.0 {
                    least = (sum, here, there);
                }
            }
            (chosen[one], chosen[two]) = (least.1, least.2);
        }
        if chosen == before {
            break;
        }
    }
    chosen
}

/// The places of all numbers but some.
fn others(places: &[Vec<Place>], chosen: &[usize], but: &[usize]) -> Vec<Point> {
    let all = chosen.iter().zip(places).enumerate();
    all.filter(|(at, _)| !but.contains(at)).map(|(_, (chosen, places))| places[*chosen].point).collect()
}

/// The pairs of numbers that touch, and those of a number on what has to be seen with each number near it.
fn touching_pairs(places: &[Vec<Place>], chosen: &[usize]) -> Vec<(usize, usize)> {
    let at = |number: usize| places[number][chosen[number]];
    let pairs = (0..chosen.len()).flat_map(|one| (one + 1..chosen.len()).map(move |two| (one, two)));
    let bad = |number: usize| at(number).cost >= SEEN;
    pairs.filter(|(one, two)| touching(at(*one).point, at(*two).point) > 0.0 || bad(*one) || bad(*two)).collect()
}

/// What a number costs beside others.
fn beside(point: Point, others: &[Point]) -> f64 {
    others.iter().map(|other| touching(point, *other)).sum()
}

/// The best place beside other numbers, and its cost.
fn best(places: &[Place], others: &[Point]) -> (usize, f64) {
    let mut least = (0, f64::MAX);
    for (at, place) in places.iter().enumerate() {
        // the place alone is enough to tell that it is no better
        if place.cost < least.1 {
            let cost = place.cost + beside(place.point, others);
            if cost < least.1 {
                least = (at, cost);
            }
        }
    }
    least
}
