//! Samples random games of a ruleset: which holes are marked, and how many seeds leave play at a time.
//!
//! Random games give evidence, not proof. The plan relies on it, and solving stops at any move that leads elsewhere: a
//! position that was not foreseen is reported, never ignored.

use mancala_rules::chance::Generator;

use super::refusal::Refusal;
use crate::engine::{Lanes, Machine, Outlook, Position, Round};
use crate::tables::{Mask, Slot};
use rand::{RngExt, SeedableRng};

/// Number of games.
const GAMES: u64 = 4_000;

/// Most turns of a game.
const TURNS: u32 = 400;

/// What the games showed.
#[derive(Clone, Debug)]
pub(super) struct Survey<M> {
    /// Holes that each player marked.
    pub marked: [M; 2],
    /// Most marks that each player had at once.
    pub most: [u32; 2],
    /// Fewest seeds that a marked hole held.
    pub least: u32,
    /// Greatest common divisor of the numbers of seeds that left play in turns after which no hole was marked; 0 if
    /// none did.
    pub unmarked_step: u32,
    /// Greatest common divisor of the numbers of seeds that left play in all other turns; 0 if none did.
    pub marked_step: u32,
}

/// Greatest common divisor.
fn common(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { common(other, one % other) }
}

impl<M: Mask> Survey<M> {
    /// Plays games from a position. `in_play` returns the number of seeds in play.
    pub fn of<L: Lanes<Mask = M>>(
        machine: &Machine<L, 2>,
        start: &Position<L, 2>,
        round: &Round<M>,
        in_play: impl Fn(&Position<L, 2>) -> u32,
    ) -> Result<Survey<M>, Refusal> {
        let mut survey = Survey {
            marked: start.marks,
            most: start.marks.map(|marks| marks.count()),
            least: u32::MAX,
            unmarked_step: 0,
            marked_step: 0,
        };
        let mut children = Vec::new();
        for game in 0..GAMES {
            let mut generator = Generator::seed_from_u64(game);
            let mut position = *start;
            for _ in 0..TURNS {
                // solving a layer reports positions that the rules leave undecided
                let Ok(outlook) = machine.outlook(&position, round, false, &mut children) else { break };
                let next = match outlook {
                    Outlook::Moves if children.is_empty() => break,
                    Outlook::Moves => {
                        for child in &children {
                            if !child.end.is_over() {
                                survey.see(&position, &child.position, &in_play);
                            }
                        }
                        let child = &children[generator.random_range(0..children.len())];
                        if child.end.is_over() {
                            break;
                        }
                        child.position
                    }
                    Outlook::Passes(after) => after,
                    Outlook::Over(_) | Outlook::Decided(_) => break,
                };
                position = next;
            }
        }
        Ok(survey)
    }

    fn see<L: Lanes<Mask = M>>(
        &mut self,
        before: &Position<L, 2>,
        after: &Position<L, 2>,
        in_play: impl Fn(&Position<L, 2>) -> u32,
    ) {
        for (player, marks) in after.marks.iter().enumerate() {
            self.marked[player] |= *marks;
            self.most[player] = self.most[player].max(marks.count());
            for slot in marks.slots() {
                self.least = self.least.min(after.seeds.get(slot as Slot) as u32);
            }
        }
        let left = in_play(before).abs_diff(in_play(after));
        let marked = after.marks.iter().any(|marks| !marks.is_none());
        let step = if marked { &mut self.marked_step } else { &mut self.unmarked_step };
        *step = common(*step, left);
    }
}
