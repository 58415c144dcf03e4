//! The players that `--players` names.

use std::path::PathBuf;
use std::sync::Arc;

use mancala_engine::contest::{GameOrMatch, Match};
use mancala_engine::engine::Progress;
use mancala_engine::game::FaultAt;
use mancala_engine::play::Game;
use mancala_engine::players::{self, Kind};
use mancala_engine::solver::Book;
use mancala_rules::chance::Generator;
use mancala_rules::rules::model::Player;
use mancala_tools::drivers::tournament::Course;

use super::Failure;
use super::database::Database;
use super::game::Loaded;
use super::output::Output;
use super::program::{Program, Seated};
use crate::play_screen::Seat;

/// A database of solved positions.
#[derive(clap::Args)]
pub(super) struct BookArguments {
    /// Folder of a database for `perfect` and `search`; `mancala solve GAME --db FOLDER` makes one
    #[arg(long, value_name = "FOLDER")]
    db: Option<PathBuf>,
}

impl BookArguments {
    /// The database, if it is given; fails if no player uses it or one lacks it.
    pub(super) fn book(&self, kinds: &[Kind], loaded: &Loaded) -> Result<Option<Arc<Book>>, Failure> {
        match &self.db {
            Some(folder) if kinds.iter().any(|kind| kind.looks_up()) => {
                Ok(Some(Arc::new(Database::look_up(folder, loaded)?)))
            }
            Some(_) => {
                let help = "let `perfect` or `search` play (`--players perfect`)";
                Err(Failure::wrong_use("no player uses the database").help(help))
            }
            None if kinds.contains(&Kind::Perfect) => {
                let help = format!(
                    "make one with `mancala solve {} --db FOLDER` and name it with `--db FOLDER`",
                    loaded.ruleset.source.name.trim_end_matches(".mancala")
                );
                Err(Failure::wrong_use("`perfect` needs a database of solved positions").help(help))
            }
            None => Ok(None),
        }
    }
}

/// The kind of every player: one word for all, or one for each.
pub(super) fn kinds(words: &[String], players: usize) -> Result<Vec<Kind>, Failure> {
    Kind::for_players(words, players).map_err(|error| Failure::wrong_use(error.message).help(error.help))
}

/// The player of every seat: one word for all, or one for each, machines and programs.
pub(super) fn movers(words: &[String], players: usize, out: &mut Output) -> Result<Vec<Seat>, Failure> {
    let seats: Vec<Seat> = if words.iter().any(|word| Seat::program(word).is_some()) {
        let each = words.iter().map(|word| match Seat::program(word) {
            Some(program) => Ok(program),
            None => Ok(Seat::Machine(kinds(std::slice::from_ref(word), 1)?[0])),
        });
        let each = each.collect::<Result<Vec<_>, Failure>>()?;
        match each.as_slice() {
            [seat] => vec![seat.clone(); players],
            all if all.len() == players => each,
            all => {
                let message = format!("{} players are given, but this game has {players}", all.len());
                let help = "give one for all, or one for each, separated by commas; a command holds no comma";
                return Err(Failure::wrong_use(message).help(help));
            }
        }
    } else {
        kinds(words, players)?.into_iter().map(Seat::Machine).collect()
    };
    tell_few(&seats, out)?;
    Ok(seats)
}

/// Says what a small number after `search:` or `mcts:` means.
pub(super) fn tell_few(seats: &[Seat], out: &mut Output) -> Result<(), Failure> {
    let mut told = Vec::new();
    for remark in machines(seats).iter().filter_map(|kind| kind.remark()) {
        if !told.contains(&remark) {
            out.note(&format!("note: {remark}"))?;
            told.push(remark);
        }
    }
    Ok(())
}

/// The machines among the seats.
pub(super) fn machines(seats: &[Seat]) -> Vec<Kind> {
    seats.iter().filter_map(|seat| if let Seat::Machine(kind) = seat { Some(*kind) } else { None }).collect()
}

