//! Statistics of many games, as text, as JSON and as a table for spreadsheets.

mod games;
mod matches;
mod players;
mod rows;

use std::collections::BTreeMap;
use std::time::Duration;

use mancala_rules::notation::{capital, player_name};
use mancala_rules::source::Line;
use mancala_tools::drivers::measure::{Interval, Sample, Share};
use mancala_tools::drivers::simulate::Spread;
use serde::Serialize;
use textwrap::{Options, wrap};

use super::Failure;
use super::output::Output;
use super::provenance::Provenance;

pub(super) use self::games::{Games, forbids, list_name};
pub(super) use self::matches::Matches;
pub(super) use self::players::{Players, PlayersOfMatches};
pub(super) use self::rows::Games as GameRows;

/// Statistics that can be printed.
pub(super) trait Statistics: Serialize {
    /// Prints the statistics as text.
    fn print(&self, out: &mut Output) -> Result<(), Failure>;
    /// The rows of a table for spreadsheets.
    fn rows(&self) -> Vec<Row<'_>>;
}

/// A row of a table for spreadsheets.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    /// What kind of thing was counted.
    kind: &'static str,
    /// For a rule: its list.
    list: &'a str,
    /// What was counted, of its kind.
    name: String,
    /// For a rule: its line in the rule file.
    line: Option<usize>,
    /// For a rule in the file of a game that this one is like: that game.
    like: Option<&'a str>,
    value: Value<'a>,
    /// Bounds of the value: its 95 % confidence interval.
    low: Option<f64>,
    high: Option<f64>,
}

/// What a spreadsheet is told of a thing: a number, or a word.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Count(u64),
    Measure(f64),
    Text(&'a str),
}

impl<'a> Row<'a> {
    fn new(kind: &'static str, name: impl Into<String>, value: Value<'a>) -> Self {
        Row { kind, list: "", name: name.into(), line: None, like: None, value, low: None, high: None }
    }

    /// A measure with its interval.
    fn bounded(kind: &'static str, name: impl Into<String>, measure: f64, bounds: Option<Interval>) -> Self {
        let [low, high] = [bounds.map(|bounds| bounds.low), bounds.map(|bounds| bounds.high)];
        Row { low, high, ..Row::measure(kind, name, measure) }
    }

    fn count(kind: &'static str, name: impl Into<String>, count: u64) -> Self {
        Row::new(kind, name, Value::Count(count))
    }

    fn measure(kind: &'static str, name: impl Into<String>, measure: f64) -> Self {
        Row::new(kind, name, Value::Measure(measure))
    }

    fn at(self, list: &'a str, line: Option<&'a Line>) -> Self {
        let like = line.and_then(|line| line.like.as_deref());
        Row { list, line: line.map(|line| line.line), like, ..self }
    }

