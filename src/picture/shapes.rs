//! Shapes and colours of a picture.

use svg::node::element::{Group, Line, Polyline, Rectangle, Text};

/// Colour of lines, dots and numbers.
pub(super) const INK: &str = "#1a1a1a";
/// Colour of names and other secondary text.
pub(super) const PALE: &str = "#6b6b6b";
/// Colour of the board, nearly white in print.
pub(super) const BOARD: &str = "#f7f3ea";

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
    let points = corners.map(|(x, y)| format!("{},{}", n(x), n(y))).join(" ");
    Polyline::new().set("points", points).set("fill", "none").set("stroke", PALE).set("stroke-width", "1.6")
}

pub(super) fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}
