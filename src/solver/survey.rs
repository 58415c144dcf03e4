//! What games of a ruleset meet: which holes are marked, how many seeds leave play at a time.
//!
//! Games at random only show it. What they show is taken for all there is, and a move that leads anywhere else while a
//! layer is solved stops the work: so a position that nobody foresaw is told, never passed over.

use super::refusal::Refusal;
use crate::chance::Generator;
use crate::engine::{End, Lanes, Machine, Outlook, Position, Round};
use crate::tables::{Mask, Slot};
use rand::{RngExt, SeedableRng};

/// So many games are played.
const GAMES: u64 = 4_000;

/// A game is looked at for so many turns.
const TURNS: u32 = 400;

/// What games met.
#[derive(Clone, Debug)]
pub(super) struct Survey<M> {
    /// The holes that each player marked.
    pub marked: [M; 2],
    /// The most marks that each player had.
    pub most: [u32; 2],
    /// The fewest seeds that a marked hole held.
    pub least: u32,
    /// What all numbers of seeds that left play while no hole was marked have in common; 0 if none did.
    pub unmarked_step: u32,
    /// The same for all other turns.
    pub marked_step: u32,
}

/// The greatest number that divides both.
fn common(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { common(other, one % other) }
}

impl<M: Mask> Survey<M> {
    /// Plays games from a position. `in_play` tells how many seeds are in play.
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
                // where the rules give no answer is told when it is met in a layer
                let Ok(outlook) = machine.outlook(&position, round, false, &mut children) else { break };
                let next = match outlook {
                    Outlook::Moves if children.is_empty() => break,
                    Outlook::Moves => {
                        for child in &children {
                            if !matches!(child.end, End::Decided(_)) {
                                survey.see(&position, &child.position, &in_play);
                            }
                        }
                        let child = &children[generator.random_range(0..children.len())];
                        if matches!(child.end, End::Decided(_)) {
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
