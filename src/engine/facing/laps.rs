//! Laps in lanes as a player faces them: tables that sow them, and codes for what follows.

use super::{LANES, Seen, Sides};
use crate::tables::{Lifting, Mask, Slot, around};

/// Number of lanes of both sides.
pub(super) const BOTH: u8 = 2 * LANES;

/// Stands for a lane that always gives another turn. As an index into [`Face::busy`](super::face::Face::busy) its bit is never set, while bit
/// [`BOTH`] always is.
pub(super) const STORE: u8 = BOTH + 1;

/// Laps of fewer than this number of seeds are in the table.
pub(super) const SOWN: usize = 32;

/// Stands for no lane.
pub(super) const ASIDE: u8 = BOTH;

/// Bit offset that stands for no lane: its codes decide nothing.
pub(super) const AWAY: u8 = 8 * ASIDE;

/// Sowing tables for a set of slots that are passed over, indexed by lane and seeds.
#[derive(Clone, Debug)]
pub(super) struct Laps {
    /// What a lap adds to the own side.
    pub own: [u64; LAPS],
    /// What a lap adds to the opponent's side.
    pub others: [u64; LAPS],
    /// Bit offset of the lane of the last seed.
    pub last: [u8; LAPS],
    /// Lane of the last seed if it gains exactly one; [`STORE`] if it always grants another turn; else [`BOTH`].
    pub alone: [u8; LAPS],
    /// Whether `alone` contains [`STORE`].
    pub stores: bool,
    /// For each lane the next one: in the direction of sowing, and against it.
    pub next: [[u8; BOTH as usize]; 2],
}

pub(super) const LAPS: usize = BOTH as usize * SOWN;

/// The end of a turn with a capture or a mark, or a capture and a relay.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    /// Masks of the lanes of the prey: own, and the opponent's.
    pub prey: [u64; 2],
    /// A run that belongs to the prey: whether it goes against the direction of sowing, and for each lane the numbers of
    /// seeds, as in [`tells`](crate::tables::tells), with which it continues.
    pub run: Option<(bool, Box<[u64; BOTH as usize]>)>,
    /// The first branch, and those between it and the last one. The first whose guard holds counts.
    pub first: (Guard, Deed),
    pub between: Box<[(Guard, Deed)]>,
    /// What happens otherwise.
    pub last: Deed,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Guard {
    Always,
    /// The seeds of a lane lie between two numbers, both included.
    Seeds(u8, u64, u64),
    /// This lane is marked by one of these players, given as a bit set.
    Marked(u8, u32),
    /// These lanes are empty once the prey is taken.
    NoneLeft([u64; 2]),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Deed {
    pub captures: bool,
    /// A number of seeds that are moved, perhaps 0, and the bit offsets of the lanes from and to which they go.
    pub moves: (u64, u8, u8),
    /// The lanes that the mover marks, as a bit set.
    pub marks: u16,
    pub then: Next,
}

impl Deed {
    /// The board once the seeds are moved; `None` if there are not enough.
    #[inline(always)]
    pub fn moved(&self, seen: Seen) -> Option<Seen> {
        match self.moves {
            (0, ..) => Some(seen),
            (seeds, from, _) if seen.get(from) < seeds => None,
            (seeds, from, to) => Some(seen.plus(to, seeds).minus(from, seeds)),
        }
    }
}

/// What follows a deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Turn,
    Again,
    /// The lane at this bit offset is lifted and sown, beginning after it; if it is none ([`AWAY`]), the lane of the
    /// last seed.
    Relay(u8),
}

impl Closing {
    /// What may happen.
    pub fn deeds(&self) -> impl Iterator<Item = &Deed> {
        [&self.first].into_iter().chain(&self.between).map(|(_, deed)| deed).chain([&self.last])
    }

    /// Whether it can go on with a lap.
    pub fn relays(&self) -> bool {
        self.deeds().any(|deed| matches!(deed.then, Next::Relay(_)))
    }
}

/// Number of seed counts of a lane: no board that is played this way holds more seeds.
pub(super) const SEEDS: usize = 128;

