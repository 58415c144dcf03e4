//! Where the parts of a flow chart stand: boxes in a column, outcomes beside them, lanes to the stages on the right.

use mancala_rules::rules::explain::{At, Exit, Flow, Stage, Step};
use mancala_rules::rules::model::Rules;

use super::said::{ground, heading, marked, outcome};
use crate::picture::letters::{bold_width, width, wrapped};
use crate::picture::shapes::Point;

/// Sizes of letters: of sentences, of what they rest on, of headings, of the title.
pub(super) const TEXT: f64 = 13.0;
pub(super) const SMALL: f64 = 10.5;
pub(super) const HEADING: f64 = 14.0;
pub(super) const TITLE: f64 = 20.0;

/// The margin around the chart, and the column of boxes.
const MARGIN: f64 = 24.0;
const BOX: f64 = 500.0;
/// Room for letters inside a box, at each side.
const PADDING: f64 = 14.0;
/// Distance from a box to its outcome, which has a `yes` on the way, and the width of an outcome.
const AWAY: f64 = 40.0;
const OUTCOME: f64 = 132.0;
const HIGH: f64 = 26.0;
/// Distance between boxes: where an arrow with a `no` goes down, and where none does.
const STEP: f64 = 24.0;
const NEXT: f64 = 7.0;
/// Distance between stages.
const STAGE: f64 = 34.0;
/// Distance of the first lane from the outcomes, and between lanes.
const FIRST: f64 = 22.0;
const LANE: f64 = 16.0;

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    pub(super) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub(super) fn middle(&self) -> f64 {
        self.y + self.height / 2.0
    }

    pub(super) fn right(&self) -> f64 {
        self.x + self.width
    }
}

/// How a box looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// The heading of a stage.
    Heading,
    /// A sentence that always applies.
    Sentence,
    /// A sentence that applies if its condition holds.
    Decision,
    /// An outcome.
    Outcome,
    /// An outcome from which nothing follows.
    End,
}

/// What a line of a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Heading,
    Text,
    Ground,
    Reading,
}

/// A box with its lines.
#[derive(Clone, Debug)]
pub(super) struct Box {
    pub(super) area: Area,
    pub(super) look: Look,
    /// What the sentence rests on, as tools name it.
    pub(super) ground: Option<&'static str>,
    pub(super) lines: Vec<(Tone, String)>,
}

impl Box {
    /// Height of a line, and the size of its letters.
    pub(super) fn line(tone: Tone) -> (f64, f64) {
        match tone {
            Tone::Heading => (19.0, HEADING),
            Tone::Text => (17.0, TEXT),
            Tone::Ground | Tone::Reading => (14.0, SMALL),
        }
    }

    fn high(lines: &[(Tone, String)]) -> f64 {
        lines.iter().map(|(tone, _)| Box::line(*tone).0).sum::<f64>() + 14.0
    }
}

/// A line with an arrow head at its end, and a word beside it.
#[derive(Clone, Debug)]
pub(super) struct Arrow {
    pub(super) points: Vec<Point>,
    pub(super) word: Option<(&'static str, Point)>,
    /// Whether it has a head; a line that joins a lane has none.
    pub(super) head: bool,
}

/// A flow chart with the places of all its parts.
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) boxes: Vec<Box>,
    pub(super) arrows: Vec<Arrow>,
    /// Lines of lanes, drawn below all else.
    pub(super) lanes: Vec<Arrow>,
    /// Where lines join a lane.
    pub(super) joints: Vec<Point>,
    /// Where the explanation of the signs stands, and the texts below it.
    pub(super) legend: f64,
    pub(super) notes: Vec<(Point, Tone, String)>,
}

/// A way from an outcome to a stage.
struct Wanted {
    from: Area,
    to: usize,
}

