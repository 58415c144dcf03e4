//! Results of games or matches of named players.

use mancala_rules::notation::{capital, player_name};
use mancala_tools::drivers::measure::{Elo, Interval};
use mancala_tools::drivers::tournament::{Record, Results};
use serde::Serialize;

use super::{INTERVALS, Row, Run, ShareRecord, SpreadRecord, Statistics, print_spreads, provenance_rows, share};
use crate::cli::Failure;
use crate::cli::game::Loaded;
use crate::cli::output::Output;
use crate::cli::provenance::Provenance;
use crate::play_screen::Seat;

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
    /// The share of all games that each seat won alone; `None` if no game was played.
    seat_shares: Option<Vec<ShareRecord>>,
    #[serde(flatten)]
    provenance: Provenance,
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
    /// The share of all matches that each seat won alone; `None` if no match was played.
    seat_shares: Option<Vec<ShareRecord>>,
    #[serde(flatten)]
    provenance: Provenance,
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
    /// The strength above the other player; `None` if there are not two, or no game ended.
    elo: Option<EloRecord>,
}

/// A difference in strength on Elo's scale, with its 95 % confidence interval; `None` is without bound.
#[derive(Clone, Copy, Serialize)]
struct EloRecord {
    difference: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl EloRecord {
    fn new(Elo { difference, low, high }: Elo) -> Self {
        EloRecord { difference, low, high }
    }

    /// `+35 (-8 to +79)`
    fn text(&self) -> String {
        let number = |number: Option<f64>, none: &str| number.map_or(none.to_owned(), |number| format!("{number:+.0}"));
        let difference = number(self.difference, "?");
        format!("{difference} ({} to {})", number(self.low, "-inf"), number(self.high, "+inf"))
    }
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

fn records<H>(seats: &[Seat], results: &Results, had: impl Fn(&Record) -> H) -> Vec<PlayerRecord<H>> {
    let elo = |record: &Record| Elo::of(record.won, record.shared, record.lost).filter(|_| seats.len() == 2);
    let record = |(seat, record): (&Seat, &Record)| PlayerRecord {
        player: seat.to_string(),
        won: record.won,
        shared: record.shared,
        lost: record.lost,
        percent: mean(results, 100.0 * (record.won as f64 + record.shared as f64 / 2.0)),
        had: had(record),
        elo: elo(record).map(EloRecord::new),
    };
    seats.iter().zip(&results.players).map(record).collect()
}

/// A further column: its head, and the value of a player.
type Column<H> = (&'static str, fn(&H) -> Option<f64>);

/// Prints a table of players: their results and further columns.
fn print_players<H>(players: &[PlayerRecord<H>], had: &[Column<H>], out: &mut Output) -> Result<(), Failure> {
    let width = players.iter().map(|player| player.player.chars().count()).max().unwrap_or(0).max(6);
    let drawn = if players.len() > 2 { "shared" } else { "drawn" };
    out.line("")?;
    let heads: String = had.iter().map(|(head, _)| format!("{head:>12}")).collect();
    let elo = if players.iter().any(|player| player.elo.is_some()) { "  Elo above the other" } else { "" };
    let head = format!("{:<width$}{:>8}{drawn:>8}{:>8}{:>9}{heads}{elo}", "player", "won", "lost", "points");
    out.line(out.bold(head.trim_end()))?;
    for PlayerRecord { player, won, shared, lost, percent, had: has, elo } in players {
        let percent = percent.map_or("-".to_owned(), |percent| format!("{percent:.1}%"));
        let means = had.iter().map(|(_, of)| of(has).map_or(String::new(), |mean| format!("{mean:.2}")));
        let means: String = means.map(|mean| format!("{mean:>12}")).collect();
        let elo = elo.map_or(String::new(), |elo| format!("  {}", elo.text()));
        let line = format!("{player:<width$}{won:>8}{shared:>8}{lost:>8}{percent:>9}{means}{elo}");
        out.line(line.trim_end())?;
    }
    if elo.is_empty() { Ok(()) } else { out.line("Elo: in brackets the 95 % confidence interval") }
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

/// The row of the strength of a player, if it is known.
fn elo_row<H>(player: &PlayerRecord<H>) -> Option<Row<'_>> {
    let EloRecord { difference, low, high } = player.elo?;
    let bounds = low.zip(high).map(|(low, high)| Interval { low, high });
    Some(Row { low, high, ..Row::bounded("elo", &player.player, difference?, bounds) })
}

impl Players {
    pub(in crate::cli) fn new(loaded: &Loaded, seats: &[Seat], run: Run, results: &Results) -> Self {
        let scored = loaded.rules.score.value.is_some();
        let score =
            |record: &Record| OfGames { score: if scored { mean(results, record.scores as f64) } else { None } };
        Players {
            games: results.games,
            run,
            stopped: results.stopped,
            seats: results.seats.clone(),
            players: records(seats, results, score),
            seat_shares: ShareRecord::each(&results.seats, results.games),
            provenance: Provenance::of(loaded),
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
        rows.extend(self.players.iter().filter_map(elo_row));
        rows.extend(self.seat_shares.iter().flat_map(|shares| ShareRecord::rows("win share", shares)));
        rows.extend(provenance_rows(&self.provenance, &self.run));
        rows
    }
}

impl PlayersOfMatches {
    pub(in crate::cli) fn new(loaded: &Loaded, seats: &[Seat], run: Run, results: &Results) -> Self {
        let had = |record: &Record| OfMatches {
            points: mean(results, record.points as f64),
            owned: mean(results, record.owned as f64),
        };
        PlayersOfMatches {
            matches: results.games,
            run,
            cut: results.stopped,
            lay_outs: results.lay_outs,
            rounds: SpreadRecord::of(&results.rounds),
            seats: results.seats.clone(),
            players: records(seats, results, had),
            seat_shares: ShareRecord::each(&results.seats, results.games),
            provenance: Provenance::of(loaded),
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
        out.line(INTERVALS)?;
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
        rows.extend(self.players.iter().filter_map(elo_row));
        rows.extend(self.seat_shares.iter().flat_map(|shares| ShareRecord::rows("win share", shares)));
        rows.extend(provenance_rows(&self.provenance, &self.run));
        rows
    }
}
