//! A move that moves: every seed falls after the other, again and again.
//!
//! The picture is a style sheet and no program. Each content of a hole is drawn once and shown for its time. Readers who
//! want no motion, and viewers that know no animations, see the picture of the move that stands still.

use mancala_engine::game::Position;
use mancala_engine::narrator::Frame;
use mancala_rules::rules::model::Cell;
use svg::node::element::{Group, Style};

use super::laps::MOST_LAPS;
use super::layout::HOLE;
use super::shapes::{circle, label, lines, n};
use super::theme::{ACCENT, PAPER, colored};
use super::{Look, Picture, Room, Scene};

/// Most moments that are shown.
const MOST: usize = 600;
/// Seconds that the board stands before the move, and after it.
const BEFORE: f64 = 1.2;
const AFTER: f64 = 2.5;
/// Seconds for a seed, and for a moment that is shown longer.
const SEED: f64 = 0.35;
const REST: f64 = 0.9;
/// Most seconds for all moments together; a longer move is shown faster.
const LONGEST: f64 = 45.0;

/// What is shown from a moment on.
struct Change<T> {
    from: f64,
    shown: T,
}

/// The style sheet of the moving part.
#[derive(Default)]
struct Sheet {
    rules: String,
    used: usize,
    seconds: f64,
}

impl Sheet {
    /// The class of what is shown from one time to another, both as parts of the whole.
    fn shown(&mut self, from: f64, to: f64) -> String {
        self.used += 1;
        let name = format!("m{}", self.used);
        let percent = |part: f64| n(part * 1000.0).parse::<f64>().unwrap_or(0.0) / 10.0;
        let (from, to) = (percent(from), percent(to));
        let start = if from > 0.0 { format!("0%{{visibility:hidden}}{from}%") } else { "0%".to_owned() };
        let end = if to < 100.0 { format!("{to}%,100%{{visibility:hidden}}") } else { String::new() };
        self.rules.push_str(&format!(".{name}{{animation-name:{name}}}"));
        self.rules.push_str(&format!("@keyframes {name}{{{start}{{visibility:visible}}{end}}}"));
        format!("m {name}")
    }

    fn text(&self) -> String {
        format!(
            "@media (prefers-reduced-motion:no-preference){{.still{{visibility:hidden}}.moving{{visibility:visible}}\
             .m{{visibility:hidden;animation:{seconds}s step-end infinite}}\
             .hand{{animation:hand {seconds}s linear infinite}}svg:hover *{{animation-play-state:paused}}{}}}",
            self.rules,
            seconds = n(self.seconds),
        )
    }
}

impl Scene<'_> {
    /// Draws the move of the scene as an animated SVG. `frames` are its moments.
    pub fn animated(&self, look: &Look, frames: &[Frame]) -> String {
        let picture = self.picture(look, &Room::default());
        let shown = moments(frames);
        let left_out = frames.len() - shown.len();
        let mut notes = picture.noted(picture.layout.width());
        if left_out > 0 {
            notes.retain(|note| !note.starts_with(&format!("laps 1 to {MOST_LAPS} ")));
            notes.push(format!("{left_out} of {} moments are left out", frames.len()));
        }
        let document = picture.moving(&shown, &notes);
        colored(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n"), look.theme)
    }
}

/// The moments that are shown: all; in a long move lap by lap; and always the last.
fn moments(frames: &[Frame]) -> Vec<&Frame> {
    if frames.len() <= MOST {
        return frames.iter().collect();
    }
    let mut shown: Vec<&Frame> = frames.iter().filter(|frame| frame.rest).take(MOST - 1).collect();
    shown.extend(frames.last());
    shown
}

