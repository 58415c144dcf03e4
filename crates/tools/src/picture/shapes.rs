//! Shapes of a picture.

use svg::node::element::{Circle, Group, Line, Path, Polyline, Rectangle, Text};

use super::theme::PALE;

/// Distance from the left edge, and from the top.
pub(super) type Point = (f64, f64);

/// Lines of text, one below the other.
pub(super) fn lines(texts: &[String], x: f64, y: f64) -> Group {
    let line = |(at, text): (usize, &String)| label(text, x, y + at as f64 * 17.0);
    let group = Group::new().set("font-size", 13);
    texts.iter().enumerate().map(line).fold(group, Group::add)
}

pub(super) fn label(text: impl Into<String>, x: f64, y: f64) -> Text {
    Text::new(text).set("x", n(x)).set("y", n(y))
}

pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64, round: f64) -> Rectangle {
    let rectangle = Rectangle::new().set("x", n(x)).set("y", n(y)).set("width", n(width)).set("height", n(height));
    if round > 0.0 { rectangle.set("rx", n(round)) } else { rectangle }
}

pub(super) fn circle(x: f64, y: f64, radius: f64) -> Circle {
    Circle::new().set("cx", n(x)).set("cy", n(y)).set("r", n(radius))
}

/// A line through corners, which are rounded.
pub(super) fn bent(points: &[Point], round: f64) -> Path {
    let told = |(x, y): Point| format!("{},{}", n(x), n(y));
    let mut data = String::new();
    for (at, point) in points.iter().enumerate() {
        match (at.checked_sub(1).and_then(|before| points.get(before)), points.get(at + 1)) {
            (None, _) => data.push_str(&format!("M{}", told(*point))),
            (Some(_), None) => data.push_str(&format!(" L{}", told(*point))),
            (Some(before), Some(after)) => {
                let near = |other: Point| {
                    let long = distance(*point, other).max(0.001);
                    let part = round.min(long / 2.0) / long;
                    (point.0 + (other.0 - point.0) * part, point.1 + (other.1 - point.1) * part)
                };
                data.push_str(&format!(" L{} Q{} {}", told(near(*before)), told(*point), told(near(*after))));
            }
        }
    }
    Path::new().set("d", data).set("fill", "none")
}

/// The head of an arrow: its tip, where the line comes from, its length, and its width to each side.
pub(super) fn head(tip: Point, from: Point, long: f64, wide: f64) -> [Point; 3] {
    let length = distance(tip, from).max(0.001);
    let (x, y) = ((tip.0 - from.0) / length, (tip.1 - from.1) / length);
    let base = (tip.0 - x * long, tip.1 - y * long);
    [tip, (base.0 - y * wide, base.1 + x * wide), (base.0 + y * wide, base.1 - x * wide)]
}

/// Points as SVG lists them.
pub(super) fn listed(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{},{}", n(*x), n(*y))).collect::<Vec<_>>().join(" ")
}

/// How far a point is from a line between two others.
pub(super) fn from_line(point: Point, one: Point, two: Point) -> f64 {
    let (x, y) = (two.0 - one.0, two.1 - one.1);
    let square = x * x + y * y;
    let part = if square > 0.0 { ((point.0 - one.0) * x + (point.1 - one.1) * y) / square } else { 0.0 };
    let part = part.clamp(0.0, 1.0);
    distance(point, (one.0 + part * x, one.1 + part * y))
}

pub(super) fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Line {
    Line::new().set("x1", n(x1)).set("y1", n(y1)).set("x2", n(x2)).set("y2", n(y2))
}

/// A length with at most one decimal.
pub(super) fn n(length: f64) -> String {
    let rounded = (length * 10.0).round() / 10.0;
    // Avoid "-0".
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// A small open arrow halfway between two cells, moved `ahead` units in its direction.
pub(super) fn chevron(from: Point, to: Point, ahead: f64) -> Polyline {
    let long = distance(from, to).max(0.001);
    let (x, y) = ((to.0 - from.0) / long, (to.1 - from.1) / long);
    let tip = ((from.0 + to.0) / 2.0 + x * (2.5 + ahead), (from.1 + to.1) / 2.0 + y * (2.5 + ahead));
    let base = (tip.0 - x * 5.0, tip.1 - y * 5.0);
    let corners = [(base.0 - y * 5.0, base.1 + x * 5.0), tip, (base.0 + y * 5.0, base.1 - x * 5.0)];
    Polyline::new().set("points", listed(&corners)).set("fill", "none").set("stroke", PALE).set("stroke-width", "1.6")
}

pub(super) fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}
