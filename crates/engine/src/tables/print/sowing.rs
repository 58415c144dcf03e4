//! The course of sowing in readable form.

use mancala_rules::rules::model::{Way, is_same_loop};

use super::words::Words;
use crate::tables::{Mask, MoverTables, Set, Skip, Slot, Then, Turning};

/// The grid of last seeds has `MORE` columns more than the fullest hole has seeds at the start, but at least `FEWEST`
/// and at most `MOST`.
const MORE: usize = 4;
const FEWEST: usize = 8;
const MOST: usize = 16;

/// The course of a mover's sowing.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SowingOverview {
    /// The track, counterclockwise.
    pub track: Vec<String>,
    /// The track with neighbours combined, as `a1 to d1`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub short: Vec<String>,
    /// The track in the order of clockwise sowing; empty if that follows the track backwards.
    pub clockwise_track: Vec<String>,
    /// The same with neighbours combined.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub short_clockwise: Vec<String>,
    /// What sowing passes over, apart from closed holes; empty if nothing.
    pub passes_over: Vec<String>,
    /// How many seeds fall at a time, in ascending order, if a rule says so; empty if all fall one by one.
    pub at_a_time: Vec<i32>,
    /// Whether laps must be sown seed by seed, because `each seed` has rules, what is passed over can change, or several
    /// seeds fall at a time.
    pub seed_by_seed: bool,
    /// For each direction and each hole of the mover, where the last seed falls if seeds fall one by one. Considers only
    /// slots that are always passed over, and the hole from which the lap started.
    pub lasts: Vec<Lasts>,
}

/// Where last seeds fall.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Lasts {
    /// The direction.
    pub direction: String,
    /// The hole from which the lap starts.
    pub from: String,
    /// Where the last of 1, 2, 3 .. seeds falls; `None` if nothing can be sown.
    pub last: Vec<Option<String>>,
}

/// The course of a mover's sowing.
pub(super) fn overview<M: Mask>(words: &Words<'_>, tables: &MoverTables<M>) -> SowingOverview {
    let layout = words.layout;
    let track = layout.track(words.mover, Way::Counterclockwise);
    let backwards: Vec<Slot> = track.iter().rev().copied().collect();
    let clockwise = layout.track(words.mover, Way::Clockwise);
    let clockwise = if is_same_loop(&backwards, clockwise) { &[] } else { clockwise };
    let (set, always, origin) = match &tables.skip {
        Skip::Marked { always, among, players, origin } => {
            let marked = Set::both([Set::Slots(*among), Set::Marked(*players)]);
            let parts = if *players == 0 { vec![] } else { vec![marked] };
            (Set::either([Set::Slots(*always)].into_iter().chain(parts)), *always, *origin)
        }
        Skip::Fixed(set, origin) => (set.clone(), M::NONE, *origin),
        Skip::Changing(set, _) => (set.clone(), M::NONE, false),
    };
    let mut passes_over = Vec::new();
    if set != Set::none() {
        passes_over.push(words.set(&set));
    }
    if let Some(last) = &tables.skip_last {
        passes_over.push(format!("with the last seed, {}", words.set(last)));
    }
    if origin {
        passes_over.push("origin, the hole that the lap left from".to_owned());
    }
    let seeds = layout.start.iter().take(layout.holes).max().map_or(0, |seeds| *seeds as usize);
    let columns = (seeds + MORE).clamp(FEWEST, MOST);
    let is_own = |slot: Slot| {
        usize::from(slot) < layout.holes && layout.owner.get(usize::from(slot)) == Some(&Some(words.mover))
    };
    let mut lasts = Vec::new();
    for way in ways(tables) {
        for from in track.iter().copied().filter(|slot| is_own(*slot)) {
            let track = layout.track(words.mover, way);
            let at = track.iter().position(|slot| *slot == from).unwrap_or_default();
            let steps = (1..=track.len()).map(|steps| track[(at + steps) % track.len()]);
            let sown: Vec<Slot> = steps.filter(|slot| !(always.has(*slot) || origin && *slot == from)).collect();
            let last = (0..columns).map(|seed| sown.get(seed % sown.len().max(1)).map(|slot| words.slot(*slot)));
            lasts.push(Lasts { direction: way.name().to_owned(), from: words.slot(from), last: last.collect() });
        }
    }
    SowingOverview {
        track: track.iter().map(|slot| words.slot(*slot)).collect(),
        short: words.names(track, " to "),
        clockwise_track: clockwise.iter().map(|slot| words.slot(*slot)).collect(),
        short_clockwise: words.names(clockwise, " to "),
        passes_over,
        at_a_time: drops(tables),
        seed_by_seed: !tables.tabled_laps,
        lasts,
    }
}

/// How many seeds fall at a time, in ascending order.
fn drops<M: Mask>(tables: &MoverTables<M>) -> Vec<i32> {
    let drop = |then: &Then<M>| if let Then::Sow { by, .. } = then { *by } else { None };
    let mut drops: Vec<i32> = tables.actions.iter().filter_map(|action| drop(&action.then)).collect();
    drops.sort_unstable();
    drops.dedup();
    drops
}

/// The directions that a mover can sow in.
fn ways<M: Mask>(tables: &MoverTables<M>) -> Vec<Way> {
    let turns = |wanted: Way| {
        tables.actions.iter().any(|action| match &action.then {
            Then::Sow { turning: Turning::Reversed, .. } => true,
            Then::Sow { turning: Turning::To(way), .. } => *way == wanted,
            _ => false,
        })
    };
    let chosen = |wanted: Way| {
        let mut cases = tables.sections.iter().flat_map(|section| &section.direction);
        cases.any(|(_, ways)| ways.list().contains(&wanted))
    };
    Way::BOTH.into_iter().filter(|way| chosen(*way) || turns(*way)).collect()
}
