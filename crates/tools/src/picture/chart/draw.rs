//! Draws the parts of a flow chart.

use mancala_rules::rules::explain::Flow;
use svg::Document;
use svg::node::element::{Description, Group, Line, Polygon, Style, Title};

use super::place::{Area, Arrow, Box, Chart, Look, SMALL, TEXT, TITLE, Tone};
use crate::picture::FONTS;
use crate::picture::letters::width;
use crate::picture::shapes::{bent, circle, head, label, listed, n, rectangle};
use crate::picture::theme::{ASSUMED, BOARD, DOCUMENTED, INK, PALE, PAPER, READING, SIMILAR, Theme, style};

/// How much of a corner of a decision is cut off.
const CUT: f64 = 12.0;

pub(super) fn document(chart: &Chart, flow: &Flow, theme: Theme, ground: bool) -> Document {
    let mut document = Document::new()
        .set("width", n(chart.width))
        .set("height", n(chart.height))
        .set("viewBox", format!("0 0 {} {}", n(chart.width), n(chart.height)))
        .set("role", "img")
        .set("font-family", FONTS)
        .set("fill", INK)
        .add(Title::new(chart.title.as_str()))
        .add(Description::new().add(svg::node::Text::new(chart.description.as_str())));
    if let Some(style) = style(theme) {
        document = document.add(Style::new(style));
    }
    if ground {
        document = document.add(rectangle(0.0, 0.0, chart.width, chart.height, 0.0).set("fill", PAPER));
    }
    let left = chart.boxes.first().map_or(0.0, |first| first.area.x);
    let title = label(chart.title.as_str(), left, 20.0 + TITLE).set("font-size", TITLE).set("font-weight", "bold");
    document
        .add(title)
        .add(arrows(chart))
        .add(chart.boxes.iter().map(drawn).fold(Group::new(), Group::add))
        .add(signs(chart.legend, left, !flow.readings.is_empty()))
        .add(notes(chart))
}

/// All lines: lanes first, then what crosses them, then heads and words.
fn arrows(chart: &Chart) -> Group {
    let stroke =
        |arrow: &Arrow, color: &str, wide: f64| bent(&arrow.points, 0.0).set("stroke", color).set("stroke-width", wide);
    let mut group = Group::new();
    for lane in &chart.lanes {
        group = group.add(stroke(lane, INK, 1.4));
    }
    for arrow in &chart.arrows {
        // what a line crosses is broken, but not the lane that it comes from or leads to
        if let [from, .., to] = arrow.points.as_slice() {
            let ahead = if to.0 > from.0 {
                5.0
            } else if to.0 < from.0 {
                -5.0
            } else {
                0.0
            };
            let halo = [(from.0 + ahead, from.1), (to.0 - ahead, to.1)];
            group = group.add(bent(&halo, 0.0).set("stroke", PAPER).set("stroke-width", 6.0));
        }
        group = group.add(stroke(arrow, INK, 1.4));
    }
    for (x, y) in &chart.joints {
        group = group.add(circle(*x, *y, 2.6));
    }
    for arrow in &chart.arrows {
        if let ([.., before, tip], true) = (arrow.points.as_slice(), arrow.head) {
            group = group.add(Polygon::new().set("points", listed(&head(*tip, *before, 9.0, 4.0))));
        }
        if let Some((word, (x, y))) = arrow.word {
            let text = label(word, x, y).set("font-size", SMALL).set("fill", PALE).set("text-anchor", "middle");
            group = group.add(text.set("class", "word"));
        }
    }
    group
}

