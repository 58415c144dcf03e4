//! `mancala run`: lets machine players play games.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ArgGroup;
use mancala_engine::contest::{Match, Start};
use mancala_engine::game::{Ending, Position};
use mancala_engine::outcome::{match_result, result};
use mancala_engine::play::{Game, Referee};
use mancala_engine::solver::Book;
use mancala_rules::chance::{generator, lots};
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::{Player, Rules};
use mancala_tools::drivers::tournament::Course;

use super::Failure;
use super::album::{Album, readings};
use super::game::{EngineArguments, GameArguments, Loaded};
use super::matches::{self, MatchPrinter};
use super::output::Output;
use super::picture::LookArguments;
use super::players::{At, BookArguments, Seats, machines, movers};
use super::plies::Printer;
use super::program::{ProgramArguments, Seated};
use super::saved::{self, Saved};
use super::series::SeriesArguments;
use super::whole::whole;
use crate::play_screen::Seat;

/// Arguments of `run`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala run krur
  mancala run krur --seed 7 --trace
  mancala run kalah --players search:d6,mcts:2000
  mancala run kalah --players greedy,random --games 100
  mancala run krur --players greedy --match --save my-match.txt
  mancala run krur --match
  mancala run krur --svg pictures --dots 0
  mancala run krur --seed 7 --html krur.html
  mancala run krur --from '0 2 4 1 / 4 4 0 1; to move North; marks c2 South'

The same seed gives the same games.")]
#[command(group(ArgGroup::new("drawn").multiple(true)))]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// The players: `random` (any legal move), `first` (the first legal move), `greedy` (the move that leaves it most
    /// seeds ahead), `search` (searches ahead: `search:2s`, `search:d8` plies, `search:50000` positions for a move),
    /// `mcts` (tries moves in random games: `mcts:10000`, `mcts:2s`), `perfect` (from a database, `--db`) or
    /// `program:COMMAND` (another program, see `mancala protocol --help`). One word for all, or one for each player,
    /// separated by commas
    #[arg(long, value_name = "KINDS", default_value = "random", value_delimiter = ',')]
    #[arg(add = super::candidates::machine())]
    players: Vec<String>,

    #[command(flatten)]
    book: BookArguments,

    #[command(flatten)]
    programs: ProgramArguments,

    /// Number of games
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = whole(1, 1_000_000_000))]
    games: u64,

    #[command(flatten)]
    series: SeriesArguments,

    /// Save the game or the match in a new file; `mancala replay --transcript FILE` replays it
    #[arg(long, value_name = "FILE", add = super::candidates::file())]
    save: Option<String>,

    /// Show the events of each ply, and the rules that decided them
    #[arg(long)]
    trace: bool,

    /// Print a line of JSON for each ply
    #[arg(long)]
    json: bool,

    /// Draw the game or the match as SVG pictures in this new folder: each ply as numbered arrows on the board before
    /// it, then the final position
    #[arg(long, value_name = "FOLDER", group = "drawn", conflicts_with_all = ["json", "trace", "games"])]
    svg: Option<PathBuf>,

    /// Write the game or the match as a page into this file, to step through it in a browser: each ply with its picture,
    /// and the rules that decided it with their sources. The page needs no server and no other file
    #[arg(long, value_name = "FILE", group = "drawn", conflicts_with_all = ["json", "trace", "games"])]
    html: Option<PathBuf>,

    #[command(flatten)]
    look: LookArguments,
}

impl Arguments {
    /// The seed of the lots of one game or match.
    fn lots(&self, number: u64) -> u64 {
        lots(self.series.seed, number)
    }

    /// Where one game begins: at a position that was given, or at the start, with the lot of this game.
    fn drawn(&self, loaded: &Loaded, position: &Position, number: u64) -> Position {
        match self.series.from {
            Some(_) => position.clone(),
            None => Position::drawn(&loaded.rules, self.lots(number)),
        }
    }
}