impl Chart {
    pub(super) fn new(name: &str, rules: &Rules, flow: &Flow) -> Chart {
        let mut chart = Chart {
            title: format!("{name}: a turn"),
            description: super::said::description(flow, rules),
            width: 0.0,
            height: 0.0,
            boxes: Vec::new(),
            arrows: Vec::new(),
            lanes: Vec::new(),
            joints: Vec::new(),
            legend: 0.0,
            notes: Vec::new(),
        };
        let mut y = MARGIN + TITLE + 22.0;
        let (mut headings, mut wanted): (Vec<Area>, Vec<Wanted>) = (Vec::new(), Vec::new());
        for (at, stage) in flow.stages.iter().enumerate() {
            let above = chart.boxes.last().map(|above| above.area);
            let area = chart.heading(stage, y);
            if let (Some(from), Some(before)) = (headings.last(), at.checked_sub(1).and_then(|at| flow.stages.get(at)))
            {
                chart.between((before, stage), flow, (*from, above), area);
            }
            headings.push(area);
            y = chart.stage(stage, area.bottom(), rules, flow, &mut wanted) + STAGE;
        }
        let right = chart.along(&headings, &wanted);
        chart.width = right + MARGIN;
        chart.readings(flow, y);
        chart
    }

    /// The heading of a stage, as wide as the boxes with their outcomes.
    fn heading(&mut self, stage: &Stage, y: f64) -> Area {
        let wide = BOX + AWAY + OUTCOME;
        let fits = (wide - 2.0 * PADDING) / bold_width("x", 1.0) * width("x", 1.0);
        let lines = wrapped(&heading(stage), HEADING, fits).into_iter().map(|line| (Tone::Heading, line));
        let adds =
            marked(&stage.readings, true).into_iter().flat_map(|mark| wrapped(&mark, SMALL, wide - 2.0 * PADDING));
        let lines: Vec<(Tone, String)> = lines.chain(adds.map(|line| (Tone::Reading, line))).collect();
        let area = Area { x: MARGIN, y, width: wide, height: Box::high(&lines) };
        self.boxes.push(Box { area, look: Look::Heading, ground: None, lines });
        area
    }

    /// The sentences of a stage, from a height on. Returns the height below them.
    fn stage(&mut self, stage: &Stage, mut y: f64, rules: &Rules, flow: &Flow, wanted: &mut Vec<Wanted>) -> f64 {
        // the rule before, from which an arrow leads to the next where its condition does not hold
        let mut before: Option<Area> = None;
        let last_rule = stage.steps.iter().rposition(|step| step.exit.is_some());
        for (at, step) in stage.steps.iter().enumerate() {
            let gap = match before {
                Some(_) => STEP,
                None if at == 0 => NEXT + 5.0,
                None => NEXT,
            };
            let area = self.step(step, y + gap);
            if let Some(from) = before {
                self.otherwise(from, area);
            }
            if let Some(exit) = step.exit
                && !(direct(exit, stage, flow) && last_rule == Some(at))
            {
                let from = self.outcome(exit, area, step.decides, rules);
                wanted.extend(target(exit, flow).map(|to| Wanted { from, to }));
            }
            before = step.decides.then_some(area);
            y = area.bottom();
        }
        let falls_through = last_rule.and_then(|last| stage.steps.get(last)).is_none_or(|last| last.decides);
        if let (Some(exit), true) = (stage.on, falls_through) {
            let text = match exit {
                Exit::NextSeed => "Otherwise the sowing goes on.",
                _ => "Then the next player is to move, or the mover again if he moves again.",
            };
            let step = Step {
                text: text.to_owned(),
                basis: Vec::new(),
                ground: None,
                readings: Vec::new(),
                decides: false,
                exit: Some(exit),
            };
            let area = self.step(&step, y + STEP);
            if let Some(from) = before {
                self.otherwise(from, area);
            }
            let from = self.outcome(exit, area, false, rules);
            wanted.extend(target(exit, flow).map(|to| Wanted { from, to }));
            y = area.bottom();
        }
        y
    }

