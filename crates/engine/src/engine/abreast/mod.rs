//! Many random games at once, side by side in the lanes of vectors: a vector for each place of the board, in which each
//! game has a byte.
//!
//! Every step sows one lap of every game, carries out what follows it, and draws the next hole where the turn is over.
//! Where games differ, masks tell for which of them an operation holds, so that no branch depends on a game. What lanes do
//! not tell is left to the engine for one game: a ply that is not straight, the end of a game, a position that is repeated.
//! A game has its own generator and draws as that engine does, so the games are the same.
//!
//! Sequences of plies are counted in the same way: each lane has a position, of which all turns are tried.

mod acting;
mod acts;
mod asking;
mod cases;
mod chances;
mod choices;
mod choosing;
mod codes;
mod coding;
mod counts;
mod crossing;
mod exploring;
mod form;
mod games;
mod kernel;
mod lane;
mod left;
mod legal;
mod merging;
mod met;
mod perft;
mod plan;
mod question;
mod reading;
mod runs;
mod sections;
mod series;
mod shelf;
mod sight;
mod sowing;
mod stand;
mod taking;
mod tree;
mod tries;
mod turns;

use fearless_simd::Level;

pub(super) use games::Queue;

use super::lanes::Lanes;
use super::machine::Machine;
use super::position::{Position, Round};

/// How the games of a ruleset are played side by side.
#[derive(Debug)]
pub(super) struct Abreast(plan::Plan);

impl Abreast {
    /// The longest sequences that are counted, in plies.
    pub const MOST_PLIES: u32 = u8::MAX as u32;

    /// The most first plies of sequences that are told apart.
    pub const MOST_FIRST: usize = shelf::TOLD_APART;

    /// How the games that begin in a position are played, or (`counts` is set) how sequences of plies are counted from
    /// positions that come after it. `None` if the processor has no wide vectors, or if lanes do not tell most turns.
    pub fn of<L: Lanes, const P: usize>(
        machine: &Machine<L, P>,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        counts: bool,
    ) -> Option<Self> {
        if !Self::is_possible() {
            return None;
        }
        plan::Plan::of(machine.later.as_deref().unwrap_or(machine), position, round, counts).map(Abreast)
    }

    /// Whether the processor has wide vectors: 32 bytes or more, or 32 registers. Narrow ones are passed over, as few
    /// processors have nothing better, and the loop takes longer to compile for them than for all others together. A page is
    /// compiled without any, since it has to be small.
    #[inline(always)]
    pub fn is_possible() -> bool {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        return Level::new().as_avx2().is_some();
        #[cfg(target_arch = "aarch64")]
        return Level::new().as_neon().is_some();
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
        false
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::lanes::Bytes;
    use super::acts::{Act, Ends};
    use super::plan::Plan;
    use super::*;
    use mancala_rules::rules::model::Rules;
    use mancala_rules::ruleset::Ruleset;
    use std::sync::Arc;

    /// Games with several sections, with something that the mover declines or chooses, and with laps that forbid a choice.
    pub(super) const OF_ALL_KINDS: [&str; 6] =
        ["buqruru", "mbothe", "mefuvha", "omweso", "bao-la-kiswahili", "katra-be"];

    /// The shipped rulesets for two players: without optimisation a third of them, and none with thousands of laps in a turn.
    pub(super) fn of_two_players() -> impl Iterator<Item = (&'static str, Arc<Rules>)> {
        let looked_at = |(at, name): &(usize, &str)| {
            !cfg!(debug_assertions) || OF_ALL_KINDS.contains(name) || at % 3 == 0 && *name != "kisolo-lali"
        };
        let rules = |name| (name, Ruleset::shipped(name).unwrap().rules().unwrap());
        let names = mancala_rules::shipped::shipped_names().enumerate();
        names.filter(looked_at).map(move |(_, name)| rules(name)).filter(|(_, rules)| rules.board.players.value == 2)
    }

    #[test]
    fn lanes_tell_all_that_follows_laps_in_most_games() {
        let (mut none, mut open) = (Vec::new(), Vec::new());
        for name in mancala_rules::shipped::shipped_names() {
            let rules = Ruleset::shipped(name).unwrap().rules().unwrap();
            if rules.board.players.value != 2 {
                continue;
            }
            let (machine, position, round) = Machine::<Bytes<4>, 6>::of_rules(&rules);
            let machine = machine.later.as_deref().unwrap_or(&machine);
            let Some(plan) = Plan::of(machine, &position, &round, false) else {
                none.push(name);
                continue;
            };
            let is_open = |act: &Act| matches!(act, Act::End { how: Ends::Open, .. });
            if plan.conduct.scripts().any(|script| script.acts.iter().any(is_open)) {
                open.push(name);
            }
        }
        assert_eq!(open, ["bao-la-kiswahili", "bay-khom", "bechi", "mangola", "o-an-quan", "walak-pussa"]);
        // games in which lanes tell nothing
        assert_eq!(none.len(), 21, "{none:?}");
    }
}
