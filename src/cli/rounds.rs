//! The number of rounds after which a match is cut.

use super::whole::whole;

/// The number of rounds after which a match is cut. Whether a match is played is another argument, `whole_match`.
#[derive(clap::Args)]
pub(super) struct RoundsArguments {
    /// Cut a match after N rounds
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true, requires = "whole_match")]
    #[arg(value_parser = whole(1, 1_000_000))]
    rounds: u64,
}

impl RoundsArguments {
    /// The most rounds of a match.
    pub(super) fn most(&self) -> u32 {
        u32::try_from(self.rounds).unwrap_or(u32::MAX)
    }
}
