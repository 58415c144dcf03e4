//! Results of games or matches of named players.

use serde::Serialize;

use super::{Row, Run, SpreadRecord, Statistics, print_spreads, share};
use crate::cli::Failure;
use crate::cli::output::Output;
use crate::drivers::simulate::Spread;
use crate::drivers::tournament::{Record, Results};
use crate::notation::{capital, player_name};
use crate::players::Kind;

/// Results of games of named players.
#[derive(Serialize)]
pub(in crate::cli) struct Players {
    games: u64,
    #[serde(flatten)]
    run: Run,
    /// Games stopped before their end.
    stopped: u64,
    /// Games that each seat won alone.
    seats: Vec<u64>,
    players: Vec<PlayerRecord<OfGames>>,
    /// Whether the game has scores.
    #[serde(skip)]
    scored: bool,
}

/// Results of matches of named players.
#[derive(Serialize)]
pub(in crate::cli) struct PlayersOfMatches {
    matches: u64,
    #[serde(flatten)]
    run: Run,
    /// Matches that were cut, so that nobody won them.
    cut: u64,
    /// Choices of lay-outs while the board was refilled.
    lay_outs: u64,
    /// Rounds of a match; `None` if no match was played.
    rounds: Option<SpreadRecord>,
    /// Matches that each seat won alone.
    seats: Vec<u64>,
    players: Vec<PlayerRecord<OfMatches>>,
}

#[derive(Serialize)]
struct PlayerRecord<H> {
    player: String,
    won: u64,
    shared: u64,
    lost: u64,
    /// Games won plus a share of the drawn games, in per cent of all games that ended; `None` if no game ended.
    percent: Option<f64>,
    #[serde(flatten)]
    had: H,
}

/// Means of a player at the end of games; `None` if no game ended or the game has no scores.
#[derive(Serialize)]
struct OfGames {
    score: Option<f64>,
}

/// Means of a player at the end of matches; `None` if no match ended.
#[derive(Serialize)]
struct OfMatches {
    points: Option<f64>,
    owned: Option<f64>,
}

/// Mean over all games that ended.
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

/// A further column: its head, and the value of a player.
type Column<H> = (&'static str, fn(&H) -> Option<f64>);

/// Prints a table of players: their results and further columns.
fn print_players<H>(players: &[PlayerRecord<H>], had: &[Column<H>], out: &mut Output) -> Result<(), Failure> {
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

/// Prints a line with the wins of each seat.
fn print_seats(seats: &[u64], games: u64, out: &mut Output) -> Result<(), Failure> {
    let each = seats
        .iter()
        .enumerate()
        .map(|(seat, won)| format!("{} won {won} ({})", capital(&player_name(seats.len(), seat)), share(*won, games)));
    out.line("")?;
    out.line(each.collect::<Vec<_>>().join(", "))
}

/// Rows of a player, without the further columns.
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
    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        self.run.print(self.games, "games", out)?;
        if self.games == 0 {
            return Ok(());
        }
        let scores: &[Column<OfGames>] = &[("mean score", |had| had.score)];
        print_players(&self.players, if self.scored { scores } else { &[] }, out)?;
        print_seats(&self.seats, self.games, out)?;
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
    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        self.run.print(self.matches, "matches", out)?;
        if self.matches == 0 {
            return Ok(());
        }
        let had: &[Column<OfMatches>] = &[("mean owned", |had| had.owned), ("mean points", |had| had.points)];
        // many games have no points
        let points = self.players.iter().any(|player| player.had.points.is_some_and(|points| points != 0.0));
        print_players(&self.players, if points { had } else { &had[..1] }, out)?;
        let spreads: Vec<_> = self.rounds.iter().map(|rounds| ("rounds", rounds.cells())).collect();
        print_spreads(&spreads, out)?;
        print_seats(&self.seats, self.matches, out)?;
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