fn drawn(part: &Box) -> Group {
    let Area { x, y, width, height } = part.area;
    let outline = match part.look {
        Look::Heading => Group::new().add(rectangle(x, y, width, height, 6.0).set("fill", INK)),
        Look::Sentence => outlined(rectangle(x, y, width, height, 0.0).set("fill", BOARD), part.ground),
        Look::Decision => {
            let corners = [
                (x + CUT, y),
                (x + width - CUT, y),
                (x + width, y + height / 2.0),
                (x + width - CUT, y + height),
                (x + CUT, y + height),
                (x, y + height / 2.0),
            ];
            outlined(Polygon::new().set("points", listed(&corners)).set("fill", BOARD), part.ground)
        }
        Look::Outcome => Group::new().add(rectangle(x, y, width, height, 13.0).set("fill", PAPER).set("stroke", INK)),
        Look::End => Group::new()
            .add(rectangle(x, y, width, height, 13.0).set("fill", PAPER).set("stroke", INK).set("stroke-width", 3)),
    };
    let mut group = Group::new().set("class", "box").add(outline);
    let mut at = y + 7.0;
    for (tone, line) in &part.lines {
        let (high, size) = Box::line(*tone);
        at += high;
        let text = match part.look {
            Look::Outcome | Look::End => {
                label(line.as_str(), x + width / 2.0, y + height / 2.0 + 4.5).set("text-anchor", "middle")
            }
            _ => label(line.as_str(), x + 14.0, at - high * 0.28),
        };
        group = group.add(toned(text.set("font-size", size), *tone, part.look == Look::Heading, part.ground));
    }
    group
}

fn toned(text: svg::node::element::Text, tone: Tone, heading: bool, ground: Option<&str>) -> svg::node::element::Text {
    match tone {
        Tone::Heading => text.set("font-weight", "bold").set("fill", PAPER),
        Tone::Text => text,
        Tone::Ground => text.set("fill", color(ground)),
        Tone::Reading if heading => text.set("fill", PAPER),
        Tone::Reading => text.set("fill", READING),
    }
}

/// The colour of what a sentence rests on.
fn color(ground: Option<&str>) -> &'static str {
    match ground {
        Some("documented") => DOCUMENTED,
        Some("similar") => SIMILAR,
        Some("assumed") => ASSUMED,
        _ => PALE,
    }
}

/// An outline by which one sees what a sentence rests on, without its colour, too.
fn outlined<S>(shape: S, ground: Option<&str>) -> Group
where
    S: svg::Node,
{
    let group = Group::new().set("stroke", color(ground));
    let group = match ground {
        Some("documented") => group.set("stroke-width", 2),
        Some("similar") => group.set("stroke-width", 2).set("stroke-dasharray", "9 4"),
        Some("assumed") => group.set("stroke-width", 2).set("stroke-dasharray", "2 3"),
        _ => group.set("stroke-width", 1),
    };
    group.add(shape)
}

/// The explanation of the outlines.
fn signs(y: f64, left: f64, readings: bool) -> Group {
    let mut group = Group::new().set("font-size", SMALL);
    let mut x = left;
    let told = [
        (Some("documented"), "documented for this game"),
        (Some("similar"), "from a similar game"),
        (Some("assumed"), "assumed"),
        (None, "what every game does, or a word"),
    ];
    for (ground, text) in told {
        let line = Line::new().set("x1", n(x)).set("y1", n(y + 6.0)).set("x2", n(x + 26.0)).set("y2", n(y + 6.0));
        group = group.add(outlined(line, ground)).add(label(text, x + 32.0, y + 10.0).set("fill", color(ground)));
        x += 46.0 + width(text, SMALL);
    }
    let shapes = "A box with points asks: yes leads to the right, no down. The others always apply.";
    let group = group.add(label(shapes, left, y + 30.0).set("fill", PALE));
    if !readings {
        return group;
    }
    let mark = label("◆ another reading changes it", left + width(shapes, SMALL) + 16.0, y + 30.0);
    group.add(mark.set("fill", READING))
}

fn notes(chart: &Chart) -> Group {
    let note = |((x, y), tone, text): &((f64, f64), Tone, String)| match tone {
        Tone::Heading => label(text.as_str(), *x, *y).set("font-weight", "bold"),
        _ => label(text.as_str(), *x, *y),
    };
    chart.notes.iter().map(note).fold(Group::new().set("font-size", TEXT).set("class", "notes"), Group::add)
}
