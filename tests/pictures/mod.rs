//! Pictures, looked at as a browser lays them out: what stands where, and what covers what.

mod arrows;
mod chart;
mod moving;
mod page;

use roxmltree::{Document, Node};

/// A point, or a width and a height.
type Pair = (f64, f64);

/// A rectangle: its left, upper, right and lower edge.
#[derive(Clone, Copy, Debug)]
struct Area(f64, f64, f64, f64);

impl Area {
    fn around(points: &[Pair]) -> Area {
        let over = |of: fn(f64, f64) -> f64, from: f64, part: fn(&Pair) -> f64| points.iter().map(part).fold(from, of);
        Area(
            over(f64::min, f64::MAX, |point| point.0),
            over(f64::min, f64::MAX, |point| point.1),
            over(f64::max, f64::MIN, |point| point.0),
            over(f64::max, f64::MIN, |point| point.1),
        )
    }

    fn meets(&self, other: &Area) -> bool {
        self.0 < other.2 && other.0 < self.2 && self.1 < other.3 && other.1 < self.3
    }

    fn holds(&self, other: &Area) -> bool {
        self.0 <= other.0 && self.1 <= other.1 && other.2 <= self.2 && other.3 <= self.3
    }

    fn grown(&self, by: f64) -> Area {
        Area(self.0 - by, self.1 - by, self.2 + by, self.3 + by)
    }
}

fn read(text: &str) -> Document<'_> {
    Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    let text = node.attribute(name).unwrap_or_else(|| panic!("no {name}: {node:?}"));
    text.parse().unwrap_or_else(|error| panic!("{name}: `{text}`: {error}"))
}

/// What an element or one around it says.
fn said<'a>(node: &Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|above| above.attribute(name))
}

/// The points of a path or of corners. Of a rounded corner, where it begins, the corner itself, and where it ends.
fn points(text: &str) -> Vec<Pair> {
    let words = text.split([' ', ',']).map(|word| word.trim_start_matches(['M', 'L', 'Q']));
    let numbers: Vec<f64> =
        words.map(|word| word.parse().unwrap_or_else(|error| panic!("`{word}`: {error}"))).collect();
    numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The area of a rectangle or of a polygon.
fn area(node: &Node<'_, '_>) -> Area {
    match node.attribute("points") {
        Some(corners) => Area::around(&points(corners)),
        None => {
            let (x, y) = (number(node, "x"), number(node, "y"));
            Area(x, y, x + number(node, "width"), y + number(node, "height"))
        }
    }
}

/// Widths of the signs from the blank to the tilde in DejaVu Sans Bold and in the plain letters, in thousandths: no font
/// that a picture asks for is wider.
const BOLD: [u16; 95] = [
    348, 456, 520, 837, 695, 1001, 872, 306, 457, 457, 522, 837, 379, 415, 379, 365, 695, 695, 695, 695, 695, 695, 695,
    695, 695, 695, 399, 399, 837, 837, 837, 580, 1000, 773, 762, 733, 830, 683, 683, 820, 836, 372, 372, 774, 637, 995,
    836, 850, 732, 850, 770, 720, 682, 812, 773, 1103, 770, 724, 725, 457, 365, 457, 837, 500, 500, 674, 715, 592, 715,
    678, 435, 715, 711, 342, 342, 665, 342, 1041, 711, 687, 715, 715, 493, 595, 478, 711, 651, 923, 645, 651, 582, 711,
    365, 711, 837,
];
const PLAIN: [u16; 95] = [
    317, 400, 459, 837, 636, 950, 779, 274, 390, 390, 500, 837, 317, 360, 317, 336, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 336, 336, 837, 837, 837, 530, 1000, 684, 686, 698, 770, 631, 575, 774, 751, 294, 294, 655, 557, 862,
    748, 787, 603, 787, 694, 634, 610, 731, 684, 988, 685, 610, 685, 390, 336, 390, 837, 500, 500, 612, 634, 549, 634,
    615, 352, 634, 633, 277, 277, 579, 277, 974, 633, 611, 634, 634, 411, 520, 392, 633, 591, 817, 591, 591, 524, 636,
    336, 636, 837,
];

/// Width of any other sign that rule files use.
const OTHER: u16 = 837;

/// The area of a text: its letters from the base line up and a little below it.
fn text_area(node: &Node<'_, '_>) -> Area {
    let text = node.text().unwrap_or_default().trim();
    let size: f64 = said(node, "font-size").expect("a size").parse().expect("a number");
    let widths = if said(node, "font-weight") == Some("bold") { BOLD } else { PLAIN };
    let sign =
        |sign: char| f64::from((sign as usize).checked_sub(32).and_then(|at| widths.get(at)).copied().unwrap_or(OTHER));
    let wide = text.chars().map(sign).sum::<f64>() / 1000.0 * size;
    let (x, y) = (number(node, "x"), number(node, "y"));
    let left = if said(node, "text-anchor") == Some("middle") { x - wide / 2.0 } else { x };
    Area(left, y - size * 0.74, left + wide, y + size * 0.22)
}

/// How far a point is from a line between two others.
fn away(point: Pair, (one, two): (Pair, Pair)) -> f64 {
    let (x, y) = (two.0 - one.0, two.1 - one.1);
    let square = x * x + y * y;
    let part = if square > 0.0 { ((point.0 - one.0) * x + (point.1 - one.1) * y) / square } else { 0.0 };
    let part = part.clamp(0.0, 1.0);
    (point.0 - one.0 - part * x).hypot(point.1 - one.1 - part * y)
}

/// Whether a straight line that is level or upright goes through an area.
fn crosses((one, two): (Pair, Pair), area: &Area) -> bool {
    Area::around(&[one, two]).grown(0.01).meets(area)
}

/// The straight pieces of a line.
fn pieces(points: &[Pair]) -> impl Iterator<Item = (Pair, Pair)> {
    points.iter().copied().zip(points.iter().copied().skip(1))
}
