//! Arguments of `play`: the game, the players, and the files to load and save.

use mancala_engine::players::Kind;
use mancala_rules::problem::one_of;

use crate::cli::Failure;
use crate::cli::game::ReadingArguments;
use crate::cli::players::BookArguments;
use crate::cli::program::ProgramArguments;
use crate::cli::rounds::RoundsArguments;
use crate::cli::whole::whole;
use crate::play_screen::{Pace, Seat, Theme};

/// Arguments of `play`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala play                                       choose a game and who plays
  mancala play krur                                  two persons at one keyboard
  mancala play kalah --players person,search:2s      against the machine
  mancala play um-laarais --players person,mcts:2s,greedy
  mancala play um-el-tuweisat --players person,perfect --db um-el-tuweisat-values
  mancala play um-ed-dyar --match --save my-match.game
  mancala play --load my-match.game                  continue it and keep saving in the same file
  mancala play rules/krur.mancala --load my.game     the rule file has moved
  printf 'd1 a2 undo b2' | mancala play krur         without a terminal: a plain prompt that reads moves

On the screen `?` shows the keys and `q` quits. At the prompt `help` lists the commands.")]
pub(in crate::cli) struct Arguments {
    /// The name of a ruleset (see `mancala list`), another name of a game, or the path of a rule file; with `--load`
    /// only if the rule file has moved. Without a name, a list of all games is shown on the screen
    #[arg(add = crate::cli::candidates::game())]
    pub(super) game: Option<String>,

    #[command(flatten)]
    pub(super) readings: ReadingArguments,

    /// The players: `person`, or a machine: `random`, `first`, `greedy`, `search:2s`, `mcts:10000`, `perfect` (from a
    /// database, `--db`), or `program:COMMAND` (another program, see `mancala protocol --help`); one word for all, or
    /// one for each player, separated by commas
    #[arg(long, value_name = "WHO", value_delimiter = ',', add = crate::cli::candidates::seat())]
    pub(super) players: Vec<String>,

    #[command(flatten)]
    pub(super) book: BookArguments,

    #[command(flatten)]
    pub(super) programs: ProgramArguments,

    /// Play a whole match: the board is filled again after every round
    #[arg(long = "match", conflicts_with_all = ["from", "load"])]
    pub(super) whole_match: bool,

    #[command(flatten)]
    pub(super) rounds: RoundsArguments,

    /// Begin with this position (`mancala show GAME --position` prints the one at the start)
    #[arg(long, value_name = "POSITION", conflicts_with = "load")]
    pub(super) from: Option<String>,

    /// Save the game in a new file; every ply is written at once
    #[arg(long, value_name = "FILE", add = crate::cli::candidates::file())]
    pub(super) save: Option<String>,

    /// Continue a saved game, and keep saving in its file unless `--save` names another
    #[arg(long, value_name = "FILE", conflicts_with = "set", add = crate::cli::candidates::file())]
    pub(super) load: Option<String>,

    /// Continue although the rule file has changed, as far as the moves are legal; `--save` names the new file
    #[arg(long, requires = "load")]
    pub(super) changed: bool,

    /// Speed of the animation of sowing: `off`, `slow`, `normal` or `fast`
    #[arg(long, value_name = "SPEED", default_value = "normal", value_parser = pace, add = crate::cli::candidates::speed())]
    pub(super) speed: Pace,

    /// The ground of the terminal that the colours are for: `dark`, `light`, or `any` [default: what `COLORFGBG` says,
    /// else `any`]
    #[arg(long, value_name = "THEME", value_parser = theme, add = crate::cli::candidates::theme())]
    pub(super) theme: Option<Theme>,

    /// The machine that gives hints [default: `search:1s`; `mcts:1s` for three or more players]
    #[arg(long, value_name = "KIND", add = crate::cli::candidates::machine())]
    pub(super) hints: Option<String>,

    /// Seed of the random numbers [default: different each time]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    pub(super) seed: Option<u64>,

    /// Use a plain prompt instead of the full screen
    #[arg(long)]
    pub(super) plain: bool,
}

fn pace(name: &str) -> Result<Pace, String> {
    Pace::parse(name).ok_or_else(|| format!("there are {}", one_of(Pace::ALL.map(Pace::name))))
}

fn theme(name: &str) -> Result<Theme, String> {
    Theme::parse(name).ok_or_else(|| format!("there are {}", one_of(Theme::ALL.map(Theme::name))))
}

/// The players at the board: one word for all, or one for each; persons if no word is given.
pub(super) fn seats(words: &[String], players: usize) -> Result<Vec<Seat>, Failure> {
    let mut seats = Vec::new();
    for word in words {
        seats.push(match word.trim() {
            "person" => Seat::Person,
            word => match Seat::program(word) {
                Some(program) => program,
                None => Seat::Machine(kind(word)?),
            },
        });
    }
    match seats.as_slice() {
        [] => Ok(vec![Seat::Person; players]),
        [seat] => Ok(vec![seat.clone(); players]),
        all if all.len() == players => Ok(seats),
        all => {
            let given = all.len();
            let message = format!("`--players` names {given}, but this game has {players} players");
            let help = format!("give one word for all, or {players} separated by commas, such as `person,search:2s`");
            Err(Failure::wrong_use(message).help(help))
        }
    }
}

pub(super) fn kind(word: &str) -> Result<Kind, Failure> {
    Kind::parse(word)
        .map_err(|error| Failure::wrong_use(error.message).help(format!("{}; `person` plays at the keys", error.help)))
}
