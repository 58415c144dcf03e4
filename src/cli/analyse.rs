//! `mancala analyse`: the best moves of a position, depth by depth.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mancala_engine::engine::Progress;
use mancala_engine::play::Referee;
use mancala_engine::players::{
    Certainty, DEEPEST, Depth, Effort, Kind, Limits, Mcts, Outlook, Search, Weighed, duration,
};
use mancala_rules::chance::generator;
use mancala_rules::notation::{capital, player_name};
use serde::Serialize;

use super::alone::{Bounds, print_fewest, refuse};
use super::database::Database;
use super::game::{GameArguments, Loaded};
use super::memory::{DEFAULT, size};
use super::output::Output;
use super::provenance::Provenance;
use super::whole::whole;
use super::work::until_stopped;
use super::{Failure, exact};

/// Arguments of `analyse`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala analyse kalah --depth 8
  mancala analyse krur --time 5s --lines 1
  mancala analyse krur --from '0 2 4 1 / 4 4 0 1; to move North; marks c2 South'
  mancala analyse um-laarais --player mcts:20000
  mancala analyse um-el-tuweisat --db um-el-tuweisat-values
  mancala analyse oware --db oware-12 --time 10s           searches down to the endgames in the database

Without a limit the search goes on until the game is solved or Ctrl-C stops it. Results are printed \
as they are found. Values are for the player to move. `+3`: three seeds more than the best opponent \
as far as the search looked. `wins by 3`: the result of the game with best play on both sides. \
`wins` without a number: a win by a rule. In a game of one player, without `--player`: his best \
result, and the fewest moves to it.")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Begin with this position (`mancala show GAME --position` prints the one at the start)
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Search at most N plies ahead
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, DEEPEST.into()))]
    depth: Option<u64>,

    /// Stop after this time, such as `5s`, `500ms` or `2m`
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// Number of best moves to show [default: 3]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 1000))]
    lines: Option<u64>,

    /// How moves are evaluated: `search`, or `mcts:10000`, which tries moves in random games
    #[arg(long, value_name = "KIND", conflicts_with_all = ["depth", "time"])]
    player: Option<String>,

    /// Seed of the random numbers [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: Option<u64>,

    /// Show the exact value of every move from the database in this folder (`mancala solve GAME --db FOLDER` makes
    /// one). If the database lacks the position, or with a limit, search ahead to positions that it has
    #[arg(long, value_name = "FOLDER")]
    db: Option<PathBuf>,

    /// Print a line of JSON for each result
    #[arg(long)]
    json: bool,
}

/// The number of best moves that are shown, unless another is given.
const DEFAULT_LINES: u64 = 3;

/// Parses a time.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    duration(text).ok_or_else(|| "expected a time such as `5s`, `500ms` or `2m`, at most one day".to_owned())
}

/// Prints the best moves.
pub(super) fn analyse(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    let position = loaded.position(arguments.from.as_deref())?;
    loaded.tell_lot(&position, out)?;
    if loaded.rules.board.players.value == 1 && arguments.player.is_none() {
        refuse(
            &loaded.rules,
            &[
                ("--db", arguments.db.is_some()),
                ("--depth", arguments.depth.is_some()),
                ("--lines", arguments.lines.is_some()),
                ("--seed", arguments.seed.is_some()),
            ],
        )?;
        let memory = size(DEFAULT).unwrap_or(0);
        return print_fewest(&loaded, &position, Bounds { memory, time: arguments.time }, arguments.json, out);
    }
    let kind = match arguments.player.as_deref() {
        None => None,
        Some(word) => Some(Kind::parse(word).map_err(|error| Failure::wrong_use(error.message).help(error.help))?),
    };
    let book = match &arguments.db {
        Some(_) if matches!(kind, Some(Kind::Mcts(_))) => {
            let help = "give `--player search`, or omit `--db`";
            return Err(Failure::wrong_use("`mcts` cannot use a database").help(help));
        }
        Some(folder) => Some(Arc::new(Database::look_up(folder, &loaded)?)),
        None => None,
    };
    let unlimited = arguments.depth.is_none() && arguments.time.is_none() && kind.is_none();
    if let Some(book) = book.as_ref().filter(|_| unlimited)
        && exact::print(&loaded, book, &position, arguments.json, out)?
    {
        return Ok(());
    }
    let depth = arguments.depth.and_then(|depth| u32::try_from(depth).ok());
    let limits = Limits { depth, positions: None, time: arguments.time };
    let has_book = book.is_some();
    let gap = book.as_ref().and_then(|book| book.values.gap());
    let mut analyst = match (kind, arguments.player.as_deref()) {
        (None, _) | (Some(Kind::Search(_)), Some("search")) => Analyst::Search(Search::new(limits).with_book(book)),
        (Some(Kind::Search(limit)), _) => Analyst::Search(Search::new(limit.into()).with_book(book)),
        (Some(Kind::Mcts(_)), Some("mcts")) => Analyst::Mcts(Mcts::new(Effort::Playouts(u64::MAX))),
        (Some(Kind::Mcts(effort)), _) => Analyst::Mcts(Mcts::new(effort)),
        (Some(other), _) => {
            let message = format!("`{other}` does not evaluate moves");
            return Err(Failure::wrong_use(message).help("give `search`, `mcts`, or one of them with a limit"));
        }
    };
    let referee = Referee::tables(&loaded.rules);
    let game = loaded.game(&referee, position)?;
    loaded.goes_on(&game)?;
    let lines = usize::try_from(arguments.lines.unwrap_or(DEFAULT_LINES)).unwrap_or(usize::MAX);
    let players = loaded.rules.board.players.value;
    let by = capital(&player_name(players, game.to_move()));
    let progress = until_stopped();
    let json = arguments.json;
    let (seed, provenance) = (arguments.seed.unwrap_or(0), Provenance::of(&loaded));
    let began = Instant::now();
    let mut printer = Printer { out, json, lines, by, players, has_book, gap, began, seed, provenance, failed: None };
    printer.begin(&loaded, &analyst)?;
    let mut chance = generator(seed, 1);
    let printed = match &mut analyst {
        Analyst::Search(search) => {
            let found = search.analyse(&game, lines, &mut chance, &progress, |depth| printer.depth(depth));
            found.map(|depth| printer.searched(depth.as_ref(), &progress))
        }
        Analyst::Mcts(mcts) => {
            let found = mcts.analyse(&game, &mut chance, &progress, |weighed| printer.weighed(weighed));
            found.map(|_| printer.tried(&progress))
        }
    };
    if let Some(failed) = printer.failed.take() {
        return Err(failed);
    }
    printed.map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))??;
    if progress.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// How moves are evaluated.