/// The machine that plays where none is named.
pub(super) fn usual(players: usize) -> Kind {
    Kind::parse(if players == 2 { "search" } else { "mcts" }).unwrap_or(Kind::Greedy)
}

/// A game or a match in which a move is chosen.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    Game(&'a Game),
    Match(&'a Match),
}

/// The game or the match at a table.
pub(super) fn at(table: &GameOrMatch) -> At<'_> {
    match table {
        GameOrMatch::Game(game) => At::Game(game),
        GameOrMatch::Match(contest) => At::Match(contest),
    }
}

/// Why no move was chosen.
pub(super) enum Stuck {
    /// The rules leave a position undecided.
    Rules(FaultAt),
    /// A program failed.
    Program(Failure),
}

impl Stuck {
    pub(super) fn failure(self, loaded: &Loaded) -> Failure {
        match self {
            Stuck::Rules(stuck) => loaded.fault(&stuck.fault, &stuck.position),
            Stuck::Program(failure) => failure,
        }
    }
}

/// A player that is no person: a machine, or another program.
pub(super) enum Chooser {
    Machine(Box<dyn players::Strategy>),
    Program(Box<Program>),
}

impl Chooser {
    /// The player of a seat; `None` for a person. `seated` describes the game to a program.
    pub(super) fn new(seat: &Seat, book: Option<&Arc<Book>>, seated: impl FnOnce(Arc<str>) -> Seated) -> Option<Self> {
        match seat {
            Seat::Person => None,
            Seat::Machine(kind) => Some(Chooser::Machine(kind.player_with(book))),
            Seat::Program(command) => Some(Chooser::Program(Box::new(Program::new(seated(command.clone()))))),
        }
    }

    /// The move that the player chooses, as its index.
    pub(super) fn choose(
        &mut self,
        at: At<'_>,
        course: &Course<'_>,
        chance: &mut Generator,
        progress: &Progress,
    ) -> Result<usize, Stuck> {
        let (board, legal) = match (&mut *self, at) {
            (Chooser::Machine(machine), At::Game(game)) => {
                return machine.choose(game, chance, progress).map_err(Stuck::Rules);
            }
            (Chooser::Machine(machine), At::Match(contest)) => {
                return machine.choose_in_match(contest, chance, progress).map_err(Stuck::Rules);
            }
            (_, At::Game(game)) => (Some(game.position()), game.legal_names()),
            (_, At::Match(contest)) => (contest.shown(), contest.legal_names()),
        };
        let Chooser::Program(program) = self else { return Ok(0) };
        program.choose(board.as_ref(), &legal, course, progress).map_err(Stuck::Program)
    }
}

/// The players of a game, and what they need to choose moves.
pub(super) struct Seats {
    players: Vec<Option<Chooser>>,
    chance: Generator,
    progress: Progress,
}

impl Seats {
    pub(super) fn new(
        seats: &[Seat],
        book: Option<&Arc<Book>>,
        chance: Generator,
        seated: impl Fn(Player, Arc<str>) -> Seated,
    ) -> Self {
        let player = |(player, seat)| Chooser::new(seat, book, |command| seated(player, command));
        Seats { players: seats.iter().enumerate().map(player).collect(), chance, progress: Progress::default() }
    }

    /// The move that a player chooses.
    pub(super) fn choose(&mut self, by: Player, at: At<'_>, course: &Course<'_>) -> Result<usize, Stuck> {
        match self.players.get_mut(by).and_then(Option::as_mut) {
            Some(player) => player.choose(at, course, &mut self.chance, &self.progress),
            None => Ok(0),
        }
    }

    /// Tells the programs how the game ended.
    pub(super) fn over(&mut self, result: &str) {
        for player in self.players.iter_mut().flatten() {
            if let Chooser::Program(program) = player {
                program.over(result);
            }
        }
    }
}
