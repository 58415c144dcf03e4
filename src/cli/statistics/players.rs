//! What came of games, or of whole matches, of players against each other.

use serde::Serialize;

use super::{Row, Run, SpreadRecord, Statistics, share, tell_spreads};
use crate::cli::Failure;
use crate::cli::output::Output;
use crate::drivers::simulate::Spread;
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
    players: Vec<PlayerRecord<OfGames>>,
    /// Whether the game has scores.
    #[serde(skip)]
    scored: bool,
}

/// What came of whole matches of players against each other.
#[derive(Serialize)]
pub(in crate::cli) struct PlayersOfMatches {
    matches: u64,
    #[serde(flatten)]
    run: Run,
    /// Matches that were cut, and nobody won.
    cut: u64,
    /// Choices made while the board was filled.
    lay_outs: u64,
    /// Rounds of a match; none where no match was played.
    rounds: Option<SpreadRecord>,
    /// Matches that each seat alone won.
    seats: Vec<u64>,
    players: Vec<PlayerRecord<OfMatches>>,
}

#[derive(Serialize)]
struct PlayerRecord<H> {
    player: String,
    won: u64,
    shared: u64,
    lost: u64,
    /// Games won, and a part of those that were shared, in per cent of all that came to their end; none where none did.
    percent: Option<f64>,
    #[serde(flatten)]
    had: H,
}

/// What a player had at the end of games, on average; none where no game came to its end or nothing is scored.
#[derive(Serialize)]
struct OfGames {
    score: Option<f64>,
}

/// What a player had at the end of matches, on average; none where no match came to its end.
#[derive(Serialize)]
struct OfMatches {
    points: Option<f64>,
    owned: Option<f64>,
}

/// A number on average of all games that came to their end.
fn mean(results: &Results, sum: f64) -> Option<f64> {
    let ended = results.games - results.stopped;
    (ended > 0).then(|| sum / ended as f64)
}

fn records<H>(kinds: &[Kind], results: &Results, had: impl Fn(&Record) -> H) -> Vec<PlayerRecord<H>> {
    let record = |(kind, record): (&Kind, &Record)| PlayerRecord {
        player: kind.to_string(),
        won: record.won,
        shared: record.shared,
        lost: record.lost,
        percent: mean(results, 100.0 * (record.won as f64 + record.shared as f64 / 2.0)),
        had: had(record),
    };
    kinds.iter().zip(&results.players).map(record).collect()
}

/// A further column: its head, and what stands in it.
type Column<H> = (&'static str, fn(&H) -> Option<f64>);

/// A table of players: who won how often, and what else each had.
fn tell_players<H>(players: &[PlayerRecord<H>], had: &[Column<H>], out: &mut Output) -> Result<(), Failure> {
    let width = players.iter().map(|player| player.player.chars().count()).max().unwrap_or(0).max(6);
    let drawn = if players.len() > 2 { "shared" } else { "drawn" };
    out.line("")?;
    let heads: String = had.iter().map(|(head, _)| format!("{head:>12}")).collect();
    let head = format!("{:<width$}{:>8}{drawn:>8}{:>8}{:>9}{heads}", "player", "won", "lost", "points");
    out.line(out.bold(head.trim_end()))?;
    for PlayerRecord { player, won, shared, lost, percent, had: has } in players {
        let percent = percent.map_or("-".to_owned(), |percent| format!("{percent:.1}%"));
        let means = had.iter().map(|(_, of)| of(has).map_or(String::new(), |mean| format!("{mean:.2}")));
        let means: String = means.map(|mean| format!("{mean:>12}")).collect();
        let line = format!("{player:<width$}{won:>8}{shared:>8}{lost:>8}{percent:>9}{means}");
        out.line(line.trim_end())?;
    }
    Ok(())
}

/// A line of how often each seat won.
fn tell_seats(seats: &[u64], games: u64, out: &mut Output) -> Result<(), Failure> {
    let each = seats
        .iter()
        .enumerate()
        .map(|(seat, won)| format!("{} won {won} ({})", capital(&player_name(seats.len(), seat)), share(*won, games)));
    out.line("")?;
    out.line(each.collect::<Vec<_>>().join(", "))
}

/// Rows of a player, without what else he had.
fn rows_of<H>(player: &PlayerRecord<H>) -> Vec<Row<'_>> {
    let mut rows = vec![
        Row::count("won", &player.player, player.won),
        Row::count("shared", &player.player, player.shared),
        Row::count("lost", &player.player, player.lost),
    ];
    rows.extend(player.percent.map(|percent| Row::measure("points", &player.player, percent)));
    rows
}

impl Players {
    pub(in crate::cli) fn new(kinds: &[Kind], scored: bool, run: Run, results: &Results) -> Self {
        let score =
            |record: &Record| OfGames { score: if scored { mean(results, record.scores as f64) } else { None } };
        Players {
            games: results.games,
            run,
            stopped: results.stopped,
            seats: results.seats.clone(),
            players: records(kinds, results, score),
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
        let scores: &[Column<OfGames>] = &[("mean score", |had| had.score)];
        tell_players(&self.players, if self.scored { scores } else { &[] }, out)?;
        tell_seats(&self.seats, self.games, out)?;
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
            rows.extend(rows_of(player));
            rows.extend(player.had.score.map(|score| Row::measure("mean score", &player.player, score)));
        }
        rows
    }
}

impl PlayersOfMatches {
    pub(in crate::cli) fn new(kinds: &[Kind], run: Run, results: &Results) -> Self {
        let had = |record: &Record| OfMatches {
            points: mean(results, record.points as f64),
            owned: mean(results, record.owned as f64),
        };
        PlayersOfMatches {
            matches: results.games,
            run,
            cut: results.stopped,
            lay_outs: results.lay_outs,
            rounds: Spread::of(&results.rounds).map(SpreadRecord::new),
            seats: results.seats.clone(),
            players: records(kinds, results, had),
        }
    }
}

impl Statistics for PlayersOfMatches {
    fn tell(&self, out: &mut Output) -> Result<(), Failure> {
        self.run.tell(self.matches, "matches", out)?;
        if self.matches == 0 {
            return Ok(());
        }
        let had: &[Column<OfMatches>] = &[("mean owned", |had| had.owned), ("mean points", |had| had.points)];
        // many games give no points
        let points = self.players.iter().any(|player| player.had.points.is_some_and(|points| points != 0.0));
        tell_players(&self.players, if points { had } else { &had[..1] }, out)?;
        let spreads: Vec<_> = self.rounds.iter().map(|rounds| ("rounds", rounds.cells())).collect();
        tell_spreads(&spreads, out)?;
        tell_seats(&self.seats, self.matches, out)?;
        if self.lay_outs > 0 {
            out.line(format!("chosen lay-outs: {} choices", self.lay_outs))?;
        }
        match self.cut {
            0 => Ok(()),
            1 => out.line("1 match was cut, and nobody won it"),
            cut => out.line(format!("{cut} matches were cut, and nobody won them")),
        }
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = vec![Row::count("total", "matches", self.matches)];
        rows.extend(self.run.rows());
        rows.push(Row::count("total", "lay-outs", self.lay_outs));
        rows.push(Row::count("result", "cut", self.cut));
        rows.extend(Row::counts("wins", &self.seats));
        rows.extend(self.rounds.iter().flat_map(|rounds| rounds.rows("rounds")));
        for player in &self.players {
            rows.extend(rows_of(player));
            rows.extend(player.had.points.map(|points| Row::measure("mean points", &player.player, points)));
            rows.extend(player.had.owned.map(|owned| Row::measure("mean owned", &player.player, owned)));
        }
        rows
    }
}