enum Analyst {
    Search(Search),
    Mcts(Mcts),
}

#[derive(Serialize)]
struct DepthRecord<'a> {
    depth: u32,
    positions: u64,
    seconds: f64,
    certainty: &'static str,
    moves: Vec<MoveRecord<'a>>,
}

#[derive(Serialize)]
struct MoveRecord<'a> {
    #[serde(rename = "move")]
    play: &'a str,
    value: Outlook,
    /// Best play of both sides; the move itself is first.
    line: &'a [String],
}

#[derive(Serialize)]
struct PlayoutsRecord<'a> {
    playouts: u64,
    seconds: f64,
    moves: Vec<TriedRecord<'a>>,
}

#[derive(Serialize)]
struct TriedRecord<'a> {
    #[serde(rename = "move")]
    play: &'a str,
    playouts: u64,
    worth: f64,
    line: &'a [String],
}

/// Prints results as they are found.
struct Printer<'a> {
    out: &'a mut Output,
    json: bool,
    lines: usize,
    /// Name of the player to move.
    by: String,
    players: usize,
    has_book: bool,
    /// A layer that the database lacks, so that it is not known whether values depend on repeated positions.
    gap: Option<usize>,
    began: Instant,
    seed: u64,
    provenance: Provenance,
    /// First failure while results were printed.
    failed: Option<Failure>,
}

/// Width of the column of values.
const WIDEST_VALUE: usize = 12;

