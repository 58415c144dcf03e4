//! The board as a player faces it: whether a ply is smooth, and what comes of a hole that he plays.

use super::{LANES, ONES, Seen, total};
use crate::engine::endless::FREE_LAPS;
use crate::narrator::{MOST_LAPS, MOST_SOWN};

/// Lanes of both sides.
pub(super) const BOTH: u8 = 2 * LANES;

/// So many numbers of seeds of a lane are sown from a table, none included.
pub(super) const SOWN: usize = 32;

/// Turns of more laps are played in another way.
const LONG: u32 = MOST_LAPS as u32;

// so many laps do not sow more than a turn may
const _: () = assert!(MOST_LAPS as i64 * (SEEDS as i64) < MOST_SOWN);

/// What sowing does as long as the same slots are passed over.
#[derive(Debug, PartialEq)]
pub(super) struct Laps {
    /// By lane and seeds.
    pub of: Box<[Lap; LAPS]>,
    /// The next lane: along the sowing, and against it.
    pub next: [[u8; BOTH as usize]; 2],
}

/// What sowing some seeds from a lane does.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub(super) struct Lap {
    /// What is added to the own side.
    pub own: u64,
    /// And to the other one.
    pub others: u64,
    /// The lane of the last seed, by the bit with which it begins.
    pub last: u8,
}

pub(super) const LAPS: usize = BOTH as usize * SOWN;

/// How a turn is closed.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    /// The lanes of the prey, own and others.
    pub prey: [u64; 2],
    /// Whether a run that belongs to it goes against the sowing, and the numbers of seeds with which it goes on.
    pub run: Option<(bool, Box<[u64; BOTH as usize]>)>,
    pub guard: Guard,
    /// What is done if the guard holds, and if not.
    pub deeds: [Deed; 2],
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Guard {
    Always,
    /// The seeds of a lane lie between two numbers.
    Seeds(u8, u64, u64),
    /// Nothing is left in these lanes once the prey is taken.
    NoneLeft([u64; 2]),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Deed {
    pub captures: bool,
    /// A bit for each lane.
    pub marks: u16,
    pub again: bool,
}

/// Numbers of seeds of a lane: no board that is played this way holds more.
pub(super) const SEEDS: usize = 128;

/// Codes of all marks, and those of no lane.
pub(super) const CODES: usize = 8192;

/// What comes of a lap that is neither sown on from nor left open: codes of [`Seat`].
pub(super) const RELAY: u8 = 0;
pub(super) const END: u8 = 1;
pub(super) const AGAIN: u8 = 2;
pub(super) const OPEN: u8 = 3;
pub(super) const CLOSINGS: u8 = 4;

/// The board as one player faces it, as long as no mark changes.
#[derive(Clone, Copy, Debug)]
#[repr(align(256))]
pub(super) struct Face<'t> {
    /// Who faces it.
    pub player: u8,
    /// What sowing a chosen hole does, and what sowing on does.
    pub first: &'t [Lap; LAPS],
    pub laps: &'t [Lap; LAPS],
    /// The next lane: along the sowing, and against it.
    pub next: &'t [[u8; BOTH as usize]; 2],
    pub codes: &'t [u8; CODES],
    /// For every lane where its codes begin.
    pub rows: [u16; 32],
    pub closings: &'t [Closing],
    /// The highest bits of the lanes that may be chosen.
    pub from: u64,
    /// Something must lie in each of these for a ply to be smooth; and if something may be chosen, in each of those.
    pub needs_all: [[u64; 2]; 4],
    pub needs: [[u64; 2]; 4],
    /// Whether not only the first of them matters.
    pub asks_more: bool,
    /// Where seeds must not lie between two numbers: a lane, the first number, and by how much the second is more.
    pub apart: Option<(u8, u64, u64)>,
    pub origin_passed: bool,
    /// The lane of the own side where captures go, by the bit with which it begins.
    pub store: u8,
    /// All bits of that lane if it lies beside the board: what is there stays there.
    pub hoard: u64,
    /// Whether he chooses among six holes at most.
    pub few: bool,
    /// Whether every choice is legal in a smooth ply.
    pub safe: bool,
    /// Whether some hole is ever sown on from.
    pub relays: bool,
    /// Whether he passes in a smooth ply if he has no legal move.
    pub passes: bool,
    pub endless_is_illegal: bool,
}

