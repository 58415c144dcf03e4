//! `mancala list`: the rulesets inside the program.

use unicode_width::UnicodeWidthStr;

use super::Failure;
use super::output::Output;
use super::record::GameRecord;
use crate::rules::model::Rules;
use crate::ruleset::{Ruleset, shipped};

/// Arguments of `list`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala list
  mancala list --json | jq -r .name")]
pub(super) struct Arguments {
    /// Print a line of JSON for each ruleset
    #[arg(long)]
    json: bool,
}

/// Lists the rulesets inside the program.
pub(super) fn list(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let mut games: Vec<(&str, Rules)> = Vec::new();
    for (name, _) in shipped() {
        if let Some(read) = Ruleset::shipped(name) {
            let ruleset = read.map_err(|(source, problems)| Failure::Problems(source, problems))?;
            let rules = ruleset.rules(&[]).map_err(|error| Failure::rules(&ruleset.source, error))?;
            games.push((name, rules));
        }
    }
    if arguments.json {
        for (name, rules) in &games {
            out.json(&GameRecord::new(name, rules))?;
        }
        return Ok(());
    }
    let heads = ["name", "title", "board", "players", "region"].map(str::to_owned);
    let mut rows: Vec<[String; 5]> = games.iter().map(|(name, rules)| row(name, rules)).collect();
    let longest = |column: usize| rows.iter().chain([&heads]).map(|row| row[column].width()).max().unwrap_or(0);
    let before: usize = (0..4).map(|column| longest(column) + 2).sum();
    let rest = out.width().saturating_sub(before);
    for (row, (_, rules)) in rows.iter_mut().zip(&games) {
        row[4] = rules.about.region.as_ref().map_or(String::new(), |region| short(&region.value, rest));
    }
    let width = |column: usize| rows.iter().chain([&heads]).map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let text = |row: &[String; 5]| -> String {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width())));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    out.line(out.bold(&text(&heads)))?;
    for row in &rows {
        out.line(text(row))?;
    }
    Ok(())
}

/// All but the region, which takes what room is left.
fn row(name: &str, rules: &Rules) -> [String; 5] {
    let board = &rules.board;
    let seeds: u64 = board.start.iter().map(|seeds| u64::from(*seeds)).sum();
    [
        name.to_owned(),
        rules.about.name.clone(),
        format!("{} x {}, {seeds} seeds", board.rows.value, board.columns.value),
        board.players.value.to_string(),
        String::new(),
    ]
}

/// The first places of a region, as many as fit a line.
fn short(places: &[String], width: usize) -> String {
    let mut text = String::new();
    for (at, place) in places.iter().enumerate() {
        let more = if at + 1 < places.len() { " ..".len() } else { 0 };
        if !text.is_empty() && text.width() + ", ".len() + place.width() + more > width {
            text.push_str(" ..");
            break;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(place);
    }
    text
}
