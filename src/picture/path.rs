//! Draws the laps of a move as numbered arrows: all lines first, then all heads, then the numbers.

use svg::node::element::{Group, Polygon};

use super::Picture;
use super::layout::HOLE;
use super::shapes::{Point, bent, circle, distance, from_line, head, label, listed};
use super::theme::{BOARD, INK, PAPER};

/// Radius of the disk with the number of a lap.
const DISK: f64 = 7.0;
/// Length of a head, and its width to each side.
const HEAD: (f64, f64) = (9.0, 4.0);
/// How round the corners of a line are.
const ROUND: f64 = 6.0;

impl Picture<'_> {
    /// An arrow for each lap, with its number. `None` without laps.
    pub(super) fn path(&self) -> Option<Group> {
        let ways = self.routes.points(&self.layout);
        if ways.is_empty() {
            return None;
        }
        let mut halos = Group::new().set("stroke", BOARD).set("stroke-width", 4.5);
        let mut shafts = Group::new().set("stroke", INK).set("stroke-width", 1.6);
        let mut heads = Group::new().set("fill", INK).set("stroke", BOARD).set("stroke-width", "0.8");
        for way in &ways {
            // the line ends inside the head
            let mut short = way.clone();
            if let [.., before, tip] = way.as_slice() {
                let long = distance(*before, *tip).max(0.001);
                let part = (HEAD.0 * 0.7).min(long) / long;
                let neck = (tip.0 + (before.0 - tip.0) * part, tip.1 + (before.1 - tip.1) * part);
                short.pop();
                short.push(neck);
                heads = heads.add(Polygon::new().set("points", listed(&head(*tip, *before, HEAD.0, HEAD.1))));
            }
            halos = halos.add(bent(&short, ROUND));
            shafts = shafts.add(bent(&short, ROUND));
        }
        let mut disks: Vec<Point> = Vec::new();
        let mut numbers = Group::new().set("font-size", 10);
        for (at, way) in ways.iter().enumerate() {
            let place = self.place(&ways, at, way, &disks);
            disks.push(place);
            let disk = circle(place.0, place.1, DISK).set("fill", PAPER).set("stroke", INK).set("stroke-width", 1);
            numbers = numbers.add(disk).add(label((at + 1).to_string(), place.0, place.1 + 3.5));
        }
        Some(Group::new().add(halos).add(shafts).add(heads).add(numbers.set("class", "laps")))
    }

    /// Where the number of a lap stands on its line: where it covers least, as near to the middle as possible.
    fn place(&self, ways: &[Vec<Point>], at: usize, way: &[Point], disks: &[Point]) -> Point {
        let segments: Vec<(Point, Point)> = way.iter().copied().zip(way.iter().copied().skip(1)).collect();
        let all: f64 = segments.iter().map(|(one, two)| distance(*one, *two)).sum();
        let mut best = (f64::MAX, way.first().copied().unwrap_or_default());
        let mut before = 0.0;
        for (one, two) in segments {
            let long = distance(one, two);
            let steps = (long / 2.0).ceil().max(1.0) as usize;
            for step in 0..=steps {
                let part = step as f64 / steps as f64;
                let point = (one.0 + (two.0 - one.0) * part, one.1 + (two.1 - one.1) * part);
                let off = ((before + long * part) - all / 2.0).abs();
                let cost = self.covered(ways, at, point, disks) * 1000.0 + off;
                if cost < best.0 {
                    best = (cost, point);
                }
            }
            before += long;
        }
        best.1
    }

    /// How much a number at a point would cover.
    fn covered(&self, ways: &[Vec<Point>], at: usize, point: Point, disks: &[Point]) -> f64 {
        let near = |away: f64, least: f64| (least - away).max(0.0);
        let disks = disks.iter().map(|other| 2.0 * near(distance(point, *other), 2.0 * DISK + 1.0));
        let lines = ways.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, way)| {
            way.iter().zip(way.iter().skip(1)).map(|(one, two)| near(from_line(point, *one, *two), DISK + 1.5))
        });
        let heads = ways.iter().filter_map(|way| {
            let [.., before, tip] = way.as_slice() else { return None };
            let base = head(*tip, *before, HEAD.0, 0.0)[1];
            Some(2.0 * near(from_line(point, *tip, base), DISK + HEAD.1 + 0.5))
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
                near(from_line(point, (x + HOLE - 5.0, y + HOLE), (x + HOLE + 3.0, y + HOLE)), DISK + 4.5)
            } else {
                0.0
            };
            let mark =
                if corners.mark { near(distance(point, (x + HOLE * 0.76, y - HOLE * 0.76)), DISK + 8.5) } else { 0.0 };
            let badge = self.badge_place(cell).map_or(0.0, |((x, y), half)| {
                let side = (half - 8.0).max(0.0);
                near(from_line(point, (x - side, y), (x + side, y)), DISK + 8.5)
            });
            near(hole, DISK + 1.0) + figure + mark + badge
        });
        disks.chain(lines).chain(heads).chain(cells).sum()
    }
}