/// Number of codes: those of all marks and lanes, and those of no lane.
pub(super) const CODES: usize = 8192;

/// Index of the first code of a lane with a mark.
pub(super) fn row(mark: usize, lane: u8) -> u16 {
    ((mark * usize::from(BOTH) + usize::from(lane)) * SEEDS) as u16
}

/// Codes for what follows a lap: relay, end of turn, another turn, undecided; from `CLOSINGS` on, closings by index,
/// those that can relay after the others.
pub(super) const RELAY: u8 = 0;
pub(super) const END: u8 = 1;
pub(super) const AGAIN: u8 = 2;
pub(super) const OPEN: u8 = 3;
pub(super) const CLOSINGS: u8 = 4;

impl Laps {
    pub fn new<M: Mask>(sides: &Sides, player: usize, track: &[Slot], passed: M, origin_passed: bool) -> Box<Self> {
        let mut laps = Box::new(Laps {
            own: [0; LAPS],
            others: [0; LAPS],
            last: [AWAY; LAPS],
            alone: [BOTH; LAPS],
            stores: false,
            next: [[ASIDE; BOTH as usize]; 2],
        });
        let lane = |slot: Slot| sides.lane(player, slot);
        let one = |lane: u8| {
            let one = 1_u64 << (8 * (lane % LANES));
            if lane < LANES { (one, 0) } else { (0, one) }
        };
        for (at, from) in track.iter().enumerate() {
            let Some(start) = lane(*from) else { continue };
            let after = |back: bool| around(track, at, back).filter(|slot| !passed.has(*slot));
            for (next, back) in laps.next.iter_mut().zip([false, true]) {
                next[usize::from(start)] = after(back).next().and_then(lane).unwrap_or(ASIDE);
            }
            let circuit: Vec<u8> =
                after(false).filter(|slot| !origin_passed || slot != from).filter_map(lane).collect();
            let taken = one(start);
            let (mut own, mut others, mut last) = (0_u64, 0_u64, start);
            let mut falls = circuit.iter().cycle();
            for sown in 0..SOWN {
                if sown > 0 {
                    let Some(fallen) = falls.next() else { break };
                    let given = one(*fallen);
                    own = own.wrapping_add(given.0).wrapping_sub(taken.0);
                    others = others.wrapping_add(given.1).wrapping_sub(taken.1);
                    last = *fallen;
                }
                let place = usize::from(start) * SOWN + sown;
                (laps.own[place], laps.others[place], laps.last[place]) = (own, others, 8 * last);
                if last != start && sown <= circuit.len() {
                    laps.alone[place] = last;
                }
            }
        }
        laps
    }

    /// Sets `alone` to [`STORE`] for laps that give another turn whatever lies where they end. `marks` is the number of
    /// marks that `codes` distinguishes.
    pub fn tell_stores(&mut self, codes: &[u8; CODES], marks: usize) {
        let gives_a_turn = |mark: usize, lane: u8| {
            let row = usize::from(row(mark, lane));
            codes[row + 1..row + SEEDS].iter().all(|code| *code == AGAIN)
        };
        for lane in (0..BOTH).filter(|lane| (0..marks).all(|mark| gives_a_turn(mark, *lane))) {
            // who sows nothing, from the store itself, gets no turn
            for place in (0..LAPS).filter(|place| place % SOWN > 0) {
                if self.last[place] == 8 * lane {
                    (self.alone[place], self.stores) = (STORE, true);
                }
            }
        }
    }

    /// The table for chosen holes, whose first seed can fall into the hole itself.
    pub fn first(&self, lifting: Lifting) -> Box<Self> {
        let mut first = Box::new(self.clone());
        for place in 0..LAPS {
            let hand = place % SOWN;
            let sown = place - usize::from(hand > 0 && lifting.into(hand as i32));
            (first.own[place], first.others[place], first.last[place]) =
                (self.own[sown], self.others[sown], self.last[sown]);
            first.alone[place] = self.alone[sown];
        }
        first
    }
}
