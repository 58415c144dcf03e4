//! Counts sequences of moves from the tables.

use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::position::{Position, Round};
use super::standing::Standing;
use super::trouble::Trouble;
use super::turn::End;
use super::watch::Unwatched;

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// How many sequences of `depth` plies, one at least, go on from a position in which some player is to move. A pass
    /// is a ply, a finished game has no continuation, and repetition is not looked at. `children` are buffers, one for
    /// every ply.
    pub(super) fn sequences(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        depth: u32,
        buffers: &mut [Vec<Child<L, P>>],
    ) -> Result<u64, Trouble> {
        let Some((children, deeper)) = buffers.split_first_mut() else { return Ok(1) };
        let mut position = *position;
        let mut known = false;
        let standing = self.enter(&mut position, round, false, Unwatched, |position| {
            if depth == 1
                && let Some((holes, _)) = self.certain(position, round)
            {
                return Ok(!crate::tables::Mask::is_none(holes));
            }
            known = true;
            self.children(position, round, children)?;
            Ok(!children.is_empty())
        })?;
        match standing {
            Standing::Over(_) | Standing::Decided(..) => Ok(0),
            Standing::Pass if depth == 1 => Ok(1),
            Standing::Pass => {
                self.pass(&mut position);
                self.sequences(&position, round, depth - 1, deeper)
            }
            Standing::Play { changed, rule } => {
                if depth == 1 && (changed || !known) {
                    return match self.count(&position, round, children)? {
                        0 => Err(Trouble::NothingToPlay(rule)),
                        moves => Ok(moves),
                    };
                }
                if changed || !known {
                    self.children(&position, round, children)?;
                }
                if children.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                if depth == 1 {
                    return Ok(children.len() as u64);
                }
                let mut sum = 0;
                for child in children.iter().filter(|child| !matches!(child.end, End::Decided(_))) {
                    sum += self.sequences(&child.position, round, depth - 1, deeper)?;
                }
                Ok(sum)
            }
        }
    }
}
