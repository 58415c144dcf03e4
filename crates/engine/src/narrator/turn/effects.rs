//! Effects on a position: capturing, lifting and placing seeds, marking holes.

use mancala_rules::rules::model::{Amount, Cell, Change, Effect, HoleSet, Player, Players, Rule, Rules, Who};

use super::Turn;
use crate::game::{Event, Fault, MOST_OWED, Position};
use crate::narrator::view::{Facts, View};

impl Turn<'_> {
    /// Performs one effect. Its hole set is evaluated in full before any seeds move.
    pub(super) fn act(&mut self, effect: &Effect, rule: &Rule) -> Result<(), Fault> {
        match effect {
            Effect::Capture(who, set) => {
                let events = capture(self.rules, &mut self.position, &mut self.facts, *who, set);
                for event in events {
                    self.tell(event);
                }
            }
            Effect::Lift(count, set) => {
                let view = self.view();
                let most = |cell| count.as_ref().map_or(i64::MAX, |count| view.testing(cell).amount(count));
                let cells: Vec<(Cell, i64)> = view.set(set).into_iter().map(|cell| (cell, most(cell))).collect();
                for (cell, most) in cells {
                    let taken = self.position.seeds[cell].min(most);
                    if taken > 0 && !self.position.locked[cell] {
                        raid(&self.position, &mut self.facts, cell);
                        self.position.seeds[cell] -= taken;
                        self.hand += taken;
                        self.tell(Event::Lifted(cell, taken));
                    }
                }
            }
            Effect::Place { count, from_store, into } => {
                for (cell, count) in to_place(self.view(), into, count) {
                    if *from_store {
                        take_from_store(self.rules, &mut self.position, self.facts.mover, count, rule)?;
                    } else if self.hand < count {
                        return Err(Fault::new(rule.span, Fault::PLACES_TOO_MANY));
                    } else {
                        self.hand -= count;
                    }
                    if self.facts.here == Some(cell) {
                        (self.facts.was, self.facts.dropped) = (self.position.seeds[cell] + count - 1, 1);
                    }
                    self.position.seeds[cell] += count;
                    self.tell(Event::Placed(cell, count, *from_store));
                }
            }
            Effect::PlaceAll(into) => {
                let cells = self.view().set(into);
                let all = std::mem::take(&mut self.hand);
                if all > 0 {
                    let [cell] = cells.as_slice() else {
                        return Err(Fault::new(rule.span, Fault::not_one_hole(cells.len())));
                    };
                    if self.facts.here == Some(*cell) {
                        (self.facts.was, self.facts.dropped) = (self.position.seeds[*cell] + all - 1, 1);
                    }
                    self.position.seeds[*cell] += all;
                    self.tell(Event::Placed(*cell, all, false));
                }
            }
            Effect::To(what, set) => {
                let cells = self.view().set(set);
                for event in change(self.rules, &mut self.position, self.facts.mover, *what, &cells) {
                    self.tell(event);
                }
            }
            Effect::Points(..) => {}
        }
        Ok(())
    }
}

/// The cells of a set that get seeds, and how many. All are counted before any seed moves.
pub(in crate::narrator) fn to_place(view: View<'_>, into: &HoleSet, count: &Amount) -> Vec<(Cell, i64)> {
    let counted = view.set(into).into_iter().map(|cell| (cell, view.testing(cell).amount(count)));
    counted.filter(|(_, count)| *count > 0).collect()
}

/// Takes seeds from a player's store, which then may owe some.
pub(in crate::narrator) fn take_from_store(
    rules: &Rules,
    position: &mut Position,
    player: Player,
    count: i64,
    rule: &Rule,
) -> Result<(), Fault> {
    let store = &mut position.seeds[rules.board.stores[player]];
    *store -= count;
    if *store < -MOST_OWED { Err(Fault::new(rule.span, Fault::OWES_TOO_MANY)) } else { Ok(()) }
}

fn raid(position: &Position, facts: &mut Facts, cell: Cell) {
    if position.owner[cell].is_some_and(|owner| owner != facts.mover) {
        facts.raided[cell] = true;
    }
}

/// Gives the seeds of a set to the players who win them.
pub(in crate::narrator) fn capture(
    rules: &Rules,
    position: &mut Position,
    facts: &mut Facts,
    who: Who,
    set: &HoleSet,
) -> Vec<Event> {
    let players = rules.board.players.value;
    let takers: Vec<Player> = match who {
        Who::EachPlayer => (0..players).map(|turn| (position.starter + turn) % players).collect(),
        _ => vec![facts.mover],
    };
    let mut events = Vec::new();
    for me in takers {
        let view = View::new(rules, position, facts).of(me);
        let opponent = view.opponent();
        // if several players win at once, the pot goes to the winner of the first hole in the order of moves
        let mut first: Option<((usize, usize, Cell), Player)> = None;
        // take all seeds first: a store in the set could receive some
        let mut gains: Vec<(Cell, i64)> = Vec::new();
        for cell in view.set(set) {
            let winner = match who {
                Who::Mover | Who::EachPlayer => Some(me),
                Who::Opponent => opponent,
                Who::Owner => position.owner[cell],
                Who::MarkOwner => position.marks[cell].each().next(),
                Who::Starter => Some(position.starter),
            };
            let Some(winner) = winner else { continue };
            let store = rules.board.stores[winner];
            let seeds = position.seeds[cell];
            if seeds > 0 && cell != store && !position.locked[cell] {
                raid(position, facts, cell);
                position.seeds[cell] = 0;
                gains.push((store, seeds));
                events.push(Event::Captured(winner, cell, seeds));
                let (row, column) = rules.board.row_column(cell).unwrap_or((usize::MAX, usize::MAX));
                let place = (column, row, cell);
                if first.is_none_or(|(before, _)| place < before) {
                    first = Some((place, winner));
                }
            }
        }
        for (store, seeds) in gains {
            position.seeds[store] += seeds;
        }
        events.extend(first.and_then(|(_, winner)| win_pot(rules, position, winner)));
    }
    events
}

/// Changes the state of holes for the mover.
pub(in crate::narrator) fn change(
    rules: &Rules,
    position: &mut Position,
    mover: Player,
    what: Change,
    cells: &[Cell],
) -> Vec<Event> {
    let mut events = Vec::new();
    for cell in cells.iter().copied() {
        match what {
            Change::Mark => {
                let beside = if rules.board.marks_by_each() { position.marks[cell] } else { Players::NOBODY };
                position.marks[cell] = beside.and(mover);
                events.push(Event::Marked(mover, cell));
                events.extend(win_pot(rules, position, mover));
            }
            Change::Unmark => {
                if !std::mem::take(&mut position.marks[cell]).is_nobody() {
                    events.push(Event::Unmarked(cell));
                }
            }
        }
    }
    events
}

/// Gives the pot to the first player who captures or marks.
pub(in crate::narrator) fn win_pot(rules: &Rules, position: &mut Position, winner: Player) -> Option<Event> {
    let pot = std::mem::take(&mut position.pot);
    position.seeds[rules.board.stores[winner]] += pot;
    (pot > 0).then_some(Event::PotWon(winner, pot))
}
