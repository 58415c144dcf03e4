//! Arguments of a series of games between machines: where they begin, the random numbers, and when they are cut.

use super::rounds::RoundsArguments;
use super::whole::whole;

/// Where games begin, the seed of the random numbers, and when games are cut.
#[derive(clap::Args)]
pub(super) struct SeriesArguments {
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, u64::MAX))]
    pub(super) seed: u64,

    /// Stop a game after N plies
    #[arg(long, value_name = "N", default_value = "10000", allow_negative_numbers = true)]
    #[arg(value_parser = whole(1, 1_000_000_000))]
    pub(super) plies: u64,

    /// Play whole matches, including the refilling between rounds
    #[arg(long = "match", conflicts_with_all = ["from", "plies"])]
    pub(super) whole_match: bool,

    #[command(flatten)]
    pub(super) rounds: RoundsArguments,

    /// Begin with this position (`mancala show GAME --position` prints the one at the start)
    #[arg(long, value_name = "POSITION")]
    pub(super) from: Option<String>,
}
