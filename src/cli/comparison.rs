//! One table of many series of random games: all readings of a game, each against those in force, or several games.

use serde::Serialize;

use super::Failure;
use super::game::Loaded;
use super::output::Output;
use super::provenance::{Provenance, readings};
use super::statistics::Games;
use crate::drivers::measure::{Difference, Interval, Sample, Share};
use crate::engine::Tally;
use crate::notation::{capital, player_name};

/// A series of random games under one set of readings.
pub(super) struct Row {
    pub(super) loaded: Loaded,
    pub(super) games: Games,
    pub(super) tally: Tally,
    /// The readings that are others than those of the first row, as names and values; empty in the first row.
    pub(super) changed: Vec<(String, String)>,
}

impl Row {
    pub(super) fn new(loaded: Loaded, games: Games, tally: Tally, first: Option<&Loaded>) -> Self {
        let before = first.map_or_else(|| readings(&loaded.rules), |first| readings(&first.rules));
        let mut changed = readings(&loaded.rules);
        changed.retain(|reading| !before.contains(reading));
        Row { loaded, games, tally, changed }
    }

    /// The readings that are changed, in one text.
    fn label(&self) -> String {
        if self.changed.is_empty() {
            return "as chosen".to_owned();
        }
        let each = self.changed.iter().map(|(name, value)| format!("{name}={value}"));
        each.collect::<Vec<_>>().join(", ")
    }

    fn length(&self) -> Option<Sample> {
        Sample::of(&self.tally.lengths)
    }

    fn first_wins(&self) -> Share {
        Share::of(self.tally.won.first().copied().unwrap_or(0), self.tally.games)
    }

    fn drawn(&self) -> Share {
        Share::of(self.tally.shared, self.tally.games)
    }

    fn score(&self) -> Option<Sample> {
        self.loaded.rules.score.value.as_ref().and(self.tally.by_score.first()).and_then(Sample::of)
    }

    fn branching(&self) -> Option<Sample> {
        Sample::of_sums(self.tally.choices, self.tally.moves.into(), self.tally.moves_squared.into())
    }

    /// Whether the games are those of another series, as far as is counted.
    fn is_like(&self, other: &Row) -> bool {
        let of = |row: &Row| (row.tally.lengths.clone(), row.tally.won.clone(), row.tally.by_score.clone());
        of(self) == of(other)
    }

    /// What differs from another series: what, there, here, and by how much.
    fn differences(&self, base: &Row) -> Vec<Compared> {
        let first = capital(&player_name(self.tally.won.len(), 0));
        let means = |what: String, there: Option<Sample>, here: Option<Sample>| {
            let (there, here) = (there?, here?);
            let difference = Difference::of_means(&there, &here)?;
            Some(Compared { what, there: there.mean, here: here.mean, difference, percent: false })
        };
        let shares = |what: String, there: Share, here: Share| {
            let difference = Difference::of_shares(&there, &here)?;
            let compared = Compared { what, there: there.share(), here: here.share(), difference, percent: true };
            Some(compared)
        };
        let mut all = vec![means("plies".to_owned(), base.length(), self.length())];
        // one player who plays alone always wins or loses against nobody
        if self.tally.won.len() > 1 {
            all.push(shares(format!("{first} wins"), base.first_wins(), self.first_wins()));
            all.push(shares("drawn".to_owned(), base.drawn(), self.drawn()));
        }
        all.push(means(format!("{first}'s score"), base.score(), self.score()));
        all.into_iter().flatten().collect()
    }
}

/// A measure of two series.
struct Compared {
    what: String,
    there: f64,
    here: f64,
    difference: Difference,
    /// Whether it is a share.
    percent: bool,
}

/// How large an effect is, as is usual for Cohen's d and h.
fn size(effect: f64) -> &'static str {
    match effect.abs() {
        0.8.. => "large",
        0.5.. => "medium",
        0.2.. => "small",
        _ => "slight",
    }
}

#[derive(Serialize)]
struct RowRecord<'a> {
    #[serde(flatten)]
    games: &'a Games,
    changed: Vec<ReadingRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<DifferenceRecord>>,
}

#[derive(Serialize)]
struct ReadingRecord<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct DifferenceRecord {
    what: String,
    by: f64,
    low: f64,
    high: f64,
    /// In standard deviations; `None` if games hardly differ among themselves.
    effect: Option<f64>,
    clear: bool,
}

/// A table of series.
pub(super) struct Comparison<'a> {
    pub(super) rows: &'a [Row],
    /// Whether the rows are readings of one game, of which the first is compared with the others.
    pub(super) of_readings: bool,
}

