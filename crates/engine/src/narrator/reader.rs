//! Implements [`Reader`] for the narrator.

use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::HashMap;
use foldhash::fast::FixedState;
use mancala_rules::chance::{Generator, choice};
use mancala_rules::progress::Progress;
use mancala_rules::rules::model::{Player, Rules};

use super::game::{Aside, Narrator, Standing, scores};
use crate::game::{Decision, Ending, Event, Fault, Move, Position, Reader};

impl Reader for Narrator<Arc<Rules>> {
    fn copy(&self) -> Box<dyn Reader> {
        Box::new(self.clone())
    }

    fn fork(&self) -> Box<dyn Reader> {
        Box::new(self.forked())
    }

    fn position(&self) -> Position {
        self.now.position.clone()
    }

    fn left(&self) -> Position {
        self.now.left.clone()
    }

    fn to_move(&self) -> Player {
        self.now.position.to_move
    }

    fn must_pass(&self) -> bool {
        matches!(self.now.standing, Standing::MustPass)
    }

    fn decision(&self) -> Option<Decision> {
        Narrator::ending(self).map(Ending::decision)
    }

    fn ending(&self) -> Option<Ending> {
        Narrator::ending(self).cloned()
    }

    fn captured(&self) -> Vec<i64> {
        Narrator::captured(self)
    }

    fn captured_left(&self) -> Vec<i64> {
        Narrator::captured_left(self)
    }

    fn take_events(&mut self) -> Vec<Event> {
        Narrator::take_events(self)
    }

    fn list(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn choices(&self) -> usize {
        Narrator::choices(self)
    }

    fn listed(&self, index: usize) -> Option<Move> {
        self.nth(index)
    }

    fn play(&mut self, index: usize) -> Result<bool, Fault> {
        self.play_nth(index)
    }

    fn forth(&mut self, index: usize) -> Result<bool, Fault> {
        self.play_nth(index)
    }

    fn back(&mut self) -> bool {
        Narrator::back(self)
    }

    fn depth(&self) -> usize {
        self.past.len()
    }

    fn scores(&self, to: &mut [i32]) {
        fill(to, &scores(self.rules(), &self.now.position));
    }

    fn scores_after(&self, index: usize, to: &mut [i32]) {
        fill(to, &scores(self.rules(), self.after(index)));
    }

    fn holdings(&self, to: &mut [i32]) {
        fill(to, &holdings(self.rules(), &self.now.position));
    }

    fn holdings_after(&self, index: usize, to: &mut [i32]) {
        fill(to, &holdings(self.rules(), self.after(index)));
    }

    fn seeds_in_unmarked_holes(&self) -> i32 {
        let left = &self.now.left;
        let unmarked = (0..self.rules().board.holes()).filter(|hole| left.marks[*hole].is_nobody());
        narrow(unmarked.map(|hole| left.seeds[hole]).sum())
    }

    fn key(&self) -> u64 {
        FixedState::default().hash_one(&self.now.position)
    }

    fn has_stood(&self) -> bool {
        if self.rules().repeated.is_none() || self.now.ended_in_turn {
            return false;
        }
        let key = self.now.left.key(self.rules());
        self.seen.as_ref().and_then(|seen| seen.get(&key)).is_some_and(|times| *times > 1)
    }

    fn set_aside(&mut self, chance: Generator) {
        let over = Narrator::ending(self).map(|ending| (ending.decision(), scores(self.rules(), &self.now.position)));
        self.aside.push(Aside { left: self.now.left.clone(), over, chance });
    }

    fn play_out(
        &mut self,
        most_plies: u64,
        progress: &Progress,
        each: &mut dyn FnMut(usize, Decision, &[i32]),
    ) -> Result<(), Fault> {
        for (number, aside) in std::mem::take(&mut self.aside).into_iter().enumerate() {
            let Aside { left, over, mut chance } = aside;
            let (decision, had) = match over {
                Some(over) => over,
                None => {
                    let mut game = Narrator::begin(self.rules().clone(), left, Some(HashMap::default()))?;
                    for _ in 0..most_plies {
                        if Narrator::ending(&game).is_some() || progress.is_stopped() {
                            break;
                        }
                        // a pass draws nothing
                        let index = choice(Narrator::choices(&game), &mut chance);
                        game.play_nth(index)?;
                    }
                    let decision = Narrator::ending(&game).map_or(Decision::Scores, Ending::decision);
                    (decision, scores(game.rules(), &game.now.position))
                }
            };
            if progress.is_stopped() {
                break;
            }
            let mut narrowed = vec![0; had.len()];
            fill(&mut narrowed, &had);
            each(number, decision, &narrowed);
        }
        Ok(())
    }
}

impl Narrator<Arc<Rules>> {
    /// The position after a legal move, before `before turn` applies; the current one if the index is out of range.
    pub fn after(&self, index: usize) -> &Position {
        let (moves, offers) = (self.moves(), self.offers());
        let turn = moves.get(index).map(|legal| &legal.after);
        let instead = || offers.get(index.wrapping_sub(moves.len())).map(|offered| &offered.after);
        turn.or_else(instead).unwrap_or(&self.now.position)
    }
}

/// The seeds on each player's side and in the player's store.
fn holdings(rules: &Rules, position: &Position) -> Vec<i64> {
    let players = 0..rules.board.players.value;
    let owned = |player| (0..position.seeds.len()).filter(move |cell| position.owner[*cell] == Some(player));
    players.map(|player| owned(player).map(|cell| position.seeds[cell]).sum()).collect()
}

fn fill(to: &mut [i32], from: &[i64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = narrow(*from);
    }
}

/// Narrows a number of seeds; boards that exceed 32 bits are rejected before play.
fn narrow(seeds: i64) -> i32 {
    i32::try_from(seeds).unwrap_or(if seeds < 0 { i32::MIN } else { i32::MAX })
}