/// The board as both players face it.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Faces<'t> {
    pub(super) by_player: [Face<'t>; 2],
    /// So many plies at least are played before a position comes back, if each sows a hole once and no store gains.
    pub period: usize,
}

/// A turn that was played from tables alone.
#[derive(Clone, Copy)]
pub(super) struct Turned {
    pub how: How,
    /// What its mover still sees.
    pub seen: Seen,
    /// The lanes that he marked, a bit for each.
    pub marks: u16,
}

impl Turned {
    /// A turn in which nothing was marked.
    #[inline(always)]
    fn unmarked(how: How, seen: Seen) -> Self {
        Turned { how, seen, marks: 0 }
    }
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// The other player is to move.
    Next,
    /// The same player is to move.
    Again,
    /// It never ends, and that is not allowed.
    Endless,
    /// Tables alone do not decide.
    Open,
}

impl Face<'_> {
    /// Whether the player surely moves if he has a legal move and the position does not come back; something may be
    /// chosen.
    #[inline(always)]
    pub fn is_smooth(&self, seen: Seen) -> bool {
        let [first, rest @ ..] = &self.needs;
        seen.holds_some(first)
            && (!self.asks_more || rest.iter().all(|lanes| seen.holds_some(lanes)))
            && self.is_apart(seen)
    }

    /// Whether seeds do not lie between the numbers that they must not lie between.
    #[inline(always)]
    fn is_apart(&self, seen: Seen) -> bool {
        self.apart.is_none_or(|(lane, low, more)| seen.get(lane).wrapping_sub(low) > more)
    }

    /// Whether he passes if he has no legal move.
    pub fn passes_on(&self, seen: Seen) -> bool {
        self.passes && self.needs_all.iter().all(|lanes| seen.holds_some(lanes)) && self.is_apart(seen)
    }

    /// The holes that may be chosen, by the highest bit of each lane.
    #[inline(always)]
    pub fn holes(&self, seen: Seen) -> u64 {
        // no lane holds more than 127
        (seen.own + LOWER) & self.from
    }

    /// Plays a hole of the own side that may be chosen, told by the bit with which it begins.
    #[inline(always)]
    pub fn play<const RELAYS: bool>(&self, seen: Seen, hole: u8) -> Turned {
        let hand = seen.own >> (hole & 63) & 0xff;
        if hand >= SOWN as u64 {
            return Turned::unmarked(How::Open, seen);
        }
        let (mut seen, mut here, mut made, mut code) = self.lap(self.first, seen, hole, hand);
        let (mut from, mut laps) = (hole, 1);
        while RELAYS && code == RELAY {
            if made >= SOWN as u64 {
                return Turned::unmarked(How::Open, seen);
            }
            if laps >= FREE_LAPS {
                return self.long(seen, here);
            }
            from = here;
            (seen, here, made, code) = self.lap(self.laps, seen, from, made);
            laps += 1;
        }
        self.ended(seen, code, from, here)
    }

    /// Sows so many seeds from a lane, fewer than [`SOWN`]: what is seen after it, where the last one falls, how many it
    /// makes there, and what follows.
    #[inline(always)]
    fn lap(&self, laps: &[Lap; LAPS], seen: Seen, from: u8, sown: u64) -> (Seen, u8, u64, u8) {
        let lap = &laps[(usize::from(from) * (SOWN / 8) + sown as usize) % LAPS];
        let seen = Seen { own: seen.own.wrapping_add(lap.own), others: seen.others.wrapping_add(lap.others) };
        let here = lap.last;
        let made = seen.get(here);
        let code = self.codes[(usize::from(self.rows[usize::from(here / 8)]) + made as usize) % CODES];
        (seen, here, made, code)
    }

    /// Plays on a turn that sows on for long. What never ends is found out by one state that is kept, and exchanged for a
    /// later one after twice as many laps (Brent): it comes back if any does.
    #[cold]
    #[inline(never)]
    fn long(&self, seen: Seen, from: u8) -> Turned {
        let open = Turned::unmarked(How::Open, seen);
        let (mut seen, mut from) = (seen, from);
        let (mut kept, mut until) = ((seen, from), FREE_LAPS * 2);
        for laps in FREE_LAPS + 1..LONG {
            let sown = seen.get(from);
            if sown >= SOWN as u64 {
                return open;
            }
            let (here, code);
            (seen, here, _, code) = self.lap(self.laps, seen, from, sown);
            if code != RELAY {
                return self.ended(seen, code, from, here);
            }
            from = here;
            if kept == (seen, from) {
                return if self.endless_is_illegal { Turned { how: How::Endless, ..open } } else { open };
            }
            if laps == until {
                (kept, until) = ((seen, from), until * 2);
            }
        }
        open
    }

    /// How a turn ended.
    #[inline(always)]
    fn ended(&self, seen: Seen, code: u8, from: u8, here: u8) -> Turned {
        match code {
            END => Turned::unmarked(How::Next, seen),
            AGAIN => Turned::unmarked(How::Again, seen),
            code => match self.closings.get(usize::from(code.wrapping_sub(CLOSINGS))) {
                Some(closing) => self.close(closing, seen, from / 8, here / 8),
                None => Turned::unmarked(How::Open, seen),
            },
        }
    }

    /// Closes a turn.
    #[inline(always)]
    fn close(&self, closing: &Closing, seen: Seen, from: u8, here: u8) -> Turned {
        let mut prey = closing.prey;
        if let Some((back, numbers)) = &closing.run {
            let next = &self.next[usize::from(*back)];
            let mut at = here;
            // it comes round after as many lanes as there are
            for _ in 0..BOTH {
                at = next[usize::from(at) % usize::from(BOTH)];
                if at == here || at >= BOTH {
                    break;
                }
                if self.origin_passed && at == from {
                    continue;
                }
                let held = seen.get(8 * at);
                if held >= 64 || numbers[usize::from(at) % usize::from(BOTH)] >> (held & 63) & 1 == 0 {
                    break;
                }
                let lane = 0xff << (8 * (at % LANES));
                prey[0] |= if at < LANES { lane } else { 0 };
                prey[1] |= if at < LANES { 0 } else { lane };
            }
        }
        let left = Seen { own: seen.own & !prey[0], others: seen.others & !prey[1] };
        let holds = match closing.guard {
            Guard::Always => true,
            Guard::Seeds(lane, low, high) => (low..=high).contains(&seen.get(8 * lane)),
            Guard::NoneLeft(slots) => !left.holds_some(&slots),
        };
        let deed = if holds { closing.deeds[0] } else { closing.deeds[1] };
        let captured = total(seen.own & prey[0]) + total(seen.others & prey[1]);
        let taken = Seen { own: left.own + (captured << (self.store & 63)), others: left.others };
        Turned {
            how: if deed.again { How::Again } else { How::Next },
            seen: if deed.captures { taken } else { seen },
            marks: deed.marks,
        }
    }
}

/// All bits of each lane but the highest.
const LOWER: u64 = 0x7f * ONES;

/// A bit for each lane of which the highest bit is set; no other bit is.
#[inline(always)]
pub(super) fn bits(highest: u64) -> u64 {
    highest.wrapping_mul(0x0002_0408_1020_4081) >> 56
}
