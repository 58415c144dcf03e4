//! How the game stands when a player is to move: the list `before turn`.

use super::lanes::Lanes;
use super::machine::Machine;
use super::position::{Position, Round};
use super::trouble::Trouble;
use super::turn::{Turn, Verdict};
use super::watch::Watch;
use crate::tables::{NOWHERE, RuleId, Then};

/// How the game stands when a player is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// He moves. `changed` tells that the rule moved seeds or marks first.
    Play {
        /// Whether the position is another now.
        changed: bool,
        /// The rule that says so.
        rule: RuleId,
    },
    /// He passes.
    Pass,
    /// The round is over, and scores are compared.
    Over(RuleId),
    /// The round is decided without a count.
    Decided(Verdict, RuleId),
}

impl<L: Lanes, const P: usize, W: Watch> Turn<'_, L, P, W> {
    /// Reads `before turn`. The position becomes what the rule that applies makes of it. `can_move` is asked at most
    /// once, when a rule asks for a legal move; it leaves the turn as it was.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        repeated: bool,
        can_move: impl FnOnce(&mut Self) -> Result<bool, Trouble>,
    ) -> Result<Standing, Trouble> {
        self.repeated = repeated;
        let rules = self.rules;
        let mut can_move = Some(can_move);
        for rule in &rules.before_turn {
            if rule.asks_for_moves
                && let Some(ask) = can_move.take()
            {
                self.no_legal_move = !ask(self)?;
            }
            if !self.met(&rule.test) {
                continue;
            }
            let action = &rules.actions[usize::from(rule.action)];
            self.watch.applies(action.rule);
            for op in &action.ops {
                self.op(op, action.rule)?;
            }
            let mover = self.mover as u8;
            return Ok(match action.then {
                Then::Pass => Standing::Pass,
                Then::Over => Standing::Over(action.rule),
                Then::MoverWins => Standing::Decided(Verdict::Wins(mover), action.rule),
                Then::MoverLoses => Standing::Decided(Verdict::Loses(mover), action.rule),
                Then::Draw => Standing::Decided(Verdict::Draw, action.rule),
                _ => Standing::Play { changed: !action.ops.is_empty(), rule: action.rule },
            });
        }
        Err(Trouble::NothingBeforeTurn)
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Reads `before turn` for a position, which becomes what the rule that applies makes of it.
    #[inline]
    pub(super) fn enter<W: Watch>(
        &self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        repeated: bool,
        watch: W,
        can_move: impl FnOnce(&Position<L, P>) -> Result<bool, Trouble>,
    ) -> Result<Standing, Trouble> {
        let mut turn = Turn::between(self, round, position, watch);
        let standing = turn.enter(repeated, |turn| can_move(&turn.position))?;
        if let Standing::Play { changed: true, .. } | Standing::Over(_) | Standing::Decided(..) | Standing::Pass = standing {
            *position = turn.position;
        }
        Ok(standing)
    }

    /// The player to move passes.
    #[inline]
    pub(super) fn pass(&self, position: &mut Position<L, P>) {
        let mover = position.mover();
        position.turns[mover] += 1;
        let next = mover + 1;
        position.to_move = if next == self.tables.players { 0 } else { next as u8 };
    }

    /// What each player has in a position; nothing where nothing is counted.
    pub(super) fn scores(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> [i32; P] {
        let turn = Turn::between(self, round, position, super::watch::Unwatched);
        let mut scores = [0; P];
        for (score, amount) in scores.iter_mut().zip(&turn.rules.scores) {
            *score = amount.as_ref().map_or(0, |amount| turn.amount(amount, NOWHERE));
        }
        scores
    }
}
