//! Steps along a mover's track, where sowing passes over the same slots at all times.

use mancala_rules::rules::model::{Player, Steps, Way};

use super::slots::{Layout, Mask, NOWHERE, Slot, around};

/// For each slot the next one that sowing in a direction reaches, and the one before it; [`NOWHERE`] if there is none.
#[derive(Clone, Debug)]
pub(super) struct Paces([Box<[Slot]>; 2]);

impl Paces {
    /// The steps of a mover in a direction, where sowing passes over these slots.
    pub fn of<M: Mask>(passed: M, layout: &Layout, (mover, way): (Player, Way)) -> Self {
        let track = layout.track(mover, way);
        let to = |back: bool| {
            let mut to = vec![NOWHERE; layout.slots];
            for (at, slot) in track.iter().enumerate() {
                let next = around(track, at, back).find(|slot| !passed.has(*slot));
                to[usize::from(*slot)] = next.unwrap_or(NOWHERE);
            }
            to.into()
        };
        Paces([to(false), to(true)])
    }

    /// The slot a number of steps from another; [`NOWHERE`] if there is none. `None` if the number of steps changes.
    pub fn walk(&self, from: Slot, back: bool, steps: Steps) -> Option<Slot> {
        let Steps::Number(steps) = steps else { return None };
        if steps == 0 {
            return Some(NOWHERE);
        }
        let next = &self.0[usize::from(back)];
        Some((0..steps).fold(from, |at, _| next.get(usize::from(at)).copied().unwrap_or(NOWHERE)))
    }

    /// The slots a number of steps from others. `None` if the number of steps changes.
    pub fn walk_all<M: Mask>(&self, from: M, back: bool, steps: Steps) -> Option<M> {
        from.slots().try_fold(M::NONE, |found, slot| match self.walk(slot, back, steps)? {
            NOWHERE => Some(found),
            slot => Some(found | M::of(slot)),
        })
    }
}

/// What is known of a mover's way along the track, whatever the position.
#[derive(Clone, Debug)]
pub(super) struct Pacing {
    /// The direction of all laps; `None` if they go in both.
    pub way: Option<Way>,
    /// The steps in each direction, if they are the same at all times.
    pub paces: [Option<Paces>; 2],
}

impl Pacing {
    /// The direction of laps that are told apart from others by theirs, or are not, and the steps in it.
    pub fn told(&self, apart: Option<Way>) -> (Option<Way>, Option<&Paces>) {
        let way = apart.or(self.way);
        (way, way.and_then(|way| self.paces[way as usize].as_ref()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::*;
    use crate::game::Position;
    use crate::tables::Tables;
    use mancala_rules::ruleset::Ruleset;

    /// The tables of a game, and whether some list asks for a slot a number of steps along the track.
    fn walks(game: &str, closed: &[usize]) -> (Tables<u64>, bool) {
        let rules = Ruleset::shipped(game).unwrap().rules().unwrap();
        let mut start = Position::start(&rules);
        closed.iter().for_each(|hole| start.closed[*hole] = true);
        let tables = Tables::<u64>::compile(&rules, &start);
        let walks = tables.movers.iter().any(|mover| {
            let tests = mover.last_decisions.branches.iter().flatten().filter_map(|(test, _)| test.as_ref());
            tests.into_iter().any(|test| test.any(&mut |node| node.walks()))
        });
        (tables, walks)
    }

    #[test]
    fn the_next_hole_is_fixed_unless_holes_can_be_closed() {
        assert!(!walks("bosh", &[]).1);
        assert!(walks("bosh", &[3]).1);
    }

    #[test]
    fn a_step_passes_over_what_sowing_passes_over() {
        let (tables, _) = walks("kalah", &[]);
        let (layout, south) = (&tables.layout, 0);
        let track = layout.track(south, Way::Counterclockwise);
        let own = track.iter().position(|slot| *slot == layout.stores[0]).unwrap();
        let others = track.iter().position(|slot| *slot == layout.stores[1]).unwrap();
        let at = |place: usize| track[place % track.len()];
        let passed = tables.movers[south].skip.constant().unwrap();
        let steps = Paces::of(passed, layout, (south, Way::Counterclockwise));
        // into the own store and past it, over the other store, and back
        assert_eq!(steps.walk(at(own + 13), false, Steps::Number(2)), Some(at(own + 1)));
        assert_eq!(steps.walk(at(others + 13), false, Steps::Number(1)), Some(at(others + 1)));
        assert_eq!(steps.walk(at(others + 1), true, Steps::Number(1)), Some(at(others + 13)));
        assert_eq!(steps.walk(at(own), false, Steps::Number(0)), Some(NOWHERE));
        assert_eq!(steps.walk(at(own), false, Steps::Held), None);
    }
}