    /// The arrow from a decision to what follows if its condition does not hold.
    fn otherwise(&mut self, from: Area, to: Area) {
        let (x, y) = (from.x + 40.0, from.bottom());
        let word = Some(("no", (x + 12.0, y + STEP / 2.0 + 2.0)));
        self.arrows.push(Arrow { points: vec![(x, y), (x, to.y)], word, head: true });
    }

    fn step(&mut self, step: &Step, y: f64) -> Area {
        let fits = BOX - 2.0 * PADDING;
        let said = wrapped(&step.text, TEXT, fits).into_iter().map(|line| (Tone::Text, line));
        let ground = ground(step).into_iter().flat_map(|ground| wrapped(&ground, SMALL, fits));
        let marks = marked(&step.readings, false).into_iter().flat_map(|mark| wrapped(&mark, SMALL, fits));
        let lines: Vec<(Tone, String)> = said
            .chain(ground.map(|line| (Tone::Ground, line)))
            .chain(marks.map(|line| (Tone::Reading, line)))
            .collect();
        let area = Area { x: MARGIN, y, width: BOX, height: Box::high(&lines) };
        let look = if step.decides { Look::Decision } else { Look::Sentence };
        self.boxes.push(Box { area, look, ground: step.ground, lines });
        area
    }

    /// The outcome of a sentence, to the right of it.
    fn outcome(&mut self, exit: Exit, of: Area, asks: bool, rules: &Rules) -> Area {
        let lines = vec![(Tone::Text, outcome(exit, rules))];
        let area = Area { x: of.right() + AWAY, y: of.middle() - HIGH / 2.0, width: OUTCOME, height: HIGH };
        let look = match exit {
            Exit::Wins | Exit::Loses | Exit::Draw => Look::End,
            _ => Look::Outcome,
        };
        self.boxes.push(Box { area, look, ground: None, lines });
        let word = asks.then_some(("yes", (of.right() + AWAY / 2.0 - 3.0, of.middle() - 5.0)));
        self.arrows.push(Arrow { points: vec![(of.right(), of.middle()), (area.x, area.middle())], word, head: true });
        area
    }

    /// The arrow from one stage to the next, if a turn goes straight on there.
    fn between(
        &mut self,
        (before, stage): (&Stage, &Stage),
        flow: &Flow,
        (heading, last): (Area, Option<Area>),
        area: Area,
    ) {
        let x = heading.x + 40.0;
        let from = self.boxes.iter().rev().skip(1).find(|above| above.area.width == BOX || above.look == Look::Heading);
        let from = from.map(|above| above.area).or(last).unwrap_or(heading);
        let word = match (before.at, stage.at) {
            (At::Before, At::Move) => None,
            (At::Move, At::Move) => Some("if this offers no legal move"),
            // elsewhere a lane leads there
            (At::Move, At::Sowing)
                if before.steps.iter().any(|step| step.exit.is_some_and(|exit| direct(exit, before, flow))) =>
            {
                None
            }
            (At::Sowing, At::EachSeed | At::LastSeed) => None,
            (At::EachSeed, At::LastSeed) => Some("after the last seed"),
            _ => return,
        };
        let word = word.map(|word| (word, (x + 10.0 + width(word, SMALL) / 2.0, from.bottom() + STAGE / 2.0 + 3.0)));
        self.arrows.push(Arrow { points: vec![(x, from.bottom()), (x, area.y)], word, head: true });
    }

