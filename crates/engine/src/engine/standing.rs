//! The list `before turn`: what happens when a player is to move.

use super::ended::Ended;
use super::lanes::Lanes;
use super::machine::Machine;
use super::moves::Verdict;
use super::offering::Offering;
use super::position::{Position, Round};
use super::trouble::Trouble;
use super::turn::Turn;
use super::view::View;
use super::watch::Notes;
use crate::tables::{Entering, Gate, Mask, NOWHERE, Outcome, RuleId, Slot};

/// What happens when a player is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The player moves.
    Play {
        /// Whether the rule changed the position first.
        changed: bool,
        /// The rule that applied.
        rule: RuleId,
        /// What the player may do in place of a turn.
        offering: Offering,
    },
    /// The player passes.
    Pass,
    /// The round is over, by this rule, and scores are compared.
    Over(RuleId),
    /// The round is decided by a verdict of this rule.
    Decided(Verdict, RuleId),
}

impl Standing {
    /// How the game ended, if it is over before a move.
    pub(super) fn ended(self) -> Option<Ended> {
        match self {
            Standing::Over(rule) => Some(Ended { rule: Some(rule), verdict: None }),
            Standing::Decided(verdict, rule) => Some(Ended { rule: Some(rule), verdict: Some(verdict) }),
            Standing::Pass | Standing::Play { .. } => None,
        }
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Applies `before turn` and updates the position. `can_move` is called at most once, when a rule asks if there is
    /// a legal move.
    #[inline(always)]
    pub(super) fn enter(
        &self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        repeated: bool,
        notes: Option<&mut Notes>,
        can_move: impl FnOnce(&Position<L, P>) -> Result<bool, Trouble>,
    ) -> Result<Standing, Trouble> {
        let occupied = position.seeds.occupied();
        let mut stuck = None;
        let outcome = self.reached(position, occupied, round, repeated, |position| {
            let can_move = can_move(position)?;
            stuck = Some(!can_move);
            Ok(can_move)
        })?;
        let may_offer = outcome.then == Entering::Plays && !self.tables.movers[position.mover()].offers.is_empty();
        let offering = match may_offer {
            true => self.offering(position, round, outcome, (repeated, stuck))?,
            false => Offering::default(),
        };
        if notes.is_some() || outcome.acts {
            let stuck = match stuck {
                None if outcome.asks_for_moves => !self.can_move(position, round)?,
                known => known.unwrap_or(false),
            };
            self.before_turn(position, round, outcome, (repeated, stuck), notes)?;
        }
        let (mover, rule) = (position.to_move, outcome.rule);
        Ok(match outcome.then {
            Entering::Plays => Standing::Play { changed: outcome.acts, rule, offering },
            Entering::Passes => Standing::Pass,
            Entering::Over => Standing::Over(rule),
            Entering::Wins => Standing::Decided(Verdict::Wins(mover), rule),
            Entering::Loses => Standing::Decided(Verdict::Loses(mover), rule),
            Entering::Draw => Standing::Decided(Verdict::Draw, rule),
        })
    }

    /// Whether the player moves, if he has a legal move and the position is not a repetition. False if that is not
    /// easily known.
    #[inline(always)]
    pub(super) fn is_quiet(&self, position: &Position<L, P>, occupied: L::Mask) -> bool {
        let Some(quiet) = self.tables.movers.get(position.mover()).and_then(|rules| rules.quiet.as_ref()) else {
            return false;
        };
        quiet.occupied.iter().all(|slots| !(occupied & *slots).is_none())
            && quiet
                .unmarked
                .is_none_or(|(slots, players)| !(occupied & slots & !position.marked_by(players)).is_none())
            && quiet.many.is_none_or(|(slots, least)| self.holds_some(position, slots, least))
            && quiet.few.is_none_or(|(slots, most)| self.holds_more(position, slots, most))
            && quiet.apart.iter().all(|apart| self.is_apart(position, position.seeds, *apart))
    }

    /// Sets of which each must hold seeds for a quiet ply, as long as no mark changes: those of [`Self::is_quiet`].
    /// Empty sets, which hold none, if no ply is quiet.
    #[inline(always)]
    pub(super) fn needs(&self, position: &Position<L, P>) -> [L::Mask; 3] {
        let Some(quiet) = &self.tables.movers[position.mover()].quiet else { return [L::Mask::NONE; 3] };
        let unmarked = quiet.unmarked.map(|(slots, players)| slots & !position.marked_by(players));
        let mut needs = [!L::Mask::NONE; 3];
        let known = quiet.occupied.into_iter().chain(unmarked);
        needs.iter_mut().zip(known).for_each(|(need, slots)| *need = slots);
        needs
    }

    /// Whether the number of seeds in a slot is not between two numbers, both included. Uses `seeds` for those on the
    /// board.
    #[inline(always)]
    pub(super) fn is_apart(&self, position: &Position<L, P>, seeds: L, apart: Option<(Slot, i32, i32)>) -> bool {
        apart.is_none_or(|(slot, low, high)| {
            let seeds = position.held_with(seeds, slot, self.lanes);
            seeds < low || high < seeds
        })
    }

    /// The first rule of `before turn` that applies. `can_move` is called at most once, when a rule asks if there is a
    /// legal move.
    #[inline(always)]
    pub(super) fn reached(
        &self,
        position: &Position<L, P>,
        occupied: L::Mask,
        round: &Round<L::Mask>,
        repeated: bool,
        can_move: impl FnOnce(&Position<L, P>) -> Result<bool, Trouble>,
    ) -> Result<&Outcome, Trouble> {
        let rules = &self.tables.movers[position.mover()];
        let mut can_move = Some(can_move);
        let mut no_legal_move = false;
        for (gate, outcome) in &rules.gates {
            if let Gate::NoLegalMove | Gate::Other { asks_for_moves: true, .. } = gate
                && let Some(ask) = can_move.take()
            {
                no_legal_move = !ask(position)?;
            }
            let applies = match gate {
                Gate::Always => true,
                Gate::NoneOccupied(slots, 0) => (occupied & *slots).is_none(),
                Gate::NoneOccupied(slots, players) => (occupied & *slots & !position.marked_by(*players)).is_none(),
                Gate::NoneHolding(slots, least) => !self.holds_some(position, *slots, *least),
                Gate::FewIn(slots, most) => !self.holds_more(position, *slots, *most),
                Gate::Seeds(slot, low, high) => {
                    let seeds = position.held(*slot, self.lanes);
                    *low <= seeds && seeds <= *high
                }
                Gate::Repeated => repeated,
                Gate::NoLegalMove => no_legal_move,
                Gate::Other { place, .. } => self.other_gate(position, round, repeated, no_legal_move, *place),
            };
            if applies {
                return Ok(outcome);
            }
        }
        Err(Trouble::NothingBeforeTurn)
    }

    /// Whether one of some holes has this number of seeds or more.
    #[inline]
    fn holds_some(&self, position: &Position<L, P>, slots: L::Mask, least: i32) -> bool {
        !(position.seeds.holding(least, i32::MAX) & slots).is_none()
    }

    /// Whether some slots hold more than this number of seeds in all.
    #[inline(never)]
    pub(super) fn holds_more(&self, position: &Position<L, P>, slots: L::Mask, most: i32) -> bool {
        position.seeds.sum(slots) > most
    }

    /// Whether a rule of `before turn` applies whose gate has no fast form.
    #[inline(never)]
    fn other_gate(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        repeated: bool,
        no_legal_move: bool,
        place: usize,
    ) -> bool {
        let mut turn = Turn::between(self, round, position, None);
        turn.repeated = repeated;
        turn.no_legal_move = no_legal_move;
        turn.rules.before_turn.get(place).is_some_and(|rule| turn.met(&rule.test))
    }

    /// Carries out the effects of a rule of `before turn`, given whether the position is repeated and whether the
    /// player has a legal move.
    #[inline(never)]
    fn before_turn(
        &self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        outcome: &Outcome,
        (repeated, stuck): (bool, bool),
        notes: Option<&mut Notes>,
    ) -> Result<(), Trouble> {
        let action = usize::from(outcome.action);
        if position.locked.is_none()
            && position.pot == 0
            && let Some(gathering) = &self.gatherings[position.mover()][action]
        {
            if let Some(notes) = notes {
                notes.told.push(outcome.rule);
            }
            gathering.gather(position, self.lanes);
            return Ok(());
        }
        let mut turn = Turn::between(self, round, position, notes);
        (turn.repeated, turn.no_legal_move) = (repeated, stuck);
        turn.carry_out(&turn.rules.actions[action])?;
        *position = turn.now.position;
        Ok(())
    }

    /// The player to move passes.
    #[inline]
    pub(super) fn pass(&self, position: &mut Position<L, P>) {
        position.turns[position.mover()] += 1;
        (position.played, position.reached) = (NOWHERE, NOWHERE);
        self.pass_on(position);
    }

    /// The next player is to move.
    #[inline(always)]
    pub(super) fn pass_on(&self, position: &mut Position<L, P>) {
        let next = position.to_move + 1;
        position.to_move = if usize::from(next) == self.tables.players { 0 } else { next };
    }

    /// The score of each player in a position; 0 if the rules count no score.
    pub(super) fn scores(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> [i32; P] {
        let mut scores = [0; P];
        for (player, score) in scores.iter_mut().enumerate().take(self.tables.players) {
            *score = match (&self.sums[player], &self.tables.movers[player].score) {
                (Some(sum), _) => sum.count(position, self.lanes),
                (None, Some(amount)) => {
                    let seen = Position { to_move: player as u8, ..*position };
                    Turn::between(self, round, &seen, None).amount(amount, NOWHERE)
                }
                (None, None) => 0,
            };
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use super::super::lanes::Bytes;
    use super::*;
    use mancala_rules::chance::{choice, generator};

    /// Of the positions of random games in which a player can move, the part in which it is easily known that he does.
    fn quiet<const P: usize>(game: &str) -> f64 {
        let (machine, start, round) = Machine::<Bytes<1>, P>::at_start(game);
        let (mut position, mut children, mut chance) = (start, Vec::new(), generator(1, 1));
        let (mut quiet, mut all) = (0, 0);
        for _ in 0..400 {
            let machine = machine.at(&position);
            machine.children(&position, &round, &mut children).unwrap();
            let standing = machine.enter(&mut { position }, &round, false, None, |_| Ok(!children.is_empty())).unwrap();
            if !children.is_empty() {
                all += 1;
                if machine.is_quiet(&position, position.seeds.occupied()) {
                    quiet += 1;
                    assert!(matches!(standing, Standing::Play { changed: false, .. }), "{game}: {position:?}");
                }
            }
            let child = children.get(choice(children.len(), &mut chance));
            let next = child.filter(|child| matches!(standing, Standing::Play { .. }) && !child.end.is_over());
            position = next.map_or(start, |child| child.position);
        }
        f64::from(quiet) / f64::from(all)
    }

    #[test]
    fn before_most_turns_the_rules_need_not_be_read() {
        // a rule about first turns; rules about a player who cannot move; few seeds on the board; empty ends
        for game in ["khrour", "al-manqala", "adjiboto", "ba-awa", "o-an-quan"] {
            let quiet = quiet::<2>(game);
            assert!(quiet > 0.8, "{game}: {quiet}");
        }
    }
}
