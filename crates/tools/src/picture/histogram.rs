//! Draws how often numbers occurred: the lengths of games, or their scores, as bars in SVG.

use std::collections::BTreeMap;

use svg::Document;
use svg::node::element::{Description, Group, Style, Title};

use super::shapes::{label, line, lines, n, rectangle};

/// Numbers that were counted.
pub struct Counted<'a> {
    /// What they are, such as `plies of a game`.
    pub what: String,
    /// What they show, in a line.
    pub told: String,
    /// Their mean, if there are any.
    pub mean: Option<f64>,
    /// How often each number occurred.
    pub counts: &'a BTreeMap<i64, u64>,
}

/// Most bars of a histogram.
const MOST_BARS: i64 = 40;

const WIDTH: f64 = 640.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
/// Height of the bars of one histogram, and of everything above and below them.
const TALL: f64 = 150.0;
const ABOVE: f64 = 46.0;
const BELOW: f64 = 40.0;

/// Colours for light and for dark surroundings.
const STYLE: &str = "
  .page { fill: #ffffff } text { fill: #1a1a1a } .pale { fill: #6b6b6b } .bar { fill: #7f9c8e } .axis { stroke: #1a1a1a }
  .mean { stroke: #b3261e; stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #1b1b1b } text { fill: #ececec } .pale { fill: #a8a8a8 } .bar { fill: #86a898 } .axis { stroke: #ececec }
    .mean { stroke: #ff8a80 }
  }
";

/// Draws histograms below each other. `title` says of what games they are, `notes` are written below.
pub fn histograms(title: &str, all: &[Counted<'_>], notes: &[String]) -> String {
    let each = ABOVE + TALL + BELOW;
    let top = 30.0;
    let below = notes.len() as f64 * 17.0 + 20.0;
    let height = top + each * all.len() as f64 + below;
    let told: Vec<&str> = all.iter().map(|counted| counted.told.as_str()).collect();
    let mut document = Document::new()
        .set("width", n(WIDTH))
        .set("height", n(height))
        .set("viewBox", format!("0 0 {} {}", n(WIDTH), n(height)))
        .set("role", "img")
        .set("font-family", "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif")
        .set("font-size", 12)
        .set("text-anchor", "middle")
        .add(Title::new(title))
        .add(Description::new().add(svg::node::Text::new(told.join("\n"))))
        .add(Style::new(STYLE))
        .add(rectangle(0.0, 0.0, WIDTH, height, 0.0).set("class", "page"))
        .add(label(title, WIDTH / 2.0, 22.0).set("font-size", 15).set("font-weight", "bold"));
    for (at, counted) in all.iter().enumerate() {
        document = document.add(histogram(counted, top + at as f64 * each));
    }
    document = document.add(lines(notes, WIDTH / 2.0, top + each * all.len() as f64 + 22.0));
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n")
}

/// Numbers in bars: the first number of the first bar, how many numbers a bar stands for, and the count of each bar.
struct Bars {
    first: i64,
    width: i64,
    counts: Vec<u64>,
}

impl Bars {
    fn of(counts: &BTreeMap<i64, u64>) -> Bars {
        let range = counts.keys().next().zip(counts.keys().next_back());
        let Some((least, most)) = range.map(|(least, most)| (*least, *most)) else {
            return Bars { first: 0, width: 1, counts: Vec::new() };
        };
        let steps = (0..18).flat_map(|power| [1, 2, 5].map(|step| step * 10_i64.pow(power)));
        let bars = |width: i64| most.div_euclid(width) - least.div_euclid(width) + 1;
        let width = steps.into_iter().find(|width| bars(*width) <= MOST_BARS).unwrap_or(i64::MAX);
        let mut found = vec![0; usize::try_from(bars(width)).unwrap_or(1)];
        for (number, times) in counts {
            let at = usize::try_from(number.div_euclid(width) - least.div_euclid(width)).unwrap_or(0);
            if let Some(bar) = found.get_mut(at) {
                *bar += times;
            }
        }
        Bars { first: least.div_euclid(width) * width, width, counts: found }
    }
}

fn histogram(counted: &Counted<'_>, top: f64) -> Group {
    let bars = Bars::of(counted.counts);
    let most = bars.counts.iter().copied().max().unwrap_or(0);
    let room = WIDTH - LEFT - RIGHT;
    let wide = room / bars.counts.len().max(1) as f64;
    let floor = top + ABOVE + TALL;
    let mut group = Group::new().add(label(&counted.told, WIDTH / 2.0, top + 24.0).set("class", "pale"));
    for (at, times) in bars.counts.iter().enumerate() {
        let tall = if most == 0 { 0.0 } else { TALL * *times as f64 / most as f64 };
        let from = bars.first + at as i64 * bars.width;
        let numbers = if bars.width == 1 { from.to_string() } else { format!("{from} to {}", from + bars.width - 1) };
        let bar = rectangle(LEFT + at as f64 * wide + wide * 0.05, floor - tall, wide * 0.9, tall, 0.0);
        group = group.add(Group::new().add(Title::new(format!("{numbers}: {times}"))).add(bar.set("class", "bar")));
    }
    // a number under every so many bars, so that they do not touch
    let longest = (bars.first + bars.counts.len() as i64 * bars.width).to_string().len().max(2) as f64 * 8.0 + 8.0;
    let every = (longest / wide).ceil().max(1.0) as usize;
    for at in (0..bars.counts.len()).step_by(every) {
        let number = bars.first + at as i64 * bars.width;
        // the number stands under the middle of a bar of one number, and under the left edge of others
        let middle = if bars.width == 1 { wide / 2.0 } else { 0.0 };
        group = group.add(label(number.to_string(), LEFT + at as f64 * wide + middle, floor + 16.0));
    }
    if let Some(mean) = counted.mean {
        let half = if bars.width == 1 { 0.5 } else { 0.0 };
        let x = LEFT + ((mean - bars.first as f64) / bars.width as f64 + half) * wide;
        group = group.add(line(x, top + ABOVE - 6.0, x, floor).set("class", "mean"));
    }
    group
        .add(line(LEFT, floor, WIDTH - RIGHT, floor).set("class", "axis"))
        .add(line(LEFT, top + ABOVE, LEFT, floor).set("class", "axis"))
        .add(label(most.to_string(), LEFT - 6.0, top + ABOVE + 4.0).set("text-anchor", "end"))
        .add(label("0", LEFT - 6.0, floor + 4.0).set("text-anchor", "end"))
        .add(label(&counted.what, LEFT + room / 2.0, floor + 33.0).set("class", "pale"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Bars;

    #[test]
    fn bars_hold_every_number_once() {
        for (least, most) in [(0, 0), (3, 42), (-7, 12), (-1000, 5000), (10_000, 10_001)] {
            let counts: BTreeMap<i64, u64> = (least..=most).map(|number| (number, 2)).collect();
            let bars = Bars::of(&counts);
            assert_eq!(bars.counts.iter().sum::<u64>(), counts.len() as u64 * 2);
            assert!(bars.counts.len() <= 40 && bars.first <= least && bars.first > least - bars.width);
            assert!(bars.counts.iter().all(|times| *times > 0 && *times <= 2 * bars.width as u64));
        }
        assert!(Bars::of(&BTreeMap::new()).counts.is_empty());
    }
}
