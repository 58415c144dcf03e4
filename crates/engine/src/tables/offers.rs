//! The rules of `before turn` that offer moves in place of a turn.

use mancala_rules::rules::model::{Fact, MOST_OFFERS, Rules};

use super::code::{Action, Test};
use super::listed::Listed;
use super::walk::Node;
use crate::game::Instead;

/// A rule that offers the mover something in place of a turn.
#[derive(Clone, Debug)]
pub struct Offer<M> {
    /// The condition.
    pub test: Test<M>,
    /// Index of the action in [`MoverTables::actions`](super::MoverTables::actions). Those of rules further down the
    /// list are greater.
    pub action: u16,
    /// Whether the condition or an effect asks if the mover has a legal move.
    pub asks_for_moves: bool,
    /// The move.
    pub play: Instead,
    /// The offers above that do the same, given as a bit set.
    pub same: u64,
}

impl<M: super::Mask> Offer<M> {
    /// The offers of a list.
    pub(super) fn all(rules: &Rules, before_turn: &[Listed<M>], actions: &[Action<M>]) -> Vec<Self> {
        let mut offers: Vec<Offer<M>> = Vec::new();
        for (place, _) in rules.offers().take(MOST_OFFERS) {
            let (Some(play), Some(listed)) = (Instead::of(rules, place), before_turn.get(place)) else { continue };
            let same = offers.iter().enumerate().filter(|(_, known)| known.play == play);
            let same = same.fold(0, |same, (at, _)| same | 1 << at);
            let asks = &mut |node: Node<'_, M>| matches!(node, Node::Test(Test::Fact(Fact::NoLegalMove)));
            let asks_for_moves =
                listed.asks_for_moves || actions.get(usize::from(listed.action)).is_some_and(|action| action.any(asks));
            offers.push(Offer { test: listed.test.clone(), action: listed.action, asks_for_moves, play, same });
        }
        offers
    }
}
