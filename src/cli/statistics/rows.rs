//! Games or matches one by one: a row for each, as JSON or as a table for spreadsheets.

use serde::Serialize;

use crate::cli::Failure;
use crate::cli::game::Loaded;
use crate::cli::output::Output;
use crate::cli::provenance::Provenance;
use crate::drivers::games::GameRow;
use crate::notation::player_name;
use crate::play_screen::Seat;
use crate::rules::model::Player;
use crate::source::Line;

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

    /// Prints a table with a row for each game.
    pub(in crate::cli) fn csv(&self, rows: &[GameRow], out: &mut Output) -> Result<(), Failure> {
        let failed = |error: ::csv::Error| Failure::Output(error.into());
        let all = self.loaded.rules.board.players.value;
        let of = |what: &'static str| (0..all).map(move |player| format!("{what} {}", player_name(all, player)));
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        let mut head: Vec<String> = vec!["number".into()];
        if !self.seats.is_empty() {
            head.extend(of("player"));
        }
        head.extend(["plies", "passes"].map(String::from));
        if self.whole_match {
            head.extend(["rounds", "lay-outs"].map(String::from));
        }
        head.extend(["reason", "line", "winner"].map(String::from));
        match self.whole_match {
            true => head.extend(of("points").chain(of("owned"))),
            false => head.extend(of("score")),
        }
        head.extend(["seed", "game", "file", "readings", "fingerprint", "version"].map(String::from));
        writer.write_record(&head).map_err(failed)?;
        let columns = Provenance::of(self.loaded).columns();
        for row in rows {
            let mut cells = vec![row.number.to_string()];
            cells.extend(self.players(row));
            cells.extend([row.plies, row.passes].map(|number| number.to_string()));
            if self.whole_match {
                cells.push(row.rounds.map_or(String::new(), |rounds| rounds.to_string()));
                cells.push(row.lay_outs.to_string());
            }
            cells.push(row.ending.as_ref().map_or(String::new(), |(reason, _)| reason.clone()));
            cells.push(self.line(row).map_or(String::new(), |line| line.to_string()));
            cells.push(match row.winners.as_slice() {
                [] => String::new(),
                [winner] => player_name(all, *winner),
                _ => "shared".to_owned(),
            });
            let numbers: &[&Vec<i64>] = if self.whole_match { &[&row.points, &row.owned] } else { &[&row.scores] };
            for of_each in numbers {
                // a game that was stopped has none
                cells.extend((0..all).map(|player| of_each.get(player).map_or(String::new(), i64::to_string)));
            }
            cells.push(self.seed.to_string());
            cells.extend(columns.iter().cloned());
            writer.write_record(&cells).map_err(failed)?;
        }
        let bytes = writer.into_inner().map_err(|error| Failure::Output(error.into_error()))?;
        out.print(String::from_utf8_lossy(&bytes))
    }
}