/// Plays games.
pub(super) fn run(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    let kinds = movers(&arguments.players, loaded.rules.board.players.value, out)?;
    let book = arguments.book.book(&machines(&kinds), &loaded)?;
    let position = loaded.position(arguments.series.from.as_deref())?;
    let drawn = arguments.svg.is_some() || arguments.html.is_some();
    let events = arguments.trace || drawn;
    let referee = arguments.engine.referee(&loaded.rules, events);
    if arguments.series.whole_match {
        // fail before anything is printed
        matches::begin(&loaded, &referee, 1, 0)?;
    }
    if arguments.save.is_some() && arguments.games > 1 {
        let help = "omit `--games`, or save the games one by one, each with its own `--seed`";
        return Err(Failure::wrong_use("`--save` saves one game").help(help));
    }
    // if the folder cannot be used, no file is written
    let album = Album::begin(arguments.svg.as_deref(), arguments.html.as_deref(), &arguments.look)?;
    let mut saved = match &arguments.save {
        Some(name) => {
            let game = &arguments.game;
            let players = kinds.iter().map(Seat::to_string).collect();
            let head = saved::head(&game.game, game.readings.settings(), &loaded, players);
            let head = match arguments.series.whole_match {
                true => head.of_match(&loaded.rules, arguments.series.rounds.most(), arguments.lots(1)),
                false => head.begun_at(&loaded.rules, &arguments.drawn(&loaded, &position, 1)),
            };
            Some(Saved::begin(name, &head)?)
        }
        None => None,
    };
    let series = Series { loaded: &loaded, referee, kinds: &kinds, book, arguments, position: &position };
    let several = arguments.games > 1;
    let in_full = (!several || arguments.trace) && (!drawn || arguments.series.whole_match);
    if !arguments.json {
        let title = out.bold(&loaded.rules.about.name);
        out.line(format!("{title}: {}, seed {}", series.seated(), arguments.series.seed))?;
        if in_full {
            out.line("")?;
        }
    }
    if arguments.series.whole_match {
        return series.matches(saved, album, out);
    }
    if let Some(album) = album {
        return series.drawn(album, saved, out);
    }
    let mut tally = Tally::new(kinds.len());
    for number in 1..=arguments.games {
        let played = if in_full || arguments.json {
            series.printed(number, &mut saved, out)?
        } else {
            let played = series.play(number, |game, _| {
                game.take_events();
                Ok(())
            })?;
            out.line(series.in_a_line(number, &played))?;
            played
        };
        tally.add(&played);
    }
    if several && !arguments.json { out.line(out.bold(&tally.text(&loaded.rules))) } else { Ok(()) }
}

/// Games to play.
struct Series<'a> {
    loaded: &'a Loaded,
    referee: Referee,
    kinds: &'a [Seat],
    book: Option<Arc<Book>>,
    arguments: &'a Arguments,
    position: &'a Position,
}

/// A ply that was played: its number, the player and the move. `None` for the start.
type Ply = Option<(u64, Player, String)>;

/// A game that was played.
struct Played {
    plies: u64,
    /// `None` if the game was stopped.
    ending: Option<Ending>,
}