    /// The lanes from outcomes to stages. Returns the right edge of all.
    fn along(&mut self, headings: &[Area], wanted: &[Wanted]) -> f64 {
        let right = MARGIN + BOX + AWAY + OUTCOME;
        let mut targets: Vec<(usize, f64, f64)> = Vec::new();
        for (to, heading) in headings.iter().enumerate() {
            let heights: Vec<f64> = wanted.iter().filter(|way| way.to == to).map(|way| way.from.middle()).collect();
            if heights.is_empty() {
                continue;
            }
            let heights = || heights.iter().copied().chain([heading.middle()]);
            targets.push((to, heights().fold(f64::MAX, f64::min), heights().fold(f64::MIN, f64::max)));
        }
        // short lanes lie inside; lanes that do not meet share a place
        targets.sort_by(|one, two| (one.2 - one.1).total_cmp(&(two.2 - two.1)));
        let mut places: Vec<(usize, f64, f64)> = Vec::new();
        let mut outermost = right;
        for (to, low, high) in targets {
            let free = |place: &usize| {
                places.iter().all(|(taken, from, until)| taken != place || high + 12.0 < *from || *until + 12.0 < low)
            };
            let place = (0..=places.len()).find(free).unwrap_or(places.len());
            places.push((place, low, high));
            let x = right + FIRST + place as f64 * LANE;
            outermost = outermost.max(x);
            self.lanes.push(Arrow { points: vec![(x, low), (x, high)], word: None, head: false });
            for way in wanted.iter().filter(|way| way.to == to) {
                let y = way.from.middle();
                self.arrows.push(Arrow { points: vec![(way.from.right(), y), (x, y)], word: None, head: false });
                if y > low && y < high {
                    self.joints.push((x, y));
                }
            }
            if let Some(heading) = headings.get(to) {
                let y = heading.middle();
                self.arrows.push(Arrow { points: vec![(x, y), (heading.right(), y)], word: None, head: true });
            }
        }
        outermost
    }

    /// The explanation of the signs and the options with their readings, below the chart.
    fn readings(&mut self, flow: &Flow, y: f64) {
        self.legend = y + 4.0;
        let mut y = self.legend + 44.0;
        let fits = self.width - 2.0 * MARGIN;
        if !flow.readings.is_empty() {
            y += 22.0;
            self.notes.push(((MARGIN, y), Tone::Heading, "Other readings".to_owned()));
        }
        for (name, texts) in &flow.readings {
            let mut texts = texts.iter();
            let first = texts.next().map_or("", String::as_str);
            let others: Vec<&str> = texts.map(String::as_str).collect();
            let text = format!("◆ {name}: {first} (in this chart); or {}", others.join("; or "));
            for (at, line) in wrapped(&text, TEXT, fits - 14.0).into_iter().enumerate() {
                y += 18.0;
                self.notes.push(((MARGIN + if at == 0 { 0.0 } else { 14.0 }, y), Tone::Text, line));
            }
        }
        self.height = y + MARGIN;
    }
}

/// The stage to which an outcome leads.
fn target(exit: Exit, flow: &Flow) -> Option<usize> {
    let at = match exit {
        Exit::Sow | Exit::NextSeed => At::Sowing,
        Exit::LastSeed => At::LastSeed,
        Exit::EndTurn | Exit::MoveAgain if flow.stages.iter().any(|stage| stage.at == At::AfterTurn) => At::AfterTurn,
        Exit::EndTurn | Exit::MoveAgain | Exit::NextPlayer | Exit::Pass | Exit::Swap => At::Before,
        Exit::Illegal | Exit::Play => At::Move,
        Exit::Over => At::End,
        Exit::Wins | Exit::Loses | Exit::Draw => return None,
    };
    flow.stages.iter().position(|stage| stage.at == at)
}

/// Whether an outcome is the stage right below, so that an arrow down says it.
fn direct(exit: Exit, stage: &Stage, flow: &Flow) -> bool {
    let moves = flow.stages.iter().filter(|stage| stage.at == At::Move).count();
    match (stage.at, exit) {
        (At::Before, Exit::Play) => true,
        (At::Move, Exit::Sow) => moves == 1 && stage.steps.iter().filter(|step| step.exit.is_some()).count() == 1,
        _ => false,
    }
}
