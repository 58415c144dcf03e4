//! Prints a sweep: a table, and which readings matter.

use mancala_rules::notation::capital;
use mancala_tools::drivers::measure::{Difference, Interval, Sample, Share};

use super::compare::{Against, Compared, by_game, size};
use super::row::Swept;
use crate::cli::Failure;
use crate::cli::output::Output;

/// Prints the rows, game by game if readings are compared.
pub(super) fn print(rows: &[Swept], out: &mut Output) -> Result<(), Failure> {
    let games = by_game(rows);
    if games.iter().all(|rows| rows.len() == 1) && games.len() > 1 {
        let rows: Vec<(&str, &Swept)> = games.iter().flatten().map(|row| (row.game(), row)).collect();
        table("game", &rows, false, out)?;
    } else {
        for (at, game) in games.iter().enumerate() {
            if games.len() > 1 {
                out.line(if at > 0 { "\n" } else { "" })?;
                out.print(out.bold(game.first().map_or("", Swept::game)))?;
            }
            let rows: Vec<(&str, &Swept)> = game.iter().map(|row| (row.label(), row)).collect();
            table("readings", &rows, game.len() > 1, out)?;
            if game.len() > 1 {
                print_differences(game, out)?;
            }
        }
    }
    let stopped: u64 = rows.iter().map(|row| row.stopped).sum();
    if stopped > 0 {
        out.line(format!("{stopped} games were stopped before their end; `--plies N` sets the limit"))?;
    }
    print_idle(&games, out)
}

fn table(of: &str, rows: &[(&str, &Swept)], against: bool, out: &mut Output) -> Result<(), Failure> {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).clamp(8, 40);
    let head = ["games", "plies", "deviation", "first wins", "drawn", "legal moves", "shown"];
    let line = |name: &str, cells: [String; 7]| {
        let [games, plies, deviation, first, drawn, moves, shown] = cells;
        let name: String = name.chars().take(width).collect();
        let shown = if against { format!("{shown:>8}") } else { String::new() };
        format!("{name:<width$}{games:>10}{plies:>10}{deviation:>11}{first:>12}{drawn:>8}{moves:>13}{shown}")
    };
    out.line("")?;
    out.line(out.bold(&line(of, head.map(String::from))))?;
    let number = |sample: Option<Sample>, of: fn(&Sample) -> f64| {
        sample.as_ref().map_or("-".to_owned(), |sample| format!("{:.2}", of(sample)))
    };
    let percent = |share: Share| match share.of {
        0 => "-".to_owned(),
        _ => format!("{:.1}%", 100.0 * share.share()),
    };
    for (name, row) in rows {
        let cells = [
            row.games.to_string(),
            number(row.length, |sample| sample.mean),
            number(row.length, |sample| sample.deviation),
            percent(row.first_wins()),
            percent(row.drawn()),
            number(row.moves, |sample| sample.mean),
            percent(row.shown()),
        ];
        out.line(line(name, cells))?;
    }
    Ok(())
}

/// Prints the differences that chance hardly brings about, the greatest effect first.
fn print_differences(rows: &[Swept], out: &mut Output) -> Result<(), Failure> {
    let Some(against) = Against::of(rows) else { return Ok(()) };
    let number = against.number();
    let mut clear: Vec<(&str, Compared)> = Vec::new();
    let (mut unclear, mut alike): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (row, differences) in against.others {
        if row.digest == against.base.digest {
            alike.push(row.label());
            continue;
        }
        let before = clear.len();
        let found = differences.into_iter().filter(|compared| compared.difference.is_clear(number));
        clear.extend(found.map(|compared| (row.label(), compared)));
        if clear.len() == before {
            unclear.push(row.label());
        }
    }
    clear.sort_by(|(_, one), (_, other)| {
        let effect = |compared: &Compared| compared.difference.effect.abs();
        effect(other).total_cmp(&effect(one)).then_with(|| one.what.cmp(&other.what))
    });
    out.line("")?;
    let options = textwrap::Options::new(out.width()).initial_indent("  ").subsequent_indent("      ");
    out.line(out.bold("Which readings matter, the greatest effect first"))?;
    if clear.is_empty() {
        out.line("  no reading makes a clear difference in as many games")?;
    }
    for (name, Compared { what, there, here, difference, is_share }) in clear {
        let (scale, unit) = if is_share { (100.0, "%") } else { (1.0, "") };
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
        "shown: how many of the games cannot be games of the readings as chosen. between: 95 % confidence interval. \
         Effect: the difference in standard deviations of single games (Cohen's d; for shares Cohen's h). Listed is what \
         chance alone would bring about less than once in 20 times among all {number} comparisons."
    );
    out.line("")?;
    out.line(textwrap::fill(&capital(&text), out.width()))
}

/// Prints the rules that never applied under any of the readings.
fn print_idle(games: &[Vec<Swept>], out: &mut Output) -> Result<(), Failure> {
    let mut begun = false;
    for rows in games {
        let Some(first) = rows.first() else { continue };
        let idle: Vec<&String> =
            first.idle.iter().filter(|rule| rows.iter().all(|row| row.idle.contains(rule))).collect();
        if idle.is_empty() {
            continue;
        }
        if !begun {
            out.line("")?;
            out.line(out.bold("Rules that never applied, under none of the readings"))?;
            begun = true;
        }
        let options = textwrap::Options::new(out.width()).initial_indent("  ").subsequent_indent("      ");
        for rule in idle {
            let text = if games.len() > 1 { format!("{}: {rule}", first.game()) } else { rule.clone() };
            out.line(textwrap::fill(&text, &options))?;
        }
    }
    Ok(())
}
