//! Exact detection of endless sowing, at no cost to ordinary moves.

use super::kernel::Lap;
use super::lanes::Lanes;
use super::state::State;
use super::turn::{Stop, Turn};
use crate::game::{MOST_LAPS, MOST_SOWN};
use crate::tables::Mask;

impl<L: Lanes, const P: usize> Turn<'_, L, P> {
    fn state(&self) -> State<L, P> {
        // sown and raided slots matter only if a rule asks, or if it matters where exactly a state recurs
        State {
            seeds: self.now.position.seeds,
            stores: self.now.position.stores,
            marks: self.now.position.marks,
            sown: self.now.sown,
            sown_this_lap: match self.machine.tables.watched.sown_this_lap {
                true => self.now.sown_this_lap,
                false => L::Mask::NONE,
            },
            raided: self.now.raided,
            here: self.now.here,
            origin: self.now.origin,
            way: self.now.way,
            later: self.now.lap > 1,
            asked: (0, 0),
            dropped: self.now.dropped,
        }
    }

    /// Whether the mover was asked in this state before. Remembers it. Where an endless sowing is illegal, it is enough
    /// to notice that a question recurs.
    pub(super) fn stood_here(&mut self) -> bool {
        let (watched, mut state) = (&self.machine.tables.watched, self.state());
        state.asked = (self.now.place, self.now.hand);
        // what is recorded only in part is left out: a state that recurs must not seem new
        if !watched.sown {
            state.sown = L::Mask::NONE;
        }
        if !watched.raided {
            state.raided = L::Mask::NONE;
        }
        self.stood_in(state)
    }

    /// Whether a state occurred before in this turn. Remembers it.
    fn stood_in(&mut self, state: State<L, P>) -> bool {
        let new = self.states.insert(state);
        self.now.states += u32::from(new);
        !new
    }

    /// Whether the sowing is endless, after a lap from which on that is looked for.
    #[cold]
    #[inline(never)]
    pub(super) fn is_endless(&mut self, run: Lap<L>) -> Result<bool, Stop> {
        let beyond = run.lap as usize > MOST_LAPS || run.sown > MOST_SOWN;
        self.keep(&run);
        if self.exactly {
            let state = self.state();
            return Ok(beyond || self.stood_in(state));
        }
        // Brent: one state is kept, and replaced by a later one each time the number of laps has doubled
        let recurs = match &self.kept {
            Some((kept, until)) if (kept.here, &kept.seeds) != (run.here, &run.seeds) => {
                if run.lap >= *until {
                    self.kept = Some((self.state(), run.lap * 2));
                }
                false
            }
            Some((kept, _)) => *kept == self.state(),
            None => {
                self.kept = Some((self.state(), run.lap * 2));
                false
            }
        };
        // where an endless sowing is illegal, it does not matter where a state first recurred
        match beyond || recurs {
            true if !self.machine.endless_is_illegal => Err(Stop::Again),
            endless => Ok(endless),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use super::super::state::FREE_LAPS;
    use super::*;
    use crate::engine::lanes::Bytes;
    use crate::engine::machine::Machine;
    use mancala_rules::chance::{choice, generator};

    #[test]
    fn a_long_turn_ends_where_a_state_first_recurs() {
        let (machine, start, round) = Machine::<Bytes<1>, 2>::at_start("el-arnab");
        let (mut children, mut chance, mut endless) = (Vec::new(), generator(1, 1), 0);
        for _ in 0..20_000 {
            let mut position = start;
            for slot in 0..machine.lanes {
                position.seeds.put(slot, choice(4, &mut chance) as i32);
            }
            machine.children(&position, &round, &mut children).unwrap();
            for child in &children {
                let mut turn = Turn::between(&machine, &round, &position, None);
                turn.play(&position, &child.play).unwrap();
                let laps = turn.now.lap;
                endless += usize::from(laps > FREE_LAPS && turn.exactly);
                // with all states remembered from the first lap on
                turn.play_exactly(&position, &child.play).unwrap();
                assert_eq!((turn.now.position, turn.now.lap), (child.position, laps));
            }
        }
        assert!(endless > 10, "{endless} endless turns");
    }
}
