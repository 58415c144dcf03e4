//! Evaluates the list `before turn` and the scores in lanes, to end a game.

use super::face::{Faces, Finish, Over, When};
use super::seat::Seats;
use super::{Seen, Sides};
use crate::engine::ended::Ended;
use crate::engine::lanes::Lanes;
use crate::engine::machine::Machine;
use crate::engine::moves::Verdict;
use crate::engine::position::Position;
use crate::tables::{Entering, Gate, Mask, Outcome};

impl Finish {
    /// See [`Seats::ended`].
    fn of(&self, seen: Seen, stuck: bool) -> Option<([i32; 2], Ended)> {
        for (when, over) in &self.rules {
            let applies = match when {
                When::Empty(lanes) => !seen.holds_some(lanes),
                When::Seeds(lane, low, high) => (low..=high).contains(&&seen.get(*lane)),
                When::Stuck if stuck => true,
                When::Stuck => return None,
            };
            if applies {
                return over.as_ref().map(|over| over.of(seen));
            }
        }
        None
    }
}

impl Over {
    fn of(&self, seen: Seen) -> ([i32; 2], Ended) {
        let mut left = seen;
        for (prey, store) in &self.takings {
            let taken = left.held(prey) << (store & 63);
            left = left.without(prey);
            *(if store & 64 == 0 { &mut left.own } else { &mut left.others }) += taken;
        }
        (self.scores.map(|lanes| left.held(&lanes) as i32), self.ended)
    }
}

impl<M: Mask> Seats<M> {
    /// The scores and how the game ends; `None` if it does not end, or if the general way must decide. `position` is
    /// valid but for the board. `stuck` says that the player to move is known to have no legal move.
    pub fn ended<L: Lanes<Mask = M>, const P: usize>(
        &self,
        machine: &Machine<L, P>,
        position: &Position<L, P>,
        faces: &Faces<'_>,
        (seen, stuck): (Seen, bool),
    ) -> Option<([i32; 2], Ended)> {
        let (face, _) = faces.of(position.mover());
        face.finish.get_or_init(|| self.finish(machine, position)).of(seen, stuck)
    }

    /// Computes how a game ends when the player to move faces the board. Only the marks of `position` are valid.
    fn finish<L: Lanes<Mask = M>, const P: usize>(&self, machine: &Machine<L, P>, position: &Position<L, P>) -> Finish {
        let (sides, mover) = (self.sides(), position.mover());
        let lanes = |slots: M| sides.lanes_of(mover, slots);
        let mut rules = Vec::new();
        for (gate, outcome) in &machine.tables.movers[mover].gates {
            let when = match gate {
                Gate::Repeated => continue,
                Gate::NoneOccupied(slots, players) => When::Empty(lanes(*slots & !position.marked_by(*players))),
                Gate::Seeds(slot, low, high) => match sides.lane(mover, *slot) {
                    Some(lane) => When::Seeds(8 * lane, (*low).max(0) as u64, (*high).max(0) as u64),
                    None => break,
                },
                Gate::NoLegalMove => When::Stuck,
                Gate::Always | Gate::NoneHolding(..) | Gate::FewIn(..) | Gate::Other { .. } => break,
            };
            rules.push((when, Over::new(sides, machine, position, outcome)));
        }
        Finish { rules: rules.into() }
    }
}

impl Over {
    fn new<L: Lanes, const P: usize>(
        sides: &Sides,
        machine: &Machine<L, P>,
        position: &Position<L, P>,
        outcome: &Outcome,
    ) -> Option<Self> {
        let mover = position.mover();
        let verdict = match outcome.then {
            Entering::Over => None,
            Entering::Wins => Some(Verdict::Wins(position.to_move)),
            Entering::Loses => Some(Verdict::Loses(position.to_move)),
            Entering::Draw => Some(Verdict::Draw),
            Entering::Plays | Entering::Passes => return None,
        };
        let mut takings = Vec::new();
        if outcome.acts {
            let gathering = machine.gatherings[mover][usize::from(outcome.action)].as_ref()?;
            for (prey, store) in gathering.takings() {
                takings.push((sides.words(mover, *prey), 8 * sides.lane(mover, *store)?));
            }
        }
        let mut scores = [[0; 2]; 2];
        for ((score, sum), tables) in scores.iter_mut().zip(&machine.sums).zip(&machine.tables.movers) {
            match (sum, &tables.score) {
                (Some(sum), _) => *score = sides.all_lanes_of(mover, sum.slots(position)),
                (None, Some(_)) => return None,
                (None, None) => {}
            }
        }
        Some(Over { takings: takings.into(), scores, ended: Ended { rule: Some(outcome.rule), verdict } })
    }
}
