//! How the game stands when a player is to move: the list `before turn`.

use super::lanes::Lanes;
use super::machine::Machine;
use super::position::{Position, Round};
use super::trouble::Trouble;
use super::turn::{Turn, Verdict};
use super::watch::Watch;
use crate::tables::{Listed, Mask, NOWHERE, RuleId, Test, Then};

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

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Reads `before turn`. The position becomes what the rule that applies makes of it. `can_move` is asked at most
    /// once, when a rule asks for a legal move.
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
        turn.repeated = repeated;
        let rules = turn.rules;
        let mut can_move = Some(can_move);
        for rule in &rules.before_turn {
            if asks_for_moves(rule)
                && let Some(ask) = can_move.take()
            {
                turn.no_legal_move = !ask(position)?;
            }
            if !turn.holds(&rule.test, NOWHERE) {
                continue;
            }
            let action = &rules.actions[usize::from(rule.action)];
            turn.watch.applies(action.rule);
            if !action.ops.is_empty() {
                for op in &action.ops {
                    turn.op(op, action.rule)?;
                }
                *position = turn.position;
            }
            let mover = turn.mover as u8;
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

fn asks_for_moves<M: Mask>(rule: &Listed<M>) -> bool {
    match &rule.test {
        Test::NoLegalMove => true,
        Test::Known(_) | Test::Some(_) | Test::Repeated | Test::Seeds(..) => false,
        test => test.any(&mut |node| matches!(node, crate::tables::Node::Test(Test::NoLegalMove))),
    }
}
