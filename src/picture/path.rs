//! Draws the laps of a move as numbered arrows.

use svg::node::element::{Circle, Group, Path, Polygon};

use super::Picture;
use super::laps::{MOST_LAPS, laps};
use super::layout::HOLE;
use super::shapes::{INK, Point, distance, label, n};
use crate::rules::model::Cell;

/// Radius of the disk with the number of a lap.
const DISK: f64 = 8.0;

/// A quadratic Bézier curve: start, control point, end.
#[derive(Clone, Copy)]
struct Bow(Point, Point, Point);

impl Bow {
    /// The point at a parameter from 0 to 1.
    fn at(&self, part: f64) -> Point {
        let Bow(from, towards, to) = *self;
        let rest = 1.0 - part;
        let mix =
            |from: f64, towards: f64, to: f64| rest * rest * from + 2.0 * rest * part * towards + part * part * to;
        (mix(from.0, towards.0, to.0), mix(from.1, towards.1, to.1))
    }

    /// The curve for the number: this one, or one beside it if this one is so short that the number would hide it.
    fn beside(&self) -> Bow {
        let Bow(from, towards, to) = *self;
        let long = distance(from, to).max(0.001);
        if long > 5.0 * DISK {
            return *self;
        }
        let aside = (DISK + 4.0) / long;
        let (x, y) = ((to.1 - from.1) * aside, (from.0 - to.0) * aside);
        let side = if (towards.0 - from.0) * x + (towards.1 - from.1) * y < 0.0 { -1.0 } else { 1.0 };
        let moved = |point: Point| (point.0 + side * x, point.1 + side * y);
        Bow(moved(from), moved(towards), moved(to))
    }

    /// The piece between two parameters.
    fn piece(&self, from: f64, to: f64) -> Bow {
        let (first, last, middle) = (self.at(from), self.at(to), self.at((from + to) / 2.0));
        // The curve through these three points.
        let towards = |first: f64, middle: f64, last: f64| 2.0 * middle - (first + last) / 2.0;
        Bow(first, (towards(first.0, middle.0, last.0), towards(first.1, middle.1, last.1)), last)
    }
}

impl Picture<'_> {
    /// An arrow for each lap, with the numbers on top. `None` without laps.
    pub(super) fn path(&self) -> Option<Group> {
        let laps = laps(self.events);
        let mut arrows = Group::new();
        let mut disks: Vec<(usize, Point)> = Vec::new();
        for (at, lap) in laps.iter().take(MOST_LAPS).enumerate() {
            let again = laps[..at].iter().filter(|before| *before == lap || (before.1, before.0) == *lap).count();
            let ends_there =
                |cell: Cell| laps[..at].iter().filter(|before| before.0 == cell || before.1 == cell).count();
            // Spread the arrows of successive laps a little.
            let again = again as f64 + (at % 3) as f64 * 0.5;
            let bow = self.bow(*lap, again, [ends_there(lap.0), ends_there(lap.1)]);
            arrows = arrows.add(arrow(&bow));
            let apart = |place: Point| disks.iter().all(|(_, other)| distance(place, *other) > 2.0 * DISK);
            let bow = bow.beside();
            let places = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74].map(|part| bow.at(part));
            disks.push((at + 1, places.into_iter().find(|place| apart(*place)).unwrap_or(places[0])));
        }
        let number = |(number, (x, y)): (usize, Point)| {
            let disk = Circle::new().set("cx", n(x)).set("cy", n(y)).set("r", n(DISK));
            let disk = disk.set("fill", "#ffffff").set("stroke", INK).set("stroke-width", 1);
            Group::new().add(disk).add(label(number.to_string(), x, y + 3.5).set("font-size", 10))
        };
        (!laps.is_empty()).then(|| disks.into_iter().map(number).fold(arrows, Group::add))
    }

    /// The curve of an arrow from rim to rim, bent towards the middle of the board. It bends more if laps between these
    /// holes were drawn before (`again`), and shifts aside for the arrows that already touch the holes (`taken`).
    fn bow(&self, (from, to): (Cell, Cell), again: f64, taken: [usize; 2]) -> Bow {
        let (start, end) = (self.layout.center(from), self.layout.center(to));
        let aside = |(x, y): Point, taken: usize| (x + [0.0, 9.0, -9.0][taken % 3], y);
        let inwards = if start.1 > self.layout.frame().middle().1 { -1.0 } else { 1.0 };
        let more = again * 16.0;
        if from == to {
            let tip = (start.0, start.1 + inwards * (HOLE * 2.6 + more));
            let foot = |side: f64| (start.0 + side * 14.0, start.1 + inwards * HOLE * 0.9);
            return Bow(foot(-1.0), tip, foot(1.0));
        }
        let long = distance(start, end);
        let (along, across) = ((end.0 - start.0) / long, (end.1 - start.1) / long);
        let same_row = across.abs() < 0.01;
        let bend = if same_row { 26.0 + long * 0.16 + more } else { 14.0 + long * 0.08 + more };
        let side = if same_row && (along > 0.0) == (inwards < 0.0) { 1.0 } else { -1.0 };
        let middle = ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0);
        let towards = (middle.0 + side * across * 2.0 * bend, middle.1 - side * along * 2.0 * bend);
        let bow = Bow(aside(start, taken[0]), towards, aside(end, taken[1]));
        let steps = || (0..=100).map(|step| f64::from(step) / 100.0);
        let leaves = steps().find(|part| distance(bow.at(*part), start) > HOLE + 1.0).unwrap_or(0.0);
        let arrives = steps().rev().find(|part| distance(bow.at(*part), end) > HOLE + 2.0).unwrap_or(1.0);
        if leaves < arrives { bow.piece(leaves, arrives) } else { bow }
    }
}

/// A curve with an arrow head, on white so that it stands out from what it crosses.
fn arrow(bow: &Bow) -> Group {
    let neck = bow.piece(0.0, 0.97);
    let Bow(from, towards, to) = neck;
    let point = |(x, y): Point| format!("{},{}", n(x), n(y));
    let data = format!("M{} Q{} {}", point(from), point(towards), point(to));
    let stroke = |color: &str, width: f64| {
        Path::new().set("d", data.clone()).set("fill", "none").set("stroke", color).set("stroke-width", n(width))
    };
    let head = head(bow.2, (bow.2.0 - bow.1.0, bow.2.1 - bow.1.1), 9.0, 4.5);
    Group::new().add(stroke("#ffffff", 5.0)).add(stroke(INK, 1.8)).add(head)
}

/// The head of an arrow: its tip, direction, length, and width to each side.
fn head(tip: Point, towards: Point, long: f64, wide: f64) -> Polygon {
    let length = distance((0.0, 0.0), towards).max(0.001);
    let (x, y) = (towards.0 / length, towards.1 / length);
    let base = (tip.0 - x * long, tip.1 - y * long);
    let corners = [tip, (base.0 - y * wide, base.1 + x * wide), (base.0 + y * wide, base.1 - x * wide)];
    let points = corners.map(|(x, y)| format!("{},{}", n(x), n(y))).join(" ");
    Polygon::new().set("points", points).set("stroke", "#ffffff").set("stroke-width", "0.8")
}
