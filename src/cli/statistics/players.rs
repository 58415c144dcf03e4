//! What came of games of players against each other.

use serde::Serialize;

use super::{Row, Run, Statistics, share};
use crate::cli::Failure;
use crate::cli::output::Output;
use crate::drivers::tournament::{Record, Results};
use crate::notation::{capital, player_name};
use crate::players::Kind;

/// What came of games of players against each other.
#[derive(Serialize)]
pub(in crate::cli) struct Players {
    games: u64,
    #[serde(flatten)]
    run: Run,
    /// Games stopped before their end.
    stopped: u64,
    /// Games that each seat alone won.
    seats: Vec<u64>,
    players: Vec<PlayerRecord>,
    /// Whether the game has scores.
    #[serde(skip)]
    scored: bool,
}

#[derive(Serialize)]
struct PlayerRecord {
    player: String,
    won: u64,
    shared: u64,
    lost: u64,
    /// Games won, and a part of those that were shared, in per cent of all that came to their end; none where none did.
    percent: Option<f64>,
    /// What he had at the end, on average; none where no game came to its end or nothing is scored.
    score: Option<f64>,
}

impl Players {
    pub(in crate::cli) fn new(kinds: &[Kind], scored: bool, run: Run, results: &Results) -> Self {
        let ended = results.games - results.stopped;
        let of_ended = |sum: f64| (ended > 0).then(|| sum / ended as f64);
        let record = |(kind, record): (&Kind, &Record)| PlayerRecord {
            player: kind.to_string(),
            won: record.won,
            shared: record.shared,
            lost: record.lost,
            percent: of_ended(100.0 * (record.won as f64 + record.shared as f64 / 2.0)),
            score: if scored { of_ended(record.scores as f64) } else { None },
        };
        Players {
            games: results.games,
            run,
            stopped: results.stopped,
            seats: results.seats.clone(),
            players: kinds.iter().zip(&results.players).map(record).collect(),
            scored,
        }
    }
}

impl Statistics for Players {
    fn tell(&self, out: &mut Output) -> Result<(), Failure> {
        self.run.tell(self.games, "games", out)?;
        if self.games == 0 {
            return Ok(());
        }
        let width = self.players.iter().map(|player| player.player.chars().count()).max().unwrap_or(0).max(6);
        let drawn = if self.players.len() > 2 { "shared" } else { "drawn" };
        let score = if self.scored { "mean score" } else { "" };
        out.line("")?;
        let head = format!("{:<width$}{:>8}{drawn:>8}{:>8}{:>9}{score:>12}", "player", "won", "lost", "points");
        out.line(out.bold(head.trim_end()))?;
        for PlayerRecord { player, won, shared, lost, percent, score } in &self.players {
            let percent = percent.map_or("-".to_owned(), |percent| format!("{percent:.1}%"));
            let score = score.map_or(String::new(), |score| format!("{score:.2}"));
            let line = format!("{player:<width$}{won:>8}{shared:>8}{lost:>8}{percent:>9}{score:>12}");
            out.line(line.trim_end())?;
        }
        out.line("")?;
        let seats = self.seats.iter().enumerate().map(|(seat, won)| {
            format!("{} won {won} ({})", capital(&player_name(self.seats.len(), seat)), share(*won, self.games))
        });
        out.line(seats.collect::<Vec<_>>().join(", "))?;
        match self.stopped {
            0 => Ok(()),
            1 => out.line("1 game was stopped before its end"),
            stopped => out.line(format!("{stopped} games were stopped before their end")),
        }
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = vec![Row::count("total", "games", self.games)];
        rows.extend(self.run.rows());
        rows.push(Row::count("result", "stopped", self.stopped));
        rows.extend(Row::counts("wins", &self.seats));
        for player in &self.players {
            rows.push(Row::count("won", &player.player, player.won));
            rows.push(Row::count("shared", &player.player, player.shared));
            rows.push(Row::count("lost", &player.player, player.lost));
            rows.extend(player.percent.map(|percent| Row::measure("points", &player.player, percent)));
            rows.extend(player.score.map(|score| Row::measure("mean score", &player.player, score)));
        }
        rows
    }
}
