//! What can follow a position, as a solver needs it.

use mancala_rules::rules::model::Player;

use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Move, Verdict};
use super::position::{Position, Round};
use super::standing::Standing;
use super::trouble::Trouble;
use crate::game;

/// What can follow when a player is to move.
#[derive(Clone, Copy, Debug)]
pub enum Outlook<L: Lanes, const P: usize> {
    /// One of the listed moves.
    Moves,
    /// A pass, with the position after it.
    Passes(Position<L, P>),
    /// The round is over, with the score of each player.
    Over([i32; P]),
    /// The round is decided by a verdict.
    Decided(Verdict),
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Applies `before turn` and lists the legal moves. `repeated` says whether the position counts as repeated.
    #[inline]
    pub fn outlook(
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
        let outlook = match self.enter(&mut now, round, repeated, None, |_| Ok(can_move))? {
            Standing::Play { changed, rule, offering } => {
                if changed {
                    self.children(&now, round, children)?;
                }
                if children.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                self.offer(&now, round, offering, children)?;
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

    /// The mover's choices within the turn of a move.
    pub fn chosen(&self, position: &Position<L, P>, round: &Round<L::Mask>, play: &Move) -> Vec<game::Answer> {
        self.answers(position, round, play)
    }

    /// The score of each player if the round were over in this position.
    pub fn counted(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> [i32; P] {
        self.scores(position, round)
    }

    /// The tables of a player as the mover.
    pub fn mover_tables(&self, mover: Player) -> Option<&crate::tables::MoverTables<L::Mask>> {
        self.tables.movers.get(mover)
    }
}