    /// A count for each player.
    fn counts(kind: &'static str, counts: &[u64]) -> Vec<Row<'a>> {
        let each = counts.iter().enumerate();
        each.map(|(player, count)| Row::count(kind, player_name(counts.len(), player), *count)).collect()
    }

    /// A measure for each player.
    fn measures(kind: &'static str, measures: &[f64]) -> Vec<Row<'a>> {
        let each = measures.iter().enumerate();
        each.map(|(player, measure)| Row::measure(kind, player_name(measures.len(), player), *measure)).collect()
    }
}

/// Formats a table for spreadsheets, with a head.
pub(super) fn csv(rows: &[Row<'_>]) -> Result<String, Failure> {
    let failed = |error: ::csv::Error| Failure::Output(error.into());
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Failure::Output(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The run behind the statistics.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Run {
    seed: u64,
    plies: u64,
    seconds: f64,
    plies_per_second: u64,
    /// Whether the user stopped it, so that fewer games were played than asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    /// Number of games or matches asked for.
    #[serde(skip)]
    asked: u64,
}

impl Run {
    pub(super) fn new(seed: u64, asked: u64, plies: u64, time: Duration, interrupted: bool) -> Self {
        let seconds = time.as_secs_f64();
        Run {
            seed,
            plies,
            seconds: (seconds * 1000.0).round() / 1000.0,
            plies_per_second: (plies as f64 / seconds.max(1e-9)).round() as u64,
            interrupted,
            asked,
        }
    }

    /// Prints the number of plies and the time.
    fn print(&self, played: u64, units: &str, out: &mut Output) -> Result<(), Failure> {
        let Run { plies, seconds, plies_per_second, asked, .. } = self;
        if self.interrupted {
            let text = format!("stopped: {played} of {asked} {units} were played");
            out.line(out.bad(&text))?;
        }
        out.line(format!("{plies} plies in {seconds:.3} seconds, {plies_per_second} plies a second"))
    }

    fn rows(&self) -> Vec<Row<'static>> {
        let mut rows = vec![
            Row::count("total", "plies", self.plies),
            Row::measure("time", "seconds", self.seconds),
            Row::count("time", "plies per second", self.plies_per_second),
        ];
        if self.interrupted {
            rows.push(Row::count("total", "interrupted", 1));
        }
        rows
    }
}

/// The spread of numbers, as a record.
#[derive(Clone, Debug, Serialize)]
struct SpreadRecord {
    min: u64,
    median: f64,
    mean: f64,
    max: u64,
    /// The standard deviation.
    deviation: f64,
    /// Bounds of the mean: its 95 % confidence interval; `None` for a single number.
    low: Option<f64>,
    high: Option<f64>,
}

impl SpreadRecord {
    /// The spread of counted numbers. `None` if there are none.
    fn of(counts: &BTreeMap<u64, u64>) -> Option<Self> {
        let (Spread { min, median, mean, max }, sample) = (Spread::of(counts)?, Sample::of(counts)?);
        let bounds = sample.interval();
        let [low, high] = [bounds.map(|bounds| bounds.low), bounds.map(|bounds| bounds.high)];
        Some(SpreadRecord { min, median, mean, max, deviation: sample.deviation, low, high })
    }

    fn rows(&self, kind: &'static str) -> [Row<'static>; 5] {
        let bounds = self.low.zip(self.high).map(|(low, high)| Interval { low, high });
        [
            Row::count(kind, "min", self.min),
            Row::measure(kind, "median", self.median),
            Row::bounded(kind, "mean", self.mean, bounds),
            Row::count(kind, "max", self.max),
            Row::measure(kind, "deviation", self.deviation),
        ]
    }

    fn cells(&self) -> [String; 6] {
        let between = self.low.zip(self.high).map_or(String::new(), |(low, high)| format!("{low:.2} to {high:.2}"));
        let [mean, deviation] = [self.mean, self.deviation].map(|number| format!("{number:.2}"));
        [self.min.to_string(), self.median.to_string(), mean, self.max.to_string(), deviation, between]
    }
}

/// The mean of a sample, as a record.
#[derive(Clone, Debug, Serialize)]
struct MeanRecord {
    mean: f64,
    /// The standard deviation.
    deviation: f64,
    /// Bounds of the mean: its 95 % confidence interval; `None` for a single number.
    low: Option<f64>,
    high: Option<f64>,
}

impl MeanRecord {
    fn new(sample: &Sample) -> Self {
        let bounds = sample.interval();
        let [low, high] = [bounds.map(|bounds| bounds.low), bounds.map(|bounds| bounds.high)];
        MeanRecord { mean: sample.mean, deviation: sample.deviation, low, high }
    }

    /// The mean of each player, from counted numbers. `None` if a player has none.
    fn each(counts: &[BTreeMap<i64, u64>]) -> Option<Vec<Self>> {
        counts.iter().map(|counts| Sample::of(counts).map(|sample| MeanRecord::new(&sample))).collect()
    }

    fn row(&self, kind: &'static str, name: impl Into<String>) -> Row<'static> {
        Row::bounded(kind, name, self.mean, self.low.zip(self.high).map(|(low, high)| Interval { low, high }))
    }
}

/// A share, from 0 to 1, with its 95 % confidence interval (Wilson).
#[derive(Clone, Copy, Debug, Serialize)]
struct ShareRecord {
    share: f64,
    low: f64,
    high: f64,
}

impl ShareRecord {
    /// `None` if there are no cases.
    fn of(part: u64, of: u64) -> Option<Self> {
        let share = Share::of(part, of);
        share.bounds.map(|Interval { low, high }| ShareRecord { share: share.share(), low, high })
    }

    /// The share of each count.
    fn each(parts: &[u64], of: u64) -> Option<Vec<Self>> {
        parts.iter().map(|part| ShareRecord::of(*part, of)).collect()
    }

    fn row(&self, kind: &'static str, name: impl Into<String>) -> Row<'static> {
        Row::bounded(kind, name, self.share, Some(Interval { low: self.low, high: self.high }))
    }

    /// Rows of shares, one for each player.
    fn rows(kind: &'static str, shares: &[Self]) -> Vec<Row<'static>> {
        let each = shares.iter().enumerate();
        each.map(|(player, share)| share.row(kind, player_name(shares.len(), player))).collect()
    }
}

/// The rows that say where the numbers come from.
fn provenance_rows<'a>(provenance: &'a Provenance, run: &Run) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> =
        provenance.rows().map(|(kind, name, value)| Row::new(kind, name, Value::Text(value))).collect();
    rows.push(Row::count("provenance", "seed", run.seed));
    rows
}

/// What is said below a table with intervals.
const INTERVALS: &str = "between: 95 % confidence interval";

/// Prints lines of least, median, mean and most, the standard deviation, and where the mean is.
fn print_spreads(spreads: &[(&str, [String; 6])], out: &mut Output) -> Result<(), Failure> {
    let text = |name: &str, cells: [&str; 6]| {
        let [min, median, mean, max, deviation, between] = cells;
        let line = format!("{name:<WIDEST_NAME$}{min:>10}{median:>10}{mean:>10}{max:>10}{deviation:>11}  {between}");
        line.trim_end().to_owned()
    };
    out.line("")?;
    out.line(out.bold(&text("", ["least", "median", "mean", "most", "deviation", "mean between"])))?;
    for (name, cells) in spreads {
        out.line(text(name, cells.each_ref().map(String::as_str)))?;
    }
    Ok(())
}

/// Width of the column of names.
const WIDEST_NAME: usize = 16;

/// Prints the wins of each player, and the number of other results.
fn print_results(wins: &[u64], others: &[(&str, u64)], out: &mut Output) -> Result<(), Failure> {
    let won = wins.iter().enumerate();
    let won = won.map(|(player, count)| (format!("{} won", capital(&player_name(wins.len(), player))), *count));
    let others = others.iter().map(|(name, count)| ((*name).to_owned(), *count));
    let all: Vec<(String, u64)> = won.chain(others).collect();
    let sum = all.iter().map(|(_, count)| count).sum();
    out.line("")?;
    for (name, count) in all {
        let between = between(count, sum);
        out.line(format!("{name:<WIDEST_NAME$}{count:>10}{:>10}  {between}", share(count, sum)).trim_end())?;
    }
    Ok(())
}

/// The bounds of a share, in words; nothing where there are no cases.
fn between(part: u64, of: u64) -> String {
    let bounds = Share::of(part, of).bounds;
    bounds
        .map_or(String::new(), |Interval { low, high }| format!("between {:.1}% and {:.1}%", 100.0 * low, 100.0 * high))
}

/// Prints a line of means, one for each player, with standard deviations where they are known.
fn print_means(name: &str, means: &[f64], deviations: Option<&[f64]>, out: &mut Output) -> Result<(), Failure> {
    let each = means.iter().enumerate();
    let deviation = |player: usize| deviations.and_then(|all| all.get(player));
    let each = each.map(|(player, mean)| {
        let deviation = deviation(player).map_or(String::new(), |deviation| format!(" (deviation {deviation:.2})"));
        format!("{} {mean:.2}{deviation}", player_name(means.len(), player))
    });
    out.line(format!("{name:<WIDEST_NAME$}    {}", each.collect::<Vec<_>>().join(", ")))
}

/// Prints why games, rounds or matches ended: their number, the line of the rule, its condition.
fn print_endings<'a>(
    heading: &str,
    units: &str,
    endings: impl Iterator<Item = (u64, Option<&'a Line>, &'a str)>,
    out: &mut Output,
) -> Result<(), Failure> {
    let endings: Vec<_> = endings.collect();
    let sum = endings.iter().map(|(count, ..)| count).sum();
    if sum == 0 {
        return Ok(());
    }
    out.line("")?;
    out.line(out.bold(heading))?;
    let column = line_column(endings.iter().filter_map(|(_, line, _)| *line));
    out.line(counted_line([units, "share", "line"], "the rule", column, out.width()))?;
    for (count, line, reason) in endings {
        let line = line.map_or(String::new(), Line::to_string);
        out.line(counted_line([&count.to_string(), &share(count, sum), &line], reason, column, out.width()))?;
    }
    Ok(())
}

/// The width of the column of lines in a table of rules.
fn line_column<'a>(lines: impl Iterator<Item = &'a Line>) -> usize {
    lines.map(|line| line.to_string().chars().count() + 2).max().unwrap_or(0).max(7)
}

/// A line of a table of rules; the text of the rule is last and may take several lines.
fn counted_line([count, share, line]: [&str; 3], said: &str, column: usize, width: usize) -> String {
    let before = format!("{count:>12}{share:>9}{line:>column$}  ");
    let after = " ".repeat(before.chars().count());
    wrap(said, Options::new(width).initial_indent(&before).subsequent_indent(&after)).join("\n")
}

/// A part of a sum, in per cent.
fn share(part: u64, sum: u64) -> String {
    let percent = if sum == 0 { 0.0 } else { 100.0 * part as f64 / sum as f64 };
    match part {
        0 => "-".to_owned(),
        _ if percent < 0.05 => "<0.1%".to_owned(),
        _ if part < sum && percent > 99.95 => ">99.9%".to_owned(),
        _ => format!("{percent:.1}%"),
    }
}

/// Divides the sum of each player by a number of games or matches.
fn means(sums: &[i64], of: u64) -> Vec<f64> {
    let mean = |sum: &i64| if of == 0 { 0.0 } else { *sum as f64 / of as f64 };
    sums.iter().map(mean).collect()
}
