//! What is solved, and with what.

use std::path::PathBuf;

use mancala_engine::solver::Solver;
use mancala_engine::solver::database::Title;

use crate::cli::game::{GameArguments, Loaded};
use crate::cli::memory::{DEFAULT, size};
use crate::cli::whole::whole;
use crate::cli::work::{ThreadArguments, Work};

/// Arguments of `solve`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala solve um-el-tuweisat
  mancala solve um-ed-dyar --set columns=4 --set seeds=4 --db um-ed-dyar-4x4
  mancala solve oware --max-seeds 12 --db oware-12       an endgame database
  mancala solve krur --db krur --together                on several machines, in a folder that they share
  mancala solve um-el-tuweisat --verify 1000             1000 positions checked by the narrator
  mancala solve tchuka-ruma                              a puzzle in the fewest moves

A value is the lead in seeds of the player to move at the end, with best play on both sides. For \
endless play, and for what is proved, see docs/solving.md. Ctrl-C stops; with --db the same command \
continues. For a game of one player: his best result, and the fewest moves to it.")]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    pub(super) game: GameArguments,

    /// In a game of one player: begin with this position (`mancala show GAME --position` prints the one at the start)
    #[arg(long, value_name = "POSITION")]
    pub(super) from: Option<String>,

    /// Keep the values in this folder, layer by layer, and continue from the layers that it holds
    #[arg(long, value_name = "FOLDER")]
    pub(super) db: Option<PathBuf>,

    /// Share the folder with other programs that are started in the same way, on this machine or others: each solves a
    /// whole layer at a time that no other has
    #[arg(long, requires = "db")]
    pub(super) together: bool,

    /// With `--together`: take over the layer of a program that has shown no sign of life for so many seconds
    #[arg(long, value_name = "SECONDS", requires = "together", default_value = "60", value_parser = whole(1, 86_400),
        allow_negative_numbers = true)]
    pub(super) lost_after: u64,

    /// Share each layer among the ranks that `mpirun` has started; they need the folder as well
    #[cfg(feature = "mpi")]
    #[arg(long, requires = "db", conflicts_with = "together")]
    pub(super) mpi: bool,

    /// Solve positions with at most N seeds in play
    #[arg(long, value_name = "N", value_parser = whole(1, 255), allow_negative_numbers = true)]
    pub(super) max_seeds: Option<u64>,

    #[command(flatten)]
    pub(super) threads: ThreadArguments,

    /// Use at most SIZE bytes of memory; K, M and G are units
    #[arg(long, value_name = "SIZE", default_value = DEFAULT, value_parser = size)]
    pub(super) memory: u64,

    /// Check the values of N random positions against the positions that follow them, played by the narrator
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX), allow_negative_numbers = true)]
    pub(super) verify: Option<u64>,

    /// Print only the memory, disk space and time that solving would take
    #[arg(long)]
    pub(super) plan: bool,

    /// Print a line of JSON for the plan, for each layer and for the result
    #[arg(long)]
    pub(super) json: bool,
}

/// What is solved, and with what.
#[derive(Clone, Copy)]
pub(super) struct Task<'t> {
    pub(super) arguments: &'t Arguments,
    pub(super) loaded: &'t Loaded,
    pub(super) solver: &'t Solver,
    pub(super) title: &'t Title,
    pub(super) work: &'t Work,
}