impl Series<'_> {
    /// Plays a game to its end or to the limit of plies. Calls `each` at the start and after every ply.
    fn play(
        &self,
        number: u64,
        mut each: impl FnMut(&mut Game, Ply) -> Result<(), Failure>,
    ) -> Result<Played, Failure> {
        let position = self.arguments.drawn(self.loaded, self.position, number);
        let mut game = self.loaded.game(&self.referee, position.clone())?;
        let mut seats = self.seats(number);
        let (start, mut moves) = (Start::Game(position), Vec::new());
        let mut plies = 0;
        each(&mut game, None)?;
        while !game.is_over() && plies < self.arguments.series.plies {
            let by = game.to_move();
            let legal = game.legal_names();
            let chosen = seats.choose(by, At::Game(&game), &Course { start: &start, moves: &moves });
            let index = chosen.map_err(|stuck| stuck.failure(self.loaded))?;
            let play = legal.get(index).cloned().unwrap_or_default();
            moves.push(play.clone());
            let before = game.position();
            game.play_nth(index).map_err(|illegal| self.loaded.fault(&illegal.into_fault(), &before))?;
            plies += 1;
            each(&mut game, Some((plies, by, play)))?;
        }
        if let Some(ending) = game.outcome() {
            seats.over(&result(&self.loaded.rules, &ending));
        }
        Ok(Played { plies, ending: game.outcome() })
    }

    /// The players of one game or match.
    fn seats(&self, number: u64) -> Seats {
        let arguments = self.arguments;
        Seats::new(self.kinds, self.book.as_ref(), generator(arguments.series.seed, number), |player, command| Seated {
            command,
            player,
            loaded: self.loaded.clone(),
            game: arguments.game.game.clone(),
            settings: arguments.game.readings.settings().to_vec(),
            limit: arguments.programs.program_time,
            aloud: true,
        })
    }

    /// Plays a game and prints every ply.
    fn printed(&self, number: u64, saved: &mut Option<Saved>, out: &mut Output) -> Result<Played, Failure> {
        let (json, trace) = (self.arguments.json, self.arguments.trace);
        let number_told = (self.arguments.games > 1).then_some(number);
        let mut printer = Printer { loaded: self.loaded, out, json, trace, number: number_told };
        let played = self.play(number, |game, ply| match ply {
            None => printer.start(game),
            Some((ply, by, play)) => {
                if let Some(saved) = saved {
                    saved.ply(1, by, &play)?;
                }
                printer.ply(game, ply, by, play)
            }
        })?;
        self.save_result(saved.as_mut(), &played)?;
        if played.ending.is_none() {
            let text = self.stopped(&played);
            if json { out.note(&text)? } else { out.line(text)? }
        }
        Ok(played)
    }

    /// Saves the result of a game, if the game is saved.
    fn save_result(&self, saved: Option<&mut Saved>, played: &Played) -> Result<(), Failure> {
        match (saved, &played.ending) {
            (Some(saved), Some(ending)) => saved.result(&result(&self.loaded.rules, ending)),
            _ => Ok(()),
        }
    }

    /// Plays a game and draws pictures: every ply on the board before it, then the board at the end. If the game cannot
    /// go on, what was played until then is written all the same.
    fn drawn(&self, mut album: Album, mut saved: Option<Saved>, out: &mut Output) -> Result<(), Failure> {
        let rules = &self.loaded.rules;
        let played = self.play(1, |game, ply| {
            if let (Some((_, by, play)), Some(saved)) = (&ply, &mut saved) {
                saved.ply(1, *by, play)?;
            }
            album.ply(game, ply);
            Ok(())
        });
        let heading = match &played {
            Ok(Played { ending: Some(ending), .. }) => capital(&result(rules, ending)),
            Ok(Played { plies: number, .. }) => format!("stopped after {}", plies(*number)),
            Err(_) => "the game could not go on".to_owned(),
        };
        if let Ok(played) = &played {
            self.save_result(saved.as_mut(), played)?;
        }
        album.last(&heading);
        let written = album.finish(self.loaded, self.facts(), capital(&heading))?;
        out.line(self.in_a_line(1, &played?))?;
        written.iter().try_for_each(|line| out.line(line))
    }

    /// What a page says of the game that was played.
    fn facts(&self) -> Vec<String> {
        let seed = self.arguments.series.seed;
        let mut facts = vec![format!("{}; seed {seed}; mancala {}", self.seated(), env!("CARGO_PKG_VERSION"))];
        facts.extend(readings(self.arguments.game.readings.settings()));
        facts
    }

    /// Plays matches. Prints one match in full, several with one line each.
    fn matches(&self, mut saved: Option<Saved>, mut album: Option<Album>, out: &mut Output) -> Result<(), Failure> {
        let most_rounds = self.arguments.series.rounds.most();
        let several = self.arguments.games > 1;
        let mut won = vec![0_u64; self.kinds.len()];
        for number in 1..=self.arguments.games {
            let lots = self.arguments.lots(number);
            let mut contest = matches::begin(self.loaded, &self.referee, most_rounds, lots)?;
            let mut seats = self.seats(number);
            let (start, mut moves) = (Start::Match { rounds: most_rounds, lots }, Vec::new());
            let choose = |contest: &Match| {
                let Some(by) = contest.to_move() else { return Ok(None) };
                let chosen = seats.choose(by, At::Match(contest), &Course { start: &start, moves: &moves });
                let index = chosen.map_err(|stuck| stuck.failure(self.loaded))?;
                let name = contest.legal_names().into_iter().nth(index);
                moves.extend(name.clone());
                Ok(name)
            };
            if several && !self.arguments.json && !self.arguments.trace {
                matches::play_silently(self.loaded, &mut contest, choose)?;
                if let Some(ending) = contest.ending() {
                    out.line(format!("match {number}: {}", match_result(&self.loaded.rules, ending)))?;
                }
            } else {
                let number = several.then_some(number);
                let (json, trace) = (self.arguments.json, self.arguments.trace);
                let mut printer = MatchPrinter::new(self.loaded, out, json, trace, number);
                (printer.saved, printer.album) = (saved.take(), album.take());
                let played = printer.play(&mut contest, choose);
                let album = printer.album.take();
                if let Some(album) = album {
                    let ending = contest.ending().map(|ending| match_result(&self.loaded.rules, ending));
                    let result = ending.unwrap_or_else(|| "The match is not over".to_owned());
                    let written = album.finish(self.loaded, self.facts(), result)?;
                    written.iter().try_for_each(|line| out.line(line))?;
                }
                played?;
            }
            if let Some(ending) = contest.ending() {
                seats.over(&match_result(&self.loaded.rules, ending));
            }
            if let Some([winner]) = contest.ending().map(|ending| ending.winners.as_slice()) {
                won[*winner] += 1;
            }
        }
        if !several || self.arguments.json {
            return Ok(());
        }
        let players = won.len();
        let each = won.iter().enumerate().map(|(player, won)| format!("{} won {won}", player_name(players, player)));
        let text = format!("{} matches: {}", self.arguments.games, each.collect::<Vec<_>>().join(", "));
        out.line(out.bold(&text))
    }

    /// The result of a game in one line.
    fn in_a_line(&self, number: u64, played: &Played) -> String {
        match &played.ending {
            Some(ending) => format!(
                "game {number}: {}, {}: {}",
                plies(played.plies),
                result(&self.loaded.rules, ending),
                self.loaded.reason(ending)
            ),
            None => format!("game {number}: {}", self.stopped(played)),
        }
    }

    fn stopped(&self, played: &Played) -> String {
        format!("stopped after {}, before the end; `--plies N` sets the limit", plies(played.plies))
    }

    /// `South random, North first`
    fn seated(&self) -> String {
        let players = self.kinds.len();
        let seats = self.kinds.iter().enumerate();
        let seats = seats.map(|(player, kind)| format!("{} {kind}", player_name(players, player)));
        seats.collect::<Vec<_>>().join(", ")
    }
}

