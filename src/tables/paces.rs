//! Steps along a mover's track, where sowing passes over the same slots at all times.

use super::mover::Skip;
use super::slots::{Layout, Mask, NOWHERE, Slot, around};
use crate::rules::model::{Player, Steps, Way};

/// For each slot the next one that sowing in a direction reaches, and the one before it; [`NOWHERE`] if there is none.
#[derive(Clone, Debug)]
pub(super) struct Paces([Box<[Slot]>; 2]);

impl Paces {
    /// The steps of a mover in a direction; `None` if they are not the same at all times. `closes` says that holes may be
    /// closed.
    pub fn of<M: Mask>(skip: &Skip<M>, layout: &Layout, (mover, way): (Player, Way), closes: bool) -> Option<Self> {
        let passed = skip.constant().filter(|_| !closes)?;
        let track = layout.track(mover, way);
        let to = |back: bool| {
            let mut to = vec![NOWHERE; layout.slots];
            for (at, slot) in track.iter().enumerate() {
                let next = around(track, at, back).find(|slot| !passed.has(*slot));
                to[usize::from(*slot)] = next.unwrap_or(NOWHERE);
            }
            to.into()
        };
        Some(Paces([to(false), to(true)]))
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
}