impl Printer<'_> {
    fn begin(&mut self, loaded: &Loaded, analyst: &Analyst) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        let title = self.out.bold(&loaded.rules.about.name);
        self.out.line(format!("{title}: {} to move", self.by))?;
        self.out.line("")?;
        let head = match analyst {
            Analyst::Search(_) => row("depth", "positions", "seconds", "value", "best play of both sides"),
            Analyst::Mcts(_) => row("", "playouts", "seconds", "worth", "tried most"),
        };
        self.out.line(self.out.bold(&head))?;
        self.out.flush()
    }

    fn seconds(&self) -> f64 {
        (self.began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0
    }

    /// Remembers the first failure.
    fn keep(&mut self, printed: Result<(), Failure>) {
        if let Err(failure) = printed.and_then(|()| self.out.flush()) {
            self.failed.get_or_insert(failure);
        }
    }

    /// Prints the result of a depth.
    fn depth(&mut self, depth: &Depth) {
        let seconds = self.seconds();
        let printed = if self.json {
            let moves = depth.lines.iter().map(|line| MoveRecord {
                play: line.moves.first().map_or("", String::as_str),
                value: depth.certainty.outlook(line.value),
                line: &line.moves,
            });
            let certainty = match depth.certainty {
                Certainty::Guess => "guess",
                Certainty::UnlessItCircles => "unless it circles",
                Certainty::Solved => "solved",
            };
            let moves = moves.collect();
            let (depth, positions) = (depth.depth, depth.positions);
            let record = DepthRecord { depth, positions, seconds, certainty, moves };
            self.out.json(&self.provenance.told(record, Some(self.seed)))
        } else {
            depth.lines.iter().enumerate().try_for_each(|(place, line)| {
                let value = depth.certainty.outlook(line.value).to_string();
                let (depth, positions) = (depth.depth.to_string(), depth.positions.to_string());
                let seconds = format!("{seconds:.3}");
                let head = if place == 0 { [depth.as_str(), &positions, &seconds] } else { [""; 3] };
                self.line(head, &value, &line.moves)
            })
        };
        self.keep(printed);
    }

    /// Prints the result after a number of playouts.
    fn weighed(&mut self, weighed: &Weighed) {
        let seconds = self.seconds();
        let printed = if self.json {
            let moves = weighed.moves.iter().map(|tried| TriedRecord {
                play: tried.moves.first().map_or("", String::as_str),
                playouts: tried.playouts,
                worth: (tried.worth * 10_000.0).round() / 10_000.0,
                line: &tried.moves,
            });
            let record = PlayoutsRecord { playouts: weighed.playouts, seconds, moves: moves.collect() };
            self.out.json(&self.provenance.told(record, Some(self.seed)))
        } else {
            weighed.moves.iter().take(self.lines).enumerate().try_for_each(|(place, tried)| {
                let (playouts, seconds) = (tried.playouts.to_string(), format!("{seconds:.3}"));
                let seconds = if place == 0 { seconds.as_str() } else { "" };
                self.line(["", &playouts, seconds], &format!("{:.1}%", 100.0 * tried.worth), &tried.moves)
            })
        };
        self.keep(printed);
    }

    fn line(&mut self, [depth, positions, seconds]: [&str; 3], value: &str, moves: &[String]) -> Result<(), Failure> {
        let mut line = row(depth, positions, seconds, value, "");
        let room = self.out.width().saturating_sub(line.chars().count());
        let (mut used, mut shown) = (0, 0);
        for name in moves {
            // the last two columns are for the sign that there is more
            if used + name.len() + 3 > room {
                break;
            }
            used += name.len() + 1;
            shown += 1;
        }
        line.push_str(&moves.iter().take(shown.max(1)).map(String::as_str).collect::<Vec<_>>().join(" "));
        if shown < moves.len() {
            line.push_str(" ..");
        }
        self.out.line(line.trim_end())
    }

    /// Prints the final result.
    fn searched(&mut self, depth: Option<&Depth>, progress: &Progress) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        self.out.line("")?;
        let best = depth.and_then(|depth| Some((depth, depth.lines.first()?)));
        let Some((depth, best)) = best else {
            return self.out.line("Stopped before every move was evaluated once");
        };
        let play = best.moves.first().map_or("", String::as_str);
        let by = &self.by;
        let text = match (depth.certainty, depth.certainty.outlook(best.value)) {
            (Certainty::Guess, _) => {
                let stopped = if progress.is_stopped() { "Stopped; " } else { "" };
                let plies = if depth.depth == 1 { "1 ply".to_owned() } else { format!("{} plies", depth.depth) };
                format!("{stopped}{by} plays best {play}: {} as far as {plies} show", best.value)
            }
            (certainty, outlook) => {
                let result = match outlook {
                    Outlook::Wins(Some(plies)) => format!("{by} wins with {play} within {plies} plies"),
                    Outlook::Wins(None) => format!("{by} wins with {play}"),
                    Outlook::Loses(Some(plies)) => format!("{by} loses within {plies} plies, whatever he plays"),
                    Outlook::Loses(None) => format!("{by} loses, whatever he plays"),
                    Outlook::Ends(0) => format!("a draw with {play}"),
                    Outlook::Ends(seeds) if seeds > 0 => format!("{by} wins by {seeds} with {play}"),
                    Outlook::Ends(seeds) => format!("{by} loses by {} at best, with {play}", -seeds),
                    Outlook::Ahead(seeds) => format!("{by} gets {seeds} with {play}"),
                };
                let circles = match (certainty, self.gap) {
                    (Certainty::UnlessItCircles, Some(layer)) => format!(
                        "; the database lacks layer {layer}, so it is not known whether lines repeat a position, and \
                         whether values would then be different"
                    ),
                    (Certainty::UnlessItCircles, None) => {
                        "; some lines repeat a position, and its value may then be different".to_owned()
                    }
                    _ => String::new(),
                };
                let others = if self.players > 2 { ", if all others play against him" } else { "" };
                let known = if self.has_book { ", or to positions in the database" } else { "" };
                format!("Solved to the end of the game{known}: {result}{others}{circles}")
            }
        };
        let text = textwrap::fill(&text, self.out.width());
        self.out.line(text)
    }

    fn tried(&mut self, progress: &Progress) -> Result<(), Failure> {
        if self.json || !progress.is_stopped() {
            return Ok(());
        }
        self.out.line("")?;
        self.out.line("Stopped")
    }
}

/// A line of the table.
fn row(depth: &str, positions: &str, seconds: &str, value: &str, moves: &str) -> String {
    format!("{depth:>5}{positions:>14}{seconds:>10}  {value:<WIDEST_VALUE$} {moves}")
}
