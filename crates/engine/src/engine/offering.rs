//! Moves in place of a turn, which rules of `before turn` offer.

use mancala_rules::rules::model::Way;

use super::effects::Acting;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Decided, End, Move, Verdict};
use super::position::{Position, Round};
use super::trouble::Trouble;
use super::turn::Turn;
use super::view::View;
use crate::game::Instead;
use crate::tables::{Mask, NOWHERE, Offer, Outcome, RuleId, Slot, Then};

/// What is offered to the player to move, and what else was known when `before turn` was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offering {
    /// The offers of the mover, given as a bit set.
    offers: u64,
    repeated: bool,
    stuck: bool,
}

impl Offering {
    /// Whether nothing is offered.
    pub fn is_nothing(self) -> bool {
        self.offers == 0
    }

    /// Number of moves that are offered.
    pub fn count(self) -> u64 {
        u64::from(self.offers.count_ones())
    }

    /// The numbers of the offers.
    fn numbers(self) -> impl Iterator<Item = usize> {
        (0..u64::BITS as usize).filter(move |number| self.offers >> number & 1 != 0)
    }
}

impl Move {
    /// The move that takes an offer, given by its number.
    fn instead(number: usize) -> Move {
        Move { hole: NOWHERE, way: Way::Counterclockwise, section: 0, choices: 0, answers: number as u64 }
    }

    /// Whether the move stands in place of a turn.
    pub(super) fn is_instead(&self) -> bool {
        self.hole == NOWHERE
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// What the rules above the one that decided offer. `stuck` says whether the mover has no legal move, if that is
    /// known.
    #[cold]
    #[inline(never)]
    pub(super) fn offering(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        decided: &Outcome,
        (repeated, stuck): (bool, Option<bool>),
    ) -> Result<Offering, Trouble> {
        let above = |offer: &&Offer<L::Mask>| offer.action < decided.action;
        let offers = &self.tables.movers[position.mover()].offers;
        let asks = offers.iter().filter(above).any(|offer| offer.asks_for_moves);
        let stuck = match stuck {
            None if asks => !self.can_move(position, round)?,
            known => known.unwrap_or(false),
        };
        let mut turn = Turn::between(self, round, position, None);
        (turn.repeated, turn.no_legal_move) = (repeated, stuck);
        let mut found = 0_u64;
        for (number, offer) in offers.iter().enumerate().filter(|(_, offer)| above(offer)) {
            if found & offer.same == 0 && turn.met(&offer.test) {
                found |= 1 << number;
            }
        }
        Ok(Offering { offers: found, repeated, stuck })
    }

    /// Adds what is offered to the legal moves.
    #[inline(always)]
    pub(super) fn offer(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        offering: Offering,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        if offering.is_nothing() { Ok(()) } else { self.add_offers(position, round, offering, children) }
    }

    #[cold]
    #[inline(never)]
    fn add_offers(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        offering: Offering,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        let rules = &self.tables.movers[position.mover()];
        for number in offering.numbers() {
            let action = &rules.actions[usize::from(rules.offers[number].action)];
            let mut turn = Turn::between(self, round, position, None);
            (turn.repeated, turn.no_legal_move) = (offering.repeated, offering.stuck);
            for op in &action.ops {
                turn.op(op, action.rule)?;
            }
            let (mut after, mover) = (turn.now.position, position.to_move);
            let decided = |verdict| End::Decided(Decided { verdict, rule: Some(action.rule) });
            let end = match action.then {
                Then::MoverWins => decided(Verdict::Wins(mover)),
                Then::MoverLoses => decided(Verdict::Loses(mover)),
                Then::Draw => decided(Verdict::Draw),
                Then::Over => End::Over(action.rule),
                Then::SwapSides => {
                    self.swap_sides(&mut after);
                    End::Next
                }
                _ => End::Next,
            };
            if end == End::Next {
                self.pass(&mut after);
            }
            children.push(Child { position: after, play: Move::instead(number), end });
        }
        Ok(())
    }

    /// The rules that offer something.
    pub(super) fn offering_rules(&self, mover: usize, offering: Offering) -> impl Iterator<Item = RuleId> {
        let rules = &self.tables.movers[mover];
        offering.numbers().map(|number| rules.actions[usize::from(rules.offers[number].action)].rule)
    }

    /// What a player does by a move in place of a turn, and by which rule; `None` for a turn.
    pub(super) fn instead(&self, mover: usize, play: &Move) -> Option<(Instead, RuleId)> {
        let rules = self.tables.movers.get(mover).filter(|_| play.is_instead())?;
        let offer = rules.offers.get(usize::try_from(play.answers).ok()?)?;
        Some((offer.play, rules.actions.get(usize::from(offer.action))?.rule))
    }

    /// Two players exchange all they hold.
    fn swap_sides(&self, position: &mut Position<L, P>) {
        let before = *position;
        for (slot, from) in self.tables.exchanged.iter().enumerate() {
            let (slot, seeds) = (slot as Slot, before.held(*from, self.lanes));
            match slot.checked_sub(self.lanes) {
                None => position.seeds.put(slot, seeds),
                Some(player) => position.stores[usize::from(player)] = seeds,
            }
            position.unmark(L::Mask::of(slot));
            for player in (0..self.tables.players).filter(|player| before.marks[*player].has(*from)) {
                position.add_mark(1 - player, L::Mask::of(slot));
            }
        }
    }
}
