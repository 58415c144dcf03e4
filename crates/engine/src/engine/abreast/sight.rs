//! The board as the player to move sees it: both players see their holes under the same numbers.

use mancala_rules::rules::model::{Across, Player, Way};

use crate::tables::{Layout, Mask, Slot};

/// The place of a slot on the board as a player sees it. Those of his track come first, in the order of sowing.
pub(super) type Spot = u8;

/// Stands for no place.
pub(super) const NO_SPOT: Spot = u8::MAX;

/// Stands for the place where the last lap ended.
pub(super) const HERE: Spot = NO_SPOT / 2;

/// How the second player sees what the first one sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facing {
    /// From the other side of the board: both sow in the same direction.
    Turned,
    /// In a mirror between two rows: they sow in opposite directions.
    Mirrored,
}

/// The slots of a board as each of two players sees them.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub facing: Facing,
    /// For each player the place of each slot, and the slot at each place.
    spots: [Vec<Spot>; 2],
    slots: [Vec<Slot>; 2],
    /// Number of places on the track.
    pub track: u8,
}

impl Sight {
    /// The board of two players; `None` if they do not sow alike, as they see it. `passed` are slots into which no seed ever
    /// falls.
    pub fn of<M: Mask>(layout: &Layout, passed: [M; 2], facing: Facing) -> Option<Self> {
        if layout.slots >= usize::from(HERE) || layout.tracks.len() != 2 {
            return None;
        }
        let sown = |player: Player, way| {
            let track = layout.track(player, way).iter().copied();
            track.filter(|slot| !passed[player].has(*slot)).collect::<Vec<Slot>>()
        };
        let mut first = sown(0, Way::Counterclockwise);
        let track = first.len();
        first.extend((0..layout.slots as Slot).filter(|slot| !first[..track].contains(slot)).collect::<Vec<_>>());
        let theirs: Option<Vec<Slot>> = first.iter().map(|slot| facing.theirs(layout, *slot)).collect();
        let slots = [first, theirs?];
        let spots = slots.each_ref().map(|slots: &Vec<Slot>| {
            let mut spots = vec![NO_SPOT; layout.slots];
            slots.iter().enumerate().for_each(|(spot, slot)| spots[usize::from(*slot)] = spot as Spot);
            spots
        });
        let sight = Sight { facing, spots, slots, track: track as u8 };
        let follows = |spots: &[Spot], back: bool| {
            let next = |(one, other): (&Spot, &Spot)| if back { (*other, *one) } else { (*one, *other) };
            let mut steps = spots.iter().zip(spots.iter().cycle().skip(1)).map(next);
            spots.len() == track && steps.all(|(one, other)| usize::from(other) == (usize::from(one) + 1) % track)
        };
        let alike = (0..2).all(|player| {
            Way::BOTH.iter().all(|way| {
                let spots: Vec<_> = sown(player, *way).iter().map(|slot| sight.spot(player, *slot)).collect();
                follows(&spots, sight.way(player, *way) == Way::Clockwise)
            })
        });
        (track > 0 && alike).then_some(sight)
    }

    /// A direction as a player sees it, or the direction that he sees as this one.
    pub fn way(&self, player: Player, way: Way) -> Way {
        match (self.facing, player) {
            (Facing::Mirrored, 1) => way.reversed(),
            _ => way,
        }
    }

    /// Number of places.
    pub fn count(&self) -> usize {
        self.slots[0].len()
    }

    /// The place of a slot.
    pub fn spot(&self, player: Player, slot: Slot) -> Spot {
        self.spots[player].get(usize::from(slot)).copied().unwrap_or(NO_SPOT)
    }

    /// The slot at a place.
    pub fn slot(&self, player: Player, spot: Spot) -> Slot {
        self.slots[player][usize::from(spot)]
    }

    /// The places of a player by slot.
    pub fn spots(&self, player: Player) -> &[Spot] {
        &self.spots[player]
    }

    /// The slots of a player by place.
    pub fn slots(&self, player: Player) -> &[Slot] {
        &self.slots[player]
    }

    /// The places that the opponent sees as others, each with the one he sees.
    pub fn exchanged(&self) -> Vec<(Spot, Spot)> {
        let theirs = |spot: Spot| self.spot(1, self.slot(0, spot));
        (0..self.count() as Spot).map(|spot| (spot, theirs(spot))).filter(|(one, other)| one < other).collect()
    }

    /// The place that is a number of steps after another one on the track in a direction, or before it.
    pub fn along(&self, from: Spot, way: Way, (back, steps): (bool, u32)) -> Option<Spot> {
        let track = i64::from(self.track);
        let forward = (way == Way::Counterclockwise) != back;
        let steps = i64::from(steps) % track * if forward { 1 } else { -1 };
        (i64::from(from) < track).then(|| (i64::from(from) + steps).rem_euclid(track) as Spot)
    }

    /// How many steps, at least 1, lead from a place of the track to another one, in a direction or (`back`) against it.
    pub fn steps(&self, from: Spot, (way, back): (Way, bool), to: Spot) -> u8 {
        let forward = (way == Way::Counterclockwise) != back;
        let (from, to) = if forward { (from, to) } else { (to, from) };
        if from < to { to - from } else { to + self.track - from }
    }
}

impl Facing {
    /// The slot that a player sees where his opponent sees another one; `None` if there is none.
    fn theirs(self, layout: &Layout, slot: Slot) -> Option<Slot> {
        let (at, holes, lanes, slots) = (usize::from(slot), layout.holes, layout.lanes, layout.slots);
        let theirs = match self {
            Facing::Mirrored if at < holes => {
                let opposite = |slot| layout.across[Across::Opposite as usize].get(usize::from(slot)).copied();
                return opposite(slot).filter(|theirs| opposite(*theirs) == Some(slot));
            }
            _ if at < holes => holes - 1 - at,
            _ if at < lanes => holes + lanes - 1 - at,
            _ => lanes + slots - 1 - at,
        };
        Some(theirs as Slot)
    }
}