impl Comparison<'_> {
    /// The differences of every row after the first, with the number of all.
    fn differences(&self) -> (Vec<Vec<Compared>>, usize) {
        let base = self.rows.first().filter(|_| self.of_readings);
        let all: Vec<Vec<Compared>> = self
            .rows
            .iter()
            .enumerate()
            .map(|(at, row)| base.filter(|_| at > 0).map_or_else(Vec::new, |base| row.differences(base)))
            .collect();
        let number = all.iter().map(Vec::len).sum();
        (all, number)
    }

    /// Prints a line of JSON for each row.
    pub(super) fn json(&self, out: &mut Output) -> Result<(), Failure> {
        let (differences, number) = self.differences();
        self.rows.iter().zip(differences).try_for_each(|(row, differences)| {
            let changed = row.changed.iter().map(|(name, value)| ReadingRecord { name, value }).collect();
            let record = |compared: Compared| {
                let Difference { by, bounds: Interval { low, high }, effect, .. } = compared.difference;
                let clear = compared.difference.is_clear(number);
                let effect = Some(effect).filter(|effect| effect.is_finite());
                DifferenceRecord { what: compared.what, by, low, high, effect, clear }
            };
            let differences = self.of_readings.then(|| differences.into_iter().map(record).collect());
            out.json(&RowRecord { games: &row.games, changed, differences })
        })
    }

    /// Prints a table for spreadsheets, a line for each row.
    pub(super) fn csv(&self, seed: u64, out: &mut Output) -> Result<(), Failure> {
        let failed = |error: ::csv::Error| Failure::Output(error.into());
        let (differences, number) = self.differences();
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        let measures = ["plies", "first player wins", "drawn", "score of the first player"];
        let mut head: Vec<String> = ["changed", "games", "stopped"].map(String::from).to_vec();
        for measure in measures {
            head.extend(["", " low", " high"].map(|part| format!("{measure}{part}")));
        }
        head.extend(["plies deviation", "score deviation", "legal moves"].map(String::from));
        if self.of_readings {
            for measure in measures {
                let parts = ["difference", "difference low", "difference high", "effect", "clear"];
                head.extend(parts.map(|part| format!("{measure} {part}")));
            }
        }
        head.extend(["seed", "game", "file", "readings", "fingerprint", "version"].map(String::from));
        writer.write_record(&head).map_err(failed)?;
        let number_of = |number: f64| number.to_string();
        for (row, differences) in self.rows.iter().zip(differences) {
            let changed = if row.changed.is_empty() { String::new() } else { row.label() };
            let mut cells = vec![changed, row.tally.games.to_string(), row.tally.stopped.to_string()];
            let mean = |sample: Option<Sample>| {
                let bounds = sample.and_then(|sample| sample.interval());
                let [low, high] = [bounds.map(|it| it.low), bounds.map(|it| it.high)];
                [sample.map(|sample| sample.mean), low, high]
            };
            let share = |share: Share| {
                let [low, high] = [share.bounds.map(|it| it.low), share.bounds.map(|it| it.high)];
                [share.bounds.map(|_| share.share()), low, high]
            };
            let (length, score) = (row.length(), row.score());
            let numbers = [mean(length), share(row.first_wins()), share(row.drawn()), mean(score)];
            let others =
                [length.map(|it| it.deviation), score.map(|it| it.deviation), row.branching().map(|it| it.mean)];
            let numbers = numbers.into_iter().flatten().chain(others);
            cells.extend(numbers.map(|number| number.map_or(String::new(), number_of)));
            if self.of_readings {
                let score = |what: &str| what.ends_with("'s score");
                let wins = |what: &str| what.ends_with(" wins");
                let is: [&dyn Fn(&str) -> bool; 4] = [&|what| what == "plies", &wins, &|what| what == "drawn", &score];
                for is in is {
                    match differences.iter().find(|compared| is(&compared.what)) {
                        None => cells.extend([const { String::new() }; 5]),
                        Some(Compared { difference, .. }) => {
                            let Difference { by, bounds, effect, .. } = difference;
                            cells.extend([*by, bounds.low, bounds.high, *effect].map(number_of));
                            cells.push(difference.is_clear(number).to_string());
                        }
                    }
                }
            }
            cells.push(seed.to_string());
            cells.extend(Provenance::of(&row.loaded).columns());
            writer.write_record(&cells).map_err(failed)?;
        }
        let bytes = writer.into_inner().map_err(|error| Failure::Output(error.into_error()))?;
        out.print(String::from_utf8_lossy(&bytes))
    }

    /// Prints the table, and which readings matter.
    pub(super) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        let name = |row: &Row| match self.of_readings {
            true => row.label(),
            false => row.loaded.rules.about.name.clone(),
        };
        let names: Vec<String> = self.rows.iter().map(name).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(8, 40);
        let head = ["games", "plies", "deviation", "first wins", "drawn", "legal moves"];
        let line = |name: &str, cells: [String; 6]| {
            let [games, plies, deviation, first, drawn, moves] = cells;
            let name: String = name.chars().take(width).collect();
            format!("{name:<width$}{games:>10}{plies:>10}{deviation:>11}{first:>12}{drawn:>8}{moves:>13}")
        };
        let first = if self.of_readings { "readings" } else { "game" };
        out.line("")?;
        out.line(out.bold(&line(first, head.map(String::from))))?;
        let number = |sample: Option<Sample>, of: fn(&Sample) -> f64| {
            sample.as_ref().map_or("-".to_owned(), |sample| format!("{:.2}", of(sample)))
        };
        let percent = |share: Share| match share.of {
            0 => "-".to_owned(),
            _ => format!("{:.1}%", 100.0 * share.share()),
        };
        for (row, name) in self.rows.iter().zip(&names) {
            let length = row.length();
            let cells = [
                row.tally.games.to_string(),
                number(length, |sample| sample.mean),
                number(length, |sample| sample.deviation),
                percent(row.first_wins()),
                percent(row.drawn()),
                number(row.branching(), |sample| sample.mean),
            ];
            out.line(line(name, cells))?;
        }
        let stopped: u64 = self.rows.iter().map(|row| row.tally.stopped).sum();
        if stopped > 0 {
            out.line(format!("{stopped} games were stopped before their end; `--plies N` sets the limit"))?;
        }
        if self.of_readings { self.print_differences(&names, out) } else { Ok(()) }
    }

    /// Prints the differences that chance hardly brings about, the greatest effect first.
    fn print_differences(&self, names: &[String], out: &mut Output) -> Result<(), Failure> {
        let (differences, number) = self.differences();
        let mut clear: Vec<(&str, Compared)> = Vec::new();
        let (mut unclear, mut alike): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        let base = self.rows.first();
        for ((row, name), differences) in self.rows.iter().zip(names).zip(differences).skip(1) {
            if base.is_some_and(|base| row.is_like(base)) {
                alike.push(name);
                continue;
            }
            let before = clear.len();
            clear.extend(
                differences
                    .into_iter()
                    .filter(|compared| compared.difference.is_clear(number))
                    .map(|compared| (name.as_str(), compared)),
            );
            if clear.len() == before {
                unclear.push(name);
            }
        }
        clear.sort_by(|(_, one), (_, other)| {
            other
                .difference
                .effect
                .abs()
                .total_cmp(&one.difference.effect.abs())
                .then_with(|| one.what.cmp(&other.what))
        });
        out.line("")?;
        let options = textwrap::Options::new(out.width()).initial_indent("  ").subsequent_indent("      ");
        out.line(out.bold("Which readings matter, the greatest effect first"))?;
        if clear.is_empty() {
            out.line("  no reading makes a clear difference in as many games")?;
        }
        for (name, Compared { what, there, here, difference, percent }) in clear {
            let (scale, unit) = if percent { (100.0, "%") } else { (1.0, "") };
            let number = |number: f64| format!("{:.2}{unit}", scale * number);
            let signed = |number: f64| format!("{:+.2}", scale * number);
            let Difference { by, bounds: Interval { low, high }, effect, .. } = difference;
            let text = format!(
                "{name}: {what} {} instead of {}, {} (between {} and {}), {} effect ({effect:+.2})",
                number(here),
                number(there),
                signed(by),
                signed(low),
                signed(high),
                size(effect)
            );
            out.line(textwrap::fill(&text, &options))?;
        }
        for (what, names) in [("no clear difference", unclear), ("the very same games", alike)] {
            if !names.is_empty() {
                out.line(textwrap::fill(&format!("{what}: {}", names.join("; ")), &options))?;
            }
        }
        let text = format!(
            "between: 95 % confidence interval. Effect: the difference in standard deviations of single games (Cohen's d; \
             for shares Cohen's h). Listed is what chance alone would bring about less than once in 20 times among all \
             {number} comparisons."
        );
        out.line("")?;
        out.line(textwrap::fill(&text, out.width()))
    }
}
