//! Games or matches one by one: a row for each, as JSON or as a table for spreadsheets.

use mancala_rules::notation::player_name;
use mancala_rules::rules::model::Player;
use mancala_rules::source::Line;
use mancala_tools::drivers::games::GameRow;
use serde::Serialize;

use crate::cli::Failure;
use crate::cli::game::Loaded;
use crate::cli::output::Output;
use crate::cli::provenance::Provenance;
use crate::cli::sheet::{Cell, Column, Form, Kind, printed};
use crate::play_screen::Seat;

/// Games to tell one by one.
pub(in crate::cli) struct Games<'a> {
    pub(in crate::cli) loaded: &'a Loaded,
    pub(in crate::cli) seed: u64,
    /// The players, in the order given; empty if all moves are random.
    pub(in crate::cli) seats: &'a [Seat],
    pub(in crate::cli) whole_match: bool,
}

#[derive(Serialize)]
struct GameRecord<'a> {
    /// The number of the game, or of the match.
    number: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    players: Vec<String>,
    plies: u64,
    passes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lay_outs: Option<u64>,
    /// `None` if it was stopped before its end.
    reason: Option<&'a str>,
    #[serde(flatten, serialize_with = "Line::or_null")]
    line: Option<Line>,
    winners: &'a [Player],
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<&'a [i64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<&'a [i64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owned: Option<&'a [i64]>,
    seed: u64,
    #[serde(flatten)]
    provenance: &'a Provenance,
}

impl Games<'_> {
    /// The line of the rule that ended a game.
    fn line(&self, row: &GameRow) -> Option<Line> {
        let source = &self.loaded.ruleset.source;
        match row.ending.as_ref()? {
            (_, Some(span)) => Some(source.line(span.start)),
            (reason, None) => {
                let contest = self.loaded.rules.contest.as_ref()?;
                let rule = contest.after_refilling.iter().find(|rule| rule.said == *reason)?;
                Some(source.line(rule.span.start))
            }
        }
    }

    /// The name of the player in each seat.
    fn players(&self, row: &GameRow) -> Vec<String> {
        row.players.iter().filter_map(|place| self.seats.get(*place)).map(Seat::to_string).collect()
    }

    /// Prints a line of JSON for each game.
    pub(in crate::cli) fn json(&self, rows: &[GameRow], out: &mut Output) -> Result<(), Failure> {
        let provenance = Provenance::of(self.loaded);
        let (single, whole) = (!self.whole_match, self.whole_match);
        rows.iter().try_for_each(|row| {
            out.json(&GameRecord {
                number: row.number,
                players: self.players(row),
                plies: row.plies,
                passes: row.passes,
                rounds: row.rounds,
                lay_outs: whole.then_some(row.lay_outs),
                reason: row.ending.as_ref().map(|(reason, _)| reason.as_str()),
                line: self.line(row),
                winners: &row.winners,
                scores: single.then_some(&row.scores),
                points: whole.then_some(&row.points),
                owned: whole.then_some(&row.owned),
                seed: self.seed,
                provenance: &provenance,
            })
        })
    }

    /// The columns of a table with a row for each game.
    pub(in crate::cli) fn columns(&self) -> Vec<Column> {
        let all = self.loaded.rules.board.players.value;
        let of = |what: &'static str, kind| {
            (0..all).map(move |player| Column::new(format!("{what} {}", player_name(all, player)), kind))
        };
        let each = |names: &'static [&'static str], kind| names.iter().map(move |name| Column::new(*name, kind));
        let mut columns = vec![Column::new("number", Kind::Count)];
        if !self.seats.is_empty() {
            columns.extend(of("player", Kind::Text));
        }
        columns.extend(each(&["plies", "passes"], Kind::Count));
        if self.whole_match {
            columns.extend(each(&["rounds", "lay-outs"], Kind::Count));
        }
        columns.extend(each(&["reason", "line", "winner"], Kind::Text));
        match self.whole_match {
            true => columns.extend(of("points", Kind::Number).chain(of("owned", Kind::Number))),
            false => columns.extend(of("score", Kind::Number)),
        }
        columns.push(Column::new("seed", Kind::Count));
        columns.extend(each(&["game", "file", "readings", "fingerprint", "version"], Kind::Text));
        columns
    }

    /// A row of that table. `provenance` is the origin of all rows.
    pub(in crate::cli) fn cells(&self, row: &GameRow, provenance: &Provenance) -> Vec<Cell> {
        let all = self.loaded.rules.board.players.value;
        let text = |text: Option<String>| text.map_or(Cell::Nothing, Cell::Text);
        let mut cells = vec![Cell::Count(row.number)];
        cells.extend(self.players(row).into_iter().map(Cell::Text));
        cells.extend([row.plies, row.passes].map(Cell::Count));
        if self.whole_match {
            cells.push(row.rounds.map_or(Cell::Nothing, |rounds| Cell::Count(rounds.into())));
            cells.push(Cell::Count(row.lay_outs));
        }
        cells.push(text(row.ending.as_ref().map(|(reason, _)| reason.clone())));
        cells.push(text(self.line(row).map(|line| line.to_string())));
        cells.push(match row.winners.as_slice() {
            [] => Cell::Nothing,
            [winner] => Cell::Text(player_name(all, *winner)),
            _ => Cell::Text("shared".to_owned()),
        });
        let numbers: &[&Vec<i64>] = if self.whole_match { &[&row.points, &row.owned] } else { &[&row.scores] };
        for of_each in numbers {
            // a game that was stopped has none
            cells.extend((0..all).map(|player| of_each.get(player).map_or(Cell::Nothing, |one| Cell::Number(*one))));
        }
        cells.push(Cell::Count(self.seed));
        cells.extend(provenance.columns().map(Cell::Text));
        cells
    }

    /// Prints the table.
    pub(in crate::cli) fn csv(&self, rows: &[GameRow], out: &mut Output) -> Result<(), Failure> {
        let provenance = Provenance::of(self.loaded);
        let rows = rows.iter().map(|row| self.cells(row, &provenance));
        out.print(printed(Form::Csv, self.columns(), rows)?)
    }
}
