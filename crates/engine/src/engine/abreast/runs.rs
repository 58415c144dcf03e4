//! The places that a run claims, which starts next to the last seed.

use super::question::Question;
use super::sight::Spot;

/// A place that a run may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    pub spot: Spot,
    /// The place next to which a run starts here.
    pub after: Spot,
    /// The run claims the place if one of these holds.
    pub claims: Vec<Question>,
    /// It passes over the place if this holds.
    pub passed: Option<Question>,
}

/// The places that a run may reach, in order. It goes on as long as it claims places or passes over them, and ends before
/// it returns to where it started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub stages: Vec<Stage>,
    /// Whether it passes over the place that the lap began from, too.
    pub origin: bool,
    /// Whether it goes on from the last place to the first.
    pub circle: bool,
}

impl Run {
    /// A run over the places of the track, given in the order in which it goes over them. It is the same for all places that
    /// it may start next to.
    pub fn of(mut stages: Vec<Stage>, origin: bool) -> Self {
        let ends = |stage: &Stage| stage.claims.is_empty() && stage.passed.is_none();
        // a run ends at a place that it neither claims nor passes over, and one of these can be the origin
        let (length, needed) = (stages.len(), if origin { 2 } else { 1 });
        let is_end = |first: usize| (first..first + needed).all(|stage| ends(&stages[stage % length]));
        let end = (0..length).find(|first| is_end(*first));
        if let Some(first) = end {
            stages.rotate_left((first + needed) % length);
            let claimed = stages.iter().rposition(|stage| !stage.claims.is_empty());
            stages.truncate(claimed.map_or(0, |last| last + 1));
            while stages.len() >= needed && stages[..needed].iter().all(ends) {
                stages.remove(0);
            }
        }
        Run { stages, origin, circle: end.is_none() }
    }

    /// Whether it claims all places, whatever they hold.
    pub fn is_fixed(&self) -> bool {
        let claims = |stage: &Stage| stage.passed.is_none() && stage.claims.iter().any(Question::always_holds);
        !self.origin && self.stages.iter().all(claims)
    }

    /// The number of the stage at a place.
    pub fn stage(&self, spot: Spot) -> Option<usize> {
        self.stages.iter().position(|stage| stage.spot == spot)
    }
}