impl Picture<'_> {
    /// The picture with this position in place of its own, and without a move.
    fn at<'p>(&'p self, position: &'p Position) -> Picture<'p> {
        let Picture { rules, to_move, play, look, lines, .. } = *self;
        let (layout, routes, numbers) = (self.layout.clone(), self.routes.clone(), self.numbers.clone());
        Picture { rules, position, to_move, play, events: &[], look, layout, routes, numbers, lines }
    }

    fn moving(&self, frames: &[&Frame], notes: &[String]) -> svg::Document {
        let seconds = |frame: &&Frame| if frame.rest { REST } else { SEED };
        let all: f64 = frames.iter().map(seconds).sum();
        let speed = (LONGEST / all.max(0.001)).min(1.0);
        let total = BEFORE + all * speed + AFTER;
        let mut times = Vec::new();
        let mut now = BEFORE;
        for frame in frames {
            times.push(now / total);
            now += seconds(frame) * speed;
        }
        let mut sheet = Sheet { seconds: total, ..Sheet::default() };
        let mut moving = Group::new().set("class", "moving").set("visibility", "hidden");
        let mut cells = Group::new().set("font-size", 11);
        for cell in self.drawn() {
            for (class, group) in self.changing(cell, frames, &times, &mut sheet) {
                cells = cells.add(match class {
                    Some(class) => Group::new().set("class", class).add(group),
                    None => group,
                });
            }
        }
        moving = moving.add(cells);
        moving = moving.add(self.hand(frames, &times, &mut sheet));
        let still = Group::new().set("class", "still").add(self.cells());
        let still = match self.path() {
            Some(path) => still.add(path),
            None => still,
        };
        let lines = lines(notes, self.layout.width() / 2.0, self.layout.height() + 16.0);
        self.empty().add(Style::new(sheet.text())).add(still.add(self.badges())).add(moving).add(lines)
    }

    /// A cell with each of its contents, and the class that shows it for its time.
    fn changing(
        &self,
        cell: Cell,
        frames: &[&Frame],
        times: &[f64],
        sheet: &mut Sheet,
    ) -> Vec<(Option<String>, Group)> {
        let mut contents = vec![Change { from: 0.0, shown: self.position }];
        for (frame, time) in frames.iter().zip(times) {
            let (now, then) = (&frame.position, contents.last().map_or(self.position, |last| last.shown));
            let same = now.seeds[cell] == then.seeds[cell]
                && now.marks[cell] == then.marks[cell]
                && now.locked[cell] == then.locked[cell];
            if !same {
                contents.push(Change { from: *time, shown: now });
            }
        }
        let ends: Vec<f64> = contents.iter().skip(1).map(|next| next.from).chain([1.0]).collect();
        let several = contents.len() > 1;
        contents
            .iter()
            .zip(ends)
            .map(|(change, end)| (several.then(|| sheet.shown(change.from, end)), self.at(change.shown).cell(cell)))
            .collect()
    }

    /// The hand that goes from hole to hole, with the number of seeds in it.
    fn hand(&self, frames: &[&Frame], times: &[f64], sheet: &mut Sheet) -> Group {
        let mut places = Vec::new();
        let mut counts: Vec<Change<i64>> = Vec::new();
        for (frame, time) in frames.iter().zip(times) {
            let Some(cell) = frame.at else { continue };
            let (x, y) = self.layout.center(cell);
            places.push(format!("{}%{{transform:translate({}px,{}px)}}", n(time * 100.0), n(x), n(y)));
            if counts.last().is_none_or(|last| last.shown != frame.hand) {
                counts.push(Change { from: *time, shown: frame.hand });
            }
        }
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return Group::new() };
        let [start, end] = [first, last].map(|place| place.split_once('%').map_or("", |(_, place)| place));
        sheet.rules.push_str(&format!("@keyframes hand{{0%{start}{}100%{end}}}", places.concat()));
        let mut hand = Group::new().set("class", "hand").set("font-size", 11);
        let ends: Vec<f64> = counts.iter().skip(1).map(|next| next.from).chain([1.0]).collect();
        for (count, end) in counts.iter().zip(ends).filter(|(count, _)| count.shown > 0) {
            let ring = circle(0.0, 0.0, HOLE + 3.0).set("fill", "none").set("stroke", ACCENT).set("stroke-width", 2.5);
            let disk = circle(0.0, -HOLE - 3.0, 10.0).set("fill", ACCENT);
            let number = label(count.shown.to_string(), 0.0, -HOLE + 1.0).set("fill", PAPER).set("font-weight", "bold");
            let class = sheet.shown(count.from, end);
            hand = hand.add(Group::new().set("class", class).add(ring).add(disk).add(number));
        }
        hand
    }
}
