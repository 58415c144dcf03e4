//! A lay-out chosen by the players: which holes are filled, or the number of seeds in each.

use mancala_rules::rules::model::{Cell, Contest, Fill, LastHole, Player, Rules};

use super::refill::{Refill, order, own_holes};
use crate::game::{Hole, Move};

/// A board being laid out.
#[derive(Clone, Debug)]
pub(super) struct LayOut {
    pub round: Refill,
    /// Players who still have to choose, the next one first.
    choosing: Vec<Player>,
    /// With `as loser chooses`: the loser's holes that have no number of seeds yet, and the winner, who copies them.
    numbering: Option<(Vec<Cell>, Player)>,
}

impl LayOut {
    /// Begins a lay-out of a board that holds only what the last round left. With `as loser chooses`, a round without a
    /// loser leaves nothing to choose.
    pub fn begin(rules: &Rules, contest: &Contest, round: Refill, starter: Player, loser: Option<Player>) -> LayOut {
        let (choosing, numbering) = match (contest.fill.value, loser) {
            (Fill::AsLoserChooses, Some(loser)) => {
                (vec![loser], Some((round.free_holes(rules, contest, loser), 1 - loser)))
            }
            _ => (order(rules, starter), None),
        };
        let mut lay_out = LayOut { round, choosing, numbering };
        if contest.fill.value != Fill::AsEachPlayerChooses && lay_out.numbering.is_none() {
            lay_out.rest(rules, contest);
        }
        lay_out.settle(rules, contest);
        lay_out
    }

    /// The player who chooses next. `None` if the lay-out is complete.
    pub fn chooser(&self) -> Option<Player> {
        self.choosing.first().copied()
    }

    /// The legal choices.
    pub fn legal(&self, rules: &Rules, contest: &Contest) -> Vec<Move> {
        let Some(player) = self.chooser() else { return Vec::new() };
        let named = |hole: Cell| Hole::new(&rules.board, hole);
        let mut legal: Vec<Move> = match &self.numbering {
            Some((holes, winner)) => {
                let hand = self.both_have(player, *winner);
                let step = if contest.last_hole.value == LastHole::EvenNumber { 2 } else { 1 };
                let full = |hole: Cell| i64::from(rules.board.start[hole]);
                let whole = contest.last_hole.value == LastHole::FullOnly;
                holes.first().map_or(Vec::new(), |hole| {
                    let numbers = (0..=hand).step_by(step).filter(|number| !whole || [0, full(*hole)].contains(number));
                    numbers.map(|number| Move::Put(named(*hole), number as u32)).collect()
                })
            }
            None => self.fillable(rules, contest, player).into_iter().map(|hole| Move::Fill(named(hole))).collect(),
        };
        legal.push(Move::FillRest);
        legal
    }

    /// Makes a choice. Returns false if it is not legal.
    pub fn play(&mut self, rules: &Rules, contest: &Contest, play: &Move) -> bool {
        let Some(player) = self.chooser() else { return false };
        if !self.legal(rules, contest).contains(play) {
            return false;
        }
        match (play, &mut self.numbering) {
            (Move::Put(hole, seeds), Some((holes, winner))) => {
                let winner = *winner;
                holes.remove(0);
                self.lay(rules, contest, (player, winner), hole.cell(), i64::from(*seeds));
            }
            (Move::Fill(hole), _) => {
                if !self.round.fill_one(rules, contest, player, hole.cell()) {
                    self.choosing.remove(0);
                }
            }
            _ => self.rest(rules, contest),
        }
        self.settle(rules, contest);
        true
    }

    /// Fills the rest by rule for the player who chooses, or for everybody if the players do not choose.
    fn rest(&mut self, rules: &Rules, contest: &Contest) {
        if let (Some(player), Some((holes, winner))) = (self.chooser(), self.numbering.take()) {
            for hole in holes {
                let number = self.round.next_filling(rules, contest, player, hole).min(self.both_have(player, winner));
                self.lay(rules, contest, (player, winner), hole, number);
            }
            self.choosing.clear();
            return;
        }
        let everybody = contest.fill.value != Fill::AsEachPlayerChooses;
        let players = if everybody { std::mem::take(&mut self.choosing) } else { vec![self.choosing.remove(0)] };
        for player in players {
            let holes = self.round.free_holes(rules, contest, player);
            self.round.fill(rules, contest, player, &holes);
        }
    }

    /// The loser puts seeds into a hole, and the winner puts the same number into the matching hole.
    fn lay(&mut self, rules: &Rules, contest: &Contest, (loser, winner): (Player, Player), hole: Cell, number: i64) {
        let place = own_holes(rules, contest, loser).iter().position(|own| *own == hole);
        let twin = place.and_then(|place| own_holes(rules, contest, winner).get(place).copied());
        if number > 0 {
            self.round.put(loser, hole, number);
            if let Some(twin) = twin {
                self.round.put(winner, twin, number);
            }
        }
    }

    /// Greatest number of seeds that the loser can lay out and the winner can copy.
    fn both_have(&self, loser: Player, winner: Player) -> i64 {
        self.round.reserve[loser].min(self.round.reserve[winner]).max(0)
    }

    fn fillable(&self, rules: &Rules, contest: &Contest, player: Player) -> Vec<Cell> {
        let mut holes = self.round.free_holes(rules, contest, player);
        holes.retain(|hole| self.round.next_filling(rules, contest, player, *hole) > 0);
        holes
    }

    /// Skips players who have nothing to choose.
    fn settle(&mut self, rules: &Rules, contest: &Contest) {
        if let (Some((holes, winner)), Some(player)) = (&self.numbering, self.chooser()) {
            if holes.is_empty() || self.both_have(player, *winner) == 0 {
                self.numbering = None;
                self.choosing.clear();
            }
            return;
        }
        while let Some(player) = self.chooser() {
            let holes = self.fillable(rules, contest, player);
            let full: i64 = holes.iter().map(|hole| i64::from(rules.board.start[*hole])).sum();
            if holes.len() > 1 && self.round.reserve[player] < full {
                return;
            }
            self.round.fill(rules, contest, player, &holes);
            self.choosing.remove(0);
        }
    }
}
