//! All that can come next in a position: what a solver asks, position by position.

use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Move, Verdict};
use super::position::{Position, Round};
use super::standing::Standing;
use super::trouble::Trouble;
use super::watch::Unwatched;
use crate::game;
use crate::rules::model::Player;

/// What can come next when a player is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outlook<L: Lanes, const P: usize> {
    /// One of the moves that were listed.
    Moves,
    /// He passes; the position after that.
    Passes(Position<L, P>),
    /// The round is over; what each player has.
    Over([i32; P]),
    /// The round is decided without a count.
    Decided(Verdict),
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Reads `before turn` for a position and lists the moves of the player to move. `repeated` says whether the position
    /// counts as one that came back.
    #[inline]
    pub(crate) fn outlook(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        repeated: bool,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<Outlook<L, P>, Trouble> {
        self.children(position, round, children)?;
        let occupied = position.seeds.occupied();
        if !repeated && !children.is_empty() && self.is_quiet(position, occupied) {
            return Ok(Outlook::Moves);
        }
        let mut now = *position;
        let can_move = !children.is_empty();
        let outlook = match self.enter(&mut now, round, repeated, Unwatched, |_| Ok(can_move))? {
            Standing::Play { changed, rule } => {
                if changed {
                    self.children(&now, round, children)?;
                }
                if children.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                return Ok(Outlook::Moves);
            }
            Standing::Pass => {
                self.pass(&mut now);
                Outlook::Passes(now)
            }
            Standing::Over(_) => Outlook::Over(self.scores(&now, round)),
            Standing::Decided(verdict, _) => Outlook::Decided(verdict),
        };
        children.clear();
        Ok(outlook)
    }

    /// What the mover chooses inside a turn when he makes a move.
    pub(crate) fn chosen(&self, position: &Position<L, P>, round: &Round<L::Mask>, play: &Move) -> Vec<game::Answer> {
        self.answers(position, round, play)
    }

    /// What each player would have if the round were over in this position.
    pub(crate) fn counted(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> [i32; P] {
        self.scores(position, round)
    }

    /// The tables of what a player does when he is the mover.
    pub(crate) fn mover_tables(&self, mover: Player) -> Option<&crate::tables::MoverTables<L::Mask>> {
        self.tables.movers.get(mover)
    }
}
