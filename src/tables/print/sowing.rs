//! Where sowing goes, as a person reads it.

use super::words::Words;
use crate::rules::model::Way;
use crate::tables::{Mask, MoverTables, Set, Skip, Slot, Then, Turning};

/// Columns of the grid of last seeds: so many more than a hole has seeds at the start, between two bounds.
const MORE: usize = 4;
const FEWEST: usize = 8;
const MOST: usize = 16;

/// Where sowing goes.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SowingOverview {
    /// The track, counterclockwise.
    pub track: Vec<String>,
    /// The same in short.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub short: Vec<String>,
    /// What is passed over besides closed holes; nothing where every hole is sown.
    pub passes_over: Vec<String>,
    /// Whether what is passed over can change with every seed, so that no lap is looked up.
    pub seed_by_seed: bool,
    /// For each direction and each hole of the mover, where the last of 1, 2, 3 .. seeds falls that are sown after it,
    /// as long as only what never changes is passed over.
    pub lasts: Vec<Lasts>,
}

/// Where last seeds fall.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Lasts {
    /// The direction.
    pub direction: String,
    /// The hole after which it is sown.
    pub from: String,
    /// For 1, 2, 3 .. seeds.
    pub last: Vec<Option<String>>,
}

/// Where a mover's sowing goes.
pub(super) fn overview<M: Mask>(words: &Words<'_>, tables: &MoverTables<M>) -> SowingOverview {
    let layout = words.layout;
    let track = layout.tracks.get(words.mover).map_or(&[][..], Vec::as_slice);
    let (set, always, origin) = match &tables.skip {
        Skip::Marked { always, among, players, origin } => {
            let marked = Set::both([Set::Slots(*among), Set::Marked(*players)]);
            let parts = if *players == 0 { vec![] } else { vec![marked] };
            (Set::either([Set::Slots(*always)].into_iter().chain(parts)), *always, *origin)
        }
        Skip::Fixed(set, origin) => (set.clone(), M::NONE, *origin),
        Skip::Changing(set) => (set.clone(), M::NONE, false),
    };
    let mut passes_over = Vec::new();
    if set != Set::none() {
        passes_over.push(words.set(&set));
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
        for (at, from) in track.iter().copied().enumerate().filter(|(_, slot)| is_own(*slot)) {
            let steps = (1..=track.len()).map(|steps| match way {
                Way::Counterclockwise => track[(at + steps) % track.len()],
                Way::Clockwise => track[(at + track.len() - steps) % track.len()],
            });
            let sown: Vec<Slot> = steps.filter(|slot| !(always.has(*slot) || origin && *slot == from)).collect();
            let last = (0..columns).map(|seed| sown.get(seed % sown.len().max(1)).map(|slot| words.slot(*slot)));
            lasts.push(Lasts { direction: way.name().to_owned(), from: words.slot(from), last: last.collect() });
        }
    }
    SowingOverview {
        track: track.iter().map(|slot| words.slot(*slot)).collect(),
        short: words.names(track, " to "),
        passes_over,
        seed_by_seed: !tables.tabled_laps,
        lasts,
    }
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
    let all = [Way::Counterclockwise, Way::Clockwise];
    all.into_iter().filter(|way| chosen(*way) || turns(*way)).collect()
}