fn plies(number: u64) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// Results of the games of a series.
struct Tally {
    games: u64,
    won: Vec<u64>,
    shared: u64,
    plies: u64,
    shortest: u64,
    longest: u64,
}

impl Tally {
    fn new(players: usize) -> Self {
        Tally { games: 0, won: vec![0; players], shared: 0, plies: 0, shortest: u64::MAX, longest: 0 }
    }

    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.plies += played.plies;
        self.shortest = self.shortest.min(played.plies);
        self.longest = self.longest.max(played.plies);
        match played.ending.as_ref().map(|ending| ending.winners.as_slice()) {
            Some([winner]) => self.won[*winner] += 1,
            Some(_) => self.shared += 1,
            None => {}
        }
    }

    fn text(&self, rules: &Rules) -> String {
        let players = self.won.len();
        let won = self.won.iter().enumerate();
        let won: Vec<String> = won.map(|(player, won)| format!("{} won {won}", player_name(players, player))).collect();
        let drawn = if players > 2 { "shared" } else { "drawn" };
        let stopped = self.games - self.won.iter().sum::<u64>() - self.shared;
        let stopped = if stopped > 0 { format!(", {stopped} stopped") } else { String::new() };
        let lengths = match (self.shortest, self.longest) {
            (least, most) if least == most => plies(least),
            (least, most) => {
                format!("{least} to {most} plies, {:.1} on average", self.plies as f64 / self.games as f64)
            }
        };
        let unit = if rules.contest.is_some() { "rounds" } else { "games" };
        format!("{} {unit}: {}, {} {drawn}{stopped}; {lengths}", self.games, won.join(", "), self.shared)
    }
}
